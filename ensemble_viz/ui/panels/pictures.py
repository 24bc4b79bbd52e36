"""The panels of learners: the tree of this round, why it was split there, all so far."""

import re

from PySide6.QtCore import QEvent, QPointF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.learners.card import LearnerCard
from ensemble_viz.scene.learners.gallery import Gallery
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.beside.gallery import GalleryPlan, PlacedLearner, gallery, learner
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.trees.drawing import TreeDrawing
from ensemble_viz.ui.desk import Desk, Section
from ensemble_viz.ui.look.layouts import fill
from ensemble_viz.ui.look.lettering import CutLabel
from ensemble_viz.ui.look.widgets import WordButton, words
from ensemble_viz.ui.pictures.drawings import SearchPicture, TreePicture
from ensemble_viz.ui.pictures.picture import PictureWidget

RELEVANT = ~(Change.LEARNED | Change.PLAY | Change.FRAME | Change.TITLE | Change.FINER)
EDGES, GAP = (16, 9, 16, 7), 3
WHY = "Why this split"


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


class TreePanel(Section):
    """Shows the round's tree: its boxes and the marks on the canvas light up together."""

    def __init__(self, desk: Desk) -> None:
        self.classes, self.about = TreeChoice(), (CutLabel(), CutLabel())
        self.picture, self.learner = TreePicture(desk), LearnerPicture(desk)
        parts = (self.classes, self.picture, self.learner, *self.about)
        super().__init__(desk, "tree panel", "This round's tree", *parts)
        self.classes.group.idClicked.connect(self._choose)

    def refresh(self, scene: Scene, change: Change) -> None:
        if not change & RELEVANT:
            return
        self.surround(EDGES, GAP)
        drawing = scene.tree
        self.picture.show_drawing(drawing)
        self.picture.setVisible(drawing.card is None)
        self.learner.show_card(drawing.card)
        self._write(drawing)

    def _write(self, drawing: TreeDrawing) -> None:
        self.head.left.setText(drawing.title)
        self.head.right.setText(drawing.hint)
        self.classes.offer(drawing.learners, drawing.which)
        for k, label in enumerate(self.about):
            label.setVisible(bool(drawing.about))
            label.setText(drawing.about[k] if drawing.about else "")

    def _choose(self, k: int) -> None:
        self.desk.look(learner=k)


class TreeChoice(QWidget):
    """A row of small buttons, one for each of the round's trees."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Tree of class")
        self.row = fill(QHBoxLayout(self), None, gap=4)
        self.group = QButtonGroup(self)

    def offer(self, names: tuple[str, ...], chosen: int) -> None:
        """Offer these trees; hide where there is only one."""
        buttons = self.group.buttons()
        if tuple(button.text() for button in buttons) != names:
            for button in buttons:
                self.group.removeButton(button)
                button.setParent(None)
                button.deleteLater()
            for k, name in enumerate(names):
                self._add(k, name)
        self.setVisible(bool(names))
        with QSignalBlocker(self.group):
            for k, button in enumerate(self.group.buttons()):
                button.setChecked(k == chosen)

    def _add(self, k: int, name: str) -> None:
        button = WordButton(name, "", f"tree of class {name}", f"Tree of class {name}")
        button.setToolTip(f"Show the tree that is fitted for class {name}")
        button.setCheckable(True)
        self.group.addButton(button, k)
        self.row.insertWidget(k, button)


class SearchPanel(Section):
    """Shows what every cut of a node would have left over; nothing where nothing is split."""

    def __init__(self, desk: Desk) -> None:
        self.picture, self.sides = SearchPicture(desk), words(role="hint", wraps=True)
        super().__init__(desk, "search panel", WHY, self.picture, self.sides)
        self.picture.read.connect(self._show_reading)
        self.hint = ""
        self.sides.setTextFormat(Qt.TextFormat.RichText)

    def refresh(self, scene: Scene, change: Change) -> None:
        if not change & RELEVANT:
            return
        for part in (self.head, self.picture):
            part.setVisible(scene.searches)
        self.filled.emit(scene.searches)
        if not scene.searches:
            self.surround((0, 0, 0, 0), GAP)
            self.sides.hide()
            return
        self.surround(EDGES, GAP)
        plot = scene.search
        self.hint = plot.hint if plot else ""
        self.head.left.setText(plot.title if plot else WHY)
        self.picture.show_plot(plot)
        self._show_reading("")

    def _show_reading(self, text: str) -> None:
        self.head.right.setText(text or self.hint)
        needed = self.head.left.sizeHint().width() + self.head.right.sizeHint().width()
        self.head.left.setVisible(not text or needed < self.head.width())  # numbers come first
        self._show_sides()

    def _show_sides(self) -> None:
        """Show the sums on both sides of the cut that is read, else of the one that wins."""
        plot = self.picture.plot
        text = plot.sides(self.picture.reading) if plot else ""
        rows = re.sub("_([LR])", r"<sub>\1</sub>", text).replace("\n", "<br>")
        self.sides.setText(rows.replace("  ", "&nbsp; &nbsp;"))
        self.sides.setVisible(bool(text))


GALLERY_RELEVANT = Change.ROUND | Change.DATA | Change.SETUPS | Change.LOOK | Change.VIEW
ROWS = 2
TALL, ROOMY = 160, 960  # heights of a tree above, and of a window with room for it and two rows


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


class GalleryPanel(Section):
    """Shows thumbnails of the learners; a click goes to the round."""

    def __init__(self, desk: Desk, is_strip: bool = False) -> None:
        """Lay out head and pictures; in a strip the pictures are larger."""
        self.picture = GalleryPicture(desk, is_strip)
        super().__init__(desk, "gallery panel", "Learners so far", self.picture)
        self.is_strip = is_strip
        self.hint = ""
        self.picture.placed_anew.connect(self._say_left_out)

    def refresh(self, scene: Scene, change: Change) -> None:
        if change & Change.FINER:
            self.picture.renew()
        if not change & GALLERY_RELEVANT:
            return
        px, mixed = self.desk.theme.px, story_of(scene.stage.run).mixes_learners
        tall = (
            scene.tree.height > TALL or mixed
        )  # of members some are tall trees, and nothing moves
        if self.is_strip:
            self.surround((16, 4, 16, 2), 2)
        else:
            self.surround((16, 9, 16, 6), 4)
        if not self.is_strip:
            low = self.window().height() < px(ROOMY)
            self.picture.rows = 1 if tall and low else ROWS
        self.hint = scene.gallery.hint
        self.picture.show_gallery(scene.gallery, scene.stage)

    def _say_left_out(self, count: int) -> None:
        self.head.right.setText(f"‹ {count} earlier" if count else self.hint)
