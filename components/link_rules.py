"""What each parameter of an address may say, and how it is read.

``scope=empty`` stands for a scope that holds nothing; without it a scope that was narrowed away
would come back as everything.
"""

import base64
import math
from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple
from urllib.parse import unquote
from uuid import UUID

from components.view import Layout, Picked, Selection, Tab, Walk
from evidence.details import EdgeGrade
from evidence.ids import is_entity_id
from evidence.limits import QUERY_CHARACTERS
from evidence.results import SearchMode

SCOPE_FIELDS = ("namespaces", "folders", "collections", "keys", "as_of", "empty")

_BOUNDS = 3


class Rule(NamedTuple):
    """The field a parameter sets, the name shown for it, and how its text is read.

    ``mend`` reads what is left of a text that ``read`` refuses; ``lost`` names what it leaves out.
    """

    field: str
    shown: str
    read: Callable[[str], Any]
    many: bool = False
    mend: Callable[[str], Any] | None = None
    lost: str = ""


def short_id(identity: str) -> str:
    """The 22 characters that stand for a canonical UUID."""
    return base64.urlsafe_b64encode(UUID(identity).bytes).decode("ascii").rstrip("=")


def long_id(text: str) -> str:
    """The canonical UUID of a short or a long id.

    Raises:
        ValueError: The text is neither.
    """
    if is_entity_id(text):
        return text
    try:
        raw = base64.b64decode(text + "==", altchars=b"-_", validate=True)
        identity = str(UUID(bytes=raw))
    except ValueError as error:
        raise ValueError("not an id") from error
    if short_id(identity) != text:
        raise ValueError("not an id in its one form")
    return identity


def _text(text: str) -> str:
    if not text or "\x00" in text:
        raise ValueError("nothing to read")
    text.encode("utf-8")
    return text


def _beginning(text: str) -> str:
    """As much of a text as is searched for."""
    return _text(text[:QUERY_CHARACTERS])


def _one(text: str) -> tuple[str, ...]:
    return (_text(text),)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise ValueError("not a small whole number")
    return int(text)


def _share(text: str) -> float:
    share = float(text)
    if not math.isfinite(share):
        raise ValueError("not a finite number")
    return share


def _ids(text: str) -> tuple[str, ...]:
    return tuple(long_id(part) for part in text.split("."))


def _walk(text: str) -> tuple[Walk, ...]:
    identity, bounds, types = _walk_parts(text)
    numbers = zip(("depth", "max_nodes", "max_edges"), map(_number, bounds), strict=False)
    return (Walk(entity_id=identity, types=types, **dict(numbers)),)


def _default_walk(text: str) -> tuple[Walk, ...]:
    """The walk with default bounds, whatever bounds the text gives."""
    identity, _, types = _walk_parts(text)
    return (Walk(entity_id=identity, types=types),)


def _walk_parts(text: str) -> tuple[str, list[str], tuple[str, ...]]:
    identity, *rest = text.split(":")
    if len(rest) > _BOUNDS + 1:
        raise ValueError("too many parts")
    types = [_text(unquote(name)) for each in rest[_BOUNDS:] for name in each.split(",")]
    return long_id(identity), rest[:_BOUNDS], tuple(types)


def _start(text: str) -> tuple[Walk, ...]:
    return (Walk(entity_id=long_id(text)),)


def _selection(text: str) -> Selection:
    kind, _, identity = text.partition(":")
    return Selection(kind=Picked(kind), id=long_id(identity))


def _grade(text: str) -> tuple[EdgeGrade, ...]:
    return (EdgeGrade(text),)


def _empty(text: str) -> bool:
    if text != "empty":
        raise ValueError("only an empty scope is said so")
    return True


RULES = {
    "store": Rule("store", "store", _text),
    "scope": Rule("empty", "scope", _empty),
    "asof": Rule("as_of", "date", date.fromisoformat),
    "ns": Rule("namespaces", "namespace", _one, many=True),
    "folder": Rule("folders", "folder", _one, many=True),
    "coll": Rule("collections", "collection", _one, many=True),
    "doc": Rule("keys", "document", _one, many=True),
    "q": Rule("q", "search text", _text, mend=_beginning, lost="end of the search text"),
    "mode": Rule("mode", "search mode", SearchMode),
    "label": Rule("labels", "label", _one, many=True),
    "limit": Rule("limit", "number of hits", _number),
    "tab": Rule("tab", "tab", Tab),
    "entity": Rule("walks", "entity", _start, many=True),
    "walk": Rule("walks", "walk", _walk, many=True, mend=_default_walk, lost="bounds of a walk"),
    "hide": Rule("hidden_nodes", "hidden entities", _ids, many=True),
    "cut": Rule("hidden_edges", "hidden relations", _ids, many=True),
    "nolabel": Rule("hidden_labels", "hidden labels", _one, many=True),
    "nokind": Rule("hidden_kinds", "hidden edge kinds", _grade, many=True),
    "extractor": Rule("extractors", "extractor", _one, many=True),
    "conf": Rule("min_confidence", "least confidence", _share),
    "layout": Rule("layout", "layout", Layout),
    "sel": Rule("selection", "selection", _selection),
}
