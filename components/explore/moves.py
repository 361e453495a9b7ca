"""Moves of a reader: each takes a view and gives the next one. Pure."""

from typing import NamedTuple

from components.view import LISTED, Link, Picked, Selection, Walk
from evidence import limits
from evidence.results import ExplorationResult


class Bounds(NamedTuple):
    """The bounds of a walk on entities and relations."""

    nodes: int
    edges: int


def next_bounds(walk: Walk) -> Bounds | None:
    """The bounds one step up, both raised together; nothing when they are at their caps."""
    raised = Bounds(
        min(2 * walk.max_nodes, limits.NODES.cap), min(2 * walk.max_edges, limits.EDGES.cap)
    )
    return None if raised == (walk.max_nodes, walk.max_edges) else raised


def centred(link: Link, entity_id: str) -> Link:
    """A view that starts at an entity; only store, scope and layout stay."""
    return link.place.changed(
        walks=(Walk(entity_id=entity_id),),
        layout=link.layout,
        selection=Selection(kind=Picked.NODE, id=entity_id),
    )


def can_expand(link: Link, entity_id: str) -> bool:
    """Whether a walk from this entity can join the view."""
    return len(link.walks) < LISTED and not is_expanded(link, entity_id)


def is_expanded(link: Link, entity_id: str) -> bool:
    """Whether a walk of the view starts here."""
    return any(walk.entity_id == entity_id for walk in link.walks)


def expanded(link: Link, entity_id: str) -> Link:
    """A further walk, from this entity, along the relation types of the first walk."""
    if not can_expand(link, entity_id):
        return link
    types = link.walks[0].types if link.walks else ()
    return link.changed(
        walks=(*link.walks, Walk(entity_id=entity_id, types=types)),
        selection=Selection(kind=Picked.NODE, id=entity_id),
        hidden_nodes=_without(link.hidden_nodes, entity_id),
    )


def collapsed(link: Link, entity_id: str) -> Link:
    """Without the walks from this entity; the walks of the start stay."""
    start = link.walks[0].entity_id if link.walks else ""
    if entity_id == start:
        return link
    return link.changed(walks=tuple(w for w in link.walks if w.entity_id != entity_id))


def back_to(link: Link, place: int) -> Link:
    """Without the walks after this place, but for those from the start."""
    start = link.walks[0].entity_id
    later = (walk for walk in link.walks[place + 1 :] if walk.entity_id == start)
    chosen = Selection(kind=Picked.NODE, id=link.walks[place].entity_id)
    return link.changed(walks=(*link.walks[: place + 1], *later), selection=chosen)


def start_walk(link: Link) -> Walk:
    """The walk from the start that goes furthest: the last one made."""
    start = link.walks[0].entity_id
    return next(walk for walk in reversed(link.walks) if walk.entity_id == start)


def with_start_walk(link: Link, walk: Walk) -> Link:
    """With this one walk in the place of all walks from the start."""
    others = (kept for kept in link.walks if kept.entity_id != link.walks[0].entity_id)
    return link.changed(walks=(walk, *others))


def selected(link: Link, kind: Picked, identity: str) -> Link:
    """With this entity or relation in the inspector."""
    return link.changed(selection=Selection(kind=kind, id=identity))


def frame(link: Link) -> Link:
    """What of a view the page round the drawing depends on."""
    return cleared(link).changed(
        hidden_nodes=(), hidden_edges=(), hidden_labels=(), hidden_kinds=()
    )


def shown_as(link: Link, other: Link) -> Link:
    """A view with what is hidden and chosen in another one; a view without a walk shows nothing."""
    if not link.walks:
        return link
    names = ("selection", "hidden_nodes", "hidden_edges", "hidden_labels", "hidden_kinds")
    return link.changed(**{name: getattr(other, name) for name in names})


def only_chosen(before: Link, after: Link) -> bool:
    """Whether two views differ in nothing but what the inspector shows."""
    return cleared(before) == cleared(after)


def cleared(link: Link) -> Link:
    """With nothing in the inspector."""
    return link.changed(selection=None)


def hidden(link: Link, kind: Picked, identity: str) -> Link:
    """Without this entity or relation in the drawing. The start cannot be hidden."""
    name = "hidden_nodes" if kind is Picked.NODE else "hidden_edges"
    there: tuple[str, ...] = getattr(link, name)
    is_start = bool(link.walks) and identity == link.walks[0].entity_id
    if is_start or identity in there or len(there) >= limits.VIEW_NODES:
        return link
    chosen = None if link.selection and link.selection.id == identity else link.selection
    return link.changed(**{name: (*there, identity), "selection": chosen})


def all_shown(link: Link) -> Link:
    """With nothing hidden and no filter that hides."""
    return link.changed(
        hidden_nodes=(),
        hidden_edges=(),
        hidden_labels=(),
        hidden_kinds=(),
        extractors=(),
        min_confidence=None,
    )


def with_walk(link: Link, place: int, walk: Walk) -> Link:
    """With another walk at this place."""
    return link.changed(walks=(*link.walks[:place], walk, *link.walks[place + 1 :]))


def with_types(link: Link, types: tuple[str, ...]) -> Link:
    """With every walk along these relation types only; no type means all."""
    kept = types[: limits.RELATION_TYPES.cap]
    walks = tuple(walk.model_copy(update={"types": kept}) for walk in link.walks)
    return link.changed(walks=tuple(dict.fromkeys(walks)))


def without_walk(link: Link, place: int) -> Link:
    """Without the walk at this place."""
    return link.changed(walks=(*link.walks[:place], *link.walks[place + 1 :]))


def wider(walk: Walk, *, depth: int | None = None, bounds: Bounds | None = None) -> Walk:
    """The same walk further out, or with more room."""
    changes: dict[str, int] = {} if depth is None else {"depth": depth}
    if bounds is not None:
        changes |= {"max_nodes": bounds.nodes, "max_edges": bounds.edges}
    return walk.model_copy(update=changes)


def keeps(before: ExplorationResult, after: ExplorationResult) -> bool:
    """Whether a larger answer holds everything of a smaller one."""
    if before.extra is None or after.extra is None:
        return False
    nodes = {node.entity_id for node in before.nodes} <= {node.entity_id for node in after.nodes}
    relations = {edge.relation_id for edge in before.extra.edges}
    return nodes and relations <= {edge.relation_id for edge in after.extra.edges}


def raised(link: Link, place: int, walk: Walk, *, kept: bool) -> Link:
    """With a larger walk in the place of a smaller one.

    Where the larger one does not hold everything that is drawn, the smaller one stays beside it,
    so that nothing disappears.
    """
    if kept or len(link.walks) >= LISTED:
        return with_walk(link, place, walk)
    before, after = link.walks[: place + 1], link.walks[place + 1 :]
    return link.changed(walks=(*before, walk, *after))


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(kept for kept in names if kept != name)
