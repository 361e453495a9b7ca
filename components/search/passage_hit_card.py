"""One passage hit in words."""

from dataclasses import replace

from components.runs import name_runs
from components.search.hit_card import SCORE_HELP, Card, leg_lines, score_text
from components.support_list import quote
from components.text import elide, shown_name
from evidence.details import PassageHitDetail
from evidence.marks import word_marks
from evidence.query import Query, Term
from evidence.results import PassageHit
from evidence.words import words

_SHORT = 3


def passage_hit_card(hit: PassageHit, detail: PassageHitDetail, query: Query) -> Card:
    """The card of one passage: its document, its words with those of the query marked."""
    passage = detail.passage
    title = elide(passage.title or passage.document_key)
    spans = word_marks(passage.text, telling(query))
    present = _present(passage.text, query)
    return Card(
        runs=name_runs(title, []),
        style=None,
        chips=[],
        href=None,
        open="",
        open_label=f"Read {shown_name(title)}",
        match=_match(present, len(query.terms)),
        far=not present,
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


def telling(query: Query) -> Query:
    """The query without its short words, when it has longer ones: those would mark every line."""
    longer = tuple(term for term in query.terms if not _is_short(term))
    return replace(query, terms=longer or query.terms)


def _is_short(term: Term) -> bool:
    word = term[0]
    return len(term) == 1 and word.isascii() and word.isalpha() and len(word) <= _SHORT


def _present(text: str, query: Query) -> int:
    """How many terms of the query stand in the text."""
    norm = f" {' '.join(words(text))} "
    return sum(f" {' '.join(term)} " in norm for term in query.terms)


def _match(present: int, terms: int) -> str:
    if not present:
        return "Nearest by meaning only — none of your words"
    if present == terms:
        return "Has what you typed" if terms == 1 else "Has every word you typed"
    return f"Has {present:,} of the {terms:,} words you typed"
