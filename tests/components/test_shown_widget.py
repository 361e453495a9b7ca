import pytest

from components import state
from components.shown_widget import key_showing


@pytest.fixture(autouse=True)
def session(monkeypatch):
    held = {}
    monkeypatch.setattr(state, "put", held.__setitem__)
    monkeypatch.setattr(state, "value_of", held.get)
    return held


def test_a_widget_keeps_its_key_while_only_its_reader_changes_it(session):
    key = key_showing("types", ["a", "b"], {"a": "A", "b": "B"})
    session[key] = ["a"]
    assert key_showing("types", ["a"], {"a": "A", "b": "B"}) == key
    session[key] = ["b", "a"]
    assert key_showing("types", ["a", "b"], {"a": "A", "b": "B"}) == key
    slider = key_showing("least", 0.0)
    session[slider] = 0.15000000000000002
    assert key_showing("least", 0.15) == slider


def test_another_value_or_other_labels_make_another_widget_with_the_value_of_the_view(session):
    keys = [
        key_showing("types", ["a"], {"a": "A 1"}),
        key_showing("types", ["a"], {"a": "A 2"}),
        key_showing("types", ["a", "b"], {"a": "A 2", "b": "B"}),
        key_showing("types", ["b"], {"a": "A 2", "b": "B"}),
    ]
    assert len(set(keys)) == 4
    assert session[keys[-1]] == ["b"]
    session[keys[0]] = []
    assert key_showing("types", ["b"], {"a": "A 2", "b": "B"}) == keys[-1]
