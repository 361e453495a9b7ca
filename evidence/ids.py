"""Identifiers: UUIDv5 recipes, entity ids and evidence ids.

The recipes and the two evidence id forms are those of agrag 0.0.7, so a graph written by
either side has the same ids. Ids of other tools are mapped by ``foreign_id`` and kept beside it.
"""

import json
import re
from dataclasses import dataclass
from uuid import NAMESPACE_OID, uuid5

_HASH = r"[0-9a-f]{16}"
_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_OFFSET = r"0|[1-9][0-9]{0,11}"
_UUID_PATTERN = re.compile(_UUID)
_SPAN_PATTERN = re.compile(rf"ev1:s:({_UUID}):({_HASH}):({_OFFSET})-({_OFFSET})")
_PASSAGE_PATTERN = re.compile(rf"ev1:c:({_UUID}):({_HASH}):({_UUID})")


class MalformedEvidenceIdError(ValueError):
    """The text is not an evidence id; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class PassageReference:
    """A whole passage of one document version."""

    document_id: str
    hash_prefix: str
    passage_id: str


@dataclass(frozen=True, slots=True)
class SpanReference:
    """Code points ``[start, end)`` of one document version's text."""

    document_id: str
    hash_prefix: str
    start: int
    end: int


Reference = PassageReference | SpanReference


def is_entity_id(text: str) -> bool:
    """Whether ``text`` is a canonical lowercase hyphenated UUID."""
    return _UUID_PATTERN.fullmatch(text) is not None


def parse_evidence_id(text: str) -> Reference:
    """The reference an evidence id stands for.

    Raises:
        MalformedEvidenceIdError: The text has another shape, or its span is empty or reversed.
    """
    if match := _PASSAGE_PATTERN.fullmatch(text):
        return PassageReference(match[1], match[2], match[3])
    if match := _SPAN_PATTERN.fullmatch(text):
        start, end = int(match[3]), int(match[4])
        if start >= end:
            raise MalformedEvidenceIdError("a span needs 0 <= start < end")
        return SpanReference(match[1], match[2], start, end)
    raise MalformedEvidenceIdError("not an evidence id")


def format_evidence_id(reference: Reference) -> str:
    """The canonical text of a reference; equal references give equal texts."""
    head = f"{reference.document_id}:{reference.hash_prefix}"
    if isinstance(reference, PassageReference):
        return f"ev1:c:{head}:{reference.passage_id}"
    return f"ev1:s:{head}:{reference.start}-{reference.end}"


def passage_reference(
    *,
    document_id: str,
    content_hash: str,
    passage_id: str,
    length: int,
    start: int | None,
    end: int | None,
) -> Reference:
    """The reference that cites a passage: its span when its text is exactly that range.

    Args:
        document_id: Id of the document.
        content_hash: Full content hash of the version.
        passage_id: Id of the passage.
        length: Code points in the passage text.
        start: First code point of the passage in the version's text, when known.
        end: One past its last code point, when known.
    """
    prefix = content_hash[:16]
    if start is not None and end is not None and start < end and end - start == length:
        return SpanReference(document_id, prefix, start, end)
    return PassageReference(document_id, prefix, passage_id)


def _plain(name: str) -> str:
    return str(uuid5(NAMESPACE_OID, name))


def _listed(*parts: str) -> str:
    return _plain(json.dumps(list(parts)))


def document_id(document_key: str) -> str:
    """The id of the document with this key."""
    return _plain(f"Document:{document_key}")


def version_id(content_hash: str, schema: str = "", structure: str = "") -> str:
    """The id of a document version: its content, schema and structure fingerprints."""
    return _listed("Version", content_hash, schema, structure)


def passage_id(document: str, version: str, chunker: str, order: int) -> str:
    """The id of the passage at ``order`` in one version, as cut by one chunker."""
    return _listed("Chunk", document, version, chunker, str(order))


def section_id(document_key: str, headings: list[str], ordinal: int = 0) -> str:
    """The id of a section by its path of headings, stable across versions."""
    return _listed("Section", document_key, json.dumps(headings), str(ordinal))


def relation_id(relation_type: str, source: str, target: str) -> str:
    """The id of the one extracted relation of this type between these entities."""
    return _plain(f"{relation_type}:{source}:{target}")


def mention_id(passage: str, entity: str) -> str:
    """The id of the mention of an entity in a passage."""
    return _plain(f"MENTIONED_IN:{passage}:{entity}")


def match_id(one: str, other: str) -> str:
    """The id of the match between two entities, whichever is named first."""
    return _plain(f"MATCHES:{min(one, other)}:{max(one, other)}")


def part_id(document: str, passage: str, version: str) -> str:
    """The id of the edge that makes a passage part of a document version."""
    return _plain(f"HAS_PART:{document}:{passage}:{version}")


def next_id(passage: str, following: str) -> str:
    """The id of the edge from a passage to the one that follows it."""
    return _plain(f"NEXT_CHUNK:{passage}:{following}")


def foreign_id(kind: str, text: str) -> str:
    """The id we give to something another tool named ``text``.

    A canonical UUID stays as it is; anything else becomes the UUIDv5 of the JSON list
    ``["Foreign", kind, text]``, so the same name always gives the same id.
    """
    if is_entity_id(text):
        return text
    return _listed("Foreign", kind, text)
