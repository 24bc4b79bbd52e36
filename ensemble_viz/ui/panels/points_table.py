"""The points with their numbers, linked with everything else."""

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSizePolicy

from ensemble_viz.document.document import Change
from ensemble_viz.document.edits import cells
from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.scene.markers import lit_points
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.table import PointsTable
from ensemble_viz.ui.commands.point_files import add_rows
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.widgets import IconButton
from ensemble_viz.ui.section import Section
from ensemble_viz.ui.table.view import ROW, PointsView

CONTENT = Change.ROUND | Change.DATA | Change.SETUPS | Change.LOOK | Change.VIEW
FEWEST_ROWS, USUAL_ROWS = 5, 11
COPY_HINT = "Copy the selected rows, or all of them, for a spreadsheet (Ctrl+C in the table)"
RISING = ("point", "class", "leaf")  # kinds that are sorted upwards first


class PointsPanel(Section):
    def __init__(self, desk: Desk) -> None:
        self.view = PointsView(desk.theme)
        super().__init__(desk, "points panel", "Points", (self.view, 1))
        self.copy = IconButton("copy", "Copy the table", desk.theme, COPY_HINT)
        self.copy.clicked.connect(self.copy_rows)
        self.head.row.addWidget(self.copy)
        self.view.hovered.connect(self._hover)
        self.view.chosen.connect(self._pin)
        self.view.taken.connect(self._select)
        self.view.copied.connect(self.copy_rows)
        self.view.pasted.connect(self.paste_rows)
        self.view.rows.typed.connect(self._type)
        self.view.horizontalHeader().sectionClicked.connect(self._sort)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(320, self.desk.theme.px(80 + USUAL_ROWS * ROW))

    def minimumSizeHint(self) -> QSize:
        """Show a few rows at least."""
        return QSize(200, self.desk.theme.px(80 + FEWEST_ROWS * ROW))

    def refresh(self, scene: Scene, change: Change) -> None:
        if change & Change.LOOK:
            self._dress()
        if change & CONTENT:
            self._show_table(scene.table)
        if change & (CONTENT | Change.FOCUS):
            self.view.rows.light(lit_points(scene.stage))
            self._follow(scene)

    def copy_rows(self) -> None:
        """Copy the selected rows, or all of them where at most one is selected."""
        table = self.view.rows.table
        if table is None:
            return
        points = self.view.selected_points()
        rows = np.array(points) if len(points) > 1 else self.view.rows.order
        QGuiApplication.clipboard().setText(table.copied(rows))

    def paste_rows(self) -> None:
        """Put the rows on the clipboard behind the points, and select them."""
        add_rows(self.desk.session, QGuiApplication.clipboard().text())

    # --- showing ------------------------------------------------------------------------------

    def _dress(self) -> None:
        theme = self.desk.theme
        self.surround((13, 10, 8, 8), 4)
        self.copy.dress(theme)
        self.copy.setFixedSize(theme.px(32), theme.px(32))
        self.copy.setIconSize(QSize(theme.px(18), theme.px(18)))
        self.view.dress(theme)

    def _show_table(self, table: PointsTable) -> None:
        self.view.rows.show_table(table, table.order(*self._sorting(table)))
        self.view.fit_columns()
        before = self.head.right.text()
        self._say_order(table)
        if before != self.head.right.text():
            self.view.scrollToTop()  # what comes first now is seen first

    def _say_order(self, table: PointsTable) -> None:
        key, down = self._sorting(table)
        column = table.column(key)
        text = table.hint if column is None else f"by {column.title} {'↓' if down else '↑'}"
        self.head.right.setText(text)

    def _sorting(self, table: PointsTable) -> tuple[str, bool]:
        """Sort as a person wants it, by a column that there is; else in the table's own order."""
        key, down = self.desk.view.look.sorting
        return (key, down) if key and table.column(key) is not None else ("", False)

    def _follow(self, scene: Scene) -> None:
        """Select what is selected, else the pinned point."""
        where, count = scene.view.where, len(self.view.rows.order)
        rows = [point for point in where.selection if point < count]
        pinned = where.pinned.point
        if pinned is not None and pinned < count:
            self.view.select_points(rows or [pinned], pinned)
        else:
            self.view.select_points(rows, None)

    # --- what a person does -------------------------------------------------------------------

    def _hover(self, point: int) -> None:
        focus = NOTHING if point < 0 else Focus(point=point)
        hovered = self.desk.view.hand.hovered
        if focus != hovered and (focus or hovered.point is not None):
            self.desk.look(hovered=focus)

    def _pin(self, point: int) -> None:
        self.desk.look(pinned=Focus(point=point))

    def _select(self, points: tuple[int, ...]) -> None:
        """Take note of several rows; a single one is pinned."""
        self.desk.look(selection=points if len(points) > 1 else ())

    def _type(self, point: int, column: str, text: str) -> None:
        self.desk.apply(cells.set_cell, point, column, text)

    def _sort(self, section: int) -> None:
        """Sort by a column, the other way round at the second click, as before at the third."""
        column = self.view.rows.column(section)
        first = column.kind not in RISING
        turns = [(column.key, first), (column.key, not first), ("", False)]
        sorting = self.desk.view.look.sorting
        place = turns.index(sorting) + 1 if sorting[0] == column.key else 0
        self.desk.look(sorting=turns[place])
        self.view.scrollToTop()
        self._follow(self.desk.scene)
