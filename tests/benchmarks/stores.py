"""Synthetic graphs brought into stores; a finished store is kept and used again."""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.benchmarks.generate import Synthetic
from tests.benchmarks.vectors import write_vectors

ROOT = Path(__file__).parent.parent.parent
_VERSION = 1
_PATIENCE = 1_200


@dataclass(frozen=True)
class Built:
    """A store on disk.

    Attributes:
        graph: What is in it.
        folder: Where it is.
        imported: What the import without vectors took: ``seconds``, ``cpu``, ``peak`` (bytes).
        fresh: Whether it was made just now.
    """

    graph: Synthetic
    folder: Path
    imported: dict[str, Any]
    fresh: bool


def built(work: Path, entities: int) -> Built:
    """The store of a synthetic graph, made in ``work`` when it is not there."""
    graph = Synthetic(entities)
    folder = work / f"graph-{entities}-{_VERSION}"
    note = work / f"graph-{entities}-{_VERSION}.json"
    fresh = not note.exists()
    if fresh:
        shutil.rmtree(folder, ignore_errors=True)
        imported = import_graph(graph, folder)
        write_vectors(graph, folder)
        note.write_text(json.dumps(imported), encoding="utf-8")
    return Built(graph, folder, json.loads(note.read_text(encoding="utf-8")), fresh)


def import_graph(graph: Synthetic, folder: Path) -> dict[str, Any]:
    """Writes the graph to a file and imports that in a process of its own, to see its memory.

    Raises:
        subprocess.TimeoutExpired: It takes more than twenty minutes.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    source = folder.with_suffix(".jsonl")
    graph.write(source)
    try:
        return child("tests.benchmarks.importing", str(source), str(folder), timeout=_PATIENCE)
    finally:
        source.unlink()


def child(module: str, *arguments: str, timeout: float | None = None) -> dict[str, Any]:
    """The JSON a module of ours prints when run as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
    )
    if done.returncode:
        raise RuntimeError(f"{module} ended with {done.returncode}:\n{done.stderr}")
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer
