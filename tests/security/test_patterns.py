"""Every pattern of the product takes time that grows with the text, not faster.

Python's ``re`` has no deadline, and the texts come from documents and addresses.
"""

import importlib
import re
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SHORT, LONG = 4_000, 64_000
TEXTS = ("a", "(", " ", "-", "a ", "a-", "0", "+", "#", "é", "東", "\\", '"', "a.b", "ev1:c:")


def patterns() -> list[tuple[str, re.Pattern[str]]]:
    found = []
    for folder in ("evidence", "components"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "re.compile" not in path.read_text(encoding="utf-8"):
                continue
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            module = importlib.import_module(name.removesuffix(".__init__"))
            found += [
                (f"{name}.{key}", value)
                for key, value in vars(module).items()
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str)
            ]
    return found


PATTERNS = patterns()


def seconds(pattern: re.Pattern[str], text: str) -> float:
    best = float("inf")
    for _ in range(3):
        started = time.perf_counter()
        pattern.search(text)
        pattern.fullmatch(text)
        pattern.sub("", text)
        best = min(best, time.perf_counter() - started)
    return best


def test_patterns_are_found() -> None:
    assert len(PATTERNS) > 10


@pytest.mark.parametrize(("name", "pattern"), PATTERNS, ids=[name for name, _ in PATTERNS])
def test_sixteen_times_the_text_takes_no_more_than_linear_growth_allows(
    name: str, pattern: re.Pattern[str]
) -> None:
    for piece in TEXTS:
        short = seconds(pattern, (piece * SHORT)[:SHORT])
        text = (piece * LONG)[:LONG]
        growth = min(seconds(pattern, text) for _ in range(2)) / max(short, 2e-5)
        # Sixteen for a linear pattern; a quadratic one takes 256 times as long.
        assert growth < 96, f"{name} on {piece!r}: {growth:.0f} times"
