"""What a session remembers of Explore besides the view: places, pins, and the steps to undo."""

from collections.abc import Mapping

from components import state
from components.picture.layout import Point
from components.view import Layout, Link, Selection

_PLACES, _PINS, _STEPS, _TABLE = (
    "explore.places",
    "explore.pins",
    "explore.steps",
    "explore.table.asked",
)
PICTURES = 8
STEPS = 60
PLACES = 1_000


def go(link: Link) -> tuple[str, ...]:
    """Make ``link`` the view; what it changes besides the selection can be undone."""
    before, _ = state.open_link()
    if _bare(before) != _bare(link):
        steps = [*_steps(), (before, link)]
        state.put(_STEPS, steps[-STEPS:])
    return state.go(link)


def previous() -> Link | None:
    """The view before the last step that led to the one on the page; none when there is none."""
    now = _bare(state.open_link()[0])
    return next((before for before, after in reversed(_steps()) if _bare(after) == now), None)


def undo() -> None:
    """Go back to the view before the last step."""
    before = previous()
    if before is None:
        return
    now = _bare(state.open_link()[0])
    steps = _steps()
    place = max(n for n, (_, after) in enumerate(steps) if _bare(after) == now)
    state.put(_STEPS, steps[:place])
    state.go(before)


def trail(start_id: str) -> list[str]:
    """The entities that views of this session started at before this one, oldest first."""
    starts = [before.walks[0].entity_id for before, _ in _steps() if before.walks]
    earlier = list(dict.fromkeys(starts))
    return earlier[: earlier.index(start_id)] if start_id in earlier else earlier


def last_view_of(start_id: str) -> Link | None:
    """The latest view of this session that started at an entity."""
    views = [before for before, _ in reversed(_steps()) if before.walks]
    return next((view for view in views if view.walks[0].entity_id == start_id), None)


def places(start_id: str, layout: Layout) -> dict[str, Point]:
    """Where entities stood in this picture before; nowhere after another layout was drawn."""
    return dict(_pictures().get((start_id, layout.value), {}))


def keep_places(start_id: str, layout: Layout, points: Mapping[str, Point]) -> None:
    """Remember where entities stand, those that left the picture too: they may come back.

    Other layouts of the start are forgotten: each change of layout lays everything out afresh.
    """
    pictures = _pictures()
    merged = {**pictures.pop((start_id, layout.value), {}), **points}
    held = dict(list(merged.items())[-PLACES:])
    kept = [item for item in pictures.items() if item[0][0] != start_id][-(PICTURES - 1) :]
    state.put(_PLACES, dict([*kept, ((start_id, layout.value), held)]))


def forget_places(start_id: str) -> None:
    """Lay this picture out anew when it is drawn next; pins are released."""
    kept = {key: points for key, points in _pictures().items() if key[0] != start_id}
    state.put(_PLACES, kept)
    state.put(_PINS, {})


def pins() -> dict[str, Point]:
    """Where the reader put entities."""
    return dict(state.value_of(_PINS) or {})


def pin(entity_id: str, point: Point) -> None:
    """Keep an entity where the reader put it."""
    state.put(_PINS, dict(list({**pins(), entity_id: point}.items())[-PLACES:]))


def release(entity_id: str) -> None:
    """Let go of an entity; it stays where it is until the picture is laid out anew."""
    state.put(_PINS, {name: point for name, point in pins().items() if name != entity_id})


def ask_for_table() -> None:
    """Put the keyboard into the table when it is drawn next."""
    state.put(_TABLE, times_table_asked() + 1)


def times_table_asked() -> int:
    """How often the keyboard was asked into the table."""
    return int(state.value_of(_TABLE) or 0)


def _steps() -> list[tuple[Link, Link]]:
    return list(state.value_of(_STEPS) or ())


def _pictures() -> dict[tuple[str, str], dict[str, Point]]:
    return dict(state.value_of(_PLACES) or {})


def _bare(link: Link) -> Link:
    """The view without its selection, which no step is made for."""
    nothing: Selection | None = None
    return link.changed(selection=nothing)
