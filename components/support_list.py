"""Passages in support of something: their words with marks, and where they stand."""

from collections.abc import Iterable
from typing import TypedDict

from components.runs import Runs, is_cut, window_runs
from components.text import shown_name
from evidence.details import PassageDetail
from evidence.marks import Span

DAMAGED = "The stored text does not match its digest, so it is not shown as evidence."


class Quote(TypedDict):
    """One passage as our components draw it."""

    evidence_id: str
    runs: Runs
    citation: str
    superseded: bool
    intact: bool
    read: str
    read_label: str


def quote(passage: PassageDetail, spans: Iterable[Span]) -> Quote:
    """A passage, cut to a window round its first mark when it is long."""
    citation = shown_name(passage.citation)
    read = "Read the whole passage" if is_cut(passage.text) else "Open passage"
    return Quote(
        evidence_id=passage.evidence_id,
        runs=window_runs(passage.text, spans) if passage.intact else [(DAMAGED, False)],
        citation=citation,
        superseded=passage.superseded,
        intact=passage.intact,
        read=read,
        read_label=f"{read}: {citation}",
    )
