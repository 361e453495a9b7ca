"""Ids: the recipes give what agrag gives, and evidence ids have one spelling only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence import ids

A = "00000000-0000-5000-8000-000000000001"
B = "00000000-0000-5000-8000-000000000002"
DOCUMENT = "4e92b76e-27ad-56f2-8d35-616f7eebb4e8"
HASH = "0123456789abcdef"

RECIPES = [
    (ids.document_id("A"), DOCUMENT),
    (ids.document_id("/home/you/acme-notes.md"), "a936ff8c-87d5-5766-9783-4b292d2c2551"),
    (ids.document_id("/data/rows.csv:1"), "ec12c2f7-5325-5398-a2ce-6c0ff0953587"),
    (ids.passage_id(DOCUMENT, "v", "h", 0), "29dac554-2201-5c36-8a42-b81bb91b19ad"),
    (ids.relation_id("WORKS_FOR", A, B), "70f004f3-15d9-56fe-bbc6-e05583728339"),
    (ids.mention_id(A, B), "0f7e4793-0cfc-59ab-b2cc-14c6fb3c8f27"),
    (ids.part_id(A, B, "v"), "d4bac8d1-890a-55a2-a4a9-2cd8c1f87f82"),
    (ids.next_id(A, B), "bb8d647e-e51c-51f1-af45-61acbc3a9deb"),
    (ids.match_id(A, B), "a33d5be7-b5eb-56ed-9886-e83b22bf1296"),
    (ids.match_id(B, A), "a33d5be7-b5eb-56ed-9886-e83b22bf1296"),
    (ids.section_id("A", ["Intro"]), "1ffd7ed3-bc73-5809-b7b4-55473ba20e16"),
]


@pytest.mark.parametrize(("made", "expected"), RECIPES)
def test_recipe_gives_the_published_id(made: str, expected: str) -> None:
    assert made == expected


CHUNK = f"ev1:c:{DOCUMENT}:{HASH}:{A}"
SPAN = f"ev1:s:{DOCUMENT}:{HASH}:0-70"


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        (CHUNK, ids.PassageReference(DOCUMENT, HASH, A)),
        (SPAN, ids.SpanReference(DOCUMENT, HASH, 0, 70)),
        (
            f"ev1:s:{DOCUMENT}:{HASH}:999999999998-999999999999",
            ids.SpanReference(DOCUMENT, HASH, 999_999_999_998, 999_999_999_999),
        ),
    ],
)
def test_evidence_id_is_read_and_written_back(text: str, reference: ids.Reference) -> None:
    assert ids.parse_evidence_id(text) == reference
    assert ids.format_evidence_id(reference) == text


MALFORMED = {
    "empty": "",
    "leading space": f" {SPAN}",
    "trailing space": f"{SPAN} ",
    "trailing newline": f"{SPAN}\n",
    "upper-case document": SPAN.replace(DOCUMENT, DOCUMENT.upper()),
    "upper-case passage": f"ev1:c:{DOCUMENT}:{HASH}:{'ABCDEF00' + A[8:]}",
    "upper-case kind": SPAN.replace("ev1:s:", "ev1:S:"),
    "other version": SPAN.replace("ev1", "ev2"),
    "unknown kind": SPAN.replace("ev1:s:", "ev1:x:"),
    "leading zero": SPAN.replace("0-70", "00-5"),
    "leading zero at the end": SPAN.replace("0-70", "0-05"),
    "sign": SPAN.replace("0-70", "+0-5"),
    "negative": SPAN.replace("0-70", "-1-5"),
    "hash of 15": SPAN.replace(HASH, HASH[:15]),
    "hash of 17": SPAN.replace(HASH, HASH + "0"),
    "upper-case hash": SPAN.replace(HASH, HASH.upper()),
    "offset of 13 digits": SPAN.replace("0-70", "0-1000000000000"),
    "Arabic digits": SPAN.replace("0-70", "\u0660-\u0667"),
    "no offsets": f"ev1:s:{DOCUMENT}:{HASH}:",
    "span as chunk": f"ev1:c:{DOCUMENT}:{HASH}:0-70",
    "chunk as span": f"ev1:s:{DOCUMENT}:{HASH}:{A}",
    "document without hyphens": SPAN.replace(DOCUMENT, DOCUMENT.replace("-", "")),
    "document in braces": SPAN.replace(DOCUMENT, "{" + DOCUMENT + "}"),
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_evidence_id_is_refused(text: str) -> None:
    with pytest.raises(ids.MalformedEvidenceIdError, match=r"^not an evidence id$"):
        ids.parse_evidence_id(text)


@pytest.mark.parametrize("offsets", ["5-5", "9-5", "0-0"])
def test_empty_or_reversed_span_has_its_own_message(offsets: str) -> None:
    with pytest.raises(ids.MalformedEvidenceIdError, match="start < end"):
        ids.parse_evidence_id(SPAN.replace("0-70", offsets))


@pytest.mark.parametrize(
    ("length", "start", "end", "kind"),
    [
        (70, 0, 70, "s"),
        (5, 10, 15, "s"),
        (71, 0, 70, "c"),
        (69, 0, 70, "c"),
        (70, None, None, "c"),
        (0, 0, 0, "c"),
        (5, 15, 10, "c"),
    ],
)
def test_passage_is_cited_by_its_span_only_when_the_text_fills_it(
    length: int, start: int | None, end: int | None, kind: str
) -> None:
    reference = ids.passage_reference(
        document_id=DOCUMENT,
        content_hash=HASH + "f" * 48,
        passage_id=A,
        length=length,
        start=start,
        end=end,
    )
    expected = SPAN.replace("0-70", f"{start}-{end}") if kind == "s" else CHUNK
    assert ids.format_evidence_id(reference) == expected


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        (DOCUMENT, True),
        (DOCUMENT.upper(), False),
        ("{" + DOCUMENT + "}", False),
        (DOCUMENT.replace("-", ""), False),
        (f"urn:uuid:{DOCUMENT}", False),
        (DOCUMENT + "\n", False),
        (" " + DOCUMENT, False),
        ("abc", False),
        ("", False),
        ("\u0664" + DOCUMENT[1:], False),
    ],
)
def test_entity_id_is_a_canonical_uuid(text: str, accepted: bool) -> None:
    assert ids.is_entity_id(text) is accepted


def test_foreign_id_keeps_a_canonical_uuid_and_maps_the_rest() -> None:
    assert ids.foreign_id("entity", DOCUMENT) == DOCUMENT
    assert ids.foreign_id("entity", "Q42") == "920b6b89-dea7-51d9-9bb2-b925d9528c2b"
    assert ids.foreign_id("entity", "Q42") != ids.foreign_id("passage", "Q42")


uuids = st.uuids().map(str)
prefixes = st.text("0123456789abcdef", min_size=16, max_size=16)
offsets = st.integers(0, 10**12 - 1)
references = st.one_of(
    st.builds(ids.PassageReference, uuids, prefixes, uuids),
    st
    .tuples(uuids, prefixes, offsets, offsets)
    .filter(lambda parts: parts[2] < parts[3])
    .map(lambda parts: ids.SpanReference(*parts)),
)


@given(references, references)
def test_references_round_trip_and_equal_texts_mean_equal_references(
    one: ids.Reference, other: ids.Reference
) -> None:
    assert ids.parse_evidence_id(ids.format_evidence_id(one)) == one
    assert (ids.format_evidence_id(one) == ids.format_evidence_id(other)) is (one == other)


@given(st.text(max_size=120))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        reference = ids.parse_evidence_id(text)
    except ids.MalformedEvidenceIdError:
        return
    assert ids.format_evidence_id(reference) == text


@given(st.text(max_size=60))
def test_foreign_id_is_always_an_entity_id(text: str) -> None:
    assert ids.is_entity_id(ids.foreign_id("entity", text))
