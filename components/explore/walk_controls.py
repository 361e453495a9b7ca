"""How far the first walk goes and how much it may draw, and how the view is laid out."""

from collections.abc import Callable

import streamlit as st

from components import state
from components.explore.moves import Bounds, start_walk, wider, with_start_walk
from components.picture.words import full_name
from components.text import elide, literal
from components.view import Layout, Link, Walk
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
    state.show_in(_DEPTH, walk.depth)
    state.show_in(_BOUNDS, now)

    def changed() -> None:
        on_change(with_start_walk(state.open_link()[0], _chosen(walk)))

    name = literal(elide(full_name(start.name), 40)) if start else "the start"
    st.segmented_control(
        "Depth",
        list(range(1, limits.DEPTH.cap + 1)),
        key=_DEPTH,
        format_func=lambda depth: "1 ring" if depth == 1 else f"{depth} rings",
        required=True,
        help=f"How many relations away from {name} the walk goes",
        on_change=changed,
    )
    st.selectbox(
        "At most",
        options,
        key=_BOUNDS,
        format_func=lambda bounds: f"{bounds[0]} entities, {bounds[1]} relations",
        help="What a bound keeps: stated relations first, those with most passages before others",
        on_change=changed,
    )
    _layout(link, on_change, on_tidy)


def _chosen(walk: Walk) -> Walk:
    """The walk the controls ask for; the browser may send anything, so it is checked."""
    depth = state.value_of(_DEPTH)
    bounds = state.value_of(_BOUNDS)
    if depth not in range(1, limits.DEPTH.cap + 1):
        depth = walk.depth
    known = isinstance(bounds, tuple) and len(bounds) == 2
    nodes, edges = bounds if known else (walk.max_nodes, walk.max_edges)
    room = Bounds(
        min(max(int(nodes), 1), limits.NODES.cap), min(max(int(edges), 1), limits.EDGES.cap)
    )
    return wider(walk, depth=depth, bounds=room)


def _layout(link: Link, on_change: Callable[[Link], None], on_tidy: Callable[[], None]) -> None:
    state.show_in(_LAYOUT, link.layout)

    def changed() -> None:
        now, _ = state.open_link()
        on_change(now.changed(layout=Layout(state.value_of(_LAYOUT) or link.layout)))

    st.segmented_control(
        "Layout",
        list(_LAYOUTS),
        key=_LAYOUT,
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
