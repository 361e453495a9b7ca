"""A whole passage at its place in the document, with marks; a long one a page at a time."""

from collections.abc import Iterable, Mapping

import streamlit as st

from components.assets import script, style
from components.layered_runs import layered_runs
from components.parts import part
from components.support_list import DAMAGED
from components.text import counted, elide, literal, shown_name, shown_text
from evidence.cards import PassageCard
from evidence.details import PassageDetail
from evidence.marks import Span

PAGE_CHARACTERS = 20_000
NEIGHBOUR_CHARACTERS = 700

Layers = Mapping[str, Iterable[Span]]

_TEXT = st.components.v2.component(
    "eg_passage",
    html='<div class="eg"><div class="reading"></div></div>\n',
    css=style("marks", "passage"),
    js=part("passage", script("passage")),
)


def passage_view(card: PassageCard, layers: Layers, *, key: str) -> None:
    """Draw a passage between its neighbours; text of a superseded version says so.

    Args:
        card: The passage with what stands before and after it.
        layers: Spans to mark by the name of their mark: ``subject``, ``object`` and ``quote`` have
            a colour of their own, any other name the common one.
        key: Key of the element.
    """
    passage = card.passage
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
    inside = {
        name: [(max(a, start) - start, min(b, end) - start) for a, b in spans if b > start]
        for name, spans in layers.items()
    }
    _TEXT(
        key=f"{key}-text",
        data={
            "before": _neighbours(card.before, last=True) if page == 0 else [],
            "runs": layered_runs(passage.text[start:end], inside),
            "after": _neighbours(card.after, last=False) if page == pages - 1 else [],
            "superseded": passage.superseded,
            "marks": [name for name, spans in inside.items() if spans],
        },
    )


def passage_dialog(card: PassageCard | None, layers: Layers) -> None:
    """Open a passage beside the page."""
    title = "Passage" if card is None else elide(card.passage.title or card.passage.document_key)

    @st.dialog(literal(title), width="medium")
    def reader() -> None:
        if card is None:
            st.info("This passage is not available in this scope.")
            return
        passage_view(card, layers, key="reading")
        _mentioned(card)

    reader()


def _neighbours(passages: Iterable[PassageDetail], *, last: bool) -> list[str]:
    """The texts round a passage; of a long one the part that is nearest to it."""
    return [_near(passage.text, last=last) for passage in passages if passage.intact]


def _near(text: str, *, last: bool) -> str:
    if len(text) <= NEIGHBOUR_CHARACTERS:
        return shown_text(text)
    cut = text[-NEIGHBOUR_CHARACTERS:] if last else text[:NEIGHBOUR_CHARACTERS]
    return f"… {shown_text(cut)}" if last else f"{shown_text(cut)} …"


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
