"""Random graphs in two parts: what a scope holds, and surroundings that must not matter.

``cores`` draws a scope and everything inside it. ``surroundings`` draws things outside: documents
out of scope with their passages and mentions, entities that no passage in scope mentions, relations
that touch such entities, and passages stamped disabled. ``story_of`` tells both, the surroundings
strewn among the rest, with the ids of the core unchanged whatever surrounds it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from random import Random
from typing import Any

from hypothesis import strategies as st

from evidence.scope import Scope
from tests.builders import Story, numbered_id

WORDS = ("lion", "sea", "king", "red", "zürich", "il-6", "東京", "fox")
TYPES = ("LIKES", "MET", "MATCHES", "OWNS")
LABELS = ("Cat", "Mammal", "Animal", "Person")
LABELS_ABOVE = {"Cat": ("Mammal", "Animal"), "Mammal": ("Animal",)}
VECTORS = [
    *(tuple(float(sign) if axis == at else 0.0 for axis in range(4))
      for at in range(4) for sign in (1, -1)),
    *(tuple(0.5 if bits >> axis & 1 else -0.5 for axis in range(4)) for bits in range(16)),
]  # fmt: skip
"""Unit vectors whose products are exact in any precision (the vertices of a 24-cell)."""


@dataclass(frozen=True)
class Doc:
    key: str
    versions: int = 1
    deleted: bool = False
    namespace: str = ""
    path: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    in_force: tuple[str | None, str | None] = (None, None)
    enabled: bool | None = None


@dataclass(frozen=True)
class Text:
    number: int
    of: str
    version: int
    words: tuple[str, ...]
    enabled: bool | None = None


@dataclass(frozen=True)
class Thing:
    number: int
    label: str
    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tie:
    number: int
    source: int
    type: str
    target: int
    evidence: tuple[int, ...] = ()
    valid: tuple[str | None, str | None] = (None, None)


@dataclass(frozen=True)
class Part:
    """Things of a graph; mentions are (passage, entity) numbers."""

    docs: tuple[Doc, ...] = ()
    texts: tuple[Text, ...] = ()
    things: tuple[Thing, ...] = ()
    mentions: tuple[tuple[int, int], ...] = ()
    ties: tuple[Tie, ...] = ()


@dataclass(frozen=True)
class Core(Part):
    """What a scope holds. ``outer`` are the fields that put a document outside it."""

    scope: Scope = field(default_factory=Scope)
    outer: tuple[dict[str, Any], ...] = ()
    inner: tuple[dict[str, Any], ...] = ()


DAY = date(2024, 6, 1)
IN_FORCE = [{"in_force": dates} for dates in
            ((None, None), ("2024", None), (None, "2024-06-02"), ("2024-06-01", "2025"))]  # fmt: skip
NOT_IN_FORCE = [{"in_force": dates} for dates in
                (("2024-06-02", None), (None, "2024-06-01"), ("2023", "2024"))]  # fmt: skip
CORE_KEYS = ("in0", "in1", "in2")
OUTER_KEYS = tuple(f"out{number}" for number in range(12))


# scope, fields of documents inside, fields of documents outside
KINDS: dict[str, tuple[Scope, list[dict[str, Any]], list[dict[str, Any]]]] = {
    "keys": (Scope(keys=frozenset(CORE_KEYS)), [{}, {"enabled": True}], [{}]),
    "stamp": (
        Scope(keys=frozenset(CORE_KEYS + OUTER_KEYS)), [{}, {"enabled": True}], [{"enabled": False}]
    ),
    "namespace": (
        Scope(namespaces=frozenset({"n1"})), [{"namespace": "n1"}],
        [{}, {"namespace": "n2"}, {"namespace": "n1", "enabled": False}],
    ),
    "folder": (
        Scope(folders=frozenset({"f/a"})), [{"path": ("f", "a", "x")}, {"path": ("f", "a", "b", "x")}],
        [{}, {"path": ("f", "x")}, {"path": ("f", "ab", "x")}, {"path": ("f", "a")}],
    ),
    "collection": (
        Scope(collections=frozenset({"red"})),
        [{"collections": ("red",)}, {"collections": ("blue", "red")}],
        [{}, {"collections": ("blue",)}],
    ),
    "day": (Scope(as_of=DAY), IN_FORCE, NOT_IN_FORCE),
    "mixture": (
        Scope(namespaces=frozenset({"n1", "n2"}), collections=frozenset({"red"}), as_of=DAY),
        [{"namespace": "n1", "collections": ("red",)}, {"namespace": "n2", "collections": ("red",)}],
        [{"namespace": "n1"}, {"namespace": "n3", "collections": ("red",)},
         {"namespace": "n1", "collections": ("red",), **NOT_IN_FORCE[0]}],
    ),
    "stamps ignored": (
        Scope(keys=frozenset(CORE_KEYS), enabled_only=False),
        [{}, {"enabled": True}, {"enabled": False}], [{}, {"enabled": False}],
    ),
}  # fmt: skip


@st.composite
def cores(draw: st.DrawFn, kinds: Sequence[str] = tuple(KINDS)) -> Core:
    scope, inner, outer = KINDS[draw(st.sampled_from(kinds))]
    random = draw(st.randoms(use_true_random=False))
    docs = tuple(
        Doc(
            key,
            versions=random.choice((1, 1, 2)),
            deleted=random.random() < 0.1,
            **random.choice(inner),
        )
        for key in CORE_KEYS[: draw(st.integers(1, 3))]
    )
    texts = _texts(random, docs, range(0, 2 * draw(st.integers(1, 5)), 2), scope.enabled_only)
    inside = [each for each in texts if each.enabled is not False or not scope.enabled_only]
    things = _things(random, range(0, 2 * draw(st.integers(1, 8)), 2)) if inside else ()
    mentions = {(random.choice(inside).number, each.number) for each in things}
    mentions |= {
        (random.choice(inside).number, random.choice(things).number)
        for _ in range(draw(st.integers(0, 8)) if things else 0)
    }
    ties = _ties(random, things, things, range(0, 2 * random.randint(0, 24), 2), texts)
    return Core(
        docs, texts, things, tuple(sorted(mentions)), ties, scope, tuple(outer), tuple(inner)
    )


@st.composite
def surroundings(draw: st.DrawFn, core: Core) -> Part:
    random = draw(st.randoms(use_true_random=False))
    docs = tuple(
        Doc(
            key,
            versions=random.choice((1, 1, 2)),
            deleted=random.random() < 0.1,
            **random.choice(core.outer),
        )
        for key in OUTER_KEYS[: random.choice((0, 1, 3, 12))]
    )
    # The numbers overlap between surroundings, so that passages change their documents and words.
    texts = _texts(random, docs, range(1, 1 + 2 * draw(st.integers(0, 7)), 2), enabled_only=False)
    if core.scope.enabled_only:
        stamped = range(101, 101 + 2 * draw(st.integers(0, 2)), 2)
        texts += tuple(
            Text(number, random.choice(core.docs).key, 0, _some_words(random), enabled=False)
            for number in stamped
        )
    things = _things(random, range(1, 1 + 2 * random.choice((0, 3, 8, 24)), 2))
    things = tuple(_rival(random, thing, core.things) for thing in things)
    anything = core.things + things
    mentions = {
        (random.choice(texts).number, random.choice(anything).number)
        for _ in range(draw(st.integers(0, 12)) if texts and anything else 0)
    }
    ties = _ties(
        random, things, anything, range(1, 1 + 2 * draw(st.integers(0, 14)), 2), core.texts + texts
    )
    return Part(docs, texts, things, tuple(sorted(mentions)), ties)


def _some_words(random: Random) -> tuple[str, ...]:
    return tuple(random.choice(WORDS) for _ in range(random.randint(1, 5)))


def _texts(
    random: Random, docs: Sequence[Doc], numbers: range, enabled_only: bool
) -> tuple[Text, ...]:
    if not docs:
        return ()
    found = []
    for number in numbers:
        doc = random.choice(docs)
        stamp = None if enabled_only else random.choice((None, None, True, False))
        version = random.randrange(doc.versions)
        found.append(Text(number, doc.key, version, _some_words(random), stamp))
    return tuple(found)


def _name(random: Random) -> str:
    return " ".join(random.choice(WORDS) for _ in range(random.choice((1, 1, 2, 3))))


def _things(random: Random, numbers: range) -> tuple[Thing, ...]:
    things = []
    for number in numbers:
        name, *aliases = dict.fromkeys(_name(random) for _ in range(random.choice((1, 1, 2, 3))))
        things.append(Thing(number, random.choice(LABELS), name, tuple(aliases)))
    return tuple(things)


def _rival(random: Random, thing: Thing, inside: Sequence[Thing]) -> Thing:
    """Every other entity outside would push one inside off a list that is cut too early."""
    if not inside or random.random() < 0.5:
        return thing
    other = random.choice(inside)
    return replace(thing, label=other.label, name=other.name.split()[0])


def _ties(
    random: Random,
    sources: Sequence[Thing],
    targets: Sequence[Thing],
    numbers: range,
    texts: Sequence[Text],
) -> tuple[Tie, ...]:
    """Relations with at least one end among the sources, in either direction."""
    if not sources or not targets:
        return ()
    known = [each.number for each in texts] + [1, 3, 5, 999]
    ties = []
    for number in numbers:
        ends = [random.choice(sources).number, random.choice(targets).number]
        random.shuffle(ends)
        evidence = tuple(
            dict.fromkeys(random.choice(known) for _ in range(random.choice((0, 0, 1, 2, 4))))
        )
        valid = random.choice(((None, None),) * 4 + (("2024-06-01", None), (None, "2024-06")))
        ties.append(Tie(number, ends[0], random.choice(TYPES), ends[1], evidence, valid))
    return tuple(ties)


def vector_of(number: int, salt: int = 0) -> tuple[float, ...] | None:
    """The vector of an entity or passage; a few have none yet."""
    return None if number % 11 == 10 else VECTORS[(number * 7 + salt) % len(VECTORS)]


def story_of(core: Part, around: Part = Part(), *, strewn: Random | None = None) -> Story:  # noqa: B008
    """Both parts as one story. The core keeps its order; the rest comes after it, or in between."""
    story = Story()

    def merged(inside: Sequence[Any], outside: Sequence[Any]) -> list[Any]:
        if strewn is None:
            return [*inside, *outside]
        rest = list(outside)
        strewn.shuffle(rest)
        places = sorted(strewn.randint(0, len(inside)) for _ in rest)
        result = list(inside)
        for at, each in reversed(list(zip(places, rest, strict=True))):
            result.insert(at, each)
        return result

    for label, above in LABELS_ABOVE.items():
        story.label(label, below=above)
    for doc in merged(core.docs, around.docs):
        _tell_document(story, doc)
    for text in merged(core.texts, around.texts):
        _tell_passage(story, text)
    for thing in merged(core.things, around.things):
        _tell_entity(story, thing)
    for passage, entity in merged(core.mentions, around.mentions):
        story.mention(f"p{passage}", f"e{entity}")
    for tie in merged(core.ties, around.ties):
        _tell_relation(story, tie)
    _forget_vectors_only_outside_has(story, core)
    return story


def _forget_vectors_only_outside_has(story: Story, core: Part) -> None:
    """Whether a store holds vectors at all is a fact about the store, not about its documents."""
    for kind, letter, numbers in (
        ("entity", "e", [each.number for each in core.things]),
        ("passage", "p", [each.number for each in core.texts]),
    ):
        if not any(story.id(kind, f"{letter}{number}") in story.vectors for number in numbers):
            story.vectors = {
                key: vector
                for key, vector in story.vectors.items()
                if not key.startswith(numbered_id(kind, 0)[8:13], 8)
            }


def _tell_document(story: Story, doc: Doc) -> None:
    story.document(
        doc.key,
        versions=[f"v{number}" for number in range(doc.versions)],
        deleted=doc.deleted,
        title=f"Title of {doc.key}",
        namespace=doc.namespace,
        path=list(doc.path),
        collections=list(doc.collections),
        in_force_from=doc.in_force[0],
        in_force_to=doc.in_force[1],
        enabled=doc.enabled,
    )


def _tell_passage(story: Story, text: Text) -> None:
    story.pin("passage", f"p{text.number}", text.number)
    story.passage(
        f"p{text.number}",
        of=text.of,
        version=f"v{text.version}",
        text=" ".join(text.words),
        order=text.number,
        enabled=text.enabled,
    )
    if vector := vector_of(text.number, salt=len(text.words[0])):
        story.vector("passage", f"p{text.number}", vector)


def _tell_entity(story: Story, thing: Thing) -> None:
    story.pin("entity", f"e{thing.number}", thing.number)
    story.entity(f"e{thing.number}", thing.label, called=thing.name, aliases=list(thing.aliases))
    if vector := vector_of(thing.number, salt=len(thing.name)):
        story.vector("entity", f"e{thing.number}", vector)


def _tell_relation(story: Story, tie: Tie) -> None:
    for number in tie.evidence:
        story.pin("passage", f"p{number}", number)
    key = story.relation(
        f"e{tie.source}",
        tie.type,
        f"e{tie.target}",
        id=numbered_id("relation", tie.number),
        stated_in=[f"p{number}" for number in tie.evidence],
        valid_from=tie.valid[0],
        valid_to=tie.valid[1],
        extractor="model-x",
        confidence=0.5,
    )
    assert story.number_of(key) == tie.number
