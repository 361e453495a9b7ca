"""CSV that a spreadsheet opens without running any of it.

A cell whose first visible character could start a formula (OWASP, CWE-1236: ``= + - @``, tab,
carriage return, and their full-width forms) gets a leading apostrophe; so does a cell that already
begins with one, which makes the guard reversible. Every cell is quoted; the text begins with a
byte order mark, without which spreadsheets misread UTF-8.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence

BYTE_ORDER_MARK = "\ufeff"
_TRIGGERS = frozenset("=+-@|%\t\r\n\0＝＋－＠｜％﹢﹣﹦﹫−'")
_GUARD = "'"
_PLAIN_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?", re.ASCII)
_LONGEST_NUMBER = 32
_SURROGATES = re.compile("[\ud800-\udfff]")


def cell(text: str) -> str:
    """``text`` made safe for a spreadsheet; plain numbers stay numbers."""
    text = encodable(text)
    if len(text) <= _LONGEST_NUMBER and _PLAIN_NUMBER.fullmatch(text):
        return text
    return _GUARD + text if _is_risky(text) else text


def encodable(text: str) -> str:
    """``text`` with lone surrogates, which no encoding accepts, as U+FFFD."""
    return _SURROGATES.sub("\ufffd", text)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A CSV text with a header, CRLF line ends and guarded cells."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerow([cell(column) for column in columns])
    writer.writerows([cell(value) for value in row] for row in rows)
    return BYTE_ORDER_MARK + out.getvalue()


def parse_table(text: str) -> list[list[str]]:
    """The rows of a text made by ``table``, header first, with the guards taken off."""
    reader = csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline=""))
    return [[value.removeprefix(_GUARD) for value in row] for row in reader]


def _is_risky(text: str) -> bool:
    for letter in text:
        if letter in _TRIGGERS:
            return True
        if not letter.isspace() and unicodedata.category(letter)[0] not in "CMZ":
            return False
    return False
