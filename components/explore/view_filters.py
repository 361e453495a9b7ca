"""Filters that only hide: extractors and confidence. Labels and line styles are in the legend."""

from collections import Counter
from collections.abc import Callable

import streamlit as st

from components import state
from components.explore.exploration import Exploration
from components.option_labels import name_labels
from components.shown_widget import key_showing
from components.view import LISTED, Link

_EXTRACTORS, _CONFIDENCE = "explore.extractors", "explore.confidence"


def view_filters(
    exploration: Exploration, link: Link, *, on_change: Callable[[Link], None]
) -> None:
    """Draw the filters the relations of the view have something to say to."""
    extractors = Counter(
        item.detail.extractor for item in exploration.edges if item.detail.extractor
    )
    for name in link.extractors:
        extractors.setdefault(name, 0)
    rated = [e.detail.confidence for e in exploration.edges if e.detail.confidence is not None]
    if len(extractors) < 2 and not link.extractors and not rated and link.min_confidence is None:
        return
    st.subheader("Hide", anchor=False)
    st.caption("These filters only hide; the walk stays as it is.")
    if len(extractors) > 1 or link.extractors:
        _extractors(extractors, link, on_change)
    if rated or link.min_confidence is not None:
        _confidence(link, on_change, unrated=len(exploration.edges) - len(rated))


def _extractors(extractors: Counter[str], link: Link, on_change: Callable[[Link], None]) -> None:
    names = sorted(extractors)
    labels = name_labels(extractors)
    held = [name for name in names if name in link.extractors]
    key = key_showing(_EXTRACTORS, held, labels)

    def changed() -> None:
        chosen = [name for name in state.value_of(key) or () if name in names]
        on_change(state.latest().changed(extractors=tuple(chosen)[:LISTED]))

    st.multiselect(
        "Show only relations of",
        names,
        key=key,
        format_func=lambda name: labels[name],
        placeholder="Every extractor",
        on_change=changed,
    )


def _confidence(link: Link, on_change: Callable[[Link], None], *, unrated: int) -> None:
    key = key_showing(_CONFIDENCE, link.min_confidence or 0.0)

    def changed() -> None:
        least = state.value_of(key)
        valid = isinstance(least, int | float) and 0 < least <= 1
        now = state.latest()
        on_change(now.changed(min_confidence=round(float(least), 2) if valid else None))

    note = f" {unrated:,} relations of this view have none and are hidden too." if unrated else ""
    st.slider(
        "Least confidence stored",
        0.0,
        1.0,
        step=0.05,
        key=key,
        format="%.2f",
        help=f"The extractor's own number.{note}",
        on_change=changed,
    )
