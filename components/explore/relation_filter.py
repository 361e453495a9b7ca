"""Which relation types are walked: chips with the counts of the store, all of them or some."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

import streamlit as st

from components import state
from components.explore.exploration import Exploration
from components.option_labels import type_labels
from components.shown_widget import key_showing
from components.text import counted
from evidence import limits
from evidence.details import Count, TypeCount

_KEY = "explore.types"
_NONE = "explore.types.none"
LISTED = 60
_HELP = (
    "The types narrow the walk itself. Counts are those of the store in this scope, around where"
    " the walks start; a plus marks a least number."
)


def relation_filter(
    exploration: Exploration,
    walked: tuple[str, ...],
    *,
    on_types: Callable[[tuple[str, ...]], None],
) -> None:
    """Draw the chips; a change narrows or widens every walk of the view.

    Args:
        exploration: Knows the types around the start, and those drawn elsewhere.
        walked: The types walked now; none means all.
        on_types: Called in a callback with the types to walk; none means all.
    """
    types = offered_types(exploration, walked)
    if not types:
        return
    names = [item.name for item in types]
    labels = type_labels(types)
    none_for: tuple[str, ...] | None = state.value_of(_NONE)
    empty = none_for == walked and none_for is not None
    shown = [] if empty else [name for name in names if not walked or name in walked]
    key = key_showing(_KEY, shown, labels)

    def changed() -> None:
        held = set(state.value_of(key) or ())
        chosen = tuple(name for name in names if name in held)
        state.put(_NONE, None if chosen else walked)
        if chosen:
            on_types(() if len(chosen) == len(names) else chosen)

    def everything() -> None:
        state.put(_NONE, None)
        on_types(())

    def nothing() -> None:
        state.put(_NONE, walked)

    with st.container(
        key="explore-types-head", horizontal=True, gap="small", vertical_alignment="center"
    ):
        st.markdown("Relation types", help=_HELP)
        every = not walked and not empty
        st.button(
            "All", key="explore.types.all", type="tertiary", on_click=everything, disabled=every
        )
        st.button(
            "None", key="explore.types.clear", type="tertiary", on_click=nothing, disabled=empty
        )
    st.pills(
        "Relation types to walk",
        names,
        selection_mode="multi",
        key=key,
        format_func=lambda name: labels[name],
        label_visibility="collapsed",
        on_change=changed,
    )
    if empty:
        st.caption("No type is chosen, so the drawing stays as it was. Choose at least one.")
    elif len(walked) >= limits.RELATION_TYPES.cap:
        most = counted(limits.RELATION_TYPES.cap, "type")
        st.caption(f"A walk follows at most {most} by name. Choose fewer, or all.")


def offered_types(exploration: Exploration, walked: Sequence[str]) -> list[TypeCount]:
    """The types around the starts with the store's counts, then those met farther out.

    A type met only farther out has the number of its relations that are drawn, marked as a least
    number. Where walks start at several entities, the store's counts may hold one relation twice,
    so that the largest of them, or what is drawn when that is more, is a least number, too.
    """
    drawn = Counter(item.edge.relation_type for item in exploration.edges)
    known = _around_starts(exploration, drawn)
    farther = {name: count for name, count in drawn.items() if name not in known}
    farther |= {name: 0 for name in walked if name not in known and name not in drawn}
    return [*known.values(), *_at_least(farther)][:LISTED]


def _around_starts(exploration: Exploration, drawn: Counter[str]) -> dict[str, TypeCount]:
    starts = {o.walk.entity_id: o.extra.relation_types for o in exploration.outcomes if o.is_ok}
    if len(starts) < 2:
        return {item.name: item for types in starts.values() for item in types}
    most: dict[str, int] = {}
    for item in chain.from_iterable(starts.values()):
        most[item.name] = max(most.get(item.name, 0), item.count.value, drawn[item.name])
    return {item.name: item for item in _at_least(most)}


def _at_least(counts: Mapping[str, int]) -> list[TypeCount]:
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [TypeCount(name=n, count=Count(value=v, capped=v > 0)) for n, v in ordered]
