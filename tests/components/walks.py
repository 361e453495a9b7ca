"""Walks and their answers, told as pairs of numbers."""

from collections.abc import Sequence

from components.view import Link, Walk
from evidence.details import Count, EdgeGrade, ExplorationExtra, Reached, TypeCount
from evidence.export import ViewEdge
from evidence.results import Bound, ExplorationResult, ExploredNode, WalkStatus
from tests.components.views import edge, edge_id, node, node_id

Answer = tuple[Walk, ExplorationResult]


def walk(start: int, depth: int = 1, nodes: int = 25, edges: int = 50, *types: str) -> Walk:
    return Walk(
        entity_id=node_id(start), depth=depth, max_nodes=nodes, max_edges=edges, types=types
    )


def view_of(*walks: Walk, **fields: object) -> Link:
    return Link(walks=walks, **fields)


def answer(
    made: Walk,
    edges: Sequence[ViewEdge],
    *,
    names: dict[int, str] | None = None,
    labels: dict[int, str] | None = None,
    cut: Sequence[Bound] = (),
    reached: tuple[int, int] | None = None,
    at_least: bool = False,
    between: int = 0,
    dropped: int = 0,
    types: Sequence[TypeCount] = (),
) -> Answer:
    """The answer to a walk that drew these relations.

    Of ``reached`` entities and relations those that are not drawn have ids of their own; those
    that close are not among them.
    """
    start = int(made.entity_id[-12:], 16) - 0xA000
    met = dict.fromkeys(
        int(end[-12:], 16) - 0xA000
        for item in edges
        for end in (item.edge.source_id, item.edge.target_id)
    )
    met.pop(start, None)
    named = {
        n: node(n, (names or {}).get(n, f"N{n}"), (labels or {}).get(n, "Person"))
        for n in [start, *met]
    }
    extra = ExplorationExtra(
        start=named[start].entity,
        nodes=[named[n].entity for n in met],
        edges=[item.detail for item in edges],
        reached=_reached(list(met), edges, reached, at_least=at_least, between=between),
        dropped=Count(value=dropped),
        relation_types=list(types),
    )
    result = ExplorationResult(
        status=WalkStatus.OK,
        nodes=[
            ExploredNode(
                entity_id=node_id(n),
                label=named[n].entity.label,
                name=named[n].entity.name,
                depth=1,
            )
            for n in met
        ],
        edges=[item.edge for item in edges],
        truncated=bool(cut),
        truncated_by=list(cut),
        extra=extra,
    )
    return made, result


def _reached(
    met: Sequence[int],
    edges: Sequence[ViewEdge],
    numbers: tuple[int, int] | None,
    *,
    at_least: bool,
    between: int,
) -> Reached:
    nodes = {node_id(number) for number in met}
    relations = {item.detail.relation_id for item in edges if not item.detail.closing}
    if numbers:
        nodes |= {node_id(0x4000 + n) for n in range(numbers[0] - len(nodes))}
        relations |= {edge_id(0x4000 + n) for n in range(numbers[1] - len(relations))}
    closing = sum(item.detail.closing for item in edges)
    return Reached(
        node_ids=frozenset(nodes),
        relation_ids=frozenset(relations),
        at_least=at_least,
        between=Count(value=max(between, closing)),
    )


def failed(made: Walk, status: WalkStatus) -> Answer:
    return made, ExplorationResult(status=status)


def star(centre: int, others: Sequence[int], *, first: int, grade: EdgeGrade = EdgeGrade.STATED):
    """Relations from a centre to others, numbered from ``first``."""
    return [edge(first + n, centre, other, grade=grade) for n, other in enumerate(others)]
