"""The answer to a search: what there is to say about it, and its hits."""

from collections.abc import Sequence

import streamlit as st

from components import state
from components.explore.link import explore_address
from components.frame import PageContext, guard
from components.notice import Action, Notice, Tone, draw_notice
from components.passage_view import passage_dialog
from components.picture.label_looks import LabelLooks
from components.search.filters import SIZES
from components.search.hit_card import Card, hit_card
from components.search.hit_list import hit_list
from components.search.passage_hit_card import passage_hit_card, telling
from components.status_notice import Result, search_notices
from components.text import counted
from components.view import Link
from evidence.marks import name_spans, word_marks
from evidence.query import Query, parse_query
from evidence.results import Leg, SearchMode, SearchStatus

_READING = "results.reading"


def entity_results(context: PageContext, looks: LabelLooks) -> None:
    """Entities that match the view's text."""
    link = context.link
    mode = context.mode_now(link.mode)
    if _must_wait(context, mode):
        return
    result = context.answers.entities(
        link.q, scope=context.scope, labels=link.labels, mode=mode, limit=link.limit
    )
    query = parse_query(link.q)
    details = result.extra.hits if result.extra else []
    cards = [
        hit_card(hit, detail, query, looks=looks, href=explore_address(link, hit.entity_id))
        for hit, detail in zip(result.hits, details, strict=True)
    ]
    elsewhere = _elsewhere(context, mode) if result.status is SearchStatus.NO_MATCH else 0
    names = {
        passage.evidence_id: (detail.entity.name, *detail.entity.aliases)
        for detail in details
        for passage in detail.support
    }
    noun = ("entity", "entities")
    _show(context, result, cards, mode=mode, noun=noun, names=names, elsewhere=elsewhere)


def _elsewhere(context: PageContext, mode: SearchMode) -> int:
    """How many entities match under labels that are not asked for; only the shown are counted."""
    link = context.link
    if not link.labels:
        return 0
    found = context.answers.entities(
        link.q, scope=context.scope, labels=(), mode=mode, limit=link.limit
    )
    return len(found.hits)


def passage_results(context: PageContext) -> None:
    """Passages that match the view's text."""
    link = context.link
    mode = context.mode_now(link.mode)
    if _must_wait(context, mode):
        return
    result = context.answers.passages(link.q, scope=context.scope, mode=mode, limit=link.limit)
    query = parse_query(link.q)
    details = result.extra.hits if result.extra else []
    cards = [
        passage_hit_card(hit, detail, query)
        for hit, detail in zip(result.hits, details, strict=True)
    ]
    _show(context, result, cards, mode=mode, noun=("passage", "passages"), names={})


def _must_wait(context: PageContext, mode: SearchMode) -> bool:
    return mode is SearchMode.SEMANTIC and not context.can_embed


def _show(
    context: PageContext,
    result: Result,
    cards: Sequence[Card],
    *,
    mode: SearchMode,
    noun: tuple[str, str],
    names: dict[str, tuple[str, ...]],
    elsewhere: int = 0,
) -> None:
    link = context.link
    notices = search_notices(result, link, ran=mode, cut=state.cut_of(link.q), elsewhere=elsewhere)
    for number, notice in enumerate(notices):
        draw_notice(notice, key=f"notice-search-{number}")
    if not cards:
        return
    nearest = all(card["far"] for card in cards)
    if nearest:
        st.markdown(f"**{nearest_headline(result, noun[0], ran=mode)}**")
    st.caption(_summary(result, len(cards), noun))
    title = f"{noun[1].capitalize()} {'nearest by meaning' if nearest else 'found'}"
    _hits(context, cards, title, names, parse_query(link.q))
    if result.extra and result.extra.more and not result.truncated:
        draw_notice(more_notice(link, len(cards)), key="notice-more")


def more_notice(link: Link, hits: int) -> Notice:
    """That the list was cut, and how to see more of it."""
    further = next((size for size in SIZES if size > link.limit), None)
    if further is None:
        return Notice(
            Tone.QUIET,
            f"More were found than the best {hits:,}, the most that are listed. Add a word to"
            " narrow it.",
        )
    return Notice(
        Tone.QUIET,
        f"More were found than the best {hits:,}.",
        [Action(f"Show {further}", link.changed(limit=further))],
    )


def nearest_headline(result: Result, noun: str, *, ran: SearchMode) -> str:
    """What stands above hits none of which was met by name, or by words.

    That nothing matches is said only when it was looked for and the search for it answered.
    """
    by_name = ran is SearchMode.HYBRID and Leg.LEXICAL not in {f.leg for f in result.failures}
    if not by_name:
        return "Nearest by meaning:"
    what = "No name matches" if noun == "entity" else "No passage has your words"
    return f"{what}; nearest by meaning:"


def _summary(result: Result, hits: int, noun: tuple[str, str]) -> str:
    extra = result.extra
    best = "the best of more" if extra and extra.more else "best first"
    parts = [f"**{counted(hits, *noun)}**, {best}"]
    if extra and extra.scope:
        parts.append(f"searched {counted(extra.scope.documents, 'document')}")
    if extra and extra.leg_seconds:
        took = max(extra.leg_seconds.values())
        parts.append(f"{took * 1000:,.0f} ms" if took < 1 else f"{took:.1f} s")
    return " · ".join(parts)


@st.fragment
def _hits(
    context: PageContext,
    cards: Sequence[Card],
    title: str,
    names: dict[str, tuple[str, ...]],
    query: Query,
) -> None:
    """The list, drawn alone when a reader opens a passage."""
    with guard("showing hits"):
        hit_list(
            cards, title=title, key="results.hits", on_read=lambda one: state.put(_READING, one)
        )
        reading = state.take(_READING)
        if reading is None:
            return
        card = context.answers.passage(reading, scope=context.scope)
        text = card.passage.text if card else ""
        wanted = names.get(reading)
        spans = name_spans(text, wanted) if wanted else word_marks(text, telling(query))
        passage_dialog(card, {"found": spans})
