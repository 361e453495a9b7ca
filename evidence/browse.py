"""Looking around: suggestions, the best-connected entities, labels, and cards to inspect.

Everything is read inside the scope; what is missing and what is out of scope both give nothing.
These functions raise ``StoreError``, since a page that browses has no status of its own to carry.
"""

from collections.abc import Iterable, Sequence

from evidence import limits
from evidence.cards import (
    EdgeCard,
    EdgePassage,
    EntityCard,
    MarkedPassage,
    PassageCard,
    Suggestion,
)
from evidence.details import Count, EntityDetail, PassageDetail, TypeCount
from evidence.edge_details import grade_of
from evidence.entity_details import count_of, describe_entity
from evidence.ids import (
    MalformedEvidenceIdError,
    PassageReference,
    Reference,
    is_entity_id,
    parse_evidence_id,
)
from evidence.marks import Span, merged, name_spans, quote_span
from evidence.match import match_names
from evidence.passage_details import describe_passage, describe_passages
from evidence.ports import EvidenceRow, GraphStore, PassageRef, PassageRow, Reads, StepRow
from evidence.query import parse_query
from evidence.scope import Scope, as_scope
from evidence.visibility import settle

_SUGGESTION_ROWS = 60
_NEIGHBOURS = 2


async def suggest(
    store: GraphStore,
    text: str,
    *,
    scope: Scope | Iterable[str],
    labels: Sequence[str] | None = None,
    limit: int = limits.SUGGESTIONS.default,
) -> list[Suggestion]:
    """Names and aliases that meet what was typed: the same, beginning so, having the words."""
    query = parse_query(text)
    if not query.norm:
        return []
    async with store.snapshot(timeout=limits.LEG_SECONDS) as reads:
        rows = await reads.match_names(
            query, labels=labels, scope=as_scope(scope), limit=_SUGGESTION_ROWS
        )
    return [
        Suggestion(entity_id=m.entity_id, label=m.label, name=m.name, matched=m.matched)
        for m in match_names(query, rows)[:limit]
    ]


async def central(
    store: GraphStore,
    *,
    scope: Scope | Iterable[str],
    labels: Sequence[str] | None = None,
    limit: int = limits.SUGGESTIONS.default,
) -> list[EntityDetail]:
    """The best-connected entities, most relations first."""
    async with store.snapshot(timeout=limits.WALK_SECONDS) as reads:
        found = await reads.central_entities(as_scope(scope), labels=labels, limit=limit)
        rows = await reads.entities([name for name, _ in found])
    return [describe_entity(rows[name], relations=count) for name, count in found if name in rows]


async def labels_in(store: GraphStore, *, scope: Scope | Iterable[str]) -> list[TypeCount]:
    """The entity labels with how many entities carry each, most first."""
    async with store.snapshot(timeout=limits.WALK_SECONDS) as reads:
        return [
            TypeCount(name=name, count=count) for name, count in await reads.labels(as_scope(scope))
        ]


async def describe(
    store: GraphStore, entity_ids: Sequence[str], *, scope: Scope | Iterable[str]
) -> dict[str, EntityDetail]:
    """The entities with these ids that are in scope, by id."""
    wanted = [name for name in dict.fromkeys(entity_ids) if is_entity_id(name)]
    applied = as_scope(scope)
    async with store.snapshot(timeout=limits.WALK_SECONDS) as reads:
        supports = await reads.supports(wanted, scope=applied, limit=1)
        kept = list(settle(wanted, supports))
        rows = await reads.entities(kept)
        counts = await reads.relation_counts(kept, scope=applied)
    return {
        name: describe_entity(
            rows[name], relations=counts.get(name), passages=count_of(supports[name].total)
        )
        for name in kept
        if name in rows
    }


async def entity_card(
    store: GraphStore,
    entity_id: str,
    *,
    scope: Scope | Iterable[str],
    support_limit: int = limits.SUPPORT.cap,
) -> EntityCard | None:
    """An entity with its passages, the name marked in each; nothing when it is not in scope."""
    if not is_entity_id(entity_id):
        return None
    applied = as_scope(scope)
    async with store.snapshot(timeout=limits.WALK_SECONDS) as reads:
        support = (await reads.supports([entity_id], scope=applied, limit=support_limit)).get(
            entity_id
        )
        kinds = settle([entity_id], {entity_id: support} if support else {})
        rows = await reads.entities([entity_id])
        if support is None or entity_id not in kinds or entity_id not in rows:
            return None
        counts = await reads.relation_counts([entity_id], scope=applied)
        types = await reads.type_counts(entity_id, scope=applied)
        passages = await describe_passages(reads, support.visible, applied)
        places = await _places(reads, support.visible)
    entity = describe_entity(
        rows[entity_id],
        relations=counts.get(entity_id),
        passages=count_of(support.total),
    )
    return EntityCard(
        entity=entity,
        kind=kinds[entity_id],
        support=[
            MarkedPassage(
                passage=passages[ref.passage_id],
                spans=_seen(passages[ref.passage_id], entity, places),
            )
            for ref in support.visible
            if ref.passage_id in passages
        ],
        types=[TypeCount(name=name, count=count) for name, count in types],
        labels=entity.labels,
    )


async def edge_card(
    store: GraphStore,
    relation_id: str,
    source_id: str,
    target_id: str,
    *,
    scope: Scope | Iterable[str],
    limit: int = limits.SUPPORT.cap,
) -> EdgeCard | None:
    """A relation with its passages, both ends and the quote marked; nothing when out of scope."""
    if not (is_entity_id(source_id) and is_entity_id(target_id) and is_entity_id(relation_id)):
        return None
    applied = as_scope(scope)
    async with store.snapshot(timeout=limits.WALK_SECONDS) as reads:
        row = await _relation(reads, relation_id, source_id, target_id, applied)
        return None if row is None else await _edge_card(reads, row, applied, limit)


async def passage_card(
    store: GraphStore, evidence_id: str, *, scope: Scope | Iterable[str]
) -> PassageCard | None:
    """The passage an evidence id starts in, the entities it mentions, and what stands round it.

    Nothing when it is not in scope.
    """
    try:
        reference = parse_evidence_id(evidence_id)
    except MalformedEvidenceIdError:
        return None
    async with store.snapshot(timeout=limits.FETCH_SECONDS) as reads:
        rows = await reads.version_passages(
            reference.document_id, reference.hash_prefix, scope=as_scope(scope)
        )
        at = next((n for n, row in enumerate(rows) if _holds(row.ref, reference)), None)
        if at is None:
            return None
        row = rows[at]
        mentions = await reads.mentions([row.ref.passage_id], entity_ids=None)
        entities = await reads.entities(list(dict.fromkeys(m.entity_id for m in mentions)))
    passage = describe_passage(row)
    places: Places = {}
    for mention in mentions:
        if mention.start is not None and mention.end is not None:
            key = (mention.passage_id, mention.entity_id)
            places.setdefault(key, []).append((mention.start, mention.end))
    described = [describe_entity(entity) for entity in entities.values()]
    described.sort(key=lambda entity: (entity.name, entity.entity_id))
    return PassageCard(
        passage=passage,
        before=_of_version(rows[max(0, at - _NEIGHBOURS) : at], row.ref),
        after=_of_version(rows[at + 1 : at + 1 + _NEIGHBOURS], row.ref),
        entities=described,
        spans={entity.entity_id: _seen(passage, entity, places) for entity in described},
    )


def _of_version(rows: Iterable[PassageRow], ref: PassageRef) -> list[PassageDetail]:
    """The passages of the version that ``ref`` belongs to."""
    return [describe_passage(row) for row in rows if row.ref.content_hash == ref.content_hash]


def _holds(ref: PassageRef, reference: Reference) -> bool:
    """Whether a passage is the one a reference names or starts in."""
    if isinstance(reference, PassageReference):
        return ref.passage_id == reference.passage_id
    if ref.char_start is None or ref.char_end is None:
        return False
    return ref.char_start <= reference.start < ref.char_end


async def _relation(
    reads: Reads, relation_id: str, source: str, target: str, scope: Scope
) -> StepRow | None:
    ends = list(dict.fromkeys([source, target]))
    step = await reads.edges_between(ends, scope=scope, types=None, limit=limits.STEP_ROWS)
    return next((row for row in step.rows if row.relation_id == relation_id), None)


async def _edge_card(reads: Reads, row: StepRow, scope: Scope, limit: int) -> EdgeCard | None:
    ends = [row.source_id, row.target_id]
    rows = await reads.entities(ends)
    relation = (await reads.relations([row.relation_id])).get(row.relation_id)
    if relation is None or any(name not in rows for name in ends):
        return None
    together = (await reads.together([(min(ends), max(ends))], scope=scope))[0]
    counts = await reads.relation_counts(ends, scope=scope)
    subject, target = (describe_entity(rows[n], relations=counts.get(n)) for n in ends)
    evidence = (await reads.evidence([row.relation_id], scope=scope, limit=limit)).get(
        row.relation_id, []
    )
    shared: list[PassageRef] = []
    if not evidence and row.source_id != row.target_id:
        shared = await reads.together_passages(*ends, scope=scope, limit=limit)
    refs = [entry.ref for entry in evidence] + shared
    passages = await describe_passages(reads, refs, scope)
    places = await _places(reads, refs)
    shown = _EdgeReading(subject, target, passages, places)
    return EdgeCard(
        relation_id=row.relation_id,
        relation_type=relation.relation_type,
        source=subject,
        target=target,
        grade=grade_of(row, together),
        directed=relation.directed,
        evidence=shown.passages_of(evidence),
        evidence_count=Count(value=row.visible),
        candidates=shown.passages_of([EvidenceRow(ref, None, None, None) for ref in shared]),
        together=together,
        extractor=relation.extractor,
        confidence=relation.confidence,
        valid_from=relation.valid_from,
        valid_to=relation.valid_to,
        properties=describe_entity(
            rows[row.source_id]._replace(properties=relation.properties)
        ).properties,
    )


Places = dict[tuple[str, str], list[Span]]


class _EdgeReading:
    """The passages of one relation read for its two ends."""

    def __init__(
        self,
        subject: EntityDetail,
        target: EntityDetail,
        passages: dict[str, PassageDetail],
        places: Places,
    ) -> None:
        self._subject = subject
        self._target = target
        self._passages = passages
        self._places = places

    def passages_of(self, entries: Sequence[EvidenceRow]) -> list[EdgePassage]:
        """The passages of evidence entries, ends and quote marked."""
        return [
            self._read(self._passages[entry.ref.passage_id], entry)
            for entry in entries
            if entry.ref.passage_id in self._passages
        ]

    def _read(self, passage: PassageDetail, entry: EvidenceRow) -> EdgePassage:
        quote = quote_span(passage.text, entry.quote, entry.start, entry.end)
        return EdgePassage(
            passage=passage.model_copy(update={"quote": entry.quote}),
            subject_spans=_seen(passage, self._subject, self._places),
            object_spans=_seen(passage, self._target, self._places),
            quote_span=quote,
        )


async def _places(reads: Reads, refs: Sequence[PassageRef]) -> Places:
    """Stored mention spans by passage and entity."""
    ids = list(dict.fromkeys(ref.passage_id for ref in refs))
    places: Places = {}
    if not ids:
        return places
    for row in await reads.mentions(ids, entity_ids=None):
        if row.start is not None and row.end is not None:
            places.setdefault((row.passage_id, row.entity_id), []).append((row.start, row.end))
    return places


def _seen(passage: PassageDetail, entity: EntityDetail, places: Places) -> list[Span]:
    """Where a passage names an entity: stored spans, and its name and aliases wherever they are.

    A name inside a longer one that the graph says is somebody else's ("Acme" in "Acme Safety
    Board") is not seen.
    """
    stored = places.get((passage.passage_id, entity.entity_id), [])
    stored = [(start, end) for start, end in stored if end <= len(passage.text)]
    others = [
        span
        for (passage_id, entity_id), spans in places.items()
        if passage_id == passage.passage_id and entity_id != entity.entity_id
        for span in spans
    ]
    named = [
        (start, end)
        for start, end in name_spans(passage.text, [entity.name, *entity.aliases])
        if not any(s <= start and end <= e and end - start < e - s for s, e in others)
    ]
    return merged([*stored, *named])
