"""The bounded walk: which entities and relations are drawn, and which bound cut what.

Pure over ``Reads``: stores only fetch one step at a time. Two orders exist. Our own takes
assertions before paths, more visible evidence first, then relation id, and never adds an entity
without an edge. agrag's takes relation ids in order and checks the node bound before the edge
bound, so its last node can stand alone (contract: agrag 0.0.7, relationship walk).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from evidence.limits import STEP_ROWS
from evidence.ports import Reads, Step, StepRow
from evidence.results import Bound, EdgeKind
from evidence.scope import Scope


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far and how much a walk may draw."""

    depth: int
    nodes: int
    edges: int
    types: tuple[str, ...] | None = None
    closing_edges: bool = False


@dataclass(frozen=True, slots=True)
class WalkNode:
    """An entity reached at ``depth`` relations from the start."""

    entity_id: str
    depth: int


@dataclass(slots=True)
class Walk:
    """What a walk drew and met.

    Attributes:
        nodes: Entities in the order reached, without the start.
        edges: Relations in the order drawn.
        closing: Ids of the relations drawn only because both their ends are.
        bounds: The bounds that cut something.
        met_nodes: Every entity the steps met, drawn or refused, without the start.
        met_edges: Ids of every relation the steps met; with room for all of them, nothing more
            would be drawn but what closes.
        refused: The relations that the steps met and the bounds kept out, in the order met.
        between: Ids of every relation that would close, drawn or refused.
        complete: Whether the steps met every relation within the depth.
        closing_complete: Whether ``between`` holds all of its kind.
    """

    start: str
    nodes: list[WalkNode] = field(default_factory=list)
    edges: list[StepRow] = field(default_factory=list)
    closing: set[str] = field(default_factory=set)
    bounds: set[Bound] = field(default_factory=set)
    met_nodes: set[str] = field(default_factory=set)
    met_edges: set[str] = field(default_factory=set)
    refused: list[StepRow] = field(default_factory=list)
    between: set[str] = field(default_factory=set)
    complete: bool = True
    closing_complete: bool = True
    visited: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.visited.add(self.start)

    def meet(self, rows: Sequence[StepRow]) -> list[StepRow]:
        """Note relations, each given once; those of them that were not met before."""
        new = [row for row in rows if row.relation_id not in self.met_edges]
        self.met_edges.update(row.relation_id for row in new)
        self.met_nodes.update(row.other for row in new)
        self.met_nodes.discard(self.start)
        return new

    def add_node(self, row: StepRow, depth: int) -> None:
        """Draw the entity a row leads to."""
        self.visited.add(row.other)
        self.nodes.append(WalkNode(row.other, depth))


def edge_kind(row: StepRow) -> EdgeKind | None:
    """Assertion when a visible passage states it, path when nothing is attached, else nothing.

    Nothing means that all its passages are superseded or out of scope; such a relation is not
    drawn. Evidence that resolves nowhere is a path to a store that returns it at all.
    """
    if row.visible:
        return EdgeKind.ASSERTION
    if row.stored == 0 or row.resolved == 0:
        return EdgeKind.PATH
    return None


def parity_kind(row: StepRow) -> EdgeKind | None:
    """The kind agrag gives: evidence that resolves nowhere is as good as superseded."""
    if row.stored == 0:
        return EdgeKind.PATH
    return EdgeKind.ASSERTION if row.visible else None


def evidence_order(rows: Sequence[StepRow]) -> list[StepRow]:
    """Assertions before paths, more visible evidence first, then relation id."""
    return sorted(rows, key=lambda row: (-row.visible, row.stored > 0, row.relation_id))


async def walk(reads: Reads, start: str, *, scope: Scope, bounds: Bounds) -> Walk:
    """The neighbourhood of ``start`` in evidence order."""
    found = Walk(start)
    frontier = [start]
    for depth in range(1, bounds.depth + 1):
        step = await reads.edges_around(frontier, scope=scope, types=bounds.types, limit=STEP_ROWS)
        _note_cut(found, step)
        frontier = _draw(found, evidence_order(step.rows), depth, bounds)
        if depth < bounds.depth:
            _note_unwalked(found)
        if Bound.EDGES in found.bounds:
            return found
        if not frontier:
            break
    if bounds.closing_edges:
        await _close(reads, found, scope, bounds)
    if frontier and await reads.has_beyond(
        frontier, visited=sorted(found.visited), scope=scope, types=bounds.types
    ):
        found.bounds.add(Bound.DEPTH)
    return found


async def parity_walk(reads: Reads, start: str, *, scope: Scope, bounds: Bounds) -> Walk:
    """The neighbourhood of ``start`` as agrag draws it, look-ahead included."""
    found = Walk(start)
    frontier = [start]
    for depth in range(1, bounds.depth + 2):
        step = await reads.edges_around(
            frontier, scope=scope, types=bounds.types, limit=STEP_ROWS, parity=True
        )
        _note_cut(found, step)
        if depth > bounds.depth:
            _look_ahead(found, step.rows)
            break
        frontier = _draw_parity(found, step.rows, depth, bounds)
        if depth < bounds.depth:
            _note_unwalked(found)
        if Bound.EDGES in found.bounds or not frontier:
            break
    return found


def _note_cut(found: Walk, step: Step) -> None:
    if step.more:
        found.bounds.add(Bound.CANDIDATES)
        found.complete = False


def _note_unwalked(found: Walk) -> None:
    """The next step walks from drawn entities only, and there is none once the edges are full."""
    if Bound.EDGES in found.bounds or not found.met_nodes <= found.visited:
        found.complete = False


def _draw(found: Walk, rows: Sequence[StepRow], depth: int, bounds: Bounds) -> list[str]:
    """Draw what the bounds allow; every row is met, so the counts hold what was refused."""
    frontier: list[str] = []
    nodes, edges, visited = found.nodes, found.edges, found.visited
    for row in found.meet(rows):
        new = row.other not in visited
        if new and len(nodes) >= bounds.nodes:
            found.bounds.add(Bound.NODES)
            found.refused.append(row)
        elif len(edges) >= bounds.edges:
            found.bounds.add(Bound.EDGES)
            found.refused.append(row)
        else:
            if new:
                found.add_node(row, depth)
                frontier.append(row.other)
            edges.append(row)
    return frontier


def _draw_parity(found: Walk, rows: Sequence[StepRow], depth: int, bounds: Bounds) -> list[str]:
    frontier: list[str] = []
    for row in rows:
        if parity_kind(row) is None or not found.meet([row]):
            continue
        if row.other not in found.visited:
            if len(found.nodes) >= bounds.nodes:
                found.bounds.add(Bound.NODES)
                found.refused.append(row)
                continue
            found.add_node(row, depth)
            frontier.append(row.other)
        if len(found.edges) >= bounds.edges:
            found.bounds.add(Bound.EDGES)
            found.refused.append(row)
            # Rows behind this one are not looked at, so they are not met.
            found.complete = False
            break
        found.edges.append(row)
    return frontier


def _look_ahead(found: Walk, rows: Sequence[StepRow]) -> None:
    for row in rows:
        unseen = row.relation_id not in found.met_edges
        if unseen and parity_kind(row) is not None and row.other not in found.visited:
            found.bounds.add(Bound.DEPTH)
            return


async def _close(reads: Reads, found: Walk, scope: Scope, bounds: Bounds) -> None:
    """Draw the relations between drawn entities that the steps did not meet."""
    step = await reads.edges_between(
        sorted(found.visited), scope=scope, types=bounds.types, limit=STEP_ROWS
    )
    if step.more:
        found.bounds.add(Bound.CANDIDATES)
        found.closing_complete = False
    for row in evidence_order(step.rows):
        if row.relation_id in found.met_edges:
            continue
        found.between.add(row.relation_id)
        if len(found.edges) >= bounds.edges:
            found.bounds.add(Bound.EDGES)
            continue
        found.edges.append(row)
        found.closing.add(row.relation_id)
