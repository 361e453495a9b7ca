"""The parts of Explore that are drawn on their own: a click draws no more than it changes."""

from enum import StrEnum

import streamlit as st
from streamlit.errors import StreamlitAPIException


class Part(StrEnum):
    """A part, by the key of its fragment; the stage holds the choice."""

    HEAD = "explore.head"
    STAGE = "explore.stage"
    CHOICE = "explore.choice"


def redraw(*parts: Part) -> None:
    """Draw only these parts anew; for callbacks, which end here.

    A part inside another one comes with it. A part that is not on the page, as when the drawing
    failed, is left to the run that follows every callback.
    """
    try:
        st.rerun([
            part.value for part in parts if part is not Part.CHOICE or Part.STAGE not in parts
        ])
    except StreamlitAPIException:
        return
