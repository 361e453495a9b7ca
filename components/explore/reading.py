"""Reading a passage of the inspector whole, with the same words marked."""

from components import state
from components.explore.acts import NUMBER, READING
from components.explore.panel import Panel
from components.frame import PageContext
from components.passage_view import passage_dialog
from evidence.marks import Span, merged, name_spans


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
    spans: list[Span] = []
    if card is not None and panel is not None:
        wanted = {end["id"] for end in (panel["subject"], panel["object"]) if end} | {panel["id"]}
        spans = [span for name in wanted for span in card.spans.get(name, ())]
        spans = merged([*spans, *name_spans(card.passage.text, _names(panel))])
    passage_dialog(card, spans)


def _names(panel: Panel) -> list[str]:
    if panel["kind"] == "node":
        return [panel["title"]]
    return [end["name"] for end in (panel["subject"], panel["object"]) if end]
