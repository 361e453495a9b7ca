"""How high the new nodes of one depth would stand, were nothing in their way."""

import itertools
import math
from collections.abc import Sequence


def wishes(
    heights: Sequence[float], kin: Sequence[tuple[float, float]], step: float
) -> list[float]:
    """For nodes in order, a step apart, the heights nearest those of their parents.

    Where there is room they stay between the kin of parents above and below.
    """
    bounds = [
        (
            max((low for parent, low in kin if parent < height), default=-math.inf),
            min((high for parent, high in kin if parent > height), default=math.inf),
        )
        for height in heights
    ]
    wanted: list[float] = []
    for (low, high), group in itertools.groupby(
        zip(bounds, heights, strict=True), key=lambda pair: pair[0]
    ):
        found = _spread([height for _, height in group], step)
        if high - low > found[-1] - found[0] + 2 * step:
            least = [low + step * (number + 1) for number in range(len(found))]
            most = [high - step * (len(found) - number) for number in range(len(found))]
            found = [
                min(max(wish, bottom), top)
                for wish, bottom, top in zip(found, least, most, strict=True)
            ]
        wanted += found
    return wanted


def _spread(heights: Sequence[float], step: float) -> list[float]:
    """Heights at least a step apart, as near as can be to those that rise: their means pooled."""
    pools: list[tuple[float, int]] = []
    for number, height in enumerate(heights):
        mean, count = height - number * step, 1
        while pools and pools[-1][0] > mean:
            before, members = pools.pop()
            mean = (before * members + mean * count) / (members + count)
            count += members
        pools.append((mean, count))
    flat = [mean for mean, count in pools for _ in range(count)]
    return [mean + number * step for number, mean in enumerate(flat)]
