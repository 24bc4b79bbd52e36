"""The run under the canvas: its buttons, its curves with the scrubber, its figures."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import Refusal
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.commands.run import Player, RunCommands
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.number_field import NumberField
from ensemble_viz.ui.form.span import Span
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.widgets import IconButton, Switch, words
from ensemble_viz.ui.strip.buttons import NextButton, SpeedButton
from ensemble_viz.ui.strip.readouts import Readouts
from ensemble_viz.ui.strip.run_plot import RunPlot, Scrubbing

BUTTON, FIELD, BETWEEN = 40, 32, 8
AIR, CLOSE = (13, 14), (6, 8)  # above and below the rows, and between them; in a low window


@dataclass(frozen=True, slots=True)
class Rounds(Span):
    """The rounds one can go to: the arrows lead to the next one."""

    def after(self, value: Any, up: bool) -> Any:
        here, end = value or 0, int(self.high or 0)
        return min(here + 1, end) if up else max(here - 1, 0)


def whole_round(text: str) -> int:
    if not text.isdecimal():
        raise Refusal(f"“{text[:20]}” is not a round: a whole number, from 0")
    return int(text[:9])


class Transport(QWidget):
    is_low = False
    """True where the canvas needs the height."""

    def __init__(self, desk: Desk, player: Player, scrubbing: Scrubbing) -> None:
        super().__init__()
        self.desk = desk
        self.player = player
        self.scrubbing = scrubbing
        self.commands = RunCommands(desk, player)
        named(self, "transport", "Through the rounds")
        self.first = self._button("first", "Reset to round 0", "Home", self.commands.first)
        self.back = self._button("back", "Back", "←", self.commands.back)
        self.play = self._button("play", "Play", "Space", self.commands.play)
        self.next = NextButton(desk)
        self.next.clicked.connect(self.take_next)
        self.last = self._button("last", "Last round", "End", self.commands.last)
        self.number = NumberField("Round", Rounds(int, 0, 1, whole_round), digits=3)
        self.number.entered.connect(self._go)
        self.number.wrong.connect(desk.session.refused)
        self.small = Switch("Small steps")
        self.small.setToolTip("Take a round in small steps, or as a whole (N)")
        self.small.clicked.connect(self._take_small_steps)
        self.speed = SpeedButton(desk, player)
        self.label, self.total = words("Round", "label"), words("of 50", "label")
        self._lay_out()

    def refresh(self, scene: Scene, change: Change) -> None:
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
        upper = (self.first, self.back, self.play, self.next, self.last)
        lower = (self.label, self.number, self.total, None, self.small, None, self.speed)
        self.buttons, self.settings = fill(QHBoxLayout(), *upper), fill(QHBoxLayout(), *lower)
        self.rows = fill(QVBoxLayout(self), self.buttons, self.settings)

    def stand_close(self, is_low: bool) -> None:
        """Leave less air around the rows, or more."""
        self.is_low = is_low
        around, between = map(self.desk.theme.px, CLOSE if is_low else AIR)
        self.rows.setContentsMargins(0, around, 0, around)
        self.rows.setSpacing(between)

    def _dress(self) -> None:
        theme = self.desk.theme
        self.stand_close(self.is_low)
        self.buttons.setSpacing(theme.px(BETWEEN))
        self.settings.setSpacing(theme.px(BETWEEN))
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
        others = 4 * theme.px(BUTTON) + 4 * theme.px(BETWEEN)
        wide = max(self.next.needed_width(), lower - others)
        self.next.setFixedWidth(wide)
        self.setFixedWidth(others + wide)

    def _go(self, t: int) -> None:
        self.scrubbing.want(t)

    def _take_small_steps(self, small: bool) -> None:
        self.desk.look(small_steps=small)


HEIGHT, WIDE_HEIGHT, WIDE = 120, 128, 1100  # from this width on there is room for more air
LOW_HEIGHT, LOW = 92, 500  # in a window lower than this there is room for less
ASIDE, WIDE_ASIDE, GAP = 16, 24, 20
PATIENCE = 50  # milliseconds: what is no longer behind the canvas need not fade
LEAST_PLOT = 150  # narrower, the plot takes the place of the figures


class RunStrip(QWidget):
    """Shows the run as a whole, and moves through it."""

    def __init__(self, desk: Desk, player: Player) -> None:
        super().__init__()
        self.desk = desk
        named(self, "run-strip", "The run")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.scrubbing = Scrubbing(desk, player, self)
        self.transport = Transport(desk, player, self.scrubbing)
        self.plot = RunPlot(desk, self.scrubbing)
        self.readouts = Readouts(desk)
        self._behind = QTimer(self, singleShot=True, interval=PATIENCE)
        self._behind.timeout.connect(self._fade)
        self.row = fill(QHBoxLayout(self), self.transport, self.plot, self.readouts)

    def refresh(self, scene: Scene, change: Change) -> None:
        self._behind.stop()
        self.transport.refresh(scene, change)
        self.plot.refresh(scene, change)
        if change & ~(Change.FOCUS | Change.FRAME | Change.PLAY):
            self.readouts.show_curves(scene.curves)
        if change & (Change.LOOK | Change.DATA | Change.SETUPS):
            self._fit()
        self.scrubbing.refresh(change)

    def fall_behind(self) -> None:
        """Take note that curves and figures are of before: soon they must not look current."""
        if not self._behind.isActive() and not self.readouts.is_behind:
            self._behind.start()

    def _fade(self) -> None:
        """Be faint until the run of now is shown."""
        self.plot.is_behind = True  # until it is laid out anew
        self.readouts.is_behind = True
        self.plot.update()
        self.readouts.update()

    def ask_for_round(self) -> None:
        """Put the cursor where a round can be typed."""
        self.transport.number.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.transport.number.selectAll()

    def sizeHint(self) -> QSize:
        theme = self.desk.theme
        return QSize(theme.px(960), theme.px(self._height))

    def minimumSizeHint(self) -> QSize:
        """Keep the buttons and a piece of the scrubber."""
        theme = self.desk.theme
        least = self.transport.width() + theme.px(2 * ASIDE + GAP + 120)
        return QSize(least, theme.px(self._height))

    def stand_in(self, height: int) -> None:
        """Leave what is needed to the canvas of a window of some height."""
        is_low = height < self.desk.theme.px(LOW)
        if is_low != self.transport.is_low:
            self.transport.stand_close(is_low)
            self.updateGeometry()

    @property
    def _height(self) -> int:
        if self.transport.is_low:
            return LOW_HEIGHT
        return WIDE_HEIGHT if self._is_wide else HEIGHT

    @property
    def _is_wide(self) -> bool:
        return self.width() >= self.desk.theme.px(WIDE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Set the margins, and leave out the figures where the plot would be too narrow."""
        theme = self.desk.theme
        aside = theme.px(WIDE_ASIDE if self._is_wide else ASIDE)
        self.row.setContentsMargins(aside, 0, aside, 0)
        self.row.setSpacing(theme.px(GAP))
        room = self.width() - 2 * aside - self.transport.width() - 2 * theme.px(GAP)
        self.readouts.setVisible(room - self.readouts.width() >= theme.px(LEAST_PLOT))
        self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self.desk.theme, QPainter(self)
        painter.fillRect(self.rect(), theme.colour("panel"))
        painter.setPen(QPen(theme.colour("hairline"), 1.0))
        painter.drawLine(0, 0, self.width(), 0)
