"""A view as GraphML (http://graphml.graphdrawing.org, primer of 2007), for Gephi, yEd and others.

XML 1.0 (fifth edition, production 2) allows no control character but tab, line feed and carriage
return; the others become U+FFFD. A carriage return is written as a reference, since a parser would
turn it into a line feed.

``label`` is what these tools write beside a node and on an edge: the name of the entity, and the
words of the relation type. Counts are numbers; where one stopped at its cap, ``..._capped`` is
true and there are at least that many.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence

from evidence.details import Count
from evidence.export.rows import entity_row, relation_row, relation_words
from evidence.export.view import View, ViewEdge, ViewNode, ViewNotes

_ILLEGAL = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;"})
_ATTRIBUTE_ESCAPES = str.maketrans({"\t": "&#9;", "\n": "&#10;"})
_STRING, _INT, _DOUBLE, _BOOLEAN = "string", "int", "double", "boolean"
_GRAPH = dict.fromkeys(("title", "scope", "made", "cut"), _STRING)
_NODE = {
    "label": _STRING,
    "name": _STRING,
    "entity_label": _STRING,
    "aliases": _STRING,
    "relations": _INT,
    "relations_capped": _BOOLEAN,
    "passages": _INT,
    "passages_capped": _BOOLEAN,
    "original_id": _STRING,
}
_EDGE = {
    "label": _STRING,
    "relation_type": _STRING,
    "kind": _STRING,
    "grade": _STRING,
    "directed": _BOOLEAN,
    "passages": _INT,
    "passages_capped": _BOOLEAN,
    "candidate_passages": _INT,
    "candidate_passages_capped": _BOOLEAN,
    "extractor": _STRING,
    "confidence": _DOUBLE,
    "valid_from": _STRING,
    "valid_to": _STRING,
    "evidence_ids": _STRING,
    "citations": _STRING,
    "original_id": _STRING,
}


def xml_text(text: str) -> str:
    """``text`` as XML character data, valid whatever it holds."""
    return _ILLEGAL.sub("\ufffd", text).translate(_ESCAPES)


def xml_attribute(text: str) -> str:
    """``text`` for a double-quoted attribute; white space survives normalisation."""
    return xml_text(text).translate(_ATTRIBUTE_ESCAPES)


def view_graphml(view: View, notes: ViewNotes) -> str:
    """The shown entities and relations as one directed GraphML graph.

    Readers such as networkx refuse a graph that mixes directed and undirected edges, so every edge
    has its stored direction and ``directed`` tells as data whether that direction means anything.
    Title, scope, day and what was cut are the data of the graph itself.
    """
    facts = {
        "title": notes.title,
        "scope": notes.scope,
        "made": notes.made,
        "cut": "; ".join(notes.cut),
    }
    names = view.names()
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *_keys("graph", _GRAPH),
        *_keys("node", _NODE),
        *_keys("edge", _EDGE),
        '<graph id="view" edgedefault="directed">',
        *_data("graph", _GRAPH, facts),
        *(_node(node) for node in view.shown_nodes()),
        *(_edge(item, names) for item in view.shown_edges()),
        "</graph>",
        "</graphml>",
    ]
    return "\n".join(lines) + "\n"


def _keys(domain: str, types: Mapping[str, str]) -> list[str]:
    return [
        f'<key id="{domain}.{name}" for="{domain}" attr.name="{name}" attr.type="{kind}"/>'
        for name, kind in types.items()
    ]


def _data(domain: str, types: Mapping[str, str], facts: Mapping[str, str]) -> list[str]:
    return [
        f'<data key="{domain}.{name}">{xml_text(facts[name])}</data>'
        for name in types
        if facts[name]
    ]


def _node(node: ViewNode) -> str:
    entity, row = node.entity, entity_row(node)
    facts = {
        **row._asdict(),
        "label": row.name,
        "entity_label": row.label,
        **_counted("relations", entity.relations),
        **_counted("passages", entity.passages),
    }
    return _element("node", [("id", row.entity_id)], _data("node", _NODE, facts))


def _edge(item: ViewEdge, names: dict[str, str]) -> str:
    detail, row = item.detail, relation_row(item, names)
    is_finite = detail.confidence is not None and math.isfinite(detail.confidence)
    facts = {
        **row._asdict(),
        "label": relation_words(row.relation_type),
        "directed": _truth(is_true=detail.directed),
        "confidence": row.confidence if is_finite else "",
        **_counted("passages", detail.passages),
        **_counted("candidate_passages", detail.together),
    }
    ends = [("id", row.relation_id), ("source", row.source_id), ("target", row.target_id)]
    return _element("edge", ends, _data("edge", _EDGE, facts))


def _counted(name: str, count: Count | None) -> dict[str, str]:
    """A count as number and cap; nothing where it is unknown."""
    if count is None:
        return {name: "", f"{name}_capped": ""}
    return {name: str(count.value), f"{name}_capped": _truth(is_true=count.capped)}


def _truth(*, is_true: bool) -> str:
    return "true" if is_true else "false"


def _element(tag: str, attributes: Sequence[tuple[str, str]], data: Iterable[str]) -> str:
    head = " ".join(f'{name}="{xml_attribute(value)}"' for name, value in attributes)
    return f"<{tag} {head}>{''.join(data)}</{tag}>"
