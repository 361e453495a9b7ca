"""Where the reader came from: earlier starts, the start, and what was expanded since."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import streamlit as st

from components.explore.exploration import Exploration, Outcome
from components.picture.words import full_name, relation_words
from components.text import counted, elide, literal
from evidence.details import EntityDetail

EARLIER = 3
SHOWN = 4
_NAME = 28


class _Crumb(NamedTuple):
    """A place to go back to; ``mark`` stands before it, for an expansion another one."""

    key: str
    name: str
    help: str
    mark: str
    go: Callable[[], None] | None


def breadcrumb(
    exploration: Exploration,
    earlier: Sequence[str],
    names: Mapping[str, EntityDetail],
    *,
    scope: str,
    on_return: Callable[[str], None],
    on_back: Callable[[int], None],
) -> None:
    """Draw the trail in one line; of a long one the earlier places open over the page.

    Args:
        exploration: The walks with the names of their starts.
        earlier: Ids of entities that earlier views started at, oldest first.
        names: Those of them that are in scope.
        scope: The scope in words, empty where it is everything.
        on_return: Called in a callback with the id of an earlier start.
        on_back: Called in a callback with the place of the walk to go back to.
    """
    known = [name for name in earlier if name in names][-EARLIER:]
    steps = list({o.walk.entity_id: (n, o) for n, o in enumerate(exploration.outcomes)}.values())
    crumbs = [
        *(_returning(names[name], name, on_return) for name in known),
        *(
            _walked(exploration, outcome, place, on_back, first=not n, last=n == len(steps) - 1)
            for n, (place, outcome) in enumerate(steps)
        ),
    ]
    # The row is always there, so that the first step moves nothing below it.
    with st.container(
        key="breadcrumb", horizontal=True, wrap=False, gap="xsmall", vertical_alignment="center"
    ):
        if scope:
            # Plain text: Markdown would make a link of an address in a name.
            st.text(scope, width="content")
        if len(crumbs) < 2:
            st.caption("".join(_summary(exploration, o) for _, o in steps), width="content")
            return
        folded = len(crumbs) - SHOWN if len(crumbs) > SHOWN + 1 else 0
        if folded:
            with st.popover(f"+{folded}", type="tertiary", help="Earlier places"):
                for crumb in crumbs[:folded]:
                    _button(crumb)
        for number, crumb in enumerate(crumbs[folded:]):
            if folded or number:
                st.caption(crumb.mark, width="content")
            _button(crumb)


def _button(crumb: _Crumb) -> None:
    st.button(
        literal(elide(crumb.name, _NAME)),
        key=crumb.key,
        type="tertiary",
        disabled=crumb.go is None,
        help=crumb.help,
        on_click=crumb.go,
    )


def _returning(entity: EntityDetail, name: str, on_return: Callable[[str], None]) -> _Crumb:
    full = full_name(entity.name)
    words = f"Back to the view that started at {literal(full)}"
    return _Crumb(f"crumb-{name}", full, words, "›", partial(on_return, name))


def _walked(
    exploration: Exploration,
    outcome: Outcome,
    place: int,
    on_back: Callable[[int], None],
    *,
    first: bool,
    last: bool,
) -> _Crumb:
    name = full_name(outcome.extra.start.name) if outcome.extra.start else "Not available"
    words = f"{literal(name)}: {_summary(exploration, outcome)}"
    go = None if last else partial(on_back, place)
    return _Crumb(f"crumb-walk-{place}", name, words, "›" if first else "\\+", go)


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
