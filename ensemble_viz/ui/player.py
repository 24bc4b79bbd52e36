"""Plays a run: a step after the other, or a round after the other, at a speed one can choose."""

from PySide6.QtCore import QObject, QTimer

from ensemble_viz.document.document import Change
from ensemble_viz.document.look import SPEEDS
from ensemble_viz.document.where import START, Moment
from ensemble_viz.ui.desk import Desk

STEP, ROUND = 1.2, 0.8  # seconds at speed 1: a step is read, a round is watched
FAST = 0.25  # seconds below which nothing glides from one picture to the next


class Player(QObject):
    """Steps by itself until the run ends, or for ever where it begins again."""

    def __init__(self, desk: Desk) -> None:
        """Stand still."""
        super().__init__(desk.session)
        self.desk = desk
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._step)

    @property
    def speed(self) -> float:
        """How many times as fast as usual."""
        return self.desk.view.look.speed

    @property
    def is_playing(self) -> bool:
        """Say whether it is."""
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
        self.desk.go(self._following() or START)
        self._clock.start(round(self.interval * 1000))
        self.desk.tell(Change.PLAY)

    def pause(self) -> None:
        """Stand still; nothing happens where it does."""
        if self.is_playing:
            self._clock.stop()
            self.desk.tell(Change.PLAY)

    def toggle(self) -> None:
        """Play, or pause."""
        if self.is_playing:
            self.pause()
        else:
            self.play()

    def faster(self) -> None:
        """Take the next higher speed."""
        self.set_speed(next((one for one in SPEEDS if one > self.speed), self.speed))

    def slower(self) -> None:
        """Take the next lower speed."""
        self.set_speed(next((one for one in SPEEDS[::-1] if one < self.speed), self.speed))

    def set_speed(self, speed: float) -> None:
        """Play so many times as fast."""
        self.desk.look(speed=speed)
        self._keep_time()

    def _following(self) -> Moment | None:
        view = self.desk.view
        return self.desk.clock.forward(view.where.moment, view.look.small_steps)

    def _step(self) -> None:
        """Take the next step; behind the last one begin again or stop."""
        self._keep_time()
        following = self._following()
        if following is not None:
            self.desk.go(following)
        elif self.desk.is_awaited:
            return
        elif self.desk.view.look.loop and self.desk.view.where.moment != START:
            self.desk.go(START)
        else:
            self.pause()

    def _keep_time(self) -> None:
        """Beat as the speed and the size of the steps ask for."""
        beat = round(self.interval * 1000)
        if self.is_playing and beat != self._clock.interval():
            self._clock.setInterval(beat)
