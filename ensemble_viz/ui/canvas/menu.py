"""The menu of the canvas: what can be done with a point, or at a place."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QMenu

from ensemble_viz.document.edits import points
from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.ui.actions import Choice
from ensemble_viz.ui.canvas.plot import Nearby
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.strokes import place_at, rounded


class CanvasMenu(QMenu):
    """Offers what can be done where it was asked for."""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF) -> None:
        super().__init__(nearby.plot)
        self.desk = desk
        self.nearby = nearby
        self.setObjectName("canvas menu")
        self.setAccessibleName("What can be done here")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.row = nearby.point(pos)
        self.place = rounded(nearby, pos)
        self.chosen = desk.view.where.selection
        if self.row is not None and self.row in self.chosen and len(self.chosen) > 1:
            self._offer_selection()
        elif self.row is not None:
            self._offer_point()
        elif nearby.is_plane(pos):
            self._offer_place()
        self.addSeparator()
        self.addAction("Fit all points").triggered.connect(self.fit)

    def pin(self) -> None:
        """Pin the point, or let go of it."""
        focus = Focus(point=self.row)
        pinned = NOTHING if self.desk.view.where.pinned == focus else focus
        self.desk.look(pinned=pinned, hovered=NOTHING)

    def delete(self) -> None:
        if self.row is not None:
            self.desk.apply(points.delete, [self.row])

    def relabel(self, k: int) -> None:
        if self.row is not None:
            self.desk.apply(points.answer, [self.row], k)

    def relabel_chosen(self, k: int) -> None:
        """Give the selected points a class."""
        self.desk.apply(points.answer, self.chosen, k)

    def hold_out(self) -> None:
        if self.desk.apply(points.to_test, self.chosen) is not None:
            self.desk.switch_layers(test=True)

    def keep_only(self) -> None:
        """Delete all but the selected points."""
        self.desk.apply(points.keep_only, self.chosen)

    def delete_chosen(self) -> None:
        self.desk.apply(points.delete, self.chosen)

    def place_class(self, k: int) -> None:
        self._place(k)

    def place_value(self) -> None:
        self._place(None)

    def fit(self) -> None:
        self.desk.look(frame=None)

    def _place(self, answer: float | None) -> None:
        self.desk.session.hold_frame()
        place_at(self.desk, self.place, answer)

    def _offer_point(self) -> None:
        """Offer to pin, relabel and delete."""
        is_pinned = self.desk.view.where.pinned == Focus(point=self.row)
        self.addAction("Let go" if is_pinned else "Pin").triggered.connect(self.pin)
        data = self.desk.document.data
        for k, name in enumerate(data.classes or ()):
            action = self.addAction(f"Relabel to class {_plain(name)}")
            action.setEnabled(bool(data.target[self.row] != k))
            action.triggered.connect(Choice(action, self.relabel, k).take)
        self.addSeparator()
        self.addAction("Delete").triggered.connect(self.delete)

    def _offer_selection(self) -> None:
        """Offer what can be done with all that is selected."""
        count = len(self.chosen)
        for k, name in enumerate(self.desk.document.data.classes or ()):
            action = self.addAction(f"Relabel {count} points to class {_plain(name)}")
            action.triggered.connect(Choice(action, self.relabel_chosen, k).take)
        self.addSeparator()
        self.addAction("Make them test points").triggered.connect(self.hold_out)
        self.addAction("Keep only them").triggered.connect(self.keep_only)
        self.addAction(f"Delete {count} points").triggered.connect(self.delete_chosen)

    def _offer_place(self) -> None:
        classes = self.desk.document.data.classes
        if classes is None:
            self.addAction("Place a point here").triggered.connect(self.place_value)
        for k, name in enumerate(classes or ()):
            action = self.addAction(f"Place a point of class {_plain(name)} here")
            action.triggered.connect(Choice(action, self.place_class, k).take)


def _plain(name: str) -> str:
    """Write a class name as it is: an ampersand would underline a letter."""
    short = name if len(name) <= 40 else name[:39] + "…"
    return short.replace("&", "&&")
