"""The words of a drawing: elided names, their width, and one sentence for each relation.

What was worded last is kept, since every filter words the same names again: making sure that
nothing in them is invisible took a third of a drawing of 200. Only what is cut to length is kept.
"""

import unicodedata
from functools import lru_cache

from components.text import counted, elide, shown_name
from evidence.details import Count, EdgeDetail, EdgeGrade
from evidence.export.rows import relation_words as spoken
from evidence.results import ExploredEdge

KEPT = 2_048
LABEL_CHARACTERS = 24
NAME_CHARACTERS = 200
TYPE_CHARACTERS = 60
FONT_SIZE = 13.0
_NARROW = frozenset("iljtfrI.,:;'|!()[]{} -")
_WIDE = frozenset("mwMW@%")


def label_text(name: str) -> str:
    """The text written beside a node: at most 24 characters, nothing invisible."""
    return _shown(name[: 4 * LABEL_CHARACTERS], LABEL_CHARACTERS)


def full_name(name: str) -> str:
    """The text of a tooltip: at most 200 characters, nothing invisible."""
    return _shown(name[: 2 * NAME_CHARACTERS], NAME_CHARACTERS)


@lru_cache(maxsize=KEPT)
def _shown(name: str, characters: int) -> str:
    return elide(shown_name(name), characters)


def text_width(text: str, size: float = FONT_SIZE) -> float:
    """About how wide a text is at a font size, within 10 % of Inter and Arial."""
    return size * _advances(text)


@lru_cache(maxsize=KEPT)
def _advances(text: str) -> float:
    return sum(_advance(letter) for letter in text)


def _advance(letter: str) -> float:
    if letter in _NARROW:
        return 0.32
    if letter in _WIDE:
        return 0.88
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.02
    if unicodedata.combining(letter):
        return 0.0
    return 0.66 if letter.isupper() else 0.56


def relation_words(relation_type: str) -> str:
    """``works for`` for ``WORKS_FOR``; a type in any other form stays as it is."""
    return spoken(_shown(relation_type[:NAME_CHARACTERS], TYPE_CHARACTERS))


def format_count(count: Count) -> str:
    """``12``, or ``1,000+`` when the count stopped at its cap."""
    return f"{count.value:,}{'+' if count.capped else ''}"


def grade_words(detail: EdgeDetail) -> str:
    """What stands behind an edge, for the end of a sentence; each kind by the legend's name."""
    if detail.grade is EdgeGrade.STATED:
        words = counted(detail.passages.value, "passage", capped=detail.passages.capped)
        return f"stated in {words}"
    if detail.grade is EdgeGrade.MISSING:
        return "evidence missing; the passages it names are not in this graph"
    if detail.grade is EdgeGrade.CONNECTED:
        return "connected only; no passage is recorded as stating it"
    if detail.together is None:
        return "mentioned together; no passage is recorded as stating it"
    words = counted(detail.together.value, "passage", capped=detail.together.capped)
    verb = "mentions" if detail.together.value == 1 else "mention"
    return f"mentioned together; no passage is recorded as stating it, {words} {verb} both ends"


def edge_sentence(edge: ExploredEdge, detail: EdgeDetail, source: str, target: str) -> str:
    """A relation as one sentence for a screen reader or a table row."""
    return "".join(text for text, _ in edge_pieces(edge, detail, source, target))


def edge_pieces(
    edge: ExploredEdge, detail: EdgeDetail, source: str, target: str
) -> list[tuple[str, bool]]:
    """The pieces of that sentence, and whether each is data rather than words of ours."""
    words = (relation_words(edge.relation_type), True)
    one, other = (full_name(source), True), (full_name(target), True)
    grade = (f": {grade_words(detail)}.", False)
    if detail.directed:
        return [one, (" ", False), words, (" ", False), other, grade]
    return [one, (" and ", False), other, (", ", False), words, grade]
