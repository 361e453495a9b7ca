"""The turns of a snapshot: in order, in one go when asked for at once, and never after its end."""

import threading
from concurrent.futures import Future

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


def test_work_that_waits_is_done_in_order_and_in_one_go(threads):
    turns = Turns(threads)
    go_on, first = blocked(turns)
    done: list[int] = []
    rest = [turns.submit(lambda each=each: done.append(each)) for each in range(5)]
    go_on.set()
    for each in [first, *rest]:
        each.result(SOON)
    assert done == [0, 1, 2, 3, 4]
    assert threads.passed == 1


def test_work_cancelled_before_its_turn_is_never_done(threads):
    turns = Turns(threads)
    go_on, first = blocked(turns)
    done: list[int] = []
    second = turns.submit(lambda: done.append(2))
    third = turns.submit(lambda: done.append(3))
    assert second.cancel()
    go_on.set()
    first.result(SOON)
    third.result(SOON)
    assert done == [3]


def test_work_that_fails_tells_who_asked_and_lets_the_next_go_on(threads):
    turns = Turns(threads)
    go_on, _ = blocked(turns)
    failing = turns.submit(lambda: 1 / 0)
    next_one = turns.submit(lambda: "done")
    go_on.set()
    with pytest.raises(ZeroDivisionError):
        failing.result(SOON)
    assert next_one.result(SOON) == "done"


def test_release_comes_after_what_runs_and_nothing_is_done_after_it(threads):
    turns = Turns(threads)
    go_on, first = blocked(turns)
    waiting = turns.submit(lambda: "never")
    released = threading.Event()
    turns.finish(lambda: (first.done() and released.set()) or None)
    assert not released.is_set()
    go_on.set()
    assert released.wait(SOON)
    with pytest.raises(StoreUnavailableError, match="over"):
        waiting.result(SOON)
    with pytest.raises(StoreUnavailableError, match="over"):
        turns.submit(lambda: "late").result(SOON)


def test_idle_turns_are_released_at_once(threads):
    turns = Turns(threads)
    released: list[bool] = []
    turns.finish(lambda: released.append(True))
    assert released == [True]
    assert threads.passed == 0


def test_closed_threads_take_no_work(threads):
    turns = Turns(threads)
    go_on, first = blocked(turns)
    threads.close()
    with pytest.raises(StoreUnavailableError, match="closed"):
        turns.submit(lambda: "late")
    go_on.set()
    assert first.result(SOON) == "waited"
