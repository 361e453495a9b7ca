"""A card in words: why a hit was found, what supports it."""

import pytest

from components.picture.label_looks import LabelLooks
from components.search.hit_card import hit_card, score_text
from components.search.passage_hit_card import passage_hit_card, telling
from components.support_list import DAMAGED, quote
from evidence.details import (
    Count,
    EntityDetail,
    HitDetail,
    LegRank,
    NameMatch,
    PassageDetail,
    PassageHitDetail,
)
from evidence.marks import word_marks
from evidence.query import parse_query
from evidence.results import EntityHit, EntityKind, Leg, Location, PassageHit

LOOKS = LabelLooks(["Person"])


def rank(leg: str, place: int) -> LegRank:
    return LegRank(leg=leg, rank=place, raw_score=0.5, contribution=1 / (60 + place))


def passage(text: str, **fields: object) -> PassageDetail:
    values = {
        "evidence_id": "ev1:c:x",
        "passage_id": "p",
        "document_key": "a.md",
        "title": "A",
        "citation": "ns/a.md › Start",
        "text": text,
    }
    return PassageDetail(**(values | fields))  # type: ignore[arg-type]


def entity(**fields: object) -> EntityDetail:
    values = {"entity_id": "e", "label": "Person", "labels": ["Person"], "name": "Ada Lovelace"}
    return EntityDetail(**(values | fields))  # type: ignore[arg-type]


def hit(kind: EntityKind = EntityKind.SUPPORTED, score: float = 1 / 61) -> EntityHit:
    return EntityHit(
        entity_id="e", label="Person", name="Ada Lovelace", kind=kind, score=score, legs=[]
    )


def card(detail: HitDetail, text: str = "ada", **fields: object) -> dict[str, object]:
    made = hit_card(hit(**fields), detail, parse_query(text), looks=LOOKS, href="/explore?walk=e")  # type: ignore[arg-type]
    return dict(made)


@pytest.mark.parametrize(
    ("match", "words"),
    [
        (NameMatch.EXACT, "Name is what you typed"),
        (NameMatch.PREFIX, "Name starts with what you typed"),
        (NameMatch.ALL_WORDS, "Every word is in the name"),
        (NameMatch.SOME_WORDS, "Some of the words are in the name"),
        (NameMatch.NONE, "Nearest by meaning only — not the name you typed"),
    ],
)
def test_every_match_has_its_words(match: NameMatch, words: str) -> None:
    made = card(HitDetail(entity=entity(), ranks=[rank("lexical", 1)], match=match))
    assert made["match"] == words
    assert made["far"] is (match is NameMatch.NONE)


def test_ranks_add_up_to_the_score() -> None:
    ranks = [rank("lexical", 1), rank("semantic", 3)]
    assert score_text(ranks, 1 / 61 + 1 / 63) == "1/61 + 1/63 = 0.0323"
    made = card(HitDetail(entity=entity(), ranks=ranks, match=NameMatch.PREFIX))
    assert made["legs"] == [
        {"leg": "lexical", "text": "Name #1", "share": 100},
        {"leg": "semantic", "text": "Meaning #3", "share": 97},
    ]


def test_the_value_of_a_single_search_is_not_called_a_sum() -> None:
    assert score_text([rank("lexical", 1)], 4.0) == "Ordering value 4.0000"
    assert score_text([], 0.5) == "Ordering value 0.5000"


def test_capped_counts_say_so() -> None:
    described = entity(relations=Count(value=1000, capped=True), passages=Count(value=1))
    made = card(HitDetail(entity=described, ranks=[], match=NameMatch.EXACT))
    assert made["facts"] == [("Relations", "1,000+"), ("Passages", "1")]
    assert made["chips"][1]["text"] == "Supported by 1 passage"  # type: ignore[index]


def test_names_that_cannot_be_seen_are_spelt_out_and_flagged() -> None:
    described = entity(name="Ada\u202e", aliases=["Ada\u200b", *(f"alias {n}" for n in range(9))])
    made = card(HitDetail(entity=described, ranks=[], match=NameMatch.EXACT))
    assert made["runs"] == [("Ada⟨U+202E⟩", False)]
    assert made["chips"][-1]["text"] == "Invisible characters"  # type: ignore[index]
    assert str(made["also"]).startswith("Also called Ada⟨U+200B⟩, alias 0")
    assert str(made["also"]).endswith("and 4 more")


def test_an_unsupported_entity_says_why_it_shows_no_words() -> None:
    made = card(
        HitDetail(entity=entity(), ranks=[], match=NameMatch.EXACT), kind=EntityKind.UNSUPPORTED
    )
    assert "at most superseded ones" in str(made["no_support"])


def test_a_damaged_passage_shows_no_words() -> None:
    shown = quote(passage("", intact=False), [])
    assert shown["runs"] == [(DAMAGED, False)]
    assert shown["intact"] is False


def test_a_superseded_passage_says_so() -> None:
    assert quote(passage("Old words.", superseded=True), [])["superseded"] is True


@pytest.mark.parametrize(
    ("text", "typed", "match"),
    [
        ("Ada met Bob.", "ada", "Has what you typed"),
        ("Ada met Bob.", "ada bob", "Has every word you typed"),
        ("Ada met Bob.", "ada eve", "Has 1 of the 2 words you typed"),
        ("Ada met Bob.", "eve", "Nearest by meaning only — none of your words"),
    ],
)
def test_a_passage_says_which_words_it_has(text: str, typed: str, match: str) -> None:
    found = PassageHit(
        evidence_id="ev1:c:x",
        document_key="a.md",
        title="A",
        content_hash="0" * 64,
        location=Location(),
        snippet=text,
        score=1 / 61,
        legs=[Leg.LEXICAL],
    )
    detail = PassageHitDetail(passage=passage(text), ranks=[rank("lexical", 1)])
    made = passage_hit_card(found, detail, parse_query(typed))
    assert made["match"] == match
    assert made["legs"][0]["text"] == "Words #1"


@pytest.mark.parametrize(
    ("typed", "marked"),
    [
        ("why did the robot crash", ["robot", "crash"]),
        ("the IL-6", ["IL-6"]),
        ("the", ["The", "the"]),
        ("東京 robot", ["robot", "東京"]),
        ("東京", ["東京"]),
    ],
)
def test_short_words_are_marked_only_when_there_are_no_others(
    typed: str, marked: list[str]
) -> None:
    text = "The robot did crash near the IL-6 in 東京."
    spans = word_marks(text, telling(parse_query(typed)))
    assert [text[start:end] for start, end in spans] == marked
