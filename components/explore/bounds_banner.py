"""The banner of bounds: a quiet line for the depth, a warning with buttons for real cuts."""

from collections.abc import Callable, Sequence

import streamlit as st

from components import state
from components.explore.beyond import beyond_sentence, deeper_of
from components.explore.bounds_words import Cut, cuts_of, dropped_sentence, full_sentence
from components.explore.exploration import Exploration, Outcome
from components.explore.moves import Bounds, next_bounds
from components.option_labels import type_labels
from components.text import elide, literal
from evidence import limits

_LISTED = 2
_TYPES = "explore.banner.types"

Raise = Callable[[int, int | None, Bounds | None], None]


def bounds_banner(
    exploration: Exploration,
    *,
    on_raise: Raise,
    on_types: Callable[[tuple[str, ...]], None],
    on_list: Callable[[int], None],
) -> None:
    """Draw the warning about what bounds cut from all walks; nothing when they cut nothing.

    Args:
        exploration: The union of the walks.
        on_raise: Called with the place of a walk and its new depth or bounds.
        on_types: Called with the relation types to walk.
        on_list: Called with the place of the walk whose missing entities are to be listed.
    """
    cuts = cuts_of(exploration)
    full = full_sentence(exploration)
    if cuts or full:
        _warning(exploration, cuts, full, on_raise, on_types, on_list)


def bounds_line(exploration: Exploration, *, on_raise: Raise) -> None:
    """Draw the quiet line: that more lies beyond the rings, and what is not drawn by rule."""
    deeper = deeper_of(exploration)
    dropped = dropped_sentence(exploration)
    beyond = beyond_sentence(deeper)
    if beyond:
        st.caption(literal(beyond), width="content")
        place, outcome = deeper[0]
        if outcome.walk.depth < limits.DEPTH.cap and not exploration.is_full:
            st.button(
                "Go one ring further",
                key="bounds-deeper",
                type="tertiary",
                on_click=on_raise,
                args=(place, outcome.walk.depth + 1, None),
            )
    if dropped:
        st.caption(literal(dropped), width="content")


def _warning(
    exploration: Exploration,
    cuts: Sequence[Cut],
    full: str,
    on_raise: Raise,
    on_types: Callable[[tuple[str, ...]], None],
    on_list: Callable[[int], None],
) -> None:
    sentences = [cut.sentence for cut in cuts[:_LISTED]]
    if len(cuts) > _LISTED:
        sentences.append(f"{len(cuts) - _LISTED:,} more walks are cut as well.")
    with st.container(
        key="bounds-warning",
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
        gap="small",
    ):
        st.markdown(
            "  \n".join(literal(text) for text in [*sentences, full] if text), width="content"
        )
        with st.container(horizontal=True, gap="xsmall", width="content"):
            for cut in cuts[:_LISTED]:
                _raise_button(cut, on_raise, alone=len(cuts) == 1, full=exploration.is_full)
            if cuts:
                _type_choice(exploration.outcomes[cuts[0].place], on_types)
            for cut in (cut for cut in cuts[:_LISTED] if cut.left):
                name = "" if len(cuts) == 1 else f" around {literal(elide(cut.name, 24))}"
                st.button(
                    f"List the rest{name}",
                    key=f"bounds-list-{cut.place}",
                    on_click=on_list,
                    args=(cut.place,),
                )


def _raise_button(cut: Cut, on_raise: Raise, *, alone: bool, full: bool) -> None:
    bounds = next_bounds(cut.walk)
    if bounds is None or full:
        return
    to = f"to {bounds.nodes} entities, {bounds.edges} relations"
    st.button(
        f"Raise {to}" if alone else f"Raise around {literal(elide(cut.name, 24))}",
        key=f"bounds-raise-{cut.place}",
        help=None if alone else f"Raise {to}",
        on_click=on_raise,
        args=(cut.place, None, bounds),
    )


def _type_choice(outcome: Outcome, on_types: Callable[[tuple[str, ...]], None]) -> None:
    """Walk only some types, each with how many relations of it the start has."""
    types = outcome.extra.relation_types
    if len(types) < 2:
        return
    labels = type_labels(types)

    def walk_these() -> None:
        chosen = [name for name in state.value_of(_TYPES) or () if name in labels]
        if chosen:
            on_types(tuple(chosen)[: limits.RELATION_TYPES.cap])

    with st.popover("Walk only some types"), st.form("bounds-types", border=False):
        st.pills(
            "Relation types around this entity",
            list(labels),
            selection_mode="multi",
            key=_TYPES,
            format_func=lambda name: labels[name],
        )
        st.form_submit_button("Walk only these", on_click=walk_these)
