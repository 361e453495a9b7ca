"""Text cut into runs that may carry several marks at once: subject, object and quote."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from components.text import shown_text
from evidence.marks import Span, merged

LayeredRuns = list[tuple[str, list[str]]]

WINDOW = 420
_LEAD = 60
_SLACK = 30


def layered_runs(
    text: str, layers: Mapping[str, Iterable[Span]], *, size: int | None = None
) -> LayeredRuns:
    """A text cut where any layer begins or ends, each run with the names of its layers.

    Args:
        text: The text.
        layers: Spans of each layer by its name; a span outside the text is cut to it.
        size: About how many characters to show round the first mark, cut between words; all of
            the text when left out. An ellipsis stands where text was left out.
    """
    spans = {
        name: [_inside(span, len(text)) for span in merged(all_of)]
        for name, all_of in layers.items()
    }
    start, end = _window(text, [span for all_of in spans.values() for span in all_of], size)
    borders = sorted({
        start,
        end,
        *(at for all_of in spans.values() for span in all_of for at in span if start < at < end),
    })
    runs: LayeredRuns = [("… ", [])] if start else []
    for left, right in pairwise(borders):
        names = [name for name, all_of in spans.items() if _covers(all_of, left, right)]
        runs.append((shown_text(text[left:right]), names))
    if end < len(text):
        runs.append((" …", []))
    return runs


def is_whole(text: str, size: int = WINDOW) -> bool:
    """Whether a window of this size shows all of a text."""
    return len(text) <= size + _LEAD


def _inside(span: Span, length: int) -> Span:
    return (min(max(span[0], 0), length), min(max(span[1], 0), length))


def _covers(spans: Iterable[Span], left: int, right: int) -> bool:
    return any(start <= left and right <= end for start, end in spans)


def _window(text: str, spans: list[Span], size: int | None) -> Span:
    if size is None or is_whole(text, size):
        return (0, len(text))
    first = min((start for start, end in spans if start < end), default=0)
    start = max(0, min(first - _LEAD, len(text) - size))
    end = min(len(text), start + size)
    after = text.find(" ", start, start + _SLACK) if start else -1
    before = text.rfind(" ", end - _SLACK, end) if end < len(text) else -1
    return (after + 1 if after >= 0 else start, before if before > start else end)
