"""Which stored version each version of a file is.

A version is recognised by its content hash. One that is not stored yet is new, and when it is
current it supersedes the one that was.
"""

import hashlib
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from evidence.errors import Problem
from evidence.stores.embedded.writing.problems import Problems


class _Staged(NamedTuple):
    fv: int
    line: int
    document: int | None
    key: str
    name: str
    declared: bool
    content_hash: str | None
    current: bool
    recorded: str | None


class Versions:
    """Settles the versions of one import, then writes their sections and passages."""

    def __init__(self, connection: sqlite3.Connection, problems: Problems) -> None:
        self._connection = connection
        self._problems = problems
        self.new = 0
        self.superseded = 0

    def settle(self, last_document: int) -> None:
        """Gives every staged version its ``dv``; documents above ``last_document`` are new."""
        changed: set[int] = set()
        for staged in self._staged():
            if staged.document is None:
                self._problems.add(
                    Problem(staged.line, "document", "is neither in the file nor in the store")
                )
            elif self._settle_one(staged, staged.document) and staged.document <= last_document:
                changed.add(staged.document)
        self._add_empty(last_document)
        self._connection.executemany(
            "UPDATE document SET activation = activation + 1 WHERE id = ?",
            [(document,) for document in sorted(changed)],
        )
        self._check_current()

    def _staged(self) -> Iterator[_Staged]:
        """The versions of the file, read a page at a time since settling writes to their table."""
        last = 0
        while page := [_Staged(*row) for row in self._connection.execute(_STAGED, (last,))]:
            yield from page
            last = page[-1].fv

    def _settle_one(self, staged: _Staged, document: int) -> bool:
        """Whether the versions of the document changed."""
        content_hash = self._content_hash(staged)
        if content_hash is None:
            return self._settle_named(staged, document)
        found = self._connection.execute(
            "SELECT dv, current FROM version WHERE document = ? AND content_hash = ?",
            (document, content_hash),
        ).fetchone()
        if found is None:
            return self._add(staged, document, content_hash)
        return self._keep(staged, document, *found)

    def _content_hash(self, staged: _Staged) -> str | None:
        """The hash of the version, unless it can only be one that is stored already."""
        if staged.content_hash or not (staged.declared or staged.name == ""):
            return staged.content_hash
        digest = hashlib.sha256()
        rows = self._connection.execute(
            "SELECT text FROM s_passage WHERE id BETWEEN ?1 << 16 AND (?1 << 16) + 65535"
            " ORDER BY id",
            (staged.fv,),
        )
        separator = b""
        for (text,) in rows:
            digest.update(separator + text.encode("utf-8"))
            separator = b"\n\n"
        return digest.hexdigest() if separator else None

    def _settle_named(self, staged: _Staged, document: int) -> bool:
        """A version without passages in the file: the stored one of that name, or the current."""
        found = self._connection.execute(
            "SELECT dv, current FROM version WHERE document = ?1"
            " AND CASE ?2 WHEN '' THEN current ELSE name = ?2 END ORDER BY current DESC, dv DESC",
            (document, staged.name),
        ).fetchone()
        if found is not None:
            return self._keep(staged, document, *found)
        if staged.declared:
            return self._add(staged, document, hashlib.sha256().hexdigest())
        reason = "names a version that is neither in the file nor in the store"
        self._problems.add(Problem(staged.line, "version", reason))
        return False

    def _keep(self, staged: _Staged, document: int, dv: int, was_current: int) -> bool:
        self._connection.execute(
            "UPDATE s_version SET dv = ?, fresh = 0 WHERE fv = ?", (dv, staged.fv)
        )
        if staged.recorded:
            self._connection.execute(
                "UPDATE version SET recorded = ? WHERE dv = ?", (staged.recorded, dv)
            )
        if not staged.declared and (staged.name or was_current):
            return False
        if staged.current == bool(was_current):
            return False
        self._supersede(document)
        self._connection.execute(
            "UPDATE version SET current = ? WHERE dv = ?", (staged.current, dv)
        )
        return True

    def _add(self, staged: _Staged, document: int, content_hash: str) -> bool:
        if staged.current:
            self._supersede(document)
        dv = self._insert(document, staged, content_hash)
        self._connection.execute("UPDATE s_version SET dv = ? WHERE fv = ?", (dv, staged.fv))
        return True

    def _supersede(self, document: int) -> None:
        self.superseded += self._connection.execute(
            "UPDATE version SET current = 0 WHERE document = ? AND current", (document,)
        ).rowcount

    def _insert(self, document: int, staged: _Staged, content_hash: str) -> int:
        name = staged.name or content_hash[:16]
        taken = self._connection.execute(
            "SELECT 1 FROM version WHERE document = ? AND name = ?", (document, name)
        ).fetchone()
        if taken:
            name = f"{name}~{content_hash[:8]}"
        self.new += 1
        row = (document, name, content_hash, staged.current, staged.recorded)
        inserted = self._connection.execute(
            "INSERT INTO version(document, name, content_hash, current, recorded)"
            " VALUES(?, ?, ?, ?, ?)",
            row,
        )
        return int(inserted.lastrowid or 0)

    def _add_empty(self, last_document: int) -> None:
        """A new document of which the file has no text is current all the same."""
        content_hash = hashlib.sha256().hexdigest()
        self.new += self._connection.execute(
            "INSERT INTO version(document, name, content_hash, current)"
            " SELECT id, ?2, ?3, 1 FROM document d WHERE id > ?1"
            " AND NOT EXISTS(SELECT 1 FROM version v WHERE v.document = d.id)",
            (last_document, content_hash[:16], content_hash),
        ).rowcount

    def _check_current(self) -> None:
        """At most one version is current, and passages say which one they belong to."""
        self._problems.add_lines(
            self._connection.execute(
                "SELECT max(line) FROM s_version WHERE declared AND current"
                " GROUP BY document HAVING count(*) > 1"
            ),
            "current",
            "another version of this document is current in the file already",
        )
        self._problems.add_lines(
            self._connection.execute(
                "SELECT s.line FROM s_version s WHERE s.name = '' AND EXISTS(SELECT 1"
                " FROM s_version d WHERE d.document = s.document AND d.declared)"
            ),
            "version",
            "is missing although the file describes versions of this document",
        )


_STAGED = """
SELECT s.fv, s.line, d.id, s.document, s.name, s.declared, s.content_hash, s.current, s.recorded
FROM s_version s LEFT JOIN document d ON d.key = s.document WHERE s.fv > ?
ORDER BY s.fv LIMIT 1000
"""
