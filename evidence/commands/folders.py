"""Which store a command works on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from evidence.commands.bars import Bars
from evidence.demo import build_demo
from evidence.errors import EvidenceError, ImportRejectedError
from evidence.stores.embedded.schema import DATABASE

DEFAULT = "data"


def folder_option(name: str, words: str) -> Callable[[Any], Any]:
    """The option that names a store's folder."""
    return click.option(
        name,
        "folder",
        type=click.Path(path_type=Path),
        envvar="EVIDENCE_STORE",
        default=None,
        help=f"{words} By default $EVIDENCE_STORE, else ./{DEFAULT}.",
    )


def to_write(folder: Path | None) -> Path:
    """The folder to write to."""
    return folder or Path(DEFAULT)


def to_read(folder: Path | None) -> Path:
    """The folder to read from: the one named, the default one, or the demo when nothing is there.

    Raises:
        StoreError: The demo could not be built.
    """
    if folder is not None:
        return folder
    default = Path(DEFAULT)
    if (default / DATABASE).is_file():
        return default
    demo = default / "demo"
    if not (demo / DATABASE).is_file():
        with Bars() as bars:
            build_demo(demo, progress=bars)
    click.echo("No graph has been imported here, so this is the demo graph.", err=True)
    return demo


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turns the faults of this package into one sentence and exit code 1."""
    try:
        yield
    except ImportRejectedError as error:
        raise click.ClickException(refusal(error)) from None
    except EvidenceError as error:
        raise click.ClickException(str(error)) from None


def refusal(error: ImportRejectedError) -> str:
    """What is wrong with a file, a problem a line."""
    count = f"{error.total:,} problem" + ("s" if error.total != 1 else "")
    lines = [f"{error.file} was refused because of {count}; the store is as it was."]
    lines += [f"  {problem}" for problem in error.problems]
    if error.total > len(error.problems):
        lines.append(f"  and {error.total - len(error.problems):,} more")
    return "\n".join(lines)
