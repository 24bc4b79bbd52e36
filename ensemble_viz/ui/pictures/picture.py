"""The base of painted panels; the arrows may walk through what they show."""

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.keys import claims
from ensemble_viz.ui.look.layouts import named
from ensemble_viz.ui.look.lettering import sheet_of
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.paint import QtPainter

Key = Qt.Key
ARROWS = {Key.Key_Left: (-1, 0), Key.Key_Right: (1, 0), Key.Key_Up: (0, -1), Key.Key_Down: (0, 1)}
CHOOSES = (Key.Key_Return, Key.Key_Enter, Key.Key_Space)
RING = 2.0


class PictureWidget(QWidget):
    """A painted widget of a fixed height, as wide as it may be."""

    is_walked = False
    """The arrows walk through it when Tab has reached it: a click leaves them to the playback."""

    def __init__(self, name: str, desk: Desk, magnified: float = 1.0) -> None:
        """Be called something; magnified for the back row."""
        super().__init__()
        self.desk, self.magnified = desk, magnified
        named(self, name)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy = Qt.FocusPolicy.TabFocus if self.is_walked else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)
        self._shown: tuple[Sheet, Picture | None] | None = None
        self._painter = QtPainter(keeps_words=False)

    def walk(self, across: int, down: int) -> None:
        """Go to the part that lies in a direction."""

    def choose(self) -> None:
        """Do what a click on the part would do."""

    def event(self, event: QEvent) -> bool:
        """Keep the arrows from the playback while this has the focus; show that it has."""
        if claims(event, (*ARROWS, *CHOOSES)):
            return True
        done = super().event(event)
        if event.type() == QEvent.Type.Paint and self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(self.palette().highlight().color(), RING))
            inset = RING / 2.0
            painter.drawRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset))
        return done

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.is_walked and event.key() in ARROWS:
            self.walk(*ARROWS[Key(event.key())])
        elif self.is_walked and event.key() in CHOOSES:
            self.choose()
        else:
            event.ignore()

    # --- what is shown ------------------------------------------------------------------------

    @property
    def theme(self) -> Theme:
        return self.desk.theme.magnified(self.magnified)

    @property
    def sheet(self) -> Sheet:
        return sheet_of(self, self.theme)

    @property
    def shown(self) -> Picture | None:
        """What is painted: described anew where it is another, or as wide as another."""
        sheet = self.sheet
        if self._shown is None or self._shown[0] != sheet:
            self._shown = sheet, self.describe(sheet)
        return self._shown[1]

    def describe(self, sheet: Sheet) -> Picture | None:
        """Say what is shown on a sheet; None where there is nothing."""
        raise NotImplementedError  # classes of Qt cannot be abstract

    def renew(self) -> None:
        """Show what is other than before."""
        self._shown = None
        self.update()

    def show_hand(self, can_press: bool) -> None:
        """Show whether a press does something where the mouse is."""
        shape = Qt.CursorShape.PointingHandCursor if can_press else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    def be_high(self, height: float) -> None:
        """Take a height, given for a plain size of type."""
        self.setFixedHeight(self.theme.px(height))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if (shown := self.shown) is not None:
            with QPainter(self) as painter:
                self._painter.paint(shown, painter, self.devicePixelRatioF())
