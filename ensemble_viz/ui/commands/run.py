"""Commands of the run: step, play, jump, draw again."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from ensemble_viz.document import edits
from ensemble_viz.document.document import MOST_SETUPS, Setup, first_setup
from ensemble_viz.document.where import START, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, Refusal
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


PARTNERS = ("bagging", "adaboost", "random-forest", "gradient-boosting", "tree")
"""What is put beside what is there: the first of them that is not there yet."""


class BesideCommands(QObject):
    """Puts setups beside one another."""

    def __init__(self, desk: Desk) -> None:
        """Command the setups of a desk's session; its own is meant where one is."""
        super().__init__()
        self.desk = desk

    def add_setup(self) -> None:
        """Put another method beside what is there."""
        document = self.desk.document
        if self._has_room():
            setup = partner(document.setups, document.data)
            self.desk.edit(f"Add {setup.declaration.title}", edits.add_setup, setup)

    def duplicate(self) -> None:
        """Put the same once more beside it."""
        if self._has_room():
            self.desk.edit("Duplicate setup", edits.duplicate_setup, self.desk.k)

    def remove(self) -> None:
        """Take the setup away; the last one stays."""
        if len(self.desk.document.setups) == 1:
            self.desk.refused.emit("The only setup stays; + puts another one beside it.")
        else:
            self.desk.edit("Remove setup", edits.remove_setup, self.desk.k)

    def swap(self) -> None:
        """Change places with the next one; the last with the first."""
        count = len(self.desk.document.setups)
        if count == 1:
            self.desk.refused.emit("There is nothing to change places with; + puts one beside it.")
            return
        k = self.desk.k
        self.desk.edit("Swap setups", edits.swap_setups, k, (k + 1) % count)

    def next_setup(self) -> None:
        """Bring the next one to the front."""
        self.desk.show_front((self.desk.k + 1) % len(self.desk.document.setups))

    def go_to_parting(self) -> None:
        """Go to the first round after which they part."""
        t = self.desk.beside.parts_in
        if t is not None:
            self.desk.go_to_round(t)
        elif not self.desk.is_learning:
            self.desk.refused.emit("They answer all points alike, in every round.")

    def stacked(self) -> None:
        """Stand over one another, or side by side."""
        self.desk.look(stacked=not self.desk.view.look.stacked)

    def by_share(self) -> None:
        """Let rounds go by their share of the run, or by their number."""
        self.desk.look(by_share=not self.desk.view.look.by_share)

    def _has_room(self) -> bool:
        has_room = len(self.desk.document.setups) < MOST_SETUPS
        if not has_room:
            self.desk.refused.emit(f"{MOST_SETUPS} setups stand beside one another at most.")
        return has_room


def partner(setups: tuple[Setup, ...], data: Dataset) -> Setup:
    """Choose what to compare with: a method that is not there yet and takes the points."""
    there = {setup.method for setup in setups}
    for name in PARTNERS:
        try:
            methods.refuse(methods.method(name), data)
        except Refusal:
            continue
        if name not in there:
            return first_setup(name)
    return setups[-1]
