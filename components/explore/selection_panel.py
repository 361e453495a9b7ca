"""From a selection to the panel the inspector shows."""

from datetime import UTC, datetime

from components.explore import memory as session
from components.explore.edge_panel import edge_panel
from components.explore.exploration import Exploration
from components.explore.node_panel import node_panel
from components.explore.panel import Panel, out_of_view
from components.frame import PageContext
from components.picture.label_looks import LabelLooks
from components.view import Link, Picked, Selection
from evidence.export.view import View


def selection_panel(
    context: PageContext, link: Link, exploration: Exploration, view: View, looks: LabelLooks
) -> Panel | None:
    """The panel of the selection of a view, of the start when nothing is chosen.

    Nothing when it is not part of the view or not in scope; what filters hide is told as such.
    """
    chosen = link.selection
    if chosen is None:
        if not link.walks:
            return None
        chosen = Selection(kind=Picked.NODE, id=link.walks[0].entity_id)
    if chosen.kind is Picked.NODE:
        panel = _of_node(context, link, exploration, looks, chosen.id)
    else:
        panel = _of_edge(context, exploration, looks, chosen.id)
    if panel is None or _is_shown(view, chosen):
        return panel
    return out_of_view(panel)


def _is_shown(view: View, chosen: Selection) -> bool:
    if chosen.kind is Picked.NODE:
        return chosen.id not in view.hidden_nodes
    return any(item.detail.relation_id == chosen.id for item in view.shown_edges())


def _of_node(
    context: PageContext,
    link: Link,
    exploration: Exploration,
    looks: LabelLooks,
    entity_id: str,
) -> Panel | None:
    if exploration.node(entity_id) is None:
        return None
    card = context.answers.entity(entity_id, scope=context.scope)
    if card is None:
        return None
    return node_panel(
        card,
        link,
        looks,
        pinned=entity_id in session.pins(),
        is_full=exploration.is_full,
    )


def _of_edge(
    context: PageContext, exploration: Exploration, looks: LabelLooks, relation_id: str
) -> Panel | None:
    item = exploration.edge(relation_id)
    if item is None:
        return None
    edge = item.edge
    card = context.answers.edge(relation_id, edge.source_id, edge.target_id, scope=context.scope)
    if card is None:
        return None
    return edge_panel(card, looks, today=context.scope.as_of or datetime.now(UTC).date())
