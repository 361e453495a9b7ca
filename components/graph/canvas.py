"""Mounts the canvas and hands a reader's events on."""

from collections.abc import Callable

import streamlit as st

from components.graph.assets import markup, script, styles
from components.graph.events import CanvasEvent, parse_event
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
    on_event: Callable[[CanvasEvent], None],
) -> None:
    """Draws a picture that answers; selecting and acting call ``on_event`` before the next run.

    Args:
        drawing: What is drawn, with places and selection.
        key: Key of the element.
        height: Pixels.
        view_key: What zoom and dragged places are remembered for in the browser; give each start
            entity its own. ``key`` when left out.
        notes: What a saved picture says.
        can_undo: Whether there is a step to take back.
        on_event: Called in a callback, so it may change session state. Selections and actions are
            two triggers, because two of one name closer than 10 ms become one, and a double click
            is both.
    """

    def hand_on(trigger: str) -> None:
        event = parse_event(event_of(key, trigger), drawing)
        if event is not None:
            on_event(event)

    data = payload(
        drawing,
        view_key=view_key or key,
        height=height,
        notes=notes or CanvasNotes(),
        can_undo=can_undo,
    )
    _MOUNT(
        key=key,
        data=data,
        on_select_change=lambda: hand_on("select"),
        on_action_change=lambda: hand_on("action"),
    )
