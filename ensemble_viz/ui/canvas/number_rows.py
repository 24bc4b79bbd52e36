"""Numbers with their words, one below the other: words at the left, numbers at the right."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ensemble_viz.scene.card import CardRow
from ensemble_viz.ui.look.lettering import line_height, width_of, write
from ensemble_viz.ui.look.raised import raised_width, write_raised
from ensemble_viz.ui.look.theme import Theme

ROW_GAP, RULE_GAP, COLUMN_GAP = 2, 5, 16


class NumberRows:
    """Rows of a card."""

    def __init__(self, rows: Sequence[CardRow], theme: Theme) -> None:
        """Take rows as they are written."""
        self.rows = rows
        self.theme = theme
        self.font = theme.font("text")

    @property
    def line(self) -> float:
        """Say how high a row is."""
        return line_height(self.font) + self.theme.px(ROW_GAP)

    @property
    def height(self) -> float:
        """Say how high all of them are."""
        return sum(self.line + self._rule_room(row) for row in self.rows)

    @property
    def width(self) -> float:
        """Say how wide the widest is."""
        gap = self.theme.px(COLUMN_GAP)
        return max(
            (
                raised_width(row.label, self.font) + gap + width_of(row.value, self.font)
                for row in self.rows
            ),
            default=0.0,
        )

    def draw(self, painter: QPainter, left: float, top: float, width: float) -> None:
        """Paint them below a corner."""
        for row in self.rows:
            if row.rule:
                level = top + self.theme.px(RULE_GAP) / 2
                painter.setPen(QPen(self.theme.colour("ink3"), 1.0))
                painter.drawLine(QPointF(left, level), QPointF(left + width, level))
                top += self._rule_room(row)
            self._draw_row(painter, row, QRectF(left, top, width, self.line))
            top += self.line

    def _rule_room(self, row: CardRow) -> float:
        return self.theme.px(RULE_GAP) if row.rule else 0.0

    def _draw_row(self, painter: QPainter, row: CardRow, place: QRectF) -> None:
        value = min(width_of(row.value, self.font) + 1.0, place.width())
        label, number = QRectF(place), QRectF(place)
        label.setRight(place.right() - value - self.theme.px(4))
        number.setLeft(place.right() - value)
        words, ink = ("accent", "accent") if row.now else ("ink2", "ink")
        write_raised(painter, label, row.label, self.font, self.theme.colour(words))
        right = Qt.AlignmentFlag.AlignRight
        write(painter, number, row.value, self.font, self.theme.colour(ink), right)
