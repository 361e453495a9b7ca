"""A bounded memory of answers: the least recently used go first."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any


class Memo:
    """Keeps at most ``entries`` answers of at most ``characters`` characters together.

    A key holds everything an answer depends on, the scope's fingerprint and the generation of
    the store included, so an answer never reaches a reader of another scope. Not thread-safe:
    it belongs to the background loop.
    """

    def __init__(self, *, entries: int = 256, characters: int = 16_000_000) -> None:
        self._entries = entries
        self._characters = characters
        self._held = 0
        self._answers: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, key: Hashable) -> Any | None:
        """The answer kept under this key, or nothing."""
        kept = self._answers.get(key)
        if kept is None:
            return None
        self._answers.move_to_end(key)
        return kept[0]

    def put(self, key: Hashable, answer: Any, *, characters: int) -> None:
        """Keep an answer of about this many characters, dropping old ones to make room."""
        if characters > self._characters:
            return
        self._drop(key)
        self._answers[key] = (answer, characters)
        self._held += characters
        while len(self._answers) > self._entries or self._held > self._characters:
            self._drop(next(iter(self._answers)))

    def _drop(self, key: Hashable) -> None:
        dropped = self._answers.pop(key, None)
        if dropped:
            self._held -= dropped[1]
