"""A scope as levels: each one offers what lies inside the levels above it. Pure but for a listing.

Namespaces come first, then folders, collections and single documents.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from evidence.ports import DocumentRow
from evidence.scope import Scope

LEVELS = ("namespaces", "folders", "collections", "keys")

Listing = Callable[[Scope, int], Sequence[DocumentRow]]
"""The documents in a scope, at most so many."""


class Kept(NamedTuple):
    """A scope without what lay outside the levels above it, and the names that were dropped."""

    scope: Scope
    dropped: Mapping[str, tuple[str, ...]]


def above(scope: Scope, level: str) -> Scope:
    """The scope of the levels above one: where what it offers must lie."""
    higher = LEVELS[: LEVELS.index(level)]
    return Scope(**{name: getattr(scope, name) for name in higher}, as_of=scope.as_of)


def with_level(scope: Scope, level: str, names: frozenset[str] | None) -> Scope:
    """The scope with other names at one level; a level without a name restricts nothing."""
    levels: dict[str, Any] = {name: getattr(scope, name) or None for name in LEVELS}
    return Scope(**levels | {level: names}, as_of=scope.as_of)


def kept_inside(scope: Scope, listing: Listing) -> Kept:
    """What of a scope lies inside the levels above it; a level that loses every name is lifted.

    Args:
        scope: What was chosen.
        listing: Lists documents, never more than the reader may see.
    """
    dropped: dict[str, tuple[str, ...]] = {}
    for level in LEVELS[1:]:
        names: frozenset[str] | None = getattr(scope, level)
        outer = above(scope, level)
        if not names or outer.is_everything:
            continue
        inside = frozenset(
            name for name in names if listing(with_level(outer, level, frozenset({name})), 1)
        )
        if inside != names:
            dropped[level] = tuple(sorted(names - inside))
            scope = with_level(scope, level, inside or None)
    return Kept(scope, dropped)


def offered(level: str, rows: Sequence[DocumentRow]) -> set[str]:
    """The names that documents give a level; a folder comes with the folders above it."""
    if level == "namespaces":
        return {row.namespace for row in rows if row.namespace}
    if level == "folders":
        return {"/".join(row.path[:depth]) for row in rows for depth in range(1, len(row.path))}
    if level == "collections":
        return {name for row in rows for name in row.collections}
    return {row.document_key for row in rows}
