"""The pages of theory: what a frame takes while a slider moves, by CPU time of the window's thread.

Every slider of every demonstration is moved, on the slide's own example and, where it takes them,
on the points and the run that are open. What is measured gets better in another thread meanwhile.
"""

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QSlider

from ensemble_viz.engine import theory
from ensemble_viz.engine.data import Refusal
from ensemble_viz.scene.theory import own_material
from tests.bench.desks import Easel, document
from tests.bench.goals import SLIDER
from tests.bench.row import Job, Row

FRAME = 33  # milliseconds between two moves of the slider
FRAMES, FIRST = 45, 5  # how many; those that do not count
SWING = 40  # moves there and back
FULL = (1920, 1080)
RUNS = {"residuals": "gradient-boosting", "losses": "adaboost", "alpha": "adaboost",
        "weight-products": "adaboost", "margins": "adaboost", "rules": "tree",
        "pessimistic-error": "tree"}  # fmt: skip
"""What a demonstration is shown on, where a forest would not do."""


def jobs(short: bool) -> Iterator[Job]:
    """List the demonstrations, each on its own and on what is open."""
    n, rounds = (60, 5) if short else (200, 100)
    for name in ("votes", "alpha") if short else theory.names():
        takes = theory.demonstration(name).takes
        for own in (False,) if takes == "nothing" else (False, True):
            words = ("theory", name, "own" if own else "example", str(n))
            yield Job(words, lambda m=name, o=own: list(slid(m, o, n, rounds)))


def slid(name: str, own: bool, n: int, rounds: int) -> Iterator[Row]:
    """Move each slider of a page in full to and fro."""
    desk = Easel(document(RUNS.get(name, "random-forest"), n, rounds=rounds), FULL)
    desk.session.go_to_round(rounds)
    desk.rest()
    where = "on what is open" if own else "example"
    if own and _refused(desk, name):
        desk.close()
        return
    desk.session.look(theory=replace(desk.session.view.look.theory, own=own))
    desk.top.theory_commands.show_demonstration(name)
    desk.top.named["theory_in_full"].trigger()
    turn(10 * FRAME)
    for slider in desk.top.parts.theory_in_full.findChildren(QSlider):
        if slider.isVisible() and slider.isEnabled():
            frames = moved(slider)
            what = f"{name} {slider.objectName().removesuffix(' slider')}, {where}"
            note = f"p95 of CPU, {len(frames)} frames; p50 {np.median(frames):.3g}"
            note += f", most {frames.max():.3g}"
            ours = float(np.percentile(frames, 95))
            yield Row("theory", what, n, rounds, ours=ours, goal=SLIDER, note=note)
    desk.close()


def _refused(desk: Easel, name: str) -> bool:
    """Say whether a demonstration has nothing to say on what is open."""
    one = theory.demonstration(name)
    material = own_material(one, desk.session.scene.stage)
    try:
        next(one.refined(one.params(), material))
    except Refusal:
        return True
    return False


def moved(slider: QSlider) -> np.ndarray:
    """Move a slider as a hand does that holds it; give CPU milliseconds of each frame."""
    slider.setSliderDown(True)
    frames = []
    for k in range(FRAMES):
        used = time.thread_time()
        far = abs(k % SWING - SWING // 2) / (SWING // 2)
        slider.setValue(round(slider.maximum() * (0.1 + 0.8 * far)))
        turn(FRAME)
        frames.append(1e3 * (time.thread_time() - used))
    slider.setSliderDown(False)
    return np.array(frames[FIRST:])


def turn(milliseconds: int) -> None:
    """Let the window do what it has to, and sleep when that is done."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
