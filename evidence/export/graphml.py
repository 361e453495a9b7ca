"""A view as GraphML (http://graphml.graphdrawing.org, primer of 2007), for Gephi, yEd and others.

XML 1.0 (fifth edition, production 2) allows no control character but tab, line feed and carriage
return; the others become U+FFFD. A carriage return is written as a reference, since a parser would
turn it into a line feed.
"""

import re
from collections.abc import Iterable, Sequence

from evidence.export.rows import ENTITY_COLUMNS, RELATION_COLUMNS, entity_rows, relation_rows
from evidence.export.view import View, ViewNotes

_ILLEGAL = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;"})
_ATTRIBUTE_ESCAPES = str.maketrans({"\t": "&#9;", "\n": "&#10;"})
_BOOLEAN = {"yes": "true", "no": "false"}
_NODE_DATA = ENTITY_COLUMNS[1:]
_EDGE_DATA = tuple(
    name
    for name in RELATION_COLUMNS
    if name not in {"relation_id", "source_id", "target_id", "source", "target"}
)


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
    graph_data = {
        "title": notes.title,
        "scope": notes.scope,
        "made": notes.made,
        "cut": "; ".join(notes.cut),
    }
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *_keys("graph", graph_data),
        *_keys("node", _NODE_DATA),
        *_keys("edge", _EDGE_DATA),
        '<graph id="view" edgedefault="directed">',
        *_data("graph", graph_data, graph_data.values()),
        *_nodes(view),
        *_edges(view),
        "</graph>",
        "</graphml>",
    ]
    return "\n".join(lines) + "\n"


def _keys(domain: str, names: Iterable[str]) -> list[str]:
    return [
        f'<key id="{domain}.{name}" for="{domain}" attr.name="{name}"'
        f' attr.type="{"boolean" if name == "directed" else "string"}"/>'
        for name in names
    ]


def _data(domain: str, names: Iterable[str], values: Iterable[str]) -> list[str]:
    return [
        f'<data key="{domain}.{name}">{xml_text(value)}</data>'
        for name, value in zip(names, values, strict=True)
        if value
    ]


def _nodes(view: View) -> list[str]:
    return [
        _element("node", [("id", row.entity_id)], _data("node", _NODE_DATA, row[1:]))
        for row in entity_rows(view)
    ]


def _edges(view: View) -> list[str]:
    lines: list[str] = []
    for row in relation_rows(view):
        attributes = [("id", row.relation_id), ("source", row.source_id)]
        attributes.append(("target", row.target_id))
        told = row._replace(directed=_BOOLEAN[row.directed])
        values = [getattr(told, name) for name in _EDGE_DATA]
        lines.append(_element("edge", attributes, _data("edge", _EDGE_DATA, values)))
    return lines


def _element(tag: str, attributes: Sequence[tuple[str, str]], data: Iterable[str]) -> str:
    head = " ".join(f'{name}="{xml_attribute(value)}"' for name, value in attributes)
    return f"<{tag} {head}>{''.join(data)}</{tag}>"
