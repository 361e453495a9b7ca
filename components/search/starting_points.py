"""Where to start when nothing is searched for: recent and best-connected entities."""

from collections.abc import Sequence
from typing import TypedDict

import streamlit as st

from components import state
from components.assets import script, style
from components.explore.link import explore_address, search_address
from components.frame import PageContext
from components.notice import Action, Notice, Tone, draw_notice
from components.picture.label_looks import LabelLooks, Look
from components.runs import Runs, name_runs
from components.search.hit_card import count_text
from components.status_notice import NO_DOCUMENT
from components.text import elide, shown_name
from components.view import Link
from evidence.details import EntityDetail
from evidence.scope import EVERYTHING

RECENT = 8

_TILES = st.components.v2.component(
    "eg_tiles",
    html='<div class="eg"><div class="groups"></div></div>\n',
    css=style("tiles"),
    js=script("tiles"),
)


class Tile(TypedDict):
    """One entity to start from."""

    runs: Runs
    style: Look
    note: str
    href: str
    explore: str
    explore_label: str


def starting_points(
    context: PageContext, looks: LabelLooks, central: Sequence[EntityDetail]
) -> None:
    """Draw them; an empty scope and an empty graph are told apart and say what to do."""
    if not central and not context.answers.labels(scope=context.scope):
        draw_notice(_nothing(context), key="notice-nothing")
        return
    ids = tuple(state.recent_entities()[:RECENT])
    known = context.answers.described(ids, scope=context.scope) if ids else {}
    recent = [known[name] for name in ids if name in known]
    groups = [("Recently opened", recent), ("Best connected", central)]
    _TILES(
        key="search.tiles",
        data={
            "groups": [
                {"title": title, "tiles": [_tile(entity, context.link, looks) for entity in group]}
                for title, group in groups
                if group
            ]
        },
    )


def _tile(entity: EntityDetail, link: Link, looks: LabelLooks) -> Tile:
    name = elide(shown_name(entity.name))
    label = elide(shown_name(entity.label), 30)
    counts = count_text(entity.relations, "relation")
    return Tile(
        runs=name_runs(elide(entity.name), []),
        style=looks.of(entity.label),
        note=f"{label} · {counts}" if counts else label,
        href=search_address(link, entity.name[:200]),
        explore=explore_address(link, entity.entity_id),
        explore_label=f"Explore {name}",
    )


def _nothing(context: PageContext) -> Notice:
    link = context.link
    actions = (
        []
        if link.scope == EVERYTHING
        else [Action("Look at every document", link.changed(scope=EVERYTHING))]
    )
    if context.scope != EVERYTHING and not context.answers.documents(scope=context.scope, limit=1):
        return Notice(Tone.WARNING, f"{NO_DOCUMENT}. Widen the scope.", actions)
    if link.scope == EVERYTHING:
        text = "This graph holds no entities yet. Import documents to fill it."
        return Notice(Tone.INFO, text)
    return Notice(
        Tone.WARNING,
        "No entity is mentioned in this scope. Widen it to see what the graph holds.",
        actions,
    )
