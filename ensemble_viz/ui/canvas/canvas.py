"""The canvas: the plane with its surface, lines and points, the cards in its corners, the mouse."""

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QRect, QSize, Qt
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
from ensemble_viz.scene.measures import measures
from ensemble_viz.scene.room import Room
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.hand import Hand
from ensemble_viz.ui.canvas.invitation import Invitation
from ensemble_viz.ui.canvas.layers import Layers
from ensemble_viz.ui.canvas.nearby import Nearby
from ensemble_viz.ui.canvas.overlays import Ground, Overlays
from ensemble_viz.ui.canvas.plot import NOTCH, ZOOM, Plot
from ensemble_viz.ui.canvas.saying import Saying
from ensemble_viz.ui.session import Session

LEAST = (480, 360)
CLAIMING = ~(Change.ROUND | Change.FOCUS | Change.FRAME | Change.PLAY)
KEPT = 14.0  # pixels between points and cards, in a window 1280 wide


class Canvas(QWidget):
    """Paints a session's scene, and turns what the mouse does into looks and edits."""

    def __init__(self, session: Session) -> None:
        """Make an empty canvas; the first refresh fills it."""
        super().__init__()
        self.session = session
        self.setObjectName("canvas")
        self.setAccessibleName("Canvas")
        self.setMinimumSize(*LEAST)
        self.plot = Plot(self)
        self.layers = Layers(session, self.plot)
        self.nearby = Nearby(session, self.plot, self.layers.markers)
        self.hand = Hand(session, self.nearby, self)
        self.plot.mouse = self.hand
        self.invitation = Invitation(session, self)
        self.overlays = Overlays(session, self)
        self.saying = Saying(session, self)
        self.saying.due.connect(self._say)
        self.blanket = _blanket(self)
        for card in self.overlays.cards:
            card.installEventFilter(self)
        session.pace.frame_first.connect(self.paint_now)
        self._lent = 0
        self._wants_glide = True
        self._grip: QPointF | None = None

    # --- what the window asks for -------------------------------------------------------------

    @property
    def glide(self) -> bool:
        """Say whether weights and surfaces glide between steps."""
        return self._wants_glide

    @glide.setter
    def glide(self, on: bool) -> None:
        """Let them glide, or change at once; a system that moves nothing is obeyed."""
        self._wants_glide = on
        self._let_glide()

    @property
    def caption(self) -> bool:
        """Say whether the words over the canvas are shown."""
        return self.overlays.shows_caption

    @caption.setter
    def caption(self, on: bool) -> None:
        """Show the words over the canvas, or not."""
        self.overlays.shows_caption = on
        self.refresh(self.session.scene, Change.VIEW)

    @property
    def is_blank(self) -> bool:
        """Say whether the canvas is blank."""
        return not self.blanket.isHidden()

    def blank(self, on: bool) -> None:
        """Cover everything, or show it again; what is below stays up to date."""
        self.blanket.setVisible(on)
        self.blanket.raise_()

    def lend(self, height: int) -> None:
        """Give height away for a while: the points come closer, and nothing is fitted anew."""
        self._lent = height
        if self.isVisible():
            self.session.look(room=self._room(self.session.scene))

    # --- painting -----------------------------------------------------------------------------

    def paint_now(self) -> None:
        """Paint what is not painted yet: Qt would let everything else come before.

        The scene of the plot first has to hear which of its items have changed.
        """
        QCoreApplication.sendPostedEvents(self.plot.scene(), QEvent.Type.MetaCall.value)
        QCoreApplication.sendPostedEvents(self.window(), QEvent.Type.UpdateRequest.value)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show a scene; `change` says what is different in it."""
        if change & Change.LOOK:
            self._take_look()
        self._let_glide()
        self.plot.show_frame(scene.frame)
        self.layers.refresh(scene, change)
        self.invitation.refresh(scene, change)
        self.saying.hear(scene, change)

    def _say(self, scene: Scene, change: Change) -> None:
        """Fill the cards, and put them into their places."""
        self.overlays.refresh(scene, change)
        self.hand.show_cursor()
        claims = change & CLAIMING and not (scene.view.frame and self.session.pace.is_held)
        room = self._room(scene) if claims else None
        self._lay_out(scene)
        self.setAccessibleDescription(f"{scene.document.title}. {scene.caption.headline}")
        if change & Change.ROUND:
            words = f"{scene.caption.headline}. {scene.caption.sentence}"
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
        if room is not None:
            self.session.look(room=room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the place there is."""
        super().resizeEvent(event)
        self.plot.setGeometry(self.rect())
        self.blanket.setGeometry(self.rect())
        self._measure()
        if self.isVisible():
            room = self._room(self.session.scene)
            self._lay_out(self.session.scene)
            self.session.look(room=room)

    def _let_glide(self) -> None:
        """Let them glide unless the next frame is due anyway: something is being dragged."""
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        moves = self.style().styleHint(hint, None, self) > 0
        self.layers.let_glide(self._wants_glide and moves and not self.session.pace.is_held)

    def _take_look(self) -> None:
        theme = self.session.theme
        self.plot.paper(theme.colour("canvas"))
        palette = self.blanket.palette()
        palette.setColor(QPalette.ColorRole.Window, theme.colour("canvas"))
        self.blanket.setPalette(palette)
        self._measure()

    def _measure(self) -> None:
        width = self.window().width()
        self.layers.measure(measures(width, self.session.view.palette))

    def _lay_out(self, scene: Scene) -> None:
        """Put the cards into their corners, and tie the point's card to its point."""
        at = self.plot.pixels()
        centres = self.nearby.centres() if self.layers.markers.markers is not None else _NOWHERE
        card = scene.card
        focus = None if card is None else at.point(*card.place)
        cards = self.overlays.lay_out(Ground(self.size(), centres, focus))
        self.layers.cover(cards, at)
        radius = 0.0
        if card is not None and card.point is not None:
            radius = self.layers.markers.radius_of(card.point)
        self.layers.focus.tie(self.overlays.point_place(), radius)
        hint = self.invitation.sizeHint()
        place = QRect(QPoint(), hint)
        place.moveCenter(self.rect().center())
        self.invitation.setGeometry(place)

    def _room(self, scene: Scene) -> Room:
        """Say what room the cards claim, whatever they will show."""
        size = QSize(self.width(), self.height() + self._lent)
        feet, kept = self.layers.feet(scene, size), KEPT * self.layers.growth
        return self.overlays.room(scene, size, feet, kept)

    # --- the mouse on what lies over the plot -------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take what a widget over the plot has no use for."""
        self.hand.press(event.position(), event.button())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Take what a widget over the plot has no use for."""
        self.hand.move(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take what a widget over the plot has no use for."""
        self.hand.release(event.position(), event.button())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look through the cards: the wheel zooms, a drag pans, or moves the point's card."""
        if "overlays" not in vars(self):
            return False  # Python has collected the canvas, and Qt has not yet
        if isinstance(event, QWheelEvent):
            turned = event.angleDelta().y()
            pos = self.mapFromGlobal(event.globalPosition())
            self.hand.zoom(pos, ZOOM ** (turned / NOTCH))
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
                self.hand.pan(pos)
        elif kind == QEvent.Type.MouseButtonRelease:
            self._grip = None
            self.hand.release(pos, button)
        elif is_point and self._grip is not None:
            self.overlays.move_point_card(pos - self._grip)
            self._grip = pos
            self._lay_out(self.session.scene)
        elif event.buttons():
            self.hand.move(pos)


_NOWHERE = np.empty((0, 2))
_HELD = {QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.MouseButtonRelease}


def _blanket(parent: QWidget) -> QWidget:
    """Make what covers a blank canvas: it takes the mouse, so that nothing is edited unseen."""
    blanket = QWidget(parent)
    blanket.setObjectName("blank")
    blanket.setAutoFillBackground(True)
    blanket.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
    blanket.hide()
    return blanket
