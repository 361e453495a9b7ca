"""Queries: any text is one, and none of it is syntax."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.limits import QUERY_CHARACTERS, QUERY_WORDS
from evidence.query import parse_query, plain_words
from evidence.words import normalised, squashed, words

TERMS = [
    ("Maria Chen", (("maria",), ("chen",))),
    ("IL-6 level", (("il", "6"), ("level",))),
    ("C++", (("c++",),)),
    ("A/B", (("a", "b"),)),
    ("東京", (("東", "京"),)),
    ("東京大学", (("東", "京", "大", "学"),)),
    ("東京大学院", (("東", "京"), ("京", "大"), ("大", "学"), ("学", "院"))),
    ("chen chen Chen", (("chen",),)),
    ("", ()),
    ("?!", ()),
    ("name:alice* OR (smith~ -bob)^2", (
        ("name",), ("alice",), ("or",), ("smith",), ("bob",), ("2",))),
    ('"NEAR(a b)"', (("near",), ("a",), ("b",))),
    ("O’Brien--Jones", (("o", "brien"), ("jones",))),
    ("Zürich", (("zurich",),)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "terms"), TERMS)
def test_terms_of_a_query(text: str, terms: tuple[tuple[str, ...], ...]) -> None:
    assert parse_query(text).terms == terms


def test_query_has_its_normal_form_and_its_words_once() -> None:
    query = parse_query("  IL-6  and il 6 ")
    assert query.text == "IL-6  and il 6"
    assert query.norm == "il 6 and il 6"
    assert query.key == "il6andil6"
    assert query.words == ["il", "6", "and"]
    assert query.dropped == 0


def test_terms_beyond_the_cap_are_counted() -> None:
    query = parse_query(" ".join(f"w{number}" for number in range(QUERY_WORDS + 6)))
    assert len(query.terms) == QUERY_WORDS
    assert query.terms[-1] == (f"w{QUERY_WORDS - 1}",)
    assert query.dropped == 6


def test_text_beyond_the_cap_is_not_read() -> None:
    query = parse_query("a" * (QUERY_CHARACTERS + 1) + " tail")
    assert query.text == "a" * QUERY_CHARACTERS
    assert query.terms == (("a" * QUERY_CHARACTERS,),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('name:alice* OR (smith~ -bob)^2 "x', ["name", "alice", "or", "smith", "bob", "2", "x"]),
        ("?!", []),
        ("foo_bar", ["foo_bar"]),
        ("Zürich", ["zürich"]),
    ],
)
def test_plain_words_are_those_of_agrag(text: str, expected: list[str]) -> None:
    assert plain_words(text) == expected


texts = st.text(st.characters(exclude_categories=()), max_size=300) | st.text(
    st.sampled_from("aé東京서ＡB+#-_:*()^~\"' \n\x00\ud800\u0308"), max_size=120
)


@given(texts)
def test_any_text_is_a_query_within_the_bounds(text: str) -> None:
    query = parse_query(text)
    assert len(query.terms) <= QUERY_WORDS
    assert len(set(query.terms)) == len(query.terms)
    assert all(term and all(term) for term in query.terms)
    assert set(query.words) <= set(words(query.text))
    assert query.norm == normalised(query.text)
    assert query.key == squashed(query.text)
    query.text.encode("utf-8")


@given(texts)
def test_reading_a_query_again_changes_nothing(text: str) -> None:
    query = parse_query(text)
    assert parse_query(query.text).terms == query.terms


@given(st.lists(st.text(st.sampled_from("abcé"), min_size=1, max_size=5), max_size=10))
def test_operators_between_words_change_nothing(pieces: list[str]) -> None:
    plain = parse_query(" ".join(pieces))
    wrapped = parse_query(" ".join(f'"({piece})"*^~' for piece in pieces))
    assert wrapped.terms == plain.terms
