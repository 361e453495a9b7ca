"""The scripts and styles of our components, read once from ``components/web``."""

from functools import cache
from pathlib import Path

_WEB = Path(__file__).resolve().parent / "web"


@cache
def script(*names: str) -> str:
    """These JavaScript files as one module; the last one has the default export."""
    return _joined("js", ("base", *names))


@cache
def style(*names: str) -> str:
    """These style sheets as one, after the shared one."""
    return _joined("css", ("base", *names))


@cache
def markup(name: str) -> str:
    """An HTML file."""
    return (_WEB / f"{name}.html").read_text(encoding="utf-8")


def _joined(kind: str, names: tuple[str, ...]) -> str:
    return "\n".join((_WEB / f"{name}.{kind}").read_text(encoding="utf-8") for name in names)
