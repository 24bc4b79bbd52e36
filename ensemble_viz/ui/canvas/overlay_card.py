"""The cards that lie on the canvas: opaque, with a thin border; each says how large it wants to be.

The canvas puts them into its corners. What happens on a card does not reach the canvas below.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from PySide6.QtCore import QEvent, QMargins, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.theme import Theme

EDGE = 16  # between a card and the edge of the canvas
RADIUS = 8
INSIDE = 4  # from its edges on a card has one colour, its round corners are outside
PADDING = (16, 12)
SMALL = 700  # logical pixels of the canvas below which cards say less
WIDE = 1600  # logical pixels of the window from which captions are larger
Of = ParamSpec("Of")
Laid = TypeVar("Laid")
LayOut = Callable[Concatenate[Any, Of], Laid]
_SWALLOWED = {
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.ContextMenu,
}


def laid_out_once(lay_out: "LayOut[Of, Laid]") -> "LayOut[Of, Laid]":
    """Lay out the same words in the same room once, however many ask for it."""

    @wraps(lay_out)
    def laid_out(card: Any, /, *of: Of.args, **named: Of.kwargs) -> Laid:
        key = (lay_out, card.room, card.high, card.is_wide, of, *named.items())
        if key not in card.laid:
            card.laid[key] = lay_out(card, *of, **named)
        found: Laid = card.laid[key]
        return found

    return laid_out


class OverlayCard(QWidget):
    """A card that paints itself."""

    def __init__(self, desk: Desk, name: str, title: str) -> None:
        """Make an empty card; a screen reader calls it by the title."""
        super().__init__()
        self.desk = desk
        self.theme = desk.theme
        self.laid: dict[Hashable, Any] = {}
        """What was laid out since the words are these, by what it was laid out for."""
        self._picture: tuple[Hashable, QPixmap] | None = None
        self.setObjectName(name)
        self.setAccessibleName(title)

    @property
    def is_projected(self) -> bool:
        """Say whether the card is to be read from the last row of a hall."""
        return self.theme.palette.is_projected

    @property
    def is_wide(self) -> bool:
        """Say whether the window has room for larger words."""
        return self.window().width() >= WIDE

    @property
    def padding(self) -> tuple[int, int]:
        """Give the room left and right, and above and below what stands on the card."""
        grown = 1.75 if self.is_projected else 1.25 if self.is_wide else 1.0
        return self.theme.px(PADDING[0] * grown), self.theme.px(PADDING[1] * grown)

    @property
    def room(self) -> int:
        """Say how wide a card can be on the canvas it lies on."""
        parent = self.parentWidget()
        return parent.width() - 2 * self.theme.px(EDGE) if parent else 1 << 14

    @property
    def high(self) -> int:
        """Say how high a card can be on the canvas it lies on."""
        parent = self.parentWidget()
        return parent.height() - 2 * self.theme.px(EDGE) if parent else 1 << 14

    @property
    def is_small(self) -> bool:
        """Say whether a card has to be smaller, to leave room for points."""
        return self.room < self.theme.px(SMALL)

    @property
    def lies_flat(self) -> bool:
        """Say whether it leaves the height to the plot: one of a line has two panels."""
        return self.is_projected and self.desk.scene.is_line

    def settle(self, words: str) -> None:
        """Take the size that fits, repaint, and tell a screen reader what is on the card."""
        self._forget()
        self.setAccessibleDescription(words)
        self.resize(self.sizeHint())
        self.updateGeometry()
        self.update()

    def _forget(self) -> None:
        """Lay out and paint anew: the words are others, or how they look."""
        self.laid.clear()
        self._picture = None

    def appear(self, is_needed: bool) -> None:
        """Be seen, or not; a card without a canvas would be a window of its own."""
        if self.parentWidget() is not None:
            self.setVisible(is_needed)

    def minimumSizeHint(self) -> QSize:
        """Be no smaller than what stands on the card."""
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        """Keep the mouse from what lies below."""
        handled = super().event(event)
        if event.type() in _SWALLOWED:
            event.accept()
            return True
        return handled

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground and the border, then what stands on the card.

        A card is painted anew whenever what lies below it is, in every frame of a drag: its words
        are painted once, and copied until they are others.
        """
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = 2.0 if self.is_projected else 1.0
        inner = QRectF(self.rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2)
        pen = QPen(self.theme.colour("border"), line)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.setBrush(self.theme.colour("card"))
        painter.drawRoundedRect(inner, RADIUS, RADIUS)
        in_pixels = painter.paintEngine().type() == QPaintEngine.Type.Raster
        if self.fills_edges or not in_pixels:
            self.draw(painter)
        else:
            corner = QPoint(INSIDE, INSIDE)
            painter.drawPixmap(corner, self._words())

    @property
    def fills_edges(self) -> bool:
        """Say whether something stands at the very edges of the card."""
        return False

    def _words(self) -> QPixmap:
        """Give what stands on the card, without its edges, as it was painted last."""
        ratio = self.devicePixelRatioF()
        size = self.size().shrunkBy(QMargins(INSIDE, INSIDE, INSIDE, INSIDE))
        key = (size.width(), size.height(), ratio, self.room, self.is_wide)
        if self._picture is None or self._picture[0] != key:
            picture = QPixmap(size * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(self.theme.colour("card"))
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-INSIDE, -INSIDE)
            self.draw(painter)
            painter.end()
            self._picture = key, picture
        return self._picture[1]

    def draw(self, painter: QPainter) -> None:
        """Paint what stands on the card."""
        raise NotImplementedError  # classes of Qt cannot be abstract

    def take_theme(self, theme: Theme) -> None:
        """Take other colours and sizes."""
        if theme != self.theme:
            self.theme = theme
            self._forget()
