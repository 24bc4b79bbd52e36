"""Labels that give way to little room: by smaller type and an ellipsis, or by more lines."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from ensemble_viz.ui.look.lettering import cut, fitting


class CutLabel(QLabel):
    """Shows as much of one line as fits; the mouse can ask for the rest."""

    def __init__(self, text: str = "", role: str = "hint") -> None:
        """Write a line."""
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Be as narrow as need be."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Write what fits."""
        room = self.contentsRect()
        font = fitting(self.font(), self.text(), room.width())
        shown = cut(self.text(), font, room.width())
        self.setToolTip(self.text() if shown != self.text() else "")
        painter = QPainter(self)
        painter.setFont(font)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, self.alignment() | Qt.TextFlag.TextSingleLine, shown)


class BrokenLabel(QLabel):
    """Breaks its words into lines, and insists on their height at the width it has.

    Layouts within layouts ask for a height before they know the width, and would cut the last line.
    """

    def __init__(self, role: str) -> None:
        """Say nothing yet."""
        super().__init__()
        self.setProperty("role", role)
        self.setWordWrap(True)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._insist()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._insist()

    def _insist(self) -> None:
        self.setMinimumHeight(max(0, self.heightForWidth(self.width())))
