"""Only folders that cannot run code are loaded."""

from pathlib import Path

import pytest

from evidence.embedders import model_folder
from evidence.embedders.model_folder import checked_model, model_identity, packaged_model
from evidence.errors import EmbedderMissingError


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(b"weights")
    (folder / "config.json").write_text("{}", encoding="utf-8")
    return folder


def test_a_plain_folder_is_taken(model: Path) -> None:
    assert checked_model(model) == model
    assert model_identity(model).startswith("model@")


@pytest.mark.parametrize(
    "name", ["pytorch_model.bin", "modeling.py", "custom_st.py", "weights.pkl", "1_Pooling/x.pt"]
)
def test_a_folder_that_can_run_code_is_refused(model: Path, name: str) -> None:
    trap = model / name
    trap.parent.mkdir(exist_ok=True)
    trap.write_bytes(b"raise SystemExit")
    with pytest.raises(EmbedderMissingError, match="can run code"):
        checked_model(model)


def test_missing_and_empty_weights_are_refused(model: Path, tmp_path: Path) -> None:
    with pytest.raises(EmbedderMissingError, match="does not exist"):
        checked_model(tmp_path / "nowhere")
    (model / "model.safetensors").write_bytes(b"")
    with pytest.raises(EmbedderMissingError, match=r"no model\.safetensors"):
        checked_model(model)


def test_the_packaged_model_must_be_the_pinned_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert packaged_model().is_dir()
    monkeypatch.setattr(model_folder, "_PACKAGED_SHA256", "0" * 64)
    with pytest.raises(EmbedderMissingError, match="not the pinned one"):
        packaged_model()


def test_a_missing_package_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_folder, "_PACKAGE", "no_such_model")
    with pytest.raises(EmbedderMissingError, match="install the requirements"):
        packaged_model()
