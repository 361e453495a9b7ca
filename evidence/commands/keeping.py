"""``info``, ``check``, ``rebuild``, ``export`` and ``schema``: what keeps a store in order."""

import json
import os
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile

import click

from evidence.commands.bars import Bars
from evidence.commands.folders import DEMO, RESTORE, folder_option, plain_errors, to_open
from evidence.commands.showing import counted, shown, table
from evidence.records import RECORD
from evidence.stores.embedded.keeping.integrity import check, rebuild
from evidence.stores.embedded.keeping.native_export import counted as export_count
from evidence.stores.embedded.keeping.native_export import export_lines
from evidence.stores.embedded.keeping.overview import Overview, overview
from evidence.stores.embedded.writing.writer import EmbeddedWriter

_TOLD_EVERY = 2_000
_NAMED = 20
_BUILD_AGAIN = f"Delete the folder {DEMO}, and the demo graph is built anew."


@click.command("info")
@folder_option("--store", "Folder of the store.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def info_command(folder: Path | None, as_json: bool) -> None:
    """Say what is in a store."""
    with plain_errors(folder):
        found = overview(to_open(folder))
    if as_json:
        click.echo(json.dumps(found.as_dict(), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_told(found)))


@click.command("check")
@folder_option("--store", "Folder of the store.")
def check_command(folder: Path | None) -> None:
    """Check that a store is as written; exit code 1 if it is not."""
    with plain_errors(folder, checking=True), Bars() as bars:
        findings = check(to_open(folder), progress=bars)
    if not findings:
        click.echo("The store is sound.")
        return
    for finding in findings:
        number = "" if finding.count is None else f": {finding.count:,}"
        click.echo(f"{finding.what[0].upper()}{finding.what[1:]}{number}")
        for line in finding.details:
            click.echo(f"  {shown(line)}")
    if all(finding.derived for finding in findings):
        click.echo("`python -m evidence rebuild` mends this.")
    else:
        click.echo(RESTORE if folder else _BUILD_AGAIN)
    sys.exit(1)


@click.command("rebuild")
@folder_option("--store", "Folder of the store.")
def rebuild_command(folder: Path | None) -> None:
    """Make every derived index of a store anew."""
    with plain_errors(folder), EmbeddedWriter(to_open(folder)) as writer, Bars() as bars:
        rebuild(writer, progress=bars)
    click.echo("The derived indexes are made anew.")


@click.command("export")
@folder_option("--store", "Folder of the store.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False),
    help="File to write; by default standard output.",
)  # fmt: skip
def export_command(folder: Path | None, out: Path | None) -> None:
    """Write a store as a native JSONL file, the inverse of import."""
    with plain_errors(folder), Bars() as bars:
        source = to_open(folder)
        if out is None:
            for line in export_lines(source):
                click.echo(line, nl=False)
            return
        lines = _write(source, out, bars)
    click.echo(f"{counted(lines, 'record')} written.", err=True)


@click.command("schema")
def schema_command() -> None:
    """Print the JSON Schema of a line of the native format."""
    click.echo(json.dumps(RECORD.json_schema(), indent=2))


def _write(source: Path, out: Path, bars: Bars) -> int:
    """Writes the file whole: it takes its name when its last line is on the disk."""
    total = export_count(source)
    number = 0
    try:
        with NamedTemporaryFile(
            "w",
            encoding="utf-8",
            newline="\n",
            dir=out.parent,
            prefix=f".{out.name}-",
            delete=False,
        ) as opened:
            part = Path(opened.name)
            try:
                for number, line in enumerate(export_lines(source), 1):
                    opened.write(line)
                    if number % _TOLD_EVERY == 0:
                        bars("Exporting", number, max(total, number))
                opened.flush()
                os.fsync(opened.fileno())
            except BaseException:
                part.unlink(missing_ok=True)
                raise
        part.replace(out)
    except OSError as error:
        reason = error.strerror or "it cannot be written"
        raise click.ClickException(
            f"{shown(str(out))} was not written: {reason.lower()}."
        ) from None
    return number


def _told(found: Overview) -> list[str]:
    lines = table([(shown(name), f"{count:,}") for name, count in found.counts.items()])
    for title, names in (("labels", found.labels), ("relation types", found.relation_types)):
        if names:
            lines += ["", f"{title}:"]
            first = names[:_NAMED]
            lines += ["  " + line for line in table([(shown(n), f"{c:,}") for n, c in first])]
            if len(names) > _NAMED:
                lines.append(f"  and {len(names) - _NAMED:,} more; --json lists all")
    lines += ["", f"text index: {'ready' if found.text_ready else 'has to be rebuilt'}"]
    lines.append(f"vectors: {_vectors(found)}")
    lines.append(f"size: {found.bytes / 1_000_000:,.1f} MB")
    return lines


def _vectors(found: Overview) -> str:
    if not found.vectors:
        return "none"
    model = f"{found.vectors:,} by {shown(str(found.model_id))}"
    return model + (f", {found.waiting:,} waiting" if found.waiting else "")
