"""The inspector: the chosen entity or relation, its passages, and what can be done with it."""

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from components import state
from components.assets import script, style
from components.explore.panel import Panel
from components.parts import part

ACTIONS = frozenset({"expand", "collapse", "centre", "hide", "pin", "unpin", "read", "select"})

_PANEL = st.components.v2.component(
    "eg_inspector",
    html='<div class="eg"><section class="panel" aria-label="Inspector"></section></div>\n',
    css=style("marks", "inspector"),
    js=part("inspector", script("focus", "choice", "inspector")),
)

_EMPTY = (
    "Choose an entity or a relation in the drawing or in the table to see what is known of it"
    " and the passages behind it."
)


class Ask(NamedTuple):
    """What a reader asks of the inspector: an action, and the id it is about."""

    do: str
    id: str


def inspector(
    panel: Panel | None,
    *,
    key: str,
    selected: str | None = None,
    gone: bool = False,
    on_ask: Callable[[Ask], None],
) -> None:
    """Draw the panel.

    Args:
        panel: What is chosen.
        key: Key of the element.
        selected: What is chosen; the panel tells the canvas and the table in the browser.
        gone: Whether something is chosen that is not available in this scope.
        on_ask: Called in a callback with what the reader asks for.
    """

    def asked() -> None:
        ask = _read_ask(state.event_of(key, "ask"), panel)
        if ask is not None:
            on_ask(ask)

    empty = (
        "What was chosen is not part of this view. Choose something else in it." if gone else _EMPTY
    )
    _PANEL(
        key=key,
        data={"panel": panel, "empty": empty, "selected": selected},
        on_ask_change=asked,
    )


def _read_ask(sent: object, panel: Panel | None) -> Ask | None:
    """What the browser sent, checked: only what the panel offers can be asked for."""
    if panel is None or not isinstance(sent, dict):
        return None
    do, identity = sent.get("do"), sent.get("id")
    if not isinstance(do, str) or not isinstance(identity, str) or do not in ACTIONS:
        return None
    if do == "read":
        known = {passage["evidence_id"] for passage in panel["passages"]}
    elif do == "select":
        known = {end["id"] for end in (panel["subject"], panel["object"]) if end}
    else:
        offered = any(item["do"] == do and item["enabled"] for item in panel["actions"])
        known = {panel["id"]} if offered else set()
    return Ask(do, identity) if identity in known else None
