"""Opens files to import: regular files only, read once, within bounds.

Output bytes are counted while they are read, so a small compressed file cannot become a large one
in memory or on disk. Nothing is extracted and no other path is followed.
"""

import gzip
import io
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from evidence.errors import ImportRejectedError, Problem
from evidence.importers.not_text import HEAD, not_text
from evidence.limits import IMPORT_BYTES

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

RATIO = 200
_RATIO_FROM = 1024 * 1024
_BUFFER = 256 * 1024
_SHOWN = 80


class InputFile:
    """An open file: its content as a stream, its size on disk and how much of that is read."""

    def __init__(self, raw: io.FileIO, size: int) -> None:
        self._raw = raw
        self.size = size
        compressed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        source: io.RawIOBase | gzip.GzipFile = raw
        if compressed:
            source = gzip.GzipFile(fileobj=raw)
        self._buffered = io.BufferedReader(_Counted(source, self.position), _BUFFER)

    @property
    def stream(self) -> BinaryIO:
        """The content, unpacked."""
        return self._buffered

    def head(self) -> bytes:
        """The first bytes of the content, which stay to be read."""
        return self._buffered.peek(HEAD)[:HEAD]

    def position(self) -> int:
        """Bytes of the file on disk that are read so far."""
        return self._raw.tell()


class _Counted(io.RawIOBase):
    """Bytes of a source, until there are too many of them."""

    def __init__(self, source: io.RawIOBase | gzip.GzipFile, position: Callable[[], int]) -> None:
        self._source = source
        self._position = position
        self._given = 0

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Reads into the buffer; refuses the file at the bounds."""
        count = self._source.readinto(buffer) or 0
        self._given += count
        if self._given > IMPORT_BYTES:
            raise _RefusedError(f"is larger than {IMPORT_BYTES // 2**20} MiB")
        if self._given > _RATIO_FROM and self._given > RATIO * self._position():
            raise _RefusedError(f"unpacks to more than {RATIO} times its size")
        return count


class _RefusedError(Exception):
    """Why the content of a file is not read any further."""


@contextmanager
def open_input(path: Path) -> Iterator[InputFile]:
    """An open file to import; its compressed form is read when it starts like gzip.

    Raises:
        ImportRejectedError: It is not a regular file, cannot be read, is too large, empty or no
            text; also when that shows while the block reads it.
    """
    name = shown_name(path)
    try:
        descriptor = _opened(path)
        try:
            size = _checked_size(descriptor)
            with io.FileIO(descriptor, closefd=False) as raw:
                file = InputFile(raw, size)
                _check_head(file.head())
                yield file
        finally:
            os.close(descriptor)
    except _RefusedError as refused:
        raise rejected(name, str(refused)) from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise rejected(name, "its compressed data is damaged") from None
    except OSError:
        raise rejected(name, "cannot be read") from None


def shown_name(path: Path) -> str:
    """The name of a file to show, without its folder."""
    name = (path.name or str(path)).encode("utf-8", "replace").decode("utf-8")
    name = "".join(letter if letter.isprintable() else "\ufffd" for letter in name)
    return name if len(name) <= _SHOWN else f"{name[: _SHOWN - 1]}…"


def rejected(file: str, reason: str) -> ImportRejectedError:
    """The refusal of a whole file."""
    return ImportRejectedError(file, [Problem(None, "", reason)])


def _opened(path: Path) -> int:
    # A FIFO would block without O_NONBLOCK; a link is not followed, wherever it leads.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        if path.is_symlink():
            raise _RefusedError("is a symbolic link; name the file itself")
        return os.open(path, flags | getattr(os, "O_BINARY", 0))
    except (FileNotFoundError, NotADirectoryError):
        raise _RefusedError("there is no such file") from None
    except (OSError, ValueError):
        raise _RefusedError("cannot be opened") from None


def _check_head(head: bytes) -> None:
    if not head:
        raise _RefusedError("is empty")
    if reason := not_text(head):
        raise _RefusedError(reason)


def _checked_size(descriptor: int) -> int:
    found = os.fstat(descriptor)
    if stat.S_ISDIR(found.st_mode):
        raise _RefusedError("is a folder; name the files in it")
    if not stat.S_ISREG(found.st_mode):
        raise _RefusedError("is not a regular file")
    if found.st_size == 0:
        raise _RefusedError("is empty")
    if found.st_size > IMPORT_BYTES:
        raise _RefusedError(f"is larger than {IMPORT_BYTES // 2**20} MiB")
    return found.st_size
