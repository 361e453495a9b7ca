import json

from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

from tests.components.views import node_id


def page():
    import streamlit as st

    from components.graph import graph_canvas
    from components.picture.model import draw
    from tests.components.views import small

    def note(events):
        seen = [f"{event.type} {event.id}" for event in events]
        st.session_state.setdefault("seen", []).extend(seen)

    drawing = draw(small())
    graph_canvas(drawing, key="graph", height=500, on_events=note)
    st.text(" | ".join(st.session_state.get("seen", [])))


def fire(at, event, value):
    mount = at.get("bidi_component")[0]
    states = at._tree.get_widget_states()
    payload = json.dumps([{"event": event, "value": value}])
    trigger = _make_trigger_id(mount.proto.id, "events")
    states.widgets.append(WidgetState(id=trigger, json_trigger_value=payload))
    return at._run(states)


def test_events_reach_python_and_foreign_ones_do_not():
    at = AppTest.from_function(page, default_timeout=20).run()
    assert not at.exception
    sent = json.loads(at.get("bidi_component")[0].proto.json)
    assert sent["view_key"] == "graph"
    assert sent["height"] == 500
    assert sent["nodes"][0]["label"] == "Maria Chen"
    chosen = {"n": 1, "type": "select_node", "id": node_id(1)}
    grown = {"n": 2, "type": "expand", "id": node_id(1)}
    fire(at, "acts", {"from": "a", "events": [chosen]})
    fire(at, "acts", {"from": "a", "events": [chosen, grown]})
    fire(at, "acts", {"from": "a", "events": [{"n": 3, "type": "expand", "id": "elsewhere"}]})
    assert not at.exception
    assert at.text[0].value == f"select_node {node_id(1)} | expand {node_id(1)}"
    sent = json.loads(at.get("bidi_component")[0].proto.json)
    assert sent["heard"] == {"a": 3}
