"""A sentence-transformers model on this machine, loaded in one background thread.

Importing torch takes seconds, so nothing here is imported before the thread runs, and the first
answers of a search never wait for it. No file is fetched and no code of a model is run.
"""

import asyncio
import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

import numpy as np

from evidence.embedders.model_folder import (
    PACKAGED_DIMENSIONS,
    PACKAGED_MODEL,
    checked_model,
    model_identity,
    packaged_model,
)
from evidence.errors import EmbedderError, EmbedderLoadingError, EmbedderMissingError
from evidence.ports import Vector

_LOG = logging.getLogger(__name__)
_CACHED_QUERIES = 512


class EmbedderState(StrEnum):
    """Whether vectors can be had."""

    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


class SentenceEmbedder:
    """The packaged model, or one in a local folder.

    Attributes:
        state: Whether vectors can be had yet.
        reason: Why not, when loading failed; a sentence that may be shown.
    """

    def __init__(self, folder: Path | None = None, *, threads: int = 1) -> None:
        self.state = EmbedderState.LOADING
        self.reason: str | None = None
        self._folder = folder
        self._threads = threads
        self._model: Any = None
        self._model_id = PACKAGED_MODEL
        self._dimensions = PACKAGED_DIMENSIONS
        self._known: OrderedDict[str, Vector] = OrderedDict()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedder")
        self._loaded = threading.Event()
        threading.Thread(target=self._load, name="embedder-load", daemon=True).start()

    @property
    def model_id(self) -> str:
        """Which model the vectors come from."""
        return self._model_id

    def dimensions(self) -> int:
        """Length of a vector; raises ``EmbedderError`` while the model is not usable."""
        self._require()
        return self._dimensions

    async def embed(self, texts: Sequence[str]) -> Vector:
        """A unit row for each text; a single text is remembered, as queries come again."""
        self._require()
        if len(texts) == 1 and (known := self._known.get(texts[0])) is not None:
            self._known.move_to_end(texts[0])
            return known
        loop = asyncio.get_running_loop()
        rows = await loop.run_in_executor(self._worker, self._encode, list(texts))
        if len(texts) == 1:
            self._known[texts[0]] = rows
            while len(self._known) > _CACHED_QUERIES:
                self._known.popitem(last=False)
        return rows

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until loading has ended, well or badly; false when the time ran out."""
        return self._loaded.wait(seconds)

    def _require(self) -> None:
        if self.state is EmbedderState.LOADING:
            raise EmbedderLoadingError("The embedding model is still loading.")
        if self.state is EmbedderState.FAILED:
            raise EmbedderMissingError(self.reason or "The embedding model cannot be used.")

    def _encode(self, texts: list[str]) -> Vector:
        try:
            rows = self._model.encode(
                texts, batch_size=32, normalize_embeddings=True, show_progress_bar=False
            )
        except (RuntimeError, ValueError, MemoryError) as error:
            raise EmbedderError("The embedding model could not read the text.") from error
        array = np.asarray(rows, dtype=np.float32)
        if array.shape != (len(texts), self._dimensions) or not np.isfinite(array).all():
            raise EmbedderError("The embedding model gave vectors that cannot be used.")
        return array

    def _load(self) -> None:
        try:
            self._open()
            self.state = EmbedderState.READY
        except EmbedderMissingError as error:
            self._fail(str(error))
        except (ImportError, OSError, RuntimeError, ValueError, KeyError, TypeError):
            _LOG.exception("the embedding model could not be loaded")
            self._fail(
                "The embedding model could not be loaded; search by name and by words still works."
            )
        finally:
            self._loaded.set()

    def _fail(self, reason: str) -> None:
        self.reason = reason
        self.state = EmbedderState.FAILED

    def _open(self) -> None:
        if self._folder is None:
            folder = packaged_model()
        else:
            folder = checked_model(self._folder)
            self._model_id = model_identity(folder)
        os.environ["HF_HUB_OFFLINE"] = "1"
        os.environ["TQDM_DISABLE"] = "1"
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        import torch
        from sentence_transformers import SentenceTransformer

        torch.set_num_threads(self._threads)
        self._model = SentenceTransformer(
            str(folder),
            device="cpu",
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"use_safetensors": True},
        )
        warm = cast("Any", self._model.encode(["warm up"], normalize_embeddings=True))
        self._dimensions = int(np.asarray(warm).shape[1])
