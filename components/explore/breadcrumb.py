"""Where the reader came from: earlier starts, the start, and what was expanded since."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from components.explore.exploration import Exploration, Outcome
from components.picture.words import full_name, relation_words
from components.text import counted, elide, literal
from evidence.details import EntityDetail

EARLIER = 3
_NAME = 28


def breadcrumb(
    exploration: Exploration,
    earlier: Sequence[str],
    names: Mapping[str, EntityDetail],
    *,
    on_return: Callable[[str], None],
    on_back: Callable[[int], None],
) -> None:
    """Draw the trail.

    Args:
        exploration: The walks with the names of their starts.
        earlier: Ids of entities that earlier views started at, oldest first.
        names: Those of them that are in scope.
        on_return: Called in a callback with the id of an earlier start.
        on_back: Called in a callback with the place of the walk to go back to.
    """
    known = [name for name in earlier if name in names][-EARLIER:]
    steps = list({o.walk.entity_id: (n, o) for n, o in enumerate(exploration.outcomes)}.values())
    # The row is always there, so that the first step moves nothing below it.
    with st.container(key="breadcrumb", horizontal=True, gap="xsmall", vertical_alignment="center"):
        if not known and len(steps) < 2:
            st.caption("".join(_summary(outcome) for _, outcome in steps), width="content")
            return
        for name in known:
            st.button(
                _short(names[name].name),
                key=f"crumb-{name}",
                type="tertiary",
                help="Back to the view that started here",
                on_click=on_return,
                args=(name,),
            )
            st.caption("›", width="content")
        for number, (place, outcome) in enumerate(steps):
            if number:
                st.caption("\\+", width="content")
            st.button(
                _short(_name(outcome)),
                key=f"crumb-walk-{place}",
                type="tertiary",
                disabled=number == len(steps) - 1,
                help=_summary(outcome),
                on_click=on_back,
                args=(place,),
            )


def _name(outcome: Outcome) -> str:
    return outcome.extra.start.name if outcome.extra.start else "Not available"


def _short(name: str) -> str:
    return literal(elide(full_name(name), _NAME))


def _summary(outcome: Outcome) -> str:
    """What a walk asked for: ``1 ring, 25 entities, 50 relations; works for``."""
    walk = outcome.walk
    text = (
        f"{counted(walk.depth, 'ring')}, at most {counted(walk.max_nodes, 'entity', 'entities')}"
        f" and {counted(walk.max_edges, 'relation')}"
    )
    types = ", ".join(relation_words(name) for name in walk.types[:4])
    more = f" and {len(walk.types) - 4} more" if len(walk.types) > 4 else ""
    return literal(f"{text}; only {types}{more}" if types else text)
