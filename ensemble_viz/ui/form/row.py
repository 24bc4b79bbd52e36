"""One line of a form: a label, a field of the right kind, and what can be said about it."""

import re
from html import escape
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from ensemble_viz.engine.settings import Field
from ensemble_viz.ui.form.list_field import USUAL, ListField
from ensemble_viz.ui.form.number_field import NumberField, NumberOrWordField
from ensemble_viz.ui.form.span import span_of, written
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.lettering import BrokenLabel
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.look.widgets import ComboBox, IconButton, Switch

MARK = "•"
FEW, MANY = 4, 7  # digits
SYMBOLS = "'STIX Two Text', STIXGeneral, 'Cambria Math', 'Times New Roman', 'DejaVu Serif'"


GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ",
    "Psi": "Ψ", "Omega": "Ω", "ell": "ℓ",
}  # fmt: skip
LOWERED = str.maketrans("0123456789aehijklmnoprstuvx+-", "₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ₊₋")
COMMAND = re.compile(r"\\([A-Za-z]+)\s*")
LOW = re.compile(r"_(?:\{([^{}]*)\}|(.))")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
HIGH = re.compile(r"\^(?:\{([0-9]*)\}|([0-9]))")


def plain_symbol(latex: str) -> str:
    r"""Write \alpha as α, F_0 as F₀, n_{\min} as nₘᵢₙ, \sigma^2 as σ²."""
    text = COMMAND.sub(lambda found: GREEK.get(found[1], found[1]), latex)
    text = LOW.sub(lambda found: (found[1] or found[2]).translate(LOWERED), text)
    text = HIGH.sub(lambda found: (found[1] or found[2]).translate(RAISED), text)
    return text.replace("{", "").replace("}", "")


class ChoiceField(ComboBox):
    """Shows one of a few values and asks for another."""

    entered = Signal(object)

    def __init__(
        self, name: str, choices: tuple[Any, ...], titles: tuple[tuple[Any, str], ...] = ()
    ) -> None:
        super().__init__(name)
        self.choices = choices
        self.stroke = object()
        for choice in choices:
            self.addItem(in_plain_words(choice, titles))
        self.activated.connect(self._ask)

    @property
    def value(self) -> Any:
        return self.choices[self.currentIndex()]

    def show_value(self, value: Any) -> None:
        self.setCurrentIndex(self.choices.index(value))

    def _ask(self, index: int) -> None:
        self.stroke = object()
        self.entered.emit(self.choices[index])


class SwitchField(Switch):
    """Shows yes or no and asks for the other."""

    entered = Signal(object)

    def __init__(self, name: str) -> None:
        """Have no words of its own: the label has them."""
        super().__init__("")
        named(self, name)
        self.stroke = object()
        self.clicked.connect(self._ask)

    @property
    def value(self) -> bool:
        return self.isChecked()

    def show_value(self, value: bool) -> None:
        self.setChecked(value)

    def _ask(self, on: bool) -> None:
        self.stroke = object()
        self.entered.emit(on)


AnyField = NumberField | NumberOrWordField | ListField | ChoiceField | SwitchField


def in_plain_words(value: Any, titles: tuple[tuple[Any, str], ...] = ()) -> str:
    for other, title in titles:
        if value == other:
            return title
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, int | float):
        return written(value)
    return str(value).replace("-", " ")


def field_for(field: Field, brief: bool = False) -> AnyField:
    """Make the field that suits a setting; a brief one is for few digits."""
    if field.choices:
        choices = (None, *field.choices) if field.optional else field.choices
        return ChoiceField(field.name, choices, field.setting.titles)
    if field.setting.items is not None:
        return ListField(field, brief)
    return SwitchField(field.name) if field.kind is bool else _number_field(field, brief)


def _number_field(field: Field, brief: bool) -> NumberField | NumberOrWordField:
    span, digits = span_of(field), FEW if brief and not field.optional else MANY
    if not field.words:
        return NumberField(field.name, span, digits)
    given = span.low or 0 if isinstance(field.default, str) else field.default
    return NumberOrWordField(field.name, span, digits, given)


class DiceButton(IconButton):
    """Draws again beside a seed."""

    def __init__(self, name: str, theme: Theme, hint: str) -> None:
        super().__init__("dice", name, theme, hint)
        self.setProperty("role", "field")

    def dress(self, theme: Theme) -> None:
        super().dress(theme)
        self.setFixedSize(theme.px(32), theme.px(32))


class Row(QWidget):
    """A label with its symbol, the field, and below them a hint or why a value was refused."""

    entered = Signal(object, object, object)
    """The row's name, the value a person wants, and the stroke it belongs to."""

    def __init__(self, name: str, label: str, field: AnyField, help_: str = "") -> None:
        super().__init__()
        self.name = name
        self.title = label
        self.field = field
        self.label = BrokenLabel("label")
        self.label.setWordWrap(False)
        self.label.setText(label)
        self.hint, self.refusal = BrokenLabel("hint"), BrokenLabel("refusal")
        self.hint.setText(help_)
        for text in (self.hint, self.refusal):
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.hide()
        self.setToolTip(f"<p>{escape(help_, quote=False)}</p>" if help_ else "")
        self.field.setAccessibleDescription(help_)
        self.field.setAccessibleName(label)
        self.label.setBuddy(self.field)
        self.beside = fill(QHBoxLayout(), self.field, gap=4)
        self._lay_out()
        self.field.entered.connect(self._ask)
        if isinstance(self.field, NumberField | NumberOrWordField | ListField):
            self.field.wrong.connect(self.refuse)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        grid.addWidget(self.label, 0, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.addLayout(self.beside, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self.hint, 1, 0, 1, 2)
        grid.addWidget(self.refusal, 2, 0, 1, 2)

    def show_value(self, value: Any) -> None:
        """Show a value, and that nothing is wrong with it."""
        self.field.show_value(value)
        self.refusal.hide()

    @property
    def is_refusing(self) -> bool:
        return not self.refusal.isHidden()

    def refuse(self, sentence: str) -> None:
        """Say at the field why a value cannot be had."""
        self.refusal.setText(sentence)
        self.refusal.show()

    def _ask(self, value: Any) -> None:
        self.refusal.hide()
        self.entered.emit(self.name, value, self.field.stroke)


class SettingRow(Row):
    """The line of a setting: it is marked where its value is not the default."""

    def __init__(self, field: Field, theme: Theme, brief: bool) -> None:
        """Say everything the declaration says; briefly in the header."""
        super().__init__(
            field.name, field.setting.label, field_for(field, brief), field.setting.help
        )
        self.default = field.default
        self.brief = brief
        self.symbol = "" if brief else plain_symbol(field.setting.symbol)
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setWordWrap(not brief)
        self.reset = IconButton("reset", f"reset {field.setting.label}", theme)
        self.reset.setProperty("role", "small")
        titles = field.setting.titles
        self.usual = (
            USUAL if field.setting.items is not None else in_plain_words(field.default, titles)
        )
        self.reset.setToolTip(f"Back to {self.usual}")
        self.reset.setFixedSize(QSize(theme.px(24), theme.px(28)))
        self.reset.setIconSize(QSize(theme.px(16), theme.px(16)))
        self.reset.hide()
        self.reset.clicked.connect(self._ask_for_default)
        self.beside.insertWidget(0, self.reset)

    def refuse(self, sentence: str) -> None:
        """Say it at the field; in a line there is no room for that."""
        if not self.brief:
            super().refuse(sentence)

    def show_value(self, value: Any) -> None:
        super().show_value(value)
        differs = value != self.default
        self.reset.setVisible(differs and not self.brief)
        parts = [escape(self.title, quote=False).replace(" ", "&nbsp;" if self.brief else " ")]
        if self.symbol:
            parts.append(f'<i style="font-family: {SYMBOLS}">{escape(self.symbol)}</i>')
        if differs:
            colour = self.palette().color(QPalette.ColorRole.Shadow).name()
            parts.append(f'<b style="color: {colour}">{MARK}</b>')
        self.label.setText("&nbsp;".join(parts))
        self.label.setToolTip(f"Not the default, {self.usual}" if differs else "")

    def _ask_for_default(self) -> None:
        self.entered.emit(self.name, self.default, object())
