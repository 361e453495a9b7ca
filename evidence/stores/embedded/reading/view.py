"""What the reading functions work with: one transaction, its generation, and what is remembered.

What is remembered belongs to a generation, so a snapshot never meets another one's facts.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from evidence.stores.embedded.reading.connection import Parameters, ReadConnection

Value = TypeVar("Value")

_REMEMBERED = 64


class Memory:
    """The most recently used answers, shared by all snapshots of a store."""

    def __init__(self, size: int = _REMEMBERED) -> None:
        self._size = size
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._guard = threading.Lock()

    def remembered(self, key: Hashable) -> Any:
        """The remembered answer for ``key``, ``None`` when there is none."""
        with self._guard:
            return self._values.get(key)

    def recall(self, key: Hashable, work: Callable[[], Value]) -> Value:
        """The remembered answer for ``key``, or that of ``work``, which is then remembered."""
        with self._guard:
            if key in self._values:
                self._values.move_to_end(key)
                found: Value = self._values[key]
                return found
        made = work()
        with self._guard:
            self._values[key] = made
            while len(self._values) > self._size:
                self._values.popitem(last=False)
        return made


@dataclass(frozen=True, slots=True)
class View:
    """One snapshot as the reading functions see it.

    Attributes:
        connection: In a read transaction.
        generation: Of the data it sees.
        memory: What is remembered of this and other generations.
        folder: Where the store is.
        known: The numbers of ids that were met, by kind; reads of one call name the same things.
    """

    connection: ReadConnection
    generation: str
    memory: Memory
    folder: Path
    known: dict[str, dict[str, int]] = field(
        default_factory=lambda: {"entity": {}, "passage": {}, "relation": {}}
    )

    def rows(self, sql: str, parameters: Parameters) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        return self.connection.rows(sql, parameters)

    def value(self, sql: str, parameters: Parameters) -> Any:
        """The first column of the first row, ``None`` when there is no row."""
        return self.connection.value(sql, parameters)

    def listed(self, sql: str, parameters: Parameters) -> list[Any]:
        """The JSON list a query gives as its one value."""
        return self.connection.listed(sql, parameters)

    def recall(self, key: Hashable, work: Callable[[], Value]) -> Value:
        """What is remembered under ``key`` for this generation, made when it is not there yet."""
        return self.memory.recall((self.generation, key), work)

    def remembered(self, key: Hashable) -> Any:
        """What is remembered under ``key`` for this generation, ``None`` when nothing is."""
        return self.memory.remembered((self.generation, key))

    def meta(self, key: str) -> Any:
        """The value stored under ``key``, ``None`` when there is none."""
        return self.value("SELECT value FROM meta WHERE key = :key", {"key": key})
