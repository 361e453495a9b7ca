"""The two tables of a view."""

from evidence.export.rows import ENTITY_COLUMNS, RELATION_COLUMNS, entity_rows, relation_rows
from evidence.export.table import table
from evidence.export.view import View


def entities_csv(view: View) -> str:
    """The shown entities as CSV, columns as in ``ENTITY_COLUMNS``."""
    return table(ENTITY_COLUMNS, entity_rows(view))


def relations_csv(view: View) -> str:
    """The shown relations as CSV, columns as in ``RELATION_COLUMNS``."""
    return table(RELATION_COLUMNS, relation_rows(view))
