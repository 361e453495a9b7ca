"""Path citations."""

import pytest

from evidence.path_citation import format_pages, path_citation
from evidence.ports import PassageRef, PassageRow


def passage(
    *,
    namespace: str = "acme",
    path: tuple[str, ...] = ("rules", "2024.md"),
    headings: tuple[str, ...] = ("2. Speed", "2.1 Aisles"),
    pages: tuple[int, ...] = (),
    current: bool = True,
    title: str = "Rules",
) -> PassageRow:
    ref = PassageRef("p", "d", "rules.md", "0" * 64, 0, 1, None, None, pages, current)
    return PassageRow(ref, "x", True, title, None, namespace, path, headings, 1)


@pytest.mark.parametrize(
    ("row", "citation"),
    [
        (passage(), "acme/rules/2024.md › 2. Speed › 2.1 Aisles"),
        (passage(pages=(4, 5)), "acme/rules/2024.md › 2. Speed › 2.1 Aisles, pages 4–5"),
        (passage(headings=()), "acme/rules/2024.md"),
        (passage(namespace="", path=(), headings=("", "Intro")), "Rules › Intro"),
        (passage(namespace="", path=(), headings=(), title=""), "rules.md"),
        (passage(headings=(), current=False), "acme/rules/2024.md (superseded version)"),
    ],
)
def test_a_citation_leads_to_the_place(row: PassageRow, citation: str) -> None:
    assert path_citation(row) == citation


@pytest.mark.parametrize(
    ("pages", "text"),
    [
        ((), ""),
        ((3,), "page 3"),
        ((3, 3), "page 3"),
        ((5, 4), "pages 4–5"),
        ((4, 7), "pages 4, 7"),
    ],
)
def test_pages_read_like_pages(pages: tuple[int, ...], text: str) -> None:
    assert format_pages(pages) == text
