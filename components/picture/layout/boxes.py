"""The room a node and its label need, and how boxes are moved apart."""

import math
from collections.abc import Sequence
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
    spot: Spot, origin: Point, middle: Point, taken: Sequence[tuple[Spot, Point]]
) -> Point:
    """The first free place on widening turns round ``origin``, those away from ``middle`` first.

    Sixty turns reach 2,340 units; past them the spot goes far to the right, each on its own line.
    """
    half = np.array(half_box(spot))
    halves = np.array([half_box(other) for other, _ in taken]).reshape(-1, 2) + half
    centres = np.array([point for _, point in taken], dtype=float).reshape(-1, 2)
    away = math.atan2(origin[1] - middle[1], origin[0] - middle[0]) if origin != middle else 0.0
    for ring in range(1, 60):
        radius = 60.0 + 38.0 * ring
        steps = max(8, int(radius / 16))
        turns = sorted(range(-steps, steps + 1), key=lambda turn: (abs(turn), turn))
        angles = away + np.array(turns) * math.pi / steps
        spread = min(1.0, 0.45 + ring * 0.08)
        angles = angles[np.abs(angles - away) <= math.pi * spread]
        places = np.column_stack((
            origin[0] + radius * 1.25 * np.cos(angles),
            origin[1] + radius * np.sin(angles),
        ))
        apart = np.abs(places[:, None, :] - centres[None, :, :])
        clash = ((apart < halves[None, :, :]).all(axis=2)).any(axis=1)
        if not clash.all():
            best = places[int(np.argmin(clash))]
            return round(float(best[0]), 1), round(float(best[1]), 1)
    return origin[0] + _FAR, origin[1] + 2 * float(half[1]) * len(taken)
