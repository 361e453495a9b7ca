"""Nothing is loaded before a page is drawn, and only one model ever."""

import pytest

from components.late_embedder import LateEmbedder
from components.meaning import Meaning
from evidence.errors import EmbedderLoadingError
from tests.pages.conftest import StatedEmbedder


async def test_before_the_start_it_is_loading() -> None:
    late = LateEmbedder(StatedEmbedder)
    assert (late.state, late.reason, late.model_id) == (Meaning.LOADING, None, "")
    with pytest.raises(EmbedderLoadingError):
        late.dimensions()
    with pytest.raises(EmbedderLoadingError):
        await late.embed(["x"])


async def test_after_the_start_it_is_the_model() -> None:
    made: list[StatedEmbedder] = []

    def make() -> StatedEmbedder:
        made.append(StatedEmbedder(Meaning.FAILED, "No model."))
        return made[-1]

    late = LateEmbedder(make)
    late.start()
    late.start()
    assert len(made) == 1
    assert (late.state, late.reason, late.model_id) == (Meaning.FAILED, "No model.", "test-model")
    assert late.dimensions() == 4
    assert (await late.embed(["x"])).tolist() == [[1.0, 0.0, 0.0, 0.0]]
