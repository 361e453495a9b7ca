"""One module caches, and nothing it caches depends on who asks."""

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def cached(path: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [one for one in functions if any("cache_" in ast.unparse(d) for d in one.decorator_list)]


def test_only_the_services_use_the_caches_of_streamlit() -> None:
    sources = [path for name in ("components", "pages") for path in (ROOT / name).rglob("*.py")]
    users = {path.name for path in sources if cached(path)}
    assert users == {"services.py"}


def test_what_is_cached_for_all_takes_no_argument_and_is_bounded() -> None:
    functions = cached(ROOT / "components" / "services.py")
    assert [one.name for one in functions] == ["current", "_embedder"]
    for one in functions:
        assert ast.unparse(one.args) == ""
        assert "max_entries=1" in ast.unparse(one.decorator_list[0])
