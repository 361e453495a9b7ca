"""What a session remembers, and the only place that touches session state and the address.

The address is the view: every page reads its ``Link`` from it, and every change writes a new one,
which Back and Forward then walk through. A bare address (a click in the navigation) shows what its
page showed last, within the scope of the view before it.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import streamlit as st

from components.links import Pairs, format_link, parse_link
from components.view import Link

REMEMBERED = 20


class Key(StrEnum):
    """Names of what a session holds."""

    PAGE = "view.page"
    LEFT = "view.left"
    LINK = "view.link"
    ADDRESS = "view.address"
    DISOWNED = "view.disowned"
    QUERIES = "recent.queries"
    ENTITIES = "recent.entities"
    CUT = "search.cut"


def enter(page: str) -> None:
    """Take note of the page that runs; who comes back to one by its bare name finds it as it was.

    Its address then says so, with the scope that stays, so that a reload keeps both. A bare address
    on the page it is clicked on is the empty page that was asked for.
    """
    before: str | None = st.session_state.get(Key.PAGE)
    if before == page:
        return
    st.session_state[Key.PAGE] = page
    held: Link | None = st.session_state.get(Key.LINK)
    if before is None or held is None:
        return
    left: dict[str, Link] = {**st.session_state.get(Key.LEFT, {}), before: held}
    st.session_state[Key.LEFT] = left
    link = left.get(page, Link()).changed(store=held.store, scope=held.scope)
    if link != Link() and not _address():
        go(link)


def page() -> str:
    """The page that runs, as far as it has said so."""
    return str(st.session_state.get(Key.PAGE, ""))


def open_link() -> tuple[Link, tuple[str, ...]]:
    """The view to show, and the settings of its address that were ignored."""
    pairs = _address()
    held: Link | None = st.session_state.get(Key.LINK)
    if held is not None and st.session_state.get(Key.ADDRESS) == pairs:
        return held, ()
    if not pairs:
        link = held.place if held else Link()
        _hold(link, pairs)
        return link, ()
    parsed = parse_link(pairs)
    _hold(parsed.link, pairs)
    return parsed


def latest() -> Link:
    """The view to act on, for callbacks.

    What a reader does while the change before is still being drawn comes with the address from
    before that change, so the session knows better. Back and Forward come in a run of their own.
    """
    held: Link | None = st.session_state.get(Key.LINK)
    if held is None or st.session_state.get(Key.ADDRESS) == _address():
        return open_link()[0]
    go(held)
    return held


def disown() -> None:
    """Hold an empty view in the place of one that was made for another graph."""
    pairs = _address()
    _hold(Link(), pairs)
    st.session_state[Key.DISOWNED] = pairs


def is_disowned() -> bool:
    """Whether the address is still that of a view of another graph."""
    return bool(st.session_state.get(Key.DISOWNED) == _address())


def go(link: Link) -> tuple[str, ...]:
    """Make ``link`` the view of this page, as one step of the history.

    The session holds the whole view. The settings that its address has no room for come back.
    """
    address = format_link(link)
    if address.pairs != _address():
        st.query_params.from_dict(query(link))
    _hold(link, _address())
    return address.left_out


def query(link: Link) -> dict[str, str | list[str]]:
    """The parameters of a view's address, for links to another page."""
    texts: dict[str, list[str]] = {}
    for name, text in format_link(link).pairs:
        texts.setdefault(name, []).append(text)
    return {name: many[0] if len(many) == 1 else many for name, many in texts.items()}


def show_in(key: str, value: Any) -> None:
    """Make the widget with this key, which is not drawn yet, show a value of the view."""
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def value_of(key: str) -> Any:
    """What the widget with this key holds."""
    return st.session_state.get(key)


def put(key: str, value: Any) -> None:
    """Remember a value of a component under a key of its own."""
    st.session_state[key] = value


def take(key: str) -> Any:
    """What is remembered under a key; asked once, it is forgotten."""
    return st.session_state.pop(key, None)


def event_of(key: str, name: str) -> Any:
    """What a component sent as this event, inside its callback."""
    held = st.session_state.get(key)
    return None if held is None else held.get(name)


def remember_query(text: str) -> None:
    """Put a search at the head of the recent ones."""
    _remember(Key.QUERIES, text)


def remember_cut(text: str, characters: int) -> None:
    """Remember that a search lost this many characters before it became ``text``."""
    st.session_state[Key.CUT] = (text, characters)


def cut_of(text: str) -> int:
    """How many characters a reader typed beyond this search, as far as this session knows."""
    kept, characters = st.session_state.get(Key.CUT, ("", 0))
    return characters if kept == text else 0


def remember_entity(entity_id: str) -> None:
    """Put an entity at the head of the recent ones."""
    _remember(Key.ENTITIES, entity_id)


def recent_queries() -> list[str]:
    """Texts searched for in this session, latest first."""
    return list(st.session_state.get(Key.QUERIES, ()))


def recent_entities() -> list[str]:
    """Ids of entities opened in this session, latest first; their names depend on the scope."""
    return list(st.session_state.get(Key.ENTITIES, ()))


def _remember(key: Key, value: str) -> None:
    others = [known for known in st.session_state.get(key, ()) if known != value]
    st.session_state[key] = [value, *others][:REMEMBERED]


def _hold(link: Link, pairs: Pairs) -> None:
    st.session_state[Key.LINK] = link
    st.session_state[Key.ADDRESS] = pairs


def _address() -> Pairs:
    names: Iterable[str] = st.query_params
    return [(name, text) for name in names for text in st.query_params.get_all(name)]
