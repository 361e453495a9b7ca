"""Answers are kept under everything they depend on, and only when they are whole."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from components.answers import Answers
from components.background import BackgroundLoop
from components.meaning import Meaning
from components.view import Walk
from evidence.errors import StoreError, StoreTimeoutError
from evidence.results import SearchMode, SearchStatus, WalkStatus
from evidence.scope import EVERYTHING, Scope
from tests.builders import Story, reference_store
from tests.fakes import CountingStore, FailingStore, FixedEmbedder, SlowStore


class Stated(FixedEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.state = Meaning.READY
        self.reason = None


def story() -> Story:
    told = Story()
    for key, name in (("a.md", "Ada Alpha"), ("b.md", "Ada Beta")):
        told.document(key)
        told.passage(key, of=key, text=f"{name} wrote this.")
        told.entity(name, "Person", seen_in=[key])
    told.relation("Ada Alpha", "KNOWS", "Ada Beta", stated_in=["a.md", "b.md"])
    return told


ONLY_A = Scope(keys=frozenset({"a.md"}))
ONLY_B = Scope(keys=frozenset({"b.md"}))


@pytest.fixture
def loop() -> Iterator[BackgroundLoop]:
    background = BackgroundLoop()
    yield background
    background.stop()


@pytest.fixture
def store() -> CountingStore:
    return CountingStore(reference_store(story()))


@pytest.fixture
def answers(store: CountingStore, loop: BackgroundLoop) -> Answers:
    return Answers(store, Stated(), loop)


def names(answers: Answers, scope: Scope) -> list[str]:
    result = answers.entities("ada", scope=scope, labels=(), mode=SearchMode.LEXICAL, limit=10)
    return sorted(hit.name for hit in result.hits)


def test_the_same_question_reads_the_store_once(answers: Answers, store: CountingStore) -> None:
    first = names(answers, EVERYTHING)
    reads = len(store.reads)
    assert names(answers, EVERYTHING) == first == ["Ada Alpha", "Ada Beta"]
    assert len(store.reads) == reads


def test_an_answer_never_reaches_another_scope(answers: Answers) -> None:
    for _ in range(2):
        assert names(answers, EVERYTHING) == ["Ada Alpha", "Ada Beta"]
        assert names(answers, ONLY_A) == ["Ada Alpha"]
        assert names(answers, ONLY_B) == ["Ada Beta"]
        assert names(answers, Scope(keys=frozenset())) == []


def test_eight_readers_at_once_get_their_own_scope(answers: Answers) -> None:
    asked = [ONLY_A, ONLY_B, EVERYTHING, Scope(keys=frozenset())] * 50
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda scope: names(answers, scope), asked))
    assert got == [["Ada Alpha"], ["Ada Beta"], ["Ada Alpha", "Ada Beta"], []] * 50


def test_a_new_generation_is_read_anew(
    answers: Answers, store: CountingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    names(answers, EVERYTHING)
    reads = len(store.reads)
    reader = type(store.inner._reads)
    monkeypatch.setattr(reader, "generation", property(lambda _: "2"))
    names(answers, EVERYTHING)
    assert len(store.reads) > reads


def test_a_failed_answer_is_asked_again(loop: BackgroundLoop) -> None:
    store = FailingStore(reference_store(story()), only=["match_names"], last=1)
    answers = Answers(store, Stated(), loop)
    result = answers.entities("ada", scope=EVERYTHING, labels=(), mode=SearchMode.LEXICAL, limit=10)
    assert result.status is SearchStatus.FAILED
    assert names(answers, EVERYTHING) == ["Ada Alpha", "Ada Beta"]


def test_an_answer_depends_on_whether_the_model_is_ready(
    store: CountingStore, loop: BackgroundLoop
) -> None:
    embedder = Stated()
    answers = Answers(store, embedder, loop)
    names(answers, EVERYTHING)
    reads = len(store.reads)
    embedder.state = Meaning.FAILED
    names(answers, EVERYTHING)
    assert len(store.reads) > reads


def test_a_walk_is_answered_within_the_scope(answers: Answers) -> None:
    walk = Walk(entity_id=story().id("entity", "Ada Alpha"))
    wide = answers.explore(walk, scope=EVERYTHING)
    assert [node.name for node in wide.nodes] == ["Ada Beta"]
    narrow = answers.explore(walk, scope=ONLY_B)
    assert narrow.status is WalkStatus.UNAVAILABLE
    assert answers.entity(walk.entity_id, scope=ONLY_B) is None


def test_a_store_that_hangs_ends_with_a_timeout(loop: BackgroundLoop) -> None:
    answers = Answers(SlowStore(reference_store(story()), 60.0), Stated(), loop)
    with pytest.raises(StoreTimeoutError):
        answers.ask(
            ("labels",),
            EVERYTHING,
            lambda: answers._documents(scope=EVERYTHING, limit=1),
            seconds=-1.9,
        )


def test_browsing_a_broken_store_raises_a_store_error(loop: BackgroundLoop) -> None:
    answers = Answers(FailingStore(reference_store(story())), Stated(), loop)
    with pytest.raises(StoreError):
        answers.labels(scope=EVERYTHING)
