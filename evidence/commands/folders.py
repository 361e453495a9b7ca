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

IMPORTED = Path("data/graph")
DEMO = Path("data/demo")


class Beginning:
    """What is at a place before a store is made there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = set(folder.iterdir()) if folder.is_dir() else set()
        self._missing = [each for each in (folder, *folder.parents) if not each.exists()]

    def restore(self) -> None:
        """Takes away a store that was made since; one that was there before is not touched."""
        if self._folder / DATABASE in self._files:
            return
        for file in set(self._folder.iterdir()) - self._files:
            file.unlink()
        for each in self._missing:
            each.rmdir()


def folder_option(name: str, words: str, default: str = "the demo graph") -> Callable[[Any], Any]:
    """The option that names a store's folder."""
    return click.option(
        name,
        "folder",
        type=click.Path(path_type=Path),
        envvar="EVIDENCE_STORE",
        default=None,
        help=f"{words} By default $EVIDENCE_STORE, else {default}.",
    )


def to_fill(folder: Path | None) -> Path:
    """The folder to import into."""
    return folder or IMPORTED


def to_open(folder: Path | None) -> Path:
    """The folder to work on: the one named, else the demo graph, built when it is not there.

    Raises:
        StoreError: The demo could not be built.
    """
    if folder is not None:
        return folder
    if not (DEMO / DATABASE).is_file():
        with Bars() as bars:
            build_demo(DEMO, progress=bars)
    click.echo("This is the demo graph; --store names another.", err=True)
    return DEMO


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
