"""A whole passage as quoted source text, with marks; long ones a page at a time."""

from collections.abc import Iterable, Sequence

import streamlit as st

from components.assets import script, style
from components.runs import text_runs
from components.support_list import DAMAGED
from components.text import counted, elide, literal, shown_name
from evidence.cards import PassageCard
from evidence.details import PassageDetail
from evidence.marks import Span

PAGE_CHARACTERS = 20_000

_TEXT = st.components.v2.component(
    "eg_passage",
    html='<div class="eg"><blockquote class="passage"></blockquote></div>\n',
    css=style("passage"),
    js=script("passage"),
)


def passage_view(passage: PassageDetail, spans: Iterable[Span], *, key: str) -> None:
    """Draw a passage with its path citation; text of a superseded version says so."""
    st.caption(literal(passage.citation))
    if passage.superseded:
        st.warning("This passage belongs to a superseded version of its document.")
    if not passage.intact:
        st.error(DAMAGED)
        return
    pages = -(-len(passage.text) // PAGE_CHARACTERS) or 1
    page = _page(pages, key)
    start = page * PAGE_CHARACTERS
    end = start + PAGE_CHARACTERS
    inside = [
        (max(a, start) - start, min(b, end) - start) for a, b in spans if a < end and b > start
    ]
    _TEXT(
        key=f"{key}-text",
        data={"runs": text_runs(passage.text[start:end], inside), "superseded": passage.superseded},
    )


def passage_dialog(card: PassageCard | None, spans: Sequence[Span]) -> None:
    """Open a passage beside the page."""
    title = "Passage" if card is None else elide(card.passage.title or card.passage.document_key)

    @st.dialog(literal(title), width="medium")
    def reader() -> None:
        if card is None:
            st.info("This passage is not available in this scope.")
            return
        passage_view(card.passage, spans, key="reading")
        _mentioned(card)

    reader()


def _page(pages: int, key: str) -> int:
    if pages == 1:
        return 0
    st.caption(f"A long passage, shown in {counted(pages, 'part')}.")
    return int(st.pagination(pages, key=f"{key}-page")) - 1


def _mentioned(card: PassageCard) -> None:
    names = [elide(shown_name(entity.name), 40) for entity in card.entities]
    if names:
        more = f" and {len(names) - 12:,} more" if len(names) > 12 else ""
        st.caption(f"Mentions {literal(', '.join(names[:12]))}{more}")
