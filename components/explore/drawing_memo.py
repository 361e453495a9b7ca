"""The last drawing of one exploration: choosing something else draws nothing anew."""

from collections.abc import Iterable
from dataclasses import replace

from components.explore import memory as session
from components.explore.export_menu import Picture
from components.picture.drawing import Drawing
from components.picture.model import draw
from components.view import Layout
from evidence.export.view import View


class DrawingMemo:
    """Draws views of one exploration that differ in what is hidden, pinned and chosen.

    Attributes:
        picture: What was drawn last, for files; nothing when it could not be drawn.
    """

    def __init__(self, labels: Iterable[str]) -> None:
        self._labels = list(labels)
        self._key: object = None
        self._drawing: Drawing | None = None
        self.picture: Picture | None = None

    def of(self, view: View, layout: Layout) -> Drawing:
        """The drawing of a view; what was drawn before stays where it stood."""
        self.picture = None
        laid = bool(session.places(view.start_id, layout))
        key = (view.hidden_nodes, view.hidden_edges, sorted(view.pinned.items()), layout)
        if self._drawing is None or self._key != key or not laid:
            self._drawing = self._draw(view, layout)
            self._key = key
        return replace(self._drawing, selected_id=view.selected_id)

    def _draw(self, view: View, layout: Layout) -> Drawing:
        kept = session.places(view.start_id, layout)
        drawing = draw(view, layout=layout, kept=kept, labels=self._labels)
        session.keep_places(view.start_id, layout, drawing.positions)
        return drawing
