"""What exports say of themselves, and how their files are called."""

from datetime import date

import pytest

from components.explore.exploration import union
from components.explore.shown_view import shown_view
from components.explore.view_notes import file_stem, scope_words, view_notes
from evidence.details import ScopeApplied
from evidence.results import Bound
from evidence.scope import EVERYTHING, Scope
from tests.components.walks import answer, star, view_of, walk

TWO = ScopeApplied(fingerprint="f", everything=False, documents=2)


@pytest.mark.parametrize(
    ("scope", "applied", "words"),
    [
        (EVERYTHING, None, "Scope: every document"),
        (EVERYTHING, TWO, "Scope: every document (2 documents)"),
        (Scope(folders=frozenset({"rules/2024"})), TWO, "Scope: folder rules/2024 (2 documents)"),
        (
            Scope(namespaces=frozenset("dcba"), as_of=date(2025, 1, 2)),
            None,
            "Scope: namespaces a, b, c and 1 more, in force on 2025-01-02",
        ),
        (Scope(keys=frozenset({"a\u202e.md"})), None, "Scope: document a⟨U+202E⟩.md"),
    ],
)
def test_a_scope_in_words(scope, applied, words) -> None:
    assert scope_words(scope, applied) == words


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Acme Robotics", "Acme-Robotics"),
        ("../../etc/passwd", "etc-passwd"),
        ("東京 / Zürich", "東京-Zürich"),
        ("", "graph"),
        ("\u202e<>:", "graph"),
        ("x" * 500, "x" * 60),
    ],
)
def test_a_file_is_named_after_the_start(name, stem) -> None:
    assert file_stem(name) == stem


def test_the_notes_of_a_view() -> None:
    exploration = union([
        answer(walk(0), star(0, [1], first=0), names={0: "Ada"}, cut=[Bound.DEPTH])
    ])
    notes = view_notes(
        exploration, shown_view(exploration, view_of(walk(0))), EVERYTHING, date(2026, 1, 2)
    )
    assert notes.title == "Relations around Ada"
    assert notes.made == "2026-01-02"
    assert notes.cut == ("There is more beyond the ring around Ada.",)
