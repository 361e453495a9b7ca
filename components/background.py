"""One event loop in one thread, which the script threads hand their coroutines to."""

import asyncio
import concurrent.futures
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from evidence.errors import StoreTimeoutError

T = TypeVar("T")


class BackgroundLoop:
    """An event loop that runs for as long as the process."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="evidence-loop", daemon=True).start()

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
        """End the loop; work that has not ended is dropped."""
        self._loop.call_soon_threadsafe(self._loop.stop)
