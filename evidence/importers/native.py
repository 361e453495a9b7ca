"""Reads the native format, a record a line; see ``evidence.records``."""

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from evidence.errors import Problem
from evidence.import_report import Item, Progress
from evidence.records import RECORD, Numbered


def read_native(path: Path, *, progress: Progress | None = None) -> Iterator[Item]:
    """The records of a file in order, and a problem for each line that is not one."""
    validate = RECORD.validate_json
    with path.open("rb") as stream:
        for line, text in enumerate(stream, 1):
            try:
                yield Numbered(line, validate(text))
            except ValidationError as error:
                for fault in error.errors(include_url=False, include_input=False):
                    yield Problem(line, ".".join(str(part) for part in fault["loc"]), fault["msg"])
