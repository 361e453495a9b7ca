"""The problems of one import: the first few in full, all of them counted."""

from collections.abc import Iterable
from dataclasses import replace

from evidence.errors import ImportRejectedError, Problem
from evidence.limits import PROBLEMS_REPORTED


class Problems:
    """Collects problems; holds at most ``limits.PROBLEMS_REPORTED`` of them.

    Attributes:
        unit: What the numbers of records count.
    """

    def __init__(self) -> None:
        self.unit = "line"
        self._first: list[Problem] = []
        self._total = 0

    def __bool__(self) -> bool:
        return self._total > 0

    def add(self, problem: Problem) -> None:
        """Takes one problem in."""
        self._total += 1
        if len(self._first) < PROBLEMS_REPORTED:
            self._first.append(replace(problem, unit=self.unit))

    def add_lines(self, lines: Iterable[tuple[int]], field: str, reason: str) -> None:
        """Takes in the same problem for every line of a query."""
        for (line,) in lines:
            self.add(Problem(line, field, reason))

    def refuse(self, file: str) -> None:
        """Does nothing when there are none.

        Raises:
            ImportRejectedError: There is at least one.
        """
        if self._total:
            ordered = sorted(self._first, key=lambda problem: problem.line or 0)
            raise ImportRejectedError(file, ordered, self._total)
