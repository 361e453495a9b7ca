"""No query reads a big table from end to end, apart from those that are named here."""

import re
from pathlib import Path

import pytest

from evidence.query import parse_query
from evidence.scope import EVERYTHING, Scope
from evidence.stores.embedded import store as store_module
from evidence.stores.embedded.reading import central, counts, scopes, vectors
from evidence.stores.embedded.reading.connection import ReadConnection
from tests.builders import embedded_store
from tests.evidence.stores.embedded.random_graph import random_story

BIG = {
    "passage", "entity", "name", "mention", "mention_span", "relation", "evidence", "adjacency",
    "entity_vector", "passage_vector", "term",
}  # fmt: skip
READ_WHOLE = {
    scopes._HAS_MENTIONS: "stops at the first row",
    store_module._PRESENT: "stops at the first rows",
    central._DEGREES: "once for a generation, for the empty search page",
    central._FIRST_BY_ID: "in the order of ids, until enough are found",
    vectors._FEW_ENTITIES: "stops at so many rows",
    vectors._FEW_PASSAGES: "stops at so many rows",
    vectors._ENTITIES: "only while the table is small",
    vectors._PASSAGES: "only while the table is small",
}
TABLE = re.compile(r"\b(?:FROM|JOIN)\s+(\w+)(?:\s+AS\s+(\w+))?", re.IGNORECASE)


def tables_of(sql: str) -> dict[str, str]:
    """Which table each name in a query stands for."""
    return {alias or table: table for table, alias in TABLE.findall(sql)}


def read_whole(sql: str, plan: list[str]) -> list[str]:
    """The big tables that a plan reads from end to end."""
    known = tables_of(sql)
    scanned = [
        step.split()[1] for step in plan if step.startswith("SCAN ") and "VIRTUAL" not in step
    ]
    return [known[name] for name in scanned if known.get(name) in BIG]


@pytest.fixture
async def plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Every query that any read of the port makes, with its plan."""
    found: dict[str, list[str]] = {}
    rows = ReadConnection.rows

    def watched(self: ReadConnection, sql: str, parameters: dict) -> list[tuple]:
        if sql not in found and not sql.startswith("PRAGMA"):
            steps = self.database.execute(f"EXPLAIN QUERY PLAN {sql}", parameters).fetchall()
            found[sql] = [step[3] for step in steps]
        return rows(self, sql, parameters)

    monkeypatch.setattr(ReadConnection, "rows", watched)
    monkeypatch.setattr(counts, "_FEW_ROWS", 2)
    story = random_story(4)
    ids = [story.id("entity", f"E{number}") for number in range(14)]
    passages = [story.id("passage", f"D{number}v10") for number in range(12)]
    relations = [r.record.id for r in story.records() if r.record.kind == "relation"][:20]
    for each in ids:
        story.vectors[each] = (1.0, 0.0)
    for each in passages:
        story.vectors[each] = (0.0, 1.0)
    store = embedded_store(story, tmp_path / "store", laid_out=False)
    assert store.capabilities.mentions
    query = parse_query("text E1")
    vector = vectors.np.asarray((1.0, 0.0), vectors.np.float32)
    for scope in (
        EVERYTHING,
        Scope(keys=frozenset({"D0", "D5"})),
        Scope(namespaces=frozenset({"n0", "n1"}), folders=frozenset({"x"})),
    ):
        async with store.snapshot() as reads:
            await reads.index_report()
            await reads.document_count(scope)
            await reads.documents(scope, limit=5)
            for text in (query, parse_query("!")):
                await reads.match_names(text, labels=["Label1"], scope=scope, limit=9)
            await reads.rank_names(["e1"], label="Label1", limit=5)
            for within in (scope, None):
                await reads.near_entities(vector, labels=None, scope=within, limit=5)
                await reads.near_passages(vector, scope=within, limit=5)
                await reads.rank_passages(query, scope=within, limit=5)
            monkeypatch.setattr("evidence.stores.embedded.reading.passage_ranking.STEP_ROWS", 1)
            await reads.rank_passages(parse_query("text"), scope=scope, limit=5)
            await reads.entities(ids)
            await reads.supports(ids, scope=scope, limit=3)
            await reads.passages(passages, scope=scope)
            await reads.version_passages(ids[0], "ab", scope=scope)
            for parity in (False, True):
                await reads.edges_around(ids, scope=scope, types=["KNOWS"], limit=5, parity=parity)
            await reads.has_beyond(ids, visited=ids, scope=scope, types=None)
            await reads.edges_between(ids, scope=scope, types=None, limit=5)
            await reads.relations(relations)
            await reads.evidence(relations, scope=scope, limit=3)
            await reads.together([(ids[0], ids[1])], scope=scope)
            await reads.together_passages(ids[0], ids[1], scope=scope, limit=3)
            for around in (ids[:1], ids):
                await reads.dropped_around(around, scope=scope, types=None)
            await reads.relation_counts(ids, scope=scope)
            await reads.type_counts(ids[0], scope=scope)
            await reads.labels(scope)
            for labels in (None, ["Label1"]):
                await reads.central_entities(scope, labels=labels, limit=40)
            await reads.mentions(passages, entity_ids=ids)
            await reads.mentions(passages, entity_ids=None)
    await store.close()
    return found


async def test_queries_look_rows_up(plans: dict[str, list[str]]) -> None:
    assert len(plans) > 50
    wrong = {
        sql: plan for sql, plan in plans.items() if sql not in READ_WHOLE and read_whole(sql, plan)
    }
    assert wrong == {}


async def test_exceptions_are_needed(plans: dict[str, list[str]]) -> None:
    assert {sql for sql in READ_WHOLE if not read_whole(sql, plans.get(sql, []))} == set()


async def test_neighbours_are_read_in_stored_order_without_sorting(
    plans: dict[str, list[str]],
) -> None:
    from evidence.stores.embedded.reading import walk_steps

    plan = plans[walk_steps._NEXT]
    assert not [step for step in plan if "TEMP B-TREE" in step]
    assert [step for step in plan if "SEARCH a USING PRIMARY KEY (node=?" in step]
