"""How names meet queries and in which order."""

import pytest

from evidence.details import NameMatch
from evidence.match import match_name, match_names
from evidence.ports import NameRow
from evidence.query import parse_query


def row(number: int, name: str, matched: str | None = None) -> NameRow:
    return NameRow(f"00000000-0000-5000-8000-{number:012d}", "Thing", name, matched or name)


@pytest.mark.parametrize(
    ("typed", "name", "match"),
    [
        ("maria chen", "Maria Chen", NameMatch.EXACT),
        ("MARÍA CHEN", "Maria Chen", NameMatch.EXACT),
        ("Maria Chen", "María Chén", NameMatch.EXACT),
        ("il6", "IL-6", NameMatch.EXACT),
        ("IL 6", "IL-6", NameMatch.EXACT),
        ("C++", "C++", NameMatch.EXACT),
        ("C", "C++", NameMatch.PREFIX),
        ("東京", "東京", NameMatch.EXACT),
        ("東", "東京", NameMatch.PREFIX),
        ("京", "東京", NameMatch.ALL_WORDS),
        ("tb-", "TB-17 assay", NameMatch.PREFIX),
        ("mar", "Maria Chen", NameMatch.PREFIX),
        ("chen mar", "Maria Chen", NameMatch.ALL_WORDS),
        ("chen", "Maria Chen", NameMatch.ALL_WORDS),
        ("maria okafor", "Maria Chen", NameMatch.SOME_WORDS),
        ("okafor", "Maria Chen", NameMatch.NONE),
        ("", "Maria Chen", NameMatch.NONE),
        ("🎉", "🎉", NameMatch.EXACT),
    ],
)
def test_a_name_meets_a_query(typed: str, name: str, match: NameMatch) -> None:
    assert match_name(parse_query(typed), name) is match


def test_better_matches_come_first() -> None:
    rows = [
        row(1, "Orion"),
        row(2, "Fleet of Orion Planners"),
        row(3, "Orion Planner"),
        row(4, "Orion Planner Pro"),
        row(5, "Planner for Orion"),
    ]
    found = match_names(parse_query("orion planner"), rows)
    assert [name.name for name in found] == [
        "Orion Planner",
        "Orion Planner Pro",
        "Planner for Orion",
        "Fleet of Orion Planners",
        "Orion",
    ]
    assert [name.match for name in found] == [
        NameMatch.EXACT,
        NameMatch.PREFIX,
        NameMatch.ALL_WORDS,
        NameMatch.ALL_WORDS,
        NameMatch.SOME_WORDS,
    ]


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    rows = [row(n, f"Acme part {n}") for n in range(1, 9)] + [row(9, "Gripper")]
    found = match_names(parse_query("acme gripper"), rows)
    assert found[0].name == "Gripper"


def test_an_entity_comes_once_by_its_best_name() -> None:
    rows = [row(1, "International Business Machines", "IBM"), row(2, "IBM")]
    rows.append(row(1, "International Business Machines"))
    found = match_names(parse_query("ibm"), rows)
    assert [(name.name, name.matched) for name in found] == [
        ("IBM", "IBM"),
        ("International Business Machines", "IBM"),
    ]


def test_equal_matches_go_by_id() -> None:
    found = match_names(parse_query("anna"), [row(2, "Anna"), row(1, "Anna")])
    assert [name.entity_id[-1] for name in found] == ["1", "2"]
