"""One passage hit in words."""

from components.hit_card import SCORE_HELP, Card, leg_lines, score_text
from components.runs import name_runs
from components.support_list import quote
from components.text import elide, shown_name
from evidence.details import PassageHitDetail
from evidence.marks import word_marks
from evidence.query import Query
from evidence.results import PassageHit


def passage_hit_card(hit: PassageHit, detail: PassageHitDetail, query: Query) -> Card:
    """The card of one passage: its document, its words with those of the query marked."""
    passage = detail.passage
    title = elide(passage.title or passage.document_key)
    spans = word_marks(passage.text, query)
    legs = {rank.leg for rank in detail.ranks}
    far = not spans and legs == {"semantic"}
    return Card(
        runs=name_runs(title, []),
        style=None,
        chips=[],
        href=None,
        open="",
        open_label=f"Read {shown_name(title)}",
        match="Nearest by meaning only — none of your words" if far else _words(len(spans)),
        far=far,
        legs=[
            line | {"text": line["text"].replace("Name", "Words")}
            for line in leg_lines(detail.ranks)
        ],
        score=score_text(detail.ranks, hit.score),
        score_help=SCORE_HELP,
        facts=[],
        also="",
        support=[quote(passage, spans)],
        no_support="",
        properties=[],
    )


def _words(places: int) -> str:
    if not places:
        return "Found by meaning and words"
    return "Your words occur once" if places == 1 else f"Your words occur {places:,} times"
