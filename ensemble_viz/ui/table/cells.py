"""How a cell of the table of points looks: shapes of classes, rings of misses, what is new."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ensemble_viz.scene.tables import Column
from ensemble_viz.ui.look.glyphs import draw_glyph, draw_ring
from ensemble_viz.ui.look.lettering import Align, fitting, width_of, write
from ensemble_viz.ui.look.style import mixed
from ensemble_viz.ui.look.theme import Theme
from ensemble_viz.ui.table.model import PointsModel

GLYPH, RING = 4.6, 4.4
INSET = 3.0
NUMBER, WIDER = "+0.0000", 1.03  # by so much at most is it wider in the step that computes it
LIT, CHOSEN = 0.05, 0.12  # how much ink is mixed into the ground


class PointsCells(QStyledItemDelegate):
    """Paints cells."""

    def __init__(self, parent: QObject, model: PointsModel, theme: Theme) -> None:
        """Read the columns of a model."""
        super().__init__(parent)
        self.model = model
        self.theme = theme

    def width(self, column: Column) -> int:
        """Say how wide a column has to be, also in the step that computes it."""
        text, head = self._font(not column.given), self.theme.font("hint")
        wide = max(width_of(words, text) for words in column.samples() or ("",))
        if column.names:  # a number is never cut, a long name may be
            wide = min(wide, self.theme.px(90)) + self.theme.px(20)
        wide = max(wide, width_of(column.title, head))
        return round(wide + 2.0 * self.theme.px(INSET)) + 2

    def _font(self, is_strong: bool) -> QFont:
        """Give the font of a number; a strong one is set smaller, so that it takes no more room."""
        font = self.theme.font("text")
        if not is_strong:
            return font
        room = WIDER * width_of(NUMBER, font)
        font.setWeight(QFont.Weight.DemiBold)
        return fitting(font, NUMBER, room)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint one cell."""
        point, column = self.model.point(index.row()), self.model.column(index.column())
        room = QRectF(option.rect)
        state = option.state
        self._paint_ground(painter, room, point, bool(state & QStyle.StateFlag.State_Selected))
        font = self._font(column.now)
        name = "ink2" if column.kind in ("number", "leaf", "draws") else "ink"
        colour = self.theme.colour("accent" if column.now else name)
        inner = room.adjusted(self.theme.px(INSET), 0.0, -self.theme.px(INSET), 0.0)
        text = column.text(point)
        if column.kind == "class":
            centre = QPointF(inner.left() + self.theme.px(GLYPH) + 1.0, room.center().y())
            looks = self.theme.palette.classes[int(column.value[point])]
            draw_glyph(painter, centre, self.theme.px(GLYPH), looks)
            inner.setLeft(centre.x() + self.theme.px(10))
        left = column.kind in ("class", "vote", "point")
        seen = self._seen(option.widget, inner)
        if seen.right() < inner.right():  # half a number would be another one
            inner, text, left = seen, "…", True
        write(painter, inner, text, font, colour, Align.AlignLeft if left else Align.AlignRight)
        if column.is_missed(point):
            x = inner.left() + width_of(text, font) + self.theme.px(RING + 5.0)
            ink = self.theme.colour("ink")
            draw_ring(painter, QPointF(x, room.center().y()), self.theme.px(RING), ink)

    def _seen(self, view: QWidget, room: QRectF) -> QRectF:
        """Give the part of a cell that is not beyond the edge of the table."""
        if not isinstance(view, QAbstractItemView) or room.right() <= view.viewport().width():
            return room
        right = view.viewport().width() - self.theme.px(INSET)
        return QRectF(room.left(), room.top(), max(0.0, right - room.left()), room.height())

    def _paint_ground(self, painter: QPainter, room: QRectF, point: int, chosen: bool) -> None:
        """Tint what is looked at, and more what is selected."""
        if chosen:
            painter.fillRect(room, mixed(self.theme, "panel", "ink", CHOSEN))
        elif point < len(self.model.lit) and self.model.lit[point]:
            painter.fillRect(room, mixed(self.theme, "panel", "ink", LIT))
