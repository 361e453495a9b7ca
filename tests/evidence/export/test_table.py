import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.export import cell, parse_table, table


@pytest.mark.parametrize(
    "text",
    [
        "=1+1", "+1", "@SUM(A1)", "-2+3", "\t=1", "\r=1", "\0=1", " =cmd|' /C calc'!A0", "＝1", "＋1",
        "－1", "＠x", "\u200b=1", "\ufeff@x", "'quoted", "%0A", "|x", "\n=1", "\u202e=1", "−1",
    ],
)  # fmt: skip
def test_a_cell_that_could_start_a_formula_is_guarded(text):
    assert cell(text) == "'" + text


@pytest.mark.parametrize(
    "text", ["Maria", "", "12", "-3.5", "1e-07", "1,000+", "a=b", "東京", "(x)"]
)
def test_a_harmless_cell_stays_as_it_is(text):
    assert cell(text) == text


def test_a_lone_surrogate_becomes_a_replacement_character():
    assert cell("a\ud800b") == "a\ufffdb"


def test_the_text_has_a_mark_a_header_and_quoted_cells():
    assert table(["a", "b"], [["1", 'x"y']]) == '\ufeff"a","b"\r\n"1","x""y"\r\n'


@given(st.lists(st.lists(st.text(), min_size=2, max_size=2), max_size=5))
def test_reading_a_table_back_gives_what_was_written(rows):
    assert parse_table(table(["one", "two"], rows)) == [["one", "two"], *rows]


@given(st.text(min_size=1))
def test_no_cell_starts_with_a_trigger_unless_it_is_a_plain_number(text):
    written = cell(text)
    first = next((letter for letter in written if not letter.isspace()), "")
    is_number = written.removeprefix("-").replace(".", "").replace("e", "").isdigit()
    assert first not in "=+-@＝＋－＠" or first == "" or is_number or written.startswith("-")
    assert not written.startswith(("=", "+", "@", "\t", "\r", "\0"))
