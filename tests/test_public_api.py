"""The names the package promises."""

import ast
import inspect
from pathlib import Path

import pytest

import evidence

ROOT = Path(__file__).parent.parent


def test_exported_names_are_sorted_and_there() -> None:
    assert evidence.__all__ == sorted(evidence.__all__, key=lambda n: (not n.isupper(), n))
    assert all(hasattr(evidence, name) for name in evidence.__all__)


@pytest.mark.parametrize(
    "name", [name for name in evidence.__all__ if callable(getattr(evidence, name))]
)
def test_exported_names_have_a_docstring(name: str) -> None:
    assert inspect.getdoc(getattr(evidence, name))


@pytest.mark.parametrize(
    ("name", "positional", "keywords"),
    [
        (
            "entity_search",
            ["store", "embedder", "query"],
            [
                "scope",
                "labels",
                "mode",
                "limit",
                "support_limit",
                "vector_store",
                "settings",
                "timeout",
            ],
        ),
        (
            "explore_relationships",
            ["store", "entity_id"],
            ["scope", "relation_types", "depth", "max_nodes", "max_edges", "timeout"],
        ),
        (
            "search_evidence",
            ["store", "embedder", "query"],
            ["mode", "limit", "scope", "vector_store", "reranker", "settings", "timeout"],
        ),
        ("fetch_evidence", ["store", "evidence_ids"], ["scope", "max_chars", "timeout"]),
        ("check_citations", ["evidence_ids", "fetched_ids"], ["scope"]),
    ],
)
def test_code_written_for_the_seeds_runs(
    name: str, positional: list[str], keywords: list[str]
) -> None:
    parameters = inspect.signature(getattr(evidence, name)).parameters
    kinds = inspect.Parameter
    assert [p for p, v in parameters.items() if v.kind is kinds.POSITIONAL_OR_KEYWORD] == positional
    named = {p: v for p, v in parameters.items() if v.kind is kinds.KEYWORD_ONLY}
    assert set(keywords) <= set(named)
    extra = set(named) - set(keywords)
    assert all(named[p].default is not kinds.empty for p in extra)


def test_every_public_function_says_what_comes_back() -> None:
    silent = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in sorted((ROOT / "evidence").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
        and not _nested(path, node)
    ]
    assert silent == []


def _nested(path: Path, node: ast.AST) -> bool:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(
        inner.lineno == node.lineno  # type: ignore[attr-defined]
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(outer)
        if inner is not outer and isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
    )
