import pytest

from components.explore.edge_panel import KINDS
from components.picture.palette import GRADE_STYLES
from components.picture.words import (
    edge_sentence,
    full_name,
    label_text,
    relation_words,
    text_width,
)
from evidence.details import Count, EdgeDetail, EdgeGrade
from tests.components.views import small


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Maria Chen", "Maria Chen"),
        ("European Inland Waterways Authority", "European Inland Waterwa…"),
        ("", "(unnamed)"),
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("x" * 100_000, "x" * 23 + "…"),
    ],
)
def test_a_label_is_short_and_hides_nothing(name, text):
    assert label_text(name) == text


def test_a_full_name_ends_at_two_hundred_characters():
    assert full_name("x" * 100_000) == "x" * 199 + "…"


def test_two_names_that_differ_by_an_invisible_character_are_written_differently():
    assert label_text("Acme\u200b") != label_text("Acme")


def test_wide_characters_are_wider():
    assert text_width("東京", 10) == pytest.approx(20.4)
    assert text_width("ill", 10) < text_width("mmm", 10)


@pytest.mark.parametrize(
    ("relation_type", "words"),
    [("WORKS_FOR", "works for"), ("worksFor", "worksFor"), ("P17", "p17"), ("北", "北")],
)
def test_a_shouted_type_is_read_as_words(relation_type, words):
    assert relation_words(relation_type) == words


def sentence(**fields):
    edge = small().edges[0].edge
    detail = EdgeDetail(**{"relation_id": "r", "passages": Count(value=0), **fields})
    return edge_sentence(edge, detail, "Maria Chen", "Acme")


def test_sentences_say_what_stands_behind_a_relation():
    stated = {"grade": EdgeGrade.STATED}
    one = sentence(passages=Count(value=1), **stated)
    assert one == "Maria Chen works for Acme: stated in 1 passage."
    many = sentence(passages=Count(value=1000, capped=True), **stated)
    assert many == "Maria Chen works for Acme: stated in 1,000+ passages."
    both = sentence(grade=EdgeGrade.TOGETHER, together=Count(value=2))
    assert both == (
        "Maria Chen works for Acme: mentioned together; no passage is recorded as stating it,"
        " 2 passages mention both ends."
    )
    assert sentence(grade=EdgeGrade.TOGETHER) == (
        "Maria Chen works for Acme: mentioned together; no passage is recorded as stating it."
    )
    assert sentence(grade=EdgeGrade.CONNECTED, directed=False) == (
        "Maria Chen and Acme, works for: connected only; no passage is recorded as stating it."
    )
    assert sentence(grade=EdgeGrade.MISSING) == (
        "Maria Chen works for Acme: evidence missing; the passages it names are not in this graph."
    )


@pytest.mark.parametrize("grade", [grade for grade in EdgeGrade if grade is not EdgeGrade.STATED])
def test_a_sentence_calls_each_kind_as_the_legend_and_the_inspector_do(grade):
    words = sentence(grade=grade).partition(": ")[2].partition(";")[0]
    assert words == GRADE_STYLES[grade].words.lower() == KINDS[grade].lower()
