"""What a walk met and the bounds kept out of the drawing, as a table."""

import streamlit as st

from components import state
from components.explore.acts import LISTING, ExploreActs
from components.explore.edge_table import TableAsk, edge_table
from components.explore.exploration import Exploration
from components.frame import PageContext, guard
from components.picture.label_looks import LabelLooks
from components.picture.words import full_name
from components.text import counted, elide, literal
from components.view import Picked, Walk
from evidence.export.view import View, ViewEdge, ViewNode

_LEFT = "explore.missing.left"


def missing_list(
    context: PageContext, exploration: Exploration, looks: LabelLooks, acts: ExploreActs
) -> None:
    """Open the list when it was asked for."""
    place = state.take(LISTING)
    if not isinstance(place, int) or place >= len(exploration.outcomes):
        return
    outcome = exploration.outcomes[place]
    start = outcome.extra.start
    name = literal(elide(full_name(start.name), 40)) if start else "this entity"

    @st.dialog(f"Not drawn around {name}", width="large")
    def listing() -> None:
        if state.take(_LEFT):
            st.rerun()
        with guard("listing what is not drawn"):
            view, total = missing_view(context, exploration, outcome.walk)
            st.caption(missing_words(len(view.edges), total))
            edge_table(
                view,
                looks,
                key="explore.missing",
                title=f"{counted(len(view.edges), 'relation')} not drawn",
                hides=False,
                on_ask=lambda ask: _leave(ask, acts),
            )

    listing()


def missing_view(context: PageContext, exploration: Exploration, walk: Walk) -> tuple[View, int]:
    """The relations that the walks from the same entity met and nothing draws, and their number.

    The number is that of the banner. The view holds fewer only where a walk leaves out more than
    ``limits.STEP_ROWS``.
    """
    drawn = {item.detail.relation_id for item in exploration.edges}
    found: dict[str, ViewEdge] = {}
    nodes: dict[str, ViewNode] = {}
    met: set[str] = set()
    for outcome in exploration.around(walk.entity_id):
        answer = context.answers.undrawn(outcome.walk, scope=context.scope)
        nodes |= {entity.entity_id: ViewNode(entity=entity) for entity in answer.entities}
        met |= outcome.extra.reached.relation_ids if outcome.extra.reached else set()
        for edge, detail in zip(answer.edges, answer.details, strict=True):
            if detail.relation_id not in drawn:
                found.setdefault(detail.relation_id, ViewEdge(edge=edge, detail=detail))
    view = View(start_id=walk.entity_id, nodes=tuple(nodes.values()), edges=tuple(found.values()))
    return view, max(len(met - drawn), len(found))


def missing_words(listed: int, total: int) -> str:
    """What the list holds, in a sentence or two."""
    share = f"{listed:,} of the {total:,}" if listed < total else f"{total:,}"
    noun = "relation" if total == 1 else "relations"
    rest = " Walk only some types to see the others." if listed < total else ""
    return (
        f"{share} {noun} that this walk meets and its bounds keep out of the drawing, best"
        f" supported first.{rest} Choose a name to centre the view on it."
    )


def _leave(ask: TableAsk, acts: ExploreActs) -> None:
    if ask.kind is Picked.NODE and ask.do in {"select", "expand"}:
        state.put(_LEFT, True)
        acts.do("centre", Picked.NODE, ask.id)
