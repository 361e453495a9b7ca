"""What is in a store, in numbers."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from evidence.stores.embedded.faults import store_faults
from evidence.stores.embedded.reading.connection import open_reader
from evidence.stores.embedded.writing.transactions import meta


@dataclass(frozen=True, slots=True)
class Overview:
    """The numbers of one store.

    Attributes:
        counts: How many of each kind of thing are stored.
        labels: Every entity label with its number, the commonest first.
        relation_types: The same of relations.
        generation: Changes with every write.
        text_ready: Whether the text index is that of the data.
        model_id: The model of the vectors.
        dimensions: Their length.
        vectors: How many there are.
        waiting: How many names and passages have none.
        bytes: Size of the files in the folder.
    """

    counts: dict[str, int]
    labels: list[tuple[str, int]]
    relation_types: list[tuple[str, int]]
    generation: str
    text_ready: bool
    model_id: str | None
    dimensions: int | None
    vectors: int
    waiting: int
    bytes: int

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return asdict(self)


def overview(folder: Path) -> Overview:
    """The numbers of the store in ``folder``, from one snapshot.

    Raises:
        StoreError: The store cannot be read.
    """
    reader = open_reader(folder)
    try:
        with store_faults():
            run = reader.database.execute
            run("BEGIN")
            counts = {name: int(run(query).fetchone()[0]) for name, query in _COUNTS.items()}
            vectors, waiting = run(_VECTORS).fetchone()
            generation = meta(reader.database, "generation")
            return Overview(
                counts=counts,
                labels=run(_LABELS).fetchall(),
                relation_types=run(_TYPES).fetchall(),
                generation=generation,
                text_ready=meta(reader.database, "fts_generation") == generation,
                model_id=meta(reader.database, "model_id"),
                dimensions=meta(reader.database, "dimensions"),
                vectors=vectors,
                waiting=waiting,
                bytes=sum(file.stat().st_size for file in folder.iterdir() if file.is_file()),
            )
    finally:
        reader.database.close()


_COUNTS = {
    "documents": "SELECT count(*) FROM document",
    "documents disabled": "SELECT count(*) FROM document WHERE enabled = 0",
    "documents not in force today": """
SELECT count(*) FROM document WHERE in_force_from > date() OR in_force_to <= date()
""",
    "versions": "SELECT count(*) FROM version",
    "superseded versions": "SELECT count(*) FROM version WHERE NOT current",
    "sections": "SELECT count(*) FROM section",
    "passages": "SELECT count(*) FROM passage",
    "entities": "SELECT count(*) FROM entity",
    "names": "SELECT count(*) FROM name",
    "mentions": "SELECT count(*) FROM mention",
    "places of mentions": "SELECT count(*) FROM mention_span",
    "relations": "SELECT count(*) FROM relation",
    "relations without evidence": """
SELECT count(*) FROM relation r WHERE NOT EXISTS(SELECT 1 FROM evidence x WHERE x.relation = r.id)
""",
    "evidence": "SELECT count(*) FROM evidence",
    "missing evidence": "SELECT count(*) FROM evidence WHERE passage IS NULL",
}
_VECTORS = """
SELECT (SELECT count(*) FROM entity_vector) + (SELECT count(*) FROM passage_vector),
  (SELECT count(*) FROM entity e WHERE NOT EXISTS(SELECT 1 FROM entity_vector v WHERE v.id = e.id))
  + (SELECT count(*) FROM passage p
     WHERE NOT EXISTS(SELECT 1 FROM passage_vector v WHERE v.id = p.id))
"""
_LABELS = """
SELECT l.name, count(*) FROM entity e CROSS JOIN label l ON l.id = e.label
GROUP BY l.id ORDER BY 2 DESC, 1
"""
_TYPES = """
SELECT t.name, count(*) FROM relation r CROSS JOIN relation_type t ON t.id = r.type
GROUP BY t.id ORDER BY 2 DESC, 1
"""
