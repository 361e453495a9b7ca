"""The embedder a command uses."""

import os
from collections.abc import Sequence

import click

from evidence.embedders.sentence import EmbedderState, SentenceEmbedder
from evidence.errors import EmbedderMissingError
from evidence.ports import Embedder, Vector
from evidence.settings import Settings

SWITCHED_OFF = "Meaning search is switched off by EVIDENCE_MODEL."


class NoEmbedder:
    """Stands for a model that is not wanted or cannot be used."""

    model_id = "none"

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def dimensions(self) -> int:
        """Raises ``EmbedderMissingError``."""
        raise EmbedderMissingError(self._reason)

    async def embed(self, _texts: Sequence[str]) -> Vector:
        """Raises ``EmbedderMissingError``."""
        raise EmbedderMissingError(self._reason)


def is_switched_off() -> bool:
    """Whether the environment asks for no model at all."""
    return not Settings.from_env(os.environ).semantic


def open_embedder() -> Embedder:
    """The model the environment names, loaded; or why there is none."""
    if is_switched_off():
        return NoEmbedder(SWITCHED_OFF)
    embedder = SentenceEmbedder(Settings.from_env(os.environ).model)
    if not embedder.wait(1.0):
        click.echo("Loading the embedding model …", err=True)
        embedder.wait()
    if embedder.state is EmbedderState.FAILED:
        return NoEmbedder(embedder.reason or "The embedding model cannot be used.")
    return embedder
