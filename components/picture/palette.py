"""Colours and shapes: entity labels by colour and shape, edge grades by dash, weight and colour.

Hues are those of Okabe and Ito (https://jfly.uni-koeln.de/color/, 2008) without yellow, which no
white page can carry; each is darkened or lightened until it stands out from the page by at least
3:1 (WCAG 2.1, 1.4.11), on white and on black alike.
"""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from evidence.details import EdgeGrade


class LabelStyle(NamedTuple):
    """How entities of one label look, on the light page and on the dark one."""

    colour_light: str
    colour_dark: str
    shape: str


class EdgeStyle(NamedTuple):
    """How edges of one grade look; ``dashes`` are lengths drawn and left out, in drawing units."""

    colour_light: str
    colour_dark: str
    width: float
    dashes: tuple[int, ...]
    words: str


_HUES = (
    ("#0072B2", "#4FA3DB"),
    ("#D55E00", "#F0803C"),
    ("#008F68", "#1DB88A"),
    ("#B9578F", "#DE8FBB"),
    ("#A87200", "#E69F00"),
    ("#2F8FC6", "#8ED2F5"),
    ("#5B6472", "#A9B1BD"),
)
SHAPES = ("dot", "square", "triangle", "diamond", "hexagon", "triangleDown", "star")
_COMMON: dict[str, tuple[int, int]] = {
    "person": (0, 0),
    "organization": (1, 1),
    "location": (2, 5),
    "event": (3, 3),
    "product": (4, 4),
    "project": (5, 6),
    "document": (6, 1),
    "concept": (6, 0),
    "technology": (5, 4),
    "role": (0, 3),
    "date": (6, 3),
    "number": (6, 4),
    "law": (3, 1),
    "disease": (1, 2),
    "gene": (2, 0),
    "chemical": (4, 3),
}
_ALIASES = {
    "per": "person", "people": "person", "human": "person",
    "org": "organization", "organisation": "organization", "company": "organization",
    "loc": "location", "place": "location", "gpe": "location", "geo": "location",
    "city": "location", "country": "location",
    "time": "date", "num": "number", "misc": "concept", "category": "concept",
    "system": "technology", "tool": "technology", "regulation": "law", "rule": "law",
}  # fmt: skip
_SLOTS = len(_HUES) * len(SHAPES)
_STRIDE = 8  # coprime to 49: every step changes colour and shape, and all slots are met

GRADE_STYLES: dict[EdgeGrade, EdgeStyle] = {
    EdgeGrade.STATED: EdgeStyle("#344054", "#C6CEDA", 2.2, (), "Stated by a passage"),
    EdgeGrade.TOGETHER: EdgeStyle("#A15C00", "#E0A458", 1.7, (10, 5), "Mentioned together"),
    EdgeGrade.CONNECTED: EdgeStyle("#7A828E", "#8790A0", 1.4, (3, 5), "Connected only"),
    EdgeGrade.MISSING: EdgeStyle("#C4320A", "#F97066", 1.7, (12, 4, 3, 4), "Evidence missing"),
}


def label_style(label: str) -> LabelStyle:
    """The style a label has wherever nothing else claims it; equal labels get equal styles."""
    return _style(_choices(label)[0])


def label_styles(labels: Iterable[str]) -> dict[str, LabelStyle]:
    """A style for each label, no two alike while there are at most 49.

    A label keeps ``label_style`` unless an earlier label took it; well-known labels come first,
    then the others by name. Pass every label of the store, not those of one drawing, and a label
    looks the same on every page.
    """
    styles: dict[str, LabelStyle] = {}
    taken: set[tuple[int, int]] = set()
    for label in sorted(set(labels), key=lambda text: (_rank(text), text)):
        choices = _choices(label)
        slot = next((choice for choice in choices if choice not in taken), choices[0])
        taken.add(slot)
        styles[label] = _style(slot)
    return styles


def contrast(first: str, second: str) -> float:
    """The contrast of two ``#rrggbb`` colours, 1 to 21 (WCAG 2.1, relative luminance)."""
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _style(slot: tuple[int, int]) -> LabelStyle:
    light, dark = _HUES[slot[0]]
    return LabelStyle(light, dark, SHAPES[slot[1]])


def _rank(label: str) -> int:
    name = label.casefold()
    return 0 if name in _COMMON else 1 if name in _ALIASES else 2


def _choices(label: str) -> list[tuple[int, int]]:
    """Every slot, in the order in which this label would like them."""
    name = label.casefold()
    known = _COMMON.get(_ALIASES.get(name, name))
    digest = hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=8).digest()
    start = int.from_bytes(digest, "big") % _SLOTS
    walk = [divmod((start + _STRIDE * step) % _SLOTS, len(SHAPES)) for step in range(_SLOTS)]
    if known is None:
        common = set(_COMMON.values())
        return sorted(walk, key=lambda slot: slot in common)
    return [known, *(slot for slot in walk if slot != known)]
