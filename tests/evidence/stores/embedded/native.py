"""Native records told as dictionaries, brought into a store and read back as an export."""

import json
from pathlib import Path
from typing import Any

from evidence.import_report import ImportReport
from evidence.importers.native import read_native
from evidence.stores.embedded.keeping.integrity import check
from evidence.stores.embedded.keeping.native_export import export_lines
from evidence.stores.embedded.writing.writer import EmbeddedWriter

Record = dict[str, Any]


def record(kind: str, **fields: Any) -> Record:
    return {"kind": kind, **fields}


def document(key: str = "d", **fields: Any) -> Record:
    return record("document", key=key, **fields)


def version(name: str, key: str = "d", **fields: Any) -> Record:
    return record("version", document=key, name=name, **fields)


def passage(id: str, text: str, order: int = 0, key: str = "d", **fields: Any) -> Record:
    return record("passage", id=id, document=key, order=order, text=text, **fields)


def section(key: str, **fields: Any) -> Record:
    return record("section", **{"document": "d", "key": key, "order": 0, **fields})


def entity(id: str, name: str | None = None, label: str = "Thing", **fields: Any) -> Record:
    return record("entity", id=id, label=label, name=name or id, **fields)


def mention(passage: str, entity: str, **fields: Any) -> Record:
    return record("mention", passage=passage, entity=entity, **fields)


def relation(id: str, source: str, target: str, type: str = "KNOWS", **fields: Any) -> Record:
    return record("relation", id=id, type=type, source=source, target=target, **fields)


def evidence(relation: str, passage: str, **fields: Any) -> Record:
    return record("evidence", relation=relation, passage=passage, **fields)


def bring(folder: Path, *records: Record) -> ImportReport:
    """Brings the records in as one file; the store is checked afterwards."""
    file = folder / "graph.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(each) + "\n" for each in records), "utf-8")
    with EmbeddedWriter(folder / "store") as writer:
        report = writer.ingest(read_native(file), file="graph.jsonl")
    assert check(folder / "store") == []
    return report


def stored(folder: Path, kind: str | None = None) -> list[Record]:
    """The records an export has, in order."""
    found = [json.loads(line) for line in export_lines(folder / "store")]
    return [each for each in found if kind in (None, each["kind"])]
