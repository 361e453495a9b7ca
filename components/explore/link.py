"""Where Explore opens: the address of a walk from one entity, in the same store and scope."""

from collections.abc import Iterable

from components import state
from components.link_rules import RULES
from components.links import format_link
from components.view import Link, Walk

EXPLORE = "/explore"
_KNOWN = "explore.labels.known"


def explore_address(link: Link, entity_id: str) -> str:
    """The address of the neighbourhood of an entity, seen from a view."""
    return f"{EXPLORE}?{format_link(explored(link, entity_id)).query}"


def explored(link: Link, entity_id: str) -> Link:
    """The view of the neighbourhood of an entity."""
    return link.place.changed(walks=(Walk(entity_id=entity_id),))


def search_address(link: Link, text: str) -> str:
    """The address of a search in the same store and scope."""
    return f"/?{format_link(link.place.changed(q=text)).query}"


def unheeded(link: Link, labels: Iterable[str]) -> tuple[str, ...]:
    """The settings of an address that say nothing to this scope, by their shown names.

    A label that hides nothing is one of them, wherever else it may occur. What a reader hid while
    the scope was wider waits for it to be so again, and is none.
    """
    known = frozenset(state.value_of(_KNOWN) or ()) | frozenset(labels)
    state.put(_KNOWN, known)
    return () if known.issuperset(link.hidden_labels) else (RULES["nolabel"].shown,)
