"""Text cut into runs, marked and plain, ready to be shown as text."""

from collections.abc import Iterable

from components.text import shown_name, shown_text
from evidence.marks import Span, merged

Runs = list[tuple[str, bool]]

WINDOW = 320
_LEAD = 90


def name_runs(name: str, spans: Iterable[Span]) -> Runs:
    """A name with the matched parts marked; hidden characters are made visible."""
    if shown_name(name) != name:
        return [(shown_name(name), False)]
    return _cut(name, spans)


def text_runs(text: str, spans: Iterable[Span]) -> Runs:
    """A passage with some of its parts marked."""
    return [(shown_text(piece), marked) for piece, marked in _cut(text, spans)]


def window_runs(text: str, spans: Iterable[Span], *, size: int = WINDOW) -> Runs:
    """About ``size`` characters of a passage round its first mark, cut between words.

    An ellipsis stands where text was left out. Only the window is looked at.
    """
    spans = merged(spans)
    if len(text) <= size + _LEAD:
        return text_runs(text, spans)
    first = spans[0][0] if spans else 0
    start = _word_start(text, max(0, min(first - _LEAD, len(text) - size)))
    end = _word_end(text, min(len(text), start + size))
    inside = [
        (max(a, start) - start, min(b, end) - start) for a, b in spans if a < end and b > start
    ]
    before: Runs = [("… ", False)] if start else []
    after: Runs = [(" …", False)] if end < len(text) else []
    return [*before, *text_runs(text[start:end].strip("\n"), inside), *after]


def is_cut(text: str) -> bool:
    """Whether ``window_runs`` leaves any of the text out."""
    return len(text) > WINDOW + _LEAD


def _cut(text: str, spans: Iterable[Span]) -> Runs:
    cut: Runs = []
    at = 0
    for start, end in _bridged(text, merged(spans)):
        if start > at:
            cut.append((text[at:start], False))
        cut.append((text[start:end], True))
        at = end
    if at < len(text) or not cut:
        cut.append((text[at:], False))
    return cut


def _bridged(text: str, spans: Iterable[Span]) -> list[Span]:
    """The spans, with those that only spaces part joined: they read as one."""
    bridged: list[Span] = []
    for start, end in spans:
        if bridged and not text[bridged[-1][1] : start].strip(" "):
            bridged[-1] = (bridged[-1][0], end)
        else:
            bridged.append((start, end))
    return bridged


def _word_start(text: str, at: int) -> int:
    if at == 0:
        return 0
    space = text.find(" ", at, at + 30)
    return space + 1 if space >= 0 else at


def _word_end(text: str, at: int) -> int:
    if at == len(text):
        return at
    space = text.rfind(" ", at - 30, at)
    return space if space > 0 else at
