"""What the inspector shows, as plain values: every text is final and is shown as text."""

from collections.abc import Iterable, Mapping
from typing import TypedDict

from components.layered_runs import WINDOW, LayeredRuns, is_whole, layered_runs
from components.picture.label_looks import Look
from components.search.hit_card import Chip
from components.support_list import DAMAGED
from components.text import shown_name
from evidence.cards import EdgePassage
from evidence.details import PassageDetail
from evidence.marks import Span

_IN_DRAWING = frozenset({"hide", "pin", "unpin"})


class PanelAction(TypedDict):
    """A button, or a link when it has an address; ``do`` is what the inspector is told."""

    do: str
    text: str
    help: str
    href: str | None
    enabled: bool


class PanelPassage(TypedDict):
    """A passage beside a node or an edge, with what it was found to mention."""

    evidence_id: str
    runs: LayeredRuns
    citation: str
    superseded: bool
    intact: bool
    seen: list[tuple[str, bool]]
    read: str
    read_label: str


class PanelEnd(TypedDict):
    """An entity that can be chosen from the panel."""

    id: str
    name: str
    look: Look


class Panel(TypedDict):
    """One selection in words.

    ``ends`` are subject, relation words and object of an edge; ``title`` is a node's name.
    ``lines`` are remarks below the head, ``facts`` pairs of a name and a value.
    """

    id: str
    kind: str
    title: str
    look: Look | None
    subject: PanelEnd | None
    relation: str
    object: PanelEnd | None
    directed: bool
    chips: list[Chip]
    grade: str
    lines: list[str]
    facts: list[tuple[str, str]]
    properties: list[tuple[str, str]]
    passages_title: str
    passages_note: str
    passages: list[PanelPassage]
    actions: list[PanelAction]


def panel_passage(
    passage: PassageDetail,
    layers: Mapping[str, Iterable[Span]],
    *,
    number: int,
    seen: Iterable[tuple[str, bool]] = (),
) -> PanelPassage:
    """A passage with its marks, cut to a window when it is long."""
    citation = shown_name(passage.citation)
    read = "Read in context" if is_whole(passage.text) else "Read the whole passage"
    return PanelPassage(
        evidence_id=passage.evidence_id,
        runs=layered_runs(passage.text, layers, size=WINDOW) if passage.intact else [(DAMAGED, [])],
        citation=citation,
        superseded=passage.superseded,
        intact=passage.intact,
        seen=list(seen),
        read=read,
        read_label=f"{read} {number}: {citation}",
    )


def edge_layers(item: EdgePassage) -> dict[str, list[Span]]:
    """The marks of a passage beside a relation."""
    return {
        "subject": item.subject_spans,
        "object": item.object_spans,
        "quote": [item.quote_span] if item.quote_span else [],
    }


def action(
    do: str, text: str, help_text: str = "", *, href: str | None = None, enabled: bool = True
) -> PanelAction:
    """One thing a reader can do with the selection."""
    return PanelAction(do=do, text=text, help=help_text, href=href, enabled=enabled)


def out_of_view(panel: Panel) -> Panel:
    """The panel of what is in the view but hidden now: it says so, and offers no place in it."""
    chip = Chip(
        text="Not in this view now",
        tone="warn",
        help="A filter or hiding took it out of the drawing. Show all brings it back.",
    )
    actions = [each for each in panel["actions"] if each["do"] not in _IN_DRAWING]
    return {**panel, "chips": [chip, *panel["chips"]], "actions": actions}
