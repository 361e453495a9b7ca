"""Text cut into runs with several marks at once."""

from hypothesis import given
from hypothesis import strategies as st

from components.layered_runs import layered_runs
from components.text import shown_text

TEXT = "Maria Chen works for Acme."


def test_marks_may_overlap() -> None:
    layers = {"subject": [(0, 10)], "object": [(21, 25)], "quote": [(0, 26)]}
    assert layered_runs(TEXT, layers) == [
        ("Maria Chen", ["subject", "quote"]),
        (" works for ", ["quote"]),
        ("Acme", ["object", "quote"]),
        (".", ["quote"]),
    ]


def test_a_text_without_marks_is_one_run_and_no_text_none() -> None:
    assert layered_runs(TEXT, {"subject": []}) == [(TEXT, [])]
    assert layered_runs("", {"subject": [(0, 3)]}) == []


def test_a_long_text_is_cut_between_words_round_its_first_mark() -> None:
    text = f"{'before ' * 100}Maria{' after' * 100}"
    runs = layered_runs(text, {"name": [(700, 705)]}, size=200)
    assert runs[0] == ("… ", [])
    assert runs[-1] == (" …", [])
    assert ("Maria", ["name"]) in runs
    words = "".join(part for part, _ in runs[1:-1]).split()
    assert set(words) == {"before", "Maria", "after"}
    assert 150 <= sum(len(part) for part, _ in runs) <= 210


def test_hidden_characters_are_made_visible() -> None:
    assert layered_runs("a\u202eb", {}) == [("a⟨U+202E⟩b", [])]


spans = st.lists(
    st.tuples(st.integers(-5, 60), st.integers(-5, 60)).map(lambda s: (min(s), max(s)))
)


@given(st.text(max_size=50), spans, spans)
def test_the_runs_are_the_whole_text_and_carry_every_mark(text, one, two) -> None:
    runs = layered_runs(text, {"one": one, "two": two})
    assert "".join(part for part, _ in runs) == shown_text(text)
    marked = sum(len(part) for part, names in runs if "one" in names)
    inside = {at for start, end in one for at in range(max(start, 0), min(end, len(text)))}
    assert (marked > 0) == bool(inside)
