"""What a reader does on Explore, from wherever: each act makes the next view."""

from collections.abc import Callable, Sequence

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
_DONE: dict[CanvasEventType, tuple[str, Picked | None]] = {
    CanvasEventType.SELECT_NODE: ("select", Picked.NODE),
    CanvasEventType.SELECT_EDGE: ("select", Picked.EDGE),
    CanvasEventType.EXPAND: ("expand", Picked.NODE),
    CanvasEventType.HIDE: ("hide", None),
}


class ExploreActs:
    """The acts on one drawing. All of them run in callbacks, before the page is drawn anew."""

    def __init__(self, context: PageContext, exploration: Exploration) -> None:
        self._context = context
        self._exploration = exploration

    def go(self, link: Link) -> None:
        """Make this the view, and have no more drawn anew than shows what changed."""
        _redraw_but_stage(self._step(link))

    def do(self, act: str, kind: Picked, identity: str) -> None:
        """Do something with an entity or a relation."""
        _redraw_but_stage(self._done(act, kind, identity))

    def on_canvas(self, events: Sequence[CanvasEvent]) -> None:
        """Do what a reader did on the canvas, in order, and then draw once."""
        parts: set[Part] = set()
        for event in events:
            # A change of the walks draws the page; the stage finds that out by itself.
            parts |= self._heard(event) or {Part.STAGE}
        redraw(*sorted(parts, reverse=True))

    def on_inspector(self, ask: Ask) -> None:
        """Do what the inspector was asked for."""
        state.latest()
        if ask.do == "read":
            state.put(READING, ask.id)
            redraw(Part.CHOICE)
        elif ask.do in {"pin", "unpin"}:
            place = self._places().get(ask.id)
            self._pin(ask.id, place if ask.do == "pin" else None)
        else:
            kind = Picked.NODE if ask.do == "select" else self._kind_of(ask.id)
            self.do(ask.do, kind, ask.id)
        redraw(Part.STAGE)

    def on_table(self, ask: TableAsk) -> None:
        """Do what the table was asked for."""
        self.do(ask.do, ask.kind, ask.id)

    def _step(self, link: Link) -> set[Part]:
        """Make this the view; the parts that show what changed, none when that is the page."""
        with guard("changing the view"):
            before = state.latest()
            could_undo = session.previous() is not None
            session.go(link)
            if moves.frame(before) == moves.frame(link):
                part = Part.CHOICE if _only_chosen(before, link) else Part.STAGE
                can_undo = session.previous() is not None
                return {part} if can_undo is could_undo else {part, Part.HEAD}
        return set()

    def _done(self, act: str, kind: Picked, identity: str) -> set[Part]:
        link = state.latest()
        if act == "select":
            return self._step(moves.selected(link, kind, identity))
        if act == "hide":
            return self._step(moves.hidden(link, kind, identity))
        if act in _LINKS and kind is Picked.NODE:
            return self._step(_LINKS[act](link, identity))
        return {Part.STAGE}

    def _heard(self, event: CanvasEvent) -> set[Part]:
        link, kinds = state.latest(), CanvasEventType
        if event.id and event.type in _DONE:
            act, kind = _DONE[event.type]
            return self._done(act, kind or self._kind_of(event.id), event.id)
        if event.id and event.type in {kinds.PIN, kinds.UNPIN}:
            self._pin(event.id, event.point)
        elif event.type is kinds.OPEN_PASSAGE:
            state.put(NUMBER, event.number)
            return {Part.CHOICE}
        elif event.type is kinds.CLEAR:
            return self._step(moves.cleared(link))
        elif event.type in {kinds.UNDO, kinds.BACK}:
            with guard("undoing a step"):
                session.undo()
            return {Part.HEAD, Part.STAGE}
        elif event.type is kinds.TABLE:
            session.ask_for_table()
        return {Part.STAGE}

    def undo(self) -> None:
        """Take back the last step."""
        with guard("undoing a step"):
            state.latest()
            session.undo()
        redraw(Part.HEAD, Part.STAGE)

    def show_all(self) -> None:
        """Hide nothing."""
        self.go(moves.all_shown(state.latest()))

    def set_types(self, types: tuple[str, ...]) -> None:
        """Walk only these relation types; none means all."""
        self.go(moves.with_types(state.latest(), types))

    def widen(self, place: int, depth: int | None, bounds: Bounds | None) -> None:
        """Let a walk go further or draw more; nothing that is drawn goes away."""
        with guard("raising a bound"):
            link = state.latest()
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
        state.latest()
        state.put(LISTING, place)
        redraw(Part.STAGE)

    def return_to(self, entity_id: str) -> None:
        """Go back to the last view that started at an entity."""
        link = state.latest()
        self.go(session.last_view_of(entity_id) or moves.centred(link, entity_id))

    def back_to(self, place: int) -> None:
        """Go back to one of the walks of the view."""
        self.go(moves.back_to(state.latest(), place))

    def follow(self, link: Link) -> None:
        """Go where a notice leads; what was hidden and chosen since it was drawn stays so."""
        state.go(moves.shown_as(link, state.latest()))

    def tidy(self) -> None:
        """Lay the picture out anew."""
        link = state.latest()
        session.forget_places(link.walks[0].entity_id if link.walks else "")

    def _pin(self, entity_id: str, point: Point | None) -> None:
        if point is None:
            session.release(entity_id)
        else:
            session.pin(entity_id, point)

    def _kind_of(self, identity: str) -> Picked:
        return Picked.NODE if self._exploration.node(identity) else Picked.EDGE

    def _places(self) -> dict[str, Point]:
        link = state.latest()
        start = link.walks[0].entity_id if link.walks else ""
        return session.places(start, link.layout)


def _only_chosen(before: Link, after: Link) -> bool:
    """Whether the stage stays: the notes on it name what an address leaves out."""
    fits = format_link(before).left_out == format_link(after).left_out
    return fits and moves.only_chosen(before, after)


def _redraw_but_stage(parts: set[Part]) -> None:
    """Draw parts anew; what hides stands on the stage, which is drawn anew by default."""
    if parts not in (set(), {Part.STAGE}):
        redraw(*sorted(parts, reverse=True))
