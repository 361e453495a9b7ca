"""A model that starts to load once the first page is drawn.

Importing torch takes seconds of both cores; begun at once, it doubles the time to the first paint.
"""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from components.asking import StatedEmbedder
from components.meaning import Meaning
from evidence.errors import EmbedderLoadingError
from evidence.ports import Vector

_LOADING = "The embedding model is still loading."


class LateEmbedder:
    """Stands for an embedder until ``start`` makes it, and hands everything on to it then."""

    def __init__(self, make: Callable[[], StatedEmbedder]) -> None:
        self._make = make
        self._made: StatedEmbedder | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Begin to load; only the first call does anything."""
        with self._lock:
            if self._made is None:
                self._made = self._make()

    @property
    def state(self) -> Any:
        """Whether it can be used yet."""
        return Meaning.LOADING if self._made is None else self._made.state

    @property
    def reason(self) -> str | None:
        """Why it cannot be used."""
        return None if self._made is None else self._made.reason

    @property
    def model_id(self) -> str:
        """Which model the vectors come from."""
        return "" if self._made is None else self._made.model_id

    def dimensions(self) -> int:
        """Length of a vector; raises ``EmbedderError`` while no model is usable."""
        return self._ready().dimensions()

    async def embed(self, texts: Sequence[str]) -> Vector:
        """A unit row for each text."""
        return await self._ready().embed(texts)

    def _ready(self) -> StatedEmbedder:
        if self._made is None:
            raise EmbedderLoadingError(_LOADING)
        return self._made
