"""Dragging: from the mouse event to the end of the paint, by the clock.

A point is dragged at the last round, so that a frame is finished when every round is learned anew
and the surface of all of them is on the canvas: alone, or in the window with its docks. And the
scrubber is dragged through 500 rounds.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from tests.bench.desks import Easel, Size, document, several
from tests.bench.goals import BESIDE_DRAG, BESIDE_SCRUB, SCRUB_DRAG, frame_goal
from tests.bench.row import Goal, Job, Row
from tests.bench.same_trees import Unequal

METHODS: dict[str, dict[str, Any]] = {
    "adaboost": {},
    "gradient-boosting": {"max_depth": 2},
    "random-forest": {},
}
CANVAS, WINDOW = (900, 700), (1280, 800)
FIRST, SECONDS, LEAST, MOST = 5, 5.0, 40, 200  # frames that do not count, time, frames that do
SHORT = (0.0, 3, 3)
MOVES = 1 / 60  # seconds from one move of the mouse to the next
SCRUBBED = 500
AWAY = 20  # pixels from the ends of the scrubber
Limits = tuple[float, int, int]


def jobs(short: bool) -> Iterator[Job]:
    """List what is dragged: a point on the canvas alone and in the window, and the scrubber."""
    limits = SHORT if short else (SECONDS, LEAST, MOST)
    rounds = 5 if short else 100
    chosen = ("adaboost",) if short else tuple(METHODS)
    for n in (60,) if short else (200, 1000):
        for method in chosen:
            for where in ("canvas", "docks"):
                yield Job(
                    ("drag", where, method, str(n)),
                    lambda m=method, n=n, w=where: [drag_point(m, n, rounds, w, limits)],
                )
    for count in (2,) if short else (2, 4):
        n = 60 if short else 200
        for name, drag, many in (("side by side", drag_beside, rounds),
                                 ("scrub side by side", scrub_beside, 100)):  # fmt: skip
            yield Job(
                ("drag", name, str(count), str(n)),
                lambda d=drag, n=n, c=count, r=many: [d(n, c, r, limits)],
            )
    for method in chosen:
        n, many = (60, 100) if short else (1000, SCRUBBED)
        yield Job(
            ("drag", "scrubber", method, str(n)),
            lambda m=method, n=n, r=many: [drag_scrubber(m, n, r, limits)],
        )


def drag_point(method: str, n: int, rounds: int, where: str, limits: Limits) -> Row:
    """Drag a point in the middle of the canvas to and fro."""
    alone = where == "canvas"
    shown = document(method, n, rounds=rounds, **METHODS[method])
    desk = Easel(shown, CANVAS if alone else WINDOW, alone)
    frames, stopped = dragged(desk, rounds, limits)
    return row("drag", f"{method} {where}", (n, rounds), frames, frame_goal(method, n, alone),
               stopped)  # fmt: skip


def drag_beside(n: int, count: int, rounds: int, limits: Limits) -> Row:
    """Drag a point that several setups learn from, in a window with its docks."""
    desk = Easel(several(n, count, rounds), WINDOW)
    frames, stopped = dragged(desk, rounds, limits)
    return row("drag", f"{count} side by side", (n, rounds), frames, BESIDE_DRAG[count], stopped)


def scrub_beside(n: int, count: int, rounds: int, limits: Limits) -> Row:
    """Drag the scrubber through the rounds of several setups."""
    desk = Easel(several(n, count, rounds), WINDOW)
    frames, said = scrubbed(desk, limits)
    return row("drag", f"{count} scrubbed", (n, rounds), frames, BESIDE_SCRUB[count], said)


def dragged(desk: Easel, rounds: int, limits: Limits) -> tuple[list[tuple[float, float]], str]:
    """Drag the point in the middle; say where not all rounds were learned in a frame."""
    desk.session.look(tool="move")
    desk.session.go_to_round(rounds)
    desk.rest()
    place = near_middle(desk)
    desk.press(desk.ground, place)
    learned: list[int] = []

    def step(k: int) -> None:
        nonlocal place
        before = desk.session.document.data
        place += QPoint(2 if k % 20 < 10 else -2, 1 if k % 14 < 7 else -1)
        desk.move(desk.ground, place)
        if desk.session.document.data is before and k >= FIRST:  # a drag begins some pixels away
            raise Unequal("the point did not move")
        runs = desk.session.clock.runs
        learned.append(min(len(run) for run in runs))

    frames = measured(step, desk, limits)
    desk.leave(desk.ground, place)
    few = f"; as few as {min(learned)} rounds were learned"
    return frames, "" if min(learned) == rounds else few


def near_middle(desk: Easel) -> QPoint:
    """Find a point near the middle of the canvas."""
    centres = desk.canvas.nearby.centres()
    middle = desk.ground.rect().center()
    k = int(np.hypot(*(centres - (middle.x(), middle.y())).T).argmin())
    return QPoint(*np.rint(centres[k]).astype(int).tolist())


def drag_scrubber(method: str, n: int, rounds: int, limits: Limits) -> Row:
    """Drag the scrubber from end to end and back, in a window whose canvas is 900 by 700."""
    desk = Easel(document(method, n, rounds=rounds, **METHODS[method]), WINDOW)
    desk.give_canvas(CANVAS)
    frames, said = scrubbed(desk, limits)
    goal = SCRUB_DRAG if rounds == SCRUBBED else Goal("ms")
    return row("drag", f"{method} scrubber", (n, rounds), frames, goal, said)


def scrubbed(desk: Easel, limits: Limits) -> tuple[list[tuple[float, float]], str]:
    """Drag the scrubber to and fro; say through which rounds."""
    scrubber = desk.top.findChild(QWidget, "run-plot")
    assert scrubber is not None
    height = scrubber.height() // 2
    left, right = 3 * AWAY, scrubber.width() - AWAY
    desk.press(scrubber, QPoint(left, height))
    seen = set()
    place = QPoint(left, height)

    def step(k: int) -> None:
        nonlocal place
        far = (right - left) * (k % 100) // 50
        place = QPoint(left + min(far, 2 * (right - left) - far), height)
        desk.move(scrubber, place)
        seen.add(desk.session.view.where.moment.round)

    frames = measured(step, desk, limits)
    desk.leave(scrubber, place)
    if len(seen) < 2:
        raise Unequal("the scrubber did not move")
    return frames, f"; {len(seen)} rounds between {min(seen)} and {max(seen)}"


def measured(step: Callable[[int], None], desk: Easel, limits: Limits) -> list[tuple[float, float]]:
    """Take steps until the time is used up; give clock and CPU milliseconds of each.

    They come as often as a screen shows something new, or as soon as the last one is painted.
    """
    seconds, least, most = limits
    frames = []
    until, due = time.perf_counter() + seconds, 0.0
    for k in range(FIRST + most):
        painted = desk.paints.count
        desk.wait(due)
        due = time.perf_counter() + MOVES
        started, used = time.perf_counter(), time.process_time()
        step(k)
        finished, cpu, _ = desk.paints.finished
        frames.append((finished - started, cpu - used))
        if desk.paints.count == painted and k >= FIRST:
            raise Unequal("the canvas was not painted")
        if k >= FIRST + least - 1 and time.perf_counter() > until:
            break
    return [(1e3 * clock, 1e3 * cpu) for clock, cpu in frames[FIRST:]]


def row(
    group: str, name: str, size: Size, frames: list[tuple[float, float]], goal: Goal, said: str
) -> Row:
    """Write the frame at the 95th percentile, and the others beside it."""
    clock, cpu = np.array(frames).T
    note = (
        f"p95 of {len(frames)} frames; p50 {np.median(clock):.3g}; "
        f"CPU p50 {np.median(cpu):.3g}, p95 {np.percentile(cpu, 95):.3g}{said}"
    )
    return Row(group, name, *size, ours=float(np.percentile(clock, 95)), goal=goal, note=note)
