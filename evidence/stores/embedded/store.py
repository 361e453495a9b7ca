"""The embedded store: one folder, one SQLite file, opened for reading.

Nothing here writes. A snapshot is one read transaction, so what a writer commits meanwhile is not
seen by it.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from evidence.errors import StoreCorruptError
from evidence.ports import Capabilities
from evidence.stores.embedded.reading.connection import Connections, ReadConnection, check_full_text
from evidence.stores.embedded.reading.reads import EmbeddedReads
from evidence.stores.embedded.reading.threads import Threads
from evidence.stores.embedded.reading.view import Memory, View

_THREADS = 8
_GENERATION = "SELECT value FROM meta WHERE key = 'generation'"


class EmbeddedStore:
    """A store in a folder, with what has been remembered about it and its idle connections."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._connections = Connections(folder)
        self._memory = Memory()
        self._threads = Threads(_THREADS)

    @classmethod
    def open(cls, folder: Path, *, name: str | None = None) -> "EmbeddedStore":
        """The store in ``folder``.

        Args:
            folder: Where the store is.
            name: What to call it; by default the folder's own name.

        Raises:
            StoreUnavailableError: There is no store, it cannot be opened, it needs a newer version
                of this program, or this SQLite cannot search text.
            StoreCorruptError: The file is empty, damaged or something else.
        """
        check_full_text()
        store = cls(folder, name or folder.name)
        try:
            store.generation  # noqa: B018
        except BaseException:
            store._shut()
            raise
        return store

    @property
    def name(self) -> str:
        """A short name to show."""
        return self._name

    @property
    def generation(self) -> str:
        """The generation a snapshot taken now would have."""
        view = self._take()
        self._connections.give_back(view.connection)
        return view.generation

    @property
    def capabilities(self) -> Capabilities:
        """What the stored graph allows; a reason stands for what it does not."""
        view = self._take()
        try:
            return view.recall("capabilities", lambda: _capabilities(view))
        finally:
            self._connections.give_back(view.connection)

    @asynccontextmanager
    async def snapshot(self, *, timeout: float | None = None) -> AsyncIterator[EmbeddedReads]:
        """One consistent view; its reads end by the timeout (seconds from now)."""
        deadline = None if timeout is None else time.monotonic() + timeout
        view = await self._taken()
        reads = EmbeddedReads(view, self._threads, deadline)
        try:
            yield reads
        finally:
            reads.finish(lambda: self._connections.give_back(view.connection))

    async def close(self) -> None:
        """Give back connections and threads; reads that still run end by themselves."""
        await asyncio.to_thread(self._shut)

    def _shut(self) -> None:
        self._threads.close()
        self._connections.close()

    async def _taken(self) -> View:
        """A view taken in the pool; when the caller is gone meanwhile it is given back."""
        taking = self._threads.submit(self._take)
        try:
            return await asyncio.shield(asyncio.wrap_future(taking))
        except asyncio.CancelledError:
            taking.add_done_callback(
                lambda taken: (
                    None
                    if taken.cancelled() or taken.exception()
                    else self._connections.give_back(taken.result().connection)
                )
            )
            raise

    def _take(self) -> View:
        connection = self._connections.take()
        try:
            return View(connection, _generation(connection), self._memory, self._folder)
        except BaseException:
            self._connections.give_back(connection)
            raise


def _generation(connection: ReadConnection) -> str:
    """The generation of the transaction, which starts with this read."""
    found = connection.value(_GENERATION, {})
    if not isinstance(found, str):
        raise StoreCorruptError("The store is incomplete; import the graph again.")
    return found


def _capabilities(view: View) -> Capabilities:
    mentions, sections, assertions = view.rows(_PRESENT, {})[0]
    writing = os.access(view.folder, os.W_OK)
    reasons = {
        "mentions": None if mentions else "No passage of this graph mentions an entity.",
        "sections": None if sections else "The documents of this graph have no sections.",
        "assertions": None if assertions else "No relation of this graph names a passage.",
        "writing": None if writing else "The folder of this store cannot be written.",
    }
    return Capabilities(
        mentions=bool(mentions),
        sections=bool(sections),
        assertions=bool(assertions),
        writing=writing,
        reasons={name: reason for name, reason in reasons.items() if reason},
    )


_PRESENT = """
SELECT EXISTS (SELECT 1 FROM mention) OR NOT EXISTS (SELECT 1 FROM entity),
  EXISTS (SELECT 1 FROM section) OR NOT EXISTS (SELECT 1 FROM document),
  EXISTS (SELECT 1 FROM evidence WHERE passage IS NOT NULL) OR NOT EXISTS (SELECT 1 FROM relation)
"""
