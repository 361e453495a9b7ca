"""Citation lines that came from documents."""

import pytest

from evidence.markdown import citation_markdown, escape_markdown, public_address


@pytest.mark.parametrize(
    ("uri", "kept"),
    [
        ("https://example.org/a?b=c", True),
        ("http://example.org", True),
        ("HTTPS://example.org", True),
        ("ftp://example.org", False),
        ("javascript:alert(1)", False),
        ("https://user@example.org", False),
        ("https://user:word@example.org", False),
        ("https://", False),
        ("/notes.md", False),
        ("https://exa mple.org", False),
        ("https://example.org/\nx", False),
        ("http://[::1", False),
        (None, False),
    ],
)
def test_only_plain_web_addresses_are_kept(uri: str | None, kept: bool) -> None:
    assert public_address(uri) == (uri if kept else None)


def test_markdown_of_a_title_is_escaped_on_one_line() -> None:
    assert escape_markdown("a *b*\n[c](d)") == r"a \*b\* \[c\]\(d\)"


def test_a_citation_names_a_superseded_version_and_links() -> None:
    assert citation_markdown("Notes", None, False) == "Notes"
    assert citation_markdown("Notes", None, True) == "Notes, superseded version"
    assert citation_markdown("Notes", "https://example.org/a", False) == (
        "[Notes](<https://example.org/a>)"
    )
    assert citation_markdown("Notes", "https://example.org/>x", False) == "Notes"
