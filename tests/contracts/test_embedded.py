"""The embedded store keeps the contract."""

from pathlib import Path

import pytest

from evidence.ports import GraphStore
from tests.builders import Story, embedded_store
from tests.contracts.store_contract import EveryContract


class TestEmbeddedStore(EveryContract):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.folder = tmp_path
        self.opened = 0

    def open(self, story: Story) -> GraphStore:
        self.opened += 1
        return embedded_store(story, self.folder / f"store{self.opened}")
