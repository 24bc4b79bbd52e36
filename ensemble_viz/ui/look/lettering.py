"""Words on what we paint ourselves: measured, broken into lines, cut short; never as markup."""

from collections.abc import Callable, Hashable
from functools import cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QTextLayout,
    QTextOption,
)

LINE = 1.36  # the height of a line by the size of its font
LEAST_SHARE = 0.85  # of its size, to which a line shrinks to be whole
MOST_LETTERS = 600  # no card holds more; names may have thousands
MOST_KEPT = 1 << 12  # measures, until they are forgotten
Align = Qt.AlignmentFlag
Text = ParamSpec("Text")
Measure = TypeVar("Measure")
Measuring = Callable[Concatenate[QFont, Text], Measure]


def kept_by_font(measure: "Measuring[Text, Measure]") -> "Measuring[Text, Measure]":
    """Measure the same in the same font once: to shape words takes longer than to draw them."""
    known: dict[Hashable, Measure] = {}

    @wraps(measure)
    def measured(font: QFont, /, *args: Text.args, **kwargs: Text.kwargs) -> Measure:
        key = (font.pixelSize(), font.weight(), font.family(), font.italic(), args, *kwargs.items())
        if key not in known:
            if len(known) >= MOST_KEPT:
                known.clear()
            known[key] = measure(font, *args, **kwargs)
        return known[key]

    return measured


def width_of(text: str, font: QFont) -> float:
    """Measure one line of words."""
    return _width(font, text[:MOST_LETTERS])


@kept_by_font
def _width(font: QFont, text: str) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)


@kept_by_font
def line_height(font: QFont) -> float:
    """Say how high a line of a font is."""
    return round(max(font.pixelSize() * LINE, QFontMetricsF(font).height()))


def cut(text: str, font: QFont, width: float) -> str:
    """Cut one line of words to a width, with an ellipsis."""
    line = " ".join(text[:MOST_LETTERS].split()) if not text.isprintable() else text
    return _cut(font, line[:MOST_LETTERS], max(width, 0.0))


@kept_by_font
def _cut(font: QFont, line: str, width: float) -> str:
    return QFontMetricsF(font).elidedText(line, Qt.TextElideMode.ElideRight, width)


def fitting(font: QFont, words: str, width: float) -> QFont:
    """Make a font a little smaller where that brings words into one line."""
    usual = font.pixelSize() if font.pixelSize() > 0 else QFontInfo(font).pixelSize()
    tried = QFont(font)
    for size in range(usual, round(LEAST_SHARE * usual) - 1, -1):
        tried.setPixelSize(size)
        if width_of(words, tried) <= width:
            return tried
    tried.setPixelSize(usual)
    return tried


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


class Paragraph:
    """Words broken into lines of a width, at most so many lines."""

    def __init__(
        self, text: str, font: QFont, width: float, lines: int = 4, line: float = 0.0
    ) -> None:
        """Break them; the lines are at least so high."""
        self.font = font
        self.width = max(width, 1.0)
        self.line = max(line_height(font), line)
        self.lines = list(_broken(font, _glued(text[:MOST_LETTERS]), self.width, lines))

    @property
    def height(self) -> float:
        """Say how high they are together."""
        return self.line * len(self.lines)

    @property
    def widest(self) -> float:
        """Say how wide the widest line is."""
        return max((width_of(line, self.font) for line in self.lines), default=0.0)

    def draw(self, painter: QPainter, corner: QPointF, colour: QColor) -> None:
        """Write them below a corner."""
        for k, line in enumerate(self.lines):
            top = corner.y() + k * self.line
            place = QRectF(corner.x(), top, self.width, self.line)
            write(painter, place, line, self.font, colour)


@kept_by_font
def _broken(font: QFont, text: str, width: float, most: int) -> tuple[str, ...]:
    """Break words into lines of a width, the last of them cut where there are more."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    starts = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        starts.append(line.textStart())
    layout.endLayout()
    if not text:
        return ()
    pieces = [text[a:b].rstrip() for a, b in zip(starts, [*starts[1:], None], strict=True)]
    if len(pieces) > most:
        pieces[most - 1 :] = [cut(text[starts[most - 1] :], font, width)]
    return tuple(pieces)


def _glued(text: str) -> str:
    """Keep both sides of a sign in one line."""
    words = " ".join(text.split())
    for sign in "=×≤·":
        words = words.replace(f" {sign} ", f"\N{NO-BREAK SPACE}{sign}\N{NO-BREAK SPACE}")
    return words
