"""Whether more lies beyond the rings of a view, and the sentence that says so. Pure.

An answer says that more lies beyond its own ring. What lies there may be drawn already, by another
walk of the view; then going further adds nothing, and nothing is said.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from components.explore.exploration import Exploration, Outcome
from components.text import counted
from evidence.results import Bound

_NAMED = 3


def deeper_of(exploration: Exploration) -> list[tuple[int, Outcome]]:
    """The walks that more lies beyond than the view holds, with their places."""
    drawn = _whole(exploration)
    return [
        (place, outcome)
        for place, outcome in exploration.latest()
        if Bound.DEPTH in outcome.result.truncated_by
        and not _last_ring(outcome) <= drawn | _walked(exploration, outcome.walk.types)
    ]


def beyond_sentence(deeper: Sequence[tuple[int, Outcome]]) -> str:
    """That more lies beyond the drawn rings; empty when nothing does."""
    if not deeper:
        return ""
    names = list({outcome.walk.entity_id: outcome.start_name for _, outcome in deeper}.values())
    rest = len(names) - _NAMED
    others = f" and {counted(rest, 'other')}" if rest > 0 else ""
    return f"There is more beyond the ring around {', '.join(names[:_NAMED])}{others}."


def _last_ring(outcome: Outcome) -> set[str]:
    last = max((node.depth for node in outcome.result.nodes), default=0)
    return {node.entity_id for node in outcome.result.nodes if node.depth == last}


def _whole(exploration: Exploration) -> set[str]:
    """The entities with no relation in scope that is not drawn."""
    ends = Counter[str]()
    for item in exploration.edges:
        ends.update({item.edge.source_id, item.edge.target_id})
    return {
        node.entity.entity_id
        for node in exploration.nodes
        for count in [node.entity.relations]
        if count is not None and not count.capped and ends[node.entity.entity_id] >= count.value
    }


def _walked(exploration: Exploration, types: Iterable[str]) -> set[str]:
    """The entities whose relations of these types a walk drew, every one of them."""
    if exploration.left_out:
        return set()
    found: set[str] = set()
    for outcome in exploration.outcomes:
        walk, result = outcome.walk, outcome.result
        takes_all = not walk.types or (bool(types) and set(types) <= set(walk.types))
        if outcome.is_ok and takes_all and not set(result.truncated_by) - {Bound.DEPTH}:
            found.add(walk.entity_id)
            found |= {node.entity_id for node in result.nodes if node.depth < walk.depth}
    return found
