"""Two neighbourhoods of the demo graph, many of whose relations join two neighbours."""

from evidence.export import View
from tests.components.views import edge, node, node_id

_MARIA = (
    ["Maria Chen", "Orion Planner", "Acme Robotics", "Fleet Summit 2025", "Łukasz Żak"],
    [(0, 1), (0, 2), (0, 3), (0, 4), (2, 2), (2, 1), (2, 3), (4, 3), (4, 2)],
)
_ORION = (
    [
        "Orion Planner", "Atlas Map Service", "Maasvlakte incident", "Maria Chen", "Fleet Monitor",
        "Beacon Bus", "Acme Robotics", "October rollout", "Safety Rule Book 2026", "C++",
        "Maasvlakte Hall",
    ],
    [
        (0, 1), (0, 2), (3, 0), (4, 0), (0, 5), (6, 0), (0, 7), (8, 0), (0, 9), (0, 10), (6, 6),
        (4, 10), (5, 4), (3, 6), (4, 5), (4, 1), (6, 4), (6, 5), (1, 5), (5, 10), (6, 1), (1, 10),
    ],
)  # fmt: skip


def maria() -> View:
    """Four neighbours, five relations among them."""
    return _view(*_MARIA)


def orion() -> View:
    """Ten neighbours, twelve relations among them, two of these parallel."""
    return _view(*_ORION)


def _view(names: list[str], pairs: list[tuple[int, int]]) -> View:
    return View(
        start_id=node_id(0),
        nodes=tuple(node(number, name) for number, name in enumerate(names)),
        edges=tuple(edge(number, *pair) for number, pair in enumerate(pairs)),
    )
