"""A view as one HTML file that needs nothing else: picture, passages and a small script of its own.

A content security policy allows exactly our script and our style (by hash) and no request at all.
Every value of the view is XML text or goes through one JSON encoder; none is ever markup.
"""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from components.picture.drawing import Drawing
from components.picture.label_places import node_places
from components.picture.svg import legend_svg
from components.picture.svg_marks import LIGHT, picture, picture_bounds
from components.picture.words import edge_sentence, full_name, grade_words
from components.text import shown_text
from evidence.details import EdgeGrade, PassageDetail
from evidence.export import View, ViewEdge, ViewNotes
from evidence.export.graphml import xml_text

_FOLDER = Path(__file__).parent / "standalone"
_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
_MARGIN = 24.0


def graph_html(view: View, drawing: Drawing, notes: ViewNotes) -> str:
    """The page, complete. The passages in it are those of the view's shown relations."""
    names = node_places(drawing)
    left, top, right, bottom = picture_bounds(drawing, names)
    script, style = _part("page.js"), _part("page.css")
    facts = " · ".join(part for part in (notes.scope, notes.made) if part)
    return _part("page.html") % {
        "policy": "; ".join((
            "default-src 'none'",
            f"script-src '{_digest(script)}'",
            f"style-src '{_digest(style)}'",
            "base-uri 'none'",
            "form-action 'none'",
        )),
        "title": _words(notes.title),
        "facts": _words(facts),
        "cuts": "\n".join(f"<p>{_words(cut)}</p>" for cut in notes.cut),
        "box": f"{left - _MARGIN:.1f} {top - _MARGIN:.1f}"
        f" {right - left + 2 * _MARGIN:.1f} {bottom - top + 2 * _MARGIN:.1f}",
        "picture": "\n".join(picture(drawing, LIGHT, names)),
        "legend": legend_svg(drawing),
        "data": encode(_data(view)),
        "style": style,
        "script": script,
    }


def encode(value: Any) -> str:
    """JSON that may stand inside a script element: ASCII, without ``<``, ``>`` and ``&``."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False).translate(_ESCAPES)


def _data(view: View) -> dict[str, Any]:
    names = view.names()
    return {
        "entities": [
            {
                "id": node.entity.entity_id,
                "name": full_name(node.entity.name),
                "label": full_name(node.entity.label),
            }
            for node in view.shown_nodes()
        ],
        "relations": [_relation(item, names) for item in view.shown_edges()],
    }


def _relation(item: ViewEdge, names: dict[str, str]) -> dict[str, Any]:
    edge, detail = item.edge, item.detail
    support = grade_words(detail)
    return {
        "id": detail.relation_id,
        "source": edge.source_id,
        "target": edge.target_id,
        "sentence": edge_sentence(edge, detail, names[edge.source_id], names[edge.target_id]),
        "support": support[0].upper() + support[1:] + ".",
        "candidates": detail.grade is EdgeGrade.TOGETHER and bool(item.passages),
        "passages": [_passage(passage) for passage in item.passages],
    }


def _passage(passage: PassageDetail) -> dict[str, Any]:
    """The passage in three parts, the middle one its quote, or in one."""
    text, start, end = passage.text, passage.quote_start, passage.quote_end
    parts = [text]
    if start is not None and end is not None and 0 <= start < end <= len(text):
        parts = [text[:start], text[start:end], text[end:]]
    return {
        "parts": [shown_text(part) for part in parts],
        "citation": shown_text(passage.citation),
        "superseded": passage.superseded,
    }


def _words(text: str) -> str:
    return xml_text(shown_text(text))


def _part(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
