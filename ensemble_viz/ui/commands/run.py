"""The player of a run, and the commands of the run and of the setups beside it."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from ensemble_viz.document import edits
from ensemble_viz.document.document import MOST_SETUPS, Change, Setup, first_setup
from ensemble_viz.document.look import SPEEDS
from ensemble_viz.document.where import START, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import Option
from ensemble_viz.engine.runs import LARGEST_SEED
from ensemble_viz.ui.commands.asking import Ask
from ensemble_viz.ui.desk import Desk

PARTNERS = ("bagging", "adaboost", "random-forest", "gradient-boosting", "tree")
"""What is put beside what is there: the first of them that is not there yet."""


class BesideCommands(QObject):
    def __init__(self, desk: Desk) -> None:
        """Command the setups of a desk's session; its own is meant where one is."""
        super().__init__()
        self.desk = desk

    def add_setup(self) -> None:
        document = self.desk.document
        if self._has_room():
            setup = partner(document.setups, document.data)
            self.desk.session.edit(f"Add {setup.declaration.title}", edits.add_setup, setup)

    def duplicate(self) -> None:
        if self._has_room():
            self.desk.session.edit("Duplicate setup", edits.duplicate_setup, self.desk.k)

    def remove(self) -> None:
        """Take the setup away; the last one stays."""
        if len(self.desk.document.setups) == 1:
            self.desk.session.refused.emit("The only setup stays; + puts another one beside it.")
        else:
            self.desk.session.edit("Remove setup", edits.remove_setup, self.desk.k)

    def swap(self) -> None:
        """Change places with the next one; the last with the first."""
        count = len(self.desk.document.setups)
        if count == 1:
            self.desk.session.refused.emit(
                "There is nothing to change places with; + puts one beside it."
            )
            return
        k = self.desk.k
        self.desk.session.edit("Swap setups", edits.swap_setups, k, (k + 1) % count)

    def next_setup(self) -> None:
        self.desk.session.show_front((self.desk.k + 1) % len(self.desk.document.setups))

    def go_to_parting(self) -> None:
        """Go to the first round after which they part."""
        t = self.desk.session.beside.parts_in
        if t is not None:
            self.desk.session.go_to_round(t)
        elif not self.desk.session.is_learning:
            self.desk.session.refused.emit("They answer all points alike, in every round.")

    def _has_room(self) -> bool:
        has_room = len(self.desk.document.setups) < MOST_SETUPS
        if not has_room:
            self.desk.session.refused.emit(
                f"{MOST_SETUPS} setups stand beside one another at most."
            )
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


def next_seed(seed: int, largest: int = LARGEST_SEED) -> int:
    """Give the next seed; behind the last one the first."""
    return seed + 1 if seed < largest else 0


STEP, ROUND = 1.2, 0.8  # seconds at speed 1: a step is read, a round is watched
FAST = 0.25  # seconds below which nothing glides from one picture to the next


class Player(QObject):
    """Steps by itself until the run ends, or for ever where it begins again."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.session)
        self.desk = desk
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._step)

    @property
    def speed(self) -> float:
        return self.desk.view.look.speed

    @property
    def is_playing(self) -> bool:
        return self._clock.isActive()

    @property
    def is_fast(self) -> bool:
        """Say whether pictures follow one another too fast to glide."""
        return self.is_playing and self.interval < FAST

    @property
    def interval(self) -> float:
        """Give the seconds from one picture to the next."""
        return (STEP if self.desk.view.look.small_steps else ROUND) / self.speed

    def play(self) -> None:
        """Begin, with a step at once; from the start where the run is at its end."""
        if self.is_playing or not len(self.desk.document.data):
            return
        self.desk.session.go(self._following() or START)
        self._clock.start(round(self.interval * 1000))
        self.desk.session.tell(Change.PLAY)

    def pause(self) -> None:
        """Stand still; nothing happens where it does."""
        if self.is_playing:
            self._clock.stop()
            self.desk.session.tell(Change.PLAY)

    def toggle(self) -> None:
        if self.is_playing:
            self.pause()
        else:
            self.play()

    def faster(self) -> None:
        self.set_speed(next((one for one in SPEEDS if one > self.speed), self.speed))

    def slower(self) -> None:
        self.set_speed(next((one for one in SPEEDS[::-1] if one < self.speed), self.speed))

    def set_speed(self, speed: float) -> None:
        self.desk.look(speed=speed)
        self._keep_time()

    def _following(self) -> Moment | None:
        view = self.desk.view
        return self.desk.session.clock.forward(view.where.moment, view.look.small_steps)

    def _step(self) -> None:
        """Take the next step; behind the last one begin again or stop."""
        self._keep_time()
        following = self._following()
        if following is not None:
            self.desk.session.go(following)
        elif self.desk.session.is_awaited:
            return
        elif self.desk.view.look.loop and self.desk.view.where.moment != START:
            self.desk.session.go(START)
        else:
            self.pause()

    def _keep_time(self) -> None:
        """Beat as the speed and the size of the steps ask for."""
        beat = round(self.interval * 1000)
        if self.is_playing and beat != self._clock.interval():
            self._clock.setInterval(beat)


Stepper = Callable[[Moment, bool], Moment | None]


class RunCommands(QObject):
    def __init__(self, desk: Desk, player: Player) -> None:
        super().__init__()
        self.desk = desk
        self.player = player

    def forward(self) -> None:
        """Take the next step; behind the last one nothing happens."""
        self._step(self.desk.session.clock.forward, self.desk.view.look.small_steps)

    def back(self) -> None:
        self._step(self.desk.session.clock.back, self.desk.view.look.small_steps)

    def round_forward(self) -> None:
        self._step(self.desk.session.clock.forward, False)

    def round_back(self) -> None:
        self._step(self.desk.session.clock.back, False)

    def first(self) -> None:
        self.player.pause()
        self.desk.session.go(START)

    def last(self) -> None:
        self.player.pause()
        self.desk.session.go_to_round(self.desk.session.clock.last)

    def play(self) -> None:
        self.player.toggle()

    def another_draw(self) -> None:
        """Let chance draw otherwise: take the next seed."""
        k = self.desk.k
        seed = next_seed(self.desk.document.setups[k].seed)
        self.desk.session.edit("Another draw", edits.change_seed, k, seed)

    def _step(self, step: Stepper, small: bool) -> None:
        self.player.pause()
        self.desk.session.go(step(self.desk.view.where.moment, small))


def go_to_asked_round(desk: Desk, ask: Ask) -> None:
    """Ask for a round over everything else, and go there."""
    now = desk.scene.controls
    option = Option("round", "Round", int, now.round, 0, now.rounds, f"Of {now.rounds}.")
    asked = ask.numbers("Run to round", (option,))
    if asked is not None:
        desk.session.go_to_round(asked["round"])
