"""The list of hits: one element however many there are, so a rerun sends only what changed."""

from collections.abc import Callable, Sequence

import streamlit as st

from components import state
from components.assets import script, style
from components.search.hit_card import Card

_LIST = st.components.v2.component(
    "eg_hits",
    html='<div class="eg"><ol class="hits"></ol></div>\n',
    css=style("hits"),
    js=script("focus", "hits"),
)


def hit_list(
    cards: Sequence[Card], *, title: str, key: str, on_read: Callable[[str], None]
) -> None:
    """Draw the cards; ``on_read`` gets the evidence id of a passage a reader wants to read."""

    def read() -> None:
        wanted = state.event_of(key, "read")
        if isinstance(wanted, str):
            on_read(wanted)

    _LIST(key=key, data={"title": title, "cards": list(cards)}, on_read_change=read)
