from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.picture.edge_path import curve, loop, tip
from components.picture.label_places import edge_places, node_places
from components.picture.model import draw
from components.picture.svg import graph_svg, legend_svg
from components.picture.svg_marks import DARK
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
    drawing = draw(believable(26, 26, hub=True))
    names = node_places(drawing)
    everything = [*names, *edge_places(drawing, names)]
    assert len(names) == 26
    for number, one in enumerate(everything):
        assert not any(one.meets(other) for other in everything[number + 1 :])


def test_parallel_relations_of_one_type_are_named_once():
    nodes = (node(0, "A"), node(1, "B"))
    view = View(start_id=node_id(0), nodes=nodes, edges=(edge(0, 0, 1), edge(1, 1, 0)))
    drawing = draw(view)
    assert [place.text for place in edge_places(drawing, ())] == ["works for"]


def test_crowds_have_no_edge_labels():
    assert edge_places(draw(believable(60, 60)), ()) == []


def test_curves_keep_to_the_rims_and_bend_apart():
    drawing = draw(small())
    nodes = {item.id: item for item in drawing.nodes}
    first = drawing.edges[0]
    source, target = nodes[first.source], nodes[first.target]
    line = curve(first, source, target)
    far = ((line.start[0]) ** 2 + (line.start[1]) ** 2) ** 0.5
    assert far == pytest.approx(source.size + 1)
    assert line.at(0) == line.start
    assert line.at(1) == pytest.approx(line.end)
    assert tip((10.0, 0.0), (0.0, 0.0), 5.0)[0] == (10.0, 0.0)


def test_a_loop_stands_below_its_node():
    view = View(start_id=node_id(0), nodes=(node(0, "A"),), edges=(edge(0, 0, 0),))
    drawing = draw(view)
    circle = loop(drawing.edges[0], drawing.nodes[0])
    assert circle.centre[0] == pytest.approx(0)
    assert circle.centre[1] > drawing.nodes[0].size


def test_the_legend_stands_alone():
    assert texts(legend_svg(draw(small())))[0] == "Stated by a passage (1)"
