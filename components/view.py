"""A view as one value: everything a page shows that a reader chose.

A view carries no authority: its scope only narrows what the reader may see.
``components.links`` writes it as an address and reads it back.
"""

from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from evidence import limits
from evidence.details import EdgeGrade
from evidence.results import SearchMode
from evidence.scope import EVERYTHING, Scope

TEXT = Annotated[str, Field(min_length=1, max_length=limits.LINK_CHARACTERS)]
LISTED = 40


class Tab(StrEnum):
    """What the Search page looks for."""

    ENTITIES = "entities"
    PASSAGES = "passages"


class Layout(StrEnum):
    """How a neighbourhood is laid out."""

    RINGS = "rings"
    FORCE = "force"
    TREE = "tree"


class Picked(StrEnum):
    """What a selection is."""

    NODE = "node"
    EDGE = "edge"


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Walk(_Value):
    """One walk of the view: where it starts, how far it goes, which relation types it takes."""

    entity_id: str
    depth: int = Field(default=limits.DEPTH.default, ge=1, le=limits.DEPTH.cap)
    max_nodes: int = Field(default=limits.NODES.default, ge=1, le=limits.NODES.cap)
    max_edges: int = Field(default=limits.EDGES.default, ge=1, le=limits.EDGES.cap)
    types: tuple[TEXT, ...] = Field(default=(), max_length=limits.RELATION_TYPES.cap)


class Selection(_Value):
    """The entity or relation the inspector shows."""

    kind: Picked
    id: str


class Link(_Value):
    """A whole view. Defaults are left out of the query string.

    Attributes:
        store: Name of the store the link was made for; empty means any.
        scope: Only its sets and its day; ``enabled_only`` is always kept on.
        q: What is searched for.
        mode: Which legs run.
        labels: Search: only these labels.
        limit: How many hits.
        tab: Entities or passages.
        walks: The walks of the view, in the order they were made.
        hidden_nodes: Entities taken out of the drawing.
        hidden_edges: Relations taken out of the drawing.
        hidden_labels: Labels whose entities are taken out of the drawing.
        hidden_kinds: Grades whose relations are taken out of the drawing.
        extractors: Show only relations of these extractors.
        min_confidence: Show only relations with at least this confidence.
        layout: How the view is laid out.
        selection: What the inspector shows.
    """

    store: str = Field(default="", max_length=200)
    scope: Scope = EVERYTHING
    q: str = Field(default="", max_length=limits.QUERY_CHARACTERS)
    mode: SearchMode = SearchMode.HYBRID
    labels: tuple[TEXT, ...] = Field(default=(), max_length=limits.LABELS.cap)
    limit: int = Field(default=limits.HITS.default, ge=1, le=limits.HITS.cap)
    tab: Tab = Tab.ENTITIES
    walks: tuple[Walk, ...] = Field(default=(), max_length=LISTED)
    hidden_nodes: tuple[str, ...] = Field(default=(), max_length=limits.VIEW_NODES)
    hidden_edges: tuple[str, ...] = Field(default=(), max_length=limits.VIEW_NODES)
    hidden_labels: tuple[TEXT, ...] = Field(default=(), max_length=limits.VIEW_NODES)
    hidden_kinds: tuple[EdgeGrade, ...] = ()
    extractors: tuple[TEXT, ...] = Field(default=(), max_length=LISTED)
    min_confidence: float | None = Field(default=None, ge=0.0, le=1.0)
    layout: Layout = Layout.RINGS
    selection: Selection | None = None

    def changed(self, **fields: object) -> "Link":
        """A copy with these fields replaced, checked like a new one."""
        return Link(**{name: getattr(self, name) for name in Link.model_fields} | fields)

    @property
    def place(self) -> "Link":
        """Only the store and the scope: what stays when a reader goes to another page."""
        return Link(store=self.store, scope=self.scope)


def scope_within(ceiling: Scope, link: Link) -> Scope:
    """The scope of a view: never more than the reader may see."""
    return ceiling.narrowed(link.scope)


def linked_scope(
    *,
    keys: Iterable[str] = (),
    namespaces: Iterable[str] = (),
    folders: Iterable[str] = (),
    collections: Iterable[str] = (),
    as_of: date | None = None,
) -> Scope:
    """A scope from what was picked; nothing picked restricts nothing."""
    return Scope(
        keys=frozenset(keys) or None,
        namespaces=frozenset(namespaces) or None,
        folders=frozenset(folders) or None,
        collections=frozenset(collections) or None,
        as_of=as_of,
    )
