"""The table of drawn relations: everything the canvas can do, for the keyboard and the ear.

It stands on its own: when the canvas cannot draw, the table still shows, chooses and acts.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypedDict

import streamlit as st

from components import state
from components.assets import script, style
from components.edge_panel import KINDS
from components.label_looks import LabelLooks, Look
from components.labels import edge_sentence, format_count, relation_words
from components.palette import GRADE_STYLES
from components.text import counted, elide, shown_name
from components.view import Picked
from evidence.details import EdgeGrade
from evidence.export.view import View, ViewEdge

_NAME = 60
_TABLE = st.components.v2.component(
    "eg_edges",
    html='<div class="eg"><div class="edges"></div></div>\n',
    css=style("edges"),
    js=script("edges"),
)


class TableEnd(TypedDict):
    """Subject or object of a row."""

    id: str
    name: str
    look: Look


class TableRow(TypedDict):
    """One relation; ``sentence`` is what a screen reader hears."""

    id: str
    subject: TableEnd
    relation: str
    object: TableEnd
    grade: str
    kind: str
    passages: str
    order: int
    extractor: str
    confidence: str
    sentence: str


class TableAsk(NamedTuple):
    """What a reader asks of the table."""

    do: str
    kind: Picked
    id: str


def edge_table(
    view: View,
    looks: LabelLooks,
    *,
    key: str,
    asked: int,
    on_ask: Callable[[TableAsk], None],
) -> None:
    """Draw the table.

    Args:
        view: What is shown.
        looks: How labels look.
        key: Key of the element.
        asked: How often the keyboard was asked into the table; it goes there when this grows.
        on_ask: Called in a callback with what the reader asks for.
    """
    rows = table_rows(view, looks)

    def heard() -> None:
        ask = _read_ask(state.event_of(key, "ask"), rows, view.start_id)
        if ask is not None:
            on_ask(ask)

    _TABLE(
        key=key,
        data={
            "title": f"{counted(len(rows), 'relation')} drawn",
            "rows": rows,
            "start": view.start_id,
            "selected": view.selected_id,
            "asked": asked,
            "lines": {
                grade.value: {"light": line.colour_light, "dark": line.colour_dark}
                for grade, line in GRADE_STYLES.items()
            },
        },
        on_ask_change=heard,
    )


def table_rows(view: View, looks: LabelLooks) -> list[TableRow]:
    """The shown relations as rows, in the order in which the walks met them."""
    labels = {node.entity.entity_id: node.entity.label for node in view.unique_nodes()}
    names = view.names()

    def end(entity_id: str) -> TableEnd:
        return TableEnd(
            id=entity_id,
            name=elide(shown_name(names[entity_id][: 4 * _NAME]), _NAME),
            look=looks.of(labels[entity_id]),
        )

    return [
        TableRow(
            id=item.detail.relation_id,
            subject=end(item.edge.source_id),
            relation=relation_words(item.edge.relation_type),
            object=end(item.edge.target_id),
            grade=item.detail.grade.value,
            kind=KINDS[item.detail.grade],
            passages=_passages(item),
            order=item.detail.passages.value,
            extractor=elide(shown_name(item.detail.extractor), 40) if item.detail.extractor else "",
            confidence="" if item.detail.confidence is None else f"{item.detail.confidence:.2f}",
            sentence=edge_sentence(
                item.edge, item.detail, names[item.edge.source_id], names[item.edge.target_id]
            ),
        )
        for item in view.shown_edges()
    ]


def _passages(item: ViewEdge) -> str:
    """How many passages state it; candidates are named as such."""
    detail = item.detail
    if detail.grade is EdgeGrade.STATED:
        return format_count(detail.passages)
    if detail.grade is EdgeGrade.TOGETHER and detail.together is not None:
        return f"0 ({counted(detail.together.value, 'candidate', capped=detail.together.capped)})"
    return "0"


def _read_ask(sent: object, rows: Sequence[TableRow], start_id: str) -> TableAsk | None:
    """What the browser sent, checked: only what the table holds can be asked for."""
    if not isinstance(sent, dict):
        return None
    do, identity = sent.get("do"), sent.get("id")
    edges = {row["id"] for row in rows}
    nodes = {end["id"] for row in rows for end in (row["subject"], row["object"])}
    if do in {"select", "hide"} and identity in edges:
        return TableAsk(do, Picked.EDGE, identity)
    if do in {"select", "expand", "hide"} and identity in nodes:
        return (
            None if do == "hide" and identity == start_id else TableAsk(do, Picked.NODE, identity)
        )
    return None
