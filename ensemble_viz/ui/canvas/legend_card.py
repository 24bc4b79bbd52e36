"""The key of the canvas: classes, of which a click takes one in hand; rings, draws, lines."""

from html import escape

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton

from ensemble_viz.document.document import Change
from ensemble_viz.scene.legend import ClassEntry, Legend, fullest
from ensemble_viz.scene.picture import primitives
from ensemble_viz.scene.picture.cards import KeyRoom, key_card
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.overlay_card import OverlayCard
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.style import mixed
from ensemble_viz.ui.paint import paint_tag

NOTHING = Legend((), "", 0, (), "", ())


class ClassButton(QAbstractButton):
    """A class in the key; pressed, it is in hand."""

    def __init__(self, card: "LegendCard", k: int) -> None:
        """Stand for class k."""
        super().__init__(card)
        self.card = card
        self.k = k
        self.tag: primitives.Tag | None = None
        self.setObjectName(f"class-{k}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(True)
        self.clicked.connect(self.take)

    def show_class(self, entry: ClassEntry, tag: primitives.Tag) -> None:
        """Show a class as it is now."""
        self.tag, name = tag, entry.name[:200]
        self.setChecked(entry.in_hand)
        self.setText(f"{name} {entry.count}")
        self.setAccessibleName(f"Class {name}, {entry.count} points")
        self.setToolTip(f"<p>Take {escape(name)} in hand ({self.k + 1})</p>")
        left, top, right, bottom = (round(side) for side in tag.box)
        self.setGeometry(QRect(left, top, right - left, bottom - top))
        self.update()

    def take(self) -> None:
        """Take the class in hand; it stays so when it is pressed again."""
        self.setChecked(True)
        self.card.desk.look(class_in_hand=self.k)

    def sizeHint(self) -> QSize:
        """Be as large as the entry."""
        return self.size()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the entry, with a border where it is in hand."""
        painter, theme = QPainter(self), self.card.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        if self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mixed(theme, "card", "ink", 0.05))
            painter.drawRoundedRect(inner, 6, 6)
        in_hand = self.isChecked() and not self.card.is_projected
        if in_hand or self.hasFocus():
            painter.setPen(QPen(theme.colour("ink"), 2.0 if self.hasFocus() else 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(inner, 6, 6)
        if self.tag is not None:
            paint_tag(painter, self.tag)


class LegendCard(OverlayCard):
    """Says what the marks stand for."""

    def __init__(self, desk: Desk) -> None:
        """List nothing yet."""
        super().__init__(desk, "legend-card", "Key")
        self.legend, self.whole, self.points = NOTHING, NOTHING, 0
        self._made: tuple[object, ...] = ()
        self.buttons: list[ClassButton] = []

    def refresh(self, scene: Scene, change: Change) -> None:
        """List what the marks of this moment stand for."""
        if not change & ~(Change.FOCUS | Change.FRAME):
            return
        if change & (Change.DATA | Change.SETUPS | Change.LOOK):
            self.take_theme(self.desk.theme)
        self.show_legend(scene.legend, len(scene.stage.data), fullest(scene.stage))

    def show_legend(self, legend: Legend, points: int = 0, whole: Legend = NOTHING) -> None:
        """List these entries, of at most so many points each, with room for all of the run."""
        self.legend, self.points, self.whole = legend, points, whole
        if self._describe():
            self.settle(self.picture.words)
            self.appear(bool(self.picture.tags))

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to list."""
        return not self.picture.tags

    def sizeHint(self) -> QSize:
        """Be as high as the rows are, and as wide as those of the whole run."""
        self._describe()
        return self.picture_size

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the rows where there is room for them now."""
        super().resizeEvent(event)
        self._describe()

    def _describe(self) -> bool:
        """Describe the key, if it is another one than before."""
        made = self.legend, self.points, self.whole, self.theme, self.room, self.lies_flat
        if made == self._made:
            return False
        self._made = made
        room = KeyRoom(float(self.room), self.lies_flat)
        self.picture = key_card(self.legend, self.sheet, room, self.whole, self.points)
        self._fill_buttons([tag for tag in self.picture.tags if tag.key])
        self.update()
        return True

    def _fill_buttons(self, tags: list[primitives.Tag]) -> None:
        while len(self.buttons) > len(tags):
            self.buttons.pop().deleteLater()
        while len(self.buttons) < len(tags):
            self.buttons.append(ClassButton(self, len(self.buttons)))
            self.buttons[-1].show()
        for button, entry, tag in zip(self.buttons, self.legend.classes, tags, strict=True):
            button.show_class(entry, tag)
