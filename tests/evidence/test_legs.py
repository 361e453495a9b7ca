"""Legs fail alone and end in time."""

import asyncio
import time

import pytest

from evidence.errors import EmbedderLoadingError, EmbedderMissingError, StoreUnavailableError
from evidence.legs import (
    LEG_FAILED,
    LegOutcome,
    LegRows,
    failures_of,
    legs_of,
    run_legs,
    status_of,
)
from evidence.ports import Ranked
from evidence.results import Leg, LegFailure, SearchMode, SearchStatus

ROW = Ranked("a", "Person", 1.0)


async def good() -> LegRows:
    return LegRows([ROW], ceiling=True)


async def broken() -> LegRows:
    raise StoreUnavailableError("no")


async def loading() -> LegRows:
    raise EmbedderLoadingError("The embedding model is still loading.")


async def slow() -> LegRows:
    await asyncio.sleep(30)
    return LegRows([ROW], ceiling=False)


def test_modes_name_their_legs() -> None:
    assert legs_of(SearchMode.HYBRID) == (Leg.LEXICAL, Leg.SEMANTIC)
    assert legs_of(SearchMode.LEXICAL) == (Leg.LEXICAL,)
    assert legs_of(SearchMode.SEMANTIC) == (Leg.SEMANTIC,)


async def test_a_failing_leg_leaves_the_other_untouched() -> None:
    lexical, semantic = await run_legs({Leg.LEXICAL: good, Leg.SEMANTIC: broken}, timeout=None)
    assert (list(lexical.ranked), lexical.ceiling, lexical.failure) == ([ROW], True, None)
    assert (list(semantic.ranked), semantic.failure) == ([], LEG_FAILED)


async def test_a_leg_says_that_the_model_is_loading() -> None:
    (outcome,) = await run_legs({Leg.SEMANTIC: loading}, timeout=None)
    assert outcome.failure == "The embedding model is still loading."


async def test_a_slow_leg_ends_at_the_deadline_and_the_other_is_kept() -> None:
    started = time.perf_counter()
    lexical, semantic = await run_legs({Leg.LEXICAL: good, Leg.SEMANTIC: slow}, timeout=0.1)
    assert time.perf_counter() - started < 10
    assert list(lexical.ranked) == [ROW]
    assert semantic.failure == "the search leg passed its deadline"


async def test_misuse_is_not_hidden() -> None:
    async def wrong() -> LegRows:
        raise KeyError("bug")

    with pytest.raises(KeyError):
        await run_legs({Leg.LEXICAL: wrong}, timeout=None)


def outcome(failure: str | None) -> LegOutcome:
    return LegOutcome(Leg.LEXICAL, [], ceiling=False, seconds=0.0, failure=failure)


@pytest.mark.parametrize(
    ("failed", "withdrawal", "hits", "status"),
    [
        ([None], None, 1, SearchStatus.OK),
        ([None], None, 0, SearchStatus.NO_MATCH),
        ([None, "x"], None, 0, SearchStatus.PARTIAL),
        ([None], "why", 0, SearchStatus.PARTIAL),
        (["x", "x"], None, 0, SearchStatus.FAILED),
        (["x"], "why", 0, SearchStatus.FAILED),
    ],
)
def test_the_status_follows_from_failures_and_hits(
    failed: list[str | None], withdrawal: str | None, hits: int, status: SearchStatus
) -> None:
    outcomes = [outcome(failure) for failure in failed]
    assert status_of(outcomes, failures_of(outcomes, withdrawal), hits) is status


def test_a_withdrawn_leg_is_listed_last() -> None:
    failures = failures_of([outcome("x")], EmbedderMissingError("no model").args[0])
    assert failures == [
        LegFailure(leg=Leg.LEXICAL, message="x"),
        LegFailure(leg=Leg.SEMANTIC, message="no model"),
    ]
