"""Whether meaning search can take part, as pages see it."""

from enum import StrEnum


class Meaning(StrEnum):
    """The state of the embedding model; the values are those of the embedders, and off."""

    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"
    OFF = "off"
