"""Mounts the canvas and hands a reader's events on."""

from collections.abc import Callable, Sequence

import streamlit as st

from components.graph.assets import markup, script, styles
from components.graph.events import CanvasEvent, parse_event
from components.graph.hearing import heard, unheard
from components.graph.payload import CanvasNotes, payload
from components.parts import part
from components.picture.drawing import Drawing
from components.state import event_of

COMPONENT = "evidence_graph"
_MOUNT = st.components.v2.component(
    COMPONENT, html=markup(), css=styles(), js=part("canvas", script())
)


def graph_canvas(
    drawing: Drawing,
    *,
    key: str,
    height: int = 620,
    view_key: str | None = None,
    notes: CanvasNotes | None = None,
    can_undo: bool = True,
    on_events: Callable[[Sequence[CanvasEvent]], None],
) -> None:
    """Draws a picture that answers; selecting and acting call ``on_events`` before the next run.

    Args:
        drawing: What is drawn, with places and selection.
        key: Key of the element.
        height: Pixels.
        view_key: What zoom and dragged places are remembered for in the browser; give each start
            entity its own. ``key`` when left out.
        notes: What a saved picture says.
        can_undo: Whether there is a step to take back.
        on_events: Called in a callback, so it may change session state, with what a reader did
            since the last call: more than one thing when a run was in progress meanwhile.
    """

    def hand_on() -> None:
        sent = unheard(key, event_of(key, "acts"))
        events = [event for value in sent if (event := parse_event(value, drawing))]
        if events:
            on_events(events)

    data = payload(
        drawing,
        view_key=view_key or key,
        height=height,
        notes=notes or CanvasNotes(),
        can_undo=can_undo,
    )
    _MOUNT(key=key, data=data | {"heard": heard(key)}, on_acts_change=hand_on)
