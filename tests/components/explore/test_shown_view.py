"""What filters and hiding leave, and how much they hide."""

import pytest

from components.explore.exploration import union
from components.explore.shown_view import Hidden, hidden_of, shown_view, table_title
from components.view import Picked, Selection
from evidence.details import EdgeGrade
from tests.components.views import edge, edge_id, node_id
from tests.components.walks import answer, star, view_of, walk

LABELS = {0: "Person", 1: "Person", 2: "City", 3: "City"}


def graph():
    """0 - 1 - 3 and 0 - 2; the last is a path; extractors and confidences on two of them."""
    stated = edge(0, 0, 1)
    rated = stated.model_copy(
        update={"detail": stated.detail.model_copy(update={"extractor": "llm", "confidence": 0.6})}
    )
    path = edge(1, 0, 2, grade=EdgeGrade.TOGETHER)
    far = edge(2, 1, 3)
    named = far.model_copy(update={"detail": far.detail.model_copy(update={"extractor": "rules"})})
    return union([answer(walk(0, 2), [rated, path, named], labels=LABELS)])


def shown(**fields):
    view = shown_view(graph(), view_of(walk(0, 2), **fields))
    nodes = [int(n.entity.entity_id[-2:], 16) for n in view.shown_nodes()]
    edges = [item.detail.relation_id for item in view.shown_edges()]
    return nodes, [int(name[-2:], 16) for name in edges], hidden_of(view)


def test_without_filters_everything_is_shown() -> None:
    assert shown() == ([0, 1, 2, 3], [0, 1, 2], Hidden(0, 0))
    assert Hidden(0, 0).words == ""


@pytest.mark.parametrize(
    ("fields", "nodes", "edges"),
    [
        ({"hidden_kinds": (EdgeGrade.TOGETHER,)}, [0, 1, 3], [0, 2]),
        ({"hidden_kinds": (EdgeGrade.STATED,)}, [0, 2], [1]),
        ({"hidden_labels": ("Person",)}, [0, 2], [1]),
        ({"hidden_labels": ("City",)}, [0, 1], [0]),
        ({"extractors": ("llm",)}, [0, 1], [0]),
        ({"min_confidence": 0.6}, [0, 1], [0]),
        ({"min_confidence": 0.61}, [0], []),
        ({"hidden_nodes": (node_id(1),)}, [0, 2], [1]),
        ({"hidden_edges": (edge_id(2),)}, [0, 1, 2], [0, 1]),
        ({"hidden_nodes": (node_id(99),)}, [0, 1, 2, 3], [0, 1, 2]),
    ],
    ids=str,
)
def test_each_filter_hides_what_it_says_and_what_would_float(fields, nodes, edges) -> None:
    left, lines, hidden = shown(**fields)
    assert (left, lines) == (nodes, edges)
    assert hidden == Hidden(4 - len(nodes), 3 - len(edges))


def test_the_start_stays_whatever_is_asked() -> None:
    nodes, _, _ = shown(hidden_nodes=(node_id(0),), hidden_labels=("Person",))
    assert 0 in nodes


def test_a_centre_of_a_later_walk_stays_under_a_label_filter() -> None:
    both = union([
        answer(walk(0), star(0, [1], first=0), labels=LABELS),
        answer(walk(1), star(1, [2], first=5), labels=LABELS),
    ])
    view = shown_view(both, view_of(walk(0), walk(1), hidden_labels=("Person",)))
    assert [n.entity.entity_id for n in view.shown_nodes()] == [node_id(n) for n in (0, 1, 2)]


def test_the_count_is_put_into_words() -> None:
    assert Hidden(7, 12).words == "hidden: 7 nodes, 12 relations"
    assert Hidden(0, 1).words == "hidden: 0 nodes, 1 relation"


def test_the_table_says_drawn_as_the_banner_does_and_how_many_are_shown() -> None:
    link = view_of(walk(0, 2))
    assert table_title(shown_view(graph(), link)) == "3 relations drawn"
    less = link.changed(hidden_kinds=(EdgeGrade.TOGETHER,))
    assert table_title(shown_view(graph(), less)) == "2 of 3 drawn relations shown"


def test_selection_and_pins_are_carried_and_unknown_pins_are_not() -> None:
    link = view_of(walk(0, 2), selection=Selection(kind=Picked.NODE, id=node_id(2)))
    view = shown_view(graph(), link, pinned={node_id(2): (1.0, 2.0), node_id(77): (3.0, 4.0)})
    assert view.selected_id == node_id(2)
    assert view.pinned == {node_id(2): (1.0, 2.0)}


def test_an_entity_without_any_relation_is_no_island() -> None:
    alone = shown_view(
        union([answer(walk(0), [])]), view_of(walk(0), hidden_kinds=tuple(EdgeGrade))
    )
    assert [n.entity.entity_id for n in alone.shown_nodes()] == [node_id(0)]
