"""Words: one normalisation for names, text and queries."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.words import is_ideograph, normalised, squashed, word_spans, words

WORDS = [
    ("Maria Chen", ["maria", "chen"]),
    ("", []),
    ("  \t\n", []),
    ("Zürich", ["zurich"]),
    ("ZU\u0308RICH", ["zurich"]),
    ("Søren", ["soren"]),
    ("Łódź", ["lodz"]),
    ("Straße STRASSE", ["strasse", "strasse"]),
    ("ﬁnance", ["finance"]),
    ("ＡＢＣ１２３", ["abc123"]),
    ("東京", ["東", "京"]),
    ("東京tower", ["東", "京", "tower"]),
    ("서울", ["서", "울"]),
    ("ｾﾝﾀｰ", ["セ", "ン", "タ", "ー"]),
    ("IL-6", ["il", "6"]),
    ("TNF-α", ["tnf", "α"]),
    ("A/B", ["a", "b"]),
    ("tb-", ["tb"]),
    ("O'Brien", ["o", "brien"]),
    ("O’Brien", ["o", "brien"]),
    ("C++", ["c++"]),
    ("c++ and C#", ["c++", "and", "c#"]),
    ("a+b", ["a", "b"]),
    ("C#7", ["c", "7"]),
    ("F+++", ["f++"]),
    ("#1", ["1"]),
    ("foo_bar", ["foo", "bar"]),
    ("москва МОСКВА", ["москва", "москва"]),
    ("soft\u00adhyphen", ["softhyphen"]),
    ("zero\u200bwidth", ["zerowidth"]),
    ("\u202eevil\u202c", ["evil"]),
    ("x²", ["x2"]),
    ("½", ["1", "2"]),
    ("naïve café", ["naive", "cafe"]),
    ("a\x00b", ["a", "b"]),
]


@pytest.mark.parametrize(("text", "expected"), WORDS)
def test_words_of_a_text(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "norm", "key"),
    [
        ("IL-6", "il 6", "il6"),
        ("il6", "il6", "il6"),
        ("IL 6", "il 6", "il6"),
        (" Zürich  HB ", "zurich hb", "zurichhb"),
        ("東京", "東 京", "東京"),
        ("🚀", "🚀", "🚀"),
        (" 🚀 ", "🚀", "🚀"),
        ("?!", "?!", "?!"),
        ("", "", ""),
        ("   ", "", ""),
    ],
)
def test_normal_form_and_key(text: str, norm: str, key: str) -> None:
    assert normalised(text) == norm
    assert squashed(text) == key


def test_spans_point_into_the_text_as_written() -> None:
    text = "Le Café—ZU\u0308RICH, ﬁn 東京 ｶﾞ \u1100\u1161"
    assert [(span.word, text[span.start : span.end]) for span in word_spans(text)] == [
        ("le", "Le"),
        ("cafe", "Café"),
        ("zurich", "ZU\u0308RICH"),
        ("fin", "ﬁn"),
        ("東", "東"),
        ("京", "京"),
        ("ガ", "ｶﾞ"),
        ("가", "\u1100\u1161"),
    ]


@pytest.mark.parametrize(
    ("word", "single"),
    [("東", True), ("ン", True), ("서", True), ("東京", False), ("a", False), ("", False)],
)
def test_ideographs_are_single_characters(word: str, single: bool) -> None:
    assert is_ideograph(word) is single


texts = st.text(max_size=60) | st.text(
    st.sampled_from("aBcéÉß+#-_ '’0１²½東京서울ｾﾝﾞ\u0308\u0301\u200b\u00adﬁŁøİıςΣ🚀\n"), max_size=30
)


@given(texts)
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)
    assert words(normalised(text)) == words(text)


@given(texts)
def test_spans_have_the_words_of_the_text(text: str) -> None:
    spans = word_spans(text)
    assert [span.word for span in spans] == words(text)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(one.start <= other.start for one, other in pairwise(spans))


@given(texts, texts)
def test_words_of_texts_set_apart_are_the_words_of_both(one: str, other: str) -> None:
    assert words(f"{one}\n{other}") == words(one) + words(other)


@given(texts)
def test_case_does_not_matter(text: str) -> None:
    assert words(text.upper()) == words(text.upper().lower())


@given(texts)
def test_words_hold_no_space_and_no_upper_case(text: str) -> None:
    for word in words(text):
        assert word
        assert not any(letter.isspace() for letter in word)
        assert word == word.casefold()


@given(texts)
def test_key_is_the_normal_form_without_spaces(text: str) -> None:
    assert " " not in squashed(text)
    assert squashed(text) == normalised(text).replace(" ", "")
