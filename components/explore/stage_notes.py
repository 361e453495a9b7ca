"""What is to be said about a drawing, below it: failed walks, cuts, what is hidden or lies beyond."""

import streamlit as st

from components.explore.acts import ExploreActs
from components.explore.bounds_banner import bounds_banner, bounds_line
from components.explore.exploration import Exploration
from components.explore.shown_view import hidden_of
from components.explore.walk_notice import walk_notices
from components.frame import PageContext
from components.links import format_link
from components.notice import draw_notice
from components.page_notices import left_out_notice, link_notice
from evidence.export.view import View


def stage_notes(
    context: PageContext, exploration: Exploration, view: View, acts: ExploreActs
) -> None:
    """Draw them, what weighs most first."""
    link = context.link
    link_notice(context.ignored)
    for number, notice in enumerate(walk_notices(exploration, link)):
        draw_notice(notice, key=f"notice-walk-{number}", on_follow=acts.follow)
    bounds_banner(
        exploration, on_raise=acts.widen, on_types=acts.set_types, on_list=acts.list_missing
    )
    with st.container(
        key="explore-lines", horizontal=True, vertical_alignment="center", gap="small"
    ):
        hidden = hidden_of(view).words
        if hidden:
            st.markdown(hidden[:1].upper() + hidden[1:], width="content")
            st.button("Show all", key="show-all", type="tertiary", on_click=acts.show_all)
        bounds_line(exploration, on_raise=acts.widen)
    left_out_notice(format_link(link).left_out)
