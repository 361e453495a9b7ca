"""Opening a store beside the page: what follows it, and what does not."""

import threading
from pathlib import Path
from typing import Any, cast

from components.opening import DemoDamagedError, Opening, open_demo
from components.page_notices import advice_for
from evidence.errors import StoreCorruptError
from evidence.ports import GraphStore

STORE = cast(GraphStore, object())


def test_what_follows_an_opening_gets_the_store_when_nobody_waits_any_more() -> None:
    named, followed = threading.Event(), threading.Event()
    got: list[Any] = []

    def open_store(_: object) -> GraphStore:
        assert named.wait(10)
        return STORE

    def then(store: GraphStore) -> None:
        got.append((store, opening.wait(0)))
        followed.set()

    opening = Opening(open_store, then=then)
    named.set()
    assert followed.wait(10)
    assert got == [(STORE, True)]


def test_nothing_follows_an_opening_that_failed() -> None:
    got: list[GraphStore] = []

    def fail(_: object) -> GraphStore:
        raise StoreCorruptError("The store is damaged.")

    opening = Opening(fail, then=got.append)
    assert opening.wait(10)
    assert isinstance(opening.failure, StoreCorruptError)
    assert got == []


def test_a_damaged_demo_is_told_from_a_damaged_graph_of_somebody(tmp_path: Path) -> None:
    (tmp_path / "data/demo").mkdir(parents=True)
    (tmp_path / "data/demo/store.db").write_bytes(b"no database" * 99)
    opening = Opening(open_demo(tmp_path))
    assert opening.wait(30)
    assert isinstance(opening.failure, DemoDamagedError)
    advice = advice_for(opening.failure)
    assert advice is not None
    assert "Delete the folder `demo`" in advice
    assert str(tmp_path) not in f"{opening.failure}{advice}"
