"""The threads that read, and the turns that the reads of one snapshot take on them.

Passing work to a thread and its answer back costs as much as a small query (0.2 ms where the cores
are busy). So a snapshot keeps its thread while it has reads waiting, and use cases ask at once for
what they need at once.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from evidence.errors import StoreUnavailableError

Answer = TypeVar("Answer")
Given = TypeVar("Given")


class Threads:
    """A bounded pool of threads, which can be closed."""

    def __init__(self, most: int) -> None:
        self._pool = ThreadPoolExecutor(most, thread_name_prefix="embedded-store")
        self._closed = False

    def check_open(self) -> None:
        """Make sure that work is still taken.

        Raises:
            StoreUnavailableError: The store was closed.
        """
        if self._closed:
            raise StoreUnavailableError("The store is closed.")

    def submit(self, work: Callable[[], Answer]) -> Future[Answer]:
        """The work, on its way to a thread.

        Raises:
            StoreUnavailableError: The store was closed.
        """
        self.check_open()
        try:
            return self._pool.submit(work)
        except RuntimeError as error:
            raise StoreUnavailableError("The store is closed.") from error

    def close(self) -> None:
        """Take no more work; what runs ends by itself."""
        self._closed = True
        self._pool.shutdown(wait=False)


def _tell(
    loop: asyncio.AbstractEventLoop,
    answer: "asyncio.Future[Answer]",
    settle: Callable[[Given], None],
    found: Given,
) -> None:
    """Settle an answer from another thread, unless nobody waits for it any more."""

    def settled() -> None:
        if not answer.done():
            settle(found)

    # A loop that was closed meanwhile has nobody left who waits.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(settled)


class Turns:
    """The work of one snapshot: one piece after the other, on one thread while there is any."""

    def __init__(self, threads: Threads) -> None:
        self._threads = threads
        self._waiting: deque[Callable[[], None]] = deque()
        self._guard = threading.Lock()
        self._running = False
        self._over = False

    def submit(self, work: Callable[[], Answer]) -> "asyncio.Future[Answer]":
        """The work, waiting for its turn; cancelled before that, it is never done.

        The answer belongs to the running event loop, without a future of a thread between them
        (40 µs, where a small read takes 100).

        Raises:
            StoreUnavailableError: The store was closed.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer] = loop.create_future()

        def turn() -> None:
            if answer.cancelled():
                return
            if self._over:
                over = StoreUnavailableError("The snapshot is over.")
                _tell(loop, answer, answer.set_exception, over)
                return
            try:
                done = work()
            except BaseException as error:  # noqa: BLE001 - whoever waits for the answer gets it
                _tell(loop, answer, answer.set_exception, error)
            else:
                _tell(loop, answer, answer.set_result, done)

        self._threads.check_open()
        with self._guard:
            self._waiting.append(turn)
            idle, self._running = not self._running, True
        if idle:
            self._threads.submit(self._take_turns)
        return answer

    def finish(self, release: Callable[[], None]) -> None:
        """Do nothing more, and call ``release`` once nothing is being done."""
        with self._guard:
            self._over = True
            if self._running:
                self._waiting.append(release)
                return
        release()

    def _take_turns(self) -> None:
        while True:
            with self._guard:
                if not self._waiting:
                    self._running = False
                    return
                turn = self._waiting.popleft()
            turn()
