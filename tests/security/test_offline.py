"""Nothing is fetched while the product runs, and what it depends on is bounded."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
# The floors are where known holes were closed.
FLOORS = {"streamlit": (1, 60), "sentence-transformers": (6, 0)}

SEARCH = """
import sys

def watch(event, arguments):
    if event in {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname"}:
        print("reached out:", event, arguments, file=sys.stderr)
        raise OSError("no network")

sys.addaudithook(watch)
from evidence.commands.main import main
main(["search", "route planner", "--limit", "2", "--scope", "acme-notes.md"])
"""


@pytest.mark.slow
@pytest.mark.skipif(
    importlib.util.find_spec("sentence_transformers") is None,
    reason="sentence-transformers is not installed",
)
def test_a_search_by_meaning_reaches_no_network(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SEARCH],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert "reached out" not in done.stderr
    assert done.returncode == 0, done.stderr
    assert re.search(r"1\.\s+Orion Planner .* lexical #1 \+ semantic #1", done.stdout)


def requirements() -> list[str]:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("line", requirements())
def test_every_requirement_has_an_upper_bound(line: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9-]+(==[\d.]+|>=[\d.]+,<[\d.]+)", line)


@pytest.mark.parametrize(("name", "floor"), FLOORS.items())
def test_known_holes_are_below_the_floor(name: str, floor: tuple[int, int]) -> None:
    (line,) = [line for line in requirements() if line.startswith(f"{name}>=")]
    major, minor = re.findall(r"\d+", line)[:2]
    assert (int(major), int(minor)) >= floor
