"""Reads a JSON array one element at a time, so a large file never lies in memory whole."""

import codecs
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from evidence.importers.json_checks import DECODER, RepeatedKeyError
from evidence.limits import IMPORT_LINE_BYTES

_CHUNK = 256 * 1024
_SPACE = " \t\r\n"


_LONGEST_TOKEN = 16
"""More text changes nothing about a fault this far from the end: an escape has 12 characters."""
_UNCLOSED = "Unterminated string"
_EXPECTING = "expecting"
_DIGITS = "Exceeds the limit"


class BadArrayError(ValueError):
    """The text is not a JSON array that can be taken in; says why and where."""


class _Buffer:
    """Text that is read on when more of it is needed, and the place in the file it begins at."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._ended = False
        self._line, self._column = 1, 1
        self.text = ""

    def more(self) -> bool:
        """Whether more text came."""
        if self._ended:
            return False
        data = self._stream.read(_CHUNK)
        self._ended = not data
        try:
            self.text += self._decoder.decode(data, final=self._ended)
        except UnicodeDecodeError as error:
            self.text += error.object[: error.start].decode("utf-8-sig", "replace")
            raise BadArrayError(f"is not UTF-8 text {self.place(len(self.text))}") from None
        return True

    def place(self, at: int = 0) -> str:
        """Where in the file a character of the text stands, in words."""
        line, column = self._moved(at)
        return f"at line {line}, column {column}"

    def first(self) -> str:
        """The next character that is no space; nothing at the end."""
        while True:
            self._drop(len(self.text) - len(self.text.lstrip(_SPACE)))
            if self.text or not self.more():
                return self.text[:1]

    def take(self, expected: str) -> bool:
        """Whether the next character is the expected one, which is then read."""
        if self.first() != expected:
            return False
        self._drop(1)
        return True

    def element(self) -> Any:
        """The next value, which is then read."""
        self.first()
        while True:
            try:
                value, end = self._decoded()
            except json.JSONDecodeError as error:
                self._check(error)
            else:
                # A number may go on where the text read so far ends.
                if end < len(self.text) or not self._double():
                    self._drop(end)
                    return value

    def _check(self, error: json.JSONDecodeError) -> None:
        """Reads on when that can mend the fault."""
        unclosed = error.msg.startswith(_UNCLOSED)
        what = f"{error.msg[:1].lower()}{error.msg[1:].removesuffix(' at')}"
        near_end = len(self.text) - error.pos <= _LONGEST_TOKEN
        if not (unclosed or near_end):
            raise BadArrayError(f"is not valid JSON: {what} {self.place(error.pos)}")
        if len(self.text) > IMPORT_LINE_BYTES:
            raise BadArrayError(f"has an element that is too long {self.place()}")
        if self._double():
            return
        if unclosed:
            begins = self.place(error.pos)
            raise BadArrayError(f"is not valid JSON: the text that begins {begins} never ends")
        place = self.place(error.pos)
        if what.startswith(_EXPECTING) and error.pos >= len(self.text.rstrip(_SPACE)):
            raise BadArrayError(f"is not valid JSON: it ends too early, {place} ({what})")
        raise BadArrayError(f"is not valid JSON: {what} {place}")

    def _decoded(self) -> tuple[Any, int]:
        """The value the text begins with and where it ends; what reading on cannot mend is refused."""
        try:
            return DECODER.raw_decode(self.text)
        except json.JSONDecodeError:
            raise
        except RepeatedKeyError as error:
            what = f"has the key {error.key!r} twice in one object"
        except RecursionError:
            what = "is nested too deep"
        except ValueError as error:
            what = f"is not valid JSON: {error}"
            if str(error).startswith(_DIGITS):
                what = "has a number with too many digits"
        raise BadArrayError(f"{what}, in the element {self.place()}")

    def _double(self) -> bool:
        """Reads until there is twice as much text; whether any came."""
        had = len(self.text)
        while self.more():
            if len(self.text) >= 2 * had:
                break
        return len(self.text) > had

    def _moved(self, count: int) -> tuple[int, int]:
        lines = self.text.count("\n", 0, count)
        if not lines:
            return self._line, self._column + count
        return self._line + lines, count - self.text.rindex("\n", 0, count)

    def _drop(self, count: int) -> None:
        if count:
            self._line, self._column = self._moved(count)
            self.text = self.text[count:]


def elements(stream: BinaryIO) -> Iterator[Any]:
    """The elements of the array in order.

    Raises:
        BadArrayError: The text is not one JSON array, repeats a key, has NaN or an infinity, nests
            too deep, or has an element of more than ``limits.IMPORT_LINE_BYTES``.
    """
    buffer = _Buffer(stream)
    if not buffer.take("["):
        raise BadArrayError(_no_array(buffer))
    if not buffer.take("]"):
        yield buffer.element()
        while not buffer.take("]"):
            if not buffer.take(","):
                raise BadArrayError(_between(buffer))
            yield buffer.element()
    if buffer.first():
        raise BadArrayError(f"has more text after the array, {buffer.place()}")


def _no_array(buffer: _Buffer) -> str:
    if not buffer.first():
        return "is empty but for blank lines"
    return f"is not a JSON array: it has {buffer.first()!r} instead of '[' {buffer.place()}"


def _between(buffer: _Buffer) -> str:
    if not buffer.first():
        return f"is not valid JSON: it ends too early, {buffer.place()} (expected ',' or ']')"
    return f"is not valid JSON: expected ',' or ']' between elements {buffer.place()}"
