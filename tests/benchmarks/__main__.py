"""``python -m tests.benchmarks``: measures and prints the table."""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from evidence.stores.embedded.store import EmbeddedStore
from tests.benchmarks.page_rows import page_rows
from tests.benchmarks.process_rows import process_rows
from tests.benchmarks.questions import Questions
from tests.benchmarks.report import machine, table
from tests.benchmarks.store_rows import rows_of
from tests.benchmarks.stores import Built, built
from tests.benchmarks.timing import Figure

NAMES = (
    "import",
    "open",
    "search",
    "explore",
    "hub",
    "step",
    "passages",
    "browse",
    "start",
    "click",
)


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--entities", type=int, default=100_000, help="size of the graph")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, metavar="NAME",
                        help=f"some of: {', '.join(NAMES)}")  # fmt: skip
    parser.add_argument("--runs", type=int, default=200, help="questions of each kind")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "evidence-bench",
                        help="where stores are kept between runs")  # fmt: skip
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    return parser.parse_args(given)


async def measured(store: Built, only: Sequence[str], runs: int) -> list[Figure]:
    """The figures of the rows asked for, in the order of ``NAMES``."""
    opened = EmbeddedStore.open(store.folder)
    try:
        rows = {
            **process_rows(store, runs),
            **rows_of(opened, Questions(store.graph), runs),
            **page_rows(store, max(3, runs // 40)),
        }
        figures = []
        for name in NAMES:
            if name in only:
                async for each in rows[name]():
                    sys.stderr.write(f"{each.name}: {each.p50:,.1f} {each.unit}\n")
                    figures.append(each)
        return figures
    finally:
        await opened.close()


def main(given: Sequence[str] | None = None) -> None:
    """Measures what the arguments ask for."""
    arguments = _arguments(given)
    store = built(arguments.work, arguments.entities)
    figures = asyncio.run(measured(store, arguments.only, arguments.runs))
    print(f"{arguments.entities:,} entities; {machine()}\n\n{table(figures)}")
    if arguments.json:
        content = {
            "entities": arguments.entities,
            "machine": machine(),
            "figures": [each.as_dict() for each in figures],
        }
        arguments.json.write_text(json.dumps(content, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
