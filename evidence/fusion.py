"""Reciprocal rank fusion of ranked lists.

Formula of Cormack, Clarke and Buettcher (SIGIR 2009): each list adds ``1 / (k + rank)`` to
everything it holds, with ranks from 1. It is run over visible candidates only; fused before the
visibility test, a score would tell how many hidden things rank above.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from evidence.limits import RRF_K

Leg = TypeVar("Leg", bound=Hashable)


class Fused(NamedTuple):
    """An id, its fused score, and its rank (from 1) in each list that holds it."""

    id: str
    score: float
    ranks: dict[Hashable, int]


def contribution(rank: int, *, k: int = RRF_K) -> float:
    """What rank ``rank`` (from 1) in one list adds to a fused score."""
    return 1.0 / (k + rank)


def fuse(lists: Mapping[Leg, Sequence[str]], *, k: int = RRF_K) -> list[Fused]:
    """The ids of all lists by fused score, highest first, equal scores by id.

    Args:
        lists: For each leg its ids, best first, each once.
        k: The constant that flattens differences between ranks; not a number of results.
    """
    ranks: dict[str, dict[Hashable, int]] = {}
    for leg, ids in lists.items():
        for rank, name in enumerate(ids, start=1):
            ranks.setdefault(name, {})[leg] = rank
    fused = [
        Fused(name, sum(contribution(rank, k=k) for rank in found.values()), found)
        for name, found in ranks.items()
    ]
    return sorted(fused, key=lambda item: (-item.score, item.id))
