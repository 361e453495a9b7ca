"""Files of the view: made when they are asked for, with the passages behind every relation."""

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from components.frame import PageContext
from components.view_notes import file_stem
from evidence.details import EdgeGrade, PassageDetail
from evidence.export import entities_csv, relations_csv, view_graphml, view_json
from evidence.export.view import View, ViewEdge, ViewNotes


class Export(NamedTuple):
    """One kind of file: its words, the end of its name, its type, and how it is made."""

    label: str
    ending: str
    mime: str
    make: Callable[[View, ViewNotes], str]


FORMATS = (
    Export("Relations (CSV)", "relations.csv", "text/csv", lambda view, _: relations_csv(view)),
    Export("Entities (CSV)", "entities.csv", "text/csv", lambda view, _: entities_csv(view)),
    Export("JSON", "json", "application/json", view_json),
    Export("GraphML", "graphml", "application/graphml+xml", view_graphml),
)


def export_menu(context: PageContext, view: View, notes: ViewNotes) -> None:
    """Draw the menu."""
    names = view.names()
    stem = file_stem(names.get(view.start_id, ""))
    with st.popover("Export", help="Files of what is drawn, with the passages behind it"):
        for kind in FORMATS:
            st.download_button(
                kind.label,
                data=_maker(kind, context, view, notes),
                file_name=f"{stem}.{kind.ending}"
                if "." not in kind.ending
                else f"{stem}-{kind.ending}",
                mime=kind.mime,
                key=f"export-{kind.ending}",
                on_click="ignore",
                type="tertiary",
                width="stretch",
            )
        st.caption("PNG: the picture button on the drawing.")


def with_passages(context: PageContext, view: View) -> View:
    """The view with the passages behind each shown relation, candidates included."""
    shown = {item.detail.relation_id for item in view.shown_edges()}
    edges = tuple(
        item.model_copy(update={"passages": _passages(context, item)})
        if item.detail.relation_id in shown
        else item
        for item in view.unique_edges()
    )
    return view.model_copy(update={"edges": edges})


def _maker(kind: Export, context: PageContext, view: View, notes: ViewNotes) -> Callable[[], str]:
    return lambda: kind.make(with_passages(context, view), notes)


def _passages(context: PageContext, item: ViewEdge) -> tuple[PassageDetail, ...]:
    grade = item.detail.grade
    if grade not in {EdgeGrade.STATED, EdgeGrade.TOGETHER}:
        return ()
    edge = item.edge
    card = context.answers.edge(
        item.detail.relation_id, edge.source_id, edge.target_id, scope=context.scope
    )
    if card is None:
        return ()
    return tuple(each.passage for each in (card.evidence or card.candidates))
