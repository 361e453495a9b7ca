"""The embedder without a model."""

import numpy as np
import pytest

from evidence.embedders.hashed import HashedEmbedder


async def test_rows_have_length_one_and_are_the_same_every_time() -> None:
    embedder = HashedEmbedder(16)
    rows = await embedder.embed(["Maria Chen", "", "東京"])
    assert rows.shape == (3, 16)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1])
    assert (await HashedEmbedder(16).embed(["Maria Chen", "", "東京"]) == rows).all()


async def test_shared_words_bring_texts_near() -> None:
    near, far, text = await HashedEmbedder().embed(["orion planner", "gripper", "Orion route"])
    assert near @ text > far @ text


async def test_no_texts_give_no_rows() -> None:
    assert (await HashedEmbedder(8).embed([])).shape == (0, 8)
