"""A view as one HTML file that needs nothing else: picture, passages and a small script of its own.

A content security policy allows exactly our script and our style (by hash) and no request at all.
Every value of the view is XML text or goes through one JSON encoder; none is ever markup. Each
stands in a ``bdi`` of its own: an Arabic name at its start must not turn an English line around.
"""

import base64
import hashlib
import json
import re
import unicodedata
from pathlib import Path
from typing import Any

from components.layered_runs import layered_runs
from components.picture.drawing import Drawing
from components.picture.svg import legend_svg
from components.picture.svg_marks import picture
from components.picture.svg_paper import LIGHT
from components.picture.words import edge_pieces, full_name, grade_words
from components.text import shown_text
from evidence.details import EdgeGrade, EntityDetail, PassageDetail
from evidence.export import View, ViewEdge, ViewNotes
from evidence.export.graphml import xml_text
from evidence.marks import name_spans, quote_span

_FOLDER = Path(__file__).parent / "standalone"
_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
_MARGIN = 24.0
_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
_LEFTWARD = re.compile(rf"{_LETTER}(?:[^\n,;:·()A-Za-z]*{_LETTER})*")

_Piece = tuple[str, bool]
"""Some text of a line, and whether it is data rather than words of ours."""


def graph_html(view: View, drawing: Drawing, notes: ViewNotes) -> str:
    """The page, complete. The passages in it are those of the view's shown relations."""
    elements, (left, top, right, bottom) = picture(drawing, LIGHT)
    script, style = _part("page.js"), _part("page.css")
    facts = " · ".join(part for part in (notes.scope, notes.made) if part)
    start = full_name(view.names().get(view.start_id, ""))
    return _part("page.html") % {
        "policy": "; ".join((
            "default-src 'none'",
            f"script-src '{_digest(script)}'",
            f"style-src '{_digest(style)}'",
            "base-uri 'none'",
            "form-action 'none'",
        )),
        "title": _words(notes.title),
        "heading": _line(_title(shown_text(notes.title), start)),
        "facts": _line(_noted(facts)),
        "cuts": "\n".join(f"<p>{_line(_noted(cut))}</p>" for cut in notes.cut),
        "box": f"{left - _MARGIN:.1f} {top - _MARGIN:.1f}"
        f" {right - left + 2 * _MARGIN:.1f} {bottom - top + 2 * _MARGIN:.1f}",
        "picture": "\n".join(elements),
        "legend": legend_svg(drawing),
        "data": encode(_data(view)),
        "style": style,
        "script": script,
    }


def encode(value: Any) -> str:
    """JSON that may stand inside a script element: ASCII, without ``<``, ``>`` and ``&``."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False).translate(_ESCAPES)


def _data(view: View) -> dict[str, Any]:
    known = {node.entity.entity_id: node.entity for node in view.unique_nodes()}
    return {
        "entities": [
            {
                "id": node.entity.entity_id,
                "name": full_name(node.entity.name),
                "label": full_name(node.entity.label),
            }
            for node in view.shown_nodes()
        ],
        "relations": [_relation(item, known) for item in view.shown_edges()],
    }


def _relation(item: ViewEdge, known: dict[str, EntityDetail]) -> dict[str, Any]:
    edge, detail = item.edge, item.detail
    source, target = known[edge.source_id], known[edge.target_id]
    support = grade_words(detail)
    return {
        "id": detail.relation_id,
        "source": edge.source_id,
        "target": edge.target_id,
        "sentence": edge_pieces(edge, detail, source.name, target.name),
        "support": support[0].upper() + support[1:] + ".",
        "candidates": detail.grade is EdgeGrade.TOGETHER and bool(item.passages),
        "passages": [_passage(passage, source, target) for passage in item.passages],
    }


def _passage(passage: PassageDetail, source: EntityDetail, target: EntityDetail) -> dict[str, Any]:
    """The passage cut into runs, each with the marks it carries."""
    text = passage.text
    quote = quote_span(text, passage.quote, passage.quote_start, passage.quote_end)
    layers = {
        "subject": name_spans(text, [source.name, *source.aliases]),
        "object": name_spans(text, [target.name, *target.aliases]),
        "quote": [quote] if quote else [],
    }
    return {
        "runs": layered_runs(text, layers),
        "direction": _direction(text),
        "citation": [
            (shown_text(passage.citation), True),
            *([(" (superseded)", False)] if passage.superseded else []),
        ],
    }


def _direction(text: str) -> str:
    """Which way a text runs: as most of its letters do, as in the app."""
    letters = [letter for letter in text if letter.isalpha()]
    leftward = sum(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in letters)
    return "rtl" if 2 * leftward > len(letters) else "ltr"


def _title(title: str, start: str) -> list[_Piece]:
    """A title that ends with the name the view starts at."""
    if not start or not title.endswith(start):
        return _noted(title)
    return [(title.removesuffix(start), False), (start, True)]


def _noted(text: str) -> list[_Piece]:
    """A note: sentences of ours, in which only what is written leftward must be set apart."""
    pieces: list[_Piece] = []
    at = 0
    text = shown_text(text)
    for found in _LEFTWARD.finditer(text):
        pieces += [(text[at : found.start()], False), (found[0], True)]
        at = found.end()
    return [*pieces, (text[at:], False)]


def _line(pieces: list[_Piece]) -> str:
    return "".join(
        f"<bdi>{xml_text(text)}</bdi>" if data else xml_text(text) for text, data in pieces
    )


def _words(text: str) -> str:
    return xml_text(shown_text(text))


def _part(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
