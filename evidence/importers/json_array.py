"""Reads a JSON array one element at a time, so a large file never lies in memory whole."""

import codecs
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from evidence.importers.json_checks import DECODER, RepeatedKeyError
from evidence.limits import IMPORT_LINE_BYTES

_CHUNK = 256 * 1024
_SPACE = " \t\r\n"


class BadArrayError(ValueError):
    """The text is not a JSON array that can be taken in; says why."""


class _Buffer:
    """Text that is read on when more of it is needed."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._ended = False
        self.text = ""

    def more(self) -> bool:
        """Whether more text came."""
        if self._ended:
            return False
        data = self._stream.read(_CHUNK)
        self._ended = not data
        try:
            self.text += self._decoder.decode(data, final=self._ended)
        except UnicodeDecodeError:
            raise BadArrayError("is not UTF-8 text") from None
        return True

    def first(self) -> str:
        """The next character that is no space; nothing at the end."""
        while True:
            self.text = self.text.lstrip(_SPACE)
            if self.text or not self.more():
                return self.text[:1]

    def take(self, expected: str) -> bool:
        """Whether the next character is the expected one, which is then read."""
        if self.first() != expected:
            return False
        self.text = self.text[1:]
        return True

    def element(self) -> Any:
        """The next value, which is then read."""
        self.first()
        while True:
            try:
                value, end = _decoded(self.text)
            except json.JSONDecodeError as error:
                # What is cut off cannot be told from what is wrong until there is no more.
                if len(self.text) > IMPORT_LINE_BYTES:
                    raise BadArrayError("has an element that is too long") from None
                if not self._double():
                    raise BadArrayError(f"is not valid JSON: {error.msg}") from None
            else:
                self.text = self.text[end:]
                return value

    def _double(self) -> bool:
        """Reads until there is twice as much text; whether any came."""
        had = len(self.text)
        while self.more():
            if len(self.text) >= 2 * had:
                break
        return len(self.text) > had


def _decoded(text: str) -> tuple[Any, int]:
    """The value a text begins with and where it ends; what more text cannot mend is refused."""
    try:
        return DECODER.raw_decode(text)
    except json.JSONDecodeError:
        raise
    except RepeatedKeyError as error:
        raise BadArrayError(f"has the key {error.key!r} twice in one object") from None
    except RecursionError:
        raise BadArrayError("is nested too deep") from None
    except ValueError as error:
        raise BadArrayError(f"is not valid JSON: {error}") from None


def elements(stream: BinaryIO) -> Iterator[Any]:
    """The elements of the array in order.

    Raises:
        BadArrayError: The text is not one JSON array, repeats a key, has NaN or an infinity, nests
            too deep, or has an element of more than ``limits.IMPORT_LINE_BYTES``.
    """
    buffer = _Buffer(stream)
    if not buffer.take("["):
        raise BadArrayError("is not a JSON array")
    if not buffer.take("]"):
        yield buffer.element()
        while not buffer.take("]"):
            if not buffer.take(","):
                raise BadArrayError("is not valid JSON: expected ',' or ']' between elements")
            yield buffer.element()
    if buffer.first():
        raise BadArrayError("has more text after the array")
