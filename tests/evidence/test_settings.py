"""Settings come from the environment, once."""

from pathlib import Path

import pytest

from evidence.settings import RetrievalSettings, Settings


def test_nothing_set_means_the_demo_and_the_packaged_model() -> None:
    assert Settings.from_env({}) == Settings(store=None, model=None, semantic=True)


def test_each_setting_is_read() -> None:
    settings = Settings.from_env({
        "EVIDENCE_STORE": " graph ",
        "EVIDENCE_MODEL": "model",
        "RETRIEVAL_RRF_K": "1",
    })
    assert settings == Settings(
        store=Path("graph"), model=Path("model"), retrieval=RetrievalSettings(rrf_k=1)
    )


def test_meaning_search_can_be_switched_off() -> None:
    assert Settings.from_env({"EVIDENCE_MODEL": "none"}).semantic is False


@pytest.mark.parametrize("text", ["0", "-1", "x", "1.5", "²"])
def test_a_constant_that_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="RETRIEVAL_RRF_K"):
        Settings.from_env({"RETRIEVAL_RRF_K": text})
