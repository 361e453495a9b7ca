"""Stores that fail, dawdle or count, and embedders that do as they are told."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import numpy as np

from evidence.details import Count
from evidence.errors import (
    EmbedderError,
    EmbedderLoadingError,
    StoreError,
    StoreTimeoutError,
    StoreUnavailableError,
)
from evidence.ports import Capabilities, GraphStore, Reads, Step, Vector

OnRead = Callable[[str, float | None], Any]


class _Wrapped:
    """A store whose every read passes through ``around``."""

    def __init__(self, inner: GraphStore) -> None:
        self.inner = inner

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def capabilities(self) -> Capabilities:
        return self.inner.capabilities

    def snapshot(self, *, timeout: float | None = None) -> AbstractAsyncContextManager[Any]:
        return self._snapshot(timeout)

    @asynccontextmanager
    async def _snapshot(self, timeout: float | None) -> AsyncIterator[Any]:
        clock = asyncio.get_running_loop().time
        deadline = None if timeout is None else clock() + timeout
        async with self.inner.snapshot(timeout=timeout) as reads:
            yield _WrappedReads(self, reads, deadline)

    async def close(self) -> None:
        await self.inner.close()

    async def around(self, name: str, deadline: float | None, read: Callable[[], Any]) -> Any:
        return await read()


class _WrappedReads:
    def __init__(self, store: _Wrapped, reads: Reads, deadline: float | None) -> None:
        self._store = store
        self._reads = reads
        self._deadline = deadline

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._reads, name)
        if not inspect.iscoroutinefunction(found):
            return found

        async def read(*args: Any, **named: Any) -> Any:
            return await self._store.around(name, self._deadline, lambda: found(*args, **named))

        return read


class CountingStore(_Wrapped):
    """Remembers each read with the number of rows it gave."""

    def __init__(self, inner: GraphStore) -> None:
        super().__init__(inner)
        self.log: list[tuple[str, int]] = []

    async def around(self, name: str, deadline: float | None, read: Callable[[], Any]) -> Any:
        answer = await read()
        self.log.append((name, rows_in(answer)))
        return answer

    @property
    def reads(self) -> list[str]:
        return [name for name, _ in self.log]

    def rows(self, *names: str) -> int:
        """The most rows one of these reads gave."""
        return max((rows for name, rows in self.log if name in names), default=0)


def rows_in(answer: Any) -> int:
    """How many rows a read gave; a list of lists counts what it holds."""
    if isinstance(answer, Step):
        return len(answer.rows)
    if isinstance(answer, Mapping):
        return sum(rows_in(each) if isinstance(each, list) else 1 for each in answer.values())
    if isinstance(answer, (int, bool, Count)):
        return 1
    return len(answer) if isinstance(answer, list) else 1


class FailingStore(_Wrapped):
    """Every read from the ``first`` on (from 1), up to the ``last``, raises."""

    def __init__(
        self,
        inner: GraphStore,
        *,
        first: int = 1,
        last: int | None = None,
        only: Collection[str] | None = None,
        error: Callable[[], BaseException] = lambda: StoreError("the store could not be read"),
    ) -> None:
        super().__init__(inner)
        self.first, self.last, self.only, self.error = first, last, only, error
        self.reads = 0

    async def around(self, name: str, deadline: float | None, read: Callable[[], Any]) -> Any:
        if self.only is not None and name not in self.only:
            return await read()
        self.reads += 1
        if self.reads >= self.first and (self.last is None or self.reads <= self.last):
            raise self.error()
        return await read()


class UnopenableStore(_Wrapped):
    """No snapshot can be had."""

    def snapshot(self, *, timeout: float | None = None) -> AbstractAsyncContextManager[Any]:
        raise StoreUnavailableError("/secret/place cannot be reached")


class SlowStore(_Wrapped):
    """Reads take so many seconds; they end at the deadline as the port demands, unless told not."""

    def __init__(
        self,
        inner: GraphStore,
        seconds: float,
        *,
        only: Collection[str] | None = None,
        respects_deadline: bool = True,
    ) -> None:
        super().__init__(inner)
        self.seconds, self.only, self.respects_deadline = seconds, only, respects_deadline

    async def around(self, name: str, deadline: float | None, read: Callable[[], Any]) -> Any:
        if self.only is None or name in self.only:
            try:
                async with asyncio.timeout_at(deadline if self.respects_deadline else None):
                    await asyncio.sleep(self.seconds)
            except TimeoutError:
                raise StoreTimeoutError("the read passed its deadline") from None
        return await read()


class FixedEmbedder:
    """Gives each text its vector, and every other text the ``otherwise`` one."""

    def __init__(
        self,
        vectors: Mapping[str, Sequence[float]] | None = None,
        *,
        otherwise: Sequence[float] = (1.0, 0.0, 0.0, 0.0),
        model_id: str = "test-model",
    ) -> None:
        self.vectors = dict(vectors or {})
        self.otherwise = otherwise
        self._model_id = model_id

    @property
    def model_id(self) -> str:
        return self._model_id

    def dimensions(self) -> int:
        return len(self.otherwise)

    async def embed(self, texts: Sequence[str]) -> Vector:
        rows = [self.vectors.get(text, self.otherwise) for text in texts]
        return np.asarray(rows, np.float32).reshape(len(rows), len(self.otherwise))


def wrong_dimension_embedder() -> FixedEmbedder:
    """Says it is the model of the stored vectors, but makes vectors of length three."""
    return FixedEmbedder(otherwise=(1.0, 0.0, 0.0))


class BlockedEmbedder(FixedEmbedder):
    """Never answers."""

    async def embed(self, texts: Sequence[str]) -> Vector:
        await asyncio.Event().wait()
        raise AssertionError("unreachable")


class RaisingEmbedder(FixedEmbedder):
    """Fails when asked to embed."""

    async def embed(self, texts: Sequence[str]) -> Vector:
        raise EmbedderError("the text could not be turned into a vector")


class LoadingEmbedder(FixedEmbedder):
    """Its model is still being loaded."""

    def dimensions(self) -> int:
        raise EmbedderLoadingError("the model is still being loaded")

    async def embed(self, texts: Sequence[str]) -> Vector:
        raise EmbedderLoadingError("the model is still being loaded")


class OddEmbedder(FixedEmbedder):
    """Returns an array of its own for every call, whatever was asked."""

    def __init__(self, answer: Vector) -> None:
        super().__init__()
        self.answer = answer

    async def embed(self, texts: Sequence[str]) -> Vector:
        return self.answer
