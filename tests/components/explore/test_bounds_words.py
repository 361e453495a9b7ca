"""What bounds cut, in words."""

import pytest

from components.explore.beyond import beyond_sentence, deeper_of
from components.explore.bounds_words import (
    cut_sentences,
    cuts_of,
    dropped_sentence,
    full_sentence,
)
from components.explore.exploration import union
from components.explore.shown_view import shown_view
from evidence.results import Bound
from tests.components.views import edge, node_id
from tests.components.walks import answer, star, view_of, walk

NAMES = {0: "American", 1: "Bob", 2: "Cy", 3: "Di"}


def cut(made, bounds, reached, *, at_least=False, edges=25):
    return union([
        answer(
            made,
            star(0, range(1, edges + 1), first=0),
            names=NAMES,
            cut=bounds,
            reached=reached,
            at_least=at_least,
        )
    ])


@pytest.mark.parametrize(
    ("bounds", "reached", "at_least", "sentence"),
    [
        (
            [Bound.NODES],
            (514, 812),
            False,
            "Cut at 25 entities around American: 25 of 514 entities besides it and 25 of 812"
            " relations are drawn.",
        ),
        (
            [Bound.NODES, Bound.EDGES, Bound.DEPTH],
            (514, 812),
            True,
            "Cut at 25 entities and 50 relations around American: 25 of at least 514 entities"
            " besides it and 25 of at least 812 relations are drawn.",
        ),
        (
            [Bound.EDGES],
            (25, 812),
            False,
            "Cut at 50 relations around American: all 25 entities besides it and 25 of 812"
            " relations are drawn.",
        ),
        (
            [Bound.CANDIDATES],
            (25, 1_000),
            True,
            "Cut at what one step looks at around American: 25 of at least 25 entities besides it and"
            " 25 of at least 1,000 relations are drawn. One step looks at 1,000 relations and there are"
            " more, so some were not counted.",
        ),
    ],
    ids=["nodes", "both", "edges", "candidates"],
)
def test_a_cut_names_its_bound_and_its_counts(bounds, reached, at_least, sentence) -> None:
    [found] = cuts_of(cut(walk(0), bounds, reached, at_least=at_least))
    assert found.sentence == sentence
    assert found.place == 0


@pytest.mark.parametrize(
    ("depth", "bounds", "is_said"),
    [
        (2, [Bound.NODES], True),
        (2, [Bound.EDGES, Bound.DEPTH], True),
        (2, [Bound.CANDIDATES], False),
        (1, [Bound.NODES], False),
    ],
)
def test_a_first_ring_that_fills_the_bound_leaves_none_of_the_second(
    depth, bounds, is_said
) -> None:
    made = walk(0, depth)
    exploration = cut(made, bounds, (311, 516), at_least=True)
    [found] = cuts_of(exploration)
    words = " None of the second ring is drawn: the first ring fills the bound."
    assert found.sentence.endswith(words) is is_said
    view = shown_view(exploration, view_of(made))
    assert any(words in text for text in cut_sentences(exploration, view)) is is_said


@pytest.mark.parametrize(
    ("closing", "between", "words"),
    [
        (0, 0, "drawn."),
        (1, 1, "drawn, and 1 more relation between these entities."),
        (4, 4, "drawn, and 4 more relations between these entities."),
        (4, 37, "drawn, and 4 of 37 more relations between these entities."),
    ],
)
def test_relations_between_what_is_drawn_are_told_apart(closing, between, words) -> None:
    extra = [edge(90 + n, n + 1, n + 2) for n in range(closing)]
    extra = [
        item.model_copy(update={"detail": item.detail.model_copy(update={"closing": True})})
        for item in extra
    ]
    exploration = union([
        answer(
            walk(0),
            [*star(0, range(1, 26), first=0), *extra],
            names=NAMES,
            cut=[Bound.NODES],
            reached=(514, 812),
            between=between,
        )
    ])
    [found] = cuts_of(exploration)
    assert found.sentence.startswith(
        "Cut at 25 entities around American: 25 of 514 entities besides it and 25 of 812 relations"
        " are drawn"
    )
    assert found.sentence.endswith(words)
    assert found.edges + found.closing == len(exploration.edges)
    assert found.left == 812 - 25


def test_more_than_a_bound_allows_is_said_to_come_from_other_walks() -> None:
    cut = answer(
        walk(0, 1, 2, 50),
        [edge(0, 0, 1), edge(1, 0, 2)],
        names=NAMES,
        cut=[Bound.NODES],
        reached=(61, 68),
    )
    rest = {f"{number}" for number in cut[1].extra.reached.node_ids} - {
        found.entity_id for found in cut[1].nodes
    }
    other = answer(walk(1), [edge(0, 0, 1), edge(5, 1, 3)], names={1: "Bob"})
    met = cut[1].extra.reached.model_copy(
        update={"node_ids": frozenset([*sorted(rest)[1:], node_id(1), node_id(2), node_id(3)])}
    )
    extra = cut[1].extra.model_copy(update={"reached": met})
    [found] = cuts_of(union([(cut[0], cut[1].model_copy(update={"extra": extra})), other]))
    assert found.sentence.startswith(
        "Cut at 2 entities around American: with the other walks of this view, 3 of 61 entities"
    )


def test_a_walk_kept_beside_a_raised_one_is_counted_with_it() -> None:
    small = answer(
        walk(0, 2, 2, 2),
        [edge(0, 0, 1), edge(1, 0, 2)],
        names=NAMES,
        cut=[Bound.NODES],
        reached=(7, 9),
        at_least=True,
    )
    large = answer(
        walk(0, 2, 4, 4),
        [edge(1, 0, 2), edge(2, 0, 3), edge(3, 2, 4)],
        names=NAMES,
        cut=[Bound.NODES],
        reached=(7, 8),
        at_least=True,
    )
    exploration = union([small, large])
    [found] = cuts_of(exploration)
    assert found.place == 1
    assert (found.nodes, found.edges, found.closing) == (4, 4, 0)
    assert found.edges == len(shown_view(exploration, view_of()).shown_edges())
    met = {*small[1].extra.reached.relation_ids, *large[1].extra.reached.relation_ids}
    assert found.reached.edges == len(met)
    assert found.left == len(met) - 4
    assert found.sentence.startswith("Cut at 4 entities in one walk around American: 4 of at least")


def test_the_depth_is_no_cut_but_says_that_more_lies_beyond() -> None:
    exploration = cut(walk(0), [Bound.DEPTH], (25, 25))
    assert cuts_of(exploration) == []
    assert beyond_sentence(deeper_of(exploration)) == (
        "There is more beyond the ring around American."
    )


def test_the_banner_speaks_for_all_walks() -> None:
    exploration = union([
        answer(walk(n), star(n, [n + 10], first=10 * n), names=NAMES, cut=[Bound.DEPTH])
        for n in range(4)
    ])
    assert beyond_sentence(deeper_of(exploration)) == (
        "There is more beyond the ring around American, Bob, Cy and 1 other."
    )
    assert beyond_sentence([]) == ""


def test_a_walk_that_was_raised_is_spoken_of_once() -> None:
    small = answer(walk(0), star(0, [1], first=0), cut=[Bound.NODES], reached=(9, 9))
    large = answer(walk(0, 1, 50, 100), star(0, [1, 2], first=0))
    assert cuts_of(union([small, large])) == []


def test_a_full_view_says_how_much_is_left_out() -> None:
    full = union([answer(walk(0, 1, 200, 200), star(0, range(1, 202), first=0))])
    assert full_sentence(full) == (
        "The view is full: it holds 200 entities, the most that can be drawn."
        " 2 entities of these walks are left out."
    )
    assert full_sentence(cut(walk(0), [], None)) == ""


def test_dropped_relations_are_counted_by_entity() -> None:
    exploration = union([
        answer(walk(0), star(0, [1], first=0), names=NAMES, dropped=3),
        answer(walk(1), star(1, [0], first=0), names=NAMES, dropped=1),
        answer(walk(1, 2), star(1, [0], first=0), names=NAMES, dropped=1),
    ])
    assert dropped_sentence(exploration) == (
        "Not drawn, because every passage behind them is superseded:"
        " 3 relations around American, 1 relation around Bob."
    )
    assert dropped_sentence(cut(walk(0), [], None)) == ""


def test_an_export_says_everything_that_is_left_out() -> None:
    exploration = cut(walk(0), [Bound.NODES, Bound.DEPTH], (30, 30))
    view = shown_view(exploration, view_of(walk(0), hidden_nodes=(node_id(1),)))
    sentences = cut_sentences(exploration, view)
    assert [text.split(" ")[0] for text in sentences] == ["Cut", "There", "Hidden:"]
    assert sentences[-1] == "Hidden: 1 node, 1 relation."
    assert (
        cut_sentences(cut(walk(0), [], None), shown_view(cut(walk(0), [], None), view_of(walk(0))))
        == ()
    )
