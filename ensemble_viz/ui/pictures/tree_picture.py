"""A tree as boxes and links: boxes light up under the mouse, and stay lit when clicked."""

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.beside.tree import tree
from ensemble_viz.scene.trees.boxes import Arrangement, Box
from ensemble_viz.scene.trees.drawing import TreeDrawing
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pictures.picture import PictureWidget
from ensemble_viz.ui.pictures.ways import TREE


class TreePicture(PictureWidget):
    """Shows the arrangement of a tree for its own width."""

    def __init__(self, desk: Desk, magnified: float = 1.0) -> None:
        """Show no tree yet; magnified for the back row."""
        super().__init__("Tree", desk.theme, TREE)
        self.desk, self.magnified = desk, magnified
        self.drawing: TreeDrawing | None = None
        self._arranged: tuple[TreeDrawing, float, Arrangement | None] | None = None

    def show_drawing(self, drawing: TreeDrawing | None) -> None:
        """Take a tree."""
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
