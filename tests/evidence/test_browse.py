"""What an inspector and a reader of passages are told, the same by every store."""

from evidence import browse
from evidence.cards import PassageCard
from evidence.details import PassageDetail
from tests.builders import Story
from tests.conftest import OpenStore

SCOPE = {"A"}


def told() -> Story:
    story = Story()
    story.document("A", versions=("v0", "v1"))
    for number in range(6):
        story.passage(f"p{number}", of="A", text=f"Passage {number} names Alice.")
    story.passage("old", of="A", version="v0", text="An older text.")
    story.document("B")
    story.passage("other", of="B", text="Another document.")
    story.entity("Alice", seen_in=["p3"])
    return story


async def card_of(open_store: OpenStore, name: str) -> PassageCard:
    story = told()
    card = await browse.passage_card(open_store(story), story.chunk_id(name), scope=SCOPE)
    assert card is not None
    return card


def texts(passages: list[PassageDetail]) -> list[str]:
    return [passage.text for passage in passages]


async def test_a_passage_comes_with_its_neighbours_in_the_order_of_the_document(
    open_store: OpenStore,
) -> None:
    card = await card_of(open_store, "p3")
    assert card.passage.text == "Passage 3 names Alice."
    assert texts(card.before) == ["Passage 1 names Alice.", "Passage 2 names Alice."]
    assert texts(card.after) == ["Passage 4 names Alice.", "Passage 5 names Alice."]


async def test_the_first_and_the_last_passage_have_neighbours_on_one_side(
    open_store: OpenStore,
) -> None:
    first = await card_of(open_store, "p0")
    assert (texts(first.before), len(first.after)) == ([], 2)
    last = await card_of(open_store, "p5")
    assert (len(last.before), texts(last.after)) == (2, [])


async def test_neighbours_are_of_the_same_version(open_store: OpenStore) -> None:
    card = await card_of(open_store, "old")
    assert card.passage.superseded
    assert (card.before, card.after) == ([], [])
