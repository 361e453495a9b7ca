"""Every status has words of its own and a next step."""

import pytest

from components.meaning import Meaning
from components.notice import Tone
from components.status_notice import meaning_notice, search_notices
from components.text import WORD_JOINER
from components.view import Link, Tab, linked_scope
from evidence.details import EntitySearchExtra, ScopeApplied
from evidence.results import (
    EntityHit,
    EntityKind,
    EntityResult,
    Leg,
    LegFailure,
    PassageResult,
    SearchMode,
    SearchStatus,
)

LINK = Link(q="Ada [x](http://evil.test)")
SHOWN = r"Ada \[x\]\(http\:" + WORD_JOINER + r"\/\/evil\.test\)"
FAILED = [LegFailure(leg=Leg.SEMANTIC, message="the search leg passed its deadline")]
HIT = EntityHit(
    entity_id="e", label="Person", name="Ada", kind=EntityKind.SUPPORTED, score=1.0, legs=[]
)


def said(result: EntityResult | PassageResult, link: Link = LINK, ran: str = "hybrid") -> list[str]:
    return [notice.text for notice in search_notices(result, link, ran=SearchMode(ran))]


def test_a_search_that_went_well_says_nothing() -> None:
    assert said(EntityResult(status=SearchStatus.OK, hits=[HIT])) == []


@pytest.mark.parametrize("status", [status for status in SearchStatus if status != SearchStatus.OK])
def test_every_other_status_says_what_happened(status: SearchStatus) -> None:
    [text] = said(EntityResult(status=status, failures=FAILED))
    assert text[0].isupper()
    assert text.endswith(".")
    assert "`" not in text.replace("`rebuild`", "").replace("`check`", "")
    assert ("if it fails again, the command `check`" in text) == (status == SearchStatus.FAILED)


def test_no_two_statuses_share_their_words() -> None:
    texts = {
        text
        for status in SearchStatus
        for text in said(EntityResult(status=status, failures=FAILED))
    }
    assert len(texts) == len(SearchStatus) - 1


@pytest.mark.parametrize(
    ("ran", "tried"),
    [
        ("hybrid", "Names and aliases were searched, and meaning."),
        ("lexical", "Names and aliases were searched, meaning was not."),
        ("semantic", "It was searched by meaning only."),
    ],
)
def test_nothing_found_says_what_was_tried(ran: str, tried: str) -> None:
    extra = EntitySearchExtra(
        hits=[], scope=ScopeApplied(fingerprint="f", everything=True, documents=1_200)
    )
    result = EntityResult(status=SearchStatus.NO_MATCH, extra=extra)
    [text] = said(result, ran=ran)
    assert text.startswith(f"No entity in 1,200 documents matches “{SHOWN}”. {tried}")


def test_nothing_found_offers_every_way_to_look_wider() -> None:
    link = LINK.changed(labels=("Person",), scope=linked_scope(keys=["a.md"]))
    [notice] = search_notices(
        EntityResult(status=SearchStatus.NO_MATCH), link, ran=SearchMode.HYBRID
    )
    assert {action.label: action.link for action in notice.actions} == {
        "Search passages for it": link.changed(tab=Tab.PASSAGES),
        "Look under every label": link.changed(labels=()),
        "Search every document": link.changed(scope=Link().scope),
    }
    [notice] = search_notices(
        PassageResult(status=SearchStatus.NO_MATCH),
        LINK.changed(tab=Tab.PASSAGES),
        ran=SearchMode.HYBRID,
    )
    assert [action.label for action in notice.actions] == ["Search entities instead"]


def test_a_missing_leg_is_named_with_its_reason() -> None:
    result = EntityResult(status=SearchStatus.PARTIAL, hits=[HIT], failures=FAILED)
    assert said(result) == [
        "Meaning search did not answer: the search leg passed its deadline."
        " These hits come from what did answer."
    ]
    lexical = [LegFailure(leg=Leg.LEXICAL, message="search leg failed.")]
    result = PassageResult(status=SearchStatus.PARTIAL, failures=lexical)
    assert said(result, Link(q="x", tab=Tab.PASSAGES)) == [
        "Search by words did not answer: search leg failed. Nothing else was found."
    ]


def test_cuts_are_announced() -> None:
    extra = EntitySearchExtra(hits=[], words_dropped=1_936)
    result = EntityResult(status=SearchStatus.OK, hits=[HIT], truncated=True, extra=extra)
    notices = search_notices(result, LINK, ran=SearchMode.HYBRID)
    assert [(notice.tone, notice.text) for notice in notices] == [
        (
            Tone.WARNING,
            "Only the first 64 words were used; 1,936 words left out. Shorten the text.",
        ),
        (Tone.QUIET, "More may match than were looked at. Add a word to narrow it."),
    ]


@pytest.mark.parametrize(
    ("meaning", "mode", "text"),
    [
        (Meaning.READY, "hybrid", None),
        (Meaning.LOADING, "lexical", None),
        (Meaning.FAILED, "lexical", None),
        (
            Meaning.LOADING,
            "hybrid",
            "Meaning search is loading. Hits by meaning join these when it is ready.",
        ),
        (
            Meaning.LOADING,
            "semantic",
            "Meaning search is loading. The answer appears here when it is ready.",
        ),
        (Meaning.OFF, "lexical", None),
        (Meaning.OFF, "semantic", "Meaning search is not available. No model\\."),
        (Meaning.FAILED, "hybrid", "Meaning search is not available. No model\\."),
        (Meaning.FAILED, "semantic", "Meaning search is not available. No model\\."),
    ],
)
def test_meaning_search_says_when_it_takes_no_part(
    meaning: Meaning, mode: str, text: str | None
) -> None:
    notice = meaning_notice(meaning, "No model.", Link(q="x", mode=SearchMode(mode)))
    assert (notice and notice.text) == text


@pytest.mark.parametrize(("tab", "way"), [(Tab.ENTITIES, "name"), (Tab.PASSAGES, "words")])
def test_a_model_that_is_not_wanted_is_mentioned_quietly(tab: Tab, way: str) -> None:
    notice = meaning_notice(Meaning.OFF, "No model.", Link(q="x", tab=tab))
    assert notice is not None
    assert notice.tone is Tone.QUIET
    assert notice.text == f"Meaning search is switched off here; hits are found by {way}."
