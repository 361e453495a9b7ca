"""``search`` and ``explore``: the use cases on a store, as JSON or to read."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import click

from evidence import limits
from evidence.commands import models
from evidence.commands.folders import folder_option, plain_errors, to_open
from evidence.commands.showing import counted, shown, table
from evidence.commands.unknown import unknown_in_search, unknown_in_walk
from evidence.details import Count, EntityDetail, HitDetail
from evidence.entities import entity_search
from evidence.ports import Embedder, GraphStore
from evidence.relationships import explore_relationships
from evidence.results import (
    EdgeKind,
    EntityResult,
    ExplorationResult,
    SearchMode,
    SearchStatus,
    WalkStatus,
)
from evidence.scope import EVERYTHING, Scope
from evidence.search_plan import NO_VECTORS
from evidence.stores.embedded.store import EmbeddedStore

Result = TypeVar("Result", EntityResult, ExplorationResult)

_NAME_CHARACTERS = 48
_TEXT_CHARACTERS = 200
_SEARCH_ENDINGS = {
    SearchStatus.NO_MATCH: "Nothing matches. Try fewer words or another spelling.",
    SearchStatus.EMPTY_SCOPE: (
        "The scope covers no document you can see. Name others with --scope, or leave it out."
    ),
    SearchStatus.INDEX_NOT_READY: "The indexes are not ready. Run `python -m evidence rebuild`.",
    SearchStatus.FAILED: "The search failed. Run `python -m evidence check` on the store.",
}
_NO_VECTORS = "The store has no vectors, so nothing was searched by meaning. "
_WALK_ENDINGS = {
    WalkStatus.UNAVAILABLE: "There is no such entity in scope.",
    WalkStatus.MALFORMED: "This is not an entity id; ids are lowercase UUIDs, and `search` prints them.",
    WalkStatus.FAILED: "The walk failed. Run `python -m evidence check` on the store.",
}

_SCOPE = click.option("--scope", "keys", multiple=True, metavar="KEY", help="Key of a document.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
_FULL = click.option("--full", is_flag=True, help="Print all details.")
_PARITY = click.option("--parity", is_flag=True, help="Give the answers of agrag 0.0.7.")


@click.command("search")
@click.argument("text")
@click.option("--label", "labels", multiple=True, metavar="L", help="Label to search.")
@_SCOPE
@click.option(
    "--limit", type=click.IntRange(1, limits.HITS.cap), default=limits.HITS.default,
    show_default=True,
)  # fmt: skip
@click.option(
    "--mode", type=click.Choice([mode.value for mode in SearchMode]), default="hybrid",
    show_default=True,
)  # fmt: skip
@_PARITY
@_JSON
@_FULL
@folder_option("--store", "Folder of the store.")
def search_command(
    text: str,
    labels: tuple[str, ...],
    keys: tuple[str, ...],
    limit: int,
    mode: str,
    parity: bool,
    as_json: bool,
    full: bool,
    folder: Path | None,
) -> None:
    """Find entities by name and by meaning."""

    async def ask(store: GraphStore) -> tuple[EntityResult, list[str]]:
        scope = _scope(keys)
        result = await entity_search(
            store,
            await _embedder(store, mode, parity=parity),
            text,
            scope=scope,
            labels=labels or None,
            mode=mode,
            limit=limit,
            parity=parity,
        )
        return result, await unknown_in_search(store, result, scope=scope, labels=labels)

    try:
        result, unknown = _answer(folder, ask)
    except ValueError as error:
        if not parity:
            raise
        # agrag takes identifiers only; nothing else that is given here can be out of its range.
        raise click.UsageError(f"With --parity {error}.") from None
    notes = [*_cuts(result), *unknown]
    _print(result, _told_search(result, full=full), notes, as_json=as_json, full=full)


@click.command("explore")
@click.argument("entity_id", metavar="ID")
@click.option(
    "--depth", type=click.IntRange(1, limits.DEPTH.cap), default=limits.DEPTH.default,
    show_default=True,
)  # fmt: skip
@click.option(
    "--max-nodes", type=click.IntRange(1, limits.NODES.cap), default=limits.NODES.default,
    show_default=True,
)  # fmt: skip
@click.option(
    "--max-edges", type=click.IntRange(1, limits.EDGES.cap), default=limits.EDGES.default,
    show_default=True,
)  # fmt: skip
@click.option("--type", "types", multiple=True, metavar="T", help="Relation type to follow.")
@_SCOPE
@_PARITY
@_JSON
@_FULL
@folder_option("--store", "Folder of the store.")
def explore_command(
    entity_id: str,
    depth: int,
    max_nodes: int,
    max_edges: int,
    types: tuple[str, ...],
    keys: tuple[str, ...],
    parity: bool,
    as_json: bool,
    full: bool,
    folder: Path | None,
) -> None:
    """Walk the relations around an entity."""

    async def ask(store: GraphStore) -> tuple[ExplorationResult, list[str]]:
        scope = _scope(keys)
        result = await explore_relationships(
            store,
            entity_id,
            scope=scope,
            relation_types=types or None,
            depth=depth,
            max_nodes=max_nodes,
            max_edges=max_edges,
            parity=parity,
        )
        return result, await unknown_in_walk(store, result, entity_id, scope=scope, types=types)

    result, unknown = _answer(folder, ask)
    _print(result, _told_walk(result, full=full), unknown, as_json=as_json, full=full)


def _scope(keys: tuple[str, ...]) -> Scope:
    return Scope(keys=frozenset(keys)) if keys else EVERYTHING


async def _embedder(store: GraphStore, mode: str, *, parity: bool) -> Embedder:
    """The model, unless nothing it could find is stored; agrag asks it before it looks."""
    if mode == SearchMode.LEXICAL:
        return models.NoEmbedder("This search needs no model.")
    if not parity:
        async with store.snapshot(timeout=limits.LEG_SECONDS) as reads:
            report = await reads.index_report()
        if not report.entities.semantic:
            return models.NoEmbedder(NO_VECTORS)
    return models.open_embedder()


def _answer(
    folder: Path | None, ask: Callable[[GraphStore], Awaitable[tuple[Result, list[str]]]]
) -> tuple[Result, list[str]]:
    """What was asked for, and what must be said besides."""

    async def answer() -> tuple[Result, list[str]]:
        store = EmbeddedStore.open(to_open(folder))
        try:
            return await ask(store)
        finally:
            await store.close()

    with plain_errors(folder):
        return asyncio.run(answer())


def _print(
    result: Result, lines: list[str], notes: list[str], *, as_json: bool, full: bool
) -> None:
    """Prints what was found, and before it what must be said; beside JSON that is an error line."""
    for note in notes:
        click.echo(note, err=as_json)
    if as_json and full:
        extra = result.extra.model_dump(mode="json") if result.extra else None
        printed = {**result.model_dump(mode="json"), "extra": extra}
        click.echo(json.dumps(printed, indent=2, ensure_ascii=False))
    elif as_json:
        click.echo(result.model_dump_json(indent=2))
    else:
        click.echo("\n".join(lines))
    if result.status in {SearchStatus.FAILED, SearchStatus.INDEX_NOT_READY, *_WALK_ENDINGS}:
        raise SystemExit(1)


def _told_search(result: EntityResult, *, full: bool) -> list[str]:
    no_vectors = _NO_VECTORS + (
        models.SWITCHED_OFF if models.is_switched_off() else "Run `python -m evidence embed`."
    )
    lines = [
        no_vectors
        if failure.message == NO_VECTORS
        else f"The {failure.leg} leg: {shown(failure.message)}"
        for failure in result.failures
    ]
    if lines == [no_vectors] and result.status is SearchStatus.INDEX_NOT_READY:
        return lines
    if not result.hits:
        return [*lines, _SEARCH_ENDINGS.get(result.status, _SEARCH_ENDINGS[SearchStatus.NO_MATCH])]
    details = result.extra.hits if result.extra else []
    rows = [
        (
            f"{rank}.",
            shown(hit.name, _NAME_CHARACTERS),
            shown(hit.label, _NAME_CHARACTERS),
            hit.kind.value,
            f"{hit.score:.4f}",
            _ranks(detail),
            _count(detail.entity.relations),
            _count(detail.entity.passages),
            hit.entity_id,
        )
        for rank, (hit, detail) in enumerate(zip(result.hits, details, strict=True), 1)
    ]
    heads = ("", "name", "label", "kind", "order", "found by", "relations", "passages", "id")
    lines += table(rows, heads)
    if full:
        lines += _passages(details)
    if result.truncated or (result.extra and result.extra.more):
        lines.append(f"More were found; --limit shows up to {limits.HITS.cap}.")
    return lines


def _cuts(result: EntityResult) -> list[str]:
    """What of the text was not searched for."""
    extra = result.extra
    lines = []
    if extra and extra.characters_dropped:
        left_out = counted(extra.characters_dropped, "character")
        lines.append(
            f"Only the first {limits.QUERY_CHARACTERS:,} characters were used; {left_out} left out."
        )
    if extra and extra.words_dropped:
        left_out = counted(extra.words_dropped, "word")
        lines.append(f"Only the first {limits.QUERY_WORDS} words were used; {left_out} left out.")
    return lines


def _ranks(detail: HitDetail) -> str:
    return " + ".join(f"{rank.leg} #{rank.rank}" for rank in detail.ranks)


def _count(count: Count | None) -> str:
    return "" if count is None else f"{count.value:,}{'+' if count.capped else ''}"


def _passages(details: list[HitDetail]) -> list[str]:
    lines = []
    for detail in details:
        lines += ["", shown(detail.entity.name)]
        for passage in detail.support:
            lines.append(f"  {shown(passage.citation)}")
            lines.append(f"    {shown(passage.text, _TEXT_CHARACTERS)}")
    return lines


def _told_walk(result: ExplorationResult, *, full: bool) -> list[str]:
    if result.status is not WalkStatus.OK:
        return [_WALK_ENDINGS[result.status]]
    extra = result.extra
    known = {node.entity_id: node.name for node in result.nodes}
    if extra and extra.start:
        known[extra.start.entity_id] = extra.start.name
    lines = [_start(extra.start)] if extra and extra.start else []
    rows = [
        (
            shown(known.get(edge.source_id, edge.source_id), _NAME_CHARACTERS),
            shown(edge.relation_type, _NAME_CHARACTERS),
            shown(known.get(edge.target_id, edge.target_id), _NAME_CHARACTERS),
            edge.kind.value,
            counted(len(edge.evidence), "passage") if edge.kind is EdgeKind.ASSERTION else "",
        )
        for edge in result.edges
    ]
    lines += table(rows, ("source", "relation", "target", "kind", "evidence")) if rows else []
    if full:
        lines += ["", *table([(shown(node.name), node.entity_id) for node in result.nodes])]
    reached = f"{counted(len(result.nodes), 'entity', 'entities')}, "
    lines.append(f"{reached}{counted(len(result.edges), 'relation')}.")
    if result.truncated_by:
        lines.append(f"More was cut by: {', '.join(result.truncated_by)}.")
    return lines


def _start(start: EntityDetail) -> str:
    return f"{shown(start.name)} ({shown(start.label)}) {start.entity_id}"
