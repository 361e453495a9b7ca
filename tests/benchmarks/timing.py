"""Times of many runs as one figure: wall and processor time, with the load they ran under."""

import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

import numpy as np

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Figure:
    """One line of the table.

    Attributes:
        name: What was measured.
        unit: Of all numbers of the line.
        target: What is to be reached, nothing when there is no target.
        p50: The median of the runs.
        p95: What nineteen of twenty runs stay below.
        cpu: The median processor time of all threads, where that means something.
        runs: How many runs.
        load: The load average of the last minute, at the end.
        at_least: Whether more is better.
        note: Anything a reader should know.
    """

    name: str
    unit: str
    target: float | None
    p50: float
    p95: float
    cpu: float | None = None
    runs: int = 1
    load: float = 0.0
    at_least: bool = False
    note: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the median meets the target."""
        if self.target is None:
            return None
        return self.p50 >= self.target if self.at_least else self.p50 <= self.target

    def as_dict(self) -> dict[str, object]:
        return {**asdict(self), "reached": self.reached}


def figure(
    name: str,
    values: Sequence[float],
    *,
    unit: str,
    target: float | None = None,
    cpu: Sequence[float] | None = None,
    at_least: bool = False,
    note: str = "",
) -> Figure:
    """The figure of some values."""
    return Figure(
        name=name,
        unit=unit,
        target=target,
        p50=float(np.percentile(values, 50)),
        p95=float(np.percentile(values, 5 if at_least else 95)),
        cpu=float(np.percentile(cpu, 50)) if cpu else None,
        runs=len(values),
        load=os.getloadavg()[0],
        at_least=at_least,
        note=note,
    )


async def timed(
    name: str,
    calls: Sequence[Callable[[], Awaitable[Answer]]],
    *,
    target: float | None = None,
    warm_up: int = 10,
    check: Callable[[Answer], None] = lambda _answer: None,
    note: str = "",
) -> Figure:
    """Milliseconds of each call, one after the other; the first ones run once before, unmeasured.

    Args:
        name: Of the figure.
        calls: What to await.
        target: Milliseconds to reach.
        warm_up: How many of the calls to run before.
        check: Raises when an answer is not one that should be timed.
        note: Of the figure.
    """
    for call in calls[:warm_up]:
        check(await call())
    wall, cpu = [], []
    for call in calls:
        started, used = time.perf_counter(), time.process_time()
        answer = await call()
        wall.append(1e3 * (time.perf_counter() - started))
        cpu.append(1e3 * (time.process_time() - used))
        check(answer)
    return figure(name, wall, unit="ms", target=target, cpu=cpu, note=note)
