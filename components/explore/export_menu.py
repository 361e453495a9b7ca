"""Files of the view: made when they are asked for, with the passages behind every relation."""

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from components.explore.view_notes import file_stem
from components.frame import PageContext
from components.picture.drawing import Drawing
from components.picture.standalone_page import graph_html
from components.picture.svg import graph_svg
from evidence.details import EdgeGrade, PassageDetail
from evidence.export import entities_csv, relations_csv, view_graphml, view_json
from evidence.export.view import View, ViewEdge, ViewNotes


class Picture(NamedTuple):
    """What files are made of: the view with its passages, its drawing, and what they say."""

    view: View
    drawing: Drawing
    notes: ViewNotes


Drawn = Callable[[], Picture | None]


class Export(NamedTuple):
    """One kind of file: its words, the end of its name, its type, and how it is made."""

    label: str
    ending: str
    mime: str
    make: Callable[[Picture], str]


FORMATS = (
    Export("Picture (SVG)", ".svg", "image/svg+xml", lambda p: graph_svg(p.drawing, p.notes)),
    Export(
        "Page with passages (HTML)",
        ".html",
        "text/html",
        lambda p: graph_html(p.view, p.drawing, p.notes),
    ),
    Export("Relations (CSV)", "-relations.csv", "text/csv", lambda p: relations_csv(p.view)),
    Export("Entities (CSV)", "-entities.csv", "text/csv", lambda p: entities_csv(p.view)),
    Export("JSON", ".json", "application/json", lambda p: view_json(p.view, p.notes)),
    Export(
        "GraphML", ".graphml", "application/graphml+xml", lambda p: view_graphml(p.view, p.notes)
    ),
)


def export_menu(context: PageContext, name: str, drawn: Drawn) -> None:
    """Draw the menu; a file is made when it is asked for, of what is drawn then.

    Args:
        context: The page.
        name: What files are named after.
        drawn: Gives what is drawn.
    """
    stem = file_stem(name)
    with (
        st.popover("Export", help="Files of what is drawn, with the passages behind it"),
        st.container(gap=None),
    ):
        for kind in FORMATS:
            st.download_button(
                kind.label,
                data=_maker(kind, context, drawn),
                file_name=f"{stem}{kind.ending}",
                mime=kind.mime,
                key=f"export{kind.ending}",
                on_click="ignore",
                type="tertiary",
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


def _maker(kind: Export, context: PageContext, drawn: Drawn) -> Callable[[], str]:
    def made() -> str:
        picture = drawn()
        if picture is None:
            raise LookupError("nothing is drawn that a file could be made of")
        return kind.make(picture._replace(view=with_passages(context, picture.view)))

    return made


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
