"""Says that meaning search is loading, and brings its hits in when it is ready."""

import streamlit as st

from components import services
from components.frame import guard
from components.meaning import Meaning
from components.notice import draw_notice
from components.status_notice import meaning_notice
from components.view import Link

_LOOK_EVERY = "1s"


def embedder_notice(drawn_for: Meaning, link: Link) -> None:
    """Draw the notice; the page is drawn anew once the model's state has changed.

    Args:
        drawn_for: The state of the model when this page was drawn.
        link: The view on the page.
    """
    loading = drawn_for is Meaning.LOADING
    _watched(drawn_for, link) if loading else _draw(drawn_for, link)


@st.fragment(run_every=_LOOK_EVERY)
def _watched(drawn_for: Meaning, link: Link) -> None:
    with guard("watching the model"):
        if services.current().meaning is not drawn_for:
            st.rerun()
        _draw(drawn_for, link)


def _draw(meaning: Meaning, link: Link) -> None:
    notice = meaning_notice(meaning, services.current().embedder.reason, link)
    if notice:
        draw_notice(notice, key="notice-meaning")
