"""The turns of a snapshot: in order, in one go when asked for at once, and never after its end."""

import asyncio
import threading
from asyncio import Future, wait_for

import pytest

from evidence.errors import StoreUnavailableError
from evidence.stores.embedded.reading.threads import Threads, Turns

SOON = 5.0


class CountedThreads(Threads):
    """Counts how often work was passed to a thread."""

    passed = 0

    def submit(self, work):
        self.passed += 1
        return super().submit(work)


@pytest.fixture
def threads():
    made = CountedThreads(2)
    yield made
    made.close()


def blocked(turns: Turns) -> tuple[threading.Event, Future[str]]:
    """Work that has begun and waits for the event."""
    begun, go_on = threading.Event(), threading.Event()

    def wait() -> str:
        begun.set()
        go_on.wait(SOON)
        return "waited"

    answer = turns.submit(wait)
    assert begun.wait(SOON)
    return go_on, answer


async def test_work_that_waits_is_done_in_order_and_in_one_go(threads):
    turns = Turns(threads)
    go_on, first = blocked(turns)
    done: list[int] = []
    rest = [turns.submit(lambda each=each: done.append(each)) for each in range(5)]
    go_on.set()
    for each in [first, *rest]:
        await wait_for(each, SOON)
    assert done == [0, 1, 2, 3, 4]
    assert threads.passed == 1


async def test_work_cancelled_before_its_turn_is_never_done(threads):
    turns = Turns(threads)
    go_on, first = blocked(turns)
    done: list[int] = []
    second = turns.submit(lambda: done.append(2))
    third = turns.submit(lambda: done.append(3))
    assert second.cancel()
    go_on.set()
    await wait_for(first, SOON)
    await wait_for(third, SOON)
    assert done == [3]


async def test_work_that_fails_tells_who_asked_and_lets_the_next_go_on(threads):
    turns = Turns(threads)
    go_on, _ = blocked(turns)
    failing = turns.submit(lambda: 1 / 0)
    next_one = turns.submit(lambda: "done")
    go_on.set()
    with pytest.raises(ZeroDivisionError):
        await wait_for(failing, SOON)
    assert await wait_for(next_one, SOON) == "done"


async def test_release_comes_after_what_runs_and_nothing_is_done_after_it(threads):
    turns = Turns(threads)
    go_on, first = blocked(turns)
    waiting = turns.submit(lambda: "never")
    released = threading.Event()
    turns.finish(released.set)
    assert not released.is_set()
    go_on.set()
    assert await wait_for(first, SOON) == "waited"
    assert released.wait(SOON)
    with pytest.raises(StoreUnavailableError, match="over"):
        await wait_for(waiting, SOON)
    with pytest.raises(StoreUnavailableError, match="over"):
        await wait_for(turns.submit(lambda: "late"), SOON)


def test_idle_turns_are_released_at_once(threads):
    turns = Turns(threads)
    released: list[bool] = []
    turns.finish(lambda: released.append(True))
    assert released == [True]
    assert threads.passed == 0


async def test_closed_threads_take_no_work(threads):
    turns = Turns(threads)
    go_on, first = blocked(turns)
    threads.close()
    with pytest.raises(StoreUnavailableError, match="closed"):
        turns.submit(lambda: "late")
    go_on.set()
    assert await wait_for(first, SOON) == "waited"


def test_answer_that_comes_after_its_loop_is_closed_is_dropped(threads):
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()
    turns = Turns(threads)

    def wait() -> None:
        begun.set()
        go_on.wait(SOON)

    async def ask_and_leave() -> None:
        turns.submit(wait)
        assert begun.wait(SOON)

    asyncio.run(ask_and_leave())
    turns.finish(ended.set)
    go_on.set()
    assert ended.wait(SOON)
