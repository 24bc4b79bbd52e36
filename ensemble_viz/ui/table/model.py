"""The rows of the table of points, in some order: texts are made for the cells that are seen."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ensemble_viz.engine.data import IntArray
from ensemble_viz.scene.table import Column, PointsTable
from ensemble_viz.ui.look.icons import draw_glyph, draw_ring
from ensemble_viz.ui.look.lettering import Align, fitting, width_of, write
from ensemble_viz.ui.look.style import Theme, mixed

Index = QModelIndex | QPersistentModelIndex
LEFT = ("class", "vote", "point")
NO_INDEX = QModelIndex()
Role = Qt.ItemDataRole


class PointsModel(QAbstractTableModel):
    """Gives the view what a table of the scene says."""

    typed = Signal(int, str, str)
    """A point, the name of a column, and what it is to say there."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.table: PointsTable | None = None
        self.order: IntArray = np.empty(0, dtype=np.int64)
        """The point of each row."""
        self.rank: IntArray = self.order
        """The row of each point."""
        self.lit: NDArray[np.bool_] = np.empty(0, dtype=bool)
        """The points that are looked at."""

    def show_table(self, table: PointsTable, order: IntArray) -> bool:
        """Take other numbers; say whether the columns or the rows are others than before."""
        before = self.table
        keys = [column.key for column in before.columns] if before else []
        anew = keys != [column.key for column in table.columns] or len(order) != len(self.order)
        if anew:
            self.beginResetModel()
        self.table, self.order = table, order
        self.rank = np.empty_like(order)
        self.rank[order] = np.arange(len(order))
        if len(self.lit) != len(order):
            self.lit = np.zeros(len(order), dtype=bool)
        if anew:
            self.endResetModel()
        else:
            self._announce()
        return anew

    def light(self, lit: NDArray[np.bool_]) -> None:
        if not np.array_equal(lit, self.lit):
            self.lit = lit
            self._announce()

    def _announce(self) -> None:
        if len(self.order) and self.table:
            last = len(self.table.columns) - 1
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.order) - 1, last))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, last)

    def column(self, k: int) -> Column:
        assert self.table is not None
        return self.table.columns[k]

    def point(self, row: int) -> int:
        return int(self.order[row])

    # --- what the view asks -------------------------------------------------------------------

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() or self.table is None else len(self.table.columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid() or self.table is None:
            return None
        column, point = self.column(index.column()), self.point(index.row())
        if role == Role.TextAlignmentRole:
            return _side(column) | Qt.AlignmentFlag.AlignVCenter
        return _text(column, point, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let a person type into what the points are."""
        usual = super().flags(index)
        can_be_typed = index.isValid() and bool(self.column(index.column()).cell)
        return usual | Qt.ItemFlag.ItemIsEditable if can_be_typed else usual

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Ask for what was typed, if it is something else."""
        if role != Role.EditRole or str(value) == self.data(index, Role.EditRole):
            return False
        self.typed.emit(self.point(index.row()), self.column(index.column()).cell, str(value))
        return True

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical or self.table is None:
            return None
        column = self.column(section)
        return {
            int(Role.DisplayRole): column.title,
            int(Role.ToolTipRole): f"{column.words} A click sorts by it.{_typing(column)}",
            int(Role.TextAlignmentRole): _side(column) | Qt.AlignmentFlag.AlignVCenter,
        }.get(int(role))


def _text(column: Column, point: int, role: int) -> str | None:
    """Write a cell: as it is seen, as it is typed into, or as it is read aloud."""
    missed = ", missed" if column.is_missed(point) else ""
    texts = {
        int(Role.DisplayRole): column.text,
        int(Role.EditRole): column.plain,  # all its digits
        int(Role.AccessibleTextRole): lambda row: column.text(row) + missed,
    }
    return texts[int(role)](point) if int(role) in texts else None


def _typing(column: Column) -> str:
    return " A double click on a cell types into it." if column.cell else ""


def _side(column: Column) -> Qt.AlignmentFlag:
    is_left = column.kind in LEFT
    return Qt.AlignmentFlag.AlignLeft if is_left else Qt.AlignmentFlag.AlignRight


GLYPH, RING = 4.6, 4.4
INSET = 3.0
NUMBER, WIDER = "+0.0000", 1.03  # by so much at most is it wider in the step that computes it
LIT, CHOSEN = 0.05, 0.12  # how much ink is mixed into the ground


class PointsCells(QStyledItemDelegate):
    def __init__(self, parent: QObject, model: PointsModel, theme: Theme) -> None:
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
