"""Properties as pairs of words; what must not be seen was covered before they got here."""

import json
from collections.abc import Mapping
from typing import Any

from components.text import elide, shown_name

SHOWN = 40
_VALUE_CHARACTERS = 240


def shown_pairs(properties: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Names and values by name, at most ``SHOWN`` of them, each value cut to a line or two."""
    return [
        (elide(shown_name(name), 60), elide(_words(value), _VALUE_CHARACTERS))
        for name, value in sorted(properties.items())[:SHOWN]
    ]


def _words(value: Any) -> str:
    if isinstance(value, str):
        return shown_name(value[: 2 * _VALUE_CHARACTERS]) if value else "—"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "—"}[value]
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return shown_name(", ".join(value)[: 2 * _VALUE_CHARACTERS]) if value else "—"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return shown_name(text[: 2 * _VALUE_CHARACTERS])
