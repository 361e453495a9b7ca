"""Every number that bounds the product: its default, its hard cap and the reason."""

from typing import NamedTuple


class Limit(NamedTuple):
    """A default a caller gets and the most it may ask for."""

    default: int
    cap: int
    why: str


QUERY_CHARACTERS = 1_000
QUERY_WORDS = 64

HITS = Limit(10, 50, "a reader compares ten hits; fifty cards still render quickly")
SUPPORT = Limit(3, 10, "three passages let a reader judge an entity")
LABELS = Limit(0, 20, "labels named in one search")
CANDIDATES = Limit(20, 1_000, "rows a leg may return: twice the hits, refilled up to the cap")
DEPTH = Limit(1, 2, "beyond two relations nearly everything is reached")
NODES = Limit(25, 200, "a drawing is readable at 25 and still usable at 200")
EDGES = Limit(50, 200, "as for nodes")
STEP_ROWS = 1_000
RELATION_TYPES = Limit(0, 20, "relation types named in one walk")
EDGE_EVIDENCE = 3
COUNT_CAP = 1_000
SUGGESTIONS = Limit(8, 20, "names offered while typing")
FETCH_CHARACTERS = Limit(4_000, 20_000, "characters returned for one evidence id")
SNIPPET_CHARACTERS = 240
VIEW_NODES = 200
LINK_CHARACTERS = 2_000
EXPORT_ROWS = 10_000

RRF_K = 60

LEG_SECONDS = 2.0
WALK_SECONDS = 5.0
FETCH_SECONDS = 5.0

# Files are read as a stream, so this bounds time, not memory.
IMPORT_BYTES = 8 * 1024 * 1024 * 1024
IMPORT_LINE_BYTES = 16 * 1024 * 1024
PROBLEMS_REPORTED = 20
DOCUMENT_PASSAGES = 65_536
