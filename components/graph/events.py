"""What a reader did on the canvas, checked: the browser may send anything."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from components.picture.drawing import Drawing


class CanvasEventType(StrEnum):
    """The kinds of events."""

    SELECT_NODE = "select_node"
    SELECT_EDGE = "select_edge"
    CLEAR = "clear"
    EXPAND = "expand"
    HIDE = "hide"
    PIN = "pin"
    UNPIN = "unpin"
    UNDO = "undo"
    BACK = "back"
    TABLE = "table"
    FOCUS_SEARCH = "focus_search"
    OPEN_PASSAGE = "open_passage"


@dataclass(frozen=True, slots=True)
class CanvasEvent:
    """One event.

    ``id`` is an entity for ``select_node``, ``expand``, ``pin`` and ``unpin``, a relation for
    ``select_edge``, either for ``hide``. ``point`` comes with ``pin``; ``number`` (1 to 9) with
    ``open_passage``.
    """

    type: CanvasEventType
    id: str | None = None
    point: tuple[float, float] | None = None
    number: int | None = None


_OF_NODES = frozenset({
    CanvasEventType.SELECT_NODE,
    CanvasEventType.EXPAND,
    CanvasEventType.PIN,
    CanvasEventType.UNPIN,
})
_FARTHEST = 1e6
_LAST_PASSAGE = 9


def parse_event(value: object, drawing: Drawing) -> CanvasEvent | None:
    """The event in a trigger's value, or None when it is malformed or names nothing drawn."""
    if not isinstance(value, Mapping) or value.get("type") not in set(CanvasEventType):
        return None
    kind = CanvasEventType(value["type"])
    if kind is CanvasEventType.OPEN_PASSAGE:
        number = value.get("number")
        fits = type(number) is int and 1 <= number <= _LAST_PASSAGE
        return CanvasEvent(kind, number=number) if fits else None
    known = _known(kind, drawing)
    if known is None:
        return CanvasEvent(kind)
    name, point = value.get("id"), _point(value)
    if not isinstance(name, str) or name not in known:
        return None
    if kind is not CanvasEventType.PIN:
        return CanvasEvent(kind, name)
    return CanvasEvent(kind, name, point) if point else None


def _known(kind: CanvasEventType, drawing: Drawing) -> set[str] | None:
    """The ids an event may name; None when it names none."""
    nodes = {node.id for node in drawing.nodes}
    edges = {edge.id for edge in drawing.edges}
    if kind in _OF_NODES:
        return nodes
    if kind is CanvasEventType.SELECT_EDGE:
        return edges
    return nodes | edges if kind is CanvasEventType.HIDE else None


def _point(value: Mapping[str, Any]) -> tuple[float, float] | None:
    across, down = value.get("x"), value.get("y")
    if type(across) not in {int, float} or type(down) not in {int, float}:
        return None
    point = float(across), float(down)  # type: ignore[arg-type]
    fine = all(math.isfinite(number) and abs(number) <= _FARTHEST for number in point)
    return point if fine else None
