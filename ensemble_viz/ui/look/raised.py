"""Words with a power of e in them: e^−0.5553 is written with its exponent raised."""

import re

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QPainter

from ensemble_viz.ui.look.lettering import width_of, write

POWER = re.compile(r"e\^(?:\(([^()]*)\)|([+−]?[0-9.·⁻⁰¹²³⁴-⁹]+))")
SMALLER, HIGHER = 0.8, 0.3  # the size of an exponent, and how far up it stands, by the font


def split(text: str) -> tuple[str, str, str]:
    """Take words apart: up to the e, its exponent, and the rest; without a power all is first."""
    found = POWER.search(text)
    if found is None:
        return text, "", ""
    return text[: found.start() + 1], found[1] or found[2], text[found.end() :]


def raised_width(text: str, font: QFont) -> float:
    """Measure words, an exponent as it is written."""
    base, power, rest = split(text)
    return width_of(base, font) + width_of(power, _small(font)) + width_of(rest, font)


def write_raised(painter: QPainter, place: QRectF, text: str, font: QFont, colour: QColor) -> None:
    """Write one line of words, an exponent raised; cut where it is too long."""
    base, power, rest = split(text)
    if not power:
        write(painter, place, text, font, colour)
        return
    left = QRectF(place)
    for words, own, up in ((base, font, 0.0), (power, _small(font), HIGHER), (rest, font, 0.0)):
        piece = left.translated(0.0, -up * font.pixelSize())
        write(painter, piece, words, own, colour)
        left.setLeft(min(left.left() + width_of(words, own), place.right()))


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPixelSize(round(font.pixelSize() * SMALLER))
    return small
