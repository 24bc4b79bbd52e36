"""Trees and the search behind a split, painted; mouse and arrows read them."""

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.beside.search import HEIGHT, Reading, SearchRooms, search
from ensemble_viz.scene.picture.beside.tree import tree
from ensemble_viz.scene.trees.boxes import Arrangement, Box
from ensemble_viz.scene.trees.drawing import TreeDrawing
from ensemble_viz.scene.trees.search import SearchPlot
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pictures.picture import PictureWidget


class TreePicture(PictureWidget):
    """Shows the arrangement of a tree for its own width."""

    is_walked = True

    def __init__(self, desk: Desk, magnified: float = 1.0) -> None:
        super().__init__("Tree", desk, magnified)
        self.drawing: TreeDrawing | None = None
        self._arranged: tuple[TreeDrawing, float, Arrangement | None] | None = None

    def show_drawing(self, drawing: TreeDrawing | None) -> None:
        self.drawing = drawing
        self.be_high(drawing.height if drawing else 0.0)
        self.setAccessibleDescription(self._description())
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        return None if self.drawing is None else tree(self.drawing, self.arrangement, sheet)

    @property
    def arrangement(self) -> Arrangement | None:
        if self.drawing is None:
            return None
        width, made = self.width() / self.theme.scale, self._arranged
        if made is None or made[0] is not self.drawing or made[1] != width:
            made = self._arranged = (self.drawing, width, self.drawing.arranged(width))
        return made[2]

    def box_at(self, place: QPointF) -> Box | None:
        made, scale = self.arrangement, self.theme.scale
        return None if made is None else made.box_at(place.x() / scale, place.y() / scale)

    def _description(self) -> str:
        if self.drawing is None or self.drawing.drawn is None:
            return self.drawing.sentence if self.drawing else ""
        made = self.arrangement
        return "\n".join(box.words.replace("\n", ", ") for box in made.boxes) if made else ""

    # --- the mouse ----------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        box = self.box_at(event.position())
        self.hover(Focus(node=box.node) if box else NOTHING)
        self.show_hand(box is not None)

    def leaveEvent(self, _event: QEvent) -> None:
        self.hover(NOTHING)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        box = self.box_at(event.position())
        if box is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.pin(Focus(node=box.node))

    def pin(self, focus: Focus) -> None:
        self.desk.look(pinned=NOTHING if self.desk.view.where.pinned == focus else focus)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            box = self.box_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), box.words if box else "", self)
            return True
        return super().event(event)

    def hover(self, focus: Focus) -> None:
        hovered = self.desk.view.hand.hovered
        if focus != hovered and (focus or hovered.node is not None):
            self.desk.look(hovered=focus)

    # --- the arrows ---------------------------------------------------------------------------

    def walk(self, across: int, down: int) -> None:
        """Light up the nearest box in a direction; the root first."""
        made = self.arrangement
        boxes = [box for box in made.boxes if box.node >= 0] if made else []
        here = next((box for box in boxes if box.node == self.desk.view.focus.node), None)
        ahead = boxes[:1]
        if here is not None:
            ahead = [box for box in boxes if _along(here, box, across, down) > 0.0]
        if ahead:
            self.hover(Focus(node=min(ahead, key=lambda box: _away(here or box, box)).node))

    def choose(self) -> None:
        """Pin what is lit, or let go of it."""
        if self.desk.view.focus.node is not None:
            self.pin(Focus(node=self.desk.view.focus.node))


def _along(here: Box, there: Box, across: int, down: int) -> float:
    """Say how far one box lies from another in a direction."""
    return across * (there.middle - here.middle) + down * (there.y - here.y)


def _away(here: Box, there: Box) -> tuple[float, float]:
    """Say how far off a box is: by its row, then within it."""
    return abs(there.y - here.y), abs(there.middle - here.middle)


class SearchPicture(PictureWidget):
    is_walked = True
    read = Signal(str)
    """What the curve says under the mouse; empty where there is nothing to read."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("Search", desk)
        self.plot: SearchPlot | None = None
        self.reading: Reading | None = None
        """The axis and the place that are read."""

    def show_plot(self, plot: SearchPlot | None) -> None:
        self.plot = plot
        self.reading = None
        self.be_high(HEIGHT)
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        """Draw the plots, or the words instead of them."""
        return search(self.plot, sheet, self.reading)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found, text = None, ""
        if self.plot is not None and self.plot.axes:
            found = SearchRooms(self.plot, self.sheet).place_at(event.position().x())
            text = self.plot.reading(*found) if found is not None else ""
        self.show_reading(found if text else None, text)

    def show_reading(self, reading: Reading | None, text: str) -> None:
        """Mark a place of a curve, and say what stands there."""
        if reading != self.reading:
            self.reading = reading
            self.read.emit(text)
            self.renew()

    def leaveEvent(self, _event: QEvent) -> None:
        self.show_reading(None, "")

    def walk(self, across: int, down: int) -> None:
        """Read the next cut, or go to the other axis; the best cut of the node first."""
        plot, reading = self.plot, self.reading
        if plot is None or not plot.axes:
            return
        k = next((j for j, axis in enumerate(plot.axes) if axis.wins), 0)
        if reading is not None:
            k = min(max(reading[0] + down, 0), len(plot.axes) - 1)
        cuts, best = plot.axes[k].cuts.threshold, plot.axes[k].best
        is_same = reading is not None and reading[0] == k
        at = reading[1] if reading is not None and is_same else best.threshold if best else 0.0
        if len(cuts):
            place = int(np.abs(cuts - at).argmin()) + (across if is_same else 0)
            x = float(cuts[min(max(place, 0), len(cuts) - 1)])
            self.show_reading((k, x), plot.reading(k, x))
