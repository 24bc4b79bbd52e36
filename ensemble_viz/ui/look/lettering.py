"""Words on what we paint ourselves: measured, cut short; never as markup."""

from functools import cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from ensemble_viz.scene.picture import Sheet, Type
from ensemble_viz.ui.look.style import Theme, font_of

MOST_LETTERS = 600  # no card holds more; names may have thousands
MOST_KEPT = 1 << 12  # measures, until they are forgotten
Align = Qt.AlignmentFlag


class QtRuler:
    """Measures words, each once: to shape them takes longer than to draw them."""

    def __init__(self) -> None:
        self._widths: dict[tuple[str, Type], float] = {}

    def width(self, text: str, kind: Type) -> float:
        key = text[:MOST_LETTERS], kind
        if key not in self._widths:
            if len(self._widths) >= MOST_KEPT:
                self._widths.clear()
            self._widths[key] = _measures(kind).horizontalAdvance(key[0])
        return self._widths[key]

    def height(self, kind: Type) -> float:
        """Say how far its letters reach."""
        return _measures(kind).height()


RULER = QtRuler()
WORDS = Sheet((0.0, 0.0, 0.0, 0.0), RULER)
"""Cuts words and makes them smaller, as in pictures."""


def sheet_of(widget: QWidget, theme: Theme) -> Sheet:
    """What a picture that fills a widget is laid out on."""
    box = (0.0, 0.0, float(max(widget.width(), 1)), float(max(widget.height(), 1)))
    return Sheet(box, RULER, palette=theme.palette, scale=theme.scale)


@cache
def font(kind: Type) -> QFont:
    return font_of(kind[0], kind[1])


def base_line(kind: Type) -> float:
    """Say how far below the middle of a line the letters stand."""
    metrics = _measures(kind)
    return (metrics.ascent() - metrics.descent()) / 2.0


@cache
def _measures(kind: Type) -> QFontMetricsF:
    return QFontMetricsF(font(kind))


def _kind(font: QFont) -> Type:
    size = font.pixelSize()
    return size if size > 0 else QFontInfo(font).pixelSize(), int(font.weight())


def width_of(text: str, font: QFont) -> float:
    return RULER.width(text, _kind(font))


def cut(text: str, font: QFont, width: float) -> str:
    """Cut one line of words to a width, with an ellipsis."""
    line = " ".join(text[:MOST_LETTERS].split()) if not text.isprintable() else text
    return WORDS.cut(line[:MOST_LETTERS], _kind(font), max(width, 0.0))


def fitting(font: QFont, words: str, width: float) -> QFont:
    """Make a font a little smaller where that brings words into one line."""
    smaller = QFont(font)
    smaller.setPixelSize(WORDS.fitted(words, _kind(font), width)[0])
    return smaller


def within(width: float, words: str, font: QFont) -> tuple[str, QFont]:
    """Bring words into a width: in smaller type, then with an ellipsis."""
    smaller = font if width_of(words, font) <= width else fitting(font, words, width)
    return cut(words, smaller, width), smaller


def write(
    painter: QPainter,
    place: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    align: Align = Align.AlignLeft,
) -> None:
    """Write one line into a rectangle, in the middle of its height, cut where it is too long."""
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(place, cut(text, font, place.width() + 0.5), _option(align))


@cache
def _option(align: Align) -> QTextOption:
    option = QTextOption(align | Align.AlignVCenter | Align.AlignAbsolute)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    return option


class CutLabel(QLabel):
    """Shows as much of one line as fits; the mouse can ask for the rest."""

    def __init__(self, text: str = "", role: str = "hint") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Be as narrow as need be."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
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
