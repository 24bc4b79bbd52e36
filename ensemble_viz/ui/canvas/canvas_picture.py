"""The picture on a canvas: described when it is painted, and only where it has changed."""

from collections.abc import Hashable

from PySide6.QtCore import (
    QAbstractAnimation,
    QEasingCurve,
    QObject,
    QPoint,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.cards import Caption
from ensemble_viz.scene.free_space import GAP, Size
from ensemble_viz.scene.legend import Legend
from ensemble_viz.scene.moment.view import SELECTORS
from ensemble_viz.scene.picture import Sheet, between, primitives
from ensemble_viz.scene.picture.canvas import InHand, Known, canvas, cursor, selection
from ensemble_viz.scene.picture.cards import (
    CardRoom,
    KeyRoom,
    beside_caption,
    key_card,
    usual_caption,
)
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.shapes import Measures, among, measures
from ensemble_viz.ui.canvas.overlay_card import EDGE, WIDE, sheet_of
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.paint import QtPainter

UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE | Change.PANELS
MILLISECONDS = 240
UNTOUCHED = ("field", "earlier", "has_chips", "test_markers", "legend", "allowed", "bins",
             "parting", "ghost")  # fmt: skip
"""What is the same whatever is hovered or pinned."""
Layers = tuple[primitives.Layer, ...]


class Glide(QVariantAnimation):
    """Runs once each time it is begun; standing still it is at 1."""

    def __init__(self, parent: QObject, milliseconds: int, appears: bool = False) -> None:
        """Take so long; `appears` for what comes from nowhere and slows down."""
        super().__init__(parent)
        self.setStartValue(0.0)
        self.setEndValue(1.0)
        self.setDuration(milliseconds)
        kind = QEasingCurve.Type.OutCubic if appears else QEasingCurve.Type.InOutCubic
        self.setEasingCurve(kind)

    @property
    def is_running(self) -> bool:
        return self.state() == QAbstractAnimation.State.Running

    @property
    def share(self) -> float:
        """Say how much of the way is done."""
        return float(self.currentValue()) if self.is_running else 1.0

    def begin(self) -> None:
        """Start anew; what was on its way has arrived."""
        self.stop()
        self.start()


class CanvasPicture(QObject):
    """Keeps what is drawn of a scene, lets it glide, and paints it."""

    changed = Signal()
    """It has to be painted anew."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self.desk = desk
        self.scene: Scene | None = None
        self.sheet: Sheet | None = None
        self.glides = True
        self.covered: tuple[primitives.Box, ...] = ()
        self.card: primitives.Box | None = None
        self.held: InHand | None = None
        self._known = Known()
        self._made: tuple[object, ...] = ()
        self._layers: Layers = ()
        self._before: Layers = ()
        self._glide = Glide(self, MILLISECONDS)
        self._glide.valueChanged.connect(self._move)
        self.painter = QtPainter()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take a scene; from step to step what moves glides."""
        if self.scene is None or self.scene.frame != scene.frame:
            change |= Change.FRAME  # more rounds may need more room
        if not change & ~UNSEEN:
            return
        stepped = change & Change.ROUND and not change & ~(UNSEEN | Change.ROUND | Change.FOCUS)
        shown = self.shown
        if change & ~(UNSEEN | Change.FOCUS | Change.FINER | Change.FRAME):
            self._glide.stop()
        if self.scene is not None and not change & ~(UNSEEN | Change.FOCUS):
            scene.take_over(self.scene, UNTOUCHED)
        self.scene = scene
        if stepped and self.glides and shown and self.sheet is not None:
            self._before = shown
            self._glide.begin()
        self.changed.emit()

    def place(self, sheet: Sheet) -> None:
        if sheet != self.sheet:
            self._glide.stop()
            self.sheet = sheet
            self.changed.emit()

    def cover(self, cards: tuple[primitives.Box, ...], card: primitives.Box | None) -> None:
        """Write nothing where cards lie; tie that of the point looked at to its point."""
        if (cards, card) != (self.covered, self.card):
            self.covered, self.card = cards, card
            self.changed.emit()

    def hold(self, held: InHand | None) -> None:
        """Show what the tool in hand would do where the mouse is."""
        if held != self.held:
            self.held = held
            self.changed.emit()

    @property
    def is_gliding(self) -> bool:
        """True while something is on its way."""
        return self._glide.is_running

    @property
    def layers(self) -> Layers:
        """What is shown when everything has arrived."""
        if self.scene is None or self.sheet is None:
            return ()
        made = self.scene, self.sheet, self.covered, self.card
        if made != self._made:
            has_handles = self.scene.view.hand.tool in SELECTORS
            self._layers = (
                *canvas(self.scene, self.sheet, self.covered, self.card, self._known),
                selection(self.scene, self.sheet, has_handles),
            )
            self._made = made
        return self._layers

    @property
    def shown(self) -> Layers:
        if not self._glide.is_running:
            return self._layers
        return between(self._before, self.layers, self._glide.share)

    def paint(self, painter: QPainter, ratio: float) -> None:
        if self.sheet is None:
            return
        layers, ground = self.layers, self.sheet.colour("canvas")
        if self._glide.is_running:
            layers = between(self._before, layers, self._glide.share)
        if self.scene is not None:
            layers = (*layers, cursor(self.scene, self.sheet, self.held))
        whole = primitives.Picture(self.sheet.width, self.sheet.height, ground, layers)
        self.painter.paint(whole, painter, ratio)

    def _move(self, _share: object) -> None:
        self.changed.emit()


class CanvasSizes(QObject):
    """Answers a scene that leaves room for the cards of a canvas."""

    def __init__(self, desk: Desk, canvas: QWidget) -> None:
        super().__init__(canvas)
        self._desk = desk
        self.header: QWidget | None = None
        """What always stands above the canvas in its window."""

    @property
    def size(self) -> Size:
        return self._canvas.width(), self._canvas.height() + self._lent

    @property
    def _lent(self) -> int:
        """Pixels given away for a while to what stands below the header: nothing moves for it."""
        if self.header is None:
            return 0
        top = self._canvas.mapTo(self._canvas.window(), QPoint()).y()
        return max(0, top - (0 if self.header.isHidden() else self.header.height()))

    @property
    def _canvas(self) -> QWidget:
        parent = self.parent()
        assert isinstance(parent, QWidget)
        return parent

    @property
    def growth(self) -> float:
        """By what marks are larger than in a window 1280 wide."""
        return self.measures.growth

    @property
    def theme(self) -> Theme:
        """Colours, and sizes of what lies on it."""
        return self._desk.theme.on_canvas(self._canvas.width(), self._canvas.height())

    @property
    def measures(self) -> Measures:
        """How large marks are: smaller where the canvas is one of several."""
        usual = measures(self._canvas.window().width(), self._desk.view.look.palette)
        if len(self._desk.document.setups) == 1:
            return usual
        return among(usual, self._canvas.width(), self._canvas.height())

    @property
    def key(self) -> Hashable:
        """Another one where cards may have another size."""
        return self.size, self._desk.theme, self.growth, self._is_wide

    @property
    def _is_wide(self) -> bool:
        return self._canvas.window().width() >= WIDE

    def _room(self, is_line: bool) -> CardRoom:
        """How much room there is for a card; the projector leaves the height to plots of a line."""
        theme, around = self.theme, 2 * self.theme.px(EDGE)
        wide, high = self._canvas.width() - around, self._canvas.height() - around
        return CardRoom(wide, high, self._is_wide, theme.palette.is_projected and is_line)

    def caption_size(
        self, chips: tuple[str, ...], captions: tuple[Caption, ...], is_line: bool
    ) -> Size:
        """The size of a card with these steps that has room for these captions."""
        return usual_caption(chips, captions, sheet_of(self.theme), self._room(is_line))

    def legend_size(self, legend: Legend, points: int, is_line: bool) -> Size:
        """The size of a key with these entries, of at most so many points each."""
        room = self._room(is_line)
        beside = beside_caption(sheet_of(self.theme), room) - GAP if is_line else 0.0
        key = KeyRoom(room.width, room.flat, beside=beside)
        card = key_card(legend, sheet_of(self.theme), key, legend, points)
        return card.width, card.height
