"""Properties that may be shown: secrets are covered, vectors and internal fields left out.

A property is taken for a secret by its name, because extracted graphs keep cloud keys on nodes.
"""

import math
import re
from collections.abc import Mapping
from typing import Any

COVERED = "(hidden)"

_SECRET_WORDS = ("token", "secret", "password", "passwd", "credential", "apikey", "accesskey")
_SECRET_PARTS = frozenset({"key", "keys", "pwd", "auth"})
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_a-zA-Z]+")
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
    """The properties with secrets covered and nulls, vectors and internal fields left out.

    Every value is one JSON has: numbers that are not finite become text.
    """
    return {
        str(name): COVERED if is_secret(str(name)) else _plain(value)
        for name, value in properties.items()
        if name not in _INTERNAL and value is not None and not _is_vector(str(name), value)
    }


def is_secret(name: str) -> bool:
    """Whether a property's name says that it holds a credential: ``awsAccessKeyId``, ``pwd``."""
    squashed = "".join(letter for letter in name.lower() if letter.isalnum())
    parts = {part.lower() for part in _PART.findall(name)}
    return any(word in squashed for word in _SECRET_WORDS) or not _SECRET_PARTS.isdisjoint(parts)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return shown_properties(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value if not _is_vector("", item)]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return str(value)


def _is_vector(name: str, value: Any) -> bool:
    """Whether a value is an embedding: by its name, or a long list of numbers."""
    if not isinstance(value, list | tuple) or not value:
        return False
    numbers = all(isinstance(item, int | float) for item in value)
    return numbers and (len(value) >= _VECTOR_LENGTH or "embedding" in name.lower())
