"""Thumbnails of the learners so far, and the card of one that is no tree."""

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent

from ensemble_viz.scene.learners.card import LearnerCard
from ensemble_viz.scene.learners.gallery import Gallery
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.beside.gallery import GalleryPlan, PlacedLearner, gallery, learner
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pictures.picture import PictureWidget


class GalleryPicture(PictureWidget):
    """Shows as many thumbnails as fit."""

    is_walked = True
    placed_anew = Signal(int)
    """How many earlier learners have no place."""

    def __init__(self, desk: Desk, is_strip: bool) -> None:
        """Show no learner yet; a strip is one row of larger pictures."""
        super().__init__("Learners so far", desk)
        self.rows = 1 if is_strip else 2
        self.is_strip = is_strip
        self.gallery: Gallery | None = None
        self.stage: Stage | None = None
        self.plan: GalleryPlan | None = None
        self.hovered: int | None = None

    def show_gallery(self, gallery: Gallery, stage: Stage) -> None:
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
        return 2 if self.plan is None else self.plan.columns

    def describe(self, _sheet: Sheet) -> Picture | None:
        if self.plan is None or self.stage is None:
            return None
        return gallery(self.plan, self.stage, self.hovered)

    def _place(self) -> None:
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
        self.desk.session.keep_reading()

    # --- the mouse ----------------------------------------------------------------------------

    def index_at(self, place: QPointF) -> int | None:
        """Find the thumbnail at a place, its caption included."""
        return None if self.plan is None else self.plan.index_at(place.x(), place.y())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hover(self.index_at(event.position()))

    def leaveEvent(self, _event: QEvent) -> None:
        self.hover(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.index_at(event.position())
        if found is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.desk.session.go_to_round(self.placed[found].item.round)

    def hover(self, index: int | None) -> None:
        if index == self.hovered:
            return
        self.hovered = index
        self.show_hand(index is not None)
        self.setToolTip("" if index is None else f"Go to round {self.placed[index].item.round}")
        self.renew()

    def walk(self, across: int, down: int) -> None:
        """Outline the next thumbnail; the one of now first."""
        items = [placed.item for placed in self.placed]
        now = next((k for k, item in enumerate(items) if item.is_now), 0)
        step = across + down * self.columns
        index = now if self.hovered is None else self.hovered + step
        if 0 <= index < len(items):
            self.hover(index)

    def choose(self) -> None:
        if self.hovered is not None:
            self.desk.session.go_to_round(self.placed[self.hovered].item.round)


class LearnerPicture(PictureWidget):
    def __init__(self, desk: Desk) -> None:
        super().__init__("Learner", desk)
        self.card: LearnerCard | None = None

    def show_card(self, card: LearnerCard | None) -> None:
        self.card = card
        self.setVisible(card is not None)
        if card is not None:
            self.be_high(card.height)
            self.setAccessibleDescription(card.text)
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        return None if self.card is None else learner(self.card, sheet)
