"""The demo corpus: a fictional robot maker, its people, papers and one incident.

All names and texts are invented. ``graph.jsonl`` is a file in the native format (``records``);
``vectors.npz`` holds the vectors of its names and passages, and of a few suggested queries, so
that meaning search works before any model is loaded.
"""

from importlib.resources import files
from importlib.resources.abc import Traversable

GRAPH: Traversable = files(__name__) / "graph.jsonl"
VECTORS: Traversable = files(__name__) / "vectors.npz"
NOTES_KEY = "acme-notes.md"
