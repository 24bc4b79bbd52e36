"""Words on what we paint ourselves: measured, cut short; never as markup."""

from collections.abc import Callable, Hashable
from functools import cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
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
