"""Reads the native format, a record a line; see ``evidence.records``."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pydantic import ValidationError

from evidence.errors import Problem
from evidence.import_report import Item, Progress, Replaced
from evidence.importers.json_checks import keys_and_fault, repeated_key, without_unstorable
from evidence.importers.reasons import problems_of
from evidence.importers.safe_files import InputFile, open_input, rejected, shown_name
from evidence.limits import IMPORT_LINE_BYTES
from evidence.records import RECORD, HeaderRecord, Numbered, Record

_BOM = b"\xef\xbb\xbf"
_OPENED = {b"{\n", b"{\r\n", b"[\n", b"[\r\n"}
_SPREAD = (
    "opens a value that spreads over several lines; write each record on one line (JSON Lines)"
)
_ONLY_BLANK = "is empty but for blank lines"
_ONLY_HEADER = "has a header and no records; nothing would come in"
_TOLD_EVERY = 5_000


def read_native(path: Path, *, progress: Progress | None = None) -> Iterator[Item]:
    """The records of a file in order, and a problem for each thing wrong with a line.

    Args:
        path: A JSONL file, plain or compressed with gzip.
        progress: Told how many bytes of the file are read.

    Raises:
        ImportRejectedError: The file as a whole cannot be read, or has no record but a header.
    """
    name = shown_name(path)
    with open_input(path) as file:
        _skip_mark(file)
        seen = _Seen()
        yield from _items(file, name, seen, progress)
        if seen.lines == seen.headers:
            raise rejected(name, _ONLY_HEADER if seen.headers else _ONLY_BLANK)
        if seen.replaced:
            yield Replaced(seen.replaced)


@dataclass(slots=True)
class _Seen:
    """What was in a file: lines that are not blank, headers, and characters replaced."""

    lines: int = 0
    headers: int = 0
    replaced: int = 0


def _items(
    file: InputFile, name: str, seen: _Seen, progress: Progress | None
) -> Iterator[Numbered | Problem]:
    validate = RECORD.validator.validate_json
    for line, text in _lines(file.stream, name, seen):
        if progress and line % _TOLD_EVERY == 0:
            progress("Reading", file.position(), file.size)
        if isinstance(text, Problem):
            yield text
            continue
        storable = text
        if b"\\u" in text:
            storable, changed = without_unstorable(text)
            seen.replaced += changed
        try:
            record = validate(storable)
        except ValidationError as error:
            yield from problems_of(line, error)
            continue
        if type(record) is HeaderRecord:
            seen.headers += 1
        # As many colons as fields: no key stands twice and no property needs a look.
        if storable.count(b":") == len(record.__pydantic_fields_set__):
            yield Numbered(line, record)
        else:
            yield _problem(line, storable, record) or Numbered(line, record)


def _skip_mark(file: InputFile) -> None:
    """Skips a byte order mark."""
    if file.head().startswith(_BOM):
        file.stream.read(len(_BOM))


def _lines(stream: BinaryIO, name: str, seen: _Seen) -> Iterator[tuple[int, bytes | Problem]]:
    """Each line that is not blank with its number; a problem in place of one that is too long."""
    line = 0
    while text := stream.readline(IMPORT_LINE_BYTES + 1):
        line += 1
        if text.isspace() and len(text) <= IMPORT_LINE_BYTES:
            continue
        if not seen.lines and text in _OPENED:
            raise rejected(name, f"line {line} {_SPREAD}")
        seen.lines += 1
        if len(text) > IMPORT_LINE_BYTES:
            while text and not text.endswith(b"\n"):
                text = stream.readline(IMPORT_LINE_BYTES)
            yield line, Problem(line, "", f"is longer than {IMPORT_LINE_BYTES // 2**20} MiB")
        else:
            yield line, text


def _problem(line: int, text: bytes, record: Record) -> Problem | None:
    keys = len(record.model_fields_set)
    properties = getattr(record, "properties", None)
    if properties:
        inner, fault = keys_and_fault(properties)
        keys += inner
        if fault:
            return Problem(line, "properties", fault)
    repeated = repeated_key(text, keys)
    if repeated is not None:
        return Problem(line, repeated, "stands twice in one object")
    return None
