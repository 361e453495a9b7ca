"""G6: what fetching an evidence id gives, and what checking a citation says."""

from typing import NamedTuple

import pytest

from evidence.citations import check_citations
from evidence.fetch import fetch_evidence
from evidence.ids import document_id
from evidence.results import FetchOutcome
from evidence.scope import Scope
from tests.builders import Story, content_hash
from tests.conftest import OpenStore

FIRST, SECOND, THIRD = "Twenty characters: a", "Fourteen: b, c", "Eighteen: d, e, f."
SCOPE = {"D", "OLD", "GONE", "PAGES"}


def library() -> Story:
    """A document of three passages with gaps between them, and documents of other fates."""
    story = Story()
    story.document("D", title="My *notes*", uri="https://example.org/d")
    story.passage("D0", of="D", text=FIRST, char_start=0, char_end=20)
    story.passage("D1", of="D", text=SECOND, char_start=22, char_end=36)
    story.passage("D2", of="D", text=THIRD, char_start=38, char_end=56)
    story.passage("D3", of="D", text="Heading\n\nand text.", char_start=58, char_end=66)
    story.passage("D4", of="D", text="stamped", enabled=False)
    story.document("OLD", title="Old", versions=("v0", "v1"))
    story.passage("O0", of="OLD", version="v0", text="What was said then.")
    story.passage("N0", of="OLD", version="v1", text="What is said now.")
    story.document("GONE", versions=("v0",), deleted=True)
    story.passage("G0", of="GONE", version="v0", text="Deleted text.")
    story.document("PAGES", title="Report", uri="file:///secret/report.pdf")
    story.passage("P0", of="PAGES", text="On two pages.", pages=[3, 4])
    story.document("X")
    story.passage("X0", of="X", text="Hidden text.")
    return story


class Row(NamedTuple):
    asked: str
    status: str
    text: str | None = None
    covered: tuple[int, int] | None = None


SPANS = [
    Row("0-20", "ok", FIRST, (0, 20)),
    Row("15-18", "ok", FIRST[15:18], (15, 18)),
    Row("22-36", "ok", SECOND, (22, 36)),
    Row("0-56", "partial", FIRST, (0, 20)),
    Row("21-40", "partial", SECOND, (22, 36)),
    Row("10-22", "partial", FIRST[10:], (10, 20)),
    Row("30-37", "partial", SECOND[8:], (30, 36)),
    Row("20-22", "unavailable"),
    Row("36-38", "unavailable"),
    Row("500-600", "unavailable"),
    Row("58-66", "unavailable"),  # the text under a heading is not exactly its range
]


async def fetch(
    open_store: OpenStore, *asked: str, story: Story | None = None, max_chars: int | None = None
) -> list[FetchOutcome]:
    store = open_store(story or library())
    return (await fetch_evidence(store, asked, scope=SCOPE, max_chars=max_chars)).outcomes


@pytest.mark.parametrize("row", SPANS, ids=lambda row: row.asked)
async def test_span_is_read_up_to_the_first_gap(open_store: OpenStore, row: Row) -> None:
    story = library()
    start, end = map(int, row.asked.split("-"))
    (outcome,) = await fetch(open_store, story.span_id("D", start, end), story=story)
    assert (outcome.status, outcome.text, outcome.covered_range) == (
        row.status,
        row.text,
        row.covered,
    )
    assert outcome.partial is (row.status == "partial")
    assert (outcome.citation_markdown is not None) is (row.status == "ok")


async def test_passages_that_touch_are_joined(open_store: OpenStore) -> None:
    story = Story()
    story.document("D")
    story.passage("D0", of="D", text="Hello ", char_start=5, char_end=11)
    story.passage("D1", of="D", text="world", char_start=11, char_end=16)
    whole, inner = await fetch(
        open_store, story.span_id("D", 5, 16), story.span_id("D", 9, 13), story=story
    )
    assert (whole.status, whole.text, whole.covered_range) == ("ok", "Hello world", (5, 16))
    assert (inner.status, inner.text, inner.covered_range) == ("ok", "o wo", (9, 13))


async def test_outcome_says_where_the_text_is_from(open_store: OpenStore) -> None:
    story = library()
    (outcome,) = await fetch(open_store, story.span_id("D", 0, 20), story=story)
    assert outcome.reference is not None
    assert outcome.location is not None
    assert outcome.content_hash == content_hash("D", "v1")
    assert outcome.reference.model_dump(exclude_none=True) == {
        "kind": "span",
        "document_node_id": document_id("D"),
        "content_hash_prefix": content_hash("D", "v1")[:16],
        "char_start": 0,
        "char_end": 20,
    }
    assert (outcome.document_key, outcome.title, outcome.uri) == (
        "D",
        "My *notes*",
        "https://example.org/d",
    )
    assert (outcome.location.char_start, outcome.location.char_end) == (0, 20)
    assert (outcome.status_of_version, outcome.observed_activation_seq) == ("current", 1)
    assert outcome.citation_markdown == r"[My \*notes\*](<https://example.org/d>)"


# passage, status, status of its version, citation
PASSAGES = [
    ("D0", "ok", "current", r"[My \*notes\*](<https://example.org/d>)"),
    ("D3", "ok", "current", r"[My \*notes\*](<https://example.org/d>)"),
    ("N0", "ok", "current", "Old"),
    ("O0", "ok", "superseded", "Old, superseded version"),
    ("P0", "ok", "current", "Report"),
    ("G0", "unavailable", None, None),  # its document has been deleted
    ("X0", "unavailable", None, None),  # its document is out of scope
    ("D4", "unavailable", None, None),  # it is stamped disabled
]


@pytest.mark.parametrize(("name", "status", "version", "citation"), PASSAGES)
async def test_whole_passage(
    open_store: OpenStore, name: str, status: str, version: str | None, citation: str | None
) -> None:
    story = library()
    (outcome,) = await fetch(open_store, story.chunk_id(name), story=story)
    assert (outcome.status, outcome.status_of_version, outcome.citation_markdown) == (
        status,
        version,
        citation,
    )


async def test_page_passage_has_its_pages_and_no_local_address(open_store: OpenStore) -> None:
    story = library()
    (outcome,) = await fetch(open_store, story.chunk_id("P0"), story=story)
    assert outcome.location is not None
    assert (outcome.location.page_numbers, outcome.uri) == ([3, 4], None)


async def test_text_cut_at_max_chars_is_truncated(open_store: OpenStore) -> None:
    story = library()
    (outcome,) = await fetch(open_store, story.span_id("D", 0, 20), story=story, max_chars=5)
    assert (outcome.status, outcome.text, outcome.covered_range, outcome.citation_markdown) == (
        "truncated",
        "Twent",
        (0, 5),
        None,
    )


async def test_everything_that_may_not_be_read_looks_the_same(open_store: OpenStore) -> None:
    """Absent, out of scope, disabled and deleted cannot be told apart."""
    story = library()
    absent = story.chunk_id("D0").replace(
        story.id("passage", "D0"), story.id("passage", "never told")
    )
    no_document = story.chunk_id("D0").replace(document_id("D"), document_id("no document"))
    asked = [absent, no_document, *(story.chunk_id(name) for name in ("X0", "D4", "G0"))]
    outcomes = await fetch(open_store, *asked, story=story)
    shapes = {outcome.model_copy(update={"evidence_id": ""}) for outcome in map(hashable, outcomes)}
    assert len(shapes) == 1
    assert outcomes[0].status == "unavailable"


def hashable(outcome: FetchOutcome) -> FetchOutcome:
    """Frozen outcomes hash by value as long as they hold no reference or place."""
    assert outcome.reference is None
    assert outcome.location is None
    return outcome


async def test_two_versions_under_one_prefix_make_a_span_ambiguous(open_store: OpenStore) -> None:
    story = Story()
    shared = "0123456789abcdef"
    story.document(
        "D", versions=("v0", "v1"), hashes={"v0": shared + "0" * 48, "v1": shared + "1" * 48}
    )
    story.passage("D0", of="D", version="v0", text="old text", char_start=0, char_end=8)
    story.passage("D1", of="D", version="v1", text="new text", char_start=0, char_end=8)
    span, old, new = await fetch_all(open_store, story)
    assert span.status == "unavailable"
    assert (old.text, old.status_of_version) == ("old text", "superseded")
    assert (new.text, new.status_of_version) == ("new text", "current")


async def fetch_all(open_store: OpenStore, story: Story) -> list[FetchOutcome]:
    asked = [story.span_id("D", 0, 8), story.chunk_id("D0"), story.chunk_id("D1")]
    return (await fetch_evidence(open_store(story), asked, scope={"D"})).outcomes


async def test_outcomes_follow_the_order_asked_and_malformed_ids_come_first_of_checks(
    open_store: OpenStore,
) -> None:
    story = library()
    asked = ["junk", story.span_id("D", 0, 20), story.chunk_id("X0"), story.span_id("D", 0, 20)]
    outcomes = await fetch(open_store, *asked, story=story)
    assert [outcome.evidence_id for outcome in outcomes] == asked
    assert [outcome.status for outcome in outcomes] == ["malformed", "ok", "unavailable", "ok"]
    assert outcomes[0].detail == "not an evidence id"


async def test_empty_scope_reads_nothing_but_still_tells_malformed(open_store: OpenStore) -> None:
    story = library()
    store = open_store(story)
    asked = ["junk", story.span_id("D", 0, 20), story.span_id("D", 5, 6).replace("5-6", "6-6")]
    result = await fetch_evidence(store, asked, scope=set())
    assert [outcome.status for outcome in result.outcomes] == [
        "malformed",
        "unavailable",
        "malformed",
    ]


async def test_max_chars_must_be_positive(open_store: OpenStore) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        await fetch(open_store, "junk", max_chars=0)


# Checking citations reads no store.

STORY = library()
FETCHED = [STORY.span_id("D", 0, 20), STORY.chunk_id("P0"), STORY.chunk_id("X0")]

VERDICTS = [
    ("the fetched span", STORY.span_id("D", 0, 20), "valid"),
    ("a span inside it", STORY.span_id("D", 5, 18), "valid"),
    ("a wider span", STORY.span_id("D", 0, 21), "not_fetched"),
    ("the fetched passage", STORY.chunk_id("P0"), "valid"),
    ("a span that was not fetched", STORY.span_id("D", 22, 36), "not_fetched"),
    ("junk", "[1]", "malformed"),
    ("another document", STORY.chunk_id("X0"), "unavailable"),
    ("a passage that was not fetched", STORY.chunk_id("N0"), "not_fetched"),
    ("the same range of another version", STORY.span_id("D", 0, 20, version="v9"), "not_fetched"),
    ("an empty span", STORY.span_id("D", 0, 20).replace("0-20", "5-5"), "malformed"),
]


@pytest.mark.parametrize(("what", "cited", "verdict"), VERDICTS, ids=lambda value: str(value)[:40])
async def test_verdict(what: str, cited: str, verdict: str) -> None:
    result = await check_citations([cited], FETCHED, scope=SCOPE)
    assert [check.model_dump(mode="json") for check in result.checks] == [
        {"cited_id": cited, "verdict": verdict}
    ]


async def test_verdicts_follow_the_order_asked() -> None:
    result = await check_citations([cited for _, cited, _ in VERDICTS], FETCHED, scope=SCOPE)
    assert [check.verdict for check in result.checks] == [verdict for *_, verdict in VERDICTS]


async def test_span_inside_two_fetched_spans_together_is_not_fetched() -> None:
    fetched = [STORY.span_id("D", 0, 10), STORY.span_id("D", 10, 20)]
    result = await check_citations([STORY.span_id("D", 5, 15)], fetched, scope=SCOPE)
    assert result.checks[0].verdict == "not_fetched"


async def test_scope_of_everything_reads_every_document() -> None:
    result = await check_citations([STORY.chunk_id("X0")], FETCHED, scope=Scope())
    assert result.checks[0].verdict == "valid"


async def test_scope_that_only_a_store_could_resolve_is_refused() -> None:
    with pytest.raises(ValueError, match="document keys"):
        await check_citations([], [], scope=Scope(namespaces=frozenset({"n"})))
