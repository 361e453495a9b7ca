"""What a person typed, read once for every store: terms, phrases and the text to embed."""

import re
import unicodedata
from dataclasses import dataclass

from evidence.limits import QUERY_CHARACTERS, QUERY_WORDS
from evidence.words import is_ideograph, normalised, squashed, words

Term = tuple[str, ...]

_LONGEST_RUN = 4
_PLAIN_WORD = re.compile(r"\w+")
# What one punctuation mark joins is one term (IL-6); brackets and operators separate.
_SEPARATOR = re.compile(r"[\s()\[\]{}^~*:\"<>|;,]+|[^\w\s+#]{2,}")


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query.

    Attributes:
        text: The text as typed, composed (NFKC), at most ``QUERY_CHARACTERS`` long.
        norm: Its normalised words joined by spaces; names are compared with this.
        key: ``norm`` without spaces.
        terms: Each term is one word, or several that must stand together (``IL-6``, ``東京``).
        dropped: How many terms were left out because there are more than ``QUERY_WORDS``.
        characters_dropped: How many characters beyond ``QUERY_CHARACTERS`` were left out before.
    """

    text: str
    norm: str
    key: str
    terms: tuple[Term, ...]
    dropped: int = 0
    characters_dropped: int = 0

    @property
    def words(self) -> list[str]:
        """Every word of every term, once, in order."""
        return list(dict.fromkeys(word for term in self.terms for word in term))


def parse_query(text: str) -> Query:
    """The query a text stands for; any text is a query, also an empty one."""
    clean = text[:QUERY_CHARACTERS].encode("utf-8", "replace").decode("utf-8")
    composed = unicodedata.normalize("NFKC", clean).strip()
    terms = list(
        dict.fromkeys(term for piece in _SEPARATOR.split(composed) for term in _terms(piece))
    )
    return Query(
        text=composed,
        norm=normalised(composed),
        key=squashed(composed),
        terms=tuple(terms[:QUERY_WORDS]),
        dropped=max(0, len(terms) - QUERY_WORDS),
        characters_dropped=max(0, len(text.rstrip()) - QUERY_CHARACTERS),
    )


def plain_words(text: str) -> list[str]:
    r"""The words agrag's lexical leg searches: ``\w+`` of the lower-cased text."""
    return _PLAIN_WORD.findall(text.lower())


def _terms(piece: str) -> list[Term]:
    """The terms of one piece between spaces: a phrase, or bigrams of a long unspaced run."""
    found = tuple(words(piece))
    if not found:
        return []
    unspaced = all(is_ideograph(word) for word in found)
    if unspaced and len(found) > _LONGEST_RUN:
        return [found[at : at + 2] for at in range(len(found) - 1)]
    return [found]
