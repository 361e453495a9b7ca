"""A view as one HTML file that needs nothing else: picture, passages and a small script of its own.

A content security policy allows exactly our script and our style (by hash) and no request at all.
Every value of the view is XML text or goes through one JSON encoder; none is ever markup.
"""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from components.layered_runs import layered_runs
from components.picture.drawing import Drawing
from components.picture.svg import legend_svg
from components.picture.svg_marks import picture
from components.picture.svg_paper import LIGHT
from components.picture.words import edge_sentence, full_name, grade_words
from components.text import shown_text
from evidence.details import EdgeGrade, EntityDetail, PassageDetail
from evidence.export import View, ViewEdge, ViewNotes
from evidence.export.graphml import xml_text
from evidence.marks import name_spans, quote_span

_FOLDER = Path(__file__).parent / "standalone"
_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
_MARGIN = 24.0


def graph_html(view: View, drawing: Drawing, notes: ViewNotes) -> str:
    """The page, complete. The passages in it are those of the view's shown relations."""
    elements, (left, top, right, bottom) = picture(drawing, LIGHT)
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
        "sentence": edge_sentence(edge, detail, source.name, target.name),
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
        "citation": shown_text(passage.citation),
        "superseded": passage.superseded,
    }


def _words(text: str) -> str:
    return xml_text(shown_text(text))


def _part(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
