"""Imports one file into one folder and prints what that took; run as a process of its own."""

import json
import sys
import threading
import time
from pathlib import Path

import psutil

from evidence.importers.native import read_native
from evidence.stores.embedded.writing.writer import EmbeddedWriter


class Peak:
    """The most memory this process has held, looked at fifty times a second."""

    def __init__(self) -> None:
        self.bytes = 0
        self._process = psutil.Process()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Peak":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(0.02):
            self.bytes = max(self.bytes, self._process.memory_info().rss)


def main(source: str, folder: str) -> None:
    steps: dict[str, float] = {}
    started, used = time.perf_counter(), time.process_time()

    def progress(step: str, _done: int, _total: int | None) -> None:
        steps.setdefault(step, round(time.process_time() - used, 2))

    with Peak() as peak, EmbeddedWriter(Path(folder)) as writer:
        report = writer.ingest(read_native(Path(source)), file="graph.jsonl", progress=progress)
    answer = {
        "seconds": time.perf_counter() - started,
        "cpu": time.process_time() - used,
        "peak": peak.bytes,
        "steps": steps,
        "counts": report.counts,
        "stored": sum(each.stat().st_size for each in Path(folder).iterdir()),
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
