"""Which store a command works on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from evidence.commands.bars import Bars
from evidence.commands.showing import shown
from evidence.demo import build_demo
from evidence.errors import (
    EvidenceError,
    ImportRejectedError,
    StoreCorruptError,
    StoreError,
    StoreMissingError,
    StoreUnavailableError,
)
from evidence.importers.safe_files import shown_name
from evidence.stores.embedded.schema import DATABASE

IMPORTED = Path("data/graph")
DEMO = Path("data/demo")
RESTORE = (
    "Restore the folder from a copy, or import an export of it or the files it was made from into a"
    " new folder."
)
_CHECK = "Run `python -m evidence check` to see what is wrong with it."


class Beginning:
    """What is at a place before a store is made there."""

    def __init__(self, folder: Path) -> None:
        """Looks at the place.

        Raises:
            StoreUnavailableError: It cannot be looked at.
        """
        self._folder = folder
        try:
            self._files = set(folder.iterdir()) if folder.is_dir() else set()
            self._missing = [each for each in (folder, *folder.parents) if not each.exists()]
        except OSError as error:
            raise StoreUnavailableError("The store's folder cannot be read.") from error

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
        StoreError: There is no store in the folder, or the demo could not be built.
    """
    if folder is not None:
        _check_store(folder / DATABASE)
        return folder
    if not (DEMO / DATABASE).is_file():
        with Bars() as bars:
            build_demo(DEMO, progress=bars)
    click.echo("This is the demo graph; --store names another.", err=True)
    return DEMO


def _check_store(database: Path) -> None:
    """Refuses what a writer would make a new store of."""
    try:
        size = database.stat().st_size
    except OSError as error:
        raise StoreMissingError("There is no store here; import a graph first.") from error
    if not size:
        raise StoreCorruptError("The store file is empty.")


@contextmanager
def plain_errors(folder: Path | None, *, checking: bool = False) -> Iterator[None]:
    """Turns the faults of this package into one sentence and exit code 1.

    Faults of the store name its folder, as whoever runs the command wrote it.

    Args:
        folder: The folder of the store; the demo's when there is none.
        checking: Whether the command is the one that says what is damaged.
    """
    try:
        yield
    except ImportRejectedError as error:
        raise click.ClickException(refusal(error)) from None
    except StoreError as error:
        place = shown(str(folder or DEMO))
        raise click.ClickException(f"{place}: {error}{_advice(error, folder, checking)}") from None
    except EvidenceError as error:
        raise click.ClickException(str(error)) from None


def _advice(error: StoreError, folder: Path | None, checking: bool) -> str:
    if not isinstance(error, StoreCorruptError):
        return ""
    if folder is None:
        return " Delete this folder, and the demo graph is built anew."
    return f" {RESTORE}" if checking else f" {_CHECK} {RESTORE}"


def refusal(
    error: ImportRejectedError, file: Path | None = None, *, after_others: bool = False
) -> str:
    """What is wrong with a file, a problem a line.

    Args:
        error: Why it was refused.
        file: The file as whoever runs the command wrote it, when it is the one that was refused.
        after_others: Whether files before it came in.
    """
    left = "holds the files before it, as it did" if after_others else "is as it was"
    count = f"{error.total:,} problem" + ("s" if error.total != 1 else "")
    name = shown(str(file)) if file and shown_name(file) == error.file else shown(error.file)
    lines = [f"{name} was refused because of {count}; the store {left}."]
    lines += [f"  {shown(str(problem))}" for problem in error.problems]
    if error.total > len(error.problems):
        lines.append(f"  and {error.total - len(error.problems):,} more")
    return "\n".join(lines)
