"""The legend, which is a filter too: line styles first, then labels, each with its counts.

It is one row of fixed height, so that what it shows moves nothing below it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypedDict, TypeVar

import streamlit as st

from components import state
from components.assets import markup, script, style
from components.explore.exploration import Exploration
from components.parts import part
from components.picture.label_looks import LabelLooks, Look
from components.picture.palette import GRADE_STYLES
from components.picture.words import format_count
from components.text import elide, shown_name
from components.view import Link
from evidence.details import Count, EdgeGrade, TypeCount
from evidence.export.view import View

T = TypeVar("T")

_SHORT = {
    EdgeGrade.STATED: "Stated",
    EdgeGrade.TOGETHER: "Together",
    EdgeGrade.CONNECTED: "Connected",
    EdgeGrade.MISSING: "Missing",
}

_LEGEND = st.components.v2.component(
    "eg_legend",
    html=markup("legend"),
    css=style("legend"),
    js=part("legend", script("legend")),
)


class LegendEntry(TypedDict):
    """One line style or label; ``line`` is set for the first, ``look`` for the second.

    ``short`` stands for ``text`` where the row has little room, and is empty where nothing does.
    ``room`` is how many characters ``count`` has at most, whatever is hidden.
    """

    kind: str
    name: str
    text: str
    short: str
    count: str
    room: int
    help: str
    on: bool
    line: dict[str, Any] | None
    look: Look | None


def legend(
    exploration: Exploration,
    view: View,
    link: Link,
    *,
    labels: Sequence[TypeCount],
    looks: LabelLooks,
    key: str,
    on_change: Callable[[Link], None],
) -> None:
    """Draw the legend.

    Args:
        exploration: What the walks met.
        view: What of it is shown.
        link: The view's filters.
        labels: The labels in scope with their counts in the store.
        looks: How labels look.
        key: Key of the element.
        on_change: Called in a callback with the view that a click asks for.
    """

    def toggled() -> None:
        sent = state.event_of(key, "toggle")
        if isinstance(sent, dict) and isinstance(sent.get("name"), str):
            now = state.latest()  # What is chosen may be newer than this legend.
            on_change(_toggled(now, exploration, str(sent.get("kind")), sent["name"]))

    entries = [*line_entries(exploration, view, link), *label_entries(view, link, labels, looks)]
    _LEGEND(key=key, data={"entries": entries}, on_toggle_change=toggled)


def line_entries(exploration: Exploration, view: View, link: Link) -> list[LegendEntry]:
    """The line styles that occur, with how many relations are drawn in each."""
    met = Counter(item.detail.grade for item in exploration.edges)
    drawn = Counter(item.detail.grade for item in view.shown_edges())
    return [
        LegendEntry(
            kind="line",
            name=grade.value,
            text=line.words,
            short=_SHORT[grade],
            count=f"{drawn[grade]:,}",
            room=len(f"{met[grade]:,}"),
            help=f"{drawn[grade]:,} shown of {met[grade]:,} drawn",
            on=grade not in link.hidden_kinds,
            line={
                "light": line.colour_light,
                "dark": line.colour_dark,
                "width": line.width,
                "dashes": list(line.dashes),
            },
            look=None,
        )
        for grade, line in GRADE_STYLES.items()
        if met[grade]
    ]


def label_entries(
    view: View, link: Link, labels: Sequence[TypeCount], looks: LabelLooks
) -> list[LegendEntry]:
    """The labels that occur, with how many entities are drawn and how many the store holds."""
    met = Counter(node.entity.label for node in view.unique_nodes())
    drawn = Counter(node.entity.label for node in view.shown_nodes())
    stored = {item.name: item.count for item in labels}
    return [
        LegendEntry(
            kind="label",
            name=label,
            text=elide(shown_name(label), 30),
            short="",
            count=f"{drawn[label]:,} / {_stored(stored.get(label), number)}",
            room=len(f"{number:,} / {_stored(stored.get(label), number)}"),
            help=f"{drawn[label]:,} drawn, {_stored(stored.get(label), number)} in this scope",
            on=label not in link.hidden_labels,
            line=None,
            look=looks.of(label),
        )
        for label, number in sorted(met.items(), key=lambda item: (-item[1], item[0]))
    ]


def toggled_grade(link: Link, grade: EdgeGrade, present: Sequence[EdgeGrade]) -> Link:
    """With this line style shown or hidden; the last one that is shown stays."""
    return link.changed(hidden_kinds=_without_or_with(link.hidden_kinds, grade, present))


def toggled_label(link: Link, label: str, present: Sequence[str]) -> Link:
    """With this label shown or hidden; the last one that is shown stays.

    What is hidden is kept, not what is shown, so that a label that arrives later shows.
    """
    return link.changed(hidden_labels=_without_or_with(link.hidden_labels, label, present))


def _without_or_with(hidden: tuple[T, ...], name: T, present: Sequence[T]) -> tuple[T, ...]:
    if name in hidden:
        return tuple(one for one in hidden if one != name)
    shown = [one for one in present if one not in hidden]
    return hidden if shown == [name] else (*hidden, name)


def _toggled(link: Link, exploration: Exploration, kind: str, name: str) -> Link:
    if kind == "line":
        met = {item.detail.grade for item in exploration.edges}
        present = [grade for grade in GRADE_STYLES if grade in met]
        return toggled_grade(link, EdgeGrade(name), present) if name in present else link
    labels = sorted({node.entity.label for node in exploration.nodes})
    return toggled_label(link, name, labels) if name in labels else link


def _stored(count: Count | None, least: int) -> str:
    return format_count(count) if count else f"{least:,}"
