"""The command line, ``python -m evidence``."""
