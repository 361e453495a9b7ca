"""Explore: the neighbourhood of an entity, each relation stated or only connected, and why."""

from dataclasses import replace

import streamlit as st

from components import state
from components.explore.acts import ExploreActs
from components.explore.exploration import Exploration, union
from components.explore.link import explored, unheeded
from components.explore.picker import picker
from components.explore.relation_filter import relation_filter
from components.explore.stage import explore_stage
from components.explore.view_filters import view_filters
from components.explore.walk_controls import walk_controls
from components.explore.walk_notice import walk_notices
from components.explore.widths import explore_look
from components.frame import PageContext, open_page
from components.notice import draw_notice
from components.picture.label_looks import LabelLooks
from components.scope_picker import scope_picker
from components.search.search_form import Chosen, search_box


def explore(context: PageContext) -> None:
    """The whole page."""
    link = context.link
    labels = context.answers.labels(scope=context.scope)
    looks = LabelLooks(item.name for item in labels)
    explore_look()
    if not link.walks:
        scope_picker(context)
        picker(context, looks)
        return
    exploration = union([
        (walk, context.answers.explore(walk, scope=context.scope)) for walk in link.walks
    ])
    acts = ExploreActs(context, exploration)
    if exploration.start is None:
        scope_picker(context)
        for number, notice in enumerate(walk_notices(exploration, link)):
            draw_notice(notice, key=f"notice-start-{number}")
        picker(context, looks)
        return
    state.remember_entity(link.walks[0].entity_id)
    more = unheeded(link, (item.name for item in labels))
    context = replace(context, ignored=tuple(dict.fromkeys((*context.ignored, *more))))
    controls(context, exploration, acts)
    search(context, looks)
    explore_stage(context, exploration, looks, labels, acts)


def controls(context: PageContext, exploration: Exploration, acts: ExploreActs) -> None:
    """The sidebar: the walk, what is hidden, the scope."""
    link = context.link
    with st.sidebar:
        st.subheader("Walk", anchor=False)
        walk_controls(link, exploration.start, on_change=acts.go, on_tidy=acts.tidy)
        relation_filter(exploration, link.walks[0].types, on_types=acts.set_types)
        view_filters(exploration, link, on_change=acts.go)
    scope_picker(context)


def search(context: PageContext, looks: LabelLooks) -> None:
    """The search box above the drawing; a name leads to its neighbourhood."""

    def chosen(choice: Chosen) -> None:
        if choice.entity_id:
            state.go(explored(context.link, choice.entity_id))
        elif choice.text:
            state.remember_query(choice.text)
            state.go(context.link.place.changed(q=choice.text))

    search_box(context, key="explore.box", value="", looks=looks, on_chosen=chosen)


with open_page("Explore") as page:
    explore(page)
