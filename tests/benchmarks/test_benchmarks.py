"""The benchmarks run, on a graph so small that their figures mean nothing."""

import json
from pathlib import Path

import pytest

from tests.benchmarks.__main__ import NAMES, main
from tests.benchmarks.generate import HUB, Synthetic


def test_same_seed_gives_the_same_bytes_of_the_shape_promised() -> None:
    graph = Synthetic(500)
    records = [json.loads(line) for line in graph.lines()]
    assert list(Synthetic(500).lines()) == list(graph.lines())
    kinds = [record["kind"] for record in records]
    assert {kind: kinds.count(kind) for kind in set(kinds) - {"mention", "evidence"}} == {
        "header": 1, "document": 50, "passage": 1_000, "entity": 500, "relation": 2_500,
    }  # fmt: skip
    assert kinds.count("mention") == pytest.approx(1_500, rel=0.02)
    assert kinds.count("evidence") == pytest.approx(1.54 * 2_500, rel=0.05)
    hub = graph.entity_id(HUB)
    ends = [(r["source"], r["target"]) for r in records if r["kind"] == "relation"]
    assert sum(hub in pair for pair in ends) == pytest.approx(500, rel=0.15)
    lengths = [len(record["text"]) for record in records if record["kind"] == "passage"]
    assert sum(lengths) / len(lengths) == pytest.approx(480, rel=0.03)


def test_every_figure_of_the_store_can_be_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "figures.json"
    only = [name for name in NAMES if name not in {"start", "click"}]
    main([
        "--entities", "500", "--runs", "8", "--work", str(tmp_path / "work"),
        "--json", str(written), "--only", *only,
    ])  # fmt: skip
    found = json.loads(written.read_text(encoding="utf-8"))
    figures = {each["name"]: each for each in found["figures"]}
    assert {"import without vectors", "open and first lexical answer, fresh process"} <= set(
        figures
    )
    assert all(each["p50"] > 0 for each in figures.values())
    assert figures["rows of a step, most"]["p50"] <= 1_001
    out = capsys.readouterr().out
    assert all(f"| {name} " in out for name in figures)
