"""The method and its settings: a form made from the method's declaration, whatever that is."""

from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change, Setup
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.methods import Method
from ensemble_viz.engine.runs import LARGEST_SEED
from ensemble_viz.engine.settings import Params
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.stories import story_called
from ensemble_viz.scene.words import capital
from ensemble_viz.ui.commands.run import next_seed
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.list_field import ListField
from ensemble_viz.ui.form.number_field import NumberField
from ensemble_viz.ui.form.row import FEW, MANY, DiceButton, Row, SettingRow
from ensemble_viz.ui.form.span import Span, Typed
from ensemble_viz.ui.look.layouts import discard, fill, named
from ensemble_viz.ui.look.lettering import BrokenLabel
from ensemble_viz.ui.look.widgets import ComboBox, SectionHead, WordButton, words
from ensemble_viz.ui.theory.page import add_why

GAP = 16  # between fields in a line
NO_CHANCE = "No chance in it: no seed needed."


class SettingsPanel(QWidget):
    """The form: as a column, or with its first settings in a line."""

    def __init__(self, desk: Desk, inline: int | None = None, hints: bool = False) -> None:
        """Show so many settings in a line; or all of them in a column, with hints or without."""
        super().__init__()
        self.desk = desk
        self.inline = inline
        self.hints = hints
        self.count = inline or 0
        """How many settings there is room for in the line."""
        self.declared: type[Params] | None = None
        self.rows: dict[str, SettingRow] = {}
        self.asked: Row | None = None
        named(self, "settings" if inline is None else "settings in a line", "Method and settings")
        self.choice = MethodChoice(desk)
        self.choice.is_snug = inline is not None
        self.seed = SeedRow(desk, inline is not None)
        self._make_words()
        self.fields = QWidget()
        self.inside: QBoxLayout
        self._lay_out()
        desk.session.refused.connect(self._show_refusal)

    def _make_words(self) -> None:
        """Make what stands beside the fields in a column; in a line there is no room for it."""
        self.summary, self.no_chance = BrokenLabel("hint"), words(NO_CHANCE, "hint")
        self.reset_all = WordButton("Reset all", name="reset all")
        self.reset_all.clicked.connect(self._reset_all)
        for part in (self.summary, self.no_chance, self.reset_all):
            part.setParent(self)
            part.setVisible(self.inline is None)

    def _lay_out(self) -> None:
        if self.inline is None:
            head = SectionHead("Method")
            head.row.addWidget(self.reset_all)
            parts = (head, self.choice, self.summary, self.fields, self.seed, self.no_chance)
            self.inside = fill(QVBoxLayout(self.fields), gap=8)
            fill(QVBoxLayout(self), *parts, gap=8)
            return
        self.inside = fill(QHBoxLayout(self.fields), gap=GAP)
        fill(QHBoxLayout(self), self.choice, self.fields, self.seed, gap=GAP)
        self.choice.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    # --- showing ------------------------------------------------------------------------------

    def refresh(self, scene: Scene, change: Change) -> None:
        if not change & (Change.DATA | Change.SETUPS | Change.VIEW | Change.LOOK):
            return
        setup = scene.stage.document.setups[scene.stage.view.where.setup]
        if self.declared is not type(setup.params) or change & Change.LOOK:
            self._rebuild(type(setup.params))
        self.choice.show_method(setup.method, scene.stage.data)
        if change & ~Change.DATA or any(row.is_refusing for row in self.rows.values()):
            self._show_setup(setup)
        for name, row in self.rows.items():
            if isinstance(row.field, ListField):
                row.field.show_usual(getattr(scene.stage.run.params, name))

    def _show_setup(self, setup: Setup) -> None:
        self.summary.setText(setup.declaration.summary)
        values = setup.params.values()
        for name, row in self.rows.items():
            with QSignalBlocker(row.field):
                row.show_value(values[name])
            only = setup.params.field(name).setting.only
            if self.inline is None:
                row.setVisible(only is None or values[only[0]] == only[1])
        chance = setup.declaration.uses_chance(setup.params)
        self.seed.setVisible(chance)
        self.seed.show_value(setup.seed)
        if self.inline is None:
            self.no_chance.setVisible(not chance)
            self.reset_all.setVisible(setup.params != type(setup.params)())

    def _rebuild(self, declared: type[Params]) -> None:
        self.declared = declared
        discard(self.rows.values())
        theme, brief = self.desk.theme, self.inline is not None
        self.seed.dice.dress(theme)
        self.rows = {}
        for field in declared.fields()[: self.inline]:
            row = SettingRow(field, theme, brief)
            row.hint.setVisible(self.hints)
            row.entered.connect(self._change)
            add_why(row, self.desk)
            if brief and isinstance(row.field, Typed):
                row.field.wrong.connect(self.desk.session.refused)  # there is room below the header
            self.rows[field.name] = row
            self.inside.addWidget(row)
            row.show()  # now: the layout would do it a frame later
        if brief:
            self.show_first(self.count)
        self.inside.activate()

    def show_first(self, count: int) -> None:
        """Show only so many of the settings, where there is little room."""
        self.count = count
        for k, row in enumerate(self.rows.values()):
            row.setVisible(k < count)
        self.fields.setVisible(count > 0)

    def show_hints(self, shown: bool) -> None:
        """Say below each field what it is for; or only where the mouse asks."""
        self.hints = shown
        for row in self.rows.values():
            row.hint.setVisible(shown)

    def width_with(self, count: int) -> int:
        """Say how much room so many of the settings need, in a line."""
        parts = [self.choice, *list(self.rows.values())[:count]]
        parts += [] if self.seed.isHidden() else [self.seed]
        return sum(part.sizeHint().width() for part in parts) + GAP * (len(parts) - 1)

    # --- changing -----------------------------------------------------------------------------

    def _change(self, name: str, value: Any, stroke: object) -> None:
        row = self.rows[name]
        k = self.desk.k
        self.asked = row
        self.desk.session.stroke(
            f"Change {row.title}", stroke, edits.change_setting, k, name, value
        )
        self.asked = None
        shown = self.desk.document.setups[k].params.values()[name]
        with QSignalBlocker(row.field):
            row.field.show_value(shown)

    def _show_refusal(self, sentence: str) -> None:
        """Show at its field why a value was refused."""
        if self.asked is not None:
            self.asked.refuse(capital(sentence))

    def _reset_all(self) -> None:
        self.desk.session.edit("Reset all settings", edits.reset_settings, self.desk.k)


class MethodChoice(ComboBox):
    """All methods by their titles; those that cannot take the points say why."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("method")
        self.desk = desk
        self.setProperty("role", "strong field")
        self.names = tuple(method.name for method in as_taught())
        self.data: Dataset | None = None
        self.shown = ""
        self._why: list[str | None] = [None] * len(self.names)
        """Why each cannot be had; None while nobody has asked."""
        for method in as_taught():
            self.addItem(method.title)
        self.activated.connect(self._choose)

    def show_method(self, name: str, data: Dataset) -> None:
        if data is not self.data:
            self.data = data
            for k, other in enumerate(self.names):
                self._offer(k, other, data)
        if (name, self.names.index(name)) != (self.shown, self.currentIndex()):
            self.shown = name
            with QSignalBlocker(self):
                self.setCurrentIndex(self.names.index(name))
            self.updateGeometry()  # a name may need another width than the last one
            self.setToolTip(methods.method(name).summary)

    def _offer(self, k: int, name: str, data: Dataset) -> None:
        """Grey a method out where it cannot learn from the points, and say why."""
        method = methods.method(name)
        why = ""
        try:
            methods.refuse(method, data)
        except Refusal as refusal:
            why = str(refusal)
        if why == self._why[k]:
            return
        self._why[k] = why
        model = self.model()
        assert isinstance(model, QStandardItemModel)
        item = model.item(k)
        item.setEnabled(not why)
        item.setToolTip(why or method.summary)

    def _choose(self, index: int) -> None:
        name, k = self.names[index], self.desk.k
        if name != self.desk.document.setups[k].method:
            self.desk.session.edit(
                f"Choose {methods.method(name).title}", edits.choose_method, k, name
            )
        with QSignalBlocker(self):
            self.setCurrentIndex(self.names.index(self.desk.document.setups[k].method))


def as_taught() -> list[Method]:
    """List the methods as a lecture comes to them: trees, bags, boosting, then mixtures."""
    every = methods.methods().values()
    return sorted(every, key=lambda one: (story_called(one.story).taught, one.title))


class SeedRow(Row):
    """The seed, and a button that draws again."""

    def __init__(self, desk: Desk, brief: bool) -> None:
        self.desk = desk
        span = Span(int, 0, LARGEST_SEED, _read_seed)
        super().__init__(
            "seed",
            "seed",
            NumberField("seed", span, FEW if brief else MANY),
            "Another seed draws otherwise.",
        )
        self.dice = DiceButton("another draw", desk.theme, "Another draw: the next seed")
        self.dice.clicked.connect(self._draw)
        self.beside.insertWidget(0, self.dice)
        self.entered.connect(self._change)

    def _draw(self) -> None:
        self._change("seed", next_seed(self.desk.setup.seed), None)

    def _change(self, _name: str, seed: int, stroke: object) -> None:
        k = self.desk.k
        self.desk.session.stroke("Another draw", stroke, edits.change_seed, k, seed)
        with QSignalBlocker(self.field):
            self.show_value(self.desk.document.setups[k].seed)


def _read_seed(text: str) -> int:
    if not text.isdecimal() or int(text) > LARGEST_SEED:
        raise Refusal(f"A seed is a whole number from 0 to {LARGEST_SEED}")
    return int(text)
