"""An entity in the inspector: who it is, what mentions it, what can be done with it."""

from components.explore.link import search_address
from components.explore.moves import can_expand, is_expanded
from components.explore.panel import Panel, PanelAction, action, panel_passage
from components.picture.label_looks import LabelLooks
from components.picture.words import format_count, relation_words
from components.properties import shown_pairs
from components.search.hit_card import Chip, count_text, label_chip
from components.text import counted, elide, has_hidden, shown_name
from components.view import Link
from evidence.cards import EntityCard
from evidence.details import EntityDetail, TypeCount
from evidence.results import EntityKind

_TYPES = 6
_ALIASES = 8


def node_panel(
    card: EntityCard, link: Link, looks: LabelLooks, *, pinned: bool, is_full: bool
) -> Panel:
    """The panel of one entity.

    Args:
        card: The entity with its passages.
        link: The view it is chosen in.
        looks: How labels look.
        pinned: Whether the reader put it where it stands.
        is_full: Whether the view has no room for another entity.
    """
    entity = card.entity
    return Panel(
        id=entity.entity_id,
        kind="node",
        title=shown_name(entity.name),
        look=looks.of(entity.label),
        subject=None,
        relation="",
        object=None,
        directed=True,
        chips=_chips(card),
        grade="",
        lines=_lines(card),
        facts=[],
        properties=shown_pairs(entity.properties),
        passages_title=_passages_title(card),
        passages_note=_passages_note(card),
        passages=[
            panel_passage(marked.passage, {"name": marked.spans}, number=number)
            for number, marked in enumerate(card.support, start=1)
        ],
        actions=_actions(entity, link, pinned=pinned, is_full=is_full),
    )


def _chips(card: EntityCard) -> list[Chip]:
    chips = [label_chip(label) for label in dict.fromkeys([card.entity.label, *card.labels])][:4]
    if card.kind is EntityKind.UNSUPPORTED:
        help_text = "No current passage in scope mentions this entity; only older versions do."
        chips.append(Chip(text="Unsupported", tone="warn", help=help_text))
    else:
        help_text = "Current passages in scope mention this entity."
        chips.append(Chip(text="Supported", tone="good", help=help_text))
    if has_hidden(card.entity.name):
        help_text = "The name holds characters that cannot be seen; they are spelt out."
        chips.append(Chip(text="Invisible characters", tone="warn", help=help_text))
    return chips


def _lines(card: EntityCard) -> list[str]:
    entity = card.entity
    counts = [count_text(entity.relations, "relation"), count_text(entity.passages, "passage")]
    lines = [" · ".join(count for count in counts if count)]
    others = [elide(shown_name(alias), 60) for alias in entity.aliases if alias != entity.name]
    if others:
        more = f" and {len(others) - _ALIASES:,} more" if len(others) > _ALIASES else ""
        lines.append(f"Also called {', '.join(others[:_ALIASES])}{more}")
    if card.types:
        lines.append(_types(card.types))
    return [line for line in lines if line]


def _types(types: list[TypeCount]) -> str:
    parts = [f"{relation_words(item.name)} {format_count(item.count)}" for item in types[:_TYPES]]
    rest = len(types) - _TYPES
    more = f" and {counted(rest, 'more type')}" if rest > 0 else ""
    return f"Relations: {', '.join(parts)}{more}"


def _passages_title(card: EntityCard) -> str:
    if not card.support:
        return "Passages"
    return f"Mentioned in {count_text(card.entity.passages, 'passage') or 'passages'}"


def _passages_note(card: EntityCard) -> str:
    if card.kind is EntityKind.UNSUPPORTED:
        return "No current passage mentions this entity. Only superseded versions of documents do."
    total = card.entity.passages
    if total is not None and (total.capped or total.value > len(card.support)):
        return f"The first {len(card.support):,} are listed. Search finds the others."
    return "" if card.support else "Its passages cannot be shown here."


def _actions(entity: EntityDetail, link: Link, *, pinned: bool, is_full: bool) -> list[PanelAction]:
    is_start = bool(link.walks) and link.walks[0].entity_id == entity.entity_id
    return [
        _expansion(entity, link, is_start=is_start, is_full=is_full),
        action("centre", "Centre here", "Start a view of its own from this entity")
        if not is_start or len(link.walks) > 1
        else action("centre", "Centre here", "The view starts here already", enabled=False),
        action("hide", "Hide", "Take this entity out of the drawing", enabled=not is_start),
        action("unpin", "Release", "Let go of this entity")
        if pinned
        else action("pin", "Pin", "Keep this entity where it is"),
        action(
            "search",
            "Open in Search",
            "Search for this name",
            href=search_address(link, entity.name[:200]),
        ),
    ]


def _expansion(entity: EntityDetail, link: Link, *, is_start: bool, is_full: bool) -> PanelAction:
    if is_expanded(link, entity.entity_id):
        if is_start:
            return action("expand", "Expand", "The view starts here", enabled=False)
        return action("collapse", "Collapse", "Take back what expanding this entity added")
    if is_full:
        return action("expand", "Expand", "The view holds no more entities", enabled=False)
    if not can_expand(link, entity.entity_id):
        return action("expand", "Expand", "The view holds no more walks", enabled=False)
    return action("expand", "Expand", "Draw the relations of this entity too")
