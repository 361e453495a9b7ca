"""Reads the native format, a record a line; see ``evidence.records``."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from pydantic import ValidationError

from evidence.errors import Problem
from evidence.import_report import Item, Progress, Replaced
from evidence.importers.json_checks import keys_and_fault, repeated_key, without_unstorable
from evidence.importers.reasons import problems_of
from evidence.importers.safe_files import InputFile, open_input, rejected, shown_name
from evidence.limits import IMPORT_LINE_BYTES
from evidence.records import RECORD, Numbered, Record

_BOM = b"\xef\xbb\xbf"
_TOLD_EVERY = 5_000


def read_native(path: Path, *, progress: Progress | None = None) -> Iterator[Item]:
    """The records of a file in order, and a problem for each thing wrong with a line.

    Args:
        path: A JSONL file, plain or compressed with gzip.
        progress: Told how many bytes of the file are read.

    Raises:
        ImportRejectedError: The file as a whole cannot be read.
    """
    validate = RECORD.validator.validate_json
    with open_input(path) as file:
        _skip_mark(file, shown_name(path))
        replaced = 0
        for line, text in _lines(file.stream):
            if progress and line % _TOLD_EVERY == 0:
                progress("Reading", file.position(), file.size)
            if isinstance(text, Problem):
                yield text
                continue
            storable = text
            if b"\\u" in text:
                storable, changed = without_unstorable(text)
                replaced += changed
            try:
                record = validate(storable)
            except ValidationError as error:
                yield from problems_of(line, error)
                continue
            # As many colons as fields: no key stands twice and no property needs a look.
            if storable.count(b":") == len(record.__pydantic_fields_set__):
                yield Numbered(line, record)
            else:
                yield _problem(line, storable, record) or Numbered(line, record)
        if replaced:
            yield Replaced(replaced)


def _skip_mark(file: InputFile, name: str) -> None:
    """Skips a byte order mark; UTF-16 and UTF-32 are refused, as no line of them is JSON."""
    head = file.head()
    if head[:2] in {b"\xff\xfe", b"\xfe\xff"} or b"\x00" in head:
        raise rejected(name, "is not UTF-8 text; save it as UTF-8 (it looks like UTF-16)")
    if head.startswith(_BOM):
        file.stream.read(len(_BOM))


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | Problem]]:
    """Each line that is not blank with its number; a problem in place of one that is too long."""
    line = 0
    while text := stream.readline(IMPORT_LINE_BYTES + 1):
        line += 1
        if len(text) > IMPORT_LINE_BYTES:
            while text and not text.endswith(b"\n"):
                text = stream.readline(IMPORT_LINE_BYTES)
            yield line, Problem(line, "", f"is longer than {IMPORT_LINE_BYTES // 2**20} MiB")
        elif not text.isspace():
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
