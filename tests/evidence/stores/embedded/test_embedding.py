from io import BytesIO

import numpy as np
import pytest

from evidence.embedders.hashed import HashedEmbedder
from evidence.embedding_text import entity_text, passage_text
from evidence.errors import DimensionMismatchError, EmbedderError
from evidence.stores.embedded.keeping.integrity import check
from evidence.stores.embedded.writing import embedding
from evidence.stores.embedded.writing.embedding import embed
from evidence.stores.embedded.writing.vector_archive import load_vectors
from evidence.stores.embedded.writing.writer import EmbeddedWriter
from tests.evidence.stores.embedded.native import bring, document, entity, passage, section

GRAPH = (
    document(),
    section("1", title="Rules"),
    section("1.1", title="Speed", parent="1", order=1),
    passage("p", "Slow down.", 0, sections=["1.1"]),
    passage("q", "Stop.", 1),
    entity("a", "Ada", properties={"description": "A poet."}),
    entity("b", "Bob", properties={"description": 5}),
)


class Recording(HashedEmbedder):
    """Remembers the texts; fails at the batch it is told to."""

    def __init__(self, dimensions: int = 8, *, fails_at: int | None = None, spoil=None) -> None:
        super().__init__(dimensions)
        self.batches: list[list[str]] = []
        self._fails_at = fails_at
        self._spoil = spoil

    async def embed(self, texts):
        if len(self.batches) == self._fails_at:
            raise EmbedderError("The model broke.")
        self.batches.append(list(texts))
        rows = await super().embed(texts)
        return self._spoil(rows) if self._spoil else rows


def vectors(writer, kind):
    rows = writer.connection.execute(f"SELECT id, vector FROM {kind}_vector ORDER BY id").fetchall()
    return {number: np.frombuffer(vector, "<f4") for number, vector in rows}


def meta(writer):
    return dict(writer.connection.execute("SELECT key, value FROM meta"))


def test_texts_are_the_name_with_its_description_and_the_passage_below_its_headings():
    assert entity_text("Ada", {}) == "Ada"
    assert entity_text("Ada", {"description": "A poet."}) == "Ada: A poet."
    assert entity_text("Ada", {"description": " "}) == "Ada"
    assert entity_text("Ada", {"description": ["x"]}) == "Ada"
    assert passage_text([], "Stop.") == "Stop."
    assert passage_text(["Rules", "", "Speed"], "Slow down.") == "Rules > Speed\n\nSlow down."


async def test_every_name_and_passage_gets_a_vector_of_length_one(tmp_path):
    bring(tmp_path, *GRAPH)
    model = Recording()
    with EmbeddedWriter(tmp_path / "store") as writer:
        assert await embed(writer, model) == 4
        assert model.batches == [
            ["Ada: A poet.", "Bob"],
            ["Rules > Speed\n\nSlow down.", "Stop."],
        ]
        expected = (await HashedEmbedder(8).embed(["Bob"]))[0]
        assert vectors(writer, "entity")[2] == pytest.approx(expected, abs=1e-6)
        found = meta(writer)
    assert (found["model_id"], found["dimensions"]) == ("hashed-words@8", 8)
    assert found["vectors_pending"] == 0
    assert found["fts_generation"] == found["generation"]
    assert list((tmp_path / "store").glob(f"vectors-entity-{found['vectors_generation']}.npy"))
    assert check(tmp_path / "store") == []


async def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(embedding, "_COMMITTED", 2)
    bring(tmp_path, *(entity(f"e{n}") for n in range(10)))
    with EmbeddedWriter(tmp_path / "store") as writer:
        with pytest.raises(EmbedderError, match="The model broke"):
            await embed(writer, Recording(fails_at=3), batch=2)
        assert sorted(vectors(writer, "entity")) == [1, 2, 3, 4]
        assert meta(writer)["vectors_pending"] == 6
    assert [found.what for found in check(tmp_path / "store")] == [
        "vector index that has to be made"
    ]
    again = Recording()
    with EmbeddedWriter(tmp_path / "store") as writer:
        assert await embed(writer, again, batch=4) == 6
    assert again.batches == [["e4", "e5", "e6", "e7"], ["e8", "e9"]]
    assert check(tmp_path / "store") == []


async def test_progress_counts_texts(tmp_path):
    bring(tmp_path, *(entity(f"e{n}") for n in range(5)))
    told = []
    with EmbeddedWriter(tmp_path / "store") as writer:
        await embed(writer, Recording(), batch=2, progress=lambda *step: told.append(step))
    assert told == [("Embedding", 2, 5), ("Embedding", 4, 5), ("Embedding", 5, 5)]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda rows: rows * np.nan,
        lambda rows: rows * np.inf,
        lambda rows: rows * 0,
        lambda rows: rows[:, :4],
        lambda rows: rows[:1],
        lambda rows: rows[0],
    ],
    ids=["nan", "infinite", "zero", "short", "few", "flat"],
)
async def test_vectors_that_cannot_be_used_are_refused(tmp_path, spoil):
    bring(tmp_path, *GRAPH)
    with EmbeddedWriter(tmp_path / "store") as writer:
        with pytest.raises(EmbedderError, match="The embedding model gave vectors"):
            await embed(writer, Recording(spoil=spoil))
        assert vectors(writer, "entity") == {}


async def test_another_model_is_refused_unless_all_may_be_replaced(tmp_path):
    bring(tmp_path, *GRAPH)
    with EmbeddedWriter(tmp_path / "store") as writer:
        await embed(writer, Recording(8))
        with pytest.raises(DimensionMismatchError, match="come from hashed-words@8"):
            await embed(writer, Recording(16))
        assert await embed(writer, Recording(16), replace=True) == 4
        assert {len(vector) for vector in vectors(writer, "passage").values()} == {16}
        assert meta(writer)["model_id"] == "hashed-words@16"
    assert check(tmp_path / "store") == []


async def test_an_entity_that_changes_loses_its_vector_and_others_keep_theirs(tmp_path):
    bring(tmp_path, *GRAPH)
    with EmbeddedWriter(tmp_path / "store") as writer:
        await embed(writer, Recording())
    bring_again = (entity("a", "Ada", "Poet"), entity("b", "Bob", properties={"description": 5}))
    with EmbeddedWriter(tmp_path / "store"):
        pass
    with pytest.raises(AssertionError):
        bring(tmp_path, *bring_again)  # the vector files have to be made: check says so
    with EmbeddedWriter(tmp_path / "store") as writer:
        assert sorted(vectors(writer, "entity")) == [2]
        assert meta(writer)["vectors_pending"] == 1
        assert "vectors_generation" not in meta(writer)
        assert await embed(writer, Recording()) == 1
    assert check(tmp_path / "store") == []


def archive(**arrays):
    file = BytesIO()
    np.savez(file, **arrays)
    file.seek(0)
    return file


UUIDS = [f"00000000-0000-5000-8000-00000000000{n}" for n in range(4)]


def test_shipped_vectors_are_taken_in_by_id(tmp_path):
    bring(tmp_path, document(), passage(UUIDS[2], "x", 0), entity(UUIDS[0]))
    shipped = {
        "model_id": np.array("m"),
        "entity_ids": np.array(UUIDS[:2]),
        "entity_vectors": np.array([[3, 4], [1, 0]], np.float16),
        "passage_ids": np.array(UUIDS[2:3]),
        "passage_vectors": np.array([[0, 2]], np.float64),
    }
    with EmbeddedWriter(tmp_path / "store") as writer:
        assert load_vectors(writer, archive(**shipped)) == 2
        assert vectors(writer, "entity")[1].tolist() == pytest.approx([0.6, 0.8])
        assert next(iter(vectors(writer, "passage").values())).tolist() == [0, 1]
        with pytest.raises(DimensionMismatchError):
            load_vectors(writer, archive(**{**shipped, "model_id": np.array("n")}))
    assert check(tmp_path / "store") == []


@pytest.mark.parametrize(
    "spoil",
    [
        {"entity_vectors": np.zeros(3)},
        {"entity_vectors": np.array([[np.nan, 1]])},
        {"entity_ids": np.array(["not an id"])},
        {"entity_ids": np.array([{}], object)},
    ],
    ids=["flat", "nan", "no id", "pickled"],
)
def test_an_archive_of_another_shape_is_refused(tmp_path, spoil):
    shipped = {
        "model_id": np.array("m"), "entity_ids": np.array(UUIDS[:1]),
        "entity_vectors": np.eye(1, 2), "passage_ids": np.array([], "U36"),
        "passage_vectors": np.zeros((0, 2)),
    }  # fmt: skip
    bring(tmp_path, entity(UUIDS[0]))
    with EmbeddedWriter(tmp_path / "store") as writer:
        with pytest.raises(EmbedderError):
            load_vectors(writer, archive(**{**shipped, **spoil}))
        with pytest.raises(EmbedderError, match="cannot be read"):
            load_vectors(writer, BytesIO(b"no archive"))
        assert vectors(writer, "entity") == {}
