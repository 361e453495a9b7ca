"""What became of the walks of a view, in words."""

import pytest

from components.explore.exploration import union
from components.explore.walk_notice import walk_notices
from evidence.details import Count
from tests.components.views import edge
from tests.components.walks import answer, star, view_of, walk

NAMES = {0: "American", 1: "Bob"}
HERE = answer(walk(0), star(0, [1, 2], first=0), names=NAMES)
FURTHER = answer(walk(1), [edge(0, 0, 1)], names=NAMES)


def told(*answers) -> list[str]:
    link = view_of(*(made for made, _ in answers))
    return [notice.text for notice in walk_notices(union(answers), link)]


def test_an_expansion_that_added_nothing_is_told() -> None:
    assert told(HERE, FURTHER) == [
        "Expanding Bob added nothing: all its relations within the bounds are drawn."
    ]


@pytest.mark.parametrize(
    "other", [walk(0, 1, 50, 100), walk(0, 1, 25, 50, "KNOWS")], ids=["raised", "of a type"]
)
def test_a_second_walk_from_the_same_place_is_no_expansion(other) -> None:
    again = answer(other, star(0, [1, 2], first=0), names=NAMES)
    assert union([HERE, again]).outcomes[1].new_edges == 0
    assert told(HERE, again) == []


def test_an_expansion_beside_a_raised_one_is_not_told_to_be_in_vain() -> None:
    raised = answer(walk(1, 2), [edge(0, 0, 1)], names=NAMES)
    assert told(HERE, FURTHER, raised) == []


@pytest.mark.parametrize(("passages", "told_of"), [(0, False), (3, True)])
def test_passages_are_pointed_at_where_there_are_some(passages: int, told_of: bool) -> None:
    made, result = answer(walk(0), [], names=NAMES)
    start = result.extra.start.model_copy(update={"passages": Count(value=passages)})
    extra = result.extra.model_copy(update={"start": start})
    [text] = told((made, result.model_copy(update={"extra": extra})))
    assert ("are listed in the inspector" in text) is told_of
