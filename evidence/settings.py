"""Settings of a run, read from the environment once, when asked."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from evidence.limits import RRF_K


class RetrievalSettings(BaseModel):
    """How ranked lists are fused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rrf_k: int = Field(default=RRF_K, ge=1)


class Settings(BaseModel):
    """Where the graph is and which model embeds queries.

    Attributes:
        store: Folder of the embedded store; nothing means the demo graph.
        model: Folder of a sentence-transformers model; nothing means the packaged one.
        semantic: Whether a model is loaded at all.
        retrieval: How ranked lists are fused.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    store: Path | None = None
    model: Path | None = None
    semantic: bool = True
    retrieval: RetrievalSettings = RetrievalSettings()

    @classmethod
    def from_env(cls, environment: Mapping[str, str]) -> "Settings":
        """The settings named in an environment.

        ``EVIDENCE_STORE`` (folder), ``EVIDENCE_MODEL`` (folder, or ``none``) and
        ``RETRIEVAL_RRF_K``.

        Raises:
            ValueError: ``RETRIEVAL_RRF_K`` is not a whole number of at least 1.
        """
        store = environment.get("EVIDENCE_STORE", "").strip()
        model = environment.get("EVIDENCE_MODEL", "").strip()
        rrf_k = environment.get("RETRIEVAL_RRF_K", "").strip() or str(RRF_K)
        if not rrf_k.isascii() or not rrf_k.isdigit() or int(rrf_k) < 1:
            raise ValueError("RETRIEVAL_RRF_K must be a whole number of at least 1")
        return cls(
            store=Path(store) if store else None,
            model=Path(model) if model and model != "none" else None,
            semantic=model != "none",
            retrieval=RetrievalSettings(rrf_k=int(rrf_k)),
        )
