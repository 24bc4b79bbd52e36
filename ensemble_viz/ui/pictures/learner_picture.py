"""What a learner that is no tree has learned: its numbers in columns, and a line or two below."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent

from ensemble_viz.scene.learner_card import NOTE, ROW, FactRow, LearnerCard
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.glyphs import draw_glyph
from ensemble_viz.ui.look.lettering import Align, cut, width_of
from ensemble_viz.ui.pictures.picture import Picture

GLYPH, BEFORE_NAME, APART = 5.0, 18.0, 14.0  # pixels: a sign, its room, and between columns
WIDEST_NAME = 96.0


class LearnerPicture(Picture):
    """Paints the card of a learner."""

    def __init__(self, desk: Desk) -> None:
        """Show nothing yet."""
        super().__init__("Learner", desk.theme)
        self.desk = desk
        self.card: LearnerCard | None = None

    def show_card(self, card: LearnerCard | None) -> None:
        """Take a card; hidden where there is none."""
        self.theme = self.desk.theme
        self.card = card
        self.setVisible(card is not None)
        if card is not None:
            self.be_high(card.height)
            self.setAccessibleDescription(card.text)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint heads, rows and notes."""
        self.written = []
        if self.card is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ends, row = self._ends(self.card), self.theme.px(ROW)
        top = 0.0
        if any(self.card.heads):
            font, colour = self.theme.font("hint"), self.theme.colour("ink3")
            name, *heads = self.card.heads
            self.letter(painter, QRectF(0.0, top, self.width(), row), name, font, colour)
            for end, head in zip(ends, heads, strict=True):
                self.letter(painter, QRectF(0.0, top, end, row), head, font, colour,
                            Align.AlignRight)  # fmt: skip
            top += row
        for fact in self.card.rows:
            self._paint_row(painter, fact, top, ends)
            top += row
        if self.card.rows:
            top = self.theme.px(self.card.height - NOTE * len(self.card.notes))
        for note in self.card.notes:
            place = QRectF(0.0, top, self.width(), self.theme.px(NOTE))
            font = self.theme.font("hint")
            text = cut(note, font, place.width())
            self.letter(painter, place, text, font, self.theme.colour("ink2"))
            top += place.height()

    def _paint_row(self, painter: QPainter, fact: FactRow, top: float, ends: list[float]) -> None:
        row, left = self.theme.px(ROW), 0.0
        if fact.k is not None:
            left = self.theme.px(BEFORE_NAME)
            centre = QPointF(self.theme.px(GLYPH + 1.0), top + row / 2.0)
            radius = self.theme.px(GLYPH)
            draw_glyph(painter, centre, radius, self.theme.palette.classes[fact.k])
        ink = self.theme.colour("ink")
        room = float(self.theme.px(WIDEST_NAME))
        if not any(fact.cells):
            room = float(self.width())
        elif fact.cells[0]:
            taken = ends[0] - width_of(fact.cells[0], self.theme.font("text"))
            room = max(min(room, taken - left - self.theme.px(4)), 0.0)
        name = cut(fact.name, self.theme.font("strong"), room)
        place = QRectF(left, top, self.width() - left, row)
        self.letter(painter, place, name, self.theme.font("strong"), ink)
        for end, cell in zip(ends, fact.cells, strict=True):
            self.letter(painter, QRectF(0.0, top, end, row), cell, self.theme.font("text"), ink,
                        Align.AlignRight)  # fmt: skip

    def _ends(self, card: LearnerCard) -> list[float]:
        """Find the right edges of the columns: as wide as they need, or as there is room for."""
        text, hint = self.theme.font("text"), self.theme.font("hint")
        count = max((len(row.cells) for row in card.rows), default=0)
        widths = [
            max(
                width_of(card.heads[k + 1], hint) if card.heads else 0.0,
                *(width_of(row.cells[k], text) for row in card.rows),
            )
            for k in range(count)
        ]
        apart = self.theme.px(APART)
        left = self.width() - sum(widths) - apart * max(count - 1, 0)
        ends = []
        for width in widths:
            ends.append(left + width)
            left += width + apart
        return ends
