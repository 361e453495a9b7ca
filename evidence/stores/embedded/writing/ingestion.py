"""One file on its way into the store, inside one transaction."""

import sqlite3
from collections.abc import Callable
from typing import Any

from evidence.errors import Problem
from evidence.import_report import ImportReport, Item, Items, Note, Progress, Replaced, Unit
from evidence.records import (
    DocumentRecord,
    EntityRecord,
    EvidenceRecord,
    HeaderRecord,
    LabelRecord,
    MentionRecord,
    Numbered,
    PassageRecord,
    RelationRecord,
    SectionRecord,
    VersionRecord,
)
from evidence.stores.embedded.writing.adjacency import Adjacency
from evidence.stores.embedded.writing.documents import Documents
from evidence.stores.embedded.writing.entities import Entities
from evidence.stores.embedded.writing.indexes import TextIndex, drop_indexes, restore_indexes
from evidence.stores.embedded.writing.joins import Connections
from evidence.stores.embedded.writing.passages import Passages
from evidence.stores.embedded.writing.problems import Problems
from evidence.stores.embedded.writing.staging import BadDateError, Staging
from evidence.stores.embedded.writing.transactions import add_pending, forget_meta
from evidence.stores.embedded.writing.versions import Versions

_KINDS: dict[type, str] = {
    DocumentRecord: "document",
    VersionRecord: "version",
    SectionRecord: "section",
    PassageRecord: "passage",
    LabelRecord: "label",
    EntityRecord: "entity",
    MentionRecord: "mention",
    RelationRecord: "relation",
    EvidenceRecord: "evidence",
}
_TEMPORARY = (
    "s_document", "s_version", "s_section", "s_passage", "s_mention", "s_relation", "s_evidence", "s_moved",
    "s_kept", "s_met", "s_touched", "r_mention", "r_place",
)  # fmt: skip


class Ingestion:
    """Reads records, refuses them all when anything is wrong, else writes them all."""

    def __init__(
        self, connection: sqlite3.Connection, *, file: str, progress: Progress | None
    ) -> None:
        self._connection = connection
        self._file = file
        self._progress = progress
        self._problems = Problems()
        self._counts: dict[str, int] = {}
        self._replaced = 0
        self._notes: list[str] = []
        self._forget_staged()
        self._documents = Documents(connection, self._problems)
        self._empty = not self._documents.last and not _has_entities(connection)
        if self._empty:
            drop_indexes(connection)
        self._entities = Entities(connection, self._problems)
        self._staging = Staging(connection, self._problems)
        self._versions = Versions(connection, self._problems)
        self._connections = Connections(connection, self._problems)
        self._text = TextIndex(connection)
        self._adjacency = Adjacency(connection, self._connections.last_relation)

    def run(self, items: Items) -> ImportReport:
        """Brings the items in.

        Raises:
            ImportRejectedError: Something is wrong; the caller rolls back.
        """
        self._read(items)
        self._problems.refuse(self._file)
        for number, (words, step) in enumerate(self._steps()):
            self._tell(words, number)
            step()
            self._problems.refuse(self._file)
        report = self._report()
        self._forget_staged()
        return report

    def _tell(self, words: str, step: int) -> None:
        if self._progress:
            self._progress(words, step, len(self._steps()))

    def _steps(self) -> list[tuple[str, Callable[[], None]]]:
        return [
            ("Storing versions", lambda: self._versions.settle(self._documents.last)),
            ("Storing passages", Passages(self._connection, self._problems).write),
            ("Storing mentions", self._connections.write_mentions),
            ("Storing relations", self._store_relations),
            ("Storing evidence", self._store_evidence),
            ("Ordering relations", self._adjacency.write),
            ("Indexing text", lambda: self._text.add_staged(self._indexed)),
            ("Finishing indexes", self._finish),
        ]

    def _indexed(self, done: int, total: int) -> None:
        if self._progress:
            self._progress("Indexing text", done, total)

    def _store_relations(self) -> None:
        self._adjacency.remember_touched()
        self._connections.write_relations()

    def _store_evidence(self) -> None:
        self._connections.resolve_missing()
        self._connections.write_evidence()

    def _finish(self) -> None:
        waiting = self._entities.added + self._entities.unvectored + self._text.added
        add_pending(self._connection, waiting)
        if self._entities.unvectored:
            forget_meta(self._connection, "vectors_generation")
        if self._empty:
            restore_indexes(self._connection)

    def _read(self, items: Items) -> None:
        takers: dict[type, Callable[[int, Any], None]] = {
            **self._staging.takers(),
            HeaderRecord: _skip,
            DocumentRecord: self._documents.add,
            LabelRecord: self._entities.add_label,
            EntityRecord: self._entities.add,
        }
        counts = dict.fromkeys(takers, 0)
        for item in items:
            if type(item) is not Numbered:
                self._hear(item)
                continue
            line, record = item
            kind = type(record)
            counts[kind] += 1
            try:
                takers[kind](line, record)
            except BadDateError as error:
                self._problems.add(error.problem)
        self._entities.flush()
        self._staging.flush()
        self._counts = {word: counts[kind] for kind, word in _KINDS.items() if counts[kind]}

    def _hear(self, item: Item) -> None:
        if isinstance(item, Problem):
            self._problems.add(item)
        elif isinstance(item, Replaced):
            self._replaced += item.characters
        elif isinstance(item, Note):
            self._notes.append(item.text)
        elif isinstance(item, Unit):
            self._problems.unit = item.name

    def _forget_staged(self) -> None:
        for table in _TEMPORARY:
            self._connection.execute(f"DROP TABLE IF EXISTS temp.{table}")

    def _report(self) -> ImportReport:
        unplaced = {
            "Quotes": self._connections.quotes_unplaced,
            "Mentioned names": self._connections.surfaces_unplaced,
        }
        counts = dict(self._counts)
        if "document" in counts:
            counts["document"] = self._documents.distinct()
        if "label" in counts:
            counts["label"] = self._entities.distinct_labels()
        if "section" in counts:
            counts["section"] = self._staging.distinct_sections()
        if self._entities.merged:
            counts["entity"] = self._entities.distinct()
        if self._connections.relations_merged:
            counts["relation"] = self._connections.distinct_relations()
        if "mention" in counts:
            counts["mention"] = self._connections.distinct_mentions()
        if "evidence" in counts:
            counts["evidence"] -= self._connections.evidence_repeated
        notes = [
            f"{what} not found in their passage, kept without a place: {count:,}."
            for what, count in unplaced.items()
            if count
        ]
        return ImportReport(
            file=self._file,
            counts=counts,
            entities_merged=self._entities.merged,
            entities_repeated=self._entities.repeated,
            entities_renamed=self._entities.renamed,
            entities_relabelled=self._entities.relabelled,
            relations_merged=self._connections.relations_merged,
            relations_repeated=self._connections.relations_repeated,
            relations_without_evidence=self._adjacency.without_evidence(),
            evidence_missing=self._adjacency.missing_evidence(),
            evidence_repeated=self._connections.evidence_repeated,
            evidence_stored=self._connections.evidence_stored,
            versions_new=self._versions.new,
            versions_superseded=self._versions.superseded,
            replaced_characters=self._replaced,
            notes=[*self._notes, *notes],
        )


def _skip(_line: int, _record: HeaderRecord) -> None:
    """The header says nothing that is stored."""


def _has_entities(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM entity LIMIT 1").fetchone() is not None
