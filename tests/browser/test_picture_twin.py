"""An exported picture is the one on the screen: lines, heads and labels as the canvas has them."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from components.graph.assets import vis_directory
from components.picture.drawing import Drawing
from components.picture.edge_path import lines
from components.picture.label_places import places
from components.picture.model import draw
from components.picture.palette import GRADE_STYLES
from components.picture.words import text_width
from components.view import Layout
from evidence.export import View
from tests.browser.conftest import ROOT
from tests.components.picture.tree_shapes import maria, orion
from tests.components.views import believable, edge, node, node_id

pytestmark = pytest.mark.browser

SCRIPTS = ROOT / "components" / "graph" / "js"
BOLD = 1.05
DIGITS = 1.15
DRAWN = """({ nodes, edges, groups, grades, widths, bold, start, few }) => {
  const theme = { dark: false, background: "#fff" };
  const items = new Map(nodes.map((node) => [node.id, { ...node }]));
  const net = new vis.Network(document.querySelector("#stage"), {
    nodes: nodes.map((node) => ({ ...visNode(node, groups, theme), x: node.x, y: node.y })),
    edges: edges.map((edge) => visEdge(edge, grades, theme, edges.length > CROWD, items.get(edge.from).size)),
  }, {
    physics: { enabled: false },
    layout: { improvedLayout: false },
    nodes: { borderWidth: 2, font: { size: 0 } },
    edges: { arrowStrikethrough: false, font: { size: 0 } },
  });
  // vis cuts places to whole numbers.
  for (const { id, x, y } of nodes) Object.assign(net.body.nodes[id], { x, y });
  const painter = document.createElement("canvas").getContext("2d");
  const paths = {};
  const drawn = new Map();
  for (const edge of edges) {
    const line = net.body.edges[edge.id];
    const values = line.getFormattingValues();
    Object.assign(line.edgeType, { fromPoint: line.edgeType.from, toPoint: line.edgeType.to });
    const head = edge.arrows ? line.edgeType.getArrowData(painter, "to", line.edgeType.getViaNode?.(), false, false, values) : null;
    line.drawArrows(painter);
    const graph = { body: net.body, scene: { ctx: painter } };
    const point = (t) => pointOn.call(graph, edge, t);
    drawn.set(edge.id, { ...edge, point });
    paths[edge.id] = { points: [0, 0.3, 0.5, 0.8, 1].map(point), head: head && [head.point, head.core, head.length], width: values.width };
  }
  const letters = { font: "", measureText(text) {
    const size = Number(/([\\d.]+)px/.exec(this.font)[1]);
    return { width: widths[text] * size * (this.font.startsWith("600") ? bold : 1) };
  } };
  const degree = new Map();
  for (const edge of edges) for (const end of [edge.from, edge.to]) degree.set(end, (degree.get(end) ?? 0) + 1);
  const weight = (item) => (item.start ? 1e6 : 0) + (degree.get(item.id) ?? 0) + item.size / 100;
  const ranked = [...items.values()].sort((one, other) => weight(other) - weight(one) || (one.id < other.id ? -1 : 1));
  const labels = new Labels();
  labels.place(letters, ranked, drawn, 1, "x", { onEdges: few, start });
  const box = ({ left, top, right, bottom }) => [left, top, right, bottom];
  return { paths, names: labels.placed.map((it) => [it.own, it.side, box(it)]), badges: [...labels.badges].map(([id, it]) => [id, it.side, box(it)]), words: labels.edgePlaced.map((it) => [it.edge, box(it)]) };
}"""


def parallel() -> View:
    """Three relations of one pair in both directions, two loops, and one with no direction."""
    return View(
        start_id=node_id(0),
        nodes=(node(0, "Acme", "Organization"), node(1, "Maria Chen"), node(2, "Orion", "Event")),
        edges=(
            edge(0, 0, 1, "KNOWS"),
            edge(1, 1, 0),
            edge(2, 0, 1, "PAYS", directed=False),
            edge(3, 0, 0, "INSPECTS"),
            edge(4, 0, 0, "OWNS"),
            edge(5, 1, 2, "ATTENDED"),
        ),
    )


CASES = [
    *(pytest.param(believable(30, 30), layout, id=f"30 {layout}") for layout in Layout),
    *(pytest.param(parallel(), layout, id=f"parallel {layout}") for layout in Layout),
    pytest.param(maria(), Layout.TREE, id="a column of four"),
    pytest.param(orion(), Layout.TREE, id="a column of ten"),
    pytest.param(believable(62, 70, hub=True), Layout.RINGS, id="hub"),
    pytest.param(believable(120, 140), Layout.RINGS, id="crowd"),
]


def on_canvas(page: Page, drawing: Drawing) -> dict[str, Any]:
    """What the canvas's own scripts and vis make of a drawing."""
    script = "\n".join(
        (SCRIPTS / name).read_text("utf-8")
        for name in ("10_theme.js", "18_room.js", "19_sides.js", "20_labels.js")
    )
    actions = (SCRIPTS / "80_actions.js").read_text("utf-8")
    begin = actions.index("  pointOn(edge, t) {")
    method = actions[begin : actions.index("\n  },", begin)].strip().removeprefix("pointOn")
    page.set_content('<div id="stage" style="width:900px;height:700px"></div>')
    page.add_script_tag(path=vis_directory() / "vis-network.min.js")
    page.add_script_tag(content=f"const CROWD = 90;\n{script}\nfunction pointOn{method}\n}}")
    styles = drawing.label_styles
    badges = {item.badge for item in drawing.nodes if item.badge}
    names = {text for item in (*drawing.nodes, *drawing.edges) for text in [item.text]}
    answer: dict[str, Any] = page.evaluate(
        DRAWN,
        {
            "start": drawing.start_id,
            "few": len(drawing.edges) <= 30,
            "bold": BOLD,
            "widths": {name: text_width(name, 1.0) for name in names}
            | {name: text_width(name, 1.0) * DIGITS / BOLD for name in badges},
            "groups": {label: {"light": "#123456", "dark": "#123456"} for label in styles},
            "grades": {
                grade: {"light": "#123456", "dark": "", "width": look.width, "dashes": []}
                for grade, look in GRADE_STYLES.items()
            },
            "nodes": [
                {
                    "id": item.id,
                    "group": item.label,
                    "shape": styles[item.label].shape,
                    "size": item.size,
                    "x": item.point[0],
                    "y": item.point[1],
                    "anchor": item.anchor,
                    "beyond": item.beyond,
                    "text": item.text,
                    "badge": item.badge,
                    "start": item.is_start,
                }
                for item in drawing.nodes
            ],
            "edges": [
                {
                    "id": item.id,
                    "from": item.source,
                    "to": item.target,
                    "label": item.text,
                    "grade": item.grade,
                    "arrows": "to" if item.directed else "",
                    "bend": item.bend,
                    "loop": item.loop,
                }
                for item in drawing.edges
            ],
        },
    )
    return answer


@pytest.mark.parametrize(("view", "layout"), CASES)
def test_lines_heads_and_labels_are_those_of_the_canvas(
    browser: Browser, view: View, layout: Layout
) -> None:
    drawing = draw(view, layout=layout)
    page = browser.new_page()
    canvas = on_canvas(page, drawing)
    page.close()
    own = lines(drawing)
    assert canvas["paths"].keys() == own.keys()
    for name, path in canvas["paths"].items():
        line = own[name]
        for share, point in zip((0, 0.3, 0.5, 0.8, 1), path["points"], strict=True):
            assert line.at(share) == pytest.approx((point["x"], point["y"]), abs=0.01), name
        if line.head is None:
            assert path["head"] is None
            continue
        point, core, length = path["head"]
        assert line.head.point == pytest.approx((point["x"], point["y"]), abs=0.01)
        assert line.head.core == pytest.approx((core["x"], core["y"]), abs=0.01)
        assert line.head.length == pytest.approx(length)
    labels = places(drawing)
    for ours, theirs in ((labels.nodes, canvas["names"]), (labels.badges, canvas["badges"])):
        assert [(place.id, place.side) for place in ours] == [
            (name, side) for name, side, _ in theirs
        ]
        for place, (*_, box) in zip(ours, theirs, strict=True):
            assert tuple(place.box) == pytest.approx(box, abs=0.01)
    assert [place.id for place in labels.edges] == [name for name, _ in canvas["words"]]
    for place, (_, box) in zip(labels.edges, canvas["words"], strict=True):
        assert tuple(place.box) == pytest.approx(box, abs=0.01)


def test_every_row_of_a_saved_legend_begins_at_the_same_place(browser: Browser) -> None:
    page = browser.new_page()
    script = (SCRIPTS / "40_picture.js").read_text("utf-8")
    page.add_script_tag(content=script)
    marks = page.evaluate(
        """() => {
          const marks = [];
          const at = (x, y) => marks.push([x, y]);
          const ctx = { measureText: text => ({ width: 8 * text.length }), moveTo: at, lineTo() {}, save() {},
            restore() {}, setLineDash() {}, beginPath() {}, stroke() {}, fill() {}, closePath() {}, fillText() {},
            arc: (x, y, r) => at(x - r, y) };
          const style = { light: "#000", dark: "#fff", width: 2, dashes: [] };
          const line = { style, text: "Mentioned together (12)" };
          const dot = { colour: "#000", group: { shape: "dot" }, text: "Organization (12)" };
          drawLegend(ctx, [...Array(6).fill(line), ...Array(9).fill(dot), line], { dark: false, text: "#000" }, 0);
          return marks;
        }"""
    )
    page.close()
    rows: dict[float, float] = {}
    for x, y in marks:
        rows.setdefault(y, x)
    assert len(rows) >= 3
    assert list(rows.values()) == pytest.approx([28.0] * len(rows), abs=1.5)
