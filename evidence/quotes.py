"""Where the words of a quote stand in a passage."""

from evidence.words import normalised, word_spans, words


def locate(text: str, quote: str) -> tuple[int, int] | None:
    """The code points ``[start, end)`` of the first place where ``text`` has the quote.

    The exact characters are looked for first, then the same words in other case, accents, width,
    spacing or punctuation. Nothing when the text has neither.
    """
    start = text.find(quote) if quote else -1
    if start >= 0:
        return start, start + len(quote)
    wanted = words(quote)
    if not wanted or f" {' '.join(wanted)} " not in f" {normalised(text)} ":
        return None
    found = word_spans(text)
    for at in range(len(found) - len(wanted) + 1):
        if (
            found[at].word == wanted[0]
            and [span.word for span in found[at : at + len(wanted)]] == wanted
        ):
            return found[at].start, found[at + len(wanted) - 1].end
    return None
