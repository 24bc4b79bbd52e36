"""The panels of learners: the tree of this round, why it was split there, all so far."""

import re

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.trees.drawing import TreeDrawing
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.layouts import fill
from ensemble_viz.ui.look.lettering import CutLabel
from ensemble_viz.ui.look.widgets import WordButton, words
from ensemble_viz.ui.pictures.drawings import SearchPicture, TreePicture
from ensemble_viz.ui.pictures.learners import GalleryPicture, LearnerPicture
from ensemble_viz.ui.section import Section

RELEVANT = ~(Change.LEARNED | Change.PLAY | Change.FRAME | Change.TITLE | Change.FINER)
EDGES, GAP = (16, 9, 16, 7), 3
WHY = "Why this split"


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
