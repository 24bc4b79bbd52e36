"""The declared settings of a demonstration as a form, numbers with a slider below them."""

import math
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSlider, QVBoxLayout, QWidget

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.settings import Field, Params
from ensemble_viz.scene.words import capital
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.row import SettingRow
from ensemble_viz.ui.look.keys import claims
from ensemble_viz.ui.look.layouts import emptied, fill, named
from ensemble_viz.ui.look.style import Theme

STEPS = 400  # from one end to the other
BY_POWERS = 200.0  # times the lower end: from here on steps grow with the value
SLIDER_DIGITS = 3  # of a number that a slider gives
Key = Qt.Key
OWN_KEYS = (Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down, Key.Key_Home, Key.Key_End)


@dataclass(frozen=True, slots=True)
class Reach:
    """The numbers that a slider goes through."""

    low: float
    high: float
    is_whole: bool

    @property
    def is_by_powers(self) -> bool:
        """True if steps grow with the value."""
        return self.low > 0 and self.high / self.low > BY_POWERS

    @property
    def steps(self) -> int:
        span = self.high - self.low
        return int(span) if self.is_whole and span <= STEPS else STEPS

    def value(self, k: int) -> float:
        share = k / max(self.steps, 1)
        if self.is_by_powers:
            found = _rounded(self.low * (self.high / self.low) ** share)
        else:
            unit = 10.0 ** (math.floor(math.log10(self.high - self.low)) - SLIDER_DIGITS)
            found = round(round((self.low + share * (self.high - self.low)) / unit) * unit, 9)
        found = min(max(found, self.low), self.high)
        return round(found) if self.is_whole else found

    def place(self, value: float) -> int:
        inside = min(max(value, self.low), self.high)
        if self.is_by_powers:
            share = math.log(inside / self.low) / math.log(self.high / self.low)
        else:
            share = (inside - self.low) / (self.high - self.low)
        return round(share * self.steps)


def _rounded(value: float) -> float:
    return float(f"{value:.{SLIDER_DIGITS}g}")


def reach_of(field: Field) -> Reach | None:
    """Read from where to where a slider goes; None where a setting is no such number."""
    setting = field.setting
    if field.kind not in (int, float) or field.choices or field.words or setting.items is not None:
        return None
    low, high = setting.reach or (setting.low, setting.high)
    if low is None or high is None or low >= high:
        return None
    is_whole = field.kind is int
    if setting.above and low == setting.low:
        low = 1 if is_whole else (high - low) / STEPS
    return Reach(low, high, is_whole)


class SettingSlider(QSlider):
    """Slides through the values of a setting."""

    slid = Signal(str, object)
    """The name of the setting, and the value it is to have."""

    def __init__(self, name: str, label: str, reach: Reach) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.name, self.reach = name, reach
        named(self, f"{name} slider", f"{label}, slider")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setRange(0, reach.steps)
        self.setPageStep(max(reach.steps // 10, 1))
        self.valueChanged.connect(self._slide)

    def show_value(self, value: float | None) -> None:
        """Stand at a value, or at the nearer end; with none at the low one."""
        with QSignalBlocker(self):
            self.setValue(0 if value is None else self.reach.place(value))

    def _slide(self, k: int) -> None:
        self.slid.emit(self.name, self.reach.value(k))

    def event(self, event: QEvent) -> bool:
        return claims(event, OWN_KEYS) or super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


DECIDED = "It is read off the run."
DIGITS = 6


class TheoryForm(QWidget):
    changed = Signal(object)
    """The settings that a person wants."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        named(self, "theory form", "Settings of the demonstration")
        self.params: Params | None = None
        self.rows: dict[str, SettingRow] = {}
        self.sliders: dict[str, SettingSlider] = {}
        self.box = fill(QVBoxLayout(self), gap=6)

    def rebuild(self, declared: type[Params], theme: Theme) -> None:
        emptied(self.box)
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
            slider.slid.connect(self._change)
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
        self.rows[name].refuse(capital(sentence))

    def _change(self, name: str, value: Any, _stroke: object = None) -> None:
        assert self.params is not None
        try:
            params = self.params.changed(name, value)
        except Refusal as refusal:
            with QSignalBlocker(self.rows[name].field):
                self.rows[name].show_value(self.params.values()[name])
            self.refuse(name, refusal.reason)
            return
        self.changed.emit(params)


def _brief(value: Any) -> Any:
    """Shorten a number that a run decides: nobody types it."""
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
