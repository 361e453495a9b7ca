"""What an export says of itself: where it starts, which documents it saw, the day, what was cut."""

from datetime import date

from components.explore.bounds_words import cut_sentences
from components.explore.exploration import Exploration
from components.picture.words import full_name
from components.text import counted, elide, shown_name
from evidence.details import ScopeApplied
from evidence.export.view import View, ViewNotes
from evidence.scope import Scope

_NAMED = 3
_FILE_CHARACTERS = 60


def view_notes(exploration: Exploration, view: View, scope: Scope, today: date) -> ViewNotes:
    """The notes of a view made on a day."""
    start = exploration.start
    return ViewNotes(
        title=f"Relations around {full_name(start.name)}" if start else "Relations",
        scope=scope_words(scope, exploration.scope),
        made=today.isoformat(),
        cut=cut_sentences(exploration, view),
    )


def scope_words(scope: Scope, applied: ScopeApplied | None) -> str:
    """The scope in words: ``Scope: folder rules/2024 (12 documents)``."""
    parts = [
        _listed("namespace", scope.namespaces),
        _listed("folder", scope.folders),
        _listed("collection", scope.collections),
        _listed("document", scope.keys),
        f"in force on {scope.as_of.isoformat()}" if scope.as_of else "",
    ]
    words = ", ".join(part for part in parts if part) or "every document"
    return f"Scope: {words}" + (f" ({counted(applied.documents, 'document')})" if applied else "")


def file_stem(name: str) -> str:
    """A file name without ending, made from an entity's name: letters, digits and hyphens."""
    safe = "".join(letter if letter.isalnum() else "-" for letter in name[: 2 * _FILE_CHARACTERS])
    parts = [part for part in safe.split("-") if part]
    return "-".join(parts)[:_FILE_CHARACTERS].strip("-") or "graph"


def _listed(noun: str, names: frozenset[str] | None) -> str:
    if names is None:
        return ""
    shown = [elide(shown_name(name), 40) for name in sorted(names)[:_NAMED]]
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return f"{noun if len(names) == 1 else f'{noun}s'} {', '.join(shown)}{more}"
