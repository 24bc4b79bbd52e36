"""The tree of this round, with the numbers of the node that is looked at."""

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.trees.drawing import TreeDrawing
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.cut_label import CutLabel
from ensemble_viz.ui.look.widgets import SectionHead
from ensemble_viz.ui.pictures.learner_picture import LearnerPicture
from ensemble_viz.ui.pictures.tree_picture import TreePicture

RELEVANT = ~(Change.LEARNED | Change.PLAY | Change.FRAME | Change.TITLE | Change.FINER)


class TreePanel(QWidget):
    """Shows the round's tree: its boxes and the marks on the canvas light up together."""

    def __init__(self, desk: Desk) -> None:
        """Lay out head, classes, picture and words."""
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
        """Offer nothing yet."""
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
