"""Text from documents, made safe and honest to show: nothing hidden, nothing read as markup."""

import re
import unicodedata

UNNAMED = "(unnamed)"
ELIDED_AT = 80

_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
# What Streamlit's page makes of plain text, after escapes are gone: links, arrows, its own logo.
_REMADE = re.compile(
    r"(?<=:)(?=//)|(?<=www)(?=\.)|(?<=@)|(?<=[-<>~])(?=[-=>])|(?<=:)(?=streamlit:)", re.IGNORECASE
)
_JOINING = ((0x0600, 0x08FF), (0x0900, 0x0DFF), (0x0F00, 0x109F), (0x1780, 0x18AF))
_NON_JOINER, _JOINER, _BLACK_FLAG = "\u200c", "\u200d", "\U0001f3f4"
WORD_JOINER = "\u2060"


def shown_text(text: str) -> str:
    """The text of a passage with hidden characters made visible; line breaks and tabs stay."""
    return _HIDDEN.sub(_spelt, text.replace("\r\n", "\n"))


def shown_name(name: str) -> str:
    """A name on one line, every control, bidi and zero-width character spelt ``⟨U+200B⟩``.

    Joiners stay where they shape letters or emoji. Spaces at either end show as ``␣``. Names
    that differ are shown differently; an empty name is ``(unnamed)``.
    """
    if not name:
        return UNNAMED
    body = name.strip()
    start = name.index(body) if body else len(name)
    before, after = name[:start], name[start + len(body) :]
    return _ends(before) + _HIDDEN.sub(_spelt_in_names, body) + _ends(after)


def literal(name: str) -> str:
    """Markdown that reads as exactly ``shown_name(name)``.

    Every ASCII punctuation character is escaped with a backslash, which CommonMark 0.31 §2.4
    defines to be the character itself. A word joiner, which has no width, stands where an
    address, ``->`` or ``:streamlit:`` would become something else in spite of that.
    """
    return _PUNCTUATION.sub(r"\\\1", _REMADE.sub(WORD_JOINER, shown_name(name)))


def elide(text: str, limit: int = ELIDED_AT) -> str:
    """At most ``limit`` characters of ``text``, cut before a joined sequence, with an ellipsis."""
    if len(text) <= limit:
        return text
    end = max(limit - 1, 0)
    while end and (unicodedata.combining(text[end]) or _JOINER in text[end - 1 : end + 1]):
        end -= 1
    return text[:end].rstrip() + "…"


def has_hidden(name: str) -> bool:
    """Whether ``shown_name`` had to make something visible."""
    return bool(name) and shown_name(name) != name


def counted(number: int, one: str, many: str | None = None, *, capped: bool = False) -> str:
    """``1 passage``, ``2,400 passages``, ``1,000+ passages``."""
    noun = one if number == 1 and not capped else (many or f"{one}s")
    return f"{number:,}{'+' if capped else ''} {noun}"


def _ends(spaces: str) -> str:
    return "".join("␣" if space == " " else _code(space) for space in spaces)


def _code(character: str) -> str:
    return f"⟨U+{ord(character):04X}⟩"


def _spelt(match: re.Match[str]) -> str:
    return match[0] if match[0] in "\n\t" else _spelt_in_names(match)


def _spelt_in_names(match: re.Match[str]) -> str:
    character = match[0]
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"
    before, after = match.string[: match.start()], match.string[match.end() :]
    if character in (_JOINER, _NON_JOINER) and _shapes(character, before[-1:], after[:1]):
        return character
    if "\U000e0020" <= character <= "\U000e007f" and _in_flag(before):
        return character
    return _code(character)


def _shapes(character: str, before: str, after: str) -> bool:
    if not before or not after:
        return False
    if _joins(before) and _joins(after):
        return True
    return character == _JOINER and _is_emoji(before) and _is_emoji(after)


def _joins(character: str) -> bool:
    return any(low <= ord(character) <= high for low, high in _JOINING)


def _is_emoji(character: str) -> bool:
    return character == "\ufe0f" or unicodedata.category(character) in ("So", "Sk")


def _in_flag(before: str) -> bool:
    stem = before[-8:].rstrip("".join(chr(code) for code in range(0xE0020, 0xE0080)))
    return stem.endswith(_BLACK_FLAG)
