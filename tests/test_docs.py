"""What the README says is so."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from evidence import limits
from evidence.__main__ import main as command_line
from evidence.importers.native import read_native
from evidence.results import (
    Bound,
    CitationVerdict,
    EntityKind,
    FetchStatus,
    SearchStatus,
    WalkStatus,
)
from evidence.stores.embedded.writing.writer import EmbeddedWriter

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return README.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def cells(title: str) -> dict[str, list[str]]:
    rows = [line.strip("| ").split(" | ") for line in section(title).splitlines() if "|" in line]
    return {row[0].strip(): [cell.strip() for cell in row[1:]] for row in rows}


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("hits", (limits.HITS.default, limits.HITS.cap)),
        ("passages listed for a hit", (limits.SUPPORT.default, limits.SUPPORT.cap)),
        ("passages listed for an edge", (limits.EDGE_EVIDENCE, limits.EDGE_EVIDENCE)),
        ("depth of a walk", (limits.DEPTH.default, limits.DEPTH.cap)),
        ("nodes of a walk", (limits.NODES.default, limits.NODES.cap)),
        ("edges of a walk (a view unites several)", (limits.EDGES.default, limits.EDGES.cap)),
        ("nodes of a view", (limits.VIEW_NODES,)),
        ("relations read in one step", (limits.STEP_ROWS,)),
        ("characters of a query", (limits.QUERY_CHARACTERS,)),
        ("words of a query", (limits.QUERY_WORDS,)),
        (
            "characters returned for one evidence id",
            (limits.FETCH_CHARACTERS.default, limits.FETCH_CHARACTERS.cap),
        ),
        ('any count before it reads "1,000+"', (limits.COUNT_CAP,)),
        ("characters of a link", (limits.LINK_CHARACTERS,)),
        (
            "seconds for a leg, a walk, a fetch",
            (int(limits.LEG_SECONDS), int(limits.WALK_SECONDS), int(limits.FETCH_SECONDS)),
        ),
    ],
)
def test_the_limits_are_those_of_the_code(row: str, expected: tuple[int, ...]) -> None:
    stated = ", ".join(cell for cell in cells("Limits")[row] if cell)
    numbers = [int(number.replace(",", "")) for number in re.findall(r"\d+(?:,\d{3})*", stated)]
    assert tuple(numbers) == expected


@pytest.mark.parametrize(
    "status",
    sorted({*SearchStatus, *WalkStatus, *FetchStatus, *CitationVerdict, *EntityKind, *Bound}),
)
def test_every_status_is_explained(status: str) -> None:
    assert f"`{status}`" in section("Statuses")


@pytest.mark.parametrize("name", sorted(command_line.commands))
def test_every_command_is_named(name: str) -> None:
    assert f"`{name}`" in README or f"evidence {name}" in README


def test_the_graph_of_the_readme_can_be_imported(tmp_path: Path) -> None:
    (example,) = re.findall(r"```json\n(.*?)```", README, re.DOTALL)
    (tmp_path / "graph.jsonl").write_text(example, encoding="utf-8")
    with EmbeddedWriter(tmp_path / "store") as writer:
        report = writer.ingest(read_native(tmp_path / "graph.jsonl"), file="graph.jsonl")
    assert report.counts == {
        "document": 1, "passage": 1, "entity": 2, "mention": 2, "relation": 1, "evidence": 1,
    }  # fmt: skip
    assert (report.evidence_missing, report.relations_without_evidence) == (0, 0)
    assert not report.notes


def test_the_library_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, "README.md", "exec"), {"__name__": "example"})
    lines = printed.getvalue().splitlines()
    assert lines[0] == "Maria Chen supported 3 passages"
    assert sorted(line.split()[1] for line in lines[1:]) == ["AUTHORED", "WORKS_FOR"]


def test_the_two_commands_are_the_ones_that_are_tested() -> None:
    assert "bash tests/run.sh" in README
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip().endswith("bash tests/run.sh")
    assert ".venv/bin/streamlit run app.py" in README


def test_the_picture_is_there() -> None:
    (picture,) = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert (ROOT / picture).is_file()


def test_the_project_names_no_machine() -> None:
    assert not re.search(r"(?<![\w.])/(?:work|root|home/(?!you))/", README)
