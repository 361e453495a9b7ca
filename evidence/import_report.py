"""What an import reads besides records, and what it reports at its end."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from evidence.errors import Problem
from evidence.records import Numbered

Progress = Callable[[str, int, int | None], None]
"""Called with the step in words, how much of it is done, and of how much when that is known."""


class Replaced(NamedTuple):
    """How many characters that cannot be stored became U+FFFD."""

    characters: int


class Note(NamedTuple):
    """A sentence for the report about something that was read differently or left out."""

    text: str


class Unit(NamedTuple):
    """What the numbers of all that follows count, where that is not lines."""

    name: str


Item = Numbered | Problem | Replaced | Note | Unit
Items = Iterable[Item]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What one file brought into the store.

    Attributes:
        file: The name shown for the file.
        counts: How many things of each kind the file describes, each counted once.
        entities_merged: Entity records that met an entity with the same id.
        entities_repeated: Those of them that met one of the file itself.
        entities_renamed: Stored entities that got another name; the former one is an alias now.
        entities_relabelled: Stored entities that got another label.
        relations_merged: Relation records that met a relation with the same id.
        relations_repeated: Those of them that met one of the file itself.
        relations_without_evidence: Relations of the file that have no evidence at all.
        evidence_missing: Evidence that names a passage which is not stored.
        evidence_repeated: Evidence for a relation and passage the file had evidence for already.
        evidence_stored: Evidence for a relation and passage the store had evidence for already.
        versions_new: Document versions that were not stored before.
        versions_superseded: Document versions that were current before.
        replaced_characters: Lone surrogates and NUL characters that became U+FFFD.
        notes: What a reader should know besides.
    """

    file: str
    counts: dict[str, int]
    entities_merged: int = 0
    entities_repeated: int = 0
    entities_renamed: int = 0
    entities_relabelled: int = 0
    relations_merged: int = 0
    relations_repeated: int = 0
    relations_without_evidence: int = 0
    evidence_missing: int = 0
    evidence_repeated: int = 0
    evidence_stored: int = 0
    versions_new: int = 0
    versions_superseded: int = 0
    replaced_characters: int = 0
    notes: list[str] = field(default_factory=list)
