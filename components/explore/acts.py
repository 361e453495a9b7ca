"""What a reader does on Explore, from wherever: each act makes the next view."""

from collections.abc import Callable

from components import state
from components.explore import memory as session
from components.explore import moves
from components.explore.edge_table import TableAsk
from components.explore.exploration import Exploration
from components.explore.inspector import Ask
from components.explore.moves import Bounds
from components.explore.redraw import Part, redraw
from components.frame import PageContext, guard
from components.graph import CanvasEvent, CanvasEventType
from components.links import format_link
from components.picture.layout import Point
from components.view import Link, Picked

READING = "explore.reading"
NUMBER = "explore.reading.number"
LISTING = "explore.listing"

_LINKS: dict[str, Callable[[Link, str], Link]] = {
    "expand": moves.expanded,
    "collapse": moves.collapsed,
    "centre": moves.centred,
}


class ExploreActs:
    """The acts on one drawing. All of them run in callbacks, before the page is drawn anew."""

    def __init__(self, context: PageContext, exploration: Exploration) -> None:
        self._context = context
        self._exploration = exploration

    def go(self, link: Link) -> None:
        """Make this the view, and have no more drawn anew than shows what changed."""
        parts: list[Part] = []
        with guard("changing the view"):
            before, _ = state.open_link()
            headed = _headed(before)
            session.go(link)
            if moves.frame(before) == moves.frame(link):
                parts = [Part.CHOICE if moves.only_chosen(before, link) else Part.STAGE]
                parts += [Part.HEAD] if _headed(link) != headed else []
        # What else hides stands on the stage itself, which is what is drawn anew by default.
        if parts not in ([], [Part.STAGE]):
            redraw(*parts)

    def do(self, act: str, kind: Picked, identity: str) -> None:
        """Do something with an entity or a relation."""
        link, _ = state.open_link()
        if act == "select":
            self.go(moves.selected(link, kind, identity))
        elif act == "hide":
            self.go(moves.hidden(link, kind, identity))
        elif act in _LINKS and kind is Picked.NODE:
            self.go(_LINKS[act](link, identity))

    def on_canvas(self, event: CanvasEvent) -> None:
        """Do what a reader did on the canvas."""
        kinds = CanvasEventType
        if event.type is kinds.SELECT_EDGE and event.id:
            self.do("select", Picked.EDGE, event.id)
        elif event.type is kinds.SELECT_NODE and event.id:
            self.do("select", Picked.NODE, event.id)
        elif event.type is kinds.EXPAND and event.id:
            self.do("expand", Picked.NODE, event.id)
        elif event.type is kinds.HIDE and event.id:
            self.do("hide", self._kind_of(event.id), event.id)
        elif event.type in {kinds.PIN, kinds.UNPIN} and event.id:
            self._pin(event.id, event.point)
        elif event.type is kinds.OPEN_PASSAGE:
            state.put(NUMBER, event.number)
            redraw(Part.CHOICE)
        else:
            self._on_view(event.type)
        redraw(Part.STAGE)

    def _on_view(self, kind: CanvasEventType) -> None:
        if kind is CanvasEventType.CLEAR:
            self.go(moves.cleared(state.open_link()[0]))
        elif kind in {CanvasEventType.UNDO, CanvasEventType.BACK}:
            self.undo()
        elif kind is CanvasEventType.TABLE:
            session.ask_for_table()

    def on_inspector(self, ask: Ask) -> None:
        """Do what the inspector was asked for."""
        if ask.do == "read":
            state.put(READING, ask.id)
            redraw(Part.CHOICE)
        elif ask.do in {"pin", "unpin"}:
            place = self._places().get(ask.id)
            self._pin(ask.id, place if ask.do == "pin" else None)
        elif ask.do == "select":
            self.do("select", Picked.NODE, ask.id)
        else:
            self.do(ask.do, self._kind_of(ask.id), ask.id)
        redraw(Part.STAGE)

    def on_table(self, ask: TableAsk) -> None:
        """Do what the table was asked for."""
        self.do(ask.do, ask.kind, ask.id)

    def undo(self) -> None:
        """Take back the last step."""
        with guard("undoing a step"):
            session.undo()
        redraw(Part.HEAD, Part.STAGE)

    def show_all(self) -> None:
        """Hide nothing."""
        self.go(moves.all_shown(state.open_link()[0]))

    def set_types(self, types: tuple[str, ...]) -> None:
        """Walk only these relation types; none means all."""
        self.go(moves.with_types(state.open_link()[0], types))

    def widen(self, place: int, depth: int | None, bounds: Bounds | None) -> None:
        """Let a walk go further or draw more; nothing that is drawn goes away."""
        with guard("raising a bound"):
            link, _ = state.open_link()
            if place >= len(link.walks):
                return
            before = link.walks[place]
            after = moves.wider(before, depth=depth, bounds=bounds)
            answers, scope = self._context.answers, self._context.scope
            kept = moves.keeps(
                answers.explore(before, scope=scope), answers.explore(after, scope=scope)
            )
            session.go(moves.raised(link, place, after, kept=kept))

    def list_missing(self, place: int) -> None:
        """Open the list of what a walk met and did not draw."""
        state.put(LISTING, place)
        redraw(Part.STAGE)

    def return_to(self, entity_id: str) -> None:
        """Go back to the last view that started at an entity."""
        link, _ = state.open_link()
        self.go(session.last_view_of(entity_id) or moves.centred(link, entity_id))

    def back_to(self, place: int) -> None:
        """Go back to one of the walks of the view."""
        self.go(moves.back_to(state.open_link()[0], place))

    def follow(self, link: Link) -> None:
        """Go where a notice leads; what was hidden and chosen since it was drawn stays so."""
        state.go(moves.shown_as(link, state.open_link()[0]))

    def tidy(self) -> None:
        """Lay the picture out anew."""
        link, _ = state.open_link()
        session.forget_places(link.walks[0].entity_id if link.walks else "")

    def _pin(self, entity_id: str, point: Point | None) -> None:
        if point is None:
            session.release(entity_id)
        else:
            session.pin(entity_id, point)

    def _kind_of(self, identity: str) -> Picked:
        return Picked.NODE if self._exploration.node(identity) else Picked.EDGE

    def _places(self) -> dict[str, Point]:
        link, _ = state.open_link()
        start = link.walks[0].entity_id if link.walks else ""
        return session.places(start, link.layout)


def _headed(link: Link) -> tuple[object, ...]:
    """What the head shows of the view on the page, besides its walks."""
    return format_link(link).left_out, session.previous() is None
