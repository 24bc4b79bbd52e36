"""The key of the canvas: classes, of which a click takes one in hand; rings, draws, lines."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton

from ensemble_viz.document.document import Change
from ensemble_viz.scene.legend import ClassEntry, Legend, fullest
from ensemble_viz.scene.line_names import STEMS
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.legend_entries import (
    ClassMark,
    DrawMark,
    Kit,
    LegendEntry,
    LineMark,
    RingMark,
    Words,
)
from ensemble_viz.ui.canvas.overlay_card import OverlayCard, laid_out_once
from ensemble_viz.ui.canvas.still import Still
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.style import mixed
from ensemble_viz.ui.look.theme import Theme

MOST_WIDTH, MOST_PROJECTED, MOST_FLAT = 364, 560, 640
ROW, LINE_ROW, ROW_PROJECTED = 28, 25, 48
MARGIN = 6  # around the rows
ASIDE = 7  # within an entry, left and right
ASIDE_DRAW = 5
NOTHING = Legend((), "", 0, (), "", ())
Placed = list[tuple[LegendEntry, QRectF]]


class ClassButton(QAbstractButton):
    """A class in the key; pressed, it is in hand."""

    def __init__(self, card: "LegendCard", k: int) -> None:
        """Stand for class k."""
        super().__init__(card)
        self.card = card
        self.k = k
        self.mark = ClassMark(Kit(card.theme), ClassEntry(k, "", 0, False))
        self._still = Still()
        self.setObjectName(f"class-{k}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(True)
        self.clicked.connect(self.take)

    def show_mark(self, mark: ClassMark) -> None:
        """Show a class as it is now."""
        self.mark = mark
        name = mark.entry.name[:200]
        self.setChecked(mark.entry.in_hand)
        self.setText(f"{name} {mark.entry.count}")
        self.setAccessibleName(f"Class {name}, {mark.entry.count} points")
        self.setToolTip(f"<p>Take {escape(name)} in hand ({self.k + 1})</p>")
        self.update()

    def take(self) -> None:
        """Take the class in hand; it stays so when it is pressed again."""
        self.setChecked(True)
        self.card.desk.look(class_in_hand=self.k)

    def sizeHint(self) -> QSize:
        """Be as large as the entry."""
        height = self.mark.kit.theme.px(ROW_PROJECTED if self.mark.kit.projected else ROW)
        return QSize(round(self.mark.width + 2 * self.mark.kit.theme.px(ASIDE)), height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the entry as it was, or anew where it is another: a drag repaints all cards."""
        painter, whole = QPainter(self), self.rect()
        state = self.underMouse(), self.isChecked(), self.hasFocus()
        key = (self.mark, state, whole.width(), whole.height())
        self._still.paint(painter, key, [QRectF(whole)], self._draw)

    def _draw(self, painter: QPainter) -> None:
        """Draw the entry, with a border where it is in hand."""
        theme, aside = self.mark.kit.theme, self.mark.kit.theme.px(ASIDE)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        if self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mixed(theme, "card", "ink", 0.05))
            painter.drawRoundedRect(inner, 6, 6)
        in_hand = self.isChecked() and not self.mark.kit.projected
        if in_hand or self.hasFocus():
            painter.setPen(QPen(theme.colour("ink"), 2.0 if self.hasFocus() else 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(inner, 6, 6)
        self.mark.draw(painter, QRectF(self.rect()).adjusted(aside, 0.0, -aside, 0.0))


class LegendCard(OverlayCard):
    """Says what the marks stand for."""

    def __init__(self, desk: Desk) -> None:
        """List nothing yet."""
        super().__init__(desk, "legend-card", "Key")
        self.legend = NOTHING
        self._whole_in: tuple[object, ...] = ()
        self._whole_sizes = (0.0, 0.0)
        self.points = 0
        self._shown_in: Theme | None = None
        self.buttons: list[ClassButton] = []
        self.whole = NOTHING
        """All that it will list in this run: it is as wide as that, for rows must not jump."""

    def refresh(self, scene: Scene, change: Change) -> None:
        """List what the marks of this moment stand for."""
        if not change & ~(Change.FOCUS | Change.FRAME):
            return
        if change & (Change.DATA | Change.SETUPS | Change.LOOK):
            self.take_theme(self.desk.theme)
        whole = self.whole if self.desk.pace.is_hurried else fullest(scene.stage)
        self.show_legend(scene.legend, len(scene.stage.data), whole)

    def show_legend(self, legend: Legend, points: int = 0, whole: Legend = NOTHING) -> None:
        """List these entries, of at most so many points each, with room for all of the run."""
        shown = (legend, points, whole, self.theme)
        if shown == (self.legend, self.points, self.whole, self._shown_in):
            return
        self.legend, self.points, self.whole, self._shown_in = shown
        self._make_buttons(len(legend.classes))
        kit = Kit(self.theme)
        for button, entry in zip(self.buttons, legend.classes, strict=True):
            button.show_mark(ClassMark(kit, entry))
        self._forget()
        rows = self._rows(self.legend)
        self.settle("\n".join(entry.words for entry, _ in rows))
        self._place_buttons(rows)
        self.appear(bool(rows))

    def sizeHint(self) -> QSize:
        """Be as high as the rows are, and as wide as those of the whole run."""
        return self.size_for(self.legend)

    def size_of_whole(self, whole: Legend, points: int) -> QSize:
        """Say how large it would be with all entries of a run, of at most so many points each."""
        self.whole, self.points = whole, points
        self._forget()
        return self.size_for(whole)

    def size_for(self, legend: Legend) -> QSize:
        """Say how large it would be with these entries."""
        margin, rows = self.theme.px(MARGIN), self._rows(legend)
        width = min(max(_right(rows), self._of_whole()[0]), self._most)
        return QSize(round(width + 2 * margin), round(_bottom(rows) + 2 * margin))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons where their rows are now."""
        super().resizeEvent(event)
        self._place_buttons(self._rows(self.legend))

    @property
    def fills_edges(self) -> bool:
        """Say whether large marks may reach as far as the edges."""
        return self.is_projected

    def draw(self, painter: QPainter) -> None:
        """Paint the entries that are no buttons."""
        margin = self.theme.px(MARGIN)
        for entry, place in self._rows(self.legend):
            if not isinstance(entry, ClassMark):
                aside = self._aside(entry)
                inner = place.translated(margin, margin).adjusted(aside, 0.0, -aside, 0.0)
                entry.draw(painter, inner)

    def _aside(self, entry: LegendEntry) -> int:
        is_small = isinstance(entry, DrawMark | Words)
        return self.theme.px(ASIDE_DRAW if is_small else ASIDE)

    @property
    def _most(self) -> float:
        projected = Kit(self.theme).projected
        most = self.theme.px(MOST_PROJECTED if projected else MOST_WIDTH)
        if self.lies_flat:
            most = self.theme.px(MOST_FLAT)
        return min(most, self.room) - 2 * self.theme.px(MARGIN)

    @laid_out_once
    def _rows(self, legend: Legend) -> Placed:
        """Put the entries into rows."""
        placed: Placed = []
        for entries, column in self._groups(legend, self._of_whole()[1]):
            placed += self._flowed(entries, _bottom(placed), column)
        return placed

    def _of_whole(self) -> tuple[float, float]:
        """Say how wide the rows of the run can get, and the columns of its lines."""
        key = (self.whole, self.points, self.theme, self.room, self.lies_flat)
        if key != self._whole_in:  # not for every frame in which other entries are listed
            self._whole_in, column = key, _widest(self._lines(self.whole))
            self._whole_sizes = self._whole_width(column), column
        return self._whole_sizes

    def _whole_width(self, column: float) -> float:
        """Measure all rows of the run: those that are broken may be broken anywhere."""
        width = 0.0
        for entries, in_columns in self._groups(self.whole, column):
            placed = self._flowed(entries, 0.0, in_columns)
            is_broken = bool(placed) and placed[-1][1].top() > 0.0
            width = max(width, self._most if is_broken and not in_columns else _right(placed))
        return width

    def _groups(self, legend: Legend, column: float) -> list[tuple[list[LegendEntry], float]]:
        """List what stands together: classes and rings, draws, lines.

        Lines stand in columns, of this width at least: they are as wide in every round.
        """
        kit = Kit(self.theme)
        first: list[LegendEntry] = [ClassMark(kit, entry) for entry in legend.classes]
        if legend.ring:
            first.append(RingMark(kit, legend.ring, legend.ringed, self.points))
        draws: list[LegendEntry] = [DrawMark(kit, entry) for entry in legend.draws]
        if draws and legend.draws_title:
            draws.insert(0, Words(kit, legend.draws_title))
        lines = self._lines(legend)
        wide = 0.0 if self.is_small else max(column, _widest(lines))
        return [(first, 0.0), (draws, 0.0), (lines, wide)]

    def _lines(self, legend: Legend) -> list[LegendEntry]:
        """List the lines; on a small canvas without what their colours say, too."""
        shown = [line for line in legend.lines if not (self.is_small and line in STEMS)]
        return [LineMark(Kit(self.theme), style, words) for style, words in shown]

    def _flowed(self, entries: Sequence[LegendEntry], top: float, column: float) -> Placed:
        """Put entries side by side, into further rows where there is no room."""
        theme = self.theme
        row = theme.px(ROW_PROJECTED if Kit(theme).projected else LINE_ROW if column else ROW)
        placed: Placed = []
        start = theme.px(ASIDE) - self._aside(entries[0]) if entries else 0.0
        x, y = start, top
        for entry in entries:
            width = max(entry.width, column) + 2 * self._aside(entry)
            if x > start and x + width > self._most:
                x, y = start, y + row
            placed.append((entry, QRectF(x, y, width, row)))
            x += width
        return placed

    def _make_buttons(self, count: int) -> None:
        while len(self.buttons) > count:
            self.buttons.pop().deleteLater()
        while len(self.buttons) < count:
            self.buttons.append(ClassButton(self, len(self.buttons)))
            self.buttons[-1].show()

    def _place_buttons(self, rows: Placed) -> None:
        margin = self.theme.px(MARGIN)
        places = [place for entry, place in rows if isinstance(entry, ClassMark)]
        for button, place in zip(self.buttons, places, strict=True):
            corner = QPoint(round(place.left()) + margin, round(place.top()) + margin)
            button.setGeometry(corner.x(), corner.y(), round(place.width()), round(place.height()))


def _widest(entries: Sequence[LegendEntry]) -> float:
    return max((entry.width for entry in entries), default=0.0)


def _right(placed: Placed) -> float:
    return max((place.right() for _, place in placed), default=0.0)


def _bottom(placed: Placed) -> float:
    return placed[-1][1].bottom() if placed else 0.0
