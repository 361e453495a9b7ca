"""What a reader is told about a store never says where anything is."""

import pytest

from components.page_notices import _sentence, advice_for
from evidence.errors import (
    EvidenceError,
    StoreBusyError,
    StoreCorruptError,
    StoreError,
    StoreMissingError,
    StoreOutdatedError,
    StoreTimeoutError,
    StoreUnavailableError,
    StoreUnreadableError,
)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (StoreTimeoutError("the read passed its deadline"), "The read passed its deadline."),
        (
            StoreTimeoutError("bolt://user:secret@host timed out"),
            "The graph did not answer in time. Narrow the scope, or try again.",
        ),
        (
            StoreUnavailableError("/secret/place cannot be reached"),
            "The graph cannot be opened. Check its folder, then try again.",
        ),
        (
            StoreCorruptError("C:\\graphs\\a.db: malformed"),
            "The file of the graph is damaged.",
        ),
        (StoreBusyError(""), "An import is writing to the graph. Try again in a moment."),
        (StoreError(""), "The graph cannot be read. Try again in a moment."),
        (EvidenceError("a/b"), "The graph cannot be read. Try again in a moment."),
    ],
)
def test_an_error_becomes_a_sentence_without_a_place(error: EvidenceError, sentence: str) -> None:
    assert _sentence(error) == sentence


def test_a_damaged_graph_is_checked_and_restored_before_anything_is_imported() -> None:
    advice = advice_for(StoreCorruptError("The store is damaged."))
    assert advice is not None
    places = [advice.index(word) for word in ("evidence check`", "from a copy", "evidence import")]
    assert places == sorted(places)
    assert "To make one" not in advice


def test_a_graph_is_to_be_made_only_where_there_is_none() -> None:
    make = "To make one, run `python -m evidence import FILE --into FOLDER`"
    assert make in (advice_for(StoreMissingError("There is no store here.")) or "")
    others = (StoreUnavailableError, StoreOutdatedError, StoreCorruptError, StoreBusyError)
    assert [kind for kind in others if make in (advice_for(kind("x")) or "")] == []


def test_a_store_that_another_program_can_read_needs_no_look_at_its_folder() -> None:
    advice = advice_for(StoreUnreadableError("A newer version of this program wrote the store."))
    assert advice == "Start the app again when that is done."


@pytest.mark.parametrize("kind", [StoreError, StoreBusyError, StoreTimeoutError, EvidenceError])
def test_what_passes_by_itself_needs_no_advice(kind: type[EvidenceError]) -> None:
    assert advice_for(kind("x")) is None
