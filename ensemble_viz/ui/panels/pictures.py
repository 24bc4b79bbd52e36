"""The panels of learners: the tree of this round, why it was split there, all so far."""

import re

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.trees.drawing import TreeDrawing
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.lettering import CutLabel
from ensemble_viz.ui.look.widgets import SectionHead, words
from ensemble_viz.ui.pictures.drawings import (
    GalleryPicture,
    LearnerPicture,
    SearchPicture,
    TreePicture,
)

RELEVANT = ~(Change.LEARNED | Change.PLAY | Change.FRAME | Change.TITLE | Change.FINER)


class TreePanel(QWidget):
    """Shows the round's tree: its boxes and the marks on the canvas light up together."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setObjectName("tree panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("This round's tree")
        self.desk = desk
        self.head = SectionHead("Tree")
        self.classes = TreeChoice()
        self.classes.group.idClicked.connect(self._choose)
        self.picture = TreePicture(desk)
        self.learner = LearnerPicture(desk)
        self.about = (CutLabel(), CutLabel())
        self.box = QVBoxLayout(self)
        for part in (self.head, self.classes, self.picture, self.learner, *self.about):
            self.box.addWidget(part)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show the tree of a scene."""
        if not change & RELEVANT:
            return
        px = self.desk.theme.px
        self.box.setContentsMargins(px(16), px(9), px(16), px(7))
        self.box.setSpacing(px(3))
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
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(4)
        self.row.addStretch(1)
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
        button = QToolButton()
        button.setText(name)
        button.setObjectName(f"tree of class {name}")
        button.setAccessibleName(f"Tree of class {name}")
        button.setToolTip(f"Show the tree that is fitted for class {name}")
        button.setCheckable(True)
        self.group.addButton(button, k)
        self.row.insertWidget(k, button)


class SearchPanel(QWidget):
    """Shows what every cut of a node would have left over; nothing where nothing is split."""

    filled = Signal(bool)
    """There is something to see, or there is not."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setObjectName("search panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Why this split")
        self.desk = desk
        self.head = SectionHead("Why this split")
        self.picture = SearchPicture(desk)
        self.picture.read.connect(self._show_reading)
        self.hint = ""
        self.sides = words("", "hint")
        self.sides.setTextFormat(Qt.TextFormat.RichText)
        self.sides.setWordWrap(True)
        self.box = QVBoxLayout(self)
        for part in (self.head, self.picture, self.sides):
            self.box.addWidget(part)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show the search of a scene."""
        if not change & RELEVANT:
            return
        px = self.desk.theme.px
        for part in (self.head, self.picture):
            part.setVisible(scene.searches)
        self.filled.emit(scene.searches)
        if not scene.searches:
            self.box.setContentsMargins(0, 0, 0, 0)
            self.sides.hide()
            return
        self.box.setContentsMargins(px(16), px(9), px(16), px(7))
        self.box.setSpacing(px(3))
        plot = scene.search
        self.hint = plot.hint if plot else ""
        self.head.left.setText(plot.title if plot else "Why this split")
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


class GalleryPanel(QWidget):
    """Shows thumbnails of the learners; a click goes to the round."""

    def __init__(self, desk: Desk, is_strip: bool = False) -> None:
        """Lay out head and pictures; in a strip the pictures are larger."""
        super().__init__()
        self.is_strip = is_strip
        self.setObjectName("gallery panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Learners so far")
        self.desk = desk
        self.hint = ""
        self.head = SectionHead("Learners so far")
        self.picture = GalleryPicture(desk, is_strip)
        self.picture.placed_anew.connect(self._say_left_out)
        self.box = QVBoxLayout(self)
        self.box.addWidget(self.head)
        self.box.addWidget(self.picture)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show the learners of a scene."""
        if change & Change.FINER:
            self.picture.renew()
        if not change & GALLERY_RELEVANT:
            return
        px, mixed = self.desk.theme.px, story_of(scene.stage.run).mixes_learners
        tall = (
            scene.tree.height > TALL or mixed
        )  # of members some are tall trees, and nothing moves
        above, below = (4, 2) if self.is_strip else (9, 6)
        self.box.setContentsMargins(px(16), px(above), px(16), px(below))
        self.box.setSpacing(px(2) if self.is_strip else px(4))
        if not self.is_strip:
            low = self.window().height() < px(ROOMY)
            self.picture.rows = 1 if tall and low else ROWS
        self.hint = scene.gallery.hint
        self.picture.show_gallery(scene.gallery, scene.stage)

    def _say_left_out(self, count: int) -> None:
        self.head.right.setText(f"‹ {count} earlier" if count else self.hint)
