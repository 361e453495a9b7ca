"""Which relation types are offered, and what their numbers say."""

from components.explore.exploration import union
from components.explore.relation_filter import offered_types
from evidence.details import Count, TypeCount
from tests.components.views import edge
from tests.components.walks import answer, walk

KNOWS = edge(0, 0, 1).edge.relation_type


def types(**counts: int) -> list[TypeCount]:
    return [TypeCount(name=name, count=Count(value=value)) for name, value in counts.items()]


def offered(*answers, walked: tuple[str, ...] = ()) -> dict[str, str]:
    return {
        item.name: f"{item.count.value}{'+' if item.count.capped else ''}"
        for item in offered_types(union(answers), walked)
    }


def test_around_one_start_the_numbers_are_those_of_the_store() -> None:
    drawn = [edge(0, 0, 1), edge(1, 0, 2)]
    assert offered(answer(walk(0), drawn, types=types(**{KNOWS: 7, "MAKES": 2}))) == {
        KNOWS: "7",
        "MAKES": "2",
    }


def test_what_is_drawn_farther_out_is_a_least_number() -> None:
    assert offered(answer(walk(0), [edge(0, 0, 1)], types=types(MAKES=2))) == {
        "MAKES": "2",
        KNOWS: "1+",
    }


def test_around_several_starts_the_numbers_are_least_numbers() -> None:
    first = answer(walk(0), [edge(0, 0, 1)], types=types(**{KNOWS: 1, "MAKES": 2}))
    second = answer(walk(1), [edge(0, 0, 1), edge(1, 1, 2)], types=types(**{KNOWS: 9, "SELLS": 3}))
    assert offered(first, second) == {KNOWS: "9+", "SELLS": "3+", "MAKES": "2+"}


def test_types_of_every_start_stay_on_offer_when_few_are_walked() -> None:
    first = answer(walk(0, 1, 25, 50, "MAKES"), [], types=types(MAKES=2, SELLS=1))
    second = answer(walk(1, 1, 25, 50, "MAKES"), [], types=types(OWNS=3))
    assert set(offered(first, second, walked=("MAKES",))) == {"MAKES", "SELLS", "OWNS"}


def test_more_is_drawn_than_any_start_has() -> None:
    many = [edge(0, 0, 1), edge(1, 0, 2), edge(2, 1, 3)]
    first = answer(walk(0), many[:2], types=types(**{KNOWS: 2}))
    second = answer(walk(1), [many[0], many[2]], types=types(**{KNOWS: 2}))
    assert offered(first, second) == {KNOWS: "3+"}


def test_a_type_that_is_walked_and_met_nowhere_stays_on_offer() -> None:
    assert offered(answer(walk(0), []), walked=("GONE",)) == {"GONE": "0"}
