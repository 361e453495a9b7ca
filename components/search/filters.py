"""How to search: which legs, which labels, how many hits."""

from collections.abc import Sequence

import streamlit as st

from components import state
from components.text import elide, literal, shown_name
from components.view import Link, Tab
from evidence.details import TypeCount
from evidence.limits import HITS, LABELS
from evidence.results import SearchMode

_MODE, _LABELS, _LIMIT, _TAB = "search.mode", "search.labels", "search.limit", "search.tab"
_MODES = {
    SearchMode.HYBRID: "Hybrid",
    SearchMode.LEXICAL: "Name",
    SearchMode.SEMANTIC: "Meaning",
}
_TABS = {Tab.ENTITIES: "Entities", Tab.PASSAGES: "Passages"}
_PILLS = 14
SIZES = (5, HITS.default, 20, HITS.cap)


def tab_choice(link: Link) -> None:
    """What is searched: entities or passages."""
    state.show_in(_TAB, link.tab)
    st.segmented_control(
        "Look for",
        list(_TABS),
        key=_TAB,
        format_func=lambda tab: _TABS[tab],
        required=True,
        label_visibility="collapsed",
        on_change=_apply,
        args=(link,),
    )


def mode_choice(link: Link) -> None:
    """Which legs run."""
    state.show_in(_MODE, link.mode)
    st.segmented_control(
        "Match by",
        list(_MODES),
        key=_MODE,
        format_func=lambda mode: _words(mode, link.tab),
        required=True,
        label_visibility="collapsed",
        on_change=_apply,
        args=(link,),
    )


def limit_choice(link: Link) -> None:
    """How many hits are shown."""
    options = sorted({*SIZES, link.limit})
    state.show_in(_LIMIT, link.limit)
    st.selectbox(
        "Hits",
        options,
        key=_LIMIT,
        format_func=lambda limit: f"{limit} hits",
        label_visibility="collapsed",
        on_change=_apply,
        args=(link,),
        width=110,
    )


def label_choice(link: Link, labels: Sequence[TypeCount]) -> None:
    """Only these labels; each with how many entities in scope carry it."""
    counts = {item.name: item.count for item in labels}
    options = [*counts, *(label for label in link.labels if label not in counts)]
    if len(options) < 2 and not link.labels:
        return
    held = [label for label in options if label in link.labels]
    state.show_in(_LABELS, held)

    def shown(label: str) -> str:
        count = counts.get(label)
        number = "0" if count is None else f"{count.value:,}{'+' if count.capped else ''}"
        return f"{elide(shown_name(label), 30)} {number}"

    if len(options) <= _PILLS:
        st.pills(
            "Labels",
            options,
            selection_mode="multi",
            key=_LABELS,
            format_func=lambda label: literal(shown(label)),
            label_visibility="collapsed",
            on_change=_apply,
            args=(link,),
        )
    else:
        st.multiselect(
            "Labels",
            options,
            key=_LABELS,
            format_func=shown,
            placeholder="All labels",
            max_selections=LABELS.cap,
            label_visibility="collapsed",
            on_change=_apply,
            args=(link,),
        )


def _words(mode: SearchMode, tab: Tab) -> str:
    if mode is SearchMode.LEXICAL and tab is Tab.PASSAGES:
        return "Words"
    return _MODES[mode]


def _apply(link: Link) -> None:
    """Take over what the widgets hold; the browser may send anything, so it is checked."""
    limit = state.value_of(_LIMIT)
    labels = state.value_of(_LABELS)
    state.go(
        link.changed(
            tab=Tab(state.value_of(_TAB) or link.tab),
            mode=SearchMode(state.value_of(_MODE) or link.mode),
            limit=min(max(int(limit or link.limit), 1), HITS.cap),
            labels=link.labels if labels is None else tuple(labels)[: LABELS.cap],
        )
    )
