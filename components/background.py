"""One event loop in one thread, which the script threads hand their coroutines to."""

import asyncio
import concurrent.futures
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from evidence.errors import StoreTimeoutError

T = TypeVar("T")

_STOP_SECONDS = 5.0


class BackgroundLoop:
    """An event loop that runs for as long as the process."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="evidence-loop", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T], *, seconds: float) -> T:
        """What ``work`` returns.

        Raises:
            StoreTimeoutError: It was not done after ``seconds``; it is cancelled.
        """
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(seconds)
        except concurrent.futures.TimeoutError as error:
            future.cancel()
            raise StoreTimeoutError("The graph did not answer in time.") from error

    def stop(self) -> None:
        """End the loop and wait for it; work that has not ended is cancelled."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(_STOP_SECONDS)

    def _serve(self) -> None:
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(_cancel_others())
        finally:
            self._loop.close()


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
