"""Passages with their words, quotes and path citations, as details list them."""

from collections.abc import Iterable

from evidence.details import PassageDetail
from evidence.path_citation import path_citation
from evidence.ports import EvidenceRow, PassageRef, PassageRow, Reads
from evidence.scope import Scope
from evidence.visibility import evidence_id


def describe_passage(row: PassageRow, evidence: EvidenceRow | None = None) -> PassageDetail:
    """A passage as a reader sees it; a text that fails its digest is not shown."""
    return PassageDetail(
        evidence_id=evidence_id(row.ref),
        passage_id=row.ref.passage_id,
        document_key=row.ref.document_key,
        title=row.title,
        citation=path_citation(row),
        text=row.text if row.intact else "",
        intact=row.intact,
        quote=evidence.quote if evidence else None,
        quote_start=evidence.start if evidence else None,
        quote_end=evidence.end if evidence else None,
        superseded=not row.ref.current,
    )


async def describe_passages(
    reads: Reads, refs: Iterable[PassageRef], scope: Scope
) -> dict[str, PassageDetail]:
    """The details of passages by passage id, read in one go."""
    ids = list(dict.fromkeys(ref.passage_id for ref in refs))
    rows = await reads.passages(ids, scope=scope) if ids else {}
    return {name: describe_passage(row) for name, row in rows.items()}
