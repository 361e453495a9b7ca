"""The table of relations."""

import pytest

from components.explore.edge_table import TableAsk, TableRow, _read_ask, table_data
from components.picture.label_looks import LabelLooks
from components.view import Picked
from tests.components.views import edge_id, node_id, small

LOOKS = LabelLooks(["Person", "Organization"])
TABLE = table_data(small(), LOOKS)


def test_a_row_has_everything_that_is_known_of_its_relation() -> None:
    view = small()
    rows = TABLE["rows"]
    assert len(rows) == len(view.shown_edges())
    first = rows[0]
    assert TABLE["ends"][first.subject]["id"] == view.edges[0].edge.source_id
    assert first.relation == "works for"
    assert first.grade == "stated"
    assert first.support.startswith("stated in ")
    assert TABLE["fields"] == TableRow._fields


def test_paths_name_their_candidates() -> None:
    grades = {row.grade: row.passages for row in TABLE["rows"]}
    assert grades["together"] == "0 (2 candidates)"
    assert grades["connected"] == "0"


def test_hidden_relations_are_no_rows() -> None:
    view = small().model_copy(
        update={"hidden_edges": frozenset({small().edges[0].detail.relation_id})}
    )
    assert len(table_data(view, LOOKS)["rows"]) == len(TABLE["rows"]) - 1


def test_every_entity_is_sent_once() -> None:
    ids = [end["id"] for end in TABLE["ends"]]
    assert len(ids) == len(set(ids))
    assert {end["look"] for end in TABLE["ends"]} <= set(range(len(TABLE["looks"])))


EDGE = TABLE["rows"][0].id
START = small().start_id
OTHER = next(end["id"] for end in TABLE["ends"] if end["id"] != START)


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ({"do": "select", "id": EDGE}, TableAsk("select", Picked.EDGE, EDGE)),
        ({"do": "hide", "id": EDGE}, TableAsk("hide", Picked.EDGE, EDGE)),
        ({"do": "expand", "id": EDGE}, None),
        ({"do": "expand", "id": OTHER}, TableAsk("expand", Picked.NODE, OTHER)),
        ({"do": "hide", "id": OTHER}, TableAsk("hide", Picked.NODE, OTHER)),
        ({"do": "hide", "id": START}, None),
        ({"do": "select", "id": node_id(999)}, None),
        ({"do": "select", "id": edge_id(999)}, None),
        ({"do": "select", "id": ["x"]}, None),
        ("select", None),
    ],
)
def test_the_browser_can_ask_only_for_what_is_in_the_table(sent, read) -> None:
    assert _read_ask(sent, TABLE, START) == read
