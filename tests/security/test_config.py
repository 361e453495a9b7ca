"""The settings we ship: closed by default, and nothing public but the font and the icon."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
STATIC = ROOT / "components" / "static"

SHIPPED = {
    ("server", "address"): "127.0.0.1",
    ("server", "headless"): True,
    ("server", "enableXsrfProtection"): True,
    ("server", "enableCORS"): True,
    ("server", "allowedHosts"): ["localhost", "127.0.0.1"],
    ("server", "enableStaticServing"): True,
    ("server", "enableAgentApi"): False,
    ("server", "maxUploadSize"): 200,
    ("server", "maxMessageSize"): 50,
    ("server", "disconnectedSessionTTL"): 60,
    ("server", "fileWatcherType"): "none",
    ("server", "runOnSave"): False,
    ("client", "showErrorDetails"): "none",
    ("client", "showErrorLinks"): False,
    ("client", "toolbarMode"): "minimal",
    ("browser", "gatherUsageStats"): False,
    ("runner", "fastReruns"): True,
    ("runner", "postScriptGC"): False,
}


@pytest.fixture(scope="module")
def config() -> dict[str, Any]:
    return tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("section", "name"), SHIPPED)
def test_the_setting_is_shipped(config: dict[str, Any], section: str, name: str) -> None:
    assert config[section][name] == SHIPPED[section, name]


def test_no_setting_names_another_machine(config: dict[str, Any]) -> None:
    assert "http" not in str(config)
    faces = config["theme"]["fontFaces"]
    assert all((STATIC / Path(face["url"]).name).exists() for face in faces)
    assert all(face["url"].startswith("app/static/") for face in faces)


def test_both_themes_are_defined(config: dict[str, Any]) -> None:
    assert config["theme"]["light"].keys() == config["theme"]["dark"].keys()


def test_only_the_font_its_licence_and_the_icons_are_public() -> None:
    assert sorted(path.name for path in STATIC.rglob("*")) == [
        "OFL.txt",
        "favicon.svg",
        "inter-cyrillic-wght-normal.woff2",
        "inter-greek-wght-normal.woff2",
        "inter-latin-ext-wght-normal.woff2",
        "inter-latin-wght-normal.woff2",
        "inter-vietnamese-wght-normal.woff2",
        "logo.svg",
    ]
    assert "SIL OPEN FONT LICENSE" in (STATIC / "OFL.txt").read_text(encoding="utf-8").upper()


def test_our_scripts_reach_for_nothing_outside_and_read_no_markup() -> None:
    for path in sorted((ROOT / "components").rglob("*.js")):
        source = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        for word in (
            "http://",
            "https://",
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "eval(",
        ):
            assert word not in source, f"{word} in {path.name}"
