import json

from components.graph.assets import markup, script, styles, vis_directory
from components.graph.payload import CanvasNotes, payload, to_network
from components.picture.model import draw
from evidence.export import View
from tests.components.views import believable, edge, edge_id, node, node_id, small


def data(view: View):
    return payload(draw(view), view_key="v", height=600, notes=CanvasNotes(title="T"))


def test_the_vis_file_is_where_pyvis_keeps_it():
    library = vis_directory() / "vis-network.min.js"
    assert library.read_text("utf-8").startswith("/**\n * vis-network")


def test_parallel_opposite_and_looping_relations_all_reach_the_network():
    ends = [(0, 1), (0, 1), (1, 0), (1, 1)]
    view = View(
        start_id=node_id(0),
        nodes=(node(0, "A"), node(1, "B")),
        edges=tuple(edge(number, *pair) for number, pair in enumerate(ends)),
    )
    edges = data(view)["edges"]
    assert [(item["from"], item["to"]) for item in edges] == ends
    assert [item["id"] for item in edges] == [edge_id(number) for number in range(4)]
    assert [item.get("loop", -1) for item in edges] == [-1, -1, -1, 3]


def test_undo_travels_with_the_data():
    drawing = draw(small())
    for can_undo in (True, False):
        sent = payload(drawing, view_key="v", height=600, notes=CanvasNotes(), can_undo=can_undo)
        assert sent["undo"] is can_undo


def test_a_node_travels_with_its_key_place_and_group():
    first, second, third = data(small())["nodes"]
    assert (first["key"], first["x"], first["y"], first["start"]) == (node_id(0), 0.0, 0.0, True)
    assert (first["label"], first["badge"], first["group"]) == ("Maria Chen", "+2", 0)
    assert "start" not in second
    assert third["group"] == 0
    assert data(small())["groups"][1]["label"] == "Organization"


def test_undirected_relations_have_no_arrow():
    assert [item["arrows"] for item in data(small())["edges"]] == ["to", "", "to"]


def test_a_long_name_travels_once_cut():
    view = View(start_id=node_id(0), nodes=(node(0, "x" * 100_000),))
    assert len(json.dumps(data(view))) < 2_500


def test_two_hundred_fit_their_budget_with_all_code():
    sent = len(json.dumps(data(believable(200, 200))))
    assert sent + len(script()) + len(styles()) + len(markup()) < 150 * 1024


def test_the_code_is_taken_for_code_and_not_for_a_path():
    for text in (script(), styles(), markup()):
        assert "\n" in text.strip()
    assert script().count("export default") == 1
    assert "innerHTML" not in script()


def test_the_network_is_directed():
    assert to_network(draw(small())).directed is True
