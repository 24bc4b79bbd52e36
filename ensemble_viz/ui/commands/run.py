"""Commands of the run: step, play, jump, draw again."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from ensemble_viz.document import edits
from ensemble_viz.document.where import START, Moment
from ensemble_viz.engine.runs import LARGEST_SEED
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.player import Player

Stepper = Callable[[Moment, bool], Moment | None]


class RunCommands(QObject):
    """Moves through the rounds."""

    def __init__(self, desk: Desk, player: Player) -> None:
        """Command a desk's run."""
        super().__init__()
        self.desk = desk
        self.player = player

    def forward(self) -> None:
        """Take the next step; behind the last one nothing happens."""
        self._step(self.desk.clock.forward, self.desk.view.look.small_steps)

    def back(self) -> None:
        """Take a step back."""
        self._step(self.desk.clock.back, self.desk.view.look.small_steps)

    def round_forward(self) -> None:
        """Go a whole round on."""
        self._step(self.desk.clock.forward, False)

    def round_back(self) -> None:
        """Go a whole round back."""
        self._step(self.desk.clock.back, False)

    def first(self) -> None:
        """Stand before the first round."""
        self.player.pause()
        self.desk.go(START)

    def last(self) -> None:
        """Stand behind the last round."""
        self.player.pause()
        self.desk.go_to_round(self.desk.clock.last)

    def play(self) -> None:
        """Play, or pause."""
        self.player.toggle()

    def slower(self) -> None:
        """Play slower."""
        self.player.slower()

    def faster(self) -> None:
        """Play faster."""
        self.player.faster()

    def repeat(self) -> None:
        """Play again from the start when the end is reached, or not."""
        self.desk.look(loop=not self.desk.view.look.loop)

    def small_steps(self) -> None:
        """Step inside rounds, or from round to round."""
        self.desk.look(small_steps=not self.desk.view.look.small_steps)

    def another_draw(self) -> None:
        """Let chance draw otherwise: take the next seed."""
        k = self.desk.k
        seed = self.desk.document.setups[k].seed
        following = seed + 1 if seed < LARGEST_SEED else 0
        self.desk.edit("Another draw", edits.change_seed, k, following)

    def _step(self, step: Stepper, small: bool) -> None:
        self.player.pause()
        self.desk.go(step(self.desk.view.where.moment, small))
