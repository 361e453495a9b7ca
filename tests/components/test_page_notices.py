"""What a reader is told about a store never says where anything is."""

import pytest

from components.page_notices import _sentence
from evidence.errors import (
    EvidenceError,
    StoreBusyError,
    StoreCorruptError,
    StoreError,
    StoreTimeoutError,
    StoreUnavailableError,
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
            "The file of the graph is damaged. Restore it, or import it anew.",
        ),
        (StoreBusyError(""), "An import is writing to the graph. Try again in a moment."),
        (StoreError(""), "The graph cannot be read. Try again in a moment."),
        (EvidenceError("a/b"), "The graph cannot be read. Try again in a moment."),
    ],
)
def test_an_error_becomes_a_sentence_without_a_place(error: EvidenceError, sentence: str) -> None:
    assert _sentence(error) == sentence
