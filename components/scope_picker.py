"""Where to look: namespaces, folders, collections and single documents, in the sidebar."""

from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

from components import state
from components.frame import PageContext
from components.shown_widget import key_showing
from components.text import counted, elide, literal, shown_name
from components.view import Link, linked_scope
from evidence.ports import DocumentRow
from evidence.scope import EVERYTHING

LISTED = 1_000

_NAMESPACES, _FOLDERS, _COLLECTIONS, _DOCUMENTS = (
    "scope.namespaces",
    "scope.folders",
    "scope.collections",
    "scope.documents",
)


def scope_picker(context: PageContext) -> None:
    """Draw the picker; a change becomes the view's new scope."""
    link = context.link
    rows = context.answers.documents(scope=context.ceiling, limit=LISTED)
    titles = {row.document_key: _document_name(row) for row in rows}
    with st.sidebar:
        st.subheader("Scope")
        _choice("Namespaces", _NAMESPACES, {row.namespace for row in rows if row.namespace}, link)
        _choice("Folders", _FOLDERS, _folders(rows), link)
        _choice("Collections", _COLLECTIONS, {c for row in rows for c in row.collections}, link)
        _choice("Documents", _DOCUMENTS, titles, link, titles=titles)
        chosen = context.answers.documents(scope=context.scope, limit=LISTED)
        more = len(rows) >= LISTED
        _total(len(chosen), len(rows), capped=more)
        if more:
            st.caption(f"Only the first {LISTED:,} documents are listed.")
        if link.scope != EVERYTHING:
            st.button("Every document", key="scope.clear", on_click=_clear)


def _choice(
    title: str,
    key: str,
    options: Iterable[str],
    link: Link,
    *,
    titles: Mapping[str, str] | None = None,
) -> None:
    """One way to narrow the scope; without a choice to offer it is not drawn."""
    held = _held(key, link)
    listed = sorted({*options, *held})
    if len(listed) < 2 and not held:
        return
    drawn = key_showing(key, held, listed)
    words = titles or {}

    def shown(name: str) -> str:
        return words.get(name) or elide(shown_name(name), 60)

    st.multiselect(
        title,
        listed,
        key=drawn,
        format_func=shown,
        placeholder="All",
        on_change=_apply,
        args=(key, drawn),
    )


def _document_name(row: DocumentRow) -> str:
    """The title of a document and its file, which may be typed as well to find it."""
    file = elide(shown_name("/".join(row.path) or row.document_key), 120)
    title = elide(shown_name(row.title or row.document_key), 60)
    return title if title == file else f"{title} · {file}"


def _held(key: str, link: Link) -> list[str]:
    return sorted(_narrowed(link)[key] or ())


def _narrowed(link: Link) -> dict[str, Iterable[str] | None]:
    scope = link.scope
    return {
        _NAMESPACES: scope.namespaces,
        _FOLDERS: scope.folders,
        _COLLECTIONS: scope.collections,
        _DOCUMENTS: scope.keys,
    }


def _folders(rows: Sequence[DocumentRow]) -> set[str]:
    """Every folder that holds a document, and the folders above it."""
    return {"/".join(row.path[:depth]) for row in rows for depth in range(1, len(row.path))}


def _apply(key: str, drawn: str) -> None:
    """Narrow by what one of the pickers shows; what the others narrow stays."""
    link = state.latest()
    names = {**_narrowed(link), key: state.value_of(drawn)}
    scope = linked_scope(
        namespaces=names[_NAMESPACES] or (),
        folders=names[_FOLDERS] or (),
        collections=names[_COLLECTIONS] or (),
        keys=names[_DOCUMENTS] or (),
        as_of=link.scope.as_of,
    )
    state.go(link.changed(scope=scope))


def _clear() -> None:
    state.go(state.latest().changed(scope=EVERYTHING))


def _total(chosen: int, all_of: int, *, capped: bool) -> None:
    documents = counted(all_of, "document", capped=capped)
    shown = f"{chosen:,} of {documents}" if chosen != all_of else f"All {documents}"
    st.caption(literal(shown))
