"""The canvas's files: our own, sent inline, and vis-network, served from where pyvis keeps it."""

from pathlib import Path

import pyvis

_HERE = Path(__file__).parent
_WEB = _HERE.parent / "web"
_SHARED = (_WEB / "focus.js", _WEB / "choice.js")


def vis_directory() -> Path:
    """The folder to mount at ``/vendor/vis``; it holds ``vis-network.min.js`` 9.1.2."""
    return Path(pyvis.__file__).parent / "lib" / "vis-9.1.2"


def script() -> str:
    """The canvas's JavaScript, one module: what parts of a page share, and the files of ``js``.

    It travels with every message, so comment lines and indentation stay behind. No text in it
    spans lines.
    """
    parts = [*_SHARED, *sorted((_HERE / "js").glob("*.js"))]
    lines = (line.strip() for part in parts for line in part.read_text("utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def markup() -> str:
    """The canvas's HTML."""
    return (_HERE / "canvas.html").read_text("utf-8")


def styles() -> str:
    """The canvas's CSS."""
    return (_HERE / "canvas.css").read_text("utf-8")
