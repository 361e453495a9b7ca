"""How far the first walk goes and how much it may draw, and how the view is laid out."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from components import state
from components.explore.moves import Bounds, start_walk, wider, with_start_walk
from components.picture.words import full_name
from components.shown_widget import key_showing
from components.text import elide, literal
from components.view import Layout, Link
from evidence import limits
from evidence.details import EntityDetail

_DEPTH, _BOUNDS, _LAYOUT = "explore.depth", "explore.bounds", "explore.layout"
_LADDER = (Bounds(25, 50), Bounds(50, 100), Bounds(100, 200), Bounds(200, 200))
_LAYOUTS = {Layout.RINGS: "Rings", Layout.FORCE: "Force", Layout.TREE: "Tree"}


def walk_controls(
    link: Link,
    start: EntityDetail | None,
    *,
    on_change: Callable[[Link], None],
    on_tidy: Callable[[], None],
) -> None:
    """Draw them for the walk of the start.

    Args:
        link: The view.
        start: Where its first walk starts.
        on_change: Called in a callback with the view that a control asks for.
        on_tidy: Called in a callback when the drawing is to be laid out anew.
    """
    walk = start_walk(link)
    now = Bounds(walk.max_nodes, walk.max_edges)
    options = sorted({*_LADDER, now})
    depth_key = key_showing(_DEPTH, walk.depth)
    bounds_key = key_showing(_BOUNDS, now)

    def deepened() -> None:
        _ask(_depth(state.value_of(depth_key)), None, on_change)

    def bounded() -> None:
        _ask(None, _bounds(state.value_of(bounds_key)), on_change)

    name = literal(elide(full_name(start.name), 40)) if start else "the start"
    st.segmented_control(
        "Depth",
        list(range(1, limits.DEPTH.cap + 1)),
        key=depth_key,
        format_func=lambda depth: "1 ring" if depth == 1 else f"{depth} rings",
        required=True,
        help=f"How many relations away from {name} the walk goes",
        on_change=deepened,
    )
    st.selectbox(
        "At most",
        options,
        key=bounds_key,
        format_func=lambda bounds: f"{bounds[0]} entities, {bounds[1]} relations",
        help="What a bound keeps: stated relations first, those with most passages before others",
        on_change=bounded,
    )
    _layout(link, on_change, on_tidy)


def _ask(depth: int | None, bounds: Bounds | None, on_change: Callable[[Link], None]) -> None:
    """Ask for the walk of the start with one thing changed, of the view as it is by now."""
    link = state.latest()
    on_change(with_start_walk(link, wider(start_walk(link), depth=depth, bounds=bounds)))


def _depth(value: Any) -> int | None:
    """A depth that may be walked; the browser may send anything."""
    return value if value in range(1, limits.DEPTH.cap + 1) else None


def _bounds(value: Any) -> Bounds | None:
    if not isinstance(value, tuple) or len(value) != 2:
        return None
    nodes, edges = (int(number) for number in value)
    return Bounds(min(max(nodes, 1), limits.NODES.cap), min(max(edges, 1), limits.EDGES.cap))


def _layout(link: Link, on_change: Callable[[Link], None], on_tidy: Callable[[], None]) -> None:
    key = key_showing(_LAYOUT, link.layout)

    def changed() -> None:
        now = state.latest()
        on_change(now.changed(layout=Layout(state.value_of(key) or link.layout)))

    st.segmented_control(
        "Layout",
        list(_LAYOUTS),
        key=key,
        format_func=lambda layout: _LAYOUTS[layout],
        required=True,
        on_change=changed,
    )
    st.button(
        "Lay out anew",
        key="explore.tidy",
        help="Places everything again and releases what was pinned",
        on_click=on_tidy,
    )
