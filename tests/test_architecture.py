"""Who may import whom, and names that may not be used."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = ("evidence", "components", "pages")

VALUES = {
    "value",
    "ids",
    "limits",
    "errors",
    "details",
    "markdown",
    "results",
    "words",
    "query",
    "scope",
}
PURE = {"fusion", "visibility", "walk", "match", "marks", "citations", "path_citation", "bm25"}


def modules(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert found
    return found


def imports(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def reaches(names: set[str], *forbidden: str) -> list[str]:
    return sorted(n for n in names for f in forbidden if n == f or n.startswith(f + "."))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", modules("evidence"), ids=shown)
def test_the_library_knows_no_page(path: Path) -> None:
    assert reaches(imports(path), "streamlit", "components", "pages", "app", "pyvis") == []


@pytest.mark.parametrize("name", sorted(VALUES))
def test_values_import_only_values(name: str) -> None:
    ours = {n for n in imports(ROOT / "evidence" / f"{name}.py") if n.startswith("evidence.")}
    assert {n.removeprefix("evidence.") for n in ours} <= VALUES


@pytest.mark.parametrize("name", sorted(PURE))
def test_the_pure_core_does_no_input_or_output(name: str) -> None:
    used = imports(ROOT / "evidence" / f"{name}.py")
    assert reaches(used, "sqlite3", "neo4j", "os", "time", "random", "asyncio") == []
    assert reaches(used, "evidence.stores", "evidence.embedders", "evidence.importers") == []


@pytest.mark.parametrize("path", sorted((ROOT / "evidence").glob("*.py")), ids=shown)
def test_use_cases_know_ports_and_no_adapter(path: Path) -> None:
    if path.name == "__main__.py":
        pytest.skip("the command line puts the parts together")
    used = reaches(imports(path), "evidence.stores", "evidence.embedders", "sqlite3", "neo4j")
    assert used == []


@pytest.mark.parametrize("path", modules("evidence/stores", "evidence/embedders"), ids=shown)
def test_adapters_know_no_use_case(path: Path) -> None:
    used = reaches(
        imports(path),
        "evidence.entities",
        "evidence.relationships",
        "evidence.passages",
        "evidence.fetch",
        "evidence.browse",
        "evidence.walk",
    )
    assert used == []


@pytest.mark.parametrize("path", modules("pages"), ids=shown)
def test_pages_only_compose(path: Path) -> None:
    assert reaches(imports(path), "evidence.stores", "evidence.embedders", "sqlite3") == []
    source = path.read_text(encoding="utf-8")
    for word in ("session_state", "cache_data", "cache_resource", "st.iframe", "unsafe_allow"):
        assert word not in source, word


@pytest.mark.parametrize("path", modules("components/picture"), ids=shown)
def test_pictures_are_plain_values(path: Path) -> None:
    used = imports(path)
    assert reaches(used, "streamlit", "components.explore", "components.search") == []
    assert reaches(used, "components.graph", "components.services", "components.state") == []


@pytest.mark.parametrize("path", modules("components"), ids=shown)
def test_components_reach_the_store_through_services(path: Path) -> None:
    if path.name in {"services.py", "opening.py"}:
        pytest.skip("the one place that puts the parts together")
    assert reaches(imports(path), "evidence.stores", "evidence.embedders", "sqlite3") == []


@pytest.mark.parametrize("path", modules("evidence/stores/embedded/reading"), ids=shown)
def test_reading_knows_no_writing(path: Path) -> None:
    embedded = "evidence.stores.embedded"
    assert reaches(imports(path), f"{embedded}.writing", f"{embedded}.keeping") == []


def test_only_one_module_owns_session_state() -> None:
    users = [
        shown(path)
        for path in modules("components", "pages")
        if "session_state" in path.read_text(encoding="utf-8")
    ]
    assert users == ["components/state.py"]


@pytest.mark.parametrize("path", modules(*OURS), ids=shown)
def test_nothing_runs_code_from_data(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called.isdisjoint({"eval", "exec", "compile", "__import__", "print"})
    words = {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    assert words.isdisjoint({"unsafe_allow_html", "unsafe_allow_javascript"})
    assert reaches(imports(path), "pickle", "marshal", "shelve", "streamlit.components.v1") == []


@pytest.mark.parametrize("path", modules(*OURS), ids=shown)
def test_modules_are_named_by_a_noun(path: Path) -> None:
    assert path.stem not in {"utils", "helpers", "common", "misc", "manager", "core", "base"}
