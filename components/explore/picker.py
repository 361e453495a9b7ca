"""Where to begin: a search box, the entities opened before, and the best-connected ones."""

import streamlit as st

from components import state
from components.explore.link import explored
from components.frame import PageContext
from components.page_notices import link_notice
from components.picture.label_looks import LabelLooks
from components.search.results_list import entity_results
from components.search.search_form import Chosen, search_box
from components.search.starting_points import starting_points

BEST = 12


def picker(context: PageContext, looks: LabelLooks) -> None:
    """Draw it; a text that names no suggestion is searched for right here."""
    link = context.link
    central = context.answers.central(scope=context.scope, limit=BEST)

    def chosen(choice: Chosen) -> None:
        if choice.entity_id:
            state.go(explored(link, choice.entity_id))
        elif choice.text:
            state.remember_query(choice.text)
            state.go(link.place.changed(q=choice.text))
        else:
            state.go(link.place)

    link_notice(context.ignored)
    st.title("Explore", anchor=False)
    st.caption(
        "Choose an entity to draw its neighbourhood: what is stated, and what only connects."
    )
    search_box(
        context,
        key="explore.picker",
        value=link.q,
        looks=looks,
        on_chosen=chosen,
        starters=central,
        focus=not link.q,
    )
    if link.q:
        entity_results(context, looks)
    else:
        starting_points(context, looks, central)
