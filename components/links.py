"""Addresses: a ``Link`` written as a query string, and read back strictly.

An address comes from anywhere, so what is unknown or illegal is dropped and reported by the name
of the setting, never by its text. Shortening an address never widens its scope.

Parameters, all optional: ``store``; scope ``ns``, ``folder``, ``coll``, ``doc`` (repeated),
``asof``; search ``q``, ``mode``, ``label`` (repeated), ``limit``, ``tab``; explore ``walk``
(repeated, in order: ``id:depth:nodes:edges:TYPE,TYPE``; ``entity`` is a walk with default
bounds), ``hide`` and ``cut`` (ids joined by dots), ``nolabel`` and ``nokind`` (repeated: what is hidden,
so that a label that arrives later shows), ``extractor`` (repeated), ``conf``, ``layout``, ``sel``
(``node:id`` or ``edge:id``). Ids are canonical UUIDs, written as the 22 characters of their bytes
in base64url (RFC 4648 §5) where many must fit.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from pydantic import ValidationError

from components.link_rules import RULES, SCOPE_FIELDS, Rule, short_id
from components.view import Layout, Link, Tab, Walk, linked_scope
from evidence.limits import LINK_CHARACTERS
from evidence.results import SearchMode
from evidence.scope import Scope

Pairs = list[tuple[str, str]]

_LEAST_MISSED_FIRST = ("cut", "hide", "extractor", "nolabel", "label", "sel")
_SCOPE_PARAMETERS = ("asof", "ns", "folder", "coll", "doc")


class ParsedLink(NamedTuple):
    """A link and the settings of the address that were ignored, by their shown names."""

    link: Link
    ignored: tuple[str, ...]


class FormattedLink(NamedTuple):
    """An address and the settings left out because it would have been too long."""

    pairs: Pairs
    left_out: tuple[str, ...]

    @property
    def query(self) -> str:
        """The query string, without the question mark."""
        return urlencode(self.pairs)


def parse_link(pairs: Iterable[tuple[str, str]]) -> ParsedLink:
    """The view an address asks for; never raises.

    Of an address longer than ``LINK_CHARACTERS`` only the part within is read. Of a setting that
    may occur once, the last legal value counts.
    """
    values: dict[str, Any] = {}
    ignored: list[str] = []
    length = -1
    for name, text in pairs:
        length += len(urlencode([(name, text)], errors="replace")) + 1
        if length > LINK_CHARACTERS:
            ignored.append("everything beyond 2,000 characters")
            break
        rule = RULES.get(name)
        if rule is None:
            ignored.append("an unknown setting")
        else:
            _take(values, rule, text, ignored)
    scoped = {name: values.pop(name) for name in SCOPE_FIELDS if name in values}
    scope = Scope(keys=frozenset()) if scoped.pop("empty", False) else linked_scope(**scoped)
    return ParsedLink(Link(scope=scope, **values), tuple(dict.fromkeys(ignored)))


def format_link(link: Link) -> FormattedLink:
    """The address of a view, at most ``LINK_CHARACTERS`` long; settings left out are named."""
    groups = _groups(link)
    left_out = [RULES[name].shown for name in _shorten(groups)]
    return FormattedLink(_pairs(groups), tuple(dict.fromkeys(left_out)))


def _take(values: dict[str, Any], rule: Rule, text: str, ignored: list[str]) -> None:
    for read, lost in ((rule.read, ()), (rule.mend, (rule.lost,))):
        if read is None:
            continue
        with suppress(ValueError, ValidationError):
            values[rule.field] = _value(values, rule, read(text))
            ignored.extend(lost)
            return
    ignored.append(rule.shown)


def _value(values: Mapping[str, Any], rule: Rule, value: Any) -> Any:
    """What a field is with one more value; checked like the view it will be part of."""
    if rule.many:
        value = tuple(dict.fromkeys((*values.get(rule.field, ()), *value)))
    if rule.field not in SCOPE_FIELDS:
        Link(**{rule.field: value})
    return value


def _shorten(groups: dict[str, list[str]]) -> Iterable[str]:
    """Take things out of the groups until they fit, and name each group something left."""
    for name in _LEAST_MISSED_FIRST:
        if _fits(groups):
            return
        if groups.pop(name, None):
            yield name
    for name in reversed(list(groups)):
        kept = 1 if name in _SCOPE_PARAMETERS else 0
        while len(groups[name]) > kept and not _fits(groups):
            groups[name].pop()
            yield name
    if not _fits(groups):
        groups.clear()
        groups["scope"] = ["empty"]
        yield "scope"


def _groups(link: Link) -> dict[str, list[str]]:
    """The texts of each parameter, defaults left out, in the order of ``_RULES``."""
    scope = link.scope
    texts: dict[str, Sequence[str]] = {
        "store": [link.store],
        "scope": ["empty"] if scope.is_empty else [],
        "asof": [scope.as_of.isoformat() if scope.as_of else ""],
        "ns": sorted(scope.namespaces or ()),
        "folder": sorted(scope.folders or ()),
        "coll": sorted(scope.collections or ()),
        "doc": sorted(scope.keys or ()),
        "q": [link.q],
        "mode": [link.mode] if link.mode is not SearchMode.HYBRID else [],
        "label": link.labels,
        "limit": [str(link.limit)] if link.limit != Link().limit else [],
        "tab": [link.tab] if link.tab is not Tab.ENTITIES else [],
        "walk": [_walk_text(walk) for walk in link.walks],
        "hide": [".".join(map(short_id, link.hidden_nodes))],
        "cut": [".".join(map(short_id, link.hidden_edges))],
        "nolabel": link.hidden_labels,
        "nokind": link.hidden_kinds,
        "extractor": link.extractors,
        "conf": [f"{link.min_confidence:g}"] if link.min_confidence is not None else [],
        "layout": [link.layout] if link.layout is not Layout.RINGS else [],
        "sel": [f"{s.kind}:{short_id(s.id)}"] if (s := link.selection) else [],
    }
    return {name: kept for name, all_of in texts.items() if (kept := [t for t in all_of if t])}


def _walk_text(walk: Walk) -> str:
    types = ",".join(quote(name, safe="") for name in walk.types)
    bounds = f"{walk.depth}:{walk.max_nodes}:{walk.max_edges}"
    plain = walk == Walk(entity_id=walk.entity_id)
    return (
        walk.entity_id if plain else f"{walk.entity_id}:{bounds}" + (f":{types}" if types else "")
    )


def _pairs(groups: dict[str, list[str]]) -> Pairs:
    return [(name, text) for name, texts in groups.items() for text in texts]


def _fits(groups: dict[str, list[str]]) -> bool:
    return len(urlencode(_pairs(groups))) <= LINK_CHARACTERS
