"""The titles above a passage: from the root to the lowest section that holds all of it."""

import json
from collections.abc import Sequence

from evidence.stores.embedded.reading.connection import loaded_list
from evidence.stores.embedded.reading.view import View

_DEEPEST = 64

Section = tuple[int, str]


def headings(view: View, places: Sequence[tuple[int, str | None]]) -> list[tuple[str, ...]]:
    """For each passage the titles above it, the outermost first.

    Args:
        view: The snapshot.
        places: For each passage its version and its sections as stored.
    """
    keys = [(dv, [str(key) for key in loaded_list(sections)]) for dv, sections in places]
    asked = sorted({(dv, key) for dv, sections in keys for key in sections})
    if not asked:
        return [() for _ in places]
    rows = view.listed(_SECTIONS, {"sections": json.dumps(asked)})
    known = {(dv, key): (title, parent) for dv, key, title, parent in rows}
    return [_shared([_path(known, (dv, key)) for key in sections]) for dv, sections in keys]


def _path(known: dict[Section, tuple[str, str | None]], section: Section) -> list[tuple[str, str]]:
    """The keys and titles of a section and those above it, the outermost first."""
    found: list[tuple[str, str]] = []
    dv, key = section
    above: str | None = key
    while above is not None and (dv, above) in known and len(found) < _DEEPEST:
        title, parent = known[dv, above]
        found.append((above, title))
        above = parent
    return found[::-1]


def _shared(paths: Sequence[list[tuple[str, str]]]) -> tuple[str, ...]:
    titles: list[str] = []
    for level in zip(*paths, strict=False):
        if len(set(level)) > 1:
            break
        titles.append(level[0][1])
    return tuple(titles)


_SECTIONS = """
WITH RECURSIVE up(dv, key) AS (
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:sections)
  UNION
  SELECT s.dv, s.parent FROM up CROSS JOIN section AS s ON s.dv = up.dv AND s.key = up.key
  WHERE s.parent IS NOT NULL)
SELECT json_group_array(json_array(s.dv, s.key, s.title, s.parent))
FROM up CROSS JOIN section AS s ON s.dv = up.dv AND s.key = up.key
"""
