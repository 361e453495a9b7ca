"""Full-text queries in the syntax of FTS5: every word quoted, so nothing typed is an operator."""

from collections.abc import Iterable

from evidence.query import Term


def phrase(term: Term, *, prefix: bool = False) -> str:
    """The query for words that stand together, the last of them perhaps only begun."""
    quoted = '"' + " ".join(word.replace('"', '""') for word in term) + '"'
    return f"{quoted} *" if prefix else quoted


def beginning(term: Term) -> str:
    """The query for texts that start with these words, the last of them perhaps only begun."""
    return f"^ {phrase(term, prefix=True)}"


def every(terms: Iterable[Term], *, prefix: bool = False) -> str:
    """The query for texts with all of the terms; with ``prefix`` the last may be only begun."""
    known = list(terms)
    phrases = [phrase(term, prefix=prefix and term is known[-1]) for term in known]
    return " AND ".join(phrases)


def some(terms: Iterable[Term]) -> str:
    """The query for texts with any of the terms."""
    return " OR ".join(phrase(term) for term in terms)
