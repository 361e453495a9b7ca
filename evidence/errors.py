"""Faults of stores, embedders and imports.

EvidenceError
├── StoreError
│   ├── StoreUnavailableError   cannot be opened or reached
│   │   ├── StoreMissingError   there is none
│   │   ├── StoreOutdatedError  an earlier version wrote it
│   │   └── StoreUnreadableError  another version of this program, or of Python, is needed
│   ├── StoreTimeoutError       a read passed its deadline
│   ├── StoreCorruptError       the stored bytes are not what was written
│   ├── StoreFullError          no space to write
│   └── StoreBusyError          another writer holds the lock
├── EmbedderError
│   ├── EmbedderMissingError    no usable model
│   ├── EmbedderLoadingError    the model is still being loaded
│   └── DimensionMismatchError  vectors of another model
└── ImportRejectedError         the file is refused; says what is wrong and where

Use cases turn the first two families into a status; a message never holds a path, an address or
a credential, so it may be shown.
"""

from dataclasses import dataclass


class EvidenceError(Exception):
    """Anything this package raises on purpose, apart from misuse (``ValueError``)."""


class StoreError(EvidenceError):
    """A store could not do what was asked."""


class StoreUnavailableError(StoreError):
    """The store cannot be opened or reached."""


class StoreMissingError(StoreUnavailableError):
    """There is no store where one was looked for."""


class StoreOutdatedError(StoreUnavailableError):
    """An earlier version wrote the store; a writer brings it up to date."""


class StoreUnreadableError(StoreUnavailableError):
    """The store may be sound, but this program or this Python cannot read it."""


class StoreTimeoutError(StoreError):
    """A read passed its deadline."""


class StoreCorruptError(StoreError):
    """The stored bytes are not what was written."""


class StoreFullError(StoreError):
    """There is no space left to write."""


class StoreBusyError(StoreError):
    """Another writer holds the store."""


class EmbedderError(EvidenceError):
    """A text could not be turned into a vector."""


class EmbedderMissingError(EmbedderError):
    """No usable model was found."""


class EmbedderLoadingError(EmbedderError):
    """The model is still being loaded."""


class DimensionMismatchError(EmbedderError):
    """The stored vectors come from another model."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a file: its line (from 1), the field, and the reason.

    ``unit`` names what is counted where that is not lines, such as the articles of an array.
    """

    line: int | None
    field: str
    reason: str
    unit: str = "line"

    def __str__(self) -> str:
        where = f"{self.unit} {self.line}: " if self.line is not None else ""
        return f"{where}{self.field}: {self.reason}" if self.field else f"{where}{self.reason}"


class ImportRejectedError(EvidenceError):
    """A file is refused and the store is as it was.

    Attributes:
        file: The name shown for the file.
        problems: The first problems, at most ``limits.PROBLEMS_REPORTED``.
        total: How many problems there are.
    """

    def __init__(self, file: str, problems: list[Problem], total: int | None = None) -> None:
        self.file = file
        self.problems = problems
        self.total = len(problems) if total is None else total
        shown = "; ".join(str(problem) for problem in problems[:3])
        super().__init__(f"{file} was refused ({self.total} problems): {shown}")
