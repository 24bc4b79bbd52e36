"""The canvas: the plane with its surface, lines and points, the cards in its corners, the mouse."""

import time
from collections.abc import Hashable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QMouseEvent,
    QPalette,
    QResizeEvent,
    QWheelEvent,
)  # fmt: skip
from PySide6.QtWidgets import QStyle, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.picture import primitives
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.canvas_picture import CanvasPicture, CanvasSizes
from ensemble_viz.ui.canvas.mouse import CanvasMouse
from ensemble_viz.ui.canvas.overlays import Ground, Invitation, Overlays
from ensemble_viz.ui.canvas.plot import NOTCH, Nearby, Plot
from ensemble_viz.ui.desk import Desk

LEAST = (480, 360)
FOLLOWING = Change.DATA | Change.LEARNED | Change.TITLE | Change.ROUND
PATIENCE = 0.4  # seconds that words may lag behind


class Canvas(QWidget):
    """Paints the scene of a desk, and turns what the mouse does into looks and edits."""

    is_fast = False
    """True while pictures follow one another too fast to glide from one to the next."""
    _measured: Hashable = None
    """What was told of the sizes last."""

    def __init__(self, desk: Desk) -> None:
        """Make an empty canvas; the first refresh fills it."""
        super().__init__()
        self.desk = desk
        self.setObjectName("canvas")
        self.setAccessibleName("Canvas")
        self.setMinimumSize(*LEAST)
        self.picture = CanvasPicture(desk, self)
        self.plot = Plot(self, self.picture)
        self.plot.setAccessibleName("Canvas")
        self.setFocusProxy(self.plot)  # the arrows move what is selected on it
        self.nearby = Nearby(desk, self.plot)
        self.mouse = CanvasMouse(desk, self.nearby, self)
        self.plot.mouse = self.mouse
        self.invitation = Invitation(desk, self)
        self.overlays = Overlays(desk, self)
        self.sizes = CanvasSizes(desk, self)
        desk.draw_on(self.sizes)
        self.destroyed.connect(desk.session.scenes.draw_nowhere)
        self.blanket = _blanket(self)
        for card in self.overlays.cards:
            card.installEventFilter(self)
        desk.session.pace.frame_first.connect(self.paint_now)
        self._grip: QPointF | None = None
        self._untold, self._told = Change.NOTHING, 0.0
        """What the cards have not heard of yet, and when they heard something last."""

    # --- painting -----------------------------------------------------------------------------

    def paint_now(self) -> None:
        """Paint what is not painted yet: Qt would let everything else come before."""
        QCoreApplication.sendPostedEvents(self.window(), QEvent.Type.UpdateRequest.value)

    def refresh(self, scene: Scene, change: Change) -> None:
        if change & Change.LOOK:
            self._take_look()
        self._let_glide()
        if change & Change.VIEW:
            self._cover(scene.view.look.blank)
        if change & Change.SETUPS:
            self._measure()
        self.plot.show_frame(scene.frame)
        self.picture.refresh(scene, change)
        self.invitation.refresh(scene, change)
        self._untold |= change
        waited = time.monotonic() - self._told
        if self.desk.session.pace.is_held and not self._untold & ~FOLLOWING and waited < PATIENCE:
            self.desk.session.pace.lag(self)  # the frame is painted, then the words on it
        else:
            self.keep_up()

    def keep_up(self) -> None:
        """Fill the cards with what is true now."""
        change, self._untold, self._told = self._untold, Change.NOTHING, time.monotonic()
        if change:
            self._fill_cards(self.desk.scene, change)

    def _fill_cards(self, scene: Scene, change: Change) -> None:
        self.overlays.refresh(scene, change)
        self.mouse.show_cursor()
        self._lay_out(scene)
        self.setAccessibleDescription(scene.description)
        if change & Change.ROUND:
            words = f"{scene.caption.headline}. {scene.caption.sentence}"
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.plot.setGeometry(self.rect())
        self.blanket.setGeometry(self.rect())
        self._measure()
        if self.sizes.key != self._measured:
            self._measured = self.sizes.key
            self.desk.session.tell(Change.FRAME)
        if self.isVisible():
            self._lay_out(self.desk.scene)

    def _cover(self, is_blank: bool) -> None:
        """Cover everything, or show it again; what is below stays up to date."""
        self.blanket.setVisible(is_blank)
        self.blanket.raise_()

    def _let_glide(self) -> None:
        """Let them glide unless the next frame is due anyway: something is being dragged."""
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        moves = self.style().styleHint(hint, None, self) > 0
        wanted = self.desk.view.look.glides and not (self.is_fast or self.desk.session.pace.is_held)
        self.picture.glides = wanted and moves

    def _take_look(self) -> None:
        theme = self.desk.theme
        palette = self.blanket.palette()
        palette.setColor(QPalette.ColorRole.Window, theme.colour("canvas"))
        self.blanket.setPalette(palette)
        self._measure()

    def _measure(self) -> None:
        self.plot.measure(self.sizes.theme, self.sizes.measures)

    def _lay_out(self, scene: Scene) -> None:
        """Put the cards into their corners, and tie the point's card to its point."""
        sheet, card = self.plot.sheet, scene.card
        focus = None if card is None else QPointF(*sheet.point(*card.place))
        centres = sheet.places(scene.markers.place)
        cards = self.overlays.lay_out(Ground(self.size(), centres, focus))
        own = self.overlays.point_place()
        tied = None if own.isEmpty() else _box(own)
        self.picture.cover(tuple(_box(card) for card in cards), tied)
        hint = self.invitation.sizeHint()
        place = QRect(QPoint(), hint)
        place.moveCenter(self.rect().center())
        self.invitation.setGeometry(place)

    # --- the mouse on what lies over the plot -------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take what a widget over the plot has no use for."""
        self.mouse.press(event.position(), event.button(), event.modifiers())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Take what a widget over the plot has no use for."""
        self.mouse.move(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take what a widget over the plot has no use for."""
        self.mouse.release(event.position(), event.button())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look through the cards: the wheel turns, a drag pans, or moves the point's card."""
        if "overlays" not in vars(self):
            return False  # Python has collected the canvas, and Qt has not yet
        if isinstance(event, QWheelEvent):
            pos = self.mapFromGlobal(event.globalPosition())
            self.mouse.turn(pos, event.angleDelta().y() / NOTCH, event.modifiers())
            return True
        if isinstance(event, QMouseEvent) and event.type() in _HELD:
            pos = self.mapFromGlobal(event.globalPosition())
            self._drag_card(watched is self.overlays.point, event, pos)
            return True
        return False

    def _drag_card(self, is_point: bool, event: QMouseEvent, pos: QPointF) -> None:
        """Move the point's card; pan below the others. Nothing is edited through a card."""
        kind, button = event.type(), event.button()
        if kind == QEvent.Type.MouseButtonPress:
            self._grip = pos
            if not is_point and button == Qt.MouseButton.LeftButton:
                self.mouse.pan(pos)
        elif kind == QEvent.Type.MouseButtonRelease:
            self._grip = None
            self.mouse.release(pos, button)
        elif is_point and self._grip is not None:
            self.overlays.move_point_card(pos - self._grip)
            self._grip = pos
            self._lay_out(self.desk.scene)
        elif event.buttons():
            self.mouse.move(pos)


_HELD = {QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.MouseButtonRelease}


def _box(place: QRectF) -> primitives.Box:
    return place.left(), place.top(), place.right(), place.bottom()


def _blanket(parent: QWidget) -> QWidget:
    """Make what covers a blank canvas: it takes the mouse, so that nothing is edited unseen."""
    blanket = QWidget(parent)
    blanket.setObjectName("blank")
    blanket.setAutoFillBackground(True)
    blanket.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
    blanket.hide()
    return blanket
