"""Marked text keeps every character, and a window shows the first mark."""

from hypothesis import given
from hypothesis import strategies as st

from components.runs import is_cut, name_runs, text_runs, window_runs


def test_a_matched_name_is_marked_as_one_across_a_space() -> None:
    assert name_runs("Maria Chen", [(0, 5), (6, 10)]) == [("Maria Chen", True)]
    assert name_runs("Orion Planner", [(6, 13)]) == [("Orion ", False), ("Planner", True)]
    assert name_runs("Ada", []) == [("Ada", False)]


def test_a_name_with_hidden_characters_is_spelt_out_and_not_marked() -> None:
    assert name_runs("Ada\u200b", [(0, 3)]) == [("Ada⟨U+200B⟩", False)]
    assert name_runs("", []) == [("(unnamed)", False)]


def test_a_short_passage_is_shown_whole() -> None:
    assert window_runs("Ada met Bob.", [(8, 11)]) == [
        ("Ada met ", False),
        ("Bob", True),
        (".", False),
    ]


def test_a_long_passage_is_shown_round_its_first_mark() -> None:
    text = "word " * 1000 + "Maria Chen" + " more" * 1000
    at = text.index("Maria")
    runs = window_runs(text, [(at, at + 10)])
    assert runs[0] == ("… ", False)
    assert runs[-1] == (" …", False)
    assert ("Maria Chen", True) in runs
    assert sum(len(piece) for piece, _ in runs) < 420
    assert is_cut(text)


def test_a_long_passage_without_a_mark_starts_at_its_beginning() -> None:
    runs = window_runs("Begin " + "word " * 1000, [])
    assert runs[0][0].startswith("Begin word")


def test_ten_million_characters_take_no_time() -> None:
    text = "x" * 10_000_000
    assert len("".join(piece for piece, _ in window_runs(text, [(9_000_000, 9_000_010)]))) < 420


spans = st.lists(st.tuples(st.integers(0, 50), st.integers(1, 10)), max_size=5)


@given(st.text(st.characters(categories=("L", "N", "P", "Zs")), min_size=60, max_size=60), spans)
def test_no_character_is_lost_or_doubled(text: str, marks: list[tuple[int, int]]) -> None:
    places = [(start, start + length) for start, length in marks]
    assert "".join(piece for piece, _ in text_runs(text, places)) == text
