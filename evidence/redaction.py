"""Properties that may be shown: secrets are covered, vectors and internal fields left out."""

import re
from collections.abc import Mapping
from typing import Any

COVERED = "(hidden)"

_SECRET = re.compile(r"key|token|secret|passw|credential", re.IGNORECASE)
_INTERNAL = {
    "id", "name", "merge_key", "merge_count", "source_chunk_ids", "created_at", "embedding",
}  # fmt: skip
_VECTOR_LENGTH = 32


def public_properties(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The properties agrag returns: all but nulls and its internal fields."""
    return {
        name: value
        for name, value in properties.items()
        if name not in _INTERNAL and value is not None
    }


def shown_properties(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The properties with secret values covered and nulls, vectors and internal fields left out."""
    return {
        name: COVERED if _SECRET.search(name) else _inner(value)
        for name, value in properties.items()
        if name not in _INTERNAL and value is not None and not _is_vector(name, value)
    }


def _inner(value: Any) -> Any:
    if isinstance(value, Mapping):
        return shown_properties(value)
    if isinstance(value, list):
        return [_inner(item) for item in value]
    return value


def _is_vector(name: str, value: Any) -> bool:
    """Whether a value is an embedding: by its name, or a long list of numbers."""
    if not isinstance(value, list) or not value:
        return False
    numbers = all(isinstance(item, int | float) for item in value)
    return numbers and (len(value) >= _VECTOR_LENGTH or "embedding" in name.lower())
