"""Files made of a view: tables, JSON and GraphML, as text, without any input or output.

A view is what a reader sees on the Explore page: the union of its walks less what is hidden.
"""

from evidence.export.graphml import view_graphml
from evidence.export.json_file import view_json
from evidence.export.rows import ENTITY_COLUMNS, RELATION_COLUMNS
from evidence.export.table import cell, parse_table, table
from evidence.export.tables import entities_csv, relations_csv
from evidence.export.view import View, ViewEdge, ViewNode, ViewNotes

__all__ = [
    "ENTITY_COLUMNS",
    "RELATION_COLUMNS",
    "View",
    "ViewEdge",
    "ViewNode",
    "ViewNotes",
    "cell",
    "entities_csv",
    "parse_table",
    "relations_csv",
    "table",
    "view_graphml",
    "view_json",
]
