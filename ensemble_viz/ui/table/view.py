"""The table itself: hovering lights a point, selecting a row pins it, Ctrl+C copies."""

import numpy as np
from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from ensemble_viz.engine.data import IntArray
from ensemble_viz.ui.look.keys import ENTER
from ensemble_viz.ui.look.layouts import named
from ensemble_viz.ui.look.rules import TABLE
from ensemble_viz.ui.look.style import Theme, scaled
from ensemble_viz.ui.table.model import PointsCells, PointsModel

ROW = 24
MOST_RUNS = 1000  # of selected rows, one below the other, that are shown when they are scattered
OWN_KEYS = (QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.Paste)
Flag = QItemSelectionModel.SelectionFlag


class PointsView(QTableView):
    """Shows the rows of a model."""

    hovered = Signal(int)
    """The point under the mouse; −1: none."""
    chosen = Signal(int)
    """The point whose row a person took."""
    taken = Signal(object)
    """The points whose rows a person has selected."""
    copied = Signal()
    pasted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        named(self, "points table", "Points")
        self.rows = PointsModel(self)
        self.cells = PointsCells(self, self.rows, theme)
        self.setModel(self.rows)
        self.setItemDelegate(self.cells)
        self._is_led = False
        self._command = Flag.ClearAndSelect
        """What the last click or key was to do with the selected rows."""
        self._beyond: IntArray = np.empty(0, dtype=np.int64)
        """The points that are selected beyond the rows that are shown as such."""
        self._widths: dict[str, int] = {}
        self._look_like_a_table()
        self.entered.connect(self._enter)
        self.selectionModel().selectionChanged.connect(self._select)
        self.selectionModel().currentRowChanged.connect(self._take)

    def _look_like_a_table(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setMinimumSectionSize(8)
        head.setHighlightSections(False)
        head.setSectionsClickable(True)
        head.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def dress(self, theme: Theme) -> None:
        self.cells.theme = theme
        self._widths = {}
        self.setStyleSheet(scaled(TABLE, theme.px))
        self.verticalHeader().setDefaultSectionSize(theme.px(ROW))
        self.fit_columns()

    def fit_columns(self) -> None:
        """Make each column as wide as its widest text was, and fill the width that is left."""
        if self.rows.table is None:
            return
        for column in self.rows.table.columns:
            wide = max(self.cells.width(column), self._widths.get(column.key, 0))
            self._widths[column.key] = wide
        widths = [self._widths[column.key] for column in self.rows.table.columns]
        spare = max(0, self.viewport().width() - sum(widths)) // max(1, len(widths))
        for k, width in enumerate(widths):
            self.setColumnWidth(k, width + spare)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()

    # --- selected points ----------------------------------------------------------------------

    def selected_points(self) -> list[int]:
        """List the points whose rows are selected, from the top."""
        return self.rows.order[self._selected_rows()].tolist()

    def _selected_rows(self) -> IntArray:
        is_selected = np.zeros(len(self.rows.order), dtype=bool)
        selection = self.selectionModel().selection()
        for span in map(selection.at, range(selection.count())):
            is_selected[span.top() : span.bottom() + 1] = True
        return np.flatnonzero(is_selected)

    def select_points(self, points: list[int], current: int | None) -> None:
        """Select the rows of some points, and bring one of them into sight."""
        rows = np.sort(self.rows.rank[points])
        runs = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
        runs, beyond = runs[:MOST_RUNS], runs[MOST_RUNS:]
        self._beyond = self.rows.order[np.concatenate(beyond)] if beyond else rows[:0]
        if current is None and np.array_equal(np.concatenate(runs), self._selected_rows()):
            return
        self._is_led = True
        selection, last = QItemSelection(), max(self.rows.columnCount() - 1, 0)
        for run in runs if len(rows) else ():
            top, bottom = self.rows.index(int(run[0]), 0), self.rows.index(int(run[-1]), last)
            selection.select(top, bottom)
        model = self.selectionModel()
        model.select(selection, Flag.ClearAndSelect)
        if current is None:
            model.setCurrentIndex(QModelIndex(), Flag.NoUpdate)
        else:
            column = max(self.currentIndex().column(), 0)
            index = self.rows.index(int(self.rows.rank[current]), column)
            model.setCurrentIndex(index, Flag.NoUpdate)
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        self._is_led = False

    def _take(self, current: QModelIndex, _before: QModelIndex) -> None:
        """Tell of a row that was gone to; not of those that are added or taken away one by one."""
        if not self._is_led and current.isValid() and self._command & Flag.Clear:
            self.chosen.emit(self.rows.point(current.row()))

    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> Flag:
        """Remember whether a row is added or taken away, or is selected alone."""
        self._command = super().selectionCommand(index, event)
        return self._command

    def _select(self, _more: QItemSelection, less: QItemSelection) -> None:
        if self._is_led:
            return
        points = set(self.selected_points())
        if self._command & Flag.Toggle:
            gone = {self.rows.point(each.row()) for each in less.indexes()}
            points |= set(self._beyond.tolist()) - gone
        self.taken.emit(tuple(sorted(points)))

    def _type_into_row(self) -> None:
        """Type into the current cell; where that cannot be, into the first of its row that can."""
        row, keys = self.currentIndex().row(), range(self.rows.columnCount())
        places = [self.currentIndex(), *(self.rows.index(row, k) for k in keys)]
        can = Qt.ItemFlag.ItemIsEditable
        found = next((each for each in places if self.rows.flags(each) & can), None)
        if found is not None and found.isValid():
            self.scrollTo(found)
            self.edit(found)

    # --- the mouse and keys -------------------------------------------------------------------

    def _enter(self, index: QModelIndex) -> None:
        self.hovered.emit(self.rows.point(index.row()))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.hovered.emit(-1)
        return super().viewportEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep the keys that copy and paste rows: elsewhere they are those of the canvas."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(any(map(event.matches, OWN_KEYS)))
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy and paste rows, type into a cell with Enter, give the keys back with Escape."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        elif event.key() in ENTER and self.state() != self.State.EditingState:
            self._type_into_row()
        elif event.key() == Qt.Key.Key_Escape:
            self.clearFocus()
            event.ignore()
        else:
            super().keyPressEvent(event)
