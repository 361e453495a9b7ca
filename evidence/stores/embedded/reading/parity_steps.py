"""One step of a walk as agrag takes it, for ``parity``.

Every relation to an entity in scope is a row, by relation id, whether or not its evidence is
visible; one with both ends in the frontier is two rows; the cut counts all of them. This must look
at every relation of the frontier, since they are not stored in that order.
"""

import json
from collections.abc import Sequence

from evidence.ports import Step
from evidence.scope import Scope
from evidence.stores.embedded.reading.identities import numbers, type_names
from evidence.stores.embedded.reading.predicates import spelled_out
from evidence.stores.embedded.reading.scopes import resolved
from evidence.stores.embedded.reading.view import View
from evidence.stores.embedded.reading.walk_steps import COLUMNS, PACKED, edges_of, step

SYSTEM_TYPES = frozenset({
    "HAS_PART", "HAS_CHILD", "HAS_DOCUMENT", "HAS_ACTIVATION", "NEXT_CHUNK", "MENTIONED_IN",
    "MEMBER_OF", "MATCHES", "RESOLVED_AS", "EVIDENCED_BY", "SOURCE", "TARGET",
})  # fmt: skip


def edges_around(
    view: View, ids: Sequence[str], scope: Scope, types: Sequence[str] | None, limit: int
) -> Step:
    """The first relations at the entities that lead to one in scope, by relation id."""
    applied = resolved(view, scope)
    known = list(numbers(view, "entity", ids).values())
    followed = [
        number
        for number, name in type_names(view).items()
        if (name in types if types else name not in SYSTEM_TYPES)
    ]
    parameters = applied.asked(
        frontier=json.dumps(known), types=json.dumps(followed), wanted=limit + 1
    )
    return step(view, edges_of(view.value(_BY_ID, parameters)), applied, limit)


_BY_ID = spelled_out(
    """
SELECT @packed FROM (
  SELECT @columns
  FROM json_each(:frontier) AS start CROSS JOIN adjacency AS a ON a.node = start.value
  WHERE @typed(a.type) AND (a.direction = 0 OR a.other <> a.node) AND @member(a.other)
  ORDER BY a.uid, a.direction LIMIT :wanted) AS e
""",
    columns=COLUMNS,
    packed=PACKED,
)
