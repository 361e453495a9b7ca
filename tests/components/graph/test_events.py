import pytest

from components.graph.events import CanvasEvent, CanvasEventType, parse_event
from components.picture.model import draw
from tests.components.views import edge_id, node_id, small

DRAWING = draw(small())
A, E = node_id(0), edge_id(0)


@pytest.mark.parametrize(
    ("value", "event"),
    [
        ({"type": "select_node", "id": A}, CanvasEvent(CanvasEventType.SELECT_NODE, A)),
        ({"type": "select_edge", "id": E}, CanvasEvent(CanvasEventType.SELECT_EDGE, E)),
        ({"type": "clear", "id": "x"}, CanvasEvent(CanvasEventType.CLEAR)),
        ({"type": "expand", "id": A}, CanvasEvent(CanvasEventType.EXPAND, A)),
        ({"type": "hide", "id": A}, CanvasEvent(CanvasEventType.HIDE, A)),
        ({"type": "hide", "id": E}, CanvasEvent(CanvasEventType.HIDE, E)),
        ({"type": "unpin", "id": A, "x": 1}, CanvasEvent(CanvasEventType.UNPIN, A)),
        (
            {"type": "pin", "id": A, "x": 1, "y": -2.5},
            CanvasEvent(CanvasEventType.PIN, A, (1.0, -2.5)),
        ),
        (
            {"type": "open_passage", "number": 9},
            CanvasEvent(CanvasEventType.OPEN_PASSAGE, number=9),
        ),
        ({"type": "back"}, CanvasEvent(CanvasEventType.BACK)),
    ],
)
def test_a_sound_event_is_understood(value, event):
    assert parse_event(value, DRAWING) == event


@pytest.mark.parametrize(
    "value",
    [
        None,
        "select_node",
        [],
        {},
        {"type": "drop_table"},
        {"type": None},
        {"type": "select_node", "id": E},
        {"type": "select_node", "id": "not drawn"},
        {"type": "select_node", "id": 7},
        {"type": "select_edge", "id": A},
        {"type": "expand"},
        {"type": "pin", "id": A},
        {"type": "pin", "id": A, "x": float("nan"), "y": 0},
        {"type": "pin", "id": A, "x": 1e300, "y": 0},
        {"type": "pin", "id": A, "x": "1", "y": 0},
        {"type": "pin", "id": A, "x": True, "y": 0},
        {"type": "open_passage"},
        {"type": "open_passage", "number": 0},
        {"type": "open_passage", "number": 10},
        {"type": "open_passage", "number": True},
    ],
)
def test_anything_else_is_ignored(value):
    assert parse_event(value, DRAWING) is None
