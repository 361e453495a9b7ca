"""Asking a store from a script thread: within a deadline, and only once for the same question."""

from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Protocol, TypeVar

from components.background import BackgroundLoop
from components.memo import Memo
from evidence import limits
from evidence.errors import StoreError
from evidence.ports import Embedder, GraphStore
from evidence.scope import Scope

T = TypeVar("T")

_GRACE = 2.0


class StatedEmbedder(Embedder, Protocol):
    """An embedder that says whether it can be used yet, and why not."""

    @property
    def state(self) -> Any:
        """Whether it can be used: ``loading``, ``ready`` or ``failed``."""

    @property
    def reason(self) -> str | None:
        """Why not, when it failed; a sentence that may be shown."""


class Asking:
    """One store and what it answered. ``ask`` may be called from any thread."""

    def __init__(self, store: GraphStore, embedder: StatedEmbedder, loop: BackgroundLoop) -> None:
        self.store = store
        self.embedder = embedder
        self._loop = loop
        self._memo = Memo()

    def ask(
        self,
        question: tuple[Hashable, ...],
        scope: Scope,
        compute: Callable[[], Coroutine[Any, Any, T]],
        *,
        seconds: float = limits.FETCH_SECONDS,
        keep: Callable[[T], bool] = lambda _: True,
    ) -> T:
        """The answer to a question within a scope, computed or remembered.

        Args:
            question: What is asked, with everything but the scope that the answer depends on.
            scope: What may be read.
            compute: Starts the computation.
            seconds: How long it may take.
            keep: Whether an answer may be given again.

        Raises:
            StoreError: The store could not answer, or not in time.
        """
        work = self._answer(question, scope, compute, keep)
        return self._loop.run(work, seconds=seconds + _GRACE)

    def close(self) -> None:
        """Give back the store."""
        self._loop.run(self.store.close(), seconds=limits.FETCH_SECONDS)

    async def _answer(
        self,
        question: tuple[Hashable, ...],
        scope: Scope,
        compute: Callable[[], Coroutine[Any, Any, T]],
        keep: Callable[[T], bool],
    ) -> T:
        try:
            async with self.store.snapshot(timeout=limits.LEG_SECONDS) as reads:
                generation = reads.generation
        except StoreError:
            return await compute()
        key = (question, scope.fingerprint, generation, str(self.embedder.state))
        known: T | None = self._memo.get(key)
        if known is not None:
            return known
        answer = await compute()
        if answer is not None and keep(answer):
            self._memo.put(key, answer, characters=len(repr(answer)))
        return answer
