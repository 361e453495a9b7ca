"""Running the legs of a search: each isolated, all under one deadline.

A leg that raises or overruns leaves the others untouched; its failure is a value.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from evidence.errors import EmbedderError, EvidenceError, StoreTimeoutError
from evidence.limits import LEG_SECONDS
from evidence.ports import Embedder, LabelIndex, Ranked, Vector
from evidence.results import Leg, LegFailure, SearchMode, SearchStatus

LEG_FAILED = "search leg failed"
MISMATCH = "the query embedding model does not match the stored vectors"
STORE_ERROR = "entity store error"


class LegRows(NamedTuple):
    """Candidates of a leg, best first, and whether there may be more than it may give."""

    ranked: list[Ranked]
    ceiling: bool


Run = Callable[[], Awaitable[LegRows]]


@dataclass(frozen=True, slots=True)
class LegOutcome:
    """What one leg gave: candidates best first, or why it failed."""

    leg: Leg
    ranked: Sequence[Ranked]
    ceiling: bool
    seconds: float
    failure: str | None = None


def legs_of(mode: SearchMode) -> tuple[Leg, ...]:
    """The legs a mode runs."""
    if mode is SearchMode.HYBRID:
        return (Leg.LEXICAL, Leg.SEMANTIC)
    return (Leg(mode.value),)


async def run_legs(runs: Mapping[Leg, Run], *, timeout: float | None) -> list[LegOutcome]:
    """Run the legs side by side; one outcome each, in the order given.

    Args:
        runs: For each leg what to await.
        timeout: Seconds all legs have; ``LEG_SECONDS`` when not given.
    """
    seconds = LEG_SECONDS if timeout is None else timeout
    return list(await asyncio.gather(*(_run(leg, run, seconds) for leg, run in runs.items())))


async def _run(leg: Leg, run: Run, seconds: float) -> LegOutcome:
    started = time.perf_counter()
    failure: str | None = None
    rows = LegRows([], ceiling=False)
    try:
        async with asyncio.timeout(seconds):
            rows = await run()
    except (TimeoutError, StoreTimeoutError):
        failure = "the search leg passed its deadline"
    except EmbedderError as error:
        failure = str(error)
    except EvidenceError:
        failure = LEG_FAILED
    elapsed = time.perf_counter() - started
    return LegOutcome(leg, rows.ranked, rows.ceiling, elapsed, failure)


async def query_vector(embedder: Embedder, text: str) -> Vector:
    """The vector of a query, of shape (dimensions,).

    Raises:
        EmbedderError: The embedder failed, or gave something that is no vector.
    """
    rows = await embedder.embed([text])
    if rows.shape != (1, embedder.dimensions()) or not np.isfinite(rows).all():
        raise EmbedderError("The embedding model gave a vector that cannot be used.")
    return np.asarray(rows[0], dtype=np.float32)


def withdrawn(embedder: Embedder, index: LabelIndex | None, model_id: str | None) -> str | None:
    """Why the semantic leg cannot run, when it cannot.

    Args:
        embedder: The embedder the query would go through.
        index: The stored vectors' index; nothing counts as a match.
        model_id: The model the stored vectors come from; nothing is not compared.
    """
    try:
        dimensions = embedder.dimensions()
    except EmbedderError as error:
        return str(error)
    stored = index.dimensions if index else None
    if stored is not None and stored != dimensions:
        return f"{MISMATCH} ({dimensions} and {stored} dimensions)"
    if model_id is not None and model_id != embedder.model_id:
        return f"{MISMATCH} ({embedder.model_id} and {model_id})"
    return None


def failures_of(outcomes: Sequence[LegOutcome], withdrawal: str | None) -> list[LegFailure]:
    """The failures to report, lexical first."""
    failures = [LegFailure(leg=o.leg, message=o.failure) for o in outcomes if o.failure]
    if withdrawal:
        failures.append(LegFailure(leg=Leg.SEMANTIC, message=withdrawal))
    return failures


def status_of(
    outcomes: Sequence[LegOutcome], failures: Sequence[LegFailure], hits: int
) -> SearchStatus:
    """The status of a search whose store reads went well."""
    if outcomes and all(outcome.failure for outcome in outcomes):
        return SearchStatus.FAILED
    if failures:
        return SearchStatus.PARTIAL
    return SearchStatus.OK if hits else SearchStatus.NO_MATCH
