"""A deterministic embedder without a model: words hashed into a vector."""

import hashlib
from collections.abc import Sequence

import numpy as np

from evidence.ports import Vector
from evidence.words import words


class HashedEmbedder:
    """Texts that share words get near vectors; nothing is learnt. For tests and small machines."""

    def __init__(self, dimensions: int = 64) -> None:
        self._dimensions = dimensions

    @property
    def model_id(self) -> str:
        """The name and length of this hashing."""
        return f"hashed-words@{self._dimensions}"

    def dimensions(self) -> int:
        """Length of a vector."""
        return self._dimensions

    async def embed(self, texts: Sequence[str]) -> Vector:
        """A unit row for each text, of shape (texts, dimensions)."""
        rows = np.array([self._row(text) for text in texts], dtype=np.float32)
        return rows.reshape(len(texts), self._dimensions)

    def _row(self, text: str) -> Vector:
        row = np.zeros(self._dimensions, dtype=np.float32)
        for word in words(text) or [text]:
            digest = hashlib.sha256(word.encode("utf-8", "replace")).digest()
            seed = int.from_bytes(digest[:8], "big")
            row += np.random.default_rng(seed).standard_normal(self._dimensions, dtype=np.float32)
        return (row / (np.linalg.norm(row) or 1.0)).astype(np.float32)
