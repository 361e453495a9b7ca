"""Where Explore opens: the address of a walk from one entity, in the same store and scope."""

from components.links import format_link
from components.view import Link, Walk

EXPLORE = "/explore"


def explore_address(link: Link, entity_id: str) -> str:
    """The address of the neighbourhood of an entity, seen from a view."""
    return f"{EXPLORE}?{format_link(explored(link, entity_id)).query}"


def explored(link: Link, entity_id: str) -> Link:
    """The view of the neighbourhood of an entity."""
    return link.place.changed(walks=(Walk(entity_id=entity_id),))


def search_address(link: Link, text: str) -> str:
    """The address of a search in the same store and scope."""
    return f"/?{format_link(link.place.changed(q=text)).query}"
