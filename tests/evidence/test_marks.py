"""Places of names, words and quotes in a text."""

import pytest

from evidence.marks import merged, name_spans, query_spans, quote_span, word_marks
from evidence.query import parse_query


def pieces(text: str, spans: list[tuple[int, int]]) -> list[str]:
    return [text[start:end] for start, end in spans]


def test_a_name_is_found_however_it_is_written() -> None:
    text = "Zoë ÅKERSTRÖM met Zoe Akerstrom; “ZOË-ÅKERSTRÖM” signed. Zoëta did not."
    assert pieces(text, name_spans(text, ["Zoë Åkerström"])) == [
        "Zoë ÅKERSTRÖM",
        "Zoe Akerstrom",
        "ZOË-ÅKERSTRÖM",
    ]


def test_aliases_count_and_overlaps_are_joined() -> None:
    text = "Acme Robotics of Acme"
    assert pieces(text, name_spans(text, ["Acme", "Acme Robotics"])) == ["Acme Robotics", "Acme"]


def test_unspaced_scripts_are_found_inside_a_run() -> None:
    text = "新しい東京センターが開く"
    assert pieces(text, name_spans(text, ["東京センター"])) == ["東京センター"]


def test_the_last_word_typed_marks_the_start_of_a_word() -> None:
    text = "Orion Planner"
    assert pieces(text, query_spans(text, parse_query("orion pla"))) == ["Orion", "Pla"]


def test_whole_words_only_in_passages() -> None:
    text = "The planner plans."
    assert pieces(text, word_marks(text, parse_query("plan planner"))) == ["planner"]


@pytest.mark.parametrize(
    ("quote", "start", "end", "expected"),
    [
        ("wrote it", None, None, "wrote it"),
        ("WROTE  it", None, None, "wrote it"),
        ("nothing", None, None, None),
        (None, 0, 5, "Maria"),
        (None, 0, 500, None),
        ("wrote it", 0, 5, "Maria"),
        (None, None, None, None),
    ],
)
def test_a_quote_is_found_by_place_then_text_then_words(
    quote: str | None, start: int | None, end: int | None, expected: str | None
) -> None:
    text = "Maria wrote it."
    span = quote_span(text, quote, start, end)
    assert (text[span[0] : span[1]] if span else None) == expected


def test_merged_spans_do_not_overlap() -> None:
    assert merged([(5, 9), (0, 3), (2, 4), (9, 10)]) == [(0, 4), (5, 10)]
