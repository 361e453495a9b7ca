"""From a view to a drawing: what stands where, how large and with which words.

Pure: equal views give equal drawings. Nothing that is hidden, chosen or filtered moves anything,
because hidden entities keep their place.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from components.picture.bends import Disc, pair_bends, spread
from components.picture.drawing import Drawing, DrawnEdge, DrawnNode
from components.picture.layout import Layout, Point, Spot, anchors, place
from components.picture.layout.hierarchy import hierarchy
from components.picture.loops import loop_number, loop_reach, loop_turns
from components.picture.palette import label_styles
from components.picture.words import (
    edge_sentence,
    format_count,
    full_name,
    grade_words,
    label_text,
    relation_words,
    text_width,
)
from components.text import elide
from evidence.details import Count
from evidence.export import View, ViewEdge, ViewNode

_SIZES = (22.0, 13.0, 10.0)
_CROWD = 80
_CROWD_SIZES = (20.0, 12.0, 9.5)
_LABEL_CHARACTERS = 28


def draw(
    view: View,
    *,
    layout: Layout = Layout.RINGS,
    kept: Mapping[str, Point] | None = None,
    labels: Iterable[str] = (),
) -> Drawing:
    """The drawing of a view.

    Args:
        view: The union of the walks; relations with an unknown end are left out.
        layout: Which picture.
        kept: Where entities stood before (``Drawing.positions``); they stay there, what is new
            goes beside them. Pins win over both.
        labels: All labels of the store in scope, so that each keeps its colour on every page.
    """
    nodes, edges = view.unique_nodes(), tuple(view.unique_edges())
    shown_nodes, shown_edges = view.shown_nodes(), view.shown_edges()
    pairs = [(item.edge.source_id, item.edge.target_id) for item in edges]
    spots, depths = _spots(view, nodes, pairs)
    stay = {name: view.pinned.get(name, point) for name, point in (kept or {}).items()}
    points = place(spots, pairs, start=view.start_id, layout=layout, kept=stay)
    points |= {name: point for name, point in view.pinned.items() if name in points}
    sides = anchors(points, start=view.start_id, layout=layout)
    drawn = Counter(end for item in shown_edges for end in _ends(item))
    bends = _pair_bends(pairs, points, depths, layout)
    drawn_edges = _edges(shown_edges, view.names(), bends, loop_turns(pairs, points, sides))
    loops: dict[str, list[float]] = defaultdict(list)
    for edge in drawn_edges:
        if edge.loop >= 0:
            loops[edge.source].append(edge.loop)
    return Drawing(
        start_id=view.start_id,
        selected_id=view.selected_id,
        layout=layout,
        nodes=tuple(
            DrawnNode(
                id=(name := node.entity.entity_id),
                name=full_name(node.entity.name),
                text=label_text(node.entity.name),
                label=node.entity.label,
                depth=depths[name],
                size=(size := _size(depths[name], len(nodes))),
                point=points[name],
                anchor=sides[name],
                badge=_badge(node.entity.relations, drawn[name]),
                relations=format_count(node.entity.relations) if node.entity.relations else "",
                is_start=name == view.start_id,
                is_pinned=name in view.pinned,
                beyond=loop_reach(loops[name], sides[name], size) if name in loops else 0.0,
            )
            for node in shown_nodes
        ),
        edges=drawn_edges,
        positions=points,
        label_styles=label_styles({*labels, *(node.entity.label for node in nodes)}),
        hidden_nodes=len(nodes) - len(shown_nodes),
        hidden_edges=len(edges) - len(shown_edges),
    )


def _spots(
    view: View, nodes: Sequence[ViewNode], pairs: Sequence[tuple[str, str]]
) -> tuple[list[Spot], dict[str, int]]:
    """The nodes as the layout wants them, and their distance from the start."""
    if not nodes:
        return [], {}
    bare = [Spot(node.entity.entity_id, 0.0, 0.0, node.walk) for node in nodes]
    start = view.start_id if any(spot.id == view.start_id for spot in bare) else bare[0].id
    depths = hierarchy(bare, pairs, start).depth
    spots = [
        spot._replace(
            size=_size(depths[spot.id], len(nodes)),
            width=text_width(label_text(node.entity.name)),
        )
        for spot, node in zip(bare, nodes, strict=True)
    ]
    return spots, depths


def _size(depth: int, number: int) -> float:
    sizes = _SIZES if number <= _CROWD else _CROWD_SIZES
    return sizes[min(depth, len(sizes) - 1)]


def _badge(relations: Count | None, drawn: int) -> str:
    if relations is None:
        return ""
    if relations.capped:
        return format_count(relations)
    return f"+{relations.value - drawn:,}" if relations.value > drawn else ""


def _ends(item: ViewEdge) -> set[str]:
    return {item.edge.source_id, item.edge.target_id}


def _pair_bends(
    pairs: Sequence[tuple[str, str]],
    points: Mapping[str, Point],
    depths: Mapping[str, int],
    layout: Layout,
) -> dict[tuple[str, str], float]:
    discs = {name: Disc(points[name], _size(depths[name], len(depths))) for name in depths}
    ordered = [(min(pair), max(pair)) for pair in pairs]
    return pair_bends(ordered, discs, columns=layout is Layout.TREE)


def _edges(
    items: Sequence[ViewEdge],
    names: Mapping[str, str],
    bends: Mapping[tuple[str, str], float],
    turns: Mapping[str, Sequence[float]],
) -> tuple[DrawnEdge, ...]:
    bundles: dict[frozenset[str], list[str]] = defaultdict(list)
    for item in items:
        bundles[frozenset(_ends(item))].append(item.detail.relation_id)
    drawn = []
    for item in items:
        edge, detail = item.edge, item.detail
        bundle = bundles[frozenset(_ends(item))]
        number = bundle.index(detail.relation_id)
        ends = (edge.source_id, edge.target_id)
        is_loop = edge.source_id == edge.target_id
        bend = 0.0 if is_loop else bends[min(ends), max(ends)] + spread(number, len(bundle))
        drawn.append(
            DrawnEdge(
                id=detail.relation_id,
                source=edge.source_id,
                target=edge.target_id,
                text=elide(relation_words(edge.relation_type), _LABEL_CHARACTERS),
                grade=detail.grade,
                directed=detail.directed,
                bend=bend if edge.source_id <= edge.target_id else -bend,
                loop=loop_number(turns[edge.source_id], number) if is_loop else -1,
                support=grade_words(detail),
                sentence=edge_sentence(edge, detail, names[edge.source_id], names[edge.target_id]),
            )
        )
    return tuple(drawn)
