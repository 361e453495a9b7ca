"""Widgets that show a value of the view: only a reader's own hand on one changes the view."""

import math
from typing import Any

from components import state


def key_showing(base: str, value: Any, labels: Any = None) -> str:
    """The key of a widget that shows a value of the view, ready to show it.

    The key stays while nobody but a reader changes the widget. When the view changes its value, or
    its options have other labels, it becomes another widget: a browser that has not drawn that yet
    still sends the old one's value, and nobody listens to it. On another page it is another widget
    as well, which does not know what the first one showed.
    """
    labels = (state.page(), labels)
    number, known = state.value_of(f"{base}.shown") or (0, labels)
    key = f"{base}.{number}" if number else base
    held = state.value_of(key)
    if known != labels or (held is not None and not _same(held, value)):
        number += 1
        key, held = f"{base}.{number}", None
    state.put(f"{base}.shown", (number, labels))
    if held is None:
        state.put(key, value)
    return key


def _same(one: Any, other: Any) -> bool:
    """Whether a widget shows a value: in whatever order, and as exactly as a slider steps."""
    if isinstance(one, list) and isinstance(other, list):
        return set(one) == set(other)
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, abs_tol=1e-6)
    return bool(one == other)
