"""Hypothesis profiles, and the stores every comparing test runs on."""

import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from evidence.ports import GraphStore
from tests.builders import Story, embedded_store, reference_store

_QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]

# The same examples every time; "nightly" wanders.
settings.register_profile(
    "ci", max_examples=40, derandomize=True, deadline=None, suppress_health_check=_QUIET
)
settings.register_profile(
    "nightly", max_examples=2_000, deadline=None, suppress_health_check=_QUIET
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

OpenStore = Callable[[Story], GraphStore]


@pytest.fixture(params=["reference", "embedded"])
async def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[OpenStore]:
    """Opens a story as a store of each kind in turn."""
    opened: list[GraphStore] = []

    def open_story(story: Story) -> GraphStore:
        if request.param == "reference":
            store: GraphStore = reference_store(story)
        else:
            store = embedded_store(story, tmp_path / f"store{len(opened)}")
        opened.append(store)
        return store

    yield open_story
    for store in opened:
        await store.close()
