"""Progress on standard error for whatever takes longer than a second."""

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

import click

_QUIET_SECONDS = 1.0


class Bars:
    """One progress bar a step; none at all for work that is done at once.

    An instance is what importers, writers and checks take as ``progress``.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._started = clock()
        self._shown: tuple[str, int] | None = None
        self._bar: Any = None

    def __enter__(self) -> "Bars":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __call__(self, step: str, done: int, total: int | None) -> None:
        """Shows how far a step is."""
        if self._clock() - self._started < _QUIET_SECONDS:
            return
        length = total or 1
        if self._shown != (step, length):
            self.close()
            self._shown = (step, length)
            self._bar = click.progressbar(length=length, label=step, file=sys.stderr)
            self._bar.__enter__()
        self._bar.update(max(0, min(done, length) - self._bar.pos))

    def close(self) -> None:
        """Ends the bar that is shown."""
        if self._bar is not None:
            self._bar.__exit__(None, None, None)
            self._bar = None
        self._shown = None
