"""A dialog that asks for a few numbers; Enter takes them."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from ensemble_viz.engine.data.samples import Option
from ensemble_viz.ui.form.number_field import NumberField
from ensemble_viz.ui.form.row import MANY, Row
from ensemble_viz.ui.form.span import span_of_option
from ensemble_viz.ui.look.widgets import words

MARGIN, GAP, WIDTH = 24, 12, 340


class NumbersDialog(QDialog):
    """Shows what is usual, and takes what is typed."""

    def __init__(self, parent: QWidget, title: str, options: Sequence[Option]) -> None:
        """Ask for some numbers, each with its range and a sentence."""
        super().__init__(parent)
        self.setObjectName("numbers")
        self.setWindowTitle(title)
        self.setMinimumWidth(WIDTH)
        box = QVBoxLayout(self)
        box.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        box.setSpacing(GAP)
        box.addWidget(words(title, "title"))
        self.rows = {option.name: self._row(option) for option in options}
        for row in self.rows.values():
            box.addWidget(row)
        buttons = QDialogButtonBox()
        self.take = buttons.addButton(title, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        self.take.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        box.addWidget(buttons)
        first = next(iter(self.rows.values())).field
        first.setFocus(Qt.FocusReason.TabFocusReason)

    @property
    def values(self) -> dict[str, Any]:
        """What stands there."""
        return {name: row.field.value for name, row in self.rows.items()}

    def _row(self, option: Option) -> Row:
        field = NumberField(option.name, span_of_option(option), MANY)
        row = Row(option.name, option.label, field, option.help)
        row.hint.setVisible(bool(option.help))
        row.show_value(option.default)
        row.entered.connect(self._show)
        field.editingFinished.connect(self._finish)
        return row

    def _show(self, name: str, value: Any, _stroke: object) -> None:
        self.rows[name].show_value(value)

    def _finish(self) -> None:
        """Be content when Enter is hit in a field whose number can be had."""
        entered = [row for row in self.rows.values() if row.field.hasFocus()]
        if entered and not entered[0].is_refusing:
            self.accept()
