"""Writes entities, their names and their labels; merges an entity that is stored already.

Entities refer to nothing but their label, so they are written as they come. Within a file an id has
one name and one label. Of an entity that is stored already the file's name, label and properties
win; aliases are united and the former name becomes one.
"""

import json
import sqlite3
from array import array
from typing import Any, NamedTuple

from evidence.errors import Problem
from evidence.records import EntityRecord, LabelRecord
from evidence.stores.embedded.writing.indexes import indexed
from evidence.stores.embedded.writing.problems import Problems
from evidence.stores.embedded.writing.staging import BATCH, identity, packed
from evidence.words import normalised

_INSERT = "INSERT OR IGNORE INTO entity VALUES(?, ?, ?, ?, ?, ?)"
_INSERT_NAME = "INSERT INTO name VALUES(?, ?, ?, ?, ?, ?)"
_INDEX_NAME = "INSERT INTO name_fts(rowid, norm) VALUES(?, ?)"
_FORGET_NAME = "INSERT INTO name_fts(name_fts, rowid, norm) VALUES('delete', ?, ?)"
_QUOTED = 60
"""How much of a name a problem shows."""


class _Pending(NamedTuple):
    id: int
    uid: bytes
    label: int
    name: str
    properties: str | None
    original_id: str | None


class Entities:
    """Takes in entity and label records and writes them in batches.

    Attributes:
        merged: Records that met an entity, of the file or of the store.
        repeated: Those of them that met one of the file.
        renamed: Stored entities that got another name.
        relabelled: Stored entities that got another label.
        added: Entities that are new.
        unvectored: Entities whose vector was dropped.
    """

    def __init__(self, connection: sqlite3.Connection, problems: Problems) -> None:
        self._connection = connection
        self._problems = problems
        self._labels: dict[str, int] = {}
        self._described: dict[str, tuple[int, list[str] | None]] = {}
        self._pending: list[_Pending] = []
        self._aliases: dict[int, list[str]] = {}
        self._last_stored = self._last("entity")
        self._next_id = self._last_stored + 1
        connection.execute("CREATE TEMP TABLE s_met(entity INTEGER PRIMARY KEY, line INTEGER)")
        self._next_name = self._last("name") + 1
        # Ids of records follow each other, so a record's line lies at its distance from the first.
        self._lines = array("Q")
        self.merged = 0
        self.repeated = 0
        self.renamed = 0
        self.relabelled = 0
        self.added = 0
        self.unvectored = 0

    def _last(self, table: str) -> int:
        query = {
            "entity": "SELECT coalesce(max(id), 0) FROM entity",
            "name": "SELECT coalesce(max(id), 0) FROM name",
        }[table]
        return int(self._connection.execute(query).fetchone()[0])

    def distinct(self) -> int:
        """How many entities the records were about."""
        (met,) = self._connection.execute("SELECT count(*) FROM s_met").fetchone()
        return self.added + int(met)

    def distinct_labels(self) -> int:
        """How many labels the records of labels were about."""
        return len(self._described)

    def add(self, line: int, record: EntityRecord) -> None:
        """Takes in one entity."""
        uid, original = identity("entity", record.id)
        label = self._label(record.label)
        properties = packed(record.properties)
        row = _Pending(self._next_id, uid, label, record.name, properties, original)
        self._next_id += 1
        self._lines.append(line)
        self._pending.append(row)
        if record.aliases:
            self._aliases[row.id] = record.aliases
        if len(self._pending) >= BATCH:
            self.flush()

    def add_label(self, line: int, record: LabelRecord) -> None:
        """Stores a label and the labels above it."""
        if record.name in record.ancestors or len(set(record.ancestors)) < len(record.ancestors):
            self._problems.add(Problem(line, "ancestors", "names a label twice"))
            return
        first, above = self._described.get(record.name, (line, None))
        said = record.ancestors if "ancestors" in record.model_fields_set else None
        if above is not None and said is not None and above != said:
            reason = f"{self._problems.unit} {first} gives this label others; keep one record"
            self._problems.add(Problem(line, "ancestors", reason))
            return
        self._described[record.name] = (first, said if above is None else above)
        if said is None and line != first:
            return
        label = self._label(record.name)
        ancestors = [self._label(name) for name in record.ancestors]
        self._connection.execute("DELETE FROM label_ancestor WHERE label = ?", (label,))
        self._connection.executemany(
            "INSERT INTO label_ancestor VALUES(?, ?, ?)",
            [(label, order, ancestor) for order, ancestor in enumerate(ancestors)],
        )

    def flush(self) -> None:
        """Writes what is still waiting."""
        if not self._pending:
            return
        written = self._connection.executemany(_INSERT, self._pending).rowcount
        self.added += written
        met = self._met() if written < len(self._pending) else {}
        self._write_names(
            (row.id, [row.name, *self._aliases.get(row.id, ())])
            for row in self._pending
            if row.id not in met
        )
        for row in self._pending:
            if row.id in met:
                self._merge(met[row.id], row)
        self._pending.clear()
        self._aliases.clear()

    def _label(self, name: str) -> int:
        label = self._labels.get(name)
        if label is None:
            self._connection.execute("INSERT OR IGNORE INTO label(name) VALUES(?)", (name,))
            (label,) = self._connection.execute(
                "SELECT id FROM label WHERE name = ?", (name,)
            ).fetchone()
            self._labels[name] = label
        return label

    def _met(self) -> dict[int, int]:
        """Of the waiting entities, the stored ones their ids belong to."""
        met = {}
        for row in self._pending:
            (stored,) = self._connection.execute(
                "SELECT id FROM entity WHERE uid = ?", (row.uid,)
            ).fetchone()
            if stored != row.id:
                met[row.id] = stored
        return met

    def _write_names(self, named: Any) -> None:
        rows = []
        for entity, texts in named:
            for order, text in enumerate(dict.fromkeys(texts)):
                norm = normalised(text)
                rows.append((self._next_name, entity, order, text, norm, norm.replace(" ", "")))
                self._next_name += 1
        self._connection.executemany(_INSERT_NAME, rows)
        self._connection.executemany(_INDEX_NAME, [(row[0], indexed(row[4])) for row in rows])

    def _merge(self, stored: int, row: _Pending) -> None:
        self.merged += 1
        label, name, properties = self._connection.execute(
            "SELECT label, name, properties FROM entity WHERE id = ?", (stored,)
        ).fetchone()
        first = self._first_line(stored, row)
        if first is None:
            self.renamed += name != row.name
            self.relabelled += label != row.label
        elif not self._agrees(first, row, name=name, label=label):
            return
        united = merged_properties(properties, row.properties)
        if (label, name, properties) != (row.label, row.name, united):
            self._connection.execute(
                "UPDATE entity SET label = ?, name = ?, properties = ? WHERE id = ?",
                (row.label, row.name, united, stored),
            )
            # Its vector stood for the old name or description, and is filed under the old label.
            self.unvectored += self._connection.execute(
                "DELETE FROM entity_vector WHERE id = ?", (stored,)
            ).rowcount
        self._merge_names(stored, row)

    def _line(self, number: int) -> int:
        return self._lines[number - self._last_stored - 1]

    def _first_line(self, stored: int, row: _Pending) -> int | None:
        """Where the file described this entity before; nothing when it did not."""
        if stored > self._last_stored:
            return self._line(stored)
        new = self._connection.execute(
            "INSERT OR IGNORE INTO s_met VALUES(?, ?)", (stored, self._line(row.id))
        ).rowcount
        if new:
            return None
        (line,) = self._connection.execute(
            "SELECT line FROM s_met WHERE entity = ?", (stored,)
        ).fetchone()
        return int(line)

    def _agrees(self, first: int, row: _Pending, *, name: str, label: int) -> bool:
        """Whether a record says of an entity what the file said before; else that is a problem."""
        self.repeated += 1
        where = f"{self._problems.unit} {first}"
        line = self._line(row.id)
        if name != row.name:
            said = f"is {_quoted(row.name)}, but {where} names this entity {_quoted(name)}"
            reason = f"{said}; keep one, or make the other an alias"
            self._problems.add(Problem(line, "name", reason))
        if label != row.label:
            names = [_quoted(self._label_name(number)) for number in (row.label, label)]
            reason = f"is {names[0]}, but {where} gives this entity {names[1]}; keep one"
            self._problems.add(Problem(line, "label", reason))
        return (name, label) == (row.name, row.label)

    def _label_name(self, number: int) -> str:
        query = "SELECT name FROM label WHERE id = ?"
        return str(self._connection.execute(query, (number,)).fetchone()[0])

    def _merge_names(self, stored: int, row: _Pending) -> None:
        former = self._connection.execute(
            "SELECT id, text, norm FROM name WHERE entity = ? ORDER BY ord", (stored,)
        ).fetchall()
        old = [text for _, text, _ in former]
        new = list(dict.fromkeys([row.name, *old, *self._aliases.get(row.id, ())]))
        if new == old:
            return
        self._connection.executemany(
            _FORGET_NAME, [(name, indexed(norm)) for name, _, norm in former]
        )
        self._connection.execute("DELETE FROM name WHERE entity = ?", (stored,))
        self._write_names([(stored, new)])


def _quoted(name: str) -> str:
    return f"“{name if len(name) <= _QUOTED else name[: _QUOTED - 1] + '…'}”"


def merged_properties(stored: str | None, given: str | None) -> str | None:
    """Both sets of properties as JSON; where both name one, the given value."""
    if stored is None or given is None:
        return stored if given is None else given
    return packed({**json.loads(stored), **json.loads(given)})
