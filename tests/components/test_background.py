"""Script threads hand coroutines to one loop and get answers within a deadline."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from components.background import BackgroundLoop
from evidence.errors import StoreTimeoutError


@pytest.fixture
def loop() -> Iterator[BackgroundLoop]:
    background = BackgroundLoop()
    yield background
    background.stop()


async def _where() -> str:
    return threading.current_thread().name


def test_work_of_many_threads_runs_in_one(loop: BackgroundLoop) -> None:
    with ThreadPoolExecutor(8) as pool:
        names = set(pool.map(lambda _: loop.run(_where(), seconds=5), range(50)))
    assert names == {"evidence-loop"}


def test_work_that_takes_too_long_is_cancelled(loop: BackgroundLoop) -> None:
    cancelled = threading.Event()

    async def stuck() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    with pytest.raises(StoreTimeoutError, match="did not answer in time"):
        loop.run(stuck(), seconds=0.05)
    assert cancelled.wait(2)


def test_an_error_reaches_the_thread_that_asked(loop: BackgroundLoop) -> None:
    async def broken() -> None:
        raise KeyError("gone")

    with pytest.raises(KeyError, match="gone"):
        loop.run(broken(), seconds=5)
