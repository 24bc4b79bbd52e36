"""What each learner says at a place: a row of blocks, each as wide as its learner's weight."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from ensemble_viz.scene.card import Vote
from ensemble_viz.ui.look.lettering import line_height, width_of, write
from ensemble_viz.ui.look.theme import Theme

HEIGHT = 22
GAP = 3.0
LEAST_WIDTH = 8.0  # narrower blocks have no gaps between them and no words
DIM = 0.55


class VoteBlocks:
    """A row of votes in a given width."""

    def __init__(self, votes: Sequence[Vote], theme: Theme, width: float) -> None:
        """Share the width among the votes."""
        self.votes = votes
        self.theme = theme
        total = sum(vote.width for vote in votes)
        shares = [vote.width / total if total > 0 else 1.0 / len(votes) for vote in votes]
        self.gap = GAP if len(votes) * (LEAST_WIDTH + GAP) <= width else 0.0
        free = width - self.gap * (len(votes) - 1)
        self.widths = [share * free for share in shares]

    @property
    def font(self) -> QFont:
        """Give the font inside the blocks."""
        font = self.theme.font("hint")
        font.setWeight(QFont.Weight.Bold)
        return font

    @property
    def is_numbered(self) -> bool:
        """Say whether every block has room for the number of its round below."""
        tick = self.theme.font("tick")
        return self.gap > 0 and all(
            vote.round and width_of(f"{vote.round}", tick) <= width + self.gap - 1
            for vote, width in zip(self.votes, self.widths, strict=True)
        )

    @property
    def height(self) -> float:
        """Say how high the row is, with its numbers."""
        numbers = line_height(self.theme.font("tick")) if self.is_numbered else 0.0
        return self.theme.px(HEIGHT) + numbers

    def draw(self, painter: QPainter, left: float, top: float) -> None:
        """Paint the blocks from the first round to the last."""
        height = float(self.theme.px(HEIGHT))
        numbered = self.is_numbered
        for vote, width in zip(self.votes, self.widths, strict=True):
            block = QRectF(left, top, width, height)
            self._draw_block(painter, vote, block)
            if numbered:
                self._draw_number(painter, vote, block)
            left += width + self.gap

    def _draw_block(self, painter: QPainter, vote: Vote, block: QRectF) -> None:
        looks = self.theme.palette.classes[vote.k]
        fill, ink = QColor(looks.fill), on(looks.fill)
        painter.setPen(Qt.PenStyle.NoPen)
        if not vote.counts:
            fill, ink = self.theme.colour("field"), self.theme.colour("ink3")
            painter.setPen(QPen(self.theme.colour("border"), 1.0))
        elif not vote.joined:
            fill, ink = QColor(looks.pale), self.theme.colour("ink")
        if not vote.joined and self.gap:
            pen = QPen(self.theme.colour("accent"), 2.0)
            pen.setDashPattern([2.0, 1.5])
            painter.setPen(pen)
        painter.setBrush(fill)
        inset = painter.pen().widthF() / 2 if painter.pen().style() != Qt.PenStyle.NoPen else 0.0
        inner = block.adjusted(inset, inset, -inset, -inset)
        if self.gap:
            painter.drawRoundedRect(inner, 2.0, 2.0)
        else:
            painter.fillRect(block, fill)
        if width_of(vote.text, self.font) <= block.width() - 2.0:
            write(painter, block, vote.text, self.font, ink, Qt.AlignmentFlag.AlignHCenter)

    def _draw_number(self, painter: QPainter, vote: Vote, block: QRectF) -> None:
        is_last = vote is self.votes[-1]
        font = self.theme.font("tick")
        if is_last:
            font.setWeight(QFont.Weight.DemiBold)
        below = QRectF(block.left() - 4.0, block.bottom(), block.width() + 8.0, line_height(font))
        colour = self.theme.colour("accent" if is_last else "ink3")
        write(painter, below, f"{vote.round}", font, colour, Qt.AlignmentFlag.AlignHCenter)


def on(fill: str) -> QColor:
    """Choose black or white for words on a colour: what can be read better."""
    light = _luminance(QColor(fill))
    return QColor("white" if 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 else "black")


def _luminance(colour: QColor) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
