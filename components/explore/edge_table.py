"""The table of drawn relations: everything the canvas can do, for the keyboard and the ear.

It stands on its own: when the canvas cannot draw, the table still shows, chooses and acts.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypedDict

import streamlit as st

from components import state
from components.assets import script, style
from components.explore.edge_panel import KINDS
from components.parts import part
from components.picture.label_looks import LabelLooks, Look
from components.picture.palette import GRADE_STYLES
from components.picture.words import format_count, grade_words, relation_words
from components.text import counted, elide, shown_name
from components.view import Picked
from evidence.details import EdgeGrade
from evidence.export.view import View, ViewEdge

_NAME = 60
_KEYS = "Arrow keys move, Enter chooses, X expands, H hides."
_KEYS_OF_A_LIST = "Arrow keys move, Enter chooses."
_TABLE = st.components.v2.component(
    "eg_edges",
    html='<div class="eg"><div class="edges"></div></div>\n',
    css=style("edges"),
    js=part("edges", script("choice", "edges")),
)


class TableEnd(TypedDict):
    """An entity that rows begin or end at; ``look`` is a place in the table's looks."""

    id: str
    name: str
    look: int


class TableRow(NamedTuple):
    """One relation, sent as a list; ``subject`` and ``object`` are places in the table's ends.

    ``support`` ends the sentence that a screen reader hears of it.
    """

    id: str
    subject: int
    relation: str
    object: int
    directed: bool
    grade: str
    passages: str
    order: int
    extractor: str
    confidence: str
    support: str


class TableData(TypedDict):
    """A table without repetition, since every click sends it whole."""

    fields: tuple[str, ...]
    ends: list[TableEnd]
    looks: list[Look]
    rows: list[TableRow]


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
    title: str,
    asked: int = 0,
    hides: bool = True,
    on_ask: Callable[[TableAsk], None],
) -> None:
    """Draw the table.

    Args:
        view: What is shown.
        looks: How labels look.
        key: Key of the element.
        title: What the table is called.
        asked: How often the keyboard was asked into the table; it goes there when this grows.
        hides: Whether rows can be hidden.
        on_ask: Called in a callback with what the reader asks for.
    """
    table = table_data(view, looks)

    def heard() -> None:
        ask = _read_ask(state.event_of(key, "ask"), table, view.start_id)
        if ask is not None:
            on_ask(ask)

    _TABLE(
        key=key,
        data={
            **table,
            "title": title,
            "start": view.start_id,
            "selected": view.selected_id,
            "asked": asked,
            "hides": hides,
            "keys": _KEYS if hides else _KEYS_OF_A_LIST,
            "grades": {
                grade.value: {
                    "light": line.colour_light,
                    "dark": line.colour_dark,
                    "words": KINDS[grade],
                }
                for grade, line in GRADE_STYLES.items()
            },
        },
        on_ask_change=heard,
    )


def table_data(view: View, looks: LabelLooks) -> TableData:
    """The shown relations as rows, in the order in which the walks met them."""
    edges = view.shown_edges()
    used = dict.fromkeys(end for item in edges for end in _ends(item))
    entities = {node.entity.entity_id: node.entity for node in view.unique_nodes()}
    labels = list(dict.fromkeys(entities[name].label for name in used))
    places = {name: place for place, name in enumerate(used)}
    return TableData(
        fields=TableRow._fields,
        ends=[
            TableEnd(
                id=name,
                name=elide(shown_name(entities[name].name[: 4 * _NAME]), _NAME),
                look=labels.index(entities[name].label),
            )
            for name in used
        ],
        looks=[looks.of(label) for label in labels],
        rows=[_row(item, places) for item in edges],
    )


def _row(item: ViewEdge, places: Mapping[str, int]) -> TableRow:
    edge, detail = item.edge, item.detail
    confidence = detail.confidence
    return TableRow(
        id=detail.relation_id,
        subject=places[edge.source_id],
        relation=relation_words(edge.relation_type),
        object=places[edge.target_id],
        directed=detail.directed,
        grade=detail.grade.value,
        passages=_passages(item),
        order=detail.passages.value,
        extractor=elide(shown_name(detail.extractor), 40) if detail.extractor else "",
        confidence="" if confidence is None else f"{confidence:.2f}",
        support=grade_words(detail),
    )


def _ends(item: ViewEdge) -> tuple[str, str]:
    return (item.edge.source_id, item.edge.target_id)


def _passages(item: ViewEdge) -> str:
    """How many passages state it; candidates are named as such."""
    detail = item.detail
    if detail.grade is EdgeGrade.STATED:
        return format_count(detail.passages)
    if detail.grade is EdgeGrade.TOGETHER and detail.together is not None:
        return f"0 ({counted(detail.together.value, 'candidate', capped=detail.together.capped)})"
    return "0"


def _read_ask(sent: object, table: TableData, start_id: str) -> TableAsk | None:
    """What the browser sent, checked: only what the table holds can be asked for."""
    if not isinstance(sent, dict):
        return None
    do, identity = sent.get("do"), sent.get("id")
    if not isinstance(do, str) or not isinstance(identity, str):
        return None
    edges = {row.id for row in table["rows"]}
    nodes = {end["id"] for end in table["ends"]}
    if do in {"select", "hide"} and identity in edges:
        return TableAsk(do, Picked.EDGE, identity)
    if do in {"select", "expand", "hide"} and identity in nodes:
        return (
            None if do == "hide" and identity == start_id else TableAsk(do, Picked.NODE, identity)
        )
    return None
