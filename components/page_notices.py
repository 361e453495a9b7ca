"""Notices about a page as a whole: its store, its address, and errors nothing else caught."""

from collections.abc import Callable, Sequence

import streamlit as st

from components.notice import Notice, Tone, draw_notice
from components.opening import Opening
from components.text import literal
from evidence.errors import EvidenceError

_LOOK_EVERY = 0.1


def opening_notice(opening: Opening) -> None:
    """Show how far the store is from being open, and return when opening has ended."""
    if opening.wait(0):
        return
    place = st.empty()
    while not opening.wait(_LOOK_EVERY):
        place.progress(opening.share, text=f"{opening.doing}…")
    place.empty()


def link_notice(ignored: Sequence[str]) -> None:
    """Say which parts of an address were ignored."""
    if ignored:
        parts = ", ".join(literal(name) for name in ignored)
        text = f"Parts of this link could not be used and were ignored: {parts}."
        draw_notice(Notice(Tone.WARNING, text), key="notice-link")


def left_out_notice(left_out: Sequence[str]) -> None:
    """Say which parts of a view its address has no room for."""
    if left_out:
        parts = ", ".join(left_out)
        text = f"The address is full: a link to this view leaves out its {parts}."
        draw_notice(Notice(Tone.QUIET, text), key="notice-left-out")


def store_notice(error: EvidenceError, incident: str, *, retry: Callable[[], None]) -> None:
    """Say that the graph could not be read; ``retry`` runs when the reader asks for it."""
    text = f"{literal(str(error) or 'The graph cannot be read.')} (incident {incident})"
    draw_notice(Notice(Tone.ERROR, text), key="notice-store")
    st.button("Try again", key="notice-store-retry", on_click=retry)


def incident_notice(incident: str) -> None:
    """Say that something went wrong, with the id under which the log tells what."""
    text = (
        "This part of the page could not be shown. Reload the page; if it happens again, report"
        f" incident {incident}."
    )
    draw_notice(Notice(Tone.ERROR, text), key=f"notice-incident-{incident}")
