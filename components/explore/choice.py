"""What is chosen, in the inspector: drawn on its own, because most clicks change nothing else."""

import streamlit as st

from components import state
from components.explore.acts import ExploreActs
from components.explore.exploration import Exploration
from components.explore.inspector import inspector
from components.explore.reading import read_passage
from components.explore.redraw import Part
from components.explore.selection_panel import selection_panel
from components.frame import PageContext, guard
from components.picture.label_looks import LabelLooks
from components.view import Link
from evidence.export.view import View


@st.fragment(key=Part.CHOICE.value)
def choice(
    context: PageContext,
    exploration: Exploration,
    view: View,
    looks: LabelLooks,
    acts: ExploreActs,
) -> None:
    """Draw the inspector, and the passage that a reader asked it for.

    Args:
        context: The page, with the view that the stage round this was drawn for.
        exploration: The walks with their answers.
        view: What the stage shows of them.
        looks: How labels look.
        acts: What a reader can do.
    """
    link, _ = state.open_link()
    if _stage(link) != _stage(context.link):
        st.rerun()
    with guard("showing what is chosen"):
        panel = selection_panel(context, link, exploration, view, looks)
        inspector(
            panel,
            key="explore.inspector",
            selected=link.selection.id if link.selection else None,
            gone=link.selection is not None and panel is None,
            on_ask=acts.on_inspector,
        )
        read_passage(context, panel)


def _stage(link: Link) -> Link:
    """What the stage round the inspector depends on."""
    return link.changed(selection=None)
