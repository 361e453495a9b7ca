"""Budgets that keep every file one idea long."""

from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parent.parent
BUDGETS = {"evidence": 400, "components": 200, "pages": 120}


def lines(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


@pytest.mark.parametrize("folder", sorted(BUDGETS))
def test_files_stay_within_their_budget(folder: str) -> None:
    sizes = {
        path.relative_to(ROOT).as_posix(): lines(path)
        for path in sorted((ROOT / folder).rglob("*.py"))
    }
    assert sizes
    assert {name: size for name, size in sizes.items() if size > BUDGETS[folder]} == {}


def test_the_middle_file_is_about_a_hundred_lines() -> None:
    sizes = [lines(path) for folder in BUDGETS for path in (ROOT / folder).rglob("*.py")]
    assert median(sizes) <= 130


def test_the_top_level_is_what_the_design_names() -> None:
    shown = {
        path.name
        for path in ROOT.iterdir()
        if not path.name.startswith((".", "__")) and path.name != "data"
    }
    assert shown == {
        "app.py",
        "pages",
        "evidence",
        "components",
        "tests",
        "requirements.txt",
        "README.md",
    }
