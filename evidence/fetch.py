"""Fetch evidence: the words an evidence id stands for."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from evidence import limits
from evidence.details import FetchDetail, FetchExtra
from evidence.errors import StoreError
from evidence.ids import (
    MalformedEvidenceIdError,
    PassageReference,
    Reference,
    SpanReference,
    parse_evidence_id,
)
from evidence.markdown import public_address
from evidence.path_citation import path_citation
from evidence.ports import GraphStore, PassageRow, Reads
from evidence.results import (
    EvidenceReference,
    FetchOutcome,
    FetchResult,
    FetchStatus,
    Location,
    VersionStatus,
)
from evidence.scope import Scope, as_scope
from evidence.visibility import location

STORE_ERROR = "evidence store error"
NOT_INTACT = "stored text does not match its digest"


class _Text(NamedTuple):
    """A text found, the passage it starts in, its range, and whether that is all of it."""

    row: PassageRow
    text: str
    covered: tuple[int, int] | None
    whole: bool


async def fetch_evidence(
    store: GraphStore,
    evidence_ids: Sequence[str],
    *,
    scope: Scope | Iterable[str],
    max_chars: int | None = None,
    timeout: float | None = None,
) -> FetchResult:
    """One outcome for each evidence id, in order; any version of a document that still lives.

    A missing id and one out of scope give the same ``unavailable``. A text whose digest differs
    from the one stored at import is ``failed`` and not returned.

    Args:
        store: The store to read.
        evidence_ids: What to read.
        scope: What may be read: a ``Scope``, or keys of documents.
        max_chars: The most characters returned for one id.
        timeout: Seconds for the call; ``limits.FETCH_SECONDS`` when not given.

    Raises:
        ValueError: ``max_chars`` is not positive.
    """
    cut = limits.FETCH_CHARACTERS.default if max_chars is None else max_chars
    if cut <= 0:
        raise ValueError("max_chars must be positive")
    applied = as_scope(scope)
    references = [_parse(text) for text in evidence_ids]
    seconds = limits.FETCH_SECONDS if timeout is None else timeout
    if applied.is_empty or not any(isinstance(r, Reference) for r in references):
        pairs = [_closed(text, ref) for text, ref in zip(evidence_ids, references, strict=True)]
    else:
        pairs = await _fetch_all(
            store, evidence_ids, references, scope=applied, cut=cut, seconds=seconds
        )
    return FetchResult(
        outcomes=[outcome for outcome, _ in pairs],
        extra=FetchExtra(outcomes=[detail for _, detail in pairs]),
    )


async def _fetch_all(
    store: GraphStore,
    texts: Sequence[str],
    references: Sequence[Reference | str],
    *,
    scope: Scope,
    cut: int,
    seconds: float,
) -> list[tuple[FetchOutcome, FetchDetail]]:
    try:
        async with store.snapshot(timeout=seconds) as reads:
            return [
                await _fetch(reads, text, reference, scope, cut)
                for text, reference in zip(texts, references, strict=True)
            ]
    except StoreError:
        return [
            _closed(text, reference) if isinstance(reference, str) else _failed(text, STORE_ERROR)
            for text, reference in zip(texts, references, strict=True)
        ]


def _parse(text: str) -> Reference | str:
    try:
        return parse_evidence_id(text)
    except MalformedEvidenceIdError as error:
        return str(error)


def _closed(text: str, reference: Reference | str) -> tuple[FetchOutcome, FetchDetail]:
    """The outcome of an id that is malformed or that nothing in scope answers."""
    if isinstance(reference, str):
        outcome = FetchOutcome(evidence_id=text, status=FetchStatus.MALFORMED, detail=reference)
    else:
        outcome = FetchOutcome(evidence_id=text, status=FetchStatus.UNAVAILABLE)
    return outcome, FetchDetail()


def _failed(text: str, detail: str) -> tuple[FetchOutcome, FetchDetail]:
    outcome = FetchOutcome(evidence_id=text, status=FetchStatus.FAILED, detail=detail)
    return outcome, FetchDetail()


async def _fetch(
    reads: Reads, text: str, reference: Reference | str, scope: Scope, cut: int
) -> tuple[FetchOutcome, FetchDetail]:
    if isinstance(reference, str):
        return _closed(text, reference)
    rows = await reads.version_passages(reference.document_id, reference.hash_prefix, scope=scope)
    if isinstance(reference, PassageReference):
        found = _whole_passage(rows, reference)
    else:
        found = _joined_span(rows, reference)
    if found is None:
        return _closed(text, reference)
    if not found.row.intact:
        return _failed(text, NOT_INTACT)
    return _outcome(text, reference, found, cut)


def _whole_passage(rows: Sequence[PassageRow], reference: PassageReference) -> _Text | None:
    for row in rows:
        if row.ref.passage_id == reference.passage_id:
            start = row.ref.char_start if _is_exact(row) else None
            covered = None if start is None else (start, start + row.ref.length)
            return _Text(row, row.text, covered, whole=True)
    return None


def _joined_span(rows: Sequence[PassageRow], reference: SpanReference) -> _Text | None:
    """The text of a range, from its first covered point to the first gap; never padded.

    Two versions under one hash prefix make the reference ambiguous, so it gives nothing.
    """
    if len({row.ref.content_hash for row in rows}) > 1:
        return None
    exact = sorted((row for row in rows if _is_exact(row)), key=lambda row: row.ref.char_start or 0)
    pieces: list[str] = []
    first: PassageRow | None = None
    begin = position = reference.start
    for row in exact:
        start, end = row.ref.char_start or 0, row.ref.char_end or 0
        if end <= position or start >= reference.end:
            continue
        if first is None:
            first, begin, position = row, max(start, reference.start), max(start, position)
        elif start > position:
            break
        stop = min(end, reference.end)
        pieces.append(row.text[position - start : stop - start])
        position = stop
        if not row.intact:
            return _Text(row, "", None, whole=False)
    if first is None:
        return None
    covered = (begin, position)
    return _Text(first, "".join(pieces), covered, covered == (reference.start, reference.end))


def _is_exact(row: PassageRow) -> bool:
    start, end = row.ref.char_start, row.ref.char_end
    return start is not None and end is not None and start < end and end - start == row.ref.length


def _outcome(
    text: str, reference: Reference, found: _Text, cut: int
) -> tuple[FetchOutcome, FetchDetail]:
    row, shown = found.row, found.text[:cut]
    shortened = len(found.text) > cut
    covered = None if found.covered is None else (found.covered[0], found.covered[0] + len(shown))
    status = FetchStatus.OK if found.whole else FetchStatus.PARTIAL
    current = row.ref.current
    outcome = FetchOutcome(
        evidence_id=text,
        status=FetchStatus.TRUNCATED if shortened else status,
        text=shown,
        reference=_reference(reference),
        document_key=row.ref.document_key,
        title=row.title,
        uri=public_address(row.uri),
        location=_place(row, covered, reference),
        content_hash=row.ref.content_hash,
        status_of_version=VersionStatus.CURRENT if current else VersionStatus.SUPERSEDED,
        observed_activation_seq=row.activation,
        covered_range=covered,
        partial=not found.whole,
    )
    return outcome, FetchDetail(citation=path_citation(row), headings=list(row.headings))


def _place(row: PassageRow, covered: tuple[int, int] | None, reference: Reference) -> Location:
    """A span sits where its text was found, a passage where it is stored."""
    if isinstance(reference, SpanReference) and covered:
        return Location(char_start=covered[0], char_end=covered[1])
    return location(row.ref)


def _reference(reference: Reference) -> EvidenceReference:
    if isinstance(reference, SpanReference):
        return EvidenceReference(
            kind="span",
            document_node_id=reference.document_id,
            content_hash_prefix=reference.hash_prefix,
            char_start=reference.start,
            char_end=reference.end,
        )
    return EvidenceReference(
        kind="chunk",
        document_node_id=reference.document_id,
        content_hash_prefix=reference.hash_prefix,
        chunk_id=reference.passage_id,
    )
