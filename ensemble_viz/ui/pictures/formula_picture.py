"""The formulas of a step, one below the other, the one that is computed now on a tint.

They are typeset when nothing has moved for a moment; until then they are plain text.
"""

import time

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ensemble_viz.scene.formulas import FormulaLine
from ensemble_viz.ui.look.formula import Typesetter
from ensemble_viz.ui.look.theme import Theme
from ensemble_viz.ui.pictures.formula_rows import LinePicture, pieces_to_set
from ensemble_viz.ui.session import Session

REST = 150  # milliseconds without news before anything is typeset
QUIET = 0.4  # seconds since the last news: a single step then, which may be typeset at once
AT_ONCE = 0.04  # seconds that typesetting at once may take
ROOM, INSET, BLEED = 2.0, 4.0, 8.0  # between lines; inside the tint; beside it
SIZES = ((400, 19), (344, 16), (0, 15))  # from a width on: the size of the formulas


class FormulaPicture(QWidget):
    """Paints formulas."""

    def __init__(self, session: Session) -> None:
        """Show nothing yet."""
        super().__init__()
        self.setObjectName("formulas")
        self.setAccessibleName("Formulas of this round")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.session = session
        self.setter = Typesetter()
        self.lines: tuple[FormulaLine, ...] = ()
        self.pictures: list[LinePicture] = []
        self._heights: list[float] = []
        self._news = 0.0
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._begin)
        self._idle = QTimer(self, interval=0)
        self._idle.timeout.connect(self._set_one)

    @property
    def theme(self) -> Theme:
        """Give the colours and sizes."""
        return self.session.theme

    @property
    def size_of_type(self) -> int:
        """Choose the size of the formulas by the width there is."""
        size = next(size for width, size in SIZES if self.width() >= self.theme.px(width))
        return self.theme.px(size)

    @property
    def is_set(self) -> bool:
        """Say whether everything is typeset, or has been tried."""
        return not pieces_to_set(self.lines, self.setter, self.size_of_type)

    def show_lines(self, lines: tuple[FormulaLine, ...], moving: bool) -> None:
        """Take formulas; `moving` says that others are likely to follow at once."""
        now = time.monotonic()
        quiet, self._news = now - self._news > QUIET, now
        self.lines = lines
        self.setAccessibleDescription("\n".join(line.text for line in lines))
        self._idle.stop()
        if quiet and not moving and self.setter.is_ready:
            self._set_for(AT_ONCE)
        if not self.is_set:
            self._rest.start()
        self._lay_out()

    # --- typesetting --------------------------------------------------------------------------

    def _begin(self) -> None:
        self._idle.start()

    def _set_one(self) -> None:
        """Typeset one piece between two looks at the mouse."""
        missing = pieces_to_set(self.lines, self.setter, self.size_of_type)
        if missing:
            self.setter.set(missing[0].latex, self.size_of_type)
        if len(missing) <= 1:
            self._idle.stop()
            self._lay_out()

    def _set_for(self, seconds: float) -> None:
        """Typeset for so long, what the step computes first."""
        until = time.monotonic() + seconds
        for piece in pieces_to_set(self.lines, self.setter, self.size_of_type):
            if time.monotonic() > until:
                return
            self.setter.set(piece.latex, self.size_of_type)

    # --- painting -----------------------------------------------------------------------------

    def _lay_out(self) -> None:
        """Break the lines; what is not typeset keeps the room that it had or will have."""
        width = self.width() - 2 * self.theme.px(BLEED)
        self.pictures = [
            LinePicture(line, self.setter, self.size_of_type, self.theme, width)
            for line in self.lines
        ]
        self._heights = [
            picture.height if picture.is_set else max(picture.height, self._height_before(k))
            for k, picture in enumerate(self.pictures)
        ]
        self.setFixedHeight(round(self.bottom(len(self.pictures))))
        self.update()

    def _height_before(self, k: int) -> float:
        """Give the height a line had before; what two rows of digits need where there was none."""
        return self._heights[k] if k < len(self._heights) else 2.0 * self.size_of_type

    def bottom(self, count: int) -> float:
        """Say where so many lines end."""
        room = self.theme.px(ROOM) + 2 * self.theme.px(INSET)
        return sum(self._heights[:count]) + room * count

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew; another width may want another size."""
        super().resizeEvent(event)
        if event.size().width() == event.oldSize().width():
            return
        if not self.is_set:
            self._rest.start()
        self._lay_out()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bleed, inset = self.theme.px(BLEED), self.theme.px(INSET)
        for k, picture in enumerate(self.pictures):
            top, height = self.bottom(k), self._heights[k]
            if picture.line.now:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self.theme.colour("accent_tint"))
                room = QRectF(0.0, top, self.width(), height + 2 * inset)
                painter.drawRoundedRect(room, 6.0, 6.0)
            picture.draw(painter, top + inset + (height - picture.height) / 2.0, bleed)
        painter.end()
