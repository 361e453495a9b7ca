"""How the parts of Explore share the width: the inspector beside the canvas, or below it."""

from pathlib import Path

import streamlit as st

_STYLE = Path(__file__).resolve().parent.parent / "web" / "explore.css"


def explore_look() -> None:
    """Set the widths; the canvas keeps at least 620 pixels and the inspector moves below it."""
    st.html(_STYLE)
