"""The buttons of the run: first, back, play, next, last; the round, its steps, the speed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import Refusal
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.commands.run import RunCommands
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.number_field import NumberField
from ensemble_viz.ui.form.span import Span
from ensemble_viz.ui.look.widgets import IconButton, Switch, words
from ensemble_viz.ui.player import Player
from ensemble_viz.ui.strip.next_button import NextButton
from ensemble_viz.ui.strip.scrubbing import Scrubbing
from ensemble_viz.ui.strip.speed_button import SpeedButton

BUTTON, FIELD, GAP = 40, 32, 8
AIR, CLOSE = (13, 14), (6, 8)  # above and below the rows, and between them; in a low window


@dataclass(frozen=True, slots=True)
class Rounds(Span):
    """The rounds one can go to: the arrows lead to the next one."""

    def after(self, value: Any, up: bool) -> Any:
        """Go one round on, or back."""
        here, end = value or 0, int(self.high or 0)
        return min(here + 1, end) if up else max(here - 1, 0)


def whole_round(text: str) -> int:
    """Read what was typed as a round."""
    if not text.isdecimal():
        raise Refusal(f"“{text[:20]}” is not a round: a whole number, from 0")
    return int(text[:9])


class Transport(QWidget):
    """Moves through the rounds."""

    is_low = False
    """True where the canvas needs the height."""

    def __init__(self, desk: Desk, player: Player, scrubbing: Scrubbing) -> None:
        """Lay out two rows of controls."""
        super().__init__()
        self.desk = desk
        self.player = player
        self.scrubbing = scrubbing
        self.commands = RunCommands(desk, player)
        self.setObjectName("transport")
        self.setAccessibleName("Through the rounds")
        self.first = self._button("first", "Reset to round 0", "Home", self.commands.first)
        self.back = self._button("back", "Back", "←", self.commands.back)
        self.play = self._button("play", "Play", "Space", self.commands.play)
        self.next = NextButton(desk)
        self.next.clicked.connect(self.take_next)
        self.last = self._button("last", "Last round", "End", self.commands.last)
        self.number = NumberField("Round", Rounds(int, 0, 1, whole_round), digits=3)
        self.number.entered.connect(self._go)
        self.number.wrong.connect(desk.refused)
        self.small = Switch("Small steps")
        self.small.setToolTip("Take a round in small steps, or as a whole (N)")
        self.small.clicked.connect(self._take_small_steps)
        self.speed = SpeedButton(desk, player)
        self.label, self.total = words("Round", "label"), words("of 50", "label")
        self._lay_out()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show what the controls say at this moment."""
        if change & Change.LOOK:
            self._dress()
        if change & ~(Change.FOCUS | Change.FRAME):
            self._show_controls(scene)
            self._show_player()
        if change & (Change.DATA | Change.SETUPS | Change.LOOK):
            self._fix_widths()

    def take_next(self) -> None:
        """Take the next step; at the end go back to the start."""
        if self.next.at_end:
            self.commands.first()
        else:
            self.commands.forward()

    def _button(self, name: str, words: str, key: str, does: Callable[[], None]) -> IconButton:
        made = IconButton(name, words, self.desk.theme, f"{words} ({key})")
        made.setObjectName(f"{name}-button")
        made.setProperty("role", "field")
        made.clicked.connect(does)
        return made

    def _lay_out(self) -> None:
        self.rows = QVBoxLayout(self)
        self.buttons, self.settings = QHBoxLayout(), QHBoxLayout()
        self.rows.addLayout(self.buttons)
        self.rows.addLayout(self.settings)
        for widget in (self.first, self.back, self.play, self.next, self.last):
            self.buttons.addWidget(widget)
        for part in (self.label, self.number, self.total):
            self.settings.addWidget(part)
        self.settings.addStretch(1)
        self.settings.addWidget(self.small)
        self.settings.addStretch(1)
        self.settings.addWidget(self.speed)

    def stand_close(self, is_low: bool) -> None:
        """Leave less air around the rows, or more."""
        self.is_low = is_low
        around, between = map(self.desk.theme.px, CLOSE if is_low else AIR)
        self.rows.setContentsMargins(0, around, 0, around)
        self.rows.setSpacing(between)

    def _dress(self) -> None:
        """Take sizes and icons of the theme."""
        theme = self.desk.theme
        self.stand_close(self.is_low)
        self.buttons.setSpacing(theme.px(GAP))
        self.settings.setSpacing(theme.px(GAP))
        for button in (self.first, self.back, self.play, self.last):
            button.dress(theme)
            button.setFixedSize(theme.px(BUTTON), theme.px(BUTTON))
        self.next.setFixedHeight(theme.px(BUTTON))
        self.speed.setFixedHeight(theme.px(FIELD))

    def _show_controls(self, scene: Scene) -> None:
        controls, rounds = scene.controls, scene.curves.rounds
        self.next.show_controls(controls)
        self.first.setEnabled(controls.back_enabled)
        self.back.setEnabled(controls.back_enabled)
        at_last = controls.last is not None and controls.round >= controls.last
        self.last.setEnabled(controls.next_enabled and not (at_last and controls.at_end))
        self.number.span = Rounds(int, 0, rounds, whole_round)
        if not self.number.hasFocus() or controls.round != self.number.value:
            self.number.show_value(controls.round)
        self.number.setToolTip(f"Go to a round, from 0 to {rounds} (G)")
        self.total.setText(f"of {rounds}")
        with QSignalBlocker(self.small):
            self.small.setChecked(scene.view.look.small_steps)
        for widget in (self.number, self.play, self.speed):
            widget.setEnabled(controls.next_enabled or controls.back_enabled)

    def _show_player(self) -> None:
        playing = self.player.is_playing
        name = "pause" if playing else "play"
        if self.play.name != name:
            self.play.name = name
            self.play.dress(self.desk.theme)
        self.play.setToolTip("Pause (Space)" if playing else "Play (Space)")
        self.play.setAccessibleName("Pause" if playing else "Play")
        self.speed.show_player()

    def _fix_widths(self) -> None:
        """Give the next button room for all that it may say in this run."""
        theme = self.desk.theme
        digits = len(self.total.text()) - len("of ")
        self.number.digits = max(2, digits)
        self.number.setFixedWidth(self.number.sizeHint().width())
        lower = self.settings.sizeHint().width()
        others = 4 * theme.px(BUTTON) + 4 * theme.px(GAP)
        wide = max(self.next.needed_width(), lower - others)
        self.next.setFixedWidth(wide)
        self.setFixedWidth(others + wide)

    def _go(self, t: int) -> None:
        self.scrubbing.want(t)

    def _take_small_steps(self, small: bool) -> None:
        self.desk.look(small_steps=small)
