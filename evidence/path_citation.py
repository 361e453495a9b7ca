"""Path citations: where a passage stands, in words a reader can follow.

``namespace/path › Section › Subsection, pages 4–5``. One form everywhere.
"""

from collections.abc import Sequence

from evidence.ports import PassageRow

_SEPARATOR = " › "


def path_citation(row: PassageRow) -> str:
    """The path citation of a passage; a superseded version says so."""
    place = "/".join(part for part in (row.namespace, *row.path) if part)
    head = place or row.title or row.ref.document_key
    text = _SEPARATOR.join([head, *(heading for heading in row.headings if heading)])
    pages = format_pages(row.ref.pages)
    if pages:
        text += f", {pages}"
    return text if row.ref.current else f"{text} (superseded version)"


def format_pages(pages: Sequence[int]) -> str:
    """``page 4``, ``pages 4–5`` or ``pages 4, 7``; empty without pages."""
    distinct = sorted(set(pages))
    if not distinct:
        return ""
    if len(distinct) == 1:
        return f"page {distinct[0]}"
    if distinct == list(range(distinct[0], distinct[-1] + 1)):
        return f"pages {distinct[0]}–{distinct[-1]}"
    return f"pages {', '.join(str(page) for page in distinct)}"
