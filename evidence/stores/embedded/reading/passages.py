"""Reading passages: their place, their text, and what they are attached to."""

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from evidence.details import Count
from evidence.limits import COUNT_CAP
from evidence.ports import EvidenceRow, MentionRow, PassageRef, PassageRow, SupportRow
from evidence.scope import Scope
from evidence.stores.embedded.reading.connection import loaded_list
from evidence.stores.embedded.reading.headings import headings
from evidence.stores.embedded.reading.identities import numbers, uuid_text, uuid_texts
from evidence.stores.embedded.reading.predicates import spelled_out
from evidence.stores.embedded.reading.scopes import ResolvedScope, resolved
from evidence.stores.embedded.reading.view import View
from evidence.stores.embedded.schema import passage_digest

_REF = """json_array(p.id & 65535, hex(p.uid), hex(d.uid), d.key, v.content_hash, p.length,
  p.char_start, p.char_end, p.pages, v.current)"""
_PLACE = """CROSS JOIN version AS v ON v.dv = p.id >> 16
CROSS JOIN document AS d ON d.id = v.document"""
_FEW_ENTRIES = 8


def passage_ref(values: Sequence[Any]) -> PassageRef:
    """The passage a query described with the columns of ``_REF``."""
    order, uid, document, key, content_hash, length, start, end, pages, current = values
    return PassageRef(
        passage_id=uuid_text(uid),
        document_id=uuid_text(document),
        document_key=key,
        content_hash=content_hash,
        order=order,
        length=length,
        char_start=start,
        char_end=end,
        pages=tuple(loaded_list(pages)),
        current=bool(current),
    )


def capped(found: int) -> Count:
    """A count that stopped one past the cap."""
    return _count(min(found, COUNT_CAP), found > COUNT_CAP)


@lru_cache(maxsize=4_096)
def _count(value: int, capped: bool) -> Count:
    return Count(value=value, capped=capped)


def passages(view: View, ids: Sequence[str], scope: Scope) -> dict[str, PassageRow]:
    """The passages with these ids that are in scope."""
    known = numbers(view, "passage", ids)
    parameters = resolved(view, scope).asked(passages=json.dumps(list(known.values())))
    rows = _passage_rows(view, view.rows(_PASSAGES, parameters))
    return {row.ref.passage_id: row for row in rows}


def version_passages(
    view: View, document_id: str, hash_prefix: str, scope: Scope
) -> list[PassageRow]:
    """The passages of a document's versions with this hash prefix, by version and order."""
    uid = bytes.fromhex(document_id.replace("-", ""))
    parameters = resolved(view, scope).asked(document=uid, prefix=hash_prefix)
    return _passage_rows(view, view.rows(_VERSION_PASSAGES, parameters))


def _passage_rows(view: View, rows: Sequence[tuple[Any, ...]]) -> list[PassageRow]:
    above = headings(view, [(number >> 16, sections) for number, sections, *_ in rows])
    return [_passage_row(row, titles) for row, titles in zip(rows, above, strict=True)]


def _passage_row(row: tuple[Any, ...], titles: tuple[str, ...]) -> PassageRow:
    _, _, ref, text, digest, title, uri, namespace, path, activation = row
    return PassageRow(
        ref=passage_ref(loaded_list(ref)),
        text=text,
        intact=passage_digest(text) == digest,
        title=title,
        uri=uri,
        namespace=namespace,
        path=tuple(loaded_list(path)),
        headings=titles,
        activation=activation,
    )


def supports(view: View, ids: Sequence[str], scope: Scope, limit: int) -> dict[str, SupportRow]:
    """For each id whether it is in scope, its first visible passages, and how many there are."""
    known = numbers(view, "entity", ids)
    applied = resolved(view, scope)
    parameters = applied.asked(
        entities=json.dumps(list(known.values())), limit=limit, cap=COUNT_CAP + 1
    )
    found = dict.fromkeys(ids, SupportRow(in_scope=False, visible=[], total=0))
    rows = view.listed(_SUPPORTS, parameters)
    refs = _refs(view, [passage for _, _, first in rows for passage in _numbers(first)])
    for entity, (in_scope, total, first) in zip(known, rows, strict=True):
        visible = [refs[passage] for passage in _numbers(first)]
        found[entity] = SupportRow(in_scope=bool(in_scope), visible=visible, total=total)
    return found


def evidence(
    view: View, relation_ids: Sequence[str], scope: Scope, limit: int
) -> dict[str, list[EvidenceRow]]:
    """For each stored relation its first visible evidence."""
    known = numbers(view, "relation", relation_ids)
    relations = list(known.values())
    entries = _entries(view, relations, resolved(view, scope), limit)
    refs = _refs(view, [passage for _, passage, *_ in entries])
    found: dict[int, list[EvidenceRow]] = {relation: [] for relation in relations}
    for relation, passage, quote, start, end in entries:
        found[relation].append(EvidenceRow(refs[passage], quote, start, end))
    for rows in found.values():
        rows.sort(key=lambda row: (row.ref.order, row.ref.passage_id))
    return {each: found[number][:limit] for each, number in known.items()}


def _entries(
    view: View, relations: Sequence[int], applied: ResolvedScope, limit: int
) -> list[tuple[int, int, str | None, int | None, int | None]]:
    """The visible evidence of relations; of those with much of it only the first entries."""
    parameters = applied.asked(
        relations=json.dumps(relations), most=_FEW_ENTRIES * len(relations) + 1, limit=limit
    )
    entries = view.listed(_EVIDENCE, parameters)
    if len(entries) > _FEW_ENTRIES * len(relations):
        entries = view.listed(_FIRST_EVIDENCE, parameters)
    return entries


def _numbers(text: str | None) -> list[int]:
    return [int(number) for number in text.split(",")] if text else []


def _refs(view: View, passages: Iterable[int]) -> dict[int, PassageRef]:
    """The passages with these numbers."""
    asked = list(dict.fromkeys(passages))
    if not asked:
        return {}
    rows, own, documents = view.rows(_REFS, {"passages": json.dumps(asked)})[0]
    refs = {
        number: PassageRef(
            passage, document, key, content_hash, number & 65_535, length, start, end,
            tuple(loaded_list(pages)), bool(current),
        )
        for number, passage, document, (key, content_hash, length, start, end, pages, current) in zip(
            asked, uuid_texts(own or ""), uuid_texts(documents or ""), loaded_list(rows), strict=True
        )
    }  # fmt: skip
    view.known["passage"].update((ref.passage_id, number) for number, ref in refs.items())
    return refs


def together(view: View, pairs: Sequence[tuple[str, str]], scope: Scope) -> list[Count]:
    """For each pair how many visible passages mention both."""
    known = numbers(view, "entity", [each for pair in pairs for each in pair])
    asked = [[known.get(one, -1), known.get(other, -1)] for one, other in pairs]
    parameters = resolved(view, scope).asked(pairs=json.dumps(asked), cap=COUNT_CAP + 1)
    return [capped(number) for number in view.listed(_TOGETHER, parameters)]


def together_passages(
    view: View, one: str, other: str, scope: Scope, limit: int
) -> list[PassageRef]:
    """The first visible passages that mention both entities."""
    known = numbers(view, "entity", [one, other])
    parameters = resolved(view, scope).asked(
        one=known.get(one, -1), other=known.get(other, -1), limit=limit
    )
    return [passage_ref(ref) for ref in view.listed(_TOGETHER_PASSAGES, parameters)]


def mentions(
    view: View, passage_ids: Sequence[str], entity_ids: Iterable[str] | None
) -> list[MentionRow]:
    """Where these passages mention these entities, by passage id, entity id and start."""
    known = numbers(view, "passage", passage_ids)
    wanted = None if entity_ids is None else list(numbers(view, "entity", entity_ids).values())
    parameters = {
        "passages": json.dumps(list(known.values())),
        "entities": None if wanted is None else json.dumps(wanted),
    }
    found = [
        MentionRow(uuid_text(passage), uuid_text(entity), start, stop, surface)
        for passage, entity, start, stop, surface in view.listed(_MENTIONS, parameters)
    ]
    return sorted(found, key=lambda row: (row.passage_id, row.entity_id, row.start or 0))


_ROW = spelled_out(
    """SELECT p.id, p.sections, @ref, p.text, p.digest, d.title, d.uri, d.namespace, d.path,
  d.activation""",
    ref=_REF,
)
_PASSAGES = spelled_out(
    """
@row FROM json_each(:passages) AS asked CROSS JOIN passage AS p ON p.id = asked.value @place
WHERE @in_scope(p.id)
""",
    place=_PLACE,
    row=_ROW,
)
_VERSION_PASSAGES = spelled_out(
    """
@row FROM document AS d CROSS JOIN version AS v ON v.document = d.id
CROSS JOIN passage AS p ON p.id BETWEEN v.dv << 16 AND (v.dv << 16) + 65535
WHERE d.uid = :document AND substr(v.content_hash, 1, length(:prefix)) = :prefix
  AND EXISTS (SELECT 1 FROM version AS now WHERE now.document = d.id AND now.current = 1)
  AND @in_scope(p.id)
ORDER BY p.id
""",
    row=_ROW,
)
# The first by order and id: those up to the order of the last one wanted are few, and only their
# ids are looked up. An entity with 14,000 mentions takes 3 ms instead of 12.
_SUPPORTS = spelled_out("""
SELECT json_group_array(json_array(@member(asked.value),
  (SELECT count(*) FROM (SELECT 1 FROM mention AS m
    WHERE m.entity = asked.value AND @visible(m.passage) LIMIT :cap)),
  (SELECT group_concat(passage) FROM (
    SELECT m.passage FROM (SELECT max(place) AS place FROM (
        SELECT f.passage & 65535 AS place FROM mention AS f
        WHERE f.entity = asked.value AND @visible(f.passage) ORDER BY 1 LIMIT :limit)) AS last
    CROSS JOIN mention AS m ON m.entity = asked.value AND m.passage & 65535 <= last.place
    CROSS JOIN passage AS p ON p.id = m.passage
    WHERE @visible(m.passage) ORDER BY m.passage & 65535, p.uid LIMIT :limit))))
FROM json_each(:entities) AS asked
""")
_EVIDENCE = spelled_out("""
SELECT json_group_array(json_array(relation, passage, quote, start, stop)) FROM (
  SELECT x.relation, x.passage, x.quote, x.start, x.stop FROM json_each(:relations) AS asked
  CROSS JOIN evidence AS x ON x.relation = asked.value WHERE @visible(x.passage) LIMIT :most)
""")
_FIRST_EVIDENCE = spelled_out("""
SELECT json_group_array(json_array(x.relation, x.passage, x.quote, x.start, x.stop))
FROM json_each(:relations) AS asked CROSS JOIN evidence AS x ON x.relation = asked.value
WHERE x.passage_uid IN (SELECT first.passage_uid FROM evidence AS first
  WHERE first.relation = asked.value AND @visible(first.passage)
  ORDER BY first.passage & 65535, first.passage_uid LIMIT :limit)
""")
_REFS = """
SELECT json_group_array(json_array(d.key, v.content_hash, p.length, p.char_start, p.char_end,
  p.pages, v.current)), group_concat(hex(p.uid), ''), group_concat(hex(d.uid), '')
FROM json_each(:passages) AS asked CROSS JOIN passage AS p ON p.id = asked.value
CROSS JOIN version AS v ON v.dv = p.id >> 16 CROSS JOIN document AS d ON d.id = v.document
"""
# The entity with fewer mentions leads; which one that is shows within the first few thousand.
_TOGETHER = spelled_out("""
WITH sized(at, one, other, ones, others) AS MATERIALIZED (
  SELECT key, json_extract(value, '$[0]'), json_extract(value, '$[1]'),
    (SELECT count(*) FROM (SELECT 1 FROM mention AS m
      WHERE m.entity = json_extract(value, '$[0]') LIMIT 5000)),
    (SELECT count(*) FROM (SELECT 1 FROM mention AS m
      WHERE m.entity = json_extract(value, '$[1]') LIMIT 5000))
  FROM json_each(:pairs)),
led(at, lead, probe) AS MATERIALIZED (
  SELECT at, iif(ones <= others, one, other), iif(ones <= others, other, one) FROM sized)
SELECT json_group_array(found) FROM (
  SELECT (SELECT count(*) FROM (SELECT 1 FROM mention AS m WHERE m.entity = led.lead
      AND @visible(m.passage) AND EXISTS (SELECT 1 FROM mention AS n
        WHERE n.entity = led.probe AND n.passage = m.passage) LIMIT :cap)) AS found
  FROM led ORDER BY at)
""")
_TOGETHER_PASSAGES = spelled_out(
    """
SELECT json_group_array(json(ref)) FROM (
  SELECT @ref AS ref FROM mention AS m
  CROSS JOIN mention AS n ON n.entity = :other AND n.passage = m.passage
  CROSS JOIN passage AS p ON p.id = m.passage @place
  WHERE m.entity = :one AND @visible(m.passage)
  ORDER BY m.passage & 65535, p.uid LIMIT :limit)
""",
    ref=_REF,
    place=_PLACE,
)
_MENTIONS = """
SELECT json_group_array(json_array(hex(p.uid), hex(e.uid), s.start, s.stop, s.surface))
FROM json_each(:passages) AS asked
CROSS JOIN mention AS m ON m.passage = asked.value
CROSS JOIN passage AS p ON p.id = m.passage
CROSS JOIN entity AS e ON e.id = m.entity
LEFT JOIN mention_span AS s ON s.passage = m.passage AND s.entity = m.entity
WHERE :entities IS NULL OR m.entity IN (SELECT value FROM json_each(:entities))
"""
