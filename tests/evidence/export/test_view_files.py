import json
import math
from xml.etree import ElementTree as ET

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.details import Count, EdgeGrade
from evidence.export import (
    View,
    ViewNotes,
    entities_csv,
    parse_table,
    relations_csv,
    view_graphml,
    view_json,
)
from tests.components.views import edge, edge_id, node, node_id, passage, small

NOTES = ViewNotes(title="Around Maria", scope="Everything", made="2026-03-01", cut=("25 of 61",))
GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"


def test_the_relations_of_a_view_as_rows():
    rows = parse_table(relations_csv(small()))
    assert [row[0] for row in rows[1:]] == [edge_id(0), edge_id(1), edge_id(2)]
    stated = dict(zip(rows[0], rows[1], strict=True))
    assert stated["source"] == "Maria Chen"
    assert stated["relation_type"] == "WORKS_FOR"
    assert stated["target"] == "Acme Logistics"
    assert (stated["kind"], stated["grade"], stated["directed"]) == ("assertion", "stated", "yes")
    assert stated["passages"] == "2"
    assert stated["evidence_ids"].split("; ") == [passage(1).evidence_id, passage(2).evidence_id]
    together = dict(zip(rows[0], rows[2], strict=True))
    assert (together["kind"], together["grade"], together["directed"]) == ("path", "together", "no")
    assert (together["passages"], together["candidate_passages"]) == ("0", "2")
    assert stated["candidate_passages"] == ""


def test_candidates_of_a_path_are_not_its_citations():
    candidate = edge(1, 0, 1, "KNOWS", EdgeGrade.TOGETHER, passages=(passage(1),))
    view = View(start_id=node_id(0), nodes=(node(0, "A"), node(1, "B")), edges=(candidate,))
    header, row = parse_table(relations_csv(view))
    assert row[header.index("citations")] == ""


def test_hidden_things_are_in_no_file():
    view = small().model_copy(update={"hidden_nodes": frozenset({node_id(2)})})
    assert [row[1] for row in parse_table(entities_csv(view))[1:]] == [
        "Maria Chen",
        "Acme Logistics",
    ]
    assert len(parse_table(relations_csv(view))) == 2
    assert "Daniel" not in view_json(view, NOTES)
    assert "Daniel" not in view_graphml(view, NOTES)


def test_a_relation_met_by_two_walks_is_written_once():
    view = small().model_copy(update={"edges": small().edges * 2, "nodes": small().nodes * 2})
    assert len(parse_table(relations_csv(view))) == 4
    assert len(parse_table(entities_csv(view))) == 4


def test_a_relation_whose_end_is_not_drawn_is_left_out():
    view = small().model_copy(update={"edges": (*small().edges, edge(9, 0, 77))})
    assert len(parse_table(relations_csv(view))) == 4


def test_json_carries_notes_relations_and_passages():
    document = json.loads(view_json(small(), NOTES))
    assert document["format"] == "evidence-graph-view"
    assert document["version"] == 1
    assert document["cut"] == ["25 of 61"]
    assert [item["name"] for item in document["entities"]] == [
        "Maria Chen",
        "Acme Logistics",
        "Daniel Okafor",
    ]
    first = document["relations"][0]
    assert first["source"] == "Maria Chen"
    assert [item["text"] for item in first["passages"]] == [
        "Maria Chen works for Acme.",
        "Acme employs Maria Chen.",
    ]


def test_graphml_is_read_by_an_xml_parser():
    root = ET.fromstring(view_graphml(small(), NOTES))
    graph = root.find(f"{GRAPHML}graph")
    edges = graph.findall(f"{GRAPHML}edge")
    assert [item.get("id") for item in edges] == [edge_id(0), edge_id(1), edge_id(2)]
    assert [item.get("directed") for item in edges] == [None, None, None]
    data = {item.get("key"): item.text for item in graph.findall(f"{GRAPHML}data")}
    assert data["graph.cut"] == "25 of 61"
    declared = {item.get("id") for item in root.findall(f"{GRAPHML}key")}
    assert {item.get("key") for item in root.iter(f"{GRAPHML}data")} <= declared


def test_graphml_opens_in_networkx_which_refuses_mixed_directions():
    graph = networkx.parse_graphml(view_graphml(small(), NOTES), force_multigraph=True)
    told = [
        (source, target, facts["relation_type"], facts["directed"])
        for source, target, facts in graph.edges(data=True)
    ]
    assert graph.is_directed()
    assert graph.nodes[node_id(0)]["name"] == "Maria Chen"
    assert told == [
        (
            item.edge.source_id,
            item.edge.target_id,
            item.edge.relation_type,
            item.detail.directed,
        )
        for item in small().shown_edges()
    ]
    assert [directed for *_, directed in told].count(False) == 1


def test_graphml_names_what_it_draws_and_keeps_numbers_numbers():
    graph = networkx.parse_graphml(view_graphml(small(), NOTES), force_multigraph=True)
    maria = graph.nodes[node_id(0)]
    assert (maria["label"], maria["entity_label"]) == ("Maria Chen", "Person")
    assert (maria["relations"], maria["relations_capped"]) == (4, False)
    assert (maria["passages"], maria["passages_capped"]) == (2, False)
    told = {key: facts for *_, key, facts in graph.edges(keys=True, data=True)}
    stated, together = told[edge_id(0)], told[edge_id(1)]
    assert (stated["label"], stated["relation_type"]) == ("works for", "WORKS_FOR")
    assert (stated["passages"], stated["passages_capped"]) == (2, False)
    assert "candidate_passages" not in stated
    assert together["passages"] == 0
    assert (together["candidate_passages"], together["candidate_passages_capped"]) == (2, False)


def test_graphml_types_say_which_facts_are_numbers():
    root = ET.fromstring(view_graphml(small(), NOTES))
    types = {key.get("id"): key.get("attr.type") for key in root.findall(f"{GRAPHML}key")}
    numbers = {name: kind for name, kind in types.items() if kind in {"int", "double"}}
    assert numbers == {
        "node.relations": "int",
        "node.passages": "int",
        "edge.passages": "int",
        "edge.candidate_passages": "int",
        "edge.confidence": "double",
    }


def test_a_capped_count_is_a_number_and_a_flag_in_graphml_and_at_least_that_many_in_csv():
    many = Count(value=1000, capped=True)
    hub = node(0, "Hub").entity.model_copy(update={"relations": many, "passages": None})
    view = View(start_id=node_id(0), nodes=(node(0, "Hub").model_copy(update={"entity": hub}),))
    facts = networkx.parse_graphml(view_graphml(view, NOTES)).nodes[node_id(0)]
    assert (facts["relations"], facts["relations_capped"]) == (1000, True)
    assert not {"passages", "passages_capped"} & facts.keys()
    header, row = parse_table(entities_csv(view))
    assert row[header.index("relations")] == "1,000+"


@pytest.mark.parametrize(
    ("confidence", "read"),
    [(0.5, 0.5), (1e-07, 1e-07), (None, None), (math.nan, None), (math.inf, None)],
)
def test_confidence_is_a_number_that_every_reader_of_graphml_takes(confidence, read):
    item = edge(0, 0, 1)
    detail = item.detail.model_copy(update={"confidence": confidence})
    view = View(
        start_id=node_id(0),
        nodes=(node(0, "A"), node(1, "B")),
        edges=(item.model_copy(update={"detail": detail}),),
    )
    graph = networkx.parse_graphml(view_graphml(view, NOTES))
    assert graph.edges[node_id(0), node_id(1)].get("confidence") == read


@given(st.text(alphabet=st.characters(), max_size=40))
def test_any_name_makes_valid_files(name):
    view = View(
        start_id=node_id(0),
        nodes=(node(0, name, name or "L"), node(1, "B")),
        edges=(edge(0, 0, 1, name or "T"),),
    )
    root = ET.fromstring(view_graphml(view, NOTES))
    found = [d.text for d in root.iter(f"{GRAPHML}data") if d.get("key") == "node.name"]
    legal = "".join(
        c if c in "\t\n\r" or (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff") else "\ufffd"
        for c in name
    )  # fmt: skip
    assert found == ([legal, "B"] if name else ["B"])
    labels = [d.text for d in root.iter(f"{GRAPHML}data") if d.get("key") == "node.label"]
    assert labels == found
    assert json.loads(view_json(view, NOTES))["entities"][0]["name"] == name
    entities_csv(view).encode("utf-8")
