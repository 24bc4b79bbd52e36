"""What the caption card is made of: words that fit, rows with numbers, steps side by side."""

from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from ensemble_viz.ui.look.lettering import Align, line_height, width_of, write

RING = 1.2  # pixels


def in_rows(sizes: list[QSizeF], room: float, gaps: tuple[int, int]) -> list[QRectF]:
    """Put sizes into a row, or into more where they are many, with gaps from the least on."""
    placed, x, y = [], 0.0, 0.0
    left_over = (room - sum(size.width() for size in sizes)) / max(1, len(sizes) - 1)
    gap = max(gaps[0], min(left_over, gaps[1]))
    for size in sizes:
        if x and x + size.width() > room + 1.0:
            x, y = 0.0, y + size.height()
        placed.append(QRectF(QPointF(x, y), size))
        x += size.width() + gap
    return placed


def draw_dot(
    painter: QPainter, centre: QPointF, radius: float, colour: QColor, is_full: bool
) -> None:
    """Paint the dot of a step; that of one to come is a ring."""
    if is_full:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
    else:
        radius -= RING / 2
        painter.setPen(QPen(colour, RING))
        painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(centre, radius, radius)


class Block(Protocol):
    """Some lines of the card."""

    @property
    def height(self) -> float:
        """Say how high they are together."""

    def draw(self, painter: QPainter, corner: QPointF, colour: QColor) -> None:
        """Write them below a corner."""


class Rows:
    """Short rows, each with a number at its right end."""

    def __init__(self, rows: tuple[tuple[str, str], ...], font: QFont, width: float) -> None:
        """Take what is to be written."""
        self.rows, self.font, self.width = rows, font, width
        self.line = line_height(font)

    @property
    def height(self) -> float:
        """Say how high they are together."""
        return self.line * len(self.rows)

    def draw(self, painter: QPainter, corner: QPointF, colour: QColor) -> None:
        """Write them below a corner."""
        for k, (words, number) in enumerate(self.rows):
            place = QRectF(corner.x(), corner.y() + k * self.line, self.width, self.line)
            write(painter, place, number, self.font, colour, Align.AlignRight)
            place.setWidth(self.width - width_of(number, self.font))
            write(painter, place, words, self.font, colour)
