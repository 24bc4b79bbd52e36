"""A person at work in a window of the program: to be killed, as `python killed.py LOG SEED`."""

import random
import sys
import time
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QTimer

from ensemble_viz.document.edits import points
from ensemble_viz.ui import app
from ensemble_viz.ui.window import Window

BEAT = 25  # milliseconds from one deed to the next


class Busy(Window):
    """A window in which something is done all the time, and taken down when it was done."""

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.log = open(sys.argv[1], "w", buffering=1)  # noqa: PTH123, SIM115 - until the end
        self.dice = random.Random(int(sys.argv[2]))
        self.files.path = Path(sys.argv[1]).with_suffix(".ensemble")
        self.stroke = object()
        self.beat = QTimer(self, interval=BEAT)
        self.beat.timeout.connect(self.act)
        self.beat.start()

    def act(self) -> None:
        session, place = self.session, (self.dice.random() * 8, self.dice.random() * 8)
        kind = self.dice.randrange(10)
        if kind < 4:
            session.apply(points.place, np.array([place]), [0])
        elif kind < 8:  # in the middle of a stroke
            session.apply(points.move_to, 0, place, stroke=self.stroke)
            self.stroke = object() if self.dice.random() < 0.1 else self.stroke
        elif kind == 8:
            self.player.toggle()
        elif self.dice.random() < 0.5:
            session.go_to_round(self.dice.randrange(8))
        else:
            self.files.save()
        self.log.write(f"{time.time()} {len(session.document.data)}\n")


app.Window = Busy
QCoreApplication.setOrganizationName("")
sys.exit(app.run())
