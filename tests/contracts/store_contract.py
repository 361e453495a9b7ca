"""What every store must answer: one class for each family of reads, inherited by each store.

The graphs are tiny and the answers are written out. A subclass says how a story is opened.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import date

import numpy as np
import pytest

from evidence.details import Count
from evidence.ids import document_id
from evidence.ports import GraphStore, Reads, Step
from evidence.query import parse_query
from evidence.scope import EVERYTHING, Scope, as_scope
from tests.builders import MODEL, Story, content_hash

A = as_scope({"A"})
E1 = (1.0, 0.0, 0.0, 0.0)
HALF = (0.5, 0.5, 0.5, 0.5)


def vector(numbers: Sequence[float]) -> np.ndarray:
    return np.asarray(numbers, np.float32)


class StoreContract(ABC):
    """Opens stories; holds no test."""

    @abstractmethod
    def open(self, story: Story) -> GraphStore:
        """The story as a store of the kind under test."""

    @asynccontextmanager
    async def reading(self, story: Story) -> AsyncIterator[Reads]:
        store = self.open(story)
        try:
            async with store.snapshot(timeout=30.0) as reads:
                yield reads
        finally:
            await store.close()


def filing() -> Story:
    """Documents that differ in every field a scope can name."""
    story = Story()
    story.document("A", namespace="n1", path=["rules", "2024", "a.md"], collections=["red"])
    story.document("B", namespace="n1", path=["rules", "2025", "b.md"], collections=["red", "blue"])
    story.document("C", namespace="n2", path=["rules", "c.md"], in_force_from="2024-03-01")
    story.document("D", namespace="n2", path=["d.md"], in_force_to="2024-03-01")
    story.document("E", enabled=False)
    story.document("F", enabled=True, versions=("v0", "v1"))
    story.document("G", versions=("v0",), deleted=True, in_force_from="2024", in_force_to="2025")
    for key in "ABCDEFG":
        story.passage(f"{key}1", of=key, text=f"Passage of {key}")
    story.passage("F0", of="F", version="v0", text="Older passage of F")
    return story


def day(text: str) -> Scope:
    return Scope(as_of=date.fromisoformat(text))


SCOPES = [
    ("everything", EVERYTHING, "ABCDFG"),
    ("stamps ignored", Scope(enabled_only=False), "ABCDEFG"),
    ("keys", as_scope({"A", "E", "unknown"}), "A"),
    ("no key", as_scope(set()), ""),
    ("namespace", Scope(namespaces=frozenset({"n1"})), "AB"),
    ("namespace without a name", Scope(namespaces=frozenset({""})), "FG"),
    ("folder", Scope(folders=frozenset({"rules"})), "ABC"),
    ("folder below", Scope(folders=frozenset({"rules/2024"})), "A"),
    ("folder by half its name", Scope(folders=frozenset({"rules/20"})), ""),
    ("file is no folder", Scope(folders=frozenset({"rules/c.md"})), ""),
    ("collection", Scope(collections=frozenset({"blue"})), "B"),
    ("either collection", Scope(collections=frozenset({"blue", "red"})), "AB"),
    ("both fields", Scope(namespaces=frozenset({"n2"}), folders=frozenset({"rules"})), "C"),
    ("before both", day("2024-02-29"), "ABDFG"),
    ("on the day one begins and one ends", day("2024-03-01"), "ABCFG"),
    ("first day of a partial date", day("2024-01-01"), "ABDFG"),
    ("day after a partial date", day("2025-01-01"), "ABCF"),
]


class ScopeContract(StoreContract):
    @pytest.mark.parametrize(("scope", "keys"), [row[1:] for row in SCOPES],
                             ids=[row[0] for row in SCOPES])  # fmt: skip
    async def test_documents_in_scope(self, scope: Scope, keys: str) -> None:
        story = filing()
        async with self.reading(story) as reads:
            rows = await reads.documents(scope, limit=10)
            assert sorted(row.document_key for row in rows) == list(keys)
            assert await reads.document_count(scope) == len(keys)
            every = [story.id("passage", f"{key}1") for key in "ABCDEFG"]
            seen = await reads.passages(every, scope=scope)
            assert sorted(row.ref.document_key for row in seen.values()) == list(keys)

    async def test_documents_are_listed_by_namespace_path_and_key(self) -> None:
        async with self.reading(filing()) as reads:
            rows = await reads.documents(EVERYTHING, limit=10)
            assert [row.document_key for row in rows] == ["F", "G", "A", "B", "D", "C"]
            assert [row.document_key for row in await reads.documents(EVERYTHING, limit=2)] == [
                "F",
                "G",
            ]

    async def test_document_row_has_what_lists_show(self) -> None:
        story = Story()
        story.document(
            "K",
            title="Title",
            uri="https://example.org",
            namespace="n",
            path=["f", "k.md"],
            collections=["one", "two"],
            in_force_from="2024",
            in_force_to="2024-06",
            enabled=True,
            versions=("v0", "v1"),
        )
        story.passage("K0", of="K", version="v0")
        story.passage("K1", of="K", version="v1")
        story.passage("K2", of="K", version="v1")
        async with self.reading(story) as reads:
            (row,) = await reads.documents(EVERYTHING, limit=10)
            assert row == (
                document_id("K"),
                "K",
                "Title",
                "https://example.org",
                "n",
                ("f", "k.md"),
                ("one", "two"),
                "2024-01-01",
                "2024-06-01",
                True,
                2,
                2,
            )


class PassageContract(StoreContract):
    async def test_passage_has_its_text_and_place(self) -> None:
        story = Story()
        story.document(
            "A", title="Notes", uri="https://e.org/a", namespace="n", path=["f", "a.md"],
            versions=("v0", "v1"),
        )  # fmt: skip
        story.section("A", "1", "One", order=0)
        story.section("A", "1.1", "Below", parent="1", order=1)
        story.section("A", "2", "Two", order=2)
        story.passage(
            "A1",
            of="A",
            text="Zürich 🚀",
            sections=["1.1"],
            char_start=4,
            char_end=12,
            pages=[2, 3],
        )
        story.passage("A2", of="A", text="plain")
        story.passage("A0", of="A", version="v0", text="old")
        names = [story.id("passage", name) for name in ("A2", "A1", "A0", "never told")]
        async with self.reading(story) as reads:
            rows = await reads.passages(names, scope=A)
        assert set(rows) == set(names[:3])
        one = rows[names[1]]
        assert one.ref == (
            names[1], document_id("A"), "A", content_hash("A", "v1"), 0, 8, 4, 12, (2, 3), True
        )  # fmt: skip
        assert one[1:] == (
            "Zürich 🚀", True, "Notes", "https://e.org/a", "n", ("f", "a.md"), ("One", "Below"), 1
        )  # fmt: skip
        two, old = rows[names[0]], rows[names[2]]
        assert (two.ref.order, two.ref.char_start, two.ref.pages) == (1, None, ())
        assert (two.headings, two.text) == ((), "plain")
        assert (old.ref.current, old.ref.content_hash) == (False, content_hash("A", "v0"))

    async def test_version_passages_are_those_of_one_version_in_order(self) -> None:
        story = Story()
        story.document("A", versions=("v0", "v1"))
        story.passage("second", of="A", order=7)
        story.passage("first", of="A", order=3)
        story.passage("old", of="A", version="v0")
        story.passage("stamped", of="A", order=9, enabled=False)
        story.document("GONE", versions=("v0",), deleted=True)
        story.passage("G0", of="GONE", version="v0")

        async def texts(key: str, version: str, scope: Scope) -> list[str]:
            prefix = content_hash(key, version)[:16]
            rows = await reads.version_passages(document_id(key), prefix, scope=scope)
            return [row.text for row in rows]

        async with self.reading(story) as reads:
            assert await texts("A", "v1", A) == ["Text of first.", "Text of second."]
            assert await texts("A", "v0", A) == ["Text of old."]
            assert await texts("A", "v1", Scope(enabled_only=False)) == [
                "Text of first.",
                "Text of second.",
                "Text of stamped.",
            ]
            assert await texts("A", "v9", A) == []
            assert await texts("A", "v1", as_scope({"B"})) == []
            assert await texts("GONE", "v0", EVERYTHING) == []

    async def test_disabled_passage_is_out_of_scope_unless_stamps_are_ignored(self) -> None:
        story = Story()
        story.document("A")
        story.passage("on", of="A", text="zebra", enabled=True)
        story.passage("off", of="A", text="zebra zebra", enabled=False)
        story.entity("Lion", seen_in=["off"])
        on, off = story.id("passage", "on"), story.id("passage", "off")
        query = parse_query("zebra")
        every = Scope(enabled_only=False)
        async with self.reading(story) as reads:
            assert set(await reads.passages([on, off], scope=A)) == {on}
            assert set(await reads.passages([on, off], scope=every)) == {on, off}
            ranked = await reads.rank_passages(query, scope=A, limit=5)
            assert [row.id for row in ranked] == [on]
            ranked = await reads.rank_passages(query, scope=every, limit=5)
            assert {row.id for row in ranked} == {on, off}
            lion = story.id("entity", "Lion")
            assert not (await reads.supports([lion], scope=A, limit=3))[lion].in_scope
            assert (await reads.supports([lion], scope=every, limit=3))[lion].total == 1

    async def test_passages_are_ranked_by_any_term_and_only_when_visible(self) -> None:
        story = Story()
        story.document("A", versions=("v0", "v1"))
        story.passage("both", of="A", text="red fox")
        story.passage("one", of="A", text="a fox that sleeps and sleeps")
        story.passage("none", of="A", text="nothing")
        story.passage("old", of="A", version="v0", text="red fox red fox")
        story.document("X")
        story.passage("outside", of="X", text="red fox")
        both, one, old, outside = (
            story.id("passage", name) for name in ("both", "one", "old", "outside")
        )
        async with self.reading(story) as reads:
            ranked = await reads.rank_passages(parse_query("red fox"), scope=A, limit=5)
            assert [row.id for row in ranked] == [both, one]
            assert ranked[0].score > ranked[1].score > 0
            cut = await reads.rank_passages(parse_query("red fox"), scope=A, limit=1)
            assert [row.id for row in cut] == [both]
            anywhere = await reads.rank_passages(parse_query("red fox"), scope=None, limit=9)
            assert {row.id for row in anywhere} == {both, one, old, outside}
            all_of_it = await reads.rank_passages(parse_query("red fox"), scope=EVERYTHING, limit=9)
            assert {row.id for row in all_of_it} == {both, one, outside}
            assert await reads.rank_passages(parse_query("absent"), scope=A, limit=5) == []
            assert await reads.rank_passages(parse_query("?!"), scope=A, limit=5) == []

    async def test_term_of_several_words_is_a_phrase(self) -> None:
        story = Story()
        story.document("A")
        texts = ["IL-6 rises", "6 of IL", "C++ code", "C code", "東京大学", "京東", "Zürich HB"]
        for text in texts:
            story.passage(text, of="A", text=text)

        async def found(query: str) -> list[str]:
            rows = await reads.rank_passages(parse_query(query), scope=A, limit=9)
            ids = {row.id for row in rows}
            return sorted(text for text in texts if story.id("passage", text) in ids)

        async with self.reading(story) as reads:
            assert await found("il-6") == ["IL-6 rises"]
            assert await found("il 6") == ["6 of IL", "IL-6 rises"]
            assert await found("c++") == ["C++ code"]
            assert await found("東京") == ["東京大学"]
            assert await found("ZURICH") == ["Zürich HB"]

    async def test_near_passages_are_visible_ones_by_cosine(self) -> None:
        story = Story()
        story.document("A", versions=("v0", "v1"))
        story.document("X")
        for name, of, version, numbers in (
            ("same", "A", "v1", E1),
            ("half", "A", "v1", HALF),
            ("opposite", "A", "v1", (-1, 0, 0, 0)),
            ("old", "A", "v0", E1),
            ("outside", "X", "v1", E1),
        ):
            story.passage(name, of=of, version=version)
            story.vector("passage", name, numbers)
        story.passage("without a vector", of="A")
        async with self.reading(story) as reads:
            near = await reads.near_passages(vector(E1), scope=A, limit=5)
            assert [row.id for row in near] == [
                story.id("passage", name) for name in ("same", "half", "opposite")
            ]
            assert [row.score for row in near] == pytest.approx([1.0, 0.75, 0.0], abs=1e-6)
            assert len(await reads.near_passages(vector(E1), scope=A, limit=2)) == 2
            every = await reads.near_passages(vector(E1), scope=None, limit=9)
            assert [row.id for row in every[:3]] == sorted(
                story.id("passage", name) for name in ("same", "old", "outside")
            )
            assert len(every) == 5


NAME_STAGES = [
    ("lion", None, ["Lion", "Lion (Mountain Lion)", "Lion King", "Sea Lion", "Mountain Lion",
              "King Lionel"]),
    ("LIÓN", None, ["Lion", "Lion (Mountain Lion)", "Lion King", "Sea Lion", "Mountain Lion",
              "King Lionel"]),
    ("king lion", None, ["King Lionel", "Lion King", "Sea Lion", "Lion", "Mountain Lion",
                         "Lion (Mountain Lion)"]),
    ("li", None, ["Lion", "Lion King", "Lion (Mountain Lion)", "Sea Lion", "Mountain Lion",
                  "King Lionel"]),
    ("lion", ["Cat"], ["Lion", "Lion (Mountain Lion)", "Mountain Lion"]),
    ("lion", ["Mammal"], ["Lion", "Lion (Mountain Lion)", "Sea Lion", "Mountain Lion"]),
    ("lion", ["Animal", "Film"], ["Lion", "Lion (Mountain Lion)", "Lion King", "Sea Lion",
                                  "Mountain Lion"]),
    ("lion", ["Nope"], []),
    ("il6", None, ["IL-6"]),
    ("IL 6", None, ["IL-6"]),
    ("il", None, ["IL-6"]),
    ("c++", None, ["C++"]),
    ("zurich", None, ["Zürich"]),
    ("東", None, ["東京"]),
    ("東京", None, ["東京"]),
    ("🚀", None, ["🚀"]),
    ("puma", None, ["Puma (Mountain Lion)"]),
    ("chen maria", None, ["Maria Chen"]),
    ("maria smith", None, ["Maria Chen"]),
    ("hidden", None, []),
    ("", None, []),
    ("?!", None, []),
]  # fmt: skip


class NameContract(StoreContract):
    def zoo(self) -> Story:
        story = Story()
        story.document("A")
        story.document("X")
        story.passage("A0", of="A")
        story.passage("X0", of="X")
        story.label("Cat", below=["Mammal", "Animal"])
        story.label("Mammal", below=["Animal"])
        told = {
            "Sea Lion": "Mammal", "Lion": "Cat", "Lion King": "Film", "Mountain Lion": "Cat",
            "King Lionel": "Person", "Dandelion": "Plant", "IL-6": "Protein", "C++": "Language",
            "Zürich": "City", "東京": "City", "🚀": "Sign", "Maria Chen": "Person",
        }  # fmt: skip
        for name, label in told.items():
            aliases = ["Puma", "Lion"] if name == "Mountain Lion" else []
            story.entity(name, label, aliases=aliases, seen_in=["A0"])
        story.entity("Hidden Lion", "Cat", seen_in=["X0"])
        return story

    @pytest.mark.parametrize(("text", "labels", "names"), NAME_STAGES)
    async def test_names_are_met_in_stages(
        self, text: str, labels: list[str] | None, names: list[str]
    ) -> None:
        async with self.reading(self.zoo()) as reads:
            rows = await reads.match_names(parse_query(text), labels=labels, scope=A, limit=50)
        found = [
            row.matched if row.matched == row.name else f"{row.matched} ({row.name})"
            for row in rows
        ]
        if text == "li":
            assert set(found) == set(names)  # prefixes of names come first, then of words
            assert set(found[:3]) == set(names[:3])
        else:
            assert found == names

    async def test_name_row_has_the_leaf_label(self) -> None:
        story = self.zoo()
        async with self.reading(story) as reads:
            rows = await reads.match_names(parse_query("puma"), labels=["Animal"], scope=A, limit=5)
        assert rows == [(story.id("entity", "Mountain Lion"), "Cat", "Mountain Lion", "Puma")]

    async def test_limit_keeps_the_best_stage(self) -> None:
        async with self.reading(self.zoo()) as reads:
            rows = await reads.match_names(parse_query("lion"), labels=None, scope=A, limit=3)
        assert [row.matched for row in rows] == ["Lion", "Lion", "Lion King"]

    async def test_entities_out_of_scope_take_no_place(self) -> None:
        story = Story()
        story.document("A")
        story.document("X")
        story.passage("A0", of="A")
        story.passage("X0", of="X")
        for number in range(50):
            story.entity(f"hidden {number}", called="Lion", seen_in=["X0"])
        story.entity("shown", called="Lion", seen_in=["A0"])
        async with self.reading(story) as reads:
            rows = await reads.match_names(parse_query("lion"), labels=None, scope=A, limit=1)
        assert [row.entity_id for row in rows] == [story.id("entity", "shown")]

    async def test_rank_names_ranks_primary_names_of_a_label_and_those_below(self) -> None:
        story = self.zoo()
        async with self.reading(story) as reads:
            ranked = await reads.rank_names(["lion"], label="Animal", limit=9)
            assert {row.id for row in ranked} == {
                story.id("entity", name)
                for name in ("Lion", "Sea Lion", "Mountain Lion", "Hidden Lion")
            }
            assert ranked[0].id == story.id("entity", "Lion")
            assert {row.label for row in ranked} == {"Animal"}
            assert len(await reads.rank_names(["lion"], label="Animal", limit=2)) == 2
            assert await reads.rank_names(["puma"], label="Animal", limit=9) == []
            assert await reads.rank_names(["lion"], label="Nope", limit=9) == []
            assert await reads.rank_names([], label="Animal", limit=9) == []

    async def test_near_entities_are_those_in_scope_by_cosine(self) -> None:
        story = self.zoo()
        for name, numbers in (
            ("Lion", HALF),
            ("Sea Lion", E1),
            ("Maria Chen", E1),
            ("Hidden Lion", E1),
        ):
            story.vector("entity", name, numbers)
        sea, lion, maria, hidden = (
            story.id("entity", name) for name in ("Sea Lion", "Lion", "Maria Chen", "Hidden Lion")
        )
        async with self.reading(story) as reads:
            near = await reads.near_entities(vector(E1), labels=None, scope=A, limit=5)
            assert [row.id for row in near] == [sea, maria, lion]
            assert [row.score for row in near] == pytest.approx([1.0, 1.0, 0.75], abs=1e-6)
            cut = await reads.near_entities(vector(E1), labels=None, scope=A, limit=1)
            assert [row.id for row in cut] == [sea]
            cats = await reads.near_entities(vector(E1), labels=["Mammal"], scope=A, limit=5)
            assert [row.id for row in cats] == [sea, lion]
            every = await reads.near_entities(vector(E1), labels=None, scope=None, limit=5)
            assert [row.id for row in every] == [sea, maria, hidden, lion]

    async def test_entities_have_their_labels_leaf_first_and_their_properties(self) -> None:
        story = Story()
        story.label("Cat", below=["Mammal", "Animal"])
        story.entity(
            "Tom", "Cat", aliases=["Thomas"], properties={"age": 3, "tags": ["a"], "note": None}
        )
        tom = story.id("entity", "Tom")
        async with self.reading(story) as reads:
            rows = await reads.entities([tom, story.id("entity", "never told")])
        assert list(rows) == [tom]
        row = rows[tom]
        assert (row.labels, row.name, row.aliases) == (
            ("Cat", "Mammal", "Animal"),
            "Tom",
            ("Thomas",),
        )
        assert (row.properties, row.original_id) == ({"age": 3, "tags": ["a"], "note": None}, None)

    async def test_index_report_names_labels_dimension_and_model(self) -> None:
        story = Story()
        story.document("A")
        story.passage("A0", of="A")
        story.label("Cat", below=["Animal"])
        story.entity("Tom", "Cat", seen_in=["A0"])
        story.entity("Bob", "Person", seen_in=["A0"])
        story.vector("entity", "Tom", E1)
        async with self.reading(story) as reads:
            report = await reads.index_report()
        assert set(report.labels) == {"Animal", "Cat", "Person"}
        for index in (report.entities, report.passages, *report.labels.values()):
            assert index.lexical
        assert (report.entities.semantic, report.entities.dimensions) == (True, 4)
        assert report.model_id == MODEL

    async def test_store_without_vectors_says_so(self) -> None:
        story = Story()
        story.document("A")
        story.passage("A0", of="A")
        story.entity("Tom", "Cat", seen_in=["A0"])
        async with self.reading(story) as reads:
            report = await reads.index_report()
            assert (report.entities.semantic, report.passages.semantic) == (False, False)
            assert (report.entities.lexical, report.passages.lexical) == (True, True)
            assert report.model_id is None
            assert await reads.near_entities(vector(E1), labels=None, scope=A, limit=5) == []
            assert await reads.near_passages(vector(E1), scope=A, limit=5) == []


class MentionContract(StoreContract):
    def village(self) -> Story:
        story = Story()
        story.document("A", versions=("v0", "v1"))
        story.document("B")
        story.document("X")
        story.passage("B5", of="B", order=5)
        story.passage("B0", of="B", order=0)
        story.passage("A1", of="A", order=1)
        story.passage("A0", of="A", order=0)
        story.passage("A2", of="A", order=2)
        story.passage("O9", of="A", version="v0", order=9)
        story.passage("X0", of="X")
        story.entity("Anna", seen_in=["B5", "A1", "A0", "O9", "X0", "B0"])
        story.entity("Bert", seen_in=["A1", "B5", "X0"])
        story.entity("Old", seen_in=["O9"])
        story.entity("Far", seen_in=["X0"])
        story.entity("Lone")
        return story

    async def test_supports_list_visible_passages_by_order_then_id(self) -> None:
        story = self.village()
        scope = as_scope({"A", "B"})
        names = ("Anna", "Old", "Far", "Lone", "never told")
        ids = [story.id("entity", name) for name in names]
        async with self.reading(story) as reads:
            found = await reads.supports(ids, scope=scope, limit=3)
            every = await reads.supports(ids[:1], scope=scope, limit=9)
        assert set(found) >= set(ids[:2])
        anna, old = found[ids[0]], found[ids[1]]
        expected = [story.id("passage", name) for name in ("B0", "A0", "A1", "B5")]
        assert [ref.passage_id for ref in anna.visible] == expected[:3]
        assert (anna.in_scope, anna.total) == (True, 4)
        assert [ref.passage_id for ref in every[ids[0]].visible] == expected
        assert old == (True, [], 0)
        for hidden in ids[2:]:
            assert found.get(hidden, (False, [], 0)) == (False, [], 0)

    async def test_counts_of_passages_stop_one_past_the_cap(self) -> None:
        story = Story()
        story.document("A")
        for number in range(1_010):
            story.passage(f"A{number}", of="A")
        names = [f"A{number}" for number in range(1_010)]
        story.entity("Hub", seen_in=names)
        story.entity("Twin", seen_in=names)
        hub, twin = story.id("entity", "Hub"), story.id("entity", "Twin")
        async with self.reading(story) as reads:
            assert (await reads.supports([hub], scope=A, limit=1))[hub].total == 1_001
            assert await reads.together([(hub, twin)], scope=A) == [Count(value=1_000, capped=True)]

    async def test_together_counts_visible_passages_that_mention_both(self) -> None:
        story = self.village()
        anna, bert, old, far = (story.id("entity", name) for name in ("Anna", "Bert", "Old", "Far"))
        scope = as_scope({"A", "B"})
        async with self.reading(story) as reads:
            counts = await reads.together(
                [(anna, bert), (bert, anna), (anna, old), (anna, far)], scope=scope
            )
            assert counts == [Count(value=2), Count(value=2), Count(value=0), Count(value=0)]
            assert await reads.together([], scope=scope) == []
            refs = await reads.together_passages(anna, bert, scope=scope, limit=9)
            assert [ref.passage_id for ref in refs] == [
                story.id("passage", "A1"),
                story.id("passage", "B5"),
            ]
            assert len(await reads.together_passages(anna, bert, scope=scope, limit=1)) == 1

    async def test_mentions_have_their_places(self) -> None:
        story = Story()
        story.document("A")
        story.passage("A0", of="A", text="Anna met Anna. Bert slept.")
        story.passage("A1", of="A", text="Anna.")
        story.entity("Anna", seen_in=["A1"])
        story.entity("Bert")
        story.mention("A0", "Anna", start=9, end=13, surface="Anna")
        story.mention("A0", "Anna", start=0, end=4, surface="Anna")
        story.mention("A0", "Bert", start=15, end=19)
        anna, bert = story.id("entity", "Anna"), story.id("entity", "Bert")
        first, second = story.id("passage", "A0"), story.id("passage", "A1")
        async with self.reading(story) as reads:
            rows = await reads.mentions([first], entity_ids=[anna, bert])
            assert await reads.mentions([first], entity_ids=None) == rows
            assert [row[:4] for row in rows] == [
                (first, anna, 0, 4),
                (first, anna, 9, 13),
                (first, bert, 15, 19),
            ]
            assert await reads.mentions([second], entity_ids=[bert]) == []
            assert [row[:4] for row in await reads.mentions([second], entity_ids=[anna])] == [
                (second, anna, None, None)
            ]

    async def test_without_mentions_only_everything_can_be_seen(self) -> None:
        story = Story()
        story.entity("Anna", "Person")
        story.entity("Bert", "Person")
        story.relation("Anna", "KNOWS", "Bert")
        anna, bert = story.id("entity", "Anna"), story.id("entity", "Bert")
        async with self.reading(story) as reads:
            for scope, seen in ((EVERYTHING, True), (A, False), (as_scope(set()), False)):
                supports = await reads.supports([anna], scope=scope, limit=3)
                assert supports.get(anna, (False, [], 0)) == (seen, [], 0)
                step = await reads.edges_around([anna], scope=scope, types=None, limit=9)
                assert [row.other for row in step.rows] == ([bert] if seen else [])
                names = await reads.match_names(
                    parse_query("anna"), labels=None, scope=scope, limit=5
                )
                assert [row.entity_id for row in names] == ([anna] if seen else [])

    async def test_without_mentions_lists_and_counts_are_those_of_everything(self) -> None:
        story = Story()
        story.entity("Anna", "Person")
        story.entity("Bert", "Person")
        story.relation("Anna", "KNOWS", "Bert")
        story.vector("entity", "Anna", E1)
        anna, bert = story.id("entity", "Anna"), story.id("entity", "Bert")
        one = Count(value=1)
        async with self.reading(story) as reads:
            assert await reads.labels(EVERYTHING) == [("Person", Count(value=2))]
            assert await reads.central_entities(EVERYTHING, labels=None, limit=5) == [
                (anna, one),
                (bert, one),
            ]
            assert await reads.relation_counts([anna], scope=EVERYTHING) == {anna: one}
            assert await reads.type_counts(anna, scope=EVERYTHING) == [("KNOWS", one)]
            near = await reads.near_entities(vector(E1), labels=None, scope=EVERYTHING, limit=5)
            assert [row.id for row in near] == [anna]
            assert await reads.labels(A) == []
            assert await reads.central_entities(A, labels=None, limit=5) == []
            assert await reads.near_entities(vector(E1), labels=None, scope=A, limit=5) == []

    async def test_capabilities_tell_of_mentions(self) -> None:
        without = Story()
        without.entity("Anna")
        for story, mentions in ((without, False), (self.village(), True)):
            store = self.open(story)
            assert store.capabilities.mentions is mentions
            await store.close()


EDGES_AROUND = [
    # frontier, scope, types, numbers in stored order
    ("Anna", A, None, [3, 2, 1, 7, 12]),
    ("Anna", A, ["LIKES"], [2, 1, 12]),
    ("Anna", A, ["LIKES", "SELF", "nope"], [2, 1, 7, 12]),
    ("Anna", A, ["nope"], []),
    ("Anna Bert", A, None, [3, 2, 1, 7, 12]),
    ("Cleo", A, None, [3, 8]),
    ("Cleo", Scope(keys=frozenset("A"), as_of=date(2023, 12, 31)), None, [3]),
    ("Cleo", Scope(keys=frozenset("A"), as_of=date(2024, 1, 1)), None, [3, 8]),
    ("Cleo", Scope(keys=frozenset("A"), as_of=date(2024, 12, 31)), None, [3, 8]),
    ("Cleo", Scope(keys=frozenset("A"), as_of=date(2025, 1, 1)), None, [3]),
    ("Anna", EVERYTHING, None, [3, 10, 2, 5, 6, 9, 1, 7, 12]),
    ("Anna", Scope(enabled_only=False), None, [3, 10, 2, 5, 6, 9, 11, 1, 7, 12]),
    ("Far", A, None, []),
    ("Far", as_scope({"X"}), None, []),
    ("never told", A, None, []),
]


EDGES_OF_AGRAG = [
    ("Anna", None, [1, 2, 3, 4, 5, 7, 9, 10, 11, 12]),
    ("Anna", ["MET"], [3, 4, 5]),
    ("Anna Bert", ["LIKES"], [1, 1, 2, 2, 12, 12]),
    ("Anna", ["SELF"], [7]),
]


BEYOND = [
    ("Cleo", "Cleo", A, None, True),
    ("Cleo", "Cleo Anna", A, None, True),
    ("Cleo", "Cleo Anna Odo", A, None, False),
    ("Cleo", "Cleo Anna", A, ["MET"], False),
    ("Anna", "Anna Bert Cleo", A, None, False),
    ("Anna", "Anna Bert Cleo", EVERYTHING, None, True),
    ("Far", "Far", A, None, False),
]


DROPPED = [
    ("Anna", A, None, 1),
    ("Bert", A, None, 1),
    ("Anna Bert", A, None, 1),
    ("Anna", A, ["LIKES"], 0),
    ("Cleo", A, None, 0),
    ("Anna", as_scope({"X"}), None, 0),
    ("Anna", EVERYTHING, None, 1),
]


class RelationContract(StoreContract):
    def country(self) -> Story:
        """Relations of every kind round Anna; the comments number them."""
        story = Story()
        story.document("A", versions=("v0", "v1"))
        story.document("X")
        for name in ("A0", "A1", "A2"):
            story.passage(name, of="A")
        story.passage("O0", of="A", version="v0")
        story.passage("S0", of="A", enabled=False)
        story.passage("X0", of="X")
        story.entity("Anna", "Person", seen_in=["A0"])
        story.entity("Bert", "Person", seen_in=["A0"])
        story.entity("Cleo", "Person", seen_in=["A1"])
        story.entity("Odo", "Person", seen_in=["O0"])
        story.entity("Far", "Person", seen_in=["X0"])
        story.relation("Anna", "LIKES", "Bert")  # 1 path
        story.relation("Bert", "LIKES", "Anna", stated_in=["A0"])  # 2 stated
        story.relation("Anna", "MET", "Cleo", stated_in=["O0", "A2", "A1"])  # 3 stated twice
        story.relation("Anna", "MET", "Bert", stated_in=["O0"])  # 4 superseded only
        story.relation("Anna", "MET", "Odo", stated_in=["X0"])  # 5 out of scope only
        story.relation("Anna", "MET", "Far", stated_in=["A0"])  # 6 one end out of scope
        story.relation("Anna", "SELF", "Anna")  # 7 self
        story.relation("Cleo", "LIKES", "Odo", valid_from="2024", valid_to="2025")  # 8
        story.relation("Anna", "LOST", "Cleo", stated_in=["nowhere"])  # 9 missing
        story.relation("Anna", "LOST", "Bert", stated_in=["nowhere", "X0"])  # 10 partly missing
        story.relation("Anna", "KEPT", "Bert", stated_in=["S0"])  # 11 disabled only
        story.relation("Anna", "LIKES", "Bert")  # 12 parallel to 1
        return story

    def numbers(self, story: Story, step: Step) -> list[int]:
        return [story.number_of(row.relation_id) for row in step.rows]

    @pytest.mark.parametrize(("frontier", "scope", "types", "numbers"), EDGES_AROUND)
    async def test_edges_around_are_the_kept_relations_in_stored_order(
        self, frontier: str, scope: Scope, types: list[str] | None, numbers: list[int]
    ) -> None:
        story = self.country()
        ids = [story.id("entity", name) for name in
               ([frontier] if frontier == "never told" else frontier.split())]  # fmt: skip
        async with self.reading(story) as reads:
            step = await reads.edges_around(ids, scope=scope, types=types, limit=50)
            assert (self.numbers(story, step), step.more) == (numbers, False)
            exact = await reads.edges_around(ids, scope=scope, types=types, limit=len(numbers) or 1)
            assert (self.numbers(story, exact), exact.more) == (numbers, False)
            if len(numbers) > 1:
                cut = await reads.edges_around(
                    ids, scope=scope, types=types, limit=len(numbers) - 1
                )
                assert (self.numbers(story, cut), cut.more) == (numbers[:-1], True)

    async def test_step_row_says_where_it_leads_and_what_states_it(self) -> None:
        story = self.country()
        anna, cleo, bert = (story.id("entity", name) for name in ("Anna", "Cleo", "Bert"))
        async with self.reading(story) as reads:
            step = await reads.edges_around([anna], scope=A, types=["MET"], limit=9)
            (met,) = step.rows
            assert met[:2] == (anna, cleo)
            assert met[3:] == (True, 2, 3, 3)
            assert (met.source_id, met.target_id) == (anna, cleo)
            back = await reads.edges_around([cleo], scope=A, types=["MET"], limit=9)
            assert back.rows[0][:2] == (cleo, anna)
            assert not back.rows[0].outgoing
            assert (back.rows[0].source_id, back.rows[0].target_id) == (anna, cleo)
            both = await reads.edges_around([anna, bert], scope=A, types=["LIKES"], limit=9)
            assert [(row.node, row.other) for row in both.rows] == [
                (bert, anna),
                (anna, bert),
                (anna, bert),
            ]
            lost = await reads.edges_around([anna], scope=EVERYTHING, types=["LOST"], limit=9)
            assert [(row.visible, row.resolved, row.stored) for row in lost.rows] == [
                (1, 1, 2),
                (0, 0, 1),
            ]

    async def test_stored_order_tells_ids_apart_that_begin_alike(self) -> None:
        story = Story()
        story.document("A")
        story.passage("A0", of="A")
        story.entity("Anna", seen_in=["A0"])
        story.entity("Bert", seen_in=["A0"])
        ids = [f"00000000-0000-5000-8000-{number:012x}" for number in (3, 1, 2)]
        for key in ids:
            story.relation("Anna", "LIKES", "Bert", id=key)
        async with self.reading(story) as reads:
            step = await reads.edges_around(
                [story.id("entity", "Anna")], scope=A, types=None, limit=9
            )
        assert [row.relation_id for row in step.rows] == sorted(ids)

    @pytest.mark.parametrize(("frontier", "types", "numbers"), EDGES_OF_AGRAG)
    async def test_with_parity_rows_come_by_id_whatever_their_evidence(
        self, frontier: str, types: list[str] | None, numbers: list[int]
    ) -> None:
        story = self.country()
        ids = [story.id("entity", name) for name in frontier.split()]
        async with self.reading(story) as reads:
            step = await reads.edges_around(ids, scope=A, types=types, limit=50, parity=True)
            assert (self.numbers(story, step), step.more) == (numbers, False)
            if len(numbers) > 1:
                cut = await reads.edges_around(
                    ids, scope=A, types=types, limit=len(numbers) - 1, parity=True
                )
                assert (self.numbers(story, cut), cut.more) == (numbers[:-1], True)

    async def test_with_parity_the_types_agrag_keeps_for_itself_must_be_named(self) -> None:
        story = Story()
        story.document("A")
        story.passage("A0", of="A")
        story.entity("Anna", seen_in=["A0"])
        story.entity("Bert", seen_in=["A0"])
        for kind in ("MATCHES", "MENTIONED_IN", "LIKES", "SOURCE"):
            story.relation("Anna", kind, "Bert")
        ids = [story.id("entity", "Anna")]
        async with self.reading(story) as reads:
            for types, parity, numbers in (
                (None, True, [3]),
                (["MATCHES"], True, [1]),
                (None, False, [1, 2, 3, 4]),
            ):
                step = await reads.edges_around(ids, scope=A, types=types, limit=9, parity=parity)
                assert self.numbers(story, step) == numbers

    @pytest.mark.parametrize(("frontier", "visited", "scope", "types", "beyond"), BEYOND)
    async def test_has_beyond(
        self, frontier: str, visited: str, scope: Scope, types: list[str] | None, beyond: bool
    ) -> None:
        story = self.country()
        async with self.reading(story) as reads:
            answer = await reads.has_beyond(
                [story.id("entity", name) for name in frontier.split()],
                visited=[story.id("entity", name) for name in visited.split()],
                scope=scope,
                types=types,
            )
        assert answer is beyond

    async def test_edges_between_have_both_ends_among_the_ids(self) -> None:
        story = self.country()
        ids = [story.id("entity", name) for name in ("Bert", "Anna", "Odo")]
        async with self.reading(story) as reads:
            step = await reads.edges_between(ids, scope=A, types=None, limit=50)
            assert (self.numbers(story, step), step.more) == ([2, 1, 7, 12], False)
            assert all(row.node == row.source_id for row in step.rows)
            likes = await reads.edges_between(ids, scope=A, types=["SELF"], limit=50)
            assert self.numbers(story, likes) == [7]
            cut = await reads.edges_between(ids, scope=A, types=None, limit=3)
            assert (self.numbers(story, cut), cut.more) == ([2, 1, 7], True)
            assert await reads.edges_between([], scope=A, types=None, limit=3) == ([], False)

    async def test_relations_have_what_was_recorded(self) -> None:
        story = Story()
        story.entity("Anna")
        story.entity("Bert")
        key = story.relation(
            "Anna",
            "LIKES",
            "Bert",
            directed=False,
            properties={"since": 2020},
            valid_from="2020",
            valid_to="2021-05",
            extractor="model-x",
            confidence=0.25,
        )
        plain = story.relation("Anna", "LIKES", "Bert")
        async with self.reading(story) as reads:
            rows = await reads.relations([key, plain, story.id("entity", "Anna")])
        assert rows == {
            key: (
                key, "LIKES", False, {"since": 2020}, "2020-01-01", "2021-05-01", "model-x", 0.25,
                None,
            ),
            plain: (plain, "LIKES", True, {}, None, None, None, None, None),
        }  # fmt: skip

    async def test_evidence_lists_visible_entries_with_their_quotes(self) -> None:
        story = Story()
        story.document("A", versions=("v0", "v1"))
        story.passage("A1", of="A", order=1, text="Later: Anna likes Bert.")
        story.passage("A0", of="A", order=0, text="First: Anna likes Bert.")
        story.passage("O0", of="A", version="v0", text="Anna likes Bert.")
        story.entity("Anna", seen_in=["A0"])
        story.entity("Bert", seen_in=["A0"])
        likes = story.relation("Anna", "LIKES", "Bert", stated_in=["A1", "O0", "nowhere"])
        story.evidence(likes, "A0", quote="Anna likes Bert", start=7, end=22)
        path = story.relation("Anna", "LIKES", "Bert")
        async with self.reading(story) as reads:
            found = await reads.evidence([likes, path], scope=A, limit=9)
            assert found.get(path, []) == []
            assert [
                (entry.ref.passage_id, entry.quote, entry.start, entry.end)
                for entry in found[likes]
            ] == [
                (story.id("passage", "A0"), "Anna likes Bert", 7, 22),
                (story.id("passage", "A1"), None, None, None),
            ]
            assert len((await reads.evidence([likes], scope=A, limit=1))[likes]) == 1

    @pytest.mark.parametrize(("names", "scope", "types", "count"), DROPPED)
    async def test_dropped_relations_are_stated_by_superseded_passages_in_scope(
        self, names: str, scope: Scope, types: list[str] | None, count: int
    ) -> None:
        story = self.country()
        ids = [story.id("entity", name) for name in names.split()]
        async with self.reading(story) as reads:
            assert await reads.dropped_around(ids, scope=scope, types=types) == Count(value=count)

    async def test_counts_of_relations_and_types(self) -> None:
        story = self.country()
        anna, cleo, far = (story.id("entity", name) for name in ("Anna", "Cleo", "Far"))
        async with self.reading(story) as reads:
            counts = await reads.relation_counts([anna, cleo, far], scope=A)
            assert (counts[anna], counts[cleo]) == (Count(value=5), Count(value=2))
            assert counts.get(far, Count(value=0)) == Count(value=0)
            assert await reads.type_counts(anna, scope=A) == [
                ("LIKES", Count(value=3)),
                ("MET", Count(value=1)),
                ("SELF", Count(value=1)),
            ]
            assert await reads.type_counts(far, scope=A) == []

    async def test_counts_of_relations_stop_at_the_cap(self) -> None:
        story = Story()
        story.document("A")
        story.passage("A0", of="A")
        story.entity("Hub", seen_in=["A0"])
        story.entity("Leaf", seen_in=["A0"])
        for _ in range(1_003):
            story.relation("Hub", "HAS", "Leaf")
        hub = story.id("entity", "Hub")
        capped = Count(value=1_000, capped=True)
        async with self.reading(story) as reads:
            assert (await reads.relation_counts([hub], scope=A))[hub] == capped
            assert await reads.type_counts(hub, scope=A) == [("HAS", capped)]
            step = await reads.edges_around([hub], scope=A, types=None, limit=1_000)
            assert (len(step.rows), step.more) == (1_000, True)

    async def test_labels_count_entities_in_scope(self) -> None:
        story = self.country()
        story.label("Cat", below=["Animal"])
        story.entity("Tom", "Cat", seen_in=["A0"])
        story.entity("Tim", "Cat", seen_in=["O0"])
        story.entity("Fish", "Animal", seen_in=["X0"])
        async with self.reading(story) as reads:
            assert await reads.labels(A) == [("Person", Count(value=4)), ("Cat", Count(value=2))]
            assert await reads.labels(as_scope({"X"})) == [
                ("Animal", Count(value=1)),
                ("Person", Count(value=1)),
            ]
            assert await reads.labels(as_scope(set())) == []

    async def test_central_entities_come_with_their_kept_relations(self) -> None:
        story = self.country()
        story.label("Person", below=["Agent"])
        anna, bert, cleo, odo = (
            story.id("entity", name) for name in ("Anna", "Bert", "Cleo", "Odo")
        )
        async with self.reading(story) as reads:
            for labels in (None, ["Person"], ["Agent"]):
                rows = await reads.central_entities(A, labels=labels, limit=4)
                assert rows == [
                    (anna, Count(value=5)),
                    (bert, Count(value=3)),
                    (cleo, Count(value=2)),
                    (odo, Count(value=1)),
                ]
            assert [row[0] for row in await reads.central_entities(A, labels=None, limit=2)] == [
                anna,
                bert,
            ]
            assert await reads.central_entities(A, labels=["Nope"], limit=4) == []


class EveryContract(
    ScopeContract, PassageContract, NameContract, MentionContract, RelationContract
):
    """All of it."""
