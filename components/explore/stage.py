"""The middle of Explore: head, legend, canvas, notes, inspector and table.

Fragments: hiding draws the stage anew, choosing only the inspector on it, and neither the head
while that says the same. What changes the walks draws the whole page. What may come and go stands
below the canvas, so that it moves nothing in it.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import streamlit as st

from components import state
from components.explore import memory as session
from components.explore.acts import ExploreActs
from components.explore.choice import choice
from components.explore.drawing_memo import DrawingMemo
from components.explore.edge_table import edge_table
from components.explore.exploration import Exploration
from components.explore.export_menu import Picture
from components.explore.head import explore_head
from components.explore.legend import legend
from components.explore.missing_list import missing_list
from components.explore.moves import frame
from components.explore.redraw import Part
from components.explore.shown_view import shown_view, table_title
from components.explore.stage_notes import stage_notes
from components.explore.view_notes import file_stem, view_notes
from components.frame import PageContext, guard
from components.graph import CanvasNotes, graph_canvas
from components.picture.label_looks import LabelLooks
from evidence.details import TypeCount
from evidence.export.view import View

HEIGHT = 720
"""At most; the window gives less."""


def explore_stage(
    context: PageContext,
    exploration: Exploration,
    looks: LabelLooks,
    labels: Sequence[TypeCount],
    acts: ExploreActs,
) -> None:
    """Draw the union of the walks of the view.

    Args:
        context: The page.
        exploration: The walks with their answers.
        looks: How labels look.
        labels: The labels in scope with their counts.
        acts: What a reader can do.
    """
    memo = DrawingMemo(item.name for item in labels)
    explore_head(context, exploration, lambda: memo.picture, acts)
    _stage(context, exploration, looks, labels, acts, memo)


@st.fragment(key=Part.STAGE.value)
def _stage(
    context: PageContext,
    exploration: Exploration,
    looks: LabelLooks,
    labels: Sequence[TypeCount],
    acts: ExploreActs,
    memo: DrawingMemo,
) -> None:
    link, _ = state.open_link()
    if frame(link) != frame(context.link):
        st.rerun()
    here = replace(context, link=link)
    with guard("filtering the view"):
        view = shown_view(exploration, link, pinned=session.pins())
        with guard("drawing the graph"):
            _drawn(here, exploration, view, looks, labels, acts, memo)
        _table(view, looks, acts)
        missing_list(here, exploration, looks, acts)


def _drawn(
    context: PageContext,
    exploration: Exploration,
    view: View,
    looks: LabelLooks,
    labels: Sequence[TypeCount],
    acts: ExploreActs,
    memo: DrawingMemo,
) -> None:
    """All but the table, which stands on its own when this fails."""
    link = context.link
    notes = view_notes(exploration, view, context.scope, datetime.now(UTC).date())
    memo.picture = picture = Picture(view, memo.of(view, link.layout), notes)
    legend(
        exploration,
        view,
        link,
        labels=labels,
        looks=looks,
        key="explore.legend",
        on_change=acts.go,
    )
    with st.container(key="explore-stage", horizontal=True, wrap=True, gap="medium"):
        with st.container(key="explore-canvas"):
            _canvas(picture, acts)
        with st.container(key="explore-notes", gap=None):
            stage_notes(context, exploration, view, acts)
        with st.container(key="explore-inspector"):
            choice(context, exploration, view, looks, acts)


def _canvas(picture: Picture, acts: ExploreActs) -> None:
    view, drawing, notes = picture
    graph_canvas(
        drawing,
        key="explore.canvas",
        height=HEIGHT,
        view_key=f"{view.start_id}-{drawing.layout}",
        notes=CanvasNotes(
            title=notes.title,
            scope=notes.scope,
            made=notes.made,
            cut=notes.cut,
            file=f"{file_stem(view.names().get(view.start_id, ''))}.png",
        ),
        can_undo=session.previous() is not None,
        on_events=acts.on_canvas,
    )


def _table(view: View, looks: LabelLooks, acts: ExploreActs) -> None:
    title = table_title(view)
    st.subheader(title, anchor=False)
    edge_table(
        view,
        looks,
        key="explore.table",
        title=title,
        asked=session.times_table_asked(),
        on_ask=acts.on_table,
    )
