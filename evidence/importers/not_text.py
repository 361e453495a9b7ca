"""Tells from the first bytes of a file that it is no text, so that is said once and not by line."""

import re

HEAD = 8 * 1024
"""How many bytes are looked at."""

_BINARY = "is not text; it looks like a binary file. Import JSON Lines or DocRED's JSON"
_WIDE = "is not UTF-8 text; save it as UTF-8 (it looks like UTF-16)"
_OTHER = "is not UTF-8 text; save it as UTF-8"
_UNPACK = "unpack it and import the files in it"
_READ = "export its graph as JSON Lines first"
_KINDS: tuple[tuple[bytes, str, str], ...] = (
    (b"PK\x03\x04", "a zip archive (or a document or array file packed as one)", _UNPACK),
    (b"PK\x05\x06", "an empty zip archive", _UNPACK),
    (b"\x1f\x8b", "compressed twice with gzip", "unpack it once"),
    (b"BZh", "compressed with bzip2", "unpack it, or compress it with gzip"),
    (b"\xfd7zXZ\x00", "compressed with xz", "unpack it, or compress it with gzip"),
    (b"\x28\xb5\x2f\xfd", "compressed with Zstandard", "unpack it, or compress it with gzip"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (b"PAR1", "a Parquet file", _READ),
    (b"ARROW1", "an Arrow file", _READ),
    (b"SQLite format 3\x00", "an SQLite database", _READ),
    (b"%PDF-", "a PDF document", _READ),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document", _READ),
)
_TAR_AT, _TAR = 257, b"ustar"
_MARKS = (b"\xff\xfe", b"\xfe\xff")
_BOM = b"\xef\xbb\xbf"
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
_SHARE = 0.1
"""Of the bytes, how many a text may have that no text has: a damaged line is still a line."""


def not_text(head: bytes) -> str | None:
    """Why a file that begins with these bytes is no UTF-8 text, with what to do; else nothing."""
    for start, what, then in _KINDS:
        if head.startswith(start):
            return f"is {what}; {then}"
    if head[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR:
        return f"is a tar archive; {_UNPACK}"
    if head.startswith(_MARKS) or _is_wide(head[:64]):
        return _WIDE
    controls = len(_CONTROLS.findall(head))
    if controls > _SHARE * len(head) or (b"\x00" in head and not _begins_json(head)):
        return _BINARY
    undecodable = head.decode("utf-8", "replace").count("\ufffd") - head.count(b"\xef\xbf\xbd")
    # The last character may be cut off by the end of the head.
    if undecodable - 1 > _SHARE * len(head):
        return _BINARY if controls else _OTHER
    return None


def _is_wide(head: bytes) -> bool:
    """Whether these are plain characters with NULs between them."""
    rest = head.replace(b"\x00", b"")
    return len(head) > 3 and 3 * len(rest) < 2 * len(head) and bool(rest) and _is_plain(rest)


def _is_plain(text: bytes) -> bool:
    return text.isascii() and not _CONTROLS.search(text)


def _begins_json(head: bytes) -> bool:
    return head.removeprefix(_BOM).lstrip()[:1] in {b"{", b"["}
