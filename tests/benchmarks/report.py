"""The figures as a table."""

import os
import platform
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import psutil

from tests.benchmarks.timing import Figure

_HEAD = ("what", "target", "p50", "p95", "CPU p50", "runs", "load", "note")


def table(figures: Sequence[Figure]) -> str:
    """A Markdown table, readable as it is."""
    rows = [_HEAD, *(_row(each) for each in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    lines.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    return "\n".join(lines)


def machine() -> str:
    """The machine the figures come from, in a line."""
    memory = psutil.virtual_memory().total / 2**30
    return (
        f"{_processor()}, {os.cpu_count()} cores, {memory:.0f} GiB;"
        f" {platform.system()}, Python {platform.python_version()},"
        f" SQLite {sqlite3.sqlite_version}"
    )


def _processor() -> str:
    found = Path("/proc/cpuinfo")
    if found.exists():
        for line in found.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _row(each: Figure) -> tuple[str, ...]:
    mark = {True: "", False: " (missed)", None: ""}[each.reached]
    bound = "-" if each.target is None else f"{'≥' if each.at_least else '≤'} {_n(each.target)}"
    return (
        each.name,
        f"{bound} {each.unit}" if each.target is not None else "-",
        f"{_n(each.p50)} {each.unit}{mark}",
        "" if each.runs == 1 else _n(each.p95),
        "" if each.cpu is None else _n(each.cpu),
        f"{each.runs:,}",
        f"{each.load:.1f}",
        each.note,
    )


def _n(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
