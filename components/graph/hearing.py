"""Which events of a canvas were heard: it sends those again that no drawing has acknowledged.

A message that waits for a run to end is replaced by the next one of the same canvas, so each holds
every event that may be lost, numbered, and each number counts once.
"""

from collections.abc import Mapping
from typing import Any

from components import state

MOST = 60
CANVASES = 8
_NAME = 40


def heard(key: str) -> dict[str, int]:
    """The last number heard from each canvas that a browser has made for this element."""
    return dict(state.value_of(f"{key}.heard") or {})


def unheard(key: str, message: object) -> list[Mapping[str, Any]]:
    """The events of a message that were not heard before, in order; now they are."""
    if not isinstance(message, Mapping):
        return []
    sender, events = message.get("from"), message.get("events")
    if not isinstance(sender, str) or len(sender) > _NAME or not isinstance(events, list):
        return []
    known = heard(key)
    last = known.pop(sender, 0)
    fresh: dict[int, Mapping[str, Any]] = {}
    for event in events[-MOST:]:
        number = event.get("n") if isinstance(event, Mapping) else None
        if type(number) is int and number > last:
            fresh[number] = event
    latest = max([last, *fresh])
    state.put(f"{key}.heard", dict([*known.items(), (sender, latest)][-CANVASES:]))
    return [fresh[number] for number in sorted(fresh)]
