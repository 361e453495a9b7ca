"""Figures that need a process of their own: imports and first answers."""

import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from tests.benchmarks.questions import Questions
from tests.benchmarks.stores import Built, child, import_graph
from tests.benchmarks.timing import Figure, figure

_MIB = 2**20


class _ProcessRows:
    def __init__(self, store: Built, runs: int) -> None:
        self.store = store
        self.runs = runs

    async def importing(self) -> AsyncIterator[Figure]:
        """Import without vectors."""
        entities = self.store.graph.entities
        took = self.store.imported
        if not self.store.fresh:
            with tempfile.TemporaryDirectory(dir=self.store.folder.parent) as folder:
                took = import_graph(self.store.graph, Path(folder) / "store")
        yield figure(
            "import without vectors",
            [entities / took["seconds"]],
            unit="entities/s",
            target=4_000,
            cpu=[entities / took["cpu"]],
            at_least=True,
            note=f"{took['stored'] / _MIB:,.0f} MiB stored, {took['seconds']:.0f} s",
        )
        yield figure("import, most memory", [took["peak"] / _MIB], unit="MiB")

    async def open(self) -> AsyncIterator[Figure]:
        """A fresh process on a file that was read before."""
        names = Questions(self.store.graph).names(max(5, self.runs // 10))
        answers = [
            child("tests.benchmarks.first_answer", str(self.store.folder), name)
            for name in (names[0], *names)
        ][1:]
        for answer in answers:
            if answer["status"] != "ok" or answer["torch"]:
                raise AssertionError(f"not an answer to time: {answer}")
        yield figure(
            "open and first lexical answer, fresh process",
            [1e3 * each["answer"] for each in answers],
            unit="ms",
            target=50,
            cpu=[1e3 * each["cpu"] for each in answers],
        )
        yield figure(
            "memory of that process, without torch",
            [each["rss"] / _MIB for each in answers],
            unit="MiB",
            target=250,
        )


def process_rows(store: Built, runs: int) -> dict[str, Callable[[], AsyncIterator[Figure]]]:
    """The rows that start processes, by the names ``--only`` takes."""
    rows = _ProcessRows(store, runs)
    return {"import": rows.importing, "open": rows.open}
