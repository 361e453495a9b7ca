"""The reference store keeps the contract it is the oracle of."""

from evidence.ports import GraphStore
from tests.builders import Story, reference_store
from tests.contracts.store_contract import EveryContract


class TestReferenceStore(EveryContract):
    def open(self, story: Story) -> GraphStore:
        return reference_store(story)
