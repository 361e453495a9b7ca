"""BM25 over a few texts: exact scores on texts small enough to work out by hand."""

from math import log

import pytest

from evidence.bm25 import rank, rank_within, rounded, sqlite_weight

LION, KING = ("lion",), ("king",)


def test_scores_follow_the_formula() -> None:
    rows = [("a", ["lion"]), ("b", ["lion", "king", "king"])]

    ranked = rank([LION, KING], rows)

    lion, king = log(1 + 0.5 / 2.5), log(1 + 1.5 / 1.5)
    short, long = 1.2 * (0.25 + 0.75 * 1 / 2), 1.2 * (0.25 + 0.75 * 3 / 2)
    expected = {
        "a": lion * 2.2 / (1 + short),
        "b": lion * 2.2 / (1 + long) + king * 2 * 2.2 / (2 + long),
    }
    assert [row.id for row in ranked] == ["b", "a"]
    assert {row.id: row.score for row in ranked} == pytest.approx(expected, rel=1e-8)


def test_words_of_a_term_count_only_where_they_stand_together() -> None:
    rows = [
        ("apart", ["il", "and", "6"]),
        ("once", ["il", "il", "6", "x"]),
        ("twice", ["il", "6", "il", "6"]),
    ]

    assert [row.id for row in rank([("il", "6")], rows)] == ["twice", "once"]


def test_equal_texts_tie_by_id() -> None:
    rows = [(name, ["lion", "sea"]) for name in ("c", "a", "b")]

    ranked = rank([LION], rows)

    assert [row.id for row in ranked] == ["a", "b", "c"]
    assert len({row.score for row in ranked}) == 1


def test_word_in_every_text_still_counts() -> None:
    assert rank([LION], [("a", ["lion"])])[0].score == rounded(log(1 + 0.5 / 1.5))


def test_nothing_is_ranked_without_texts_or_terms() -> None:
    assert rank([LION], []) == []
    assert rank([], [("a", ["lion"])]) == []
    assert rank([()], [("a", ["lion"])]) == []


def test_statistics_of_a_larger_collection_set_the_weight() -> None:
    rows = [("a", ["lion", "king"])]

    ranked = rank_within([LION], rows, total=10, average=2.0, weight=sqlite_weight)

    assert ranked[0].score == rounded(log(9.5 / 1.5) * 2.2 / 2.2)


def test_scores_keep_nine_digits() -> None:
    assert rounded(0.12345678949) == 0.123456789
