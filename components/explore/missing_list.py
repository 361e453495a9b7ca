"""What a walk met and the bounds kept out of the drawing, as a table."""

import streamlit as st

from components import state
from components.explore.acts import LISTING, ExploreActs
from components.explore.bounds_words import cuts_of
from components.explore.edge_table import TableAsk, edge_table
from components.explore.exploration import Exploration, union
from components.explore.moves import Bounds, wider
from components.frame import PageContext, guard
from components.picture.label_looks import LabelLooks
from components.picture.words import full_name
from components.text import counted, elide, literal
from components.view import Picked, Walk
from evidence import limits
from evidence.export.view import View, ViewEdge

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
            view, cut = missing_view(context, exploration, outcome.walk)
            most = f"{limits.NODES.cap} entities and {limits.EDGES.cap} relations"
            rest = " Even then some are left out." if cut else ""
            st.caption(
                f"{counted(len(view.shown_edges()), 'relation')} that this walk also meets with room"
                f" for {most}, best supported first.{rest} Choose a name to centre the view on it."
            )
            edge_table(
                view,
                looks,
                key="explore.missing",
                hides=False,
                on_ask=lambda ask: _leave(ask, acts),
            )

    listing()


def missing_view(context: PageContext, exploration: Exploration, walk: Walk) -> tuple[View, bool]:
    """What the same walk meets with all the room there is, less what is drawn.

    A walk that has all the room already is made once for each relation type instead. The second
    value is whether even so a bound cut something.
    """
    room = Bounds(limits.NODES.cap, limits.EDGES.cap)
    walks = [wider(walk, bounds=room)]
    if walks[0] == walk and not walk.types:
        first = next(o for o in exploration.outcomes if o.walk == walk)
        names = [item.name for item in first.extra.relation_types[: limits.RELATION_TYPES.cap]]
        walks = [walk.model_copy(update={"types": (name,)}) for name in names]
    drawn = {item.detail.relation_id for item in exploration.edges}
    parts = [union([(each, context.answers.explore(each, scope=context.scope))]) for each in walks]
    nodes = {node.entity.entity_id: node for part in parts for node in part.nodes}
    edges = [e for part in parts for e in part.edges if e.detail.relation_id not in drawn]
    edges.sort(key=lambda item: (-item.detail.passages.value, -_together(item)))
    view = View(start_id=walk.entity_id, nodes=tuple(nodes.values()), edges=tuple(edges))
    return view, any(cuts_of(part) for part in parts)


def _together(item: ViewEdge) -> int:
    return item.detail.together.value if item.detail.together else 0


def _leave(ask: TableAsk, acts: ExploreActs) -> None:
    if ask.kind is Picked.NODE and ask.do in {"select", "expand"}:
        state.put(_LEFT, True)
        acts.do("centre", Picked.NODE, ask.id)
