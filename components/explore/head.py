"""The head of a drawing: whose neighbourhood it is, the way here, undo and export.

Its height is the same for every view, so that nothing in it moves the drawing below.
"""

from dataclasses import replace

import streamlit as st

from components import state
from components.explore import memory as session
from components.explore.acts import ExploreActs
from components.explore.breadcrumb import breadcrumb
from components.explore.exploration import Exploration
from components.explore.export_menu import Drawn, export_menu
from components.explore.moves import frame
from components.explore.redraw import Part
from components.explore.view_notes import scope_words
from components.frame import PageContext, guard
from components.picture.words import full_name
from components.text import elide, literal

_NAME = 80


@st.fragment(key=Part.HEAD.value)
def explore_head(
    context: PageContext, exploration: Exploration, drawn: Drawn, acts: ExploreActs
) -> None:
    """Draw it; on its own, because what is hidden or chosen seldom changes it.

    Args:
        context: The page.
        exploration: The walks with their answers.
        drawn: Gives what is drawn, for files.
        acts: What a reader can do.
    """
    link, _ = state.open_link()
    if frame(link) != frame(context.link):
        st.rerun()
    with guard("drawing the head"):
        _head(replace(context, link=link), exploration, drawn, acts)


def _head(context: PageContext, exploration: Exploration, drawn: Drawn, acts: ExploreActs) -> None:
    link = context.link
    start = exploration.start
    name = literal(elide(full_name(start.name), _NAME)) if start else "Explore"
    earlier = session.trail(link.walks[0].entity_id)
    names = context.answers.described(tuple(earlier), scope=context.scope) if earlier else {}
    with st.container(
        key="explore-head", horizontal=True, wrap=False, vertical_alignment="center", gap="small"
    ):
        with st.container(key="explore-title", gap=None):
            st.header(name, anchor=False)
            breadcrumb(
                exploration,
                earlier,
                names,
                scope=""
                if link.scope.is_everything
                else scope_words(link.scope, exploration.scope),
                on_return=acts.return_to,
                on_back=acts.back_to,
            )
        with st.container(key="explore-tools", horizontal=True, gap="xsmall", width="content"):
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
                on_click=acts.back_to,
                args=(0,),
            )
            export_menu(context, start.name if start else "", drawn)
