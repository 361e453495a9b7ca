"""Notices about a page as a whole: its store, its address, and errors nothing else caught."""

import re
from collections.abc import Callable, Sequence

import streamlit as st

from components.notice import Notice, Tone, draw_notice
from components.opening import DemoDamagedError, Opening
from components.text import literal
from evidence.errors import (
    EvidenceError,
    StoreBusyError,
    StoreCorruptError,
    StoreMissingError,
    StoreOutdatedError,
    StoreTimeoutError,
    StoreUnavailableError,
    StoreUnreadableError,
)

_MAKE = "`python -m evidence import FILE --into FOLDER`"
_MISSING = (
    f"Check that the setting `EVIDENCE_STORE` names the folder of a graph. To make one, run {_MAKE},"
    " point the setting at that folder, and start the app again."
)
_DAMAGED = (
    "First run `python -m evidence check` on the folder that the setting `EVIDENCE_STORE` names: it"
    " says what is wrong. Then restore that folder from a copy, or bring an export of the graph, or"
    f" the files it was made from, into a new folder with {_MAKE}, point the setting at it, and"
    " start the app again."
)
_CLOSED = "Check the folder that the setting `EVIDENCE_STORE` names, then try again."
_NEXT: dict[type[EvidenceError], str] = {
    DemoDamagedError: (
        "Delete the folder `demo` in the folder `data` of the app, then try again: it is built anew."
    ),
    StoreCorruptError: _DAMAGED,
    StoreMissingError: _MISSING,
    StoreOutdatedError: "Try again when that is done.",
    StoreUnreadableError: "Start the app again when that is done.",
    StoreUnavailableError: _CLOSED,
}
"""What to do about a graph that cannot be opened; the first kind of error that fits."""
_LOOK_EVERY = 0.1
_WHERE = re.compile(r"[/\\@]")
_SENTENCES = {
    StoreTimeoutError: "The graph did not answer in time. Narrow the scope, or try again.",
    StoreCorruptError: "The file of the graph is damaged.",
    StoreBusyError: "An import is writing to the graph. Try again in a moment.",
    StoreUnavailableError: "The graph cannot be opened. Check its folder, then try again.",
}


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


def foreign_notice() -> None:
    """Say that an address was made for another graph, so nothing of it is used."""
    text = (
        "This link belongs to another graph, so none of it was used. Look for a name in this graph,"
        " or ask for the link again."
    )
    draw_notice(Notice(Tone.WARNING, text), key="notice-foreign")


def unworded_notice() -> None:
    """Say that a graph holds no words at all, and what follows from it."""
    text = (
        "This graph holds no passages, so nothing in it can be backed by words: every entity is"
        " unsupported, every relation is a mere connection, and only the scope of every document"
        " shows anything."
    )
    draw_notice(Notice(Tone.WARNING, text), key="notice-unworded")


def left_out_notice(left_out: Sequence[str]) -> None:
    """Say which parts of a view its address has no room for."""
    if left_out:
        parts = ", ".join(left_out)
        text = f"The address is full: a link to this view leaves out its {parts}."
        draw_notice(Notice(Tone.QUIET, text), key="notice-left-out")


def store_notice(error: EvidenceError, incident: str, *, retry: Callable[[], None]) -> None:
    """Say that the graph could not be read; ``retry`` runs when the reader asks for it."""
    text = f"{literal(_sentence(error))} (incident {incident})"
    if advice := advice_for(error):
        text += f"\n\n{advice}"
    draw_notice(Notice(Tone.ERROR, text), key="notice-store")
    st.button("Try again", key="notice-store-retry", on_click=retry)


def incident_notice(incident: str) -> None:
    """Say that something went wrong, with the id under which the log tells what."""
    text = (
        "This part of the page could not be shown. Reload the page; if it happens again, report"
        f" incident {incident}."
    )
    draw_notice(Notice(Tone.ERROR, text), key=f"notice-incident-{incident}")


def advice_for(error: EvidenceError) -> str | None:
    """What to do about an error, when there is more to do than to try again."""
    return next((words for kind, words in _NEXT.items() if isinstance(error, kind)), None)


def _sentence(error: EvidenceError) -> str:
    """What the error says, unless it says where something is."""
    said = str(error)
    if said and not _WHERE.search(said):
        return f"{said[0].upper()}{said[1:].rstrip('.')}."
    kinds = (words for kind, words in _SENTENCES.items() if isinstance(error, kind))
    return next(kinds, "The graph cannot be read. Try again in a moment.")
