"""The base of pictures with words in them: what is written can be read, by tests and by readers."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QSizePolicy

from ensemble_viz.ui.look.lettering import Align, write
from ensemble_viz.ui.look.theme import Theme
from ensemble_viz.ui.pictures.walked import Walked, Ways


class Picture(Walked):
    """A painted widget of a fixed height, as wide as it may be."""

    def __init__(self, name: str, theme: Theme, ways: Ways | None = None) -> None:
        """Be called something; nothing is painted yet."""
        super().__init__(ways)
        self.setObjectName(name)
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.theme = theme
        self.written: list[str] = []
        """What was written in the last painting, in its order."""

    def be_high(self, height: float) -> None:
        """Take a height, given for a plain size of type."""
        self.setFixedHeight(self.theme.px(height))

    def letter(
        self,
        painter: QPainter,
        place: QRectF,
        text: str,
        font: QFont,
        colour: QColor,
        align: Align = Align.AlignLeft,
    ) -> None:
        """Write one line, and remember it."""
        if text:
            self.written.append(text)
            write(painter, place, text, font, colour, align)
