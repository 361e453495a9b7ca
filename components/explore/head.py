"""The head of a drawing: whose neighbourhood it is, the way here, undo, export, what was cut."""

from dataclasses import replace

import streamlit as st

from components import state
from components.explore import memory as session
from components.explore.acts import ExploreActs
from components.explore.bounds_banner import bounds_banner
from components.explore.breadcrumb import breadcrumb
from components.explore.exploration import Exploration
from components.explore.export_menu import Drawn, export_menu
from components.explore.moves import frame
from components.explore.redraw import Part
from components.explore.walk_notice import walk_notices
from components.frame import PageContext, guard
from components.links import format_link
from components.notice import draw_notice
from components.page_notices import left_out_notice
from components.picture.words import full_name
from components.text import elide, literal
from components.view import Link

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
        _banners(exploration, link, acts)


def _head(context: PageContext, exploration: Exploration, drawn: Drawn, acts: ExploreActs) -> None:
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
                on_click=acts.back_to,
                args=(0,),
            )
            export_menu(context, start.name if start else "", drawn)
    earlier = session.trail(link.walks[0].entity_id)
    names = context.answers.described(tuple(earlier), scope=context.scope) if earlier else {}
    breadcrumb(exploration, earlier, names, on_return=acts.return_to, on_back=acts.back_to)


def _banners(exploration: Exploration, link: Link, acts: ExploreActs) -> None:
    left_out_notice(format_link(link).left_out)
    for number, notice in enumerate(walk_notices(exploration, link)):
        draw_notice(notice, key=f"notice-walk-{number}", on_follow=acts.follow)
    bounds_banner(
        exploration, on_raise=acts.widen, on_types=acts.set_types, on_list=acts.list_missing
    )
