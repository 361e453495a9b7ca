"""Runs the command line."""

from evidence.commands.main import main

if __name__ == "__main__":
    main(prog_name="python -m evidence")
