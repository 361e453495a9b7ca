"""A notice: what happened, in one sentence, and what to do next, as buttons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import streamlit as st

from components import state
from components.view import Link


class Tone(StrEnum):
    """How loud a notice is."""

    QUIET = "quiet"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Action:
    """A button that leads to another view."""

    label: str
    link: Link


@dataclass(frozen=True)
class Notice:
    """One notice; ``text`` is Markdown, so data in it went through ``text.literal``."""

    tone: Tone
    text: str
    actions: Sequence[Action] = ()


_DRAW: dict[Tone, Callable[[str], object]] = {
    Tone.QUIET: st.caption,
    Tone.INFO: st.info,
    Tone.WARNING: st.warning,
    Tone.ERROR: st.error,
}


def _follow(link: Link) -> None:
    state.go(link)


def draw_notice(notice: Notice, *, key: str, on_follow: Callable[[Link], None] = _follow) -> None:
    """Draw a notice; its buttons get keys that start with ``key``.

    Args:
        notice: What to say.
        key: Key of its container.
        on_follow: Called in a callback with the view that a button leads to.
    """
    with st.container(key=key, gap="small"):
        _DRAW[notice.tone](notice.text)
        if notice.actions:
            with st.container(horizontal=True, gap="small"):
                for number, action in enumerate(notice.actions):
                    st.button(
                        action.label,
                        key=f"{key}-{number}",
                        on_click=on_follow,
                        args=(action.link,),
                    )
