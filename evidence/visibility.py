"""Which candidates may be shown, and how: supported, unsupported, or not at all."""

from collections.abc import Mapping, Sequence

from evidence.ids import format_evidence_id, passage_reference
from evidence.ports import PassageRef, SupportRow
from evidence.results import EntityKind, Location, SupportingPassage

_NOWHERE = Location()
_NOTHING = SupportRow(in_scope=False, visible=[], total=0)


def settle(candidates: Sequence[str], supports: Mapping[str, SupportRow]) -> dict[str, EntityKind]:
    """The kind of each candidate that may be shown, in the order given.

    Supported: a visible passage mentions it. Unsupported: passages in scope do, none of them
    visible. A candidate that no passage in scope mentions is left out.
    """
    kinds: dict[str, EntityKind] = {}
    for candidate in candidates:
        support = supports.get(candidate, _NOTHING)
        if support.total:
            kinds[candidate] = EntityKind.SUPPORTED
        elif support.in_scope:
            kinds[candidate] = EntityKind.UNSUPPORTED
    return kinds


def evidence_id(ref: PassageRef) -> str:
    """The evidence id that cites a passage."""
    return format_evidence_id(
        passage_reference(
            document_id=ref.document_id,
            content_hash=ref.content_hash,
            passage_id=ref.passage_id,
            length=ref.length,
            start=ref.char_start,
            end=ref.char_end,
        )
    )


def location(ref: PassageRef) -> Location:
    """Where a passage sits in its document."""
    if ref.char_start is None and ref.char_end is None and not ref.pages:
        return _NOWHERE
    return Location(char_start=ref.char_start, char_end=ref.char_end, page_numbers=list(ref.pages))


def supporting(ref: PassageRef) -> SupportingPassage:
    """A passage as hits and edges list it."""
    return SupportingPassage(
        evidence_id=evidence_id(ref), document_key=ref.document_key, location=location(ref)
    )
