"""Where to look: namespaces, folders, collections, single documents and a day, in the sidebar."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

import streamlit as st

from components import state
from components.frame import PageContext, guard
from components.scope_levels import LEVELS, Kept, above, kept_inside, offered, with_level
from components.shown_widget import key_showing
from components.text import counted, elide, literal, shown_name
from evidence.ports import DocumentRow
from evidence.scope import EVERYTHING, Scope

LISTED = 1_000

_TITLES = {
    "namespaces": "Namespaces",
    "folders": "Folders",
    "collections": "Collections",
    "keys": "Documents",
}
_NOUNS = {"folders": "folder", "collections": "collection", "keys": "document"}
_DROPPED = "scope.dropped"
_NAMED = 3


def scope_picker(context: PageContext) -> None:
    """Draw the picker; a change becomes the view's new scope."""
    scope = context.link.scope
    rows = _listing(context, EVERYTHING, LISTED)
    with st.sidebar:
        st.subheader("Scope")
        for level in LEVELS:
            _choice(context, level)
        _day(context, dated=any(row.in_force_from or row.in_force_to for row in rows))
        chosen = context.answers.documents(scope=context.scope, limit=LISTED)
        more = len(rows) >= LISTED
        _total(len(chosen), len(rows), capped=more)
        _dropped_notice(scope)
        if more:
            st.caption(f"Only the first {LISTED:,} documents are listed.")
        if scope != EVERYTHING:
            st.button("Every document", key="scope.clear", on_click=_clear)


def _choice(context: PageContext, level: str) -> None:
    """One way to narrow the scope; without a choice to offer it is not drawn."""
    scope = context.link.scope
    held = sorted(getattr(scope, level) or ())
    rows = _listing(context, above(scope, level), LISTED)
    listed = sorted({*offered(level, rows), *held})
    if len(listed) < 2 and not held:
        return
    key = f"scope.{_TITLES[level].lower()}"
    drawn = key_showing(key, held, listed)
    titles = {row.document_key: _document_name(row) for row in rows} if level == "keys" else {}

    def shown(name: str) -> str:
        return titles.get(name) or elide(shown_name(name), 60)

    st.multiselect(
        _TITLES[level],
        listed,
        key=drawn,
        format_func=shown,
        placeholder="All",
        on_change=_apply,
        args=(context, level, drawn),
    )


def _day(context: PageContext, *, dated: bool) -> None:
    """The day on which documents must be in force; not drawn where none has a date."""
    day = context.link.scope.as_of
    if day is None and (not dated or context.ceiling.as_of):
        return
    key = key_showing("scope.day", day)
    st.date_input(
        "In force on",
        value=None,
        min_value=date.min,
        max_value=date.max,
        format="YYYY-MM-DD",
        key=key,
        help="Only documents in force and relations valid on this day. Empty: whatever the day.",
        on_change=_apply_day,
        args=(context, key),
    )


def _document_name(row: DocumentRow) -> str:
    """The title of a document and its file, which may be typed as well to find it."""
    file = elide(shown_name("/".join(row.path) or row.document_key), 120)
    title = elide(shown_name(row.title or row.document_key), 60)
    return title if title == file else f"{title} · {file}"


def _listing(context: PageContext, scope: Scope, limit: int) -> Sequence[DocumentRow]:
    """The documents in a scope, never more than the reader may see."""
    return context.answers.documents(scope=context.ceiling.narrowed(scope), limit=limit)


def _apply(context: PageContext, level: str, drawn: str) -> None:
    """Narrow by what one of the pickers shows; what the others narrow stays where it lies inside."""
    with guard("narrowing the scope"):
        names = frozenset(state.value_of(drawn) or ())
        _narrow(context, with_level(state.latest().scope, level, names or None))


def _apply_day(context: PageContext, drawn: str) -> None:
    with guard("narrowing the scope"):
        _narrow(context, replace(state.latest().scope, as_of=state.value_of(drawn)))


def _narrow(context: PageContext, asked: Scope) -> None:
    kept = kept_inside(asked, partial(_listing, context))
    state.put(_DROPPED, (kept.scope, _dropped_words(context, kept)))
    state.go(state.latest().changed(scope=kept.scope))


def _clear() -> None:
    state.go(state.latest().changed(scope=EVERYTHING))


def _total(chosen: int, all_of: int, *, capped: bool) -> None:
    documents = counted(all_of, "document", capped=capped)
    shown = f"{chosen:,} of {documents}" if chosen != all_of else f"All {documents}"
    st.caption(literal(shown))


def _dropped_notice(scope: Scope) -> None:
    """Say what the last change took out of the choice, as long as its scope is the one shown."""
    about, words = state.value_of(_DROPPED) or (None, "")
    if words and about == scope:
        st.info(literal(words))


def _dropped_words(context: PageContext, kept: Kept) -> str:
    parts = []
    for level, names in kept.dropped.items():
        shown = [elide(name, 40) for name in _shown_names(context, level, names[:_NAMED])]
        more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
        noun = _NOUNS[level] if len(names) == 1 else f"{_NOUNS[level]}s"
        parts.append(f"{noun} {', '.join(shown)}{more}")
    said = "No longer chosen, because the rest of the choice holds none of it"
    return f"{said}: {'; '.join(parts)}." if parts else ""


def _shown_names(context: PageContext, level: str, names: Sequence[str]) -> list[str]:
    titles: Mapping[str, str] = {}
    if level == "keys":
        rows = _listing(context, Scope(keys=frozenset(names)), len(names))
        titles = {row.document_key: row.title for row in rows}
    return [shown_name(titles.get(name) or name) for name in names]
