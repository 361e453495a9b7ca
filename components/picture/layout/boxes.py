"""The room a node and its label need, and how boxes are moved apart."""

import math
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np

Point = tuple[float, float]


class Anchor(StrEnum):
    """The side of a node on which its label stands."""

    RIGHT = "r"
    LEFT = "l"
    ABOVE = "t"
    BELOW = "b"


class Spot(NamedTuple):
    """A node to place: its radius, the width of its label, the walk (from 0) that met it."""

    id: str
    size: float
    width: float
    walk: int = 0


LINE = 17.0
GAP = 8.0
_ROUNDS = 160
_FAR = 2_500.0
_SIDEWAYS = 0.42
_PATIENCE = 3
_CROWD = 60


def half_box(spot: Spot) -> tuple[float, float]:
    """Half the width and half the height of a node with its label below."""
    return max(spot.width / 2, spot.size) + GAP / 2, spot.size + LINE / 2 + GAP / 2


def separate(spots: Sequence[Spot], points: np.ndarray) -> np.ndarray:
    """The points moved apart until no two boxes overlap, or as far as 160 rounds get.

    Overlapping pairs are pushed along the axis with the smaller overlap, half each.
    """
    halves = np.array([half_box(spot) for spot in spots])
    reach = halves[:, None, :] + halves[None, :, :]
    moved = points.copy()
    for _ in range(_ROUNDS):
        apart = moved[:, None, :] - moved[None, :, :]
        lack = reach - np.abs(apart)
        hit = (lack[..., 0] > 0.5) & (lack[..., 1] > 0.5)
        np.fill_diagonal(hit, val=False)
        if not hit.any():
            break
        across = lack[..., 0] < lack[..., 1] * 1.6
        push = np.zeros_like(apart)
        sign = np.where(apart >= 0, 1.0, -1.0)
        order = np.sign(np.subtract.outer(np.arange(len(spots)), np.arange(len(spots))))
        sign = np.where(apart == 0, order[..., None], sign)
        push[..., 0] = np.where(hit & across, sign[..., 0] * lack[..., 0], 0)
        push[..., 1] = np.where(hit & ~across, sign[..., 1] * lack[..., 1], 0)
        crowd = np.maximum(1, hit.sum(axis=1))[:, None]
        moved += push.sum(axis=1) * 0.5 / np.sqrt(crowd)
    return moved


def free_spot(
    spot: Spot,
    origin: Point,
    taken: Sequence[tuple[Spot, Point]],
    *,
    ties: Sequence[Point],
    middle: Point,
    sides: Callable[[np.ndarray], np.ndarray],
) -> Point:
    """The first free place on widening turns round ``origin``, those away from ``middle`` first.

    A place whose line from ``origin`` or from the other ``ties`` would strike through a node or a
    name gives way to one a little farther out whose lines do not. Sixty turns reach 2,340 units;
    past them the spot goes far to the right, each on its own line.
    """
    points = np.array([point for _, point in taken], dtype=float).reshape(-1, 2)
    others = np.array([(other.size, other.width) for other, _ in taken]).reshape(-1, 2)
    blocks = _blocks(points, others, sides(points))
    names = _names(blocks, points, others[:, 0], sides(points))
    away = math.atan2(origin[1] - middle[1], origin[0] - middle[0]) if origin != middle else 0.0
    free: np.ndarray | None = None
    since = 0
    for ring in range(1, 60):
        places = _turn(origin, away, ring)
        sizes = np.array([(spot.size, spot.width)] * len(places))
        own = _blocks(places, sizes, sides(places))
        apart = ~_meet(own, blocks)
        places, own = places[apart], own[apart]
        if not len(places):
            continue
        free = places[0] if free is None else free
        since += 1
        # In a crowd every line strikes through something.
        struck = np.zeros(len(places), dtype=bool)
        label = _names(own, places, sizes[apart, 0], sides(places))
        for end in (origin, *ties) if len(taken) <= _CROWD else ():
            ours = (points == np.array(end)).all(axis=1)
            struck |= _struck(end, places, np.where(ours[:, None], names, blocks)[None])
            struck |= _struck(end, places, label[:, None])
        clear = places[~struck]
        if len(clear) or since > _PATIENCE:
            free = clear[0] if len(clear) else free
            break
    if free is not None:
        return round(float(free[0]), 1), round(float(free[1]), 1)
    return origin[0] + _FAR, origin[1] + 2 * half_box(spot)[1] * len(taken)


def outward(points: np.ndarray, middle: Point) -> np.ndarray:
    """For each point the side of a label that stands away from the middle, by its letter."""
    across, down = points[:, 0] - middle[0], points[:, 1] - middle[1]
    sideways = (np.abs(across) >= _SIDEWAYS * np.abs(down)) & ((across != 0) | (down != 0))
    flank = np.where(across > 0, Anchor.RIGHT.value, Anchor.LEFT.value)
    return np.where(sideways, flank, np.where(down >= 0, Anchor.BELOW.value, Anchor.ABOVE.value))


def _turn(origin: Point, away: float, ring: int) -> np.ndarray:
    """The places on one turn round a point, those in the direction ``away`` first."""
    radius = 60.0 + 38.0 * ring
    steps = max(8, int(radius / 16))
    turns = sorted(range(-steps, steps + 1), key=lambda turn: (abs(turn), turn))
    angles = away + np.array(turns) * math.pi / steps
    angles = angles[np.abs(angles - away) <= math.pi * min(1.0, 0.45 + ring * 0.08)]
    return np.column_stack((
        origin[0] + radius * 1.25 * np.cos(angles),
        origin[1] + radius * np.sin(angles),
    ))


def _blocks(points: np.ndarray, sizes: np.ndarray, sides: np.ndarray) -> np.ndarray:
    """Left, top, right and bottom of nodes with their labels, and a gap round both."""
    size, width = sizes[:, 0] + GAP / 2, sizes[:, 1] + GAP / 2
    half = np.maximum(size, width / 2)
    level = np.maximum(size, LINE / 2)
    upright = (sides == Anchor.ABOVE) | (sides == Anchor.BELOW)
    left = np.where(upright, half, np.where(sides == Anchor.LEFT, size + width, size))
    right = np.where(upright, half, np.where(sides == Anchor.RIGHT, size + width, size))
    up = np.where(upright, size + LINE * (sides == Anchor.ABOVE), level)
    down = np.where(upright, size + LINE * (sides == Anchor.BELOW), level)
    x, y = points[:, 0], points[:, 1]
    return np.column_stack((x - left, y - up, x + right, y + down))


def _meet(own: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Whether each block overlaps one of the others."""
    low = np.maximum(own[:, None, :2], others[None, :, :2])
    high = np.minimum(own[:, None, 2:], others[None, :, 2:])
    return np.asarray((low < high).all(axis=2).any(axis=1))


def _names(
    blocks: np.ndarray, points: np.ndarray, sizes: np.ndarray, sides: np.ndarray
) -> np.ndarray:
    """The part of each block that is the label."""
    names = blocks.copy()
    for edge, side, axis, sign in (
        (0, Anchor.RIGHT, 0, 1), (2, Anchor.LEFT, 0, -1), (1, Anchor.BELOW, 1, 1), (3, Anchor.ABOVE, 1, -1)
    ):  # fmt: skip
        names[:, edge] = np.where(sides == side, points[:, axis] + sign * sizes, names[:, edge])
    return names


def _struck(end: Point, places: np.ndarray, blocks: np.ndarray) -> np.ndarray:
    """Whether the straight line from ``end`` to each place passes through one of its blocks."""
    reach = places - np.array(end)
    reach = np.where(reach == 0, 1e-9, reach)[:, None, :]
    near = (blocks[..., :2] - np.array(end)) / reach
    far = (blocks[..., 2:] - np.array(end)) / reach
    enter = np.minimum(near, far).max(axis=2)
    leave = np.maximum(near, far).min(axis=2)
    return np.asarray(((enter <= leave) & (leave >= 0) & (enter <= 1)).any(axis=1))
