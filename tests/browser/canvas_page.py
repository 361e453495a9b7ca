"""The canvas with nothing round it; the address says what is drawn."""

import streamlit as st

from components.graph import CanvasEvent, CanvasEventType, CanvasNotes, graph_canvas
from components.picture.model import draw
from components.view import Layout
from evidence.export import View
from tests.components.views import believable, edge, node, node_id, small

st.set_page_config(page_title="Canvas", layout="wide")
ss, asked = st.session_state, st.query_params


def hostile() -> View:
    probe = "<img src=x onerror=window.__hit=1><a href='javascript:window.__hit=1'>"
    names = [
        probe, "</script><script>window.__hit=1</script>", "{{7*7}}\u2028\u2029href", "a\u202eb\0c",
        "x" * 100_000, "", "   ", "[md](javascript:x) ![i](http://192.0.2.1/x.png)",
    ]  # fmt: skip
    nodes = [node(number, name, f"L{name[:40]}") for number, name in enumerate(names)]
    edges = [edge(number, 0, number, f"T{name[:300]}") for number, name in enumerate(names)]
    return View(start_id=node_id(0), nodes=tuple(nodes), edges=tuple(edges))


def build() -> View:
    if asked.get("case") == "hostile":
        return hostile()
    if asked.get("case") == "loop":
        return View(
            start_id=node_id(0),
            nodes=(node(0, "Acme"), node(1, "Maria Chen")),
            edges=(edge(0, 0, 0, "INSPECTS"), edge(1, 1, 0, "WORKS_FOR")),
        )
    if asked.get("case") == "small":
        return small()
    count = int(asked.get("n", "30"))
    if asked.get("case") == "star":
        nodes = tuple(node(number, f"Entity number {number}") for number in range(count + 1))
        ends = [(0, number) for number in range(1, count + 1)]
        ends += [(number, number) for number in range(1, count + 1, 2) if asked.get("loops")]
        edges = tuple(edge(number, *pair) for number, pair in enumerate(ends))
        return View(start_id=node_id(0), nodes=nodes, edges=edges)
    return believable(count, int(asked.get("m", count + 8)), hub=asked.get("hub") == "1")


def expanded(view: View) -> View:
    if "grown" not in ss:
        return view
    base = len(view.nodes)
    parent = next(n for n in range(base) if node_id(n) == ss.grown)
    more = [node(base + step, f"Newcomer {step}", "Event", walk=1) for step in range(6)]
    ties = [edge(5000 + step, parent, base + step, "ATTENDED") for step in range(6)]
    return view.model_copy(update={"nodes": (*view.nodes, *more), "edges": (*view.edges, *ties)})


def on_event(event: CanvasEvent) -> None:
    ss.setdefault("log", []).append(f"{event.type} {event.id or event.number or ''}")
    match event.type:
        case CanvasEventType.SELECT_NODE | CanvasEventType.SELECT_EDGE | CanvasEventType.CLEAR:
            ss.selected = event.id
        case CanvasEventType.EXPAND:
            ss.grown = event.id
        case CanvasEventType.HIDE:
            ss.setdefault("gone", set()).add(event.id)
        case CanvasEventType.UNDO:
            ss.gone = set()
        case CanvasEventType.PIN:
            ss.setdefault("pinned", {})[event.id] = event.point


if st.button("Grow"):
    ss.grown = node_id(1)
layout = st.segmented_control(
    "Layout", list(Layout), default=Layout(asked.get("layout", "rings")), required=True
)
view = expanded(build()).model_copy(
    update={
        "selected_id": ss.get("selected"),
        "pinned": ss.get("pinned", {}),
        "hidden_nodes": frozenset(ss.get("gone", ())),
        "hidden_edges": frozenset(ss.get("gone", ())),
    }
)
kept = ss.get("kept") if ss.get("kept_for") == layout else None
drawing = draw(view, layout=layout or Layout.RINGS, kept=kept)
ss.kept, ss.kept_for = dict(drawing.positions), layout
if not st.toggle("Show the graph", value=True):
    st.stop()
with st.container(width=int(asked.get("w", "900"))):
    graph_canvas(
        drawing,
        key="graph",
        height=int(asked.get("h", "620")),
        view_key=f"test-{len(view.nodes) if asked.get('case') else asked.get('n', '30')}",
        notes=CanvasNotes(
            "Neighbourhood of Maria Chen", "Scope: everything", "2026-03-01",
            ("The walk stopped at 25 entities of 61.",), "maria-chen.png",
        ),
        on_events=lambda events: [on_event(event) for event in events],
    )  # fmt: skip
st.text("\n".join(ss.get("log", [])[-12:]))
