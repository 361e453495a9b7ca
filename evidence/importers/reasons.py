"""What is wrong with a record, in plain words."""

import re
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from evidence.errors import Problem

_PLACE = re.compile(r"^(?P<what>.*) at line (?P<line>\d+) column (?P<column>\d+)$", re.DOTALL)
_FIXED = {
    "missing": "is missing",
    "string_too_short": "must not be empty",
    "extra_forbidden": "is not a field of this kind of record",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "is not a JSON object",
    "too_short": "has too few elements",
    "too_long": "has too many elements",
    "finite_number": "must be a finite number",
}
_BOUNDED = {
    "greater_than_equal": ("ge", "must be at least {}"),
    "less_than_equal": ("le", "must be at most {}"),
    "less_than": ("lt", "must be less than {}"),
    "string_too_long": ("max_length", "is longer than {} characters"),
    "literal_error": ("expected", "must be {}"),
}
_PATTERNS = {
    "content_hash": "must be 64 hexadecimal digits in lower case",
}
_DAY = "must be a date such as 2024, 2024-05 or 2024-05-31"
_JSON = {
    "recursion limit exceeded": "is nested more than 64 deep",
    "number out of range": "has a number with too many digits",
    "invalid unicode code point": "is not UTF-8 text",
    "trailing characters": "has more text after the record",
}


def problems_of(
    line: int | None, error: ValidationError, *, inside: int = 1, unit: str = "line"
) -> Iterator[Problem]:
    """One problem for each fault of a line.

    Args:
        line: Where the record stands; nothing when it is the whole of a file.
        error: What the validation found.
        inside: How many parts of a place to leave out; the first names the kind of record.
        unit: What ``line`` counts.
    """
    for fault in error.errors(include_url=False, include_input=False):
        path = [str(part) for part in fault["loc"][inside:]]
        field, reason = _told(fault["type"], path, fault.get("ctx", {}), whole=line is None)
        yield Problem(line, field, reason, unit)


def _told(kind: str, path: list[str], context: dict[str, Any], *, whole: bool) -> tuple[str, str]:
    """The field and the reason."""
    field = ".".join(path)
    if kind.startswith("union_tag"):
        tags = context.get("expected_tags")
        return "kind", f"must be one of {tags}" if tags else "is missing"
    if kind == "json_invalid":
        return "", _about_json(str(context["error"]), whole=whole)
    if kind == "value_error":
        return field, str(context["error"])
    return field, _about_value(kind, field, context)


def _about_value(kind: str, field: str, context: dict[str, Any]) -> str:
    if kind == "dict_type" and not field:
        return "is not a JSON object"
    if kind == "string_pattern_mismatch":
        return _PATTERNS.get(field, _DAY)
    if kind in _BOUNDED:
        name, sentence = _BOUNDED[kind]
        return sentence.format(_shown(context[name]))
    return _FIXED.get(kind, "is not valid")


def _shown(bound: object) -> str:
    return f"{bound:,}" if isinstance(bound, int) else str(bound).removesuffix(".0")


def _about_json(text: str, *, whole: bool) -> str:
    match = _PLACE.match(text)
    what = match["what"] if match else text
    place = f" at column {int(match['column']):,}" if match else ""
    if match and whole:
        place = f" at line {match['line']}, column {match['column']}"
    known = _JSON.get(what)
    if known:
        return known
    if what.startswith("EOF"):
        return "is not valid JSON: it ends too early"
    return f"is not valid JSON: {what}{place}"
