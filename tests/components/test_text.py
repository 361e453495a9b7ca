"""Names are shown whole, hidden characters included, and Markdown reads them as plain text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from components.text import (
    UNNAMED,
    WORD_JOINER,
    counted,
    elide,
    has_hidden,
    literal,
    shown_name,
    shown_text,
)

NAMES = {
    "Ada Lovelace": "Ada Lovelace",
    "東京": "東京",
    "Zürich": "Zürich",
    "C++": "C++",
    "a_b*c": "a_b*c",
    "": UNNAMED,
    " ": "␣",
    " Ada": "␣Ada",
    "Ada  ": "Ada␣␣",
    "\u00a0Ada": "⟨U+00A0⟩Ada",
    "Ada\nByron": "Ada⟨U+000A⟩Byron",
    "Ada\tB": "Ada⟨U+0009⟩B",
    "Ada\u200bB": "Ada⟨U+200B⟩B",
    "a\u202egpj.exe": "a⟨U+202E⟩gpj.exe",
    "\u2066x\u2069": "⟨U+2066⟩x⟨U+2069⟩",
    "soft\u00adhyphen": "soft⟨U+00AD⟩hyphen",
    "\ufeffBOM": "⟨U+FEFF⟩BOM",
    "nul\x00": "nul⟨U+0000⟩",
    "line\u2028end": "line⟨U+2028⟩end",
    "filler\u3164x": "filler⟨U+3164⟩x",
    "lone \ud800 half": "lone \ufffd half",
    "👩\u200d🔬": "👩\u200d🔬",
    "❤\ufe0f\u200d🔥": "❤\ufe0f\u200d🔥",
    "می\u200cخواهم": "می\u200cخواهم",
    "क्\u200dष": "क्\u200dष",
    "a\u200db": "a⟨U+200D⟩b",
    "a\u200cb": "a⟨U+200C⟩b",
    "🏴\U000e0067\U000e0062\U000e007f": "🏴\U000e0067\U000e0062\U000e007f",
    "tag\U000e0041": "tag⟨U+E0041⟩",
    "العربية": "العربية",
    "e\u0301": "e\u0301",
}


@pytest.mark.parametrize(("name", "shown"), NAMES.items())
def test_a_name_is_shown_with_what_cannot_be_seen_spelt_out(name: str, shown: str) -> None:
    assert shown_name(name) == shown
    assert has_hidden(name) is (bool(name) and shown != name)


def test_every_format_and_control_character_is_spelt_out() -> None:
    seen = {
        "\u0600",
        "\u0601",
        "\u0602",
        "\u0603",
        "\u0604",
        "\u0605",
        "\u06dd",
        "\u08e2",
        "\u0890",
        "\u0891",
    }
    left = [
        f"U+{code:04X}"
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in {"Cc", "Cf"}
        and chr(code) not in seen
        and chr(code) in shown_name(f"x{chr(code)}y")
    ]
    assert left == []


def test_names_that_differ_by_a_hidden_character_look_different() -> None:
    assert shown_name("Ada") != shown_name("Ada\u200b")


def test_passages_keep_their_line_breaks_and_tabs() -> None:
    assert shown_text("one\r\ntwo\tthree\u202e") == "one\ntwo\tthree⟨U+202E⟩"


@given(st.text(max_size=60))
def test_showing_twice_changes_nothing(name: str) -> None:
    assert shown_name(shown_name(name)) == shown_name(name)
    shown_name(name).encode("utf-8")


def texts(markdown: str) -> list[tuple[str, str]]:
    inline = [token for token in MarkdownIt("commonmark").parse(markdown) if token.type == "inline"]
    assert len(inline) == 1
    children = inline[0].children or []
    return [(child.type, child.content.replace(WORD_JOINER, "")) for child in children]


PROBES = [
    "![x](http://evil.test/a.png)",
    "[link](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
    ":red[x]",
    ":material/home:",
    "$E=mc^2$",
    "# heading",
    "1. item",
    "- item",
    "> quote",
    "    code",
    "`code`",
    "***",
    "---",
    "&amp;",
    "a\\b",
    "| a | b |",
    "~~x~~",
    "www.evil.test",
]


@pytest.mark.parametrize("name", PROBES)
def test_markdown_in_a_name_is_read_as_text(name: str) -> None:
    assert texts(literal(name)) == [("text", shown_name(name))]


@given(st.text(max_size=60))
def test_any_name_is_one_text_node(name: str) -> None:
    assert texts(literal(name)) == [("text", shown_name(name))]


@pytest.mark.parametrize(
    ("text", "limit", "elided"),
    [
        ("short", 80, "short"),
        ("abcdef", 6, "abcdef"),
        ("abcdefg", 6, "abcde…"),
        ("abcd efg", 6, "abcd…"),
        ("abcde\u0301fgh", 6, "abcd…"),
        ("abc👩\u200d🔬def", 6, "abc…"),
        ("abc👩\u200d🔬def", 5, "abc…"),
        ("x" * 100_000, 80, "x" * 79 + "…"),
    ],
)
def test_elision_never_splits_what_is_drawn_as_one(text: str, limit: int, elided: str) -> None:
    assert elide(text, limit) == elided


def test_counts_are_written_with_separators_and_caps() -> None:
    assert counted(1, "passage") == "1 passage"
    assert counted(0, "passage") == "0 passages"
    assert counted(2400, "entity", "entities") == "2,400 entities"
    assert counted(1000, "relation", capped=True) == "1,000+ relations"
    assert counted(1, "relation", capped=True) == "1+ relations"
