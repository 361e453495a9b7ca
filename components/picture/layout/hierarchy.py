"""The tree of shortest ways from the start, with brothers in an order that keeps kin together."""

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass

from components.picture.layout.boxes import Spot


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Depth, parent and ordered children of each node; nodes without a way hang on nothing.

    ``order`` lists all nodes, nearest to the start first.
    """

    start: str
    depth: dict[str, int]
    parent: dict[str, str]
    children: dict[str, list[str]]
    order: list[str]


def hierarchy(spots: Sequence[Spot], pairs: Sequence[tuple[str, str]], start: str) -> Hierarchy:
    """The breadth-first tree from ``start``; ties go to the node that was met first.

    Nodes that no link joins to the start are children of nothing, one step beyond the deepest.
    """
    rank = {spot.id: number for number, spot in enumerate(spots)}
    around = neighbours(pairs)
    depth, parent = {start: 0}, {}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in sorted(around[here], key=rank.__getitem__):
            if there not in depth:
                depth[there], parent[there] = depth[here] + 1, here
                queue.append(there)
    beyond = max(depth.values()) + 1
    for spot in spots:
        depth.setdefault(spot.id, beyond)
    children: dict[str, list[str]] = defaultdict(list)
    for name, above in parent.items():
        children[above].append(name)
    _keep_kin_together(start, children, around, rank)
    order = sorted(depth, key=lambda name: (depth[name], rank[name]))
    return Hierarchy(start, depth, parent, dict(children), order)


def neighbours(pairs: Sequence[tuple[str, str]]) -> dict[str, set[str]]:
    """The nodes joined to each node, itself left out."""
    around: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        if one != other:
            around[one].add(other)
            around[other].add(one)
    return around


def _keep_kin_together(
    start: str,
    children: dict[str, list[str]],
    around: dict[str, set[str]],
    rank: dict[str, int],
) -> None:
    """Order the children of the start by links between their families, then theirs likewise."""
    family = _families(start, children)
    ties: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for name, head in family.items():
        for other in around[name]:
            if family.get(other, head) != head:
                ties[head][family[other]] += 1
    children[start] = _chain(children.get(start, []), ties, rank)
    place = {name: number for number, name in enumerate(children[start])}
    for name in family:
        if name in children:
            children[name].sort(
                key=lambda child: (_pull(child, around, family, place), rank[child])
            )


def _families(start: str, children: dict[str, list[str]]) -> dict[str, str]:
    """Each node's ancestor next to the start."""
    family: dict[str, str] = {}
    for head in children.get(start, []):
        stack = [head]
        while stack:
            name = stack.pop()
            family[name] = head
            stack.extend(children.get(name, []))
    return family


def _chain(heads: list[str], ties: dict[str, dict[str, int]], rank: dict[str, int]) -> list[str]:
    """Heads in a row: after each the one most tied to it, else the first that was met."""
    left = sorted(heads, key=rank.__getitem__)
    row: list[str] = []
    while left:
        last = ties[row[-1]] if row else {}
        best = max(left, key=lambda name: (last.get(name, 0), -rank[name]))
        left.remove(best)
        row.append(best)
    return row


def _pull(
    name: str, around: dict[str, set[str]], family: dict[str, str], place: dict[str, int]
) -> float:
    """The mean place of the families a node is joined to; its own when it has no others."""
    places = [place[family[other]] for other in around[name] if other in family]
    return sum(places) / len(places) if places else float(place[family[name]])
