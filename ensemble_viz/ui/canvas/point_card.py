"""The card of a point or a place: its numbers in the order they are computed, and its votes."""

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QResizeEvent
from PySide6.QtWidgets import QToolButton

from ensemble_viz.document.document import Change
from ensemble_viz.document.where import NOTHING
from ensemble_viz.scene.card import Card
from ensemble_viz.scene.numbers import counted
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.number_rows import NumberRows
from ensemble_viz.ui.canvas.overlay_card import PADDING, OverlayCard
from ensemble_viz.ui.canvas.vote_blocks import VoteBlocks
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.glyphs import ROOM, draw_glyph
from ensemble_viz.ui.look.icons import icon
from ensemble_viz.ui.look.lettering import line_height, width_of, write
from ensemble_viz.ui.look.theme import Theme

LEAST_WIDTH, MOST_WIDTH = 248, 400  # the longest words need so much in the widest type
BUTTON, ICON = 28, 16
BLOCK_GAP = 8
GLYPH = 7.0
PROJECTED = 1.6  # by what the card is larger on the projector


class PointCard(OverlayCard):
    """Shows the numbers of what is hovered or pinned."""

    def __init__(self, desk: Desk) -> None:
        """Show nothing yet."""
        super().__init__(desk, "point-card", "The point or place that is looked at")
        self.card: Card | None = None
        self._steady = 0.0  # the widest it has been in this run: numbers must not jump
        self.copy = self._button("copy", "Copy the numbers")
        self.close_card = self._button("close", "Let go (Esc)")
        self.copy.clicked.connect(self.copy_numbers)
        self.close_card.clicked.connect(self.let_go)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show what is looked at."""
        if change & (Change.DATA | Change.SETUPS | Change.LOOK):
            self.take_theme(self.desk.theme)
            self._steady = 0.0
        if change & ~Change.FRAME:
            self.show_card(scene.card)

    def show_card(self, card: Card | None) -> None:
        """Show this card; what is only hovered lets the mouse through."""
        self.card = card
        self.appear(card is not None)
        if card is None:
            return
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not card.pinned)
        for button in (self.copy, self.close_card):
            button.setVisible(card.pinned)
            button.setIconSize(QSize(self.theme.px(ICON), self.theme.px(ICON)))
            button.setIcon(icon(button.objectName().removesuffix("-card"), self.theme, size=ICON))
        self.settle(card.text)
        self._place_buttons()

    def copy_numbers(self) -> None:
        """Copy the card as plain text."""
        if self.card is not None:
            QGuiApplication.clipboard().setText(self.card.text)

    def let_go(self) -> None:
        """Let go of what is pinned."""
        self.desk.look(pinned=NOTHING)

    def sizeHint(self) -> QSize:
        """Be as large as the rows are, and never narrower than before in the same run."""
        if self.card is None:
            return QSize(0, 0)
        aside, above = self.padding
        self._steady = max(self._steady, self._needed_width())
        most = min(self.theme.px(MOST_WIDTH), self.room)
        width = min(max(self._steady, self.theme.px(LEAST_WIDTH)), most)
        return QSize(round(width), round(2 * above + self._height(width - 2 * aside)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the buttons in their corner."""
        super().resizeEvent(event)
        self._place_buttons()

    def _button(self, name: str, words: str) -> QToolButton:
        made = QToolButton(self)
        made.setObjectName(f"{name}-card")
        made.setToolTip(words)
        made.setAccessibleName(words)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setCursor(Qt.CursorShape.ArrowCursor)
        made.setStyleSheet("padding: 0")
        return made

    def take_theme(self, theme: Theme) -> None:
        """Take other colours and sizes; on the projector all is larger."""
        grown = PROJECTED if theme.palette.is_projected else 1.0
        super().take_theme(replace(theme, scale=theme.scale * grown))

    @property
    def padding(self) -> tuple[int, int]:
        """Give the room around: it grows with the card's own type alone."""
        return self.theme.px(PADDING[0]), self.theme.px(PADDING[1])

    # --- measuring ------------------------------------------------------------------------------

    @property
    def _title_height(self) -> float:
        return max(line_height(self.theme.font("title")), self.theme.px(BUTTON))

    def _rows(self) -> tuple[NumberRows, NumberRows]:
        """Give the rows above and below the votes."""
        assert self.card is not None
        rows = (self.card.rows, self.card.after_votes)
        return NumberRows(rows[0], self.theme), NumberRows(rows[1], self.theme)

    def _needed_width(self) -> float:
        """Measure the widest row, and the title with its buttons."""
        assert self.card is not None
        title = width_of(self.card.title, self.theme.font("title")) + self.theme.px(2 * BUTTON + 28)
        subtitle = width_of(self.card.subtitle, self.theme.font("text"))
        rows = [part.width for part in self._rows()]
        return max([*rows, title, subtitle]) + 2 * self.padding[0]

    def _height(self, inner: float) -> float:
        assert self.card is not None
        gap = self.theme.px(BLOCK_GAP)
        height = self._title_height + self._subtitle_height
        height += sum(part.height + gap / 2 for part in self._rows() if part.rows)
        if self.card.votes:
            height += gap + self._earlier_height
            height += VoteBlocks(self.card.votes, self.theme, inner).height
        return height

    @property
    def _subtitle_height(self) -> float:
        is_there = self.card is not None and bool(self.card.subtitle)
        return NumberRows((), self.theme).line if is_there else 0.0

    @property
    def _earlier_height(self) -> float:
        """Leave room for the words on votes that are left out."""
        is_cut = self.card is not None and self.card.earlier > 0
        return line_height(self.theme.font("tick")) if is_cut else 0.0

    # --- painting -------------------------------------------------------------------------------

    def draw(self, painter: QPainter) -> None:
        """Paint title, numbers and votes."""
        if self.card is None:
            return
        aside, above = self.padding
        inner = self.width() - 2.0 * aside
        gap = self.theme.px(BLOCK_GAP)
        before, after = self._rows()
        top = self._draw_title(painter, QRectF(aside, above, inner, self._title_height))
        if before.rows:
            before.draw(painter, aside, top + gap / 2, inner)
            top += gap / 2 + before.height
        if self.card.votes:
            top = self._draw_votes(painter, QPointF(aside, top + gap), inner)
        after.draw(painter, aside, top + gap / 2, inner)

    def _draw_votes(self, painter: QPainter, corner: QPointF, inner: float) -> float:
        """Paint the votes, and what was left out before them; give the place of what follows."""
        assert self.card is not None
        top = corner.y()
        if self.card.earlier:
            self._draw_earlier(painter, QRectF(corner.x(), top, inner, self._earlier_height))
            top += self._earlier_height
        blocks = VoteBlocks(self.card.votes, self.theme, inner)
        blocks.draw(painter, corner.x(), top)
        return top + blocks.height

    def _draw_earlier(self, painter: QPainter, place: QRectF) -> None:
        assert self.card is not None
        words = f"‹ {counted(self.card.earlier, 'earlier vote')}"
        write(painter, place, words, self.theme.font("tick"), self.theme.colour("ink3"))

    def _draw_title(self, painter: QPainter, place: QRectF) -> float:
        """Paint mark and title, and the line below; give the place of what follows."""
        assert self.card is not None
        title = QRectF(place)
        if self.card.pinned:
            title.setRight(place.right() - self.theme.px(2 * BUTTON))
        if self.card.k is not None:
            radius = self.theme.px(GLYPH)
            looks = self.theme.palette.classes[self.card.k]
            centre = QPointF(place.left() + ROOM * radius, place.center().y())
            draw_glyph(painter, centre, radius, looks)
            title.setLeft(place.left() + 2.0 * ROOM * radius + self.theme.px(7))
        write(painter, title, self.card.title, self.theme.font("title"), self.theme.colour("ink"))
        if not self.card.subtitle:
            return place.bottom()
        below = QRectF(place.left(), place.bottom(), place.width(), self._subtitle_height)
        ink = self.theme.colour("ink2")
        write(painter, below, self.card.subtitle, self.theme.font("text"), ink)
        return below.bottom()

    def _place_buttons(self) -> None:
        size = self.theme.px(BUTTON)
        aside, above = self.padding
        right = self.width() - aside + self.theme.px(6)
        for k, button in enumerate((self.close_card, self.copy)):
            button.setGeometry(right - (k + 1) * size, above, size, size)
