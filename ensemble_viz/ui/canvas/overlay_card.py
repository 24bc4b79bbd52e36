"""The cards that lie on the canvas: opaque, with a thin border; each says how large it wants to be.

The canvas puts them into its corners. What happens on a card does not reach the canvas below.
"""

from collections.abc import Hashable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.cards import Caption, of_round
from ensemble_viz.scene.picture import Sheet
from ensemble_viz.scene.picture.cards import CardPicture, CardRoom, caption_card, tallest
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.lettering import RULER
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.paint import paint_tags

EDGE = 16  # between a card and the edge of the canvas
RADIUS = 8
WIDE = 1600  # logical pixels of the window from which captions are larger
NO_CARD = CardPicture(0.0, 0.0)
_SWALLOWED = {
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.ContextMenu,
}


def sheet_of(theme: Theme) -> Sheet:
    """Give what cards are laid out on, from their own corners."""
    return Sheet((0.0, 0.0, 0.0, 0.0), RULER, palette=theme.palette, scale=theme.scale)


class OverlayCard(QWidget):
    """A card: a ground with a border, and the picture that stands on it."""

    def __init__(self, desk: Desk, name: str, title: str) -> None:
        """Make an empty card; a screen reader calls it by the title."""
        super().__init__()
        self.desk = desk
        self._theme = desk.theme
        self.picture = NO_CARD
        self._painted: tuple[Hashable, QPixmap] | None = None
        self.setObjectName(name)
        self.setAccessibleName(title)

    @property
    def theme(self) -> Theme:
        """Colours, and sizes that the canvas it lies on has room for."""
        canvas = self.parentWidget()
        if canvas is None:
            return self._theme
        return self._theme.on_canvas(canvas.width(), canvas.height())

    @property
    def sheet(self) -> Sheet:
        return sheet_of(self.theme)

    @property
    def is_projected(self) -> bool:
        """Say whether the card is to be read from the last row of a hall."""
        return self.theme.palette.is_projected

    @property
    def room(self) -> int:
        """Say how wide a card can be on the canvas it lies on."""
        parent = self.parentWidget()
        return parent.width() - 2 * self.theme.px(EDGE) if parent else 1 << 14

    @property
    def lies_flat(self) -> bool:
        """Say whether it leaves the height to the plot: one of a line has two panels."""
        return self.is_projected and self.desk.scene.is_line

    @property
    def card_room(self) -> CardRoom:
        """How much room there is on the canvas it lies on."""
        parent = self.parentWidget()
        high = parent.height() - 2 * self.theme.px(EDGE) if parent else 1 << 14
        return CardRoom(self.room, high, self.window().width() >= WIDE, self.lies_flat)

    def settle(self, words: str) -> None:
        """Take the size that fits, repaint, and tell a screen reader what is on the card."""
        self._painted = None
        self.setAccessibleDescription(words)
        self.resize(self.sizeHint())
        self.updateGeometry()
        self.update()

    def appear(self, is_needed: bool) -> None:
        """Be seen, or not; a card without a canvas would be a window of its own."""
        if self.parentWidget() is not None:
            self.setVisible(is_needed)

    @property
    def picture_size(self) -> QSize:
        return QSize(round(self.picture.width), round(self.picture.height))

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
        """Copy the card: in a drag it is painted with every frame, like all that lies below."""
        painter = QPainter(self)
        if painter.paintEngine().type() != QPaintEngine.Type.Raster:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw(painter)  # onto paper: words stay words
            return
        ratio = self.devicePixelRatioF()
        key = (self.size().toTuple(), ratio, self.picture)
        if self._painted is None or self._painted[0] != key:
            copied = QPixmap(self.size() * ratio)
            copied.setDevicePixelRatio(ratio)
            copied.fill(Qt.GlobalColor.transparent)
            with QPainter(copied) as own:
                own.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._draw(own)
            self._painted = key, copied
        painter.drawPixmap(0, 0, self._painted[1])

    def _draw(self, painter: QPainter) -> None:
        """Paint the ground and the border, then what stands on the card and is no button."""
        line = 2.0 if self.is_projected else 1.0
        inner = QRectF(self.rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2)
        pen = QPen(self.theme.colour("border"), line)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.setBrush(self.theme.colour("card"))
        painter.drawRoundedRect(inner, RADIUS, RADIUS)
        paint_tags(painter, (tag for tag in self.picture.tags if not tag.key.startswith("class ")))

    def take_theme(self, theme: Theme) -> None:
        if theme != self._theme:
            self._theme = theme
            self._painted = None


NOTHING = Caption((), "", "")


class CaptionCard(OverlayCard):
    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "caption-card", "What happened")
        self.caption = NOTHING
        self.others: tuple[Caption, ...] = ()  # of the round: one size is for all of them
        self.counter = ""
        self._made: tuple[object, ...] = ()
        self._least: tuple[tuple[object, ...], float] = ((), 0.0)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Say what is said about this moment."""
        if not change & ~(Change.FOCUS | Change.FRAME):
            return
        if change & Change.LOOK:
            self.take_theme(self.desk.theme)
        counter = f"Round {scene.stage.round} of {scene.controls.rounds}"
        keeps_size = self.desk.session.pace.is_held and self.others  # it does not jump in a drag
        self.say(scene.caption, counter, self.others if keeps_size else of_round(scene.stage))

    def say(self, caption: Caption, counter: str = "", others: tuple[Caption, ...] = ()) -> None:
        """Say these words; the counter is for the projector alone."""
        self.caption, self.counter, self.others = caption, counter, others
        if self._describe():
            self.settle(self.picture.words)

    def sizeHint(self) -> QSize:
        """Be as wide as always, and as high as the words of any step of the round are."""
        self._describe()
        return self.picture_size

    def _describe(self) -> bool:
        """Describe the card, if it is another one than before."""
        sheet, room = self.sheet, self.card_room
        for_round = self.others, sheet, room, self.counter
        if for_round != self._least[0]:
            self._least = for_round, tallest(self.others, sheet, room, self.counter)
        made = self.caption, self.counter, sheet, room, self._least[1]
        if made == self._made:
            return False
        self._made = made
        self.picture = caption_card(self.caption, sheet, room, self.counter, self._least[1])
        return True
