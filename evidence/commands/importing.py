"""``import`` and ``embed``: bring files into a store and give them vectors."""

import asyncio
import json
import shlex
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path

import click

from evidence.commands import models
from evidence.commands.bars import Bars
from evidence.commands.folders import (
    IMPORTED,
    Beginning,
    folder_option,
    plain_errors,
    refusal,
    to_fill,
    to_open,
)
from evidence.commands.showing import counted, shown
from evidence.errors import EmbedderError, ImportRejectedError
from evidence.import_report import ImportReport, Items
from evidence.importers.docred import read_docred
from evidence.importers.native import read_native
from evidence.importers.safe_files import open_input, shown_name
from evidence.stores.embedded.writing.embedding import embed as embed_all
from evidence.stores.embedded.writing.writer import EmbeddedWriter

_PLURALS = {"entity": "entities", "evidence": "evidence entries"}
_SINGULARS = {"evidence": "evidence entry"}


@click.command("import")
@click.argument(
    "paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path)
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["native", "docred"]),
    help="What the files are; by default a JSON array is docred, anything else native.",
)
@folder_option("--into", "Folder of the store; made when it is not there.", f"{IMPORTED}")
@click.option(
    "--merge-by-name",
    is_flag=True,
    help="docred: one entity for all that share their first name and type.",
)
@click.option("--no-vectors", is_flag=True, help="Leave names and passages without vectors.")
@click.option("--json", "as_json", is_flag=True, help="Print the reports as JSON.")
def import_command(
    paths: tuple[Path, ...],
    form: str | None,
    folder: Path | None,
    merge_by_name: bool,
    no_vectors: bool,
    as_json: bool,
) -> None:
    """Bring files into a store, each whole or not at all."""
    reports = []
    into = to_fill(folder)
    with plain_errors(into):
        beginning = Beginning(into)
    with plain_errors(into), EmbeddedWriter(into) as writer:
        for path in paths:
            try:
                reports.append(_take_in(writer, path, form, merge_by_name=merge_by_name))
            except ImportRejectedError as error:
                if not reports:
                    writer.connection.close()
                    beginning.restore()
                raise click.ClickException(
                    refusal(error, path, after_others=bool(reports))
                ) from None
            if not as_json:
                click.echo("\n".join(told(reports[-1])))
        if as_json:
            click.echo(json.dumps([asdict(report) for report in reports], indent=2))
        if not no_vectors:
            _embed(writer, replace=False)
    place = shlex.quote(str(into))
    click.echo(f"Open it: EVIDENCE_STORE={place} .venv/bin/streamlit run app.py", err=True)


@click.command("embed")
@folder_option("--store", "Folder of the store.")
@click.option("--again", is_flag=True, help="Throw away vectors of another model first.")
def embed_command(folder: Path | None, again: bool) -> None:
    """Give a vector to every name and passage that has none."""
    with plain_errors(folder), EmbeddedWriter(to_open(folder)) as writer:
        _embed(writer, replace=again)


def reader(path: Path, form: str | None, *, merge_by_name: bool) -> Callable[..., Items]:
    """What reads a file of this format; without one, what its first character suggests.

    Raises:
        ImportRejectedError: The file cannot be opened.
    """
    if form is None:
        with open_input(path) as file:
            form = "docred" if file.head().lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"[" else "native"
    if form == "docred":
        return partial(read_docred, path, merge_by_name=merge_by_name)
    return partial(read_native, path)


def _take_in(
    writer: EmbeddedWriter, path: Path, form: str | None, *, merge_by_name: bool
) -> ImportReport:
    read = reader(path, form, merge_by_name=merge_by_name)
    with Bars() as bars:
        return writer.ingest(read(progress=bars), file=shown_name(path), progress=bars)


def told(report: ImportReport) -> list[str]:
    """A report as lines to read."""
    counts = [
        counted(count, _SINGULARS.get(kind, kind), _PLURALS.get(kind))
        for kind, count in report.counts.items()
    ]
    lines = [f"{shown(report.file)}: {', '.join(counts) or 'nothing'}."]
    facts = (
        (report.relations_without_evidence, "relation has no evidence", "relations have no evidence"),
        (report.evidence_missing, "evidence entry names a passage that is not stored",
         "evidence entries name passages that are not stored"),
        (report.evidence_repeated,
         "evidence entry repeats the relation and passage of another in this file; one is kept,"
         " with the first quote",
         "evidence entries repeat the relation and passage of others in this file; one of each is"
         " kept, with the first quote"),
        (report.evidence_stored, "evidence entry was in the store already",
         "evidence entries were in the store already"),
        (report.entities_repeated, "entity record repeats another of this file and joined it",
         "entity records repeat others of this file and joined them"),
        (report.entities_merged - report.entities_repeated,
         "entity was in the store already and was merged",
         "entities were in the store already and were merged"),
        (report.entities_renamed,
         "stored entity took the name this file gives; its former name is an alias now",
         "stored entities took the name this file gives; their former names are aliases now"),
        (report.entities_relabelled, "stored entity took the label this file gives",
         "stored entities took the label this file gives"),
        (report.relations_repeated, "relation record repeats another of this file and joined it",
         "relation records repeat others of this file and joined them"),
        (report.relations_merged - report.relations_repeated,
         "relation was in the store already and was merged",
         "relations were in the store already and were merged"),
        (report.versions_superseded, "document version is superseded now",
         "document versions are superseded now"),
        (report.replaced_characters, "character that cannot be stored was replaced",
         "characters that cannot be stored were replaced"),
    )  # fmt: skip
    lines += [f"  {counted(count, one, many)}." for count, one, many in facts if count]
    return lines + [f"  {shown(note)}" for note in report.notes]


def _embed(writer: EmbeddedWriter, *, replace: bool) -> None:
    """Embeds what waits; names and text can be searched whatever becomes of it."""
    try:
        embedder = models.open_embedder()
        with Bars() as bars:
            count = asyncio.run(embed_all(writer, embedder, replace=replace, progress=bars))
    except EmbedderError as error:
        click.echo(f"Names and text can be searched, but not by meaning. {error}", err=True)
    except KeyboardInterrupt:
        click.echo("\nStopped; `python -m evidence embed` goes on from here.", err=True)
        raise
    else:
        click.echo(f"{counted(count, 'name or passage', 'names and passages')} embedded.", err=True)
