"""Moves from one view to the next."""

import pytest

from components.explore import moves
from components.explore.moves import Bounds
from components.view import LISTED, Layout, Picked, Selection
from evidence.details import EdgeGrade
from tests.components.views import edge_id, node_id
from tests.components.walks import answer, star, view_of, walk

START = view_of(walk(0, 1, 25, 50, "KNOWS"), layout=Layout.TREE, hidden_nodes=(node_id(4),))


@pytest.mark.parametrize(
    ("nodes", "edges", "raised"),
    [(25, 50, (50, 100)), (50, 100, (100, 200)), (100, 200, (200, 200)), (7, 9, (14, 18))],
)
def test_both_bounds_are_raised_together(nodes: int, edges: int, raised: tuple[int, int]) -> None:
    assert moves.next_bounds(walk(0, 1, nodes, edges)) == raised


def test_at_the_caps_nothing_can_be_raised() -> None:
    assert moves.next_bounds(walk(0, 1, 200, 200)) is None


def test_expanding_adds_a_walk_along_the_same_types_and_chooses_it() -> None:
    link = moves.expanded(START, node_id(4))
    assert link.walks == (*START.walks, walk(4, 1, 25, 50, "KNOWS"))
    assert link.selection == Selection(kind=Picked.NODE, id=node_id(4))
    assert link.hidden_nodes == ()
    assert moves.expanded(link, node_id(4)) is link
    assert moves.is_expanded(link, node_id(4))


def test_a_view_holds_so_many_walks_and_no_more() -> None:
    full = view_of(*(walk(n) for n in range(LISTED)))
    assert not moves.can_expand(full, node_id(99))
    assert moves.expanded(full, node_id(99)) is full


def test_collapsing_takes_the_walks_of_an_entity_back_but_not_those_of_the_start() -> None:
    link = view_of(walk(0), walk(1), walk(1, 2), walk(2))
    assert moves.collapsed(link, node_id(1)).walks == (walk(0), walk(2))
    assert moves.collapsed(link, node_id(0)) is link


def test_centring_keeps_place_and_layout_only() -> None:
    link = moves.centred(START.changed(hidden_kinds=(EdgeGrade.STATED,)), node_id(9))
    assert link == view_of(
        walk(9), layout=Layout.TREE, selection=Selection(kind=Picked.NODE, id=node_id(9))
    )


def test_back_to_a_walk_drops_the_later_ones_but_for_those_of_the_start() -> None:
    link = view_of(walk(0), walk(1), walk(2))
    assert moves.back_to(link, 1).walks == (walk(0), walk(1))
    assert moves.back_to(link, 1).selection == Selection(kind=Picked.NODE, id=node_id(1))
    raised = view_of(walk(0), walk(1), walk(0, 1, 50, 100))
    assert moves.back_to(raised, 0).walks == (walk(0), walk(0, 1, 50, 100))


def test_the_start_is_walked_once_more_when_its_walk_is_set() -> None:
    raised = view_of(walk(0), walk(1), walk(0, 1, 50, 100))
    assert moves.start_walk(raised) == walk(0, 1, 50, 100)
    assert moves.with_start_walk(raised, walk(0, 2)).walks == (walk(0, 2), walk(1))


def test_hiding_and_showing_all() -> None:
    link = moves.selected(START, Picked.EDGE, edge_id(1))
    gone = moves.hidden(link, Picked.EDGE, edge_id(1))
    assert gone.hidden_edges == (edge_id(1),)
    assert gone.selection is None
    assert moves.hidden(gone, Picked.EDGE, edge_id(1)) is gone
    filtered = gone.changed(hidden_labels=("A",), min_confidence=0.5, extractors=("x",))
    assert moves.all_shown(filtered) == START.changed(hidden_nodes=())


def test_the_start_cannot_be_hidden() -> None:
    assert moves.hidden(START, Picked.NODE, node_id(0)) is START


def test_types_apply_to_every_walk_and_equal_walks_become_one() -> None:
    link = view_of(walk(0, 1, 25, 50, "A"), walk(0, 1, 25, 50, "B"), walk(1))
    assert moves.with_types(link, ("C",)).walks == (
        walk(0, 1, 25, 50, "C"),
        walk(1, 1, 25, 50, "C"),
    )
    many = tuple(f"T{n}" for n in range(30))
    assert len(moves.with_types(link, many).walks[0].types) == 20
    assert moves.with_types(link, ()).walks == (walk(0), walk(1))


def test_raising_replaces_a_walk_only_when_nothing_would_disappear() -> None:
    link = view_of(walk(0), walk(1))
    larger = moves.wider(walk(0), bounds=Bounds(50, 100))
    assert larger == walk(0, 1, 50, 100)
    assert moves.raised(link, 0, larger, kept=True).walks == (larger, walk(1))
    assert moves.raised(link, 0, larger, kept=False).walks == (walk(0), larger, walk(1))


def test_a_larger_answer_keeps_a_smaller_one_when_it_holds_all_of_it() -> None:
    small = answer(walk(0), star(0, [1, 2], first=0))[1]
    assert moves.keeps(small, answer(walk(0), star(0, [1, 2, 3], first=0))[1])
    assert not moves.keeps(small, answer(walk(0), star(0, [1, 3], first=0))[1])
    assert not moves.keeps(small, answer(walk(0), star(0, [1, 2], first=5))[1])


def test_choosing_changes_no_frame_and_hiding_is_more_than_choosing() -> None:
    chosen = moves.selected(START, Picked.NODE, node_id(7))
    gone = moves.hidden(START, Picked.NODE, node_id(7))
    assert moves.only_chosen(START, chosen)
    assert moves.only_chosen(chosen, START)
    assert not moves.only_chosen(START, gone)
    assert moves.frame(START) == moves.frame(chosen) == moves.frame(gone)
    assert moves.frame(START) != moves.frame(moves.expanded(START, node_id(7)))


def test_a_view_takes_over_what_is_hidden_and_chosen_in_another() -> None:
    now = moves.selected(START.changed(hidden_kinds=(EdgeGrade.STATED,)), Picked.EDGE, edge_id(1))
    wider = moves.with_types(START.changed(hidden_nodes=()), ())
    taken = moves.shown_as(wider, now)
    assert taken.walks == wider.walks
    assert (taken.selection, taken.hidden_kinds, taken.hidden_nodes) == (
        now.selection,
        now.hidden_kinds,
        now.hidden_nodes,
    )
    assert moves.shown_as(START.place, now) == START.place
