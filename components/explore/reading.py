"""Reading a passage of the inspector at its place, with the same words marked."""

from collections.abc import Mapping

from components import state
from components.explore.acts import NUMBER, READING
from components.explore.panel import Panel, edge_layers
from components.frame import PageContext
from components.passage_view import passage_dialog
from evidence.marks import Span

_NAME = "name"


def read_passage(context: PageContext, panel: Panel | None) -> None:
    """Open the passage a reader asked for, by its id or by its number in the panel."""
    evidence_id = state.take(READING)
    number = state.take(NUMBER)
    passages = panel["passages"] if panel else []
    if isinstance(number, int) and 1 <= number <= len(passages):
        evidence_id = passages[number - 1]["evidence_id"]
    if not isinstance(evidence_id, str):
        return
    card = context.answers.passage(evidence_id, scope=context.scope)
    passage_dialog(card, _layers(context, panel, evidence_id) if panel else {})


def _layers(context: PageContext, panel: Panel, evidence_id: str) -> Mapping[str, list[Span]]:
    """The marks that the inspector shows in this passage."""
    subject, target = panel["subject"], panel["object"]
    if subject is None or target is None:
        entity = context.answers.entity(panel["id"], scope=context.scope)
        marked = entity.support if entity else []
        found = (one.spans for one in marked if one.passage.evidence_id == evidence_id)
        return {_NAME: next(found, [])}
    edge = context.answers.edge(panel["id"], subject["id"], target["id"], scope=context.scope)
    read = [*edge.evidence, *edge.candidates] if edge else []
    item = next((one for one in read if one.passage.evidence_id == evidence_id), None)
    return edge_layers(item) if item else {}
