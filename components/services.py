"""What all sessions share: the store, the embedder, the background loop, and the only caches.

Every answer is cached under the question, the scope's fingerprint, the store's generation and
the state of the embedder. Answers that failed or lack a leg are not kept.
"""

import asyncio
import logging
import os
from pathlib import Path
from urllib.parse import parse_qsl

import streamlit as st

from components.answers import Answers
from components.asking import StatedEmbedder
from components.background import BackgroundLoop
from components.late_embedder import LateEmbedder
from components.links import parse_link
from components.meaning import Meaning
from components.opening import Opening, open_demo, open_folder
from evidence.browse import central
from evidence.embedders.sentence import SentenceEmbedder
from evidence.errors import EmbedderMissingError, StoreError
from evidence.limits import WALK_SECONDS
from evidence.ports import GraphStore, Vector
from evidence.scope import Scope
from evidence.settings import Settings

_LOG = logging.getLogger(__name__)
ROOT = Path(__file__).resolve().parent.parent
SWITCHED_OFF = "It is switched off here."


class NoEmbedder:
    """Stands for a model where none is wanted."""

    state = Meaning.OFF
    reason: str | None = SWITCHED_OFF
    model_id = "none"

    def dimensions(self) -> int:
        """Raises ``EmbedderMissingError``."""
        raise EmbedderMissingError(SWITCHED_OFF)

    async def embed(self, _: object) -> Vector:
        """Raises ``EmbedderMissingError``."""
        raise EmbedderMissingError(SWITCHED_OFF)


class Services:
    """The parts of a running app.

    Attributes:
        opening: The store, or how far it is from being open.
        embedder: Embeds queries, once its model is loaded.
        ceiling: The most any reader of this app may see.
    """

    def __init__(self, opening: Opening, embedder: StatedEmbedder, ceiling: Scope) -> None:
        self.opening = opening
        self.embedder = embedder
        self.ceiling = ceiling
        self._loop = BackgroundLoop()
        self._answers: Answers | None = None

    @property
    def meaning(self) -> Meaning:
        """Whether meaning search is loading, ready or failed."""
        return Meaning(str(self.embedder.state))

    @property
    def answers(self) -> Answers:
        """The use cases on the opened store, cached.

        Raises:
            EvidenceError: The store could not be opened.
        """
        if self.opening.failure:
            raise self.opening.failure
        if self._answers is None:
            if self.opening.store is None:
                raise RuntimeError("the store is not open yet")
            self._answers = Answers(self.opening.store, self.embedder, self._loop)
        return self._answers

    def warm(self) -> None:
        """Begin what may take long and nobody waits for yet."""
        if isinstance(self.embedder, LateEmbedder):
            self.embedder.start()

    def close(self) -> None:
        """Give back the store and end the loop."""
        if self._answers is not None:
            self._answers.close()
        self._loop.stop()


@st.cache_resource(show_spinner=False, max_entries=1, on_release=Services.close)
def current() -> Services:
    """The services of this process, started when first asked for."""
    settings = Settings.from_env(os.environ)
    ceiling = ceiling_from(os.environ.get("EVIDENCE_SCOPE", ""))
    opening = Opening(
        open_folder(settings.store) if settings.store else open_demo(ROOT),
        then=lambda store: _look_ahead(store, ceiling),
    )
    return Services(opening, _embedder(), ceiling)


def _look_ahead(store: GraphStore, scope: Scope) -> None:
    """Lets the store find what the first page asks, while the browser still loads (0.3 s of it)."""
    try:
        asyncio.run(central(store, scope=scope, limit=1))
        if not asyncio.run(_documents(store, scope)):
            _LOG.warning("the scope that EVIDENCE_SCOPE allows holds no document of this store")
    except StoreError:
        _LOG.info("the first look at the store failed; the page will say why")


async def _documents(store: GraphStore, scope: Scope) -> int:
    async with store.snapshot(timeout=WALK_SECONDS) as reads:
        return await reads.document_count(scope)


@st.cache_resource(show_spinner=False, max_entries=1)
def _embedder() -> StatedEmbedder:
    """The model, which takes seconds to load and so outlives a store that is opened again."""
    settings = Settings.from_env(os.environ)
    if not settings.semantic:
        return NoEmbedder()
    return LateEmbedder(lambda: SentenceEmbedder(settings.model))


def reopen() -> None:
    """Forget the services, so that the next page tries to open the store again."""
    current.clear()


def ceiling_from(text: str) -> Scope:
    """The scope written like that of an address: ``ns=legal&folder=rules/2024``.

    Raises:
        ValueError: Part of it cannot be read; an app must not start wider than was meant.
    """
    parsed = parse_link(parse_qsl(text, keep_blank_values=True))
    if parsed.ignored or parsed.link != parsed.link.place:
        raise ValueError("EVIDENCE_SCOPE cannot be read")
    return parsed.link.scope
