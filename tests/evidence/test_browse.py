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


async def test_an_alias_inside_the_name_of_another_entity_is_not_marked(
    open_store: OpenStore,
) -> None:
    text = "Acme reports to the Acme Safety Board, and Acme pays."
    story = Story()
    story.document("A")
    story.passage("p", of="A", text=text)
    story.entity("firm", called="Acme Robotics", aliases=["Acme"])
    story.entity("board", called="Acme Safety Board")
    story.mention("p", "firm", start=0, end=4)
    story.mention("p", "board", start=20, end=37)
    link = story.relation("firm", "REPORTS_TO", "board", stated_in=["p"])
    marked, firm, board = (
        [(0, 4), (43, 47)],
        story.id("entity", "firm"),
        story.id("entity", "board"),
    )
    store, scope = open_store(story), {"A"}

    passage = await browse.passage_card(store, story.chunk_id("p"), scope=scope)
    assert passage is not None
    assert passage.spans == {firm: marked, board: [(20, 37)]}
    edge = await browse.edge_card(store, link, firm, board, scope=scope)
    assert edge is not None
    assert edge.evidence[0].subject_spans == marked
    assert edge.evidence[0].object_spans == [(20, 37)]
    entity = await browse.entity_card(store, firm, scope=scope)
    assert entity is not None
    assert entity.support[0].spans == marked
