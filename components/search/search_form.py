"""The search box: suggestions while typing, recent and well-connected names before that.

It stands in a fragment of its own, so typing draws nothing else anew, and the text in the box is
the browser's own: no rerun takes it away.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypedDict

import streamlit as st

from components import state
from components.assets import markup, script, style
from components.frame import PageContext, guard
from components.picture.label_looks import LabelLooks, Look
from components.runs import Runs, name_runs
from components.text import elide, shown_name
from evidence.cards import Suggestion
from evidence.details import EntityDetail
from evidence.ids import is_entity_id
from evidence.limits import QUERY_CHARACTERS
from evidence.marks import query_spans
from evidence.query import parse_query

RECENT = 5

_BOX = st.components.v2.component(
    "eg_search_box", html=markup("combobox"), css=style("combobox"), js=script("combobox")
)


class Chosen(NamedTuple):
    """What a reader searches for.

    Attributes:
        text: The text, at most ``QUERY_CHARACTERS`` long.
        entity_id: The entity, when a suggestion was picked.
        cut: How many characters of the text were left out.
    """

    text: str
    entity_id: str | None
    cut: int = 0


class Offer(TypedDict):
    """One line of the list under the box."""

    text: str
    entity_id: str | None
    runs: Runs
    note: str
    style: Look | None


def search_box(
    context: PageContext,
    *,
    key: str,
    value: str,
    looks: LabelLooks,
    on_chosen: Callable[[Chosen], None],
    starters: Sequence[EntityDetail] = (),
    focus: bool = False,
) -> None:
    """Draw the box; the page is drawn anew after ``on_chosen``.

    Args:
        context: Where suggestions come from.
        key: Tells boxes of different pages apart.
        value: The text searched for now.
        looks: How labels look.
        on_chosen: Gets what a reader asks for.
        starters: Entities offered while the box is empty.
        focus: Whether the box takes the focus when it first appears.
    """
    _box(context, key, value, looks, on_chosen, starters, focus)


@st.fragment
def _box(
    context: PageContext,
    key: str,
    value: str,
    looks: LabelLooks,
    on_chosen: Callable[[Chosen], None],
    starters: Sequence[EntityDetail],
    focus: bool,
) -> None:
    typed_key, chosen_key = f"{key}.typed", f"{key}.chosen"

    def typed() -> None:
        text = state.event_of(key, "typed")
        state.put(typed_key, text[:QUERY_CHARACTERS] if isinstance(text, str) else "")

    def chosen() -> None:
        with guard("searching"):
            choice = _read_choice(state.event_of(key, "chosen"))
            if choice is not None:
                state.put(chosen_key, True)
                state.remember_cut(choice.text, choice.cut)
                on_chosen(choice)

    if state.take(chosen_key):
        st.rerun()
    with guard("suggesting names"):
        text = str(state.value_of(typed_key) or "").strip()
        offers = context.answers.suggest(text, scope=context.scope) if text else []
        _BOX(
            key=key,
            data={
                "label": "Search entities and passages",
                "placeholder": "Search for a name, or describe what you are looking for",
                "value": value,
                "focus": focus,
                "offered_for": text,
                "offers": [_offer(offer, text, looks) for offer in offers],
                "starters": _starters(starters, looks),
            },
            on_typed_change=typed,
            on_chosen_change=chosen,
        )


def _read_choice(sent: object) -> Chosen | None:
    """What the browser sent, checked: it may send anything."""
    if not isinstance(sent, dict) or not isinstance(sent.get("text"), str):
        return None
    entity = sent.get("entity_id")
    known = isinstance(entity, str) and is_entity_id(entity)
    text = sent["text"].encode("utf-8", "replace").decode("utf-8").replace("\x00", "\ufffd").strip()
    cut = max(0, len(text) - QUERY_CHARACTERS)
    return Chosen(text[:QUERY_CHARACTERS].rstrip(), entity if known else None, cut)


def _offer(offer: Suggestion, text: str, looks: LabelLooks) -> Offer:
    label = elide(shown_name(offer.label), 30)
    also = (
        ""
        if offer.matched == offer.name
        else f"also called {elide(shown_name(offer.matched), 40)} · "
    )
    return Offer(
        text=offer.name,
        entity_id=offer.entity_id,
        runs=name_runs(offer.name, query_spans(offer.name, parse_query(text))),
        note=f"{also}{label}",
        style=looks.of(offer.label),
    )


def _starters(entities: Sequence[EntityDetail], looks: LabelLooks) -> list[Offer]:
    recent = [
        Offer(
            text=text,
            entity_id=None,
            runs=[(elide(shown_name(text)), False)],
            note="recent search",
            style=None,
        )
        for text in state.recent_queries()[:RECENT]
    ]
    known = [
        Offer(
            text=entity.name,
            entity_id=entity.entity_id,
            runs=name_runs(entity.name, []),
            note=elide(shown_name(entity.label), 30),
            style=looks.of(entity.label),
        )
        for entity in entities
    ]
    return [*recent, *known]
