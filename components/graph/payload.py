"""A drawing as the data the canvas gets: pyvis's nodes and edges, with styles named once."""

from typing import Any, NamedTuple

from pyvis.network import Network

from components.picture.drawing import Drawing, DrawnEdge, DrawnNode
from components.picture.palette import GRADE_STYLES
from components.picture.words import full_name

_FILE = "graph.png"
_IMPLIED = frozenset({"id", "shape"})  # a node's number is its place, its shape its group's


class CanvasNotes(NamedTuple):
    """What a saved picture says besides its legend; ``file`` is the name it is saved under."""

    title: str = ""
    scope: str = ""
    made: str = ""
    cut: tuple[str, ...] = ()
    file: str = _FILE


def to_network(drawing: Drawing) -> Network:
    """The drawing as a pyvis network; directed, so that parallel relations stay apart.

    Nodes are numbered and carry their id as ``key``, so that an id travels once.
    """
    network = Network(directed=True)
    groups = {label: number for number, label in enumerate(drawing.labels)}
    numbers = {node.id: number for number, node in enumerate(drawing.nodes)}
    for node in drawing.nodes:
        network.add_node(numbers[node.id], label=node.text, group=groups[node.label], **_node(node))
    for edge in drawing.edges:
        network.add_edge(numbers[edge.source], numbers[edge.target], **_edge(edge))
    return network


def payload(
    drawing: Drawing,
    *,
    view_key: str,
    height: int,
    notes: CanvasNotes,
    can_undo: bool = True,
) -> dict[str, Any]:
    """The component's data. Colours come in both themes; the browser knows which one shows."""
    nodes, edges, *_ = to_network(drawing).get_network_data()
    supports = list(dict.fromkeys(edge.support for edge in drawing.edges))
    return {
        "view_key": view_key,
        "height": height,
        "undo": can_undo,
        "layout": drawing.layout.value,
        "start": drawing.start_id,
        "selected": drawing.selected_id,
        "nodes": [{key: item[key] for key in item if key not in _IMPLIED} for item in nodes],
        "edges": [item | {"support": supports.index(item["support"])} for item in edges],
        "supports": supports,
        "groups": [_group(drawing, label) for label in drawing.labels],
        "grades": {
            grade.value: {
                "light": style.colour_light,
                "dark": style.colour_dark,
                "width": style.width,
                "dashes": list(style.dashes),
                "words": style.words,
            }
            for grade, style in GRADE_STYLES.items()
        },
        "notes": notes._asdict(),
    }


def _node(node: DrawnNode) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "key": node.id,
        "name": node.name if node.name != node.text else "",
        "size": node.size,
        "x": node.point[0],
        "y": node.point[1],
        "a": node.anchor.value,
        "badge": node.badge,
        "relations": node.relations,
        "start": node.is_start,
        "pin": node.is_pinned,
    }
    if node.beyond:
        fields["beyond"] = node.beyond
    return {key: value for key, value in fields.items() if value != "" and value is not False}


def _edge(edge: DrawnEdge) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "id": edge.id,
        "label": edge.text,
        "grade": edge.grade.value,
        "arrows": "to" if edge.directed else "",
        "support": edge.support,
    }
    if edge.bend:
        fields["bend"] = edge.bend
    if edge.loop >= 0:
        fields["loop"] = edge.loop
    return fields


def _group(drawing: Drawing, label: str) -> dict[str, str]:
    style = drawing.label_styles[label]
    return {
        "label": full_name(label),
        "light": style.colour_light,
        "dark": style.colour_dark,
        "shape": style.shape,
    }
