"""Reciprocal rank fusion: exact fractions and the laws of the formula."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.fusion import contribution, fuse


def exact(*ranks: int, k: int = 60) -> float:
    return float(sum(Fraction(1, k + rank) for rank in ranks))


@pytest.mark.parametrize(
    ("ranks", "score"),
    [((1, 1), 0.03278688524590164), ((1,), 0.01639344262295082), ((2,), 0.016129032258064516)],
)
def test_scores_are_those_of_the_published_constant(ranks: tuple[int, ...], score: float) -> None:
    assert sum(contribution(rank) for rank in ranks) == score
    assert exact(*ranks) == pytest.approx(score, abs=1e-17)


def test_two_lists_fuse_with_ranks_and_ties_by_id() -> None:
    fused = fuse({"lexical": ["b", "a", "x"], "semantic": ["a", "b", "y"]})
    assert [(item.id, item.ranks) for item in fused] == [
        ("a", {"lexical": 2, "semantic": 1}),
        ("b", {"lexical": 1, "semantic": 2}),
        ("x", {"lexical": 3}),
        ("y", {"semantic": 3}),
    ]
    assert fused[0].score == fused[1].score == contribution(1) + contribution(2)
    assert fused[2].score == fused[3].score == 1 / 63


def test_constant_of_one_gives_halves() -> None:
    assert fuse({"lexical": ["a"], "semantic": ["a"]}, k=1)[0].score == 1.0
    assert fuse({"lexical": ["a", "b"]}, k=1)[1].score == pytest.approx(1 / 3)


def test_nothing_fuses_to_nothing() -> None:
    assert fuse({}) == []
    assert fuse({"lexical": [], "semantic": []}) == []


ranked = st.lists(st.sampled_from("abcdefghij"), unique=True)


@given(ranked, ranked)
def test_order_of_the_legs_does_not_matter(one: list[str], other: list[str]) -> None:
    forward = fuse({"lexical": one, "semantic": other})
    backward = fuse({"semantic": other, "lexical": one})
    assert [(item.id, item.score) for item in forward] == [
        (item.id, item.score) for item in backward
    ]


@given(ranked, ranked)
def test_every_score_equals_its_exact_fraction(one: list[str], other: list[str]) -> None:
    fused = fuse({"lexical": one, "semantic": other})
    assert {item.id for item in fused} == set(one) | set(other)
    for item in fused:
        assert item.score == pytest.approx(exact(*item.ranks.values()), abs=1e-15)
    assert fused == sorted(fused, key=lambda item: (-item.score, item.id))


@given(ranked)
def test_one_list_keeps_its_order(ids: list[str]) -> None:
    assert [item.id for item in fuse({"lexical": ids})] == ids


@given(ranked, ranked, st.permutations("abcdefghij"))
def test_renaming_ids_renames_the_answer(
    one: list[str], other: list[str], names: list[str]
) -> None:
    renamed = dict(zip("abcdefghij", names, strict=True))
    scores = {item.id: item.score for item in fuse({"l": one, "s": other})}
    again = {
        item.id: item.score
        for item in fuse({"l": [renamed[x] for x in one], "s": [renamed[x] for x in other]})
    }
    assert {renamed[name]: score for name, score in scores.items()} == again


@given(ranked, st.integers(1, 50), st.integers(51, 1000))
def test_a_larger_constant_flattens_differences(ids: list[str], small: int, large: int) -> None:
    if len(ids) < 2:
        return
    spread = {
        k: fuse({"l": ids}, k=k)[0].score / fuse({"l": ids}, k=k)[-1].score for k in (small, large)
    }
    assert spread[large] < spread[small]
