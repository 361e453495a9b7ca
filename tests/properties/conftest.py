"""One event loop for all examples of a property: making one each time is slow."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest


@pytest.fixture
def run() -> Iterator[Callable[[Coroutine[Any, Any, Any]], Any]]:
    """Runs a coroutine to its end."""
    with asyncio.Runner() as runner:
        yield runner.run
