"""On which side of its node each loop hangs: where the fewest other lines leave."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from components.picture.edge_path import loop_radius
from components.picture.layout import Anchor, Point

_ROUND = 4
_TURNS = (0.0, 2.0, 3.0, 1.0, 0.5, 3.5, 1.5, 2.5)
"""Quarter turns from below to the right and on: below, above, left, right, and between them."""
_CLEAR = math.radians(75)
"""A loop leaves its node so far to either side of the middle of it."""
_FLANKS = (Anchor.RIGHT, Anchor.LEFT)
_BORDER = 2.0
_SIDES = {Anchor.BELOW: 0.0, Anchor.RIGHT: 1.0, Anchor.ABOVE: 2.0, Anchor.LEFT: 3.0}


def loop_turns(
    pairs: Sequence[tuple[str, str]],
    points: Mapping[str, Point],
    sides: Mapping[str, Anchor],
) -> dict[str, tuple[float, ...]]:
    """For each node with loops the quarter turns of its first four (``DrawnEdge.loop``).

    Args:
        pairs: The ends of each relation.
        points: Where the entities stand.
        sides: On which side of each its label is tried first; loops leave it free if they can.
    """
    ways: dict[str, set[float]] = defaultdict(set)
    for source, target in pairs:
        for one, other in ((source, target), (target, source)):
            across = points[other][0] - points[one][0]
            down = points[other][1] - points[one][1]
            if across or down:
                ways[one].add(math.atan2(down, across))
    names = dict.fromkeys(source for source, target in pairs if source == target)
    return {name: _turns(ways[name], _SIDES[sides[name]]) for name in names}


def loop_reach(turns: Sequence[float], side: Anchor, size: float) -> float:
    """How far the loops of a node reach out at the flank of its label, from its border on."""
    there = [turn for turn in turns if turn % _ROUND == _SIDES[side] and side in _FLANKS]
    return max((loop_radius(size, turn) + _BORDER for turn in there), default=0.0)


def loop_number(turns: Sequence[float], number: int) -> float:
    """``DrawnEdge.loop`` of the ``number``-th loop of a node; further rounds hang farther out."""
    return turns[number % _ROUND] + number // _ROUND * _ROUND


def _turns(ways: set[float], side: float) -> tuple[float, ...]:
    taken, found = set(ways), []
    for _ in range(_ROUND):
        best = max(
            (turn for turn in _TURNS if turn not in found),
            key=lambda turn: (_clear(turn, taken), turn != side),
        )
        found.append(best)
        taken.add(_angle(best))
    return tuple(found)


def _angle(turn: float) -> float:
    return math.pi / 2 * (1 - turn)


def _clear(turn: float, ways: set[float]) -> float:
    """How far the nearest line is from the middle of a loop, up to what it needs."""
    apart = (abs(math.remainder(_angle(turn) - way, 2 * math.pi)) for way in ways)
    return round(min((*apart, _CLEAR)), 6)
