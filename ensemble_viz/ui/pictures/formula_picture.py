"""The formulas of a step, one below the other, the one that is computed now on a tint.

They are typeset when nothing has moved for a moment; until then they are plain text.
"""

import time

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from shiboken6 import isValid

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture import Picture, Sheet, Typesetter
from ensemble_viz.scene.picture.beside.formulas import (
    LineLayout,
    bottom,
    formulas,
    laid_out,
    pieces_to_set,
)
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pictures.picture import PictureWidget

REST = 150  # milliseconds without news before anything is typeset
QUIET = 0.4  # seconds since the last news: a single step then, which may be typeset at once
AT_ONCE = 0.04  # seconds that typesetting at once may take
SIZES = ((400, 19), (344, 16), (0, 15))  # from a width on: the size of the formulas
LEAST = 13  # to which they shrink where there is little height


class FormulaPicture(PictureWidget):
    now_placed = Signal(int, int)
    """From where to where the line of this step reaches."""

    def __init__(self, desk: Desk, magnified: float = 1.0) -> None:
        super().__init__("formulas", desk, magnified)
        self.setAccessibleName("Formulas of this round")
        self.setter = Typesetter()
        self.lines: tuple[FormulaLine, ...] = ()
        self.pictures: list[LineLayout] = []
        self._heights: list[float] = []
        self._news = 0.0
        self._room = 1 << 14
        self.natural = 0
        """The height of all lines in the size that the width alone would give them."""
        self._less = 0  # by what the type is smaller: it does not grow again in the same run
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._begin)
        self._idle = QTimer(self, interval=0)
        self._idle.timeout.connect(self._set_one)

    @property
    def usual_size(self) -> int:
        """Choose the size of the formulas by the width there is."""
        return self._px(next(size for width, size in SIZES if self.width() >= self._px(width)))

    @property
    def size_of_type(self) -> int:
        """Choose the size of the formulas by the height there is, too."""
        return max(self.usual_size - self._less, self._px(LEAST))

    def _px(self, size: float) -> int:
        return self.theme.px(size)

    @property
    def is_set(self) -> bool:
        """Say whether everything is typeset, or has been tried."""
        return not pieces_to_set(self.lines, self.setter)

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

    def give_room(self, height: int) -> None:
        """Take the height there is: in less of it, the type is smaller."""
        if height != self._room:
            self._room = height
            self.grow_again()

    def grow_again(self) -> None:
        """Try the usual size: the run, or the room, is another."""
        self._less = 0
        self._lay_out()

    # --- typesetting --------------------------------------------------------------------------

    def hideEvent(self, event: QHideEvent) -> None:
        self._rest.stop()
        self._idle.stop()
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Go on where something is left to typeset."""
        super().showEvent(event)
        if not self.is_set:
            self._rest.start()

    def _begin(self) -> None:
        """Begin when nothing is dragged any more: no piece is worth a frame."""
        (self._rest if self.desk.session.pace.is_held else self._idle).start()

    def _set_one(self) -> None:
        """Typeset one piece between two looks at the mouse."""
        missing = pieces_to_set(self.lines, self.setter)
        if missing:
            self.setter.set(missing[0].latex, self.size_of_type)
        if not isValid(self):
            return  # its window was closed while the typesetter was loaded
        if len(missing) <= 1:
            self._idle.stop()
            self._lay_out()

    def _set_for(self, seconds: float) -> None:
        """Typeset for so long, what the step computes first."""
        until = time.monotonic() + seconds
        for piece in pieces_to_set(self.lines, self.setter):
            if time.monotonic() > until:
                return
            self.setter.set(piece.latex, self.size_of_type)

    # --- painting -----------------------------------------------------------------------------

    def _lay_out(self) -> None:
        """Break the lines; what is not typeset keeps the room that it had or will have."""
        before, less = self._heights, self._less
        self._less = 0
        self._break(before)
        self.natural = round(self.bottom(len(self.pictures)))
        if less:
            self._less = less
            self._break(before)
        while self.bottom(len(self.pictures)) > self._room and self.size_of_type > self._px(LEAST):
            self._less += 1
            self._break(before)
        whole = round(self.bottom(len(self.pictures)))
        if whole > self._room:  # so that it can be scrolled to the beginning of a line
            whole = self.line_after(whole - self._room) + self._room
        self.setFixedHeight(whole)
        now = next((k for k, line in enumerate(self.lines) if line.now), None)
        if now is not None:
            self.now_placed.emit(round(self.bottom(now)), round(self.bottom(now + 1)))
        self.renew()

    def _break(self, before: list[float]) -> None:
        self.pictures = laid_out(self.lines, self.setter, self.size_of_type, self.sheet)
        usual = 2.0 * self.size_of_type  # what two rows of digits need
        self._heights = [
            picture.height
            if picture.is_set
            else max(picture.height, before[k] if k < len(before) else usual)
            for k, picture in enumerate(self.pictures)
        ]

    def line_after(self, height: int) -> int:
        """Find where the first line begins that is wholly below a height."""
        return next((top for top in self._ends if top >= height), height)

    def line_until(self, height: int) -> int:
        """Find where the last line ends that is wholly above a height; all may be."""
        cut = next((k for k, end in enumerate(self._ends) if end > height), 0)
        return self._ends[cut - 1] if cut > 1 else height

    @property
    def _ends(self) -> list[int]:
        return [round(self.bottom(k)) for k in range(len(self.pictures) + 1)]

    def bottom(self, count: int) -> float:
        return bottom(self._heights, count, self.sheet)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew; another width may want another size."""
        super().resizeEvent(event)
        if event.size().width() == event.oldSize().width():
            return
        if not self.is_set:
            self._rest.start()
        self._lay_out()

    def describe(self, sheet: Sheet) -> Picture:
        return formulas(self.pictures, sheet, self._heights)
