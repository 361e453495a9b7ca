"""What a search may run, and how it ends before it starts."""

import pytest

from evidence.embedders.hashed import HashedEmbedder
from evidence.legs import MISMATCH
from evidence.ports import IndexReport, LabelIndex
from evidence.results import IndexState, Leg, LegFailure, SearchMode, SearchStatus
from evidence.search_plan import (
    NO_VECTORS,
    Ending,
    Plan,
    is_label_identifier,
    parity_labels,
    plan_parity,
    plan_search,
)

FOUR = HashedEmbedder(4)
READY = LabelIndex(lexical=True, semantic=True, dimensions=4)
WIDER = LabelIndex(lexical=True, semantic=True, dimensions=8)
UNEMBEDDED = LabelIndex(lexical=True, semantic=False)
NOT_READY = Ending(SearchStatus.INDEX_NOT_READY, IndexState.NOT_READY)
OTHER_MODEL = f"{MISMATCH} (hashed-words@4 and other)"
OTHER_LENGTH = f"{MISMATCH} (4 and 8 dimensions)"


def ended(status: SearchStatus, reason: str, state: IndexState | None = None) -> Ending:
    return Ending(status, state, (LegFailure(leg=Leg.SEMANTIC, message=reason),))


@pytest.mark.parametrize(
    ("mode", "index", "model", "expected"),
    [
        ("hybrid", READY, FOUR.model_id, Plan((Leg.LEXICAL, Leg.SEMANTIC))),
        ("hybrid", READY, "other", Plan((Leg.LEXICAL,), None, OTHER_MODEL)),
        ("hybrid", WIDER, None, Plan((Leg.LEXICAL,), None, OTHER_LENGTH)),
        ("hybrid", UNEMBEDDED, None, Plan((Leg.LEXICAL,), None, NO_VECTORS)),
        ("lexical", UNEMBEDDED, "other", Plan((Leg.LEXICAL,))),
        ("semantic", READY, FOUR.model_id, Plan((Leg.SEMANTIC,))),
        ("semantic", WIDER, None, ended(SearchStatus.FAILED, OTHER_LENGTH)),
        (
            "semantic",
            UNEMBEDDED,
            None,
            ended(SearchStatus.INDEX_NOT_READY, NO_VECTORS, IndexState.NOT_READY),
        ),
        ("lexical", LabelIndex(lexical=False, semantic=True), None, NOT_READY),
        ("hybrid", LabelIndex(lexical=False, semantic=True), None, NOT_READY),
    ],
)
def test_our_plan(mode: str, index: LabelIndex, model: str | None, expected: Plan | Ending) -> None:
    assert plan_search(SearchMode(mode), index, model, FOUR) == expected


@pytest.mark.parametrize(
    ("mode", "indexes", "expected"),
    [
        ("hybrid", [READY, READY], Plan((Leg.LEXICAL, Leg.SEMANTIC))),
        ("hybrid", [WIDER, READY], Plan((Leg.LEXICAL,), None, OTHER_LENGTH)),
        ("hybrid", [READY, WIDER], Plan((Leg.LEXICAL, Leg.SEMANTIC))),
        ("hybrid", [READY, None], NOT_READY),
        ("hybrid", [None], NOT_READY),
        ("hybrid", [UNEMBEDDED], NOT_READY),
        ("lexical", [UNEMBEDDED], Plan((Leg.LEXICAL,))),
        ("semantic", [WIDER], ended(SearchStatus.FAILED, OTHER_LENGTH)),
    ],
)
def test_the_plan_of_parity(
    mode: str, indexes: list[LabelIndex | None], expected: Plan | Ending
) -> None:
    assert plan_parity(SearchMode(mode), indexes, FOUR) == expected


def test_parity_searches_labels_with_vectors_in_order() -> None:
    report = IndexReport(
        entities=READY,
        labels={"Person": READY, "Note": UNEMBEDDED, "Agent": READY},
        passages=READY,
        model_id=None,
    )
    assert parity_labels(None, report) == ["Agent", "Person"]
    assert parity_labels(["Person", "Note", "Person"], report) == ["Note", "Person"]


@pytest.mark.parametrize(
    ("label", "legal"),
    [("Person", True), ("_x1", True), ("1x", False), ("Bad Label", False), ("Candidate", False)],
)
def test_labels_are_identifiers_and_not_reserved(label: str, legal: bool) -> None:
    assert is_label_identifier(label) is legal
