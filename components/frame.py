"""The frame of every page: its services, its view and its scope, and the net under its errors.

A page is ``with open_page("Search") as context:`` and nothing else at its left margin. What it
raises is logged with an incident id; the reader sees one calm sentence and that id.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components import services, state
from components.answers import Answers
from components.incident import record
from components.meaning import Meaning
from components.page_notices import (
    foreign_notice,
    incident_notice,
    opening_notice,
    store_notice,
    unworded_notice,
)
from components.view import Link, scope_within
from evidence.errors import EvidenceError
from evidence.results import SearchMode
from evidence.scope import Scope

ICON = str(Path(__file__).parent / "static" / "favicon.svg")
PRODUCT = "Evidence graph explorer"
_STYLE = Path(__file__).parent / "web" / "frame.css"


@dataclass(frozen=True)
class PageContext:
    """What a page works with.

    Attributes:
        answers: The use cases on the open store.
        link: The view to show.
        scope: What may be read: the view's scope within that of the app.
        ceiling: The scope of the app.
        meaning: Whether meaning search is loading, ready or failed.
        ignored: Settings of the address that could not be used; the page says so.
    """

    answers: Answers
    link: Link
    scope: Scope
    ceiling: Scope
    meaning: Meaning
    ignored: tuple[str, ...] = ()

    @property
    def can_embed(self) -> bool:
        """Whether a search by meaning has any use now."""
        return self.meaning is Meaning.READY

    def mode_now(self, wanted: SearchMode) -> SearchMode:
        """The mode to run: a hybrid search does without a model that is loading or missing."""
        if wanted is SearchMode.HYBRID and not self.can_embed:
            return SearchMode.LEXICAL
        return wanted


@contextmanager
def open_page(title: str) -> Iterator[PageContext]:
    """The context of a page; stops the script with a notice when there is no graph to show."""
    st.set_page_config(
        page_title=f"{title} · {PRODUCT}",
        page_icon=ICON,
        layout="wide",
        initial_sidebar_state="auto",
    )
    st.html(_STYLE)
    context = None
    with guard(f"opening {title}"):
        context = _context(title)
    if context is None:
        # The notice is drawn; a context manager that ends without a yield would itself be an error.
        st.stop()
    with guard(f"showing {title}"):
        yield context
        services.current().warm()


@contextmanager
def guard(doing: str) -> Iterator[None]:
    """Catches what its body raises; for pages, and for fragments and callbacks of their own."""
    try:
        yield
    except EvidenceError as error:
        store_notice(error, record(error, doing=doing), retry=services.reopen)
    except Exception as error:  # noqa: BLE001 - the one net: readers never see a traceback
        incident_notice(record(error, doing=doing))


def _context(page: str) -> PageContext:
    shared = services.current()
    opening_notice(shared.opening)
    state.enter(page)
    link, ignored = state.open_link()
    answers = shared.answers
    if link.store and link.store != answers.store.name:
        # Its ids, names and documents mean nothing here, and its scope is no authority.
        state.disown()
        link, ignored = Link(), ()
    if state.is_disowned():
        foreign_notice()
    scope = scope_within(shared.ceiling, link)
    if not answers.store.capabilities.mentions and answers.labels(scope=scope):
        unworded_notice()
    return PageContext(
        answers=answers,
        link=link,
        scope=scope,
        ceiling=shared.ceiling,
        meaning=shared.meaning,
        ignored=ignored,
    )
