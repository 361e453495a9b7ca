"""The scope of a call: which documents may be read.

A ``Scope`` is one frozen value with a fingerprint. It only ever narrows: every field that is set
takes documents away, and ``narrowed`` never brings any back.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

Names = frozenset[str] | None


@dataclass(frozen=True)
class Scope:
    """Documents that pass every field that is set; a field of ``None`` restricts nothing.

    Attributes:
        keys: Keys of single documents.
        namespaces: Names of namespaces.
        folders: Folder paths such as ``"rules/2024"``; documents below them count.
        collections: Names of collections; a document in any of them counts.
        as_of: The day on which documents must be in force and relations valid.
        enabled_only: Leave out documents and passages that are stamped disabled.
    """

    keys: Names = None
    namespaces: Names = None
    folders: Names = None
    collections: Names = None
    as_of: date | None = None
    enabled_only: bool = True

    @property
    def is_everything(self) -> bool:
        """Whether nothing but the enabled stamp restricts the scope."""
        return self._sets() == (None, None, None, None) and self.as_of is None

    @property
    def is_empty(self) -> bool:
        """Whether a field names nothing at all, so that no document can pass."""
        return any(names is not None and not names for names in self._sets())

    @cached_property
    def fingerprint(self) -> str:
        """Thirty-two hex digits that equal scopes share and different ones do not."""
        parts = [None if names is None else sorted(names) for names in self._sets()]
        day = self.as_of.isoformat() if self.as_of else None
        text = json.dumps([parts, day, self.enabled_only])
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def narrowed(self, other: "Scope") -> "Scope":
        """A scope whose documents are in both; it may be smaller still, never larger.

        Two different days have nothing in common that one day can express, so they give an
        empty scope.
        """
        days = {day for day in (self.as_of, other.as_of) if day}
        keys = _both(self.keys, other.keys)
        return Scope(
            keys=frozenset() if len(days) > 1 else keys,
            namespaces=_both(self.namespaces, other.namespaces),
            folders=_deeper(self.folders, other.folders),
            collections=_both(self.collections, other.collections),
            as_of=min(days, default=None),
            enabled_only=self.enabled_only or other.enabled_only,
        )

    def _sets(self) -> tuple[Names, Names, Names, Names]:
        return (self.keys, self.namespaces, self.folders, self.collections)


EVERYTHING = Scope()


def as_scope(value: "Scope | Iterable[str]") -> Scope:
    """A scope, from a scope or from the document keys agrag's functions take."""
    if isinstance(value, Scope):
        return value
    if isinstance(value, str):
        raise TypeError("a scope is a set of document keys, not one text")
    return Scope(keys=frozenset(value))


def is_below(folder: str, ancestor: str) -> bool:
    """Whether ``folder`` is ``ancestor`` or lies below it."""
    return folder == ancestor or folder.startswith(ancestor + "/")


def _both(one: Names, other: Names) -> Names:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _deeper(one: Names, other: Names) -> Names:
    if one is None or other is None:
        return other if one is None else one
    pairs = [(a, b) for a in one for b in other]
    return frozenset(a for a, b in pairs if is_below(a, b)) | frozenset(
        b for a, b in pairs if is_below(b, a)
    )
