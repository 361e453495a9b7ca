"""Any text can be searched: nothing in it is an operator, and none of it is an error."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evidence import browse, limits
from evidence.entities import entity_search
from evidence.passages import search_evidence
from evidence.ports import GraphStore
from evidence.relationships import explore_relationships
from evidence.scope import EVERYTHING, Scope
from tests.builders import Story, embedded_store, reference_store
from tests.fakes import FixedEmbedder

EMBEDDER = FixedEmbedder()
SCOPES = [EVERYTHING, Scope(keys=frozenset({"A"}))]
STATUSES = {"ok", "no_match"}
NAMES = ["Lion King", "IL-6", "C++", "A/B", "東京", "Zürich", "tb-", "O'Brien", "🚀", "NOT OR AND",
         "NEAR lion", "col:lion", "ﬁne ½", "\u202eevil"]  # fmt: skip
Run = Callable[[Any], Any]


def zoo() -> Story:
    story = Story()
    story.document("A")
    story.document("X")
    for name in NAMES:
        story.passage(name, of="A", text=f"Something on {name} here.")
        story.entity(name, seen_in=[name])
        story.vector("entity", name, (1, 0, 0, 0))
        story.vector("passage", name, (1, 0, 0, 0))
    story.passage("X0", of="X", text="lion")
    return story


@pytest.fixture(params=["reference", "embedded"], scope="module")
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> GraphStore:
    if request.param == "reference":
        return reference_store(zoo())
    return embedded_store(zoo(), tmp_path_factory.mktemp("zoo") / "store")


anything = st.text(st.characters(exclude_categories=()), max_size=200) | st.text(
    st.sampled_from("lion kg:*^~\"()[]{}+-|&!<>\\/.,;'\x00\ud800\u0308東é½🚀\n%_?#@"), max_size=60
)


@settings(max_examples=150)
@given(text=anything)
@example(text='"')
@example(text="lion AND NOT (")
@example(text="NEAR(lion king, 2)")
@example(text="col:lion OR *")
@example(text="^lion")
@example(text="\x00")
@example(text="\ud800")
@example(text="'; DROP TABLE entity; --")
def test_any_text_gets_an_answer(store: GraphStore, run: Run, text: str) -> None:
    async def ask() -> None:
        for scope in SCOPES:
            for parity in (True, False):
                found = await entity_search(store, EMBEDDER, text, scope=scope, parity=parity)
                assert found.status in STATUSES
                passages = await search_evidence(store, EMBEDDER, text, scope=scope, parity=parity)
                assert passages.status in STATUSES
            await browse.suggest(store, text, scope=scope)
        result = await explore_relationships(store, text, scope=EVERYTHING)
        assert result.status in {"malformed", "unavailable"}
        result = await explore_relationships(
            store, zoo().id("entity", NAMES[0]), scope=EVERYTHING, relation_types=[text or "x"]
        )
        assert result.status == "unavailable" or result.status == "ok"

    run(ask())


@given(words=st.lists(st.sampled_from(["lion", "king", "near", "not", "tb"]), max_size=4))
def test_operators_round_words_change_no_hit(store: GraphStore, run: Run, words: list[str]) -> None:
    async def ids(text: str) -> list[list[str]]:
        found = []
        for scope in SCOPES:
            for mode in ("lexical", "hybrid"):
                entities = await entity_search(store, EMBEDDER, text, scope=scope, mode=mode)
                passages = await search_evidence(store, EMBEDDER, text, scope=scope, mode=mode)
                found.append([hit.entity_id for hit in entities.hits])
                found.append([hit.evidence_id for hit in passages.hits])
        return found

    plain = run(ids(" ".join(words)))
    assert run(ids(" ".join(f'"({word})"*^~' for word in words))) == plain


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_found_by_typing_it(store: GraphStore, run: Run, name: str) -> None:
    async def ask() -> None:
        for text in (name, name.upper(), name.lower(), f"  {name} "):
            found = await entity_search(store, EMBEDDER, text, scope=EVERYTHING, mode="lexical")
            assert found.hits[0].name == name
            assert found.extra is not None
            assert found.extra.hits[0].match == "exact"

    run(ask())


def test_ten_thousand_words_are_answered_and_the_cut_is_told(store: GraphStore, run: Run) -> None:
    text = " ".join(f"w{number}" for number in range(10_000))
    result = run(entity_search(store, EMBEDDER, text, scope=EVERYTHING, mode="lexical"))
    assert result.status == "no_match"
    assert result.extra is not None
    assert len(result.extra.words) <= limits.QUERY_WORDS
    assert result.extra.words_dropped > 0
    assert result.extra.characters_dropped == len(text) - 1_000
    passages = run(search_evidence(store, EMBEDDER, text, scope=EVERYTHING, mode="lexical"))
    assert passages.extra is not None
    assert passages.extra.words_dropped > 0
    assert passages.extra.characters_dropped == len(text) - 1_000
