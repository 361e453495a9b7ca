"""Search: find entities by name and by meaning, or passages, and see why each was found."""

import streamlit as st

from components import state
from components.frame import PageContext, open_page
from components.page_notices import link_notice
from components.picture.label_looks import LabelLooks
from components.scope_picker import scope_picker
from components.search.embedder_notice import embedder_notice
from components.search.filters import label_choice, limit_choice, mode_choice, tab_choice
from components.search.results_list import entity_results, passage_results
from components.search.search_form import Chosen, search_box
from components.search.starting_points import starting_points
from components.view import Tab


def search(context: PageContext) -> None:
    """The whole page."""
    link = context.link
    labels = context.answers.labels(scope=context.scope)
    looks = LabelLooks(item.name for item in labels)
    central = context.answers.central(scope=context.scope, limit=9)

    def chosen(choice: Chosen) -> None:
        state.remember_query(choice.text)
        state.go(link.changed(q=choice.text))

    scope_picker(context)
    link_notice(context.ignored)
    st.title("Search", anchor=False)
    search_box(
        context,
        key="search.box",
        value=link.q,
        looks=looks,
        on_chosen=chosen,
        starters=central,
        focus=not link.q,
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        tab_choice(link)
        mode_choice(link)
        limit_choice(link)
    if link.tab is Tab.ENTITIES:
        label_choice(link, labels)
    if not link.q:
        starting_points(context, looks, central)
        return
    embedder_notice(context.meaning, link)
    if link.tab is Tab.PASSAGES:
        passage_results(context)
    else:
        entity_results(context, looks)


with open_page("Search") as page:
    search(page)
