"""Look: a drag pans, a click pins."""

from math import dist, hypot

from PySide6.QtCore import QPointF

from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.ui.canvas.nearby import Nearby
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.stroke import STILL


class LookGesture:
    """Drag pans; a click pins what is under it."""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF, clicks: bool = True) -> None:
        """Begin at a pixel; without clicks it only pans."""
        self.desk, self.nearby = desk, nearby
        self.start = pos
        self.stroke: object = None
        self.clicks = clicks
        self.frame = desk.scene.frame
        self.is_panning = False

    def move(self, pos: QPointF) -> None:
        """Pan, once it is clear that this is no click."""
        by = pos - self.start
        self.is_panning = self.is_panning or hypot(by.x(), by.y()) > STILL
        if self.is_panning:
            self.desk.look(frame=self.nearby.moved(self.frame, by))

    def release(self, pos: QPointF) -> None:
        """Pin, or let go."""
        if self.is_panning or not self.clicks:
            return
        focus = self._focus(pos)
        pinned = self.desk.view.where.pinned
        again = focus.point is None and pinned.point is not None
        if again or self._is_same(focus, pinned):
            focus = NOTHING
        self.desk.look(pinned=focus, hovered=NOTHING)

    def _focus(self, pos: QPointF) -> Focus:
        row = self.nearby.point(pos)
        if row is not None:
            return Focus(point=row)
        return Focus(place=self.nearby.plot.place(pos)) if self.nearby.is_plane(pos) else NOTHING

    def _is_same(self, focus: Focus, pinned: Focus) -> bool:
        if focus.place is None or pinned.place is None:
            return focus == pinned
        at = self.nearby.plot.sheet
        return dist(at.point(*focus.place), at.point(*pinned.place)) <= STILL
