"""What JSON readers let through and this one does not.

Repeated keys, NaN and infinities, and nesting past 64 are refused; lone surrogates and NUL, which
no store can hold, become U+FFFD.
"""

import json
import math
import re
from typing import Any

DEPTH = 64
_KEY = re.compile(rb'"[ \t\r\n]*:')
_ESCAPE = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\u0000)|\\.",
    re.DOTALL,
)
_UNSTORABLE = re.compile("[\ud800-\udfff\x00]")
_MARK = "\ufffd"


def without_unstorable(line: bytes) -> tuple[bytes, int]:
    """JSON text in which escapes of lone surrogates and NUL are replaced, and how many were."""
    replaced = 0

    def storable(match: re.Match[bytes]) -> bytes:
        nonlocal replaced
        if match[1] is None:
            return match[0]
        replaced += 1
        return b"\\ufffd"

    return _ESCAPE.sub(storable, line), replaced


def storable(value: Any) -> tuple[Any, int]:
    """A value of JSON in which no text has a lone surrogate or NUL, and how many were replaced."""
    if isinstance(value, str):
        return _UNSTORABLE.subn(_MARK, value)
    if isinstance(value, list):
        parts = [storable(each) for each in value]
        return [part for part, _ in parts], sum(count for _, count in parts)
    if isinstance(value, dict):
        pairs = [(storable(key), storable(each)) for key, each in value.items()]
        return (
            {key: each for (key, _), (each, _) in pairs},
            sum(one + other for (_, one), (_, other) in pairs),
        )
    return value, 0


def repeated_key(line: bytes, distinct: int) -> str | None:
    """A key that stands twice in one object of a line.

    Args:
        line: Valid JSON.
        distinct: How many keys were read from it, repeated ones counted once.
    """
    # There are never fewer colons than keys, so as many colons as distinct keys prove the line.
    if line.count(b":") == distinct or len(_KEY.findall(line)) == distinct:
        return None
    try:
        json.loads(line, object_pairs_hook=_once)
    except RepeatedKeyError as error:
        return error.key
    return None


class RepeatedKeyError(ValueError):
    """An object has the same key twice."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise RepeatedKeyError(key)
            seen.add(key)
    return read


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")


DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)
"""Reads JSON as the standard says, each key once."""


def keys_and_fault(value: Any) -> tuple[int, str | None]:
    """How many keys are in a value of JSON, and what is wrong with the value if anything is."""
    keys = 0
    level: list[Any] = [value]
    for _ in range(DEPTH + 1):
        below: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                keys += len(each)
                below.extend(each.values())
            elif isinstance(each, list):
                below.extend(each)
            elif isinstance(each, float) and not math.isfinite(each):
                return keys, "has a number that is not finite"
        if not below:
            return keys, None
        level = below
    return keys, f"is nested more than {DEPTH} deep"
