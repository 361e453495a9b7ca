import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.picture.label_places import places
from components.picture.layout import Anchor
from components.picture.model import draw
from components.picture.svg import graph_svg, legend_svg
from components.picture.svg_paper import DARK
from evidence.export import View, ViewNotes
from tests.components.views import believable, edge, edge_id, node, node_id, small

SVG = "{http://www.w3.org/2000/svg}"
NOTES = ViewNotes(title="Around Maria", scope="Everything", made="2026-03-01", cut=("25 of 61.",))


def texts(svg):
    return [item.text for item in ET.fromstring(svg).iter(f"{SVG}text")]


def test_the_picture_has_title_names_types_and_legend():
    written = texts(graph_svg(draw(small()), NOTES))
    assert written[:3] == ["Around Maria", "Everything · 2026-03-01", "25 of 61."]
    for words in ("Maria Chen", "Acme Logistics", "works for", "knows"):
        assert words in written
    assert written[-5:] == [
        "Stated by a passage (1)",
        "Mentioned together (1)",
        "Connected only (1)",
        "Person (2)",
        "Organization (1)",
    ]


def test_stated_relations_are_solid_and_the_others_dashed():
    root = ET.fromstring(graph_svg(draw(small()), NOTES))
    dashes = {}
    for group in root.iter(f"{SVG}g"):
        if group.get("class") == "edge":
            dashes[group.get("data-id")] = group.find(f"{SVG}path").get("stroke-dasharray")
    assert dashes == {edge_id(0): None, edge_id(1): "10 5", edge_id(2): "3 5"}


def test_every_relation_is_a_sentence():
    root = ET.fromstring(graph_svg(draw(small()), NOTES))
    titles = [item.text for item in root.iter(f"{SVG}title")]
    assert "Maria Chen works for Acme Logistics: stated in 2 passages." in titles


def test_the_dark_picture_differs_in_colour_only():
    drawing = draw(believable(30, 38))
    assert texts(graph_svg(drawing, NOTES)) == texts(graph_svg(drawing, NOTES, paper=DARK))


def test_an_empty_drawing_is_still_a_picture():
    assert texts(graph_svg(draw(View(start_id=node_id(0), nodes=())), NOTES))[0] == "Around Maria"


@given(st.text(max_size=60), st.text(max_size=30))
def test_any_name_is_text_and_nothing_else(name, label):
    view = View(
        start_id=node_id(0),
        nodes=(node(0, name, label or "L"), node(1, "B")),
        edges=(edge(0, 0, 1, name or "T"),),
    )
    plain = View(
        start_id=node_id(0),
        nodes=(node(0, "A", "L"), node(1, "B")),
        edges=(edge(0, 0, 1, "T"),),
    )
    notes = NOTES.model_copy(update={"title": f"x {name}"})
    tags = {item.tag for item in ET.fromstring(graph_svg(draw(view), notes)).iter()}
    assert tags <= {item.tag for item in ET.fromstring(graph_svg(draw(plain), notes)).iter()}


def test_no_label_covers_another():
    labels = places(draw(believable(26, 26, hub=True)))
    everything = [*labels.nodes, *labels.edges]
    assert len(labels.nodes) == 26
    for number, one in enumerate(everything):
        assert not any(one.meets(other) for other in everything[number + 1 :])


def test_a_label_stands_where_no_line_crosses_it():
    nodes = (node(0, "A"), node(1, "B"), node(2, "C"), node(3, "D"))
    star = View(
        start_id=node_id(0),
        nodes=nodes,
        edges=tuple(edge(number, 0, number) for number in (1, 2, 3)),
    )
    drawing = draw(star)
    below = max(drawing.nodes, key=lambda item: item.point[1])
    start = next(place for place in places(drawing).nodes if place.id == node_id(0))
    assert below.point == pytest.approx((0, below.point[1]), abs=1)
    assert start.side is not Anchor.BELOW


def test_parallel_relations_of_one_type_are_named_once():
    nodes = (node(0, "A"), node(1, "B"))
    view = View(start_id=node_id(0), nodes=nodes, edges=(edge(0, 0, 1), edge(1, 1, 0)))
    assert [place.text for place in places(draw(view)).edges] == ["works for"]


def test_crowds_have_no_edge_labels():
    assert places(draw(believable(60, 60))).edges == ()


def marks(svg, name):
    return [item for item in ET.fromstring(svg).iter() if item.get("class") == name]


def test_what_is_not_drawn_is_a_badge_at_its_node():
    svg = graph_svg(draw(small()), NOTES)
    assert [mark.find(f"{SVG}text").text for mark in marks(svg, "badge")] == ["+2", "+1"]
    for letters in marks(graph_svg(draw(believable(30, 38)), NOTES), "badge"):
        plate, words = letters.find(f"{SVG}rect"), letters.find(f"{SVG}text")
        middle = float(plate.get("x")) + float(plate.get("width")) / 2
        assert float(words.get("x")) == pytest.approx(middle, abs=0.2)


def test_a_pinned_node_has_its_dot():
    pinned = small().model_copy(update={"pinned": {node_id(1): (200.0, 0.0)}})
    assert marks(graph_svg(draw(small()), NOTES), "pin") == []
    assert len(marks(graph_svg(draw(pinned), NOTES), "pin")) == 1


def test_a_relation_with_a_direction_has_a_head_even_round_its_own_node():
    view = View(
        start_id=node_id(0),
        nodes=(node(0, "A"), node(1, "B")),
        edges=(edge(0, 0, 0), edge(1, 0, 1), edge(2, 0, 1, directed=False)),
    )
    found = {
        group.get("data-id"): [path.get("class") for path in group.findall(f"{SVG}path")]
        for group in marks(graph_svg(draw(view), NOTES), "edge")
    }
    assert found == {
        edge_id(0): [None, "head"],
        edge_id(1): [None, "head"],
        edge_id(2): [None],
    }


def test_every_row_of_the_legend_begins_at_the_same_place():
    drawing = draw(believable(30, 38))
    entries = list(ET.fromstring(legend_svg(drawing, width=400)).iter(f"{SVG}g"))
    rows = {}
    for entry in entries:
        x, y = entry.get("transform").removeprefix("translate(").removesuffix(")").split()
        corners = re.findall(r"[ML](-?[\d.]+)", entry.find(f"{SVG}path").get("d"))
        rows.setdefault(y, float(x) + min(float(corner) for corner in corners))
    assert len(rows) >= 3
    assert list(rows.values()) == pytest.approx([28.0] * len(rows), abs=1.5)


def test_the_legend_stands_alone():
    assert texts(legend_svg(draw(small())))[0] == "Stated by a passage (1)"
