"""The head of a drawing: whose neighbourhood it is, the way here, undo, back to start, export."""

import streamlit as st

from components.explore import memory as session
from components.explore.acts import ExploreActs
from components.explore.breadcrumb import breadcrumb
from components.explore.exploration import Exploration
from components.explore.export_menu import Picture, export_menu
from components.explore.moves import back_to
from components.frame import PageContext
from components.picture.words import full_name
from components.text import elide, literal

_NAME = 80


def explore_head(
    context: PageContext,
    exploration: Exploration,
    picture: Picture,
    acts: ExploreActs,
) -> None:
    """Draw it."""
    link = context.link
    start = exploration.start
    name = literal(elide(full_name(start.name), _NAME)) if start else "Explore"
    with st.container(
        key="explore-head",
        horizontal=True,
        vertical_alignment="center",
        horizontal_alignment="distribute",
        gap="small",
    ):
        st.header(name, anchor=False, width="content")
        with st.container(key="explore-tools", horizontal=True, gap="small", width="content"):
            st.button(
                "Undo",
                key="explore.undo",
                disabled=session.previous() is None,
                help="Take back the last step",
                on_click=acts.undo,
            )
            st.button(
                "Back to start",
                key="explore.back",
                disabled=all(walk.entity_id == link.walks[0].entity_id for walk in link.walks),
                help="Take back every expansion",
                on_click=acts.go,
                args=(back_to(link, 0),),
            )
            export_menu(context, picture)
    earlier = session.trail(link.walks[0].entity_id)
    names = context.answers.described(tuple(earlier), scope=context.scope) if earlier else {}
    breadcrumb(exploration, link, earlier, names, on_return=acts.return_to, on_back=acts.go)
