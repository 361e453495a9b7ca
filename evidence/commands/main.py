"""The command line as a whole."""

import click

from evidence.commands.asking import explore_command, search_command
from evidence.commands.importing import embed_command, import_command
from evidence.commands.keeping import (
    check_command,
    export_command,
    info_command,
    rebuild_command,
    schema_command,
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """A knowledge graph and the passages behind it."""


for _command in (
    import_command,
    embed_command,
    info_command,
    check_command,
    rebuild_command,
    export_command,
    search_command,
    explore_command,
    schema_command,
):
    main.add_command(_command)
