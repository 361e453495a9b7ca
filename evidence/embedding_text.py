"""The texts that stand for entities and passages when they are embedded."""

from collections.abc import Mapping, Sequence
from typing import Any


def entity_text(name: str, properties: Mapping[str, Any]) -> str:
    """The name of an entity, and its description when it has one in words."""
    description = properties.get("description")
    if isinstance(description, str) and description.strip():
        return f"{name}: {description}"
    return name


def passage_text(headings: Sequence[str], text: str) -> str:
    """A passage below the headings it stands under, outermost first."""
    titles = [heading for heading in headings if heading]
    return f"{' > '.join(titles)}\n\n{text}" if titles else text
