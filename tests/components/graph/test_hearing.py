import pytest

from components import state
from components.graph import hearing
from components.graph.hearing import heard, unheard


@pytest.fixture(autouse=True)
def session(monkeypatch):
    held = {}
    monkeypatch.setattr(state, "put", held.__setitem__)
    monkeypatch.setattr(state, "value_of", held.get)


def message(*numbers, sender="a"):
    return {"from": sender, "events": [{"n": number, "type": "back"} for number in numbers]}


def numbers(found):
    return [event["n"] for event in found]


def test_what_is_sent_again_counts_once():
    assert numbers(unheard("graph", message(1))) == [1]
    assert numbers(unheard("graph", message(1, 2, 3))) == [2, 3]
    assert unheard("graph", message(1, 2, 3)) == []
    assert heard("graph") == {"a": 3}


def test_each_canvas_counts_for_itself_and_old_ones_are_forgotten():
    unheard("graph", message(5))
    assert numbers(unheard("graph", message(1, sender="b"))) == [1]
    assert numbers(unheard("other", message(1))) == [1]
    for count in range(hearing.CANVASES):
        unheard("graph", message(1, sender=f"c{count}"))
    assert len(heard("graph")) == hearing.CANVASES
    assert "a" not in heard("graph")


@pytest.mark.parametrize(
    "sent",
    [
        None, 7, [], {}, {"from": 1, "events": []}, {"from": "x" * 41, "events": []},
        {"from": "a"}, {"from": "a", "events": [None, 7, {}, {"n": "1"}, {"n": True}, {"n": 0}]},
    ],
)  # fmt: skip
def test_a_message_of_another_shape_holds_nothing(sent):
    assert unheard("graph", sent) == []
