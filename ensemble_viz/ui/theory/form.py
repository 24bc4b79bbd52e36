"""The declared settings of a demonstration as a form, numbers with a slider below them."""

from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.settings import Params
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.row import SettingRow
from ensemble_viz.ui.form.span import without_name
from ensemble_viz.ui.look.theme import Theme
from ensemble_viz.ui.theory.slider import SettingSlider, reach_of

DECIDED = "It is read off the run."
DIGITS = 6


class TheoryForm(QWidget):
    """A row for each setting."""

    changed = Signal(object)
    """The settings that a person wants."""

    def __init__(self, desk: Desk) -> None:
        """Have no rows yet."""
        super().__init__()
        self.desk = desk
        self.setObjectName("theory form")
        self.setAccessibleName("Settings of the demonstration")
        self.params: Params | None = None
        self.rows: dict[str, SettingRow] = {}
        self.sliders: dict[str, SettingSlider] = {}
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(0, 0, 0, 0)
        self.box.setSpacing(6)

    def rebuild(self, declared: type[Params], theme: Theme) -> None:
        """Make the rows that a demonstration declares."""
        while (item := self.box.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.rows, self.sliders = {}, {}
        for field in declared.fields():
            row = SettingRow(field, theme, brief=False)
            row.entered.connect(self._change)
            self.rows[field.name] = row
            self.box.addWidget(row)
            reach = reach_of(field)
            if reach is None:
                continue
            slider = SettingSlider(field.name, field.setting.label, reach)
            slider.setToolTip(field.setting.help)
            slider.entered.connect(self._slide)
            self.sliders[field.name] = slider
            self.box.addWidget(slider)

    def show_params(
        self,
        params: Params,
        shown: dict[str, Any],
        decided: tuple[str, ...],
        idle: tuple[str, ...] = (),
    ) -> None:
        """Show the settings that change something; those that a run decides as it decided them."""
        self.params = params
        values = params.values() | shown
        for name, row in self.rows.items():
            with QSignalBlocker(row.field):
                row.show_value(_brief(values[name]) if name in decided else values[name])
            is_own = name not in decided
            only = params.field(name).setting.only
            matters = name not in idle and (only is None or values[only[0]] == only[1])
            row.setVisible(matters)
            row.field.setEnabled(is_own)
            row.reset.setVisible(is_own and values[name] != row.default)
            row.label.setToolTip("" if is_own else DECIDED)
            if name in self.sliders:
                self.sliders[name].setEnabled(is_own)
                self.sliders[name].setVisible(matters)
                self.sliders[name].show_value(values[name])

    def refuse(self, name: str, sentence: str) -> None:
        """Say at a field why its value cannot be had."""
        self.rows[name].refuse(without_name(sentence, name))

    def _slide(self, value: float) -> None:
        slider = self.sender()
        name = next(name for name, one in self.sliders.items() if one is slider)
        self._change(name, value, None)

    def _change(self, name: str, value: Any, _stroke: object) -> None:
        assert self.params is not None
        try:
            params = self.params.changed(name, value)
        except Refusal as refusal:
            with QSignalBlocker(self.rows[name].field):
                self.rows[name].show_value(self.params.values()[name])
            self.refuse(name, str(refusal))
            return
        self.changed.emit(params)


def _brief(value: Any) -> Any:
    """Shorten a number that a run decides: nobody types it."""
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
