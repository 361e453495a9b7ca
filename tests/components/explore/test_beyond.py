"""Whether more lies beyond the rings: only what no walk of the view has drawn yet.

``N1`` to ``N9`` have three relations each in scope, whatever is drawn of them.
"""

import pytest

from components.explore.beyond import beyond_sentence, deeper_of
from components.explore.exploration import union
from evidence.results import Bound
from tests.components.views import edge
from tests.components.walks import answer, star, walk

FIRST = answer(walk(0), [edge(0, 0, 1)], cut=[Bound.DEPTH])


def said(*answers) -> str:
    return beyond_sentence(deeper_of(union(answers)))


def test_more_is_said_to_lie_beyond_a_ring_that_nothing_else_covers() -> None:
    assert said(FIRST) == "There is more beyond the ring around N0."


def test_nothing_is_said_when_a_walk_drew_everything_around_the_last_ring() -> None:
    assert said(FIRST, answer(walk(1), star(1, [0, 2], first=0))) == ""


def test_nothing_is_said_when_the_last_ring_lies_inside_a_longer_walk() -> None:
    longer = answer(walk(2, 2), star(2, [1], first=5))
    assert said(FIRST, longer) == ""


@pytest.mark.parametrize(
    ("made", "cut"),
    [
        (walk(1), [Bound.NODES]),
        (walk(1), [Bound.EDGES]),
        (walk(1), [Bound.CANDIDATES]),
        (walk(1, 1, 25, 50, "KNOWS"), []),
        (walk(2), []),
    ],
    ids=["entities", "relations", "candidates", "one type", "elsewhere"],
)
def test_a_walk_that_may_have_left_something_out_covers_nothing(made, cut) -> None:
    other = answer(made, star(2, [1], first=5), cut=cut)
    assert said(FIRST, other) == "There is more beyond the ring around N0."


def test_nothing_is_said_when_every_relation_of_the_last_ring_is_drawn() -> None:
    others = answer(walk(2), [edge(1, 2, 1), edge(2, 1, 2)], cut=[Bound.NODES])
    assert said(FIRST, others) == ""


def test_a_walk_of_a_type_is_covered_by_one_of_more_types() -> None:
    few = answer(walk(0, 1, 25, 50, "KNOWS"), [edge(0, 0, 1, "KNOWS")], cut=[Bound.DEPTH])
    more = answer(walk(1, 1, 25, 50, "KNOWS", "LIKES"), [edge(0, 0, 1, "KNOWS")])
    assert said(few, more) == ""


def test_a_full_view_covers_nothing_by_its_walks() -> None:
    around = answer(walk(1), [edge(0, 0, 1)])
    hub = answer(walk(2, 1, 200, 200), star(2, range(3, 210), first=10))
    assert said(FIRST, around) == ""
    assert union([FIRST, around, hub]).left_out
    assert said(FIRST, around, hub) == "There is more beyond the ring around N0."
