"""What bounds cut, in words."""

import pytest

from components.explore.bounds_words import (
    beyond_sentence,
    cut_sentences,
    cuts_of,
    deeper_of,
    dropped_sentence,
    full_sentence,
)
from components.explore.exploration import union
from components.explore.shown_view import shown_view
from evidence.results import Bound
from tests.components.views import node_id
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
            "Cut at 25 entities around American: 25 of 514 entities and 25 of 812 relations are"
            " drawn.",
        ),
        (
            [Bound.NODES, Bound.EDGES, Bound.DEPTH],
            (514, 812),
            True,
            "Cut at 25 entities and 50 relations around American: 25 of at least 514 entities and"
            " 25 of at least 812 relations are drawn.",
        ),
        (
            [Bound.EDGES],
            (25, 812),
            False,
            "Cut at 50 relations around American: all 25 entities and 25 of 812 relations are"
            " drawn.",
        ),
        (
            [Bound.CANDIDATES],
            (25, 1_000),
            True,
            "Cut at what one step looks at around American: 25 of at least 25 entities and 25 of"
            " at least 1,000 relations are drawn. One step looks at 1,000 relations and there are"
            " more, so some were not counted.",
        ),
    ],
    ids=["nodes", "both", "edges", "candidates"],
)
def test_a_cut_names_its_bound_and_its_counts(bounds, reached, at_least, sentence) -> None:
    [found] = cuts_of(cut(walk(0), bounds, reached, at_least=at_least))
    assert found.sentence == sentence
    assert found.place == 0


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
