"""Text from documents, safe to print on a terminal, and tables of it."""

import unicodedata
from collections.abc import Sequence

_JOINERS = "\u200c\u200d"
_WIDE = "WF"


def shown(text: str, limit: int | None = None) -> str:
    """``text`` on one line, with control and direction characters made visible.

    A terminal obeys escape sequences wherever they come from, so none may reach it.
    """
    line = "".join(_visible(letter) for letter in " ".join(text.split()))
    if limit is not None and len(line) > limit:
        return line[: limit - 1] + "…"
    return line


def table(rows: Sequence[Sequence[str]], heads: Sequence[str] = ()) -> list[str]:
    """The lines of a table; its last column is not padded."""
    lines = [list(heads), *(list(row) for row in rows)] if heads else [list(row) for row in rows]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell + " " * (width - _width(cell)) for cell, width in zip(line, widths, strict=True)
        ).rstrip()
        for line in lines
    ]


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """``1 entity``, ``1,200 entities``."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def _visible(letter: str) -> str:
    if letter.isprintable() or letter in _JOINERS:
        return letter
    return f"<U+{ord(letter):04X}>"


def _width(text: str) -> int:
    """Columns of a terminal: two for wide characters, none for combining ones."""
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in _WIDE)
        for letter in text
    )
