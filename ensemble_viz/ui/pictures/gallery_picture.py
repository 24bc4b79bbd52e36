"""Thumbnails of the learners so far, in rows or in one strip; a click goes to the round."""

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent

from ensemble_viz.scene.learners.gallery import Gallery
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.beside.gallery import GalleryPlan, PlacedLearner, gallery
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pictures.picture import PictureWidget
from ensemble_viz.ui.pictures.ways import GALLERY


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
        """What is shown, and where."""
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
        """Outline none."""
        self.hover(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the round of a thumbnail."""
        found = self.index_at(event.position())
        if found is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.desk.go_to_round(self.placed[found].item.round)

    def hover(self, index: int | None) -> None:
        """Outline a thumbnail."""
        if index == self.hovered:
            return
        self.hovered = index
        shape = Qt.CursorShape.ArrowCursor if index is None else Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)
        self.setToolTip("" if index is None else f"Go to round {self.placed[index].item.round}")
        self.renew()
