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


def draw_notice(notice: Notice, *, key: str) -> None:
    """Draw a notice; its buttons get keys that start with ``key``."""
    with st.container(key=key, gap="small"):
        _DRAW[notice.tone](notice.text)
        if notice.actions:
            with st.container(horizontal=True, gap="small"):
                for number, action in enumerate(notice.actions):
                    st.button(
                        action.label,
                        key=f"{key}-{number}",
                        on_click=_follow,
                        args=(action.link,),
                    )


def _follow(link: Link) -> None:
    state.go(link)
