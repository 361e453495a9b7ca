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
            summaries = [_summary(exploration, outcome) for _, outcome in steps]
            st.caption("".join(summaries), width="content")
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
                help=_summary(exploration, outcome),
                on_click=on_back,
                args=(place,),
            )


def _name(outcome: Outcome) -> str:
    return outcome.extra.start.name if outcome.extra.start else "Not available"


def _short(name: str) -> str:
    return literal(elide(full_name(name), _NAME))


def _summary(exploration: Exploration, outcome: Outcome) -> str:
    """The largest walk from an entity: ``1 ring, at most 25 entities and 50 relations``.

    What is drawn may be more: smaller walks are kept so that nothing disappears when one is raised.
    """
    here = [o.walk for o in exploration.outcomes if o.walk.entity_id == outcome.walk.entity_id]
    walk = max(here, key=lambda w: (w.depth, w.max_nodes, w.max_edges, not w.types))
    text = (
        f"{counted(walk.depth, 'ring')}, at most {counted(walk.max_nodes, 'entity', 'entities')}"
        f" and {counted(walk.max_edges, 'relation')}"
    )
    types = ", ".join(relation_words(name) for name in walk.types[:4])
    more = f" and {len(walk.types) - 4} more" if len(walk.types) > 4 else ""
    text += f"; only {types}{more}" if types else ""
    others = len(here) - 1
    if others:
        verb = "is" if others == 1 else "are"
        text += f", in one walk; {counted(others, 'other walk')} from here {verb} kept beside it"
    return literal(text)
