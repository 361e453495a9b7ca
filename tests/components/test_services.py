"""The parts of a running app: opening the store, the scope of the app, a model that is not wanted."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from components.meaning import Meaning
from components.opening import Opening
from components.services import NoEmbedder, Services, _look_ahead, ceiling_from
from evidence.embedders.sentence import EmbedderState
from evidence.errors import EmbedderMissingError, StoreBusyError, StoreUnavailableError
from evidence.scope import EVERYTHING, Scope
from tests.builders import Story, embedded_store, reference_store


def test_the_scope_of_the_app_is_written_like_that_of_an_address() -> None:
    assert ceiling_from("") == EVERYTHING
    assert ceiling_from("ns=legal&folder=rules/2024&doc=a.md") == Scope(
        namespaces=frozenset({"legal"}),
        folders=frozenset({"rules/2024"}),
        keys=frozenset({"a.md"}),
    )


@pytest.mark.parametrize(
    "text", ["namespace=legal", "ns=", "ns=a&asof=never", "q=ada", "ns=a&mode=x"]
)
def test_a_scope_that_cannot_be_read_stops_the_start(text: str) -> None:
    with pytest.raises(ValueError, match="EVIDENCE_SCOPE"):
        ceiling_from(text)


def test_the_states_of_the_model_are_those_of_the_embedders() -> None:
    known = [state.value for state in Meaning if state is not Meaning.OFF]
    assert known == [state.value for state in EmbedderState]


async def test_a_model_that_is_not_wanted_says_why() -> None:
    embedder = NoEmbedder()
    with pytest.raises(EmbedderMissingError, match="switched off"):
        embedder.dimensions()
    with pytest.raises(EmbedderMissingError, match="switched off"):
        await embedder.embed(["x"])
    assert embedder.state is Meaning.OFF


@pytest.mark.parametrize(("key", "told"), [("nowhere.md", True), ("A", False)])
async def test_an_allowed_scope_that_holds_nothing_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, key: str, told: bool
) -> None:
    story = Story()
    story.document("A")
    store = embedded_store(story, tmp_path / "store")
    await asyncio.to_thread(_look_ahead, store, Scope(keys=frozenset({key})))
    await store.close()
    assert ("EVIDENCE_SCOPE" in caplog.text) is told


def test_opening_tells_how_far_it_is() -> None:
    go_on = threading.Event()
    told = threading.Event()

    def slow(report: Callable[[float, str], None]) -> object:
        report(1.5, "Building the demo graph")
        told.set()
        assert go_on.wait(5)
        return reference_store(Story())

    opening = Opening(slow)
    assert told.wait(5)
    assert (opening.share, opening.doing) == (1.0, "Building the demo graph")
    assert not opening.wait(0)
    go_on.set()
    assert opening.wait(5)
    assert opening.store is not None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (StoreBusyError("Another import is running."), StoreBusyError),
        (OSError("/home/private: no space"), StoreUnavailableError),
        (RuntimeError("unforeseen /home/private"), StoreUnavailableError),
    ],
)
def test_a_store_that_cannot_be_opened_gives_its_reason_without_a_path(
    error: Exception, shown: type[Exception]
) -> None:
    def broken(_: object) -> object:
        raise error

    opening = Opening(broken)
    assert opening.wait(5)
    # What is unforeseen leaves the thread after its end is told; it belongs to this test.
    for thread in threading.enumerate():
        if thread.name == "opening":
            thread.join(5)
    shared = Services(opening, NoEmbedder(), EVERYTHING)
    with pytest.raises(shown) as raised:
        shared.answers  # noqa: B018
    assert "/home" not in str(raised.value)
    shared.close()


def test_the_store_is_given_back_at_the_end() -> None:
    closed = []
    store = reference_store(Story())

    async def close() -> None:
        closed.append(True)

    store.close = close  # type: ignore[method-assign]
    opening = Opening(lambda _: store)
    assert opening.wait(5)
    shared = Services(opening, NoEmbedder(), EVERYTHING)
    assert shared.answers.store is store
    shared.close()
    assert closed == [True]
