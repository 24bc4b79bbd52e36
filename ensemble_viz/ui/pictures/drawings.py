"""Trees, searches, thumbnails and cards of learners, painted; the mouse reads them."""

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QToolTip

from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.scene.learners.card import LearnerCard
from ensemble_viz.scene.learners.gallery import Gallery
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.beside.gallery import GalleryPlan, PlacedLearner, gallery, learner
from ensemble_viz.scene.picture.beside.search import HEIGHT, Reading, SearchRooms, search
from ensemble_viz.scene.picture.beside.tree import tree
from ensemble_viz.scene.trees.boxes import Arrangement, Box
from ensemble_viz.scene.trees.drawing import TreeDrawing
from ensemble_viz.scene.trees.search import SearchPlot
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pictures.picture import GALLERY, SEARCH, TREE, PictureWidget


class TreePicture(PictureWidget):
    """Shows the arrangement of a tree for its own width."""

    def __init__(self, desk: Desk, magnified: float = 1.0) -> None:
        """Show no tree yet; magnified for the back row."""
        super().__init__("Tree", desk.theme, TREE)
        self.desk, self.magnified = desk, magnified
        self.drawing: TreeDrawing | None = None
        self._arranged: tuple[TreeDrawing, float, Arrangement | None] | None = None

    def show_drawing(self, drawing: TreeDrawing | None) -> None:
        self.theme = self.desk.theme.magnified(self.magnified)
        self.drawing = drawing
        self.be_high(drawing.height if drawing else 0.0)
        self.setAccessibleDescription(self._description())
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        """Lay the tree out, or say why there is none."""
        return None if self.drawing is None else tree(self.drawing, self.arrangement, sheet)

    @property
    def arrangement(self) -> Arrangement | None:
        """The tree as it is laid out for this width."""
        if self.drawing is None:
            return None
        width, made = self.width() / self.theme.scale, self._arranged
        if made is None or made[0] is not self.drawing or made[1] != width:
            made = self._arranged = (self.drawing, width, self.drawing.arranged(width))
        return made[2]

    def box_at(self, place: QPointF) -> Box | None:
        """Find the box at a place of the widget."""
        made, scale = self.arrangement, self.theme.scale
        return None if made is None else made.box_at(place.x() / scale, place.y() / scale)

    def place_of(self, node: int) -> QPointF | None:
        """Find the middle of a node's box on the widget; None where it has none."""
        made, scale = self.arrangement, self.theme.scale
        for box in made.boxes if made else ():
            if box.node == node:
                return QPointF(box.middle, box.y + box.height / 2.0) * scale
        return None

    def _description(self) -> str:
        if self.drawing is None or self.drawing.drawn is None:
            return self.drawing.sentence if self.drawing else ""
        made = self.arrangement
        return "\n".join(box.words.replace("\n", ", ") for box in made.boxes) if made else ""

    # --- the mouse ----------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the node under the mouse."""
        box = self.box_at(event.position())
        self.hover(Focus(node=box.node) if box else NOTHING)
        shape = Qt.CursorShape.PointingHandCursor if box else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    def leaveEvent(self, _event: QEvent) -> None:
        self.hover(NOTHING)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pin a node, or let go of it."""
        box = self.box_at(event.position())
        if box is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.pin(Focus(node=box.node))

    def pin(self, focus: Focus) -> None:
        self.desk.look(pinned=NOTHING if self.desk.view.where.pinned == focus else focus)

    def event(self, event: QEvent) -> bool:
        """Say all about the node under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            box = self.box_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), box.words if box else "", self)
            return True
        return super().event(event)

    def hover(self, focus: Focus) -> None:
        hovered = self.desk.view.hand.hovered
        if focus != hovered and (focus or hovered.node is not None):
            self.desk.look(hovered=focus)


class SearchPicture(PictureWidget):
    read = Signal(str)
    """What the curve says under the mouse; empty where there is nothing to read."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("Search", desk.theme, SEARCH)
        self.desk = desk
        self.plot: SearchPlot | None = None
        self.reading: Reading | None = None
        """The axis and the place that are read."""

    def show_plot(self, plot: SearchPlot | None) -> None:
        self.theme = self.desk.theme
        self.plot = plot
        self.reading = None
        self.be_high(HEIGHT)
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        """Draw the plots, or the words instead of them."""
        return search(self.plot, sheet, self.reading)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read the curve under the mouse."""
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


class GalleryPicture(PictureWidget):
    """Shows as many thumbnails as fit."""

    placed_anew = Signal(int)
    """How many earlier learners have no place."""

    def __init__(self, desk: Desk, is_strip: bool) -> None:
        """Show no learner yet; a strip is one row of larger pictures."""
        super().__init__("Learners so far", desk.theme, GALLERY)
        self.desk = desk
        self.rows = 1 if is_strip else 2
        self.is_strip = is_strip
        self.gallery: Gallery | None = None
        self.stage: Stage | None = None
        self.plan: GalleryPlan | None = None
        self.hovered: int | None = None

    def show_gallery(self, gallery: Gallery, stage: Stage) -> None:
        """Take the learners of a stage."""
        self.theme = self.desk.theme
        self.gallery, self.stage = gallery, stage
        self._place()
        if self.plan is not None:
            self.be_high(self.plan.height)

    def resizeEvent(self, _event: QEvent) -> None:
        self._place()

    @property
    def placed(self) -> list[PlacedLearner]:
        return [] if self.plan is None else self.plan.placed

    @property
    def columns(self) -> int:
        """Count the pictures that fit beside one another."""
        return 2 if self.plan is None else self.plan.columns

    def describe(self, _sheet: Sheet) -> Picture | None:
        """Draw the thumbnails that have a place."""
        if self.plan is None or self.stage is None:
            return None
        return gallery(self.plan, self.stage, self.hovered)

    def _place(self) -> None:
        """Place the learners row by row."""
        if self.gallery is None:
            return
        self.plan = GalleryPlan(self.gallery, self.sheet, self.rows, self.is_strip)
        self.hovered = None
        words = (f"{p.item.operator} {p.item.title} {p.item.name}".strip() for p in self.placed)
        self.setAccessibleDescription(", ".join(words))
        self.placed_anew.emit(self.plan.left_out)
        self.renew()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the thumbnails; what is looked at is read on."""
        super().paintEvent(event)
        self.desk.keep_reading()

    # --- the mouse ----------------------------------------------------------------------------

    def index_at(self, place: QPointF) -> int | None:
        """Find the thumbnail at a place, its caption included."""
        return None if self.plan is None else self.plan.index_at(place.x(), place.y())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Outline the thumbnail under the mouse."""
        self.hover(self.index_at(event.position()))

    def leaveEvent(self, _event: QEvent) -> None:
        self.hover(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the round of a thumbnail."""
        found = self.index_at(event.position())
        if found is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.desk.go_to_round(self.placed[found].item.round)

    def hover(self, index: int | None) -> None:
        if index == self.hovered:
            return
        self.hovered = index
        shape = Qt.CursorShape.ArrowCursor if index is None else Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)
        self.setToolTip("" if index is None else f"Go to round {self.placed[index].item.round}")
        self.renew()


class LearnerPicture(PictureWidget):
    """Shows the card of a learner."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("Learner", desk.theme)
        self.desk = desk
        self.card: LearnerCard | None = None

    def show_card(self, card: LearnerCard | None) -> None:
        """Take a card; hidden where there is none."""
        self.theme = self.desk.theme
        self.card = card
        self.setVisible(card is not None)
        if card is not None:
            self.be_high(card.height)
            self.setAccessibleDescription(card.text)
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        return None if self.card is None else learner(self.card, sheet)
