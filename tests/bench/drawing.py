"""Drawing: each tool's frames, from the mouse event to the end of the paint, and an import.

CPU time of the window's own thread counts: what is learned beside it is another bench's.
"""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint

from ensemble_viz.document.files import RawFile
from ensemble_viz.document.reading import Reader
from ensemble_viz.document.reading.points_file import write_points
from ensemble_viz.scene.moment.view import Tool
from tests.bench.desks import Easel, document
from tests.bench.goals import DRAWN, FOLLOWED, IMPORT
from tests.bench.points import moons
from tests.bench.row import Goal, Job, Row
from tests.bench.same_trees import Unequal

TOOLS: tuple[Tool, ...] = (
    "place", "spray", "move", "soft", "magnet", "jitter", "relabel", "test", "erase", "select",
)  # fmt: skip
MANY, FEW = 100_000, 1000
FOLLOWERS: tuple[Tool, ...] = ("soft", "spray")
FRAMES, SKIPPED = 60, 5
MOVES = 1 / 60  # seconds from one move of the mouse to the next
WINDOW = (1280, 800)
SLICE = 0.012  # seconds, as the dialog reads


def jobs(short: bool) -> Iterator[Job]:
    """List the tools with many points; those with which a run follows; and an import."""
    many, few, rounds = (200, 60, 5) if short else (MANY, FEW, 100)
    for tool in TOOLS[:3] if short else TOOLS:
        words = ("draw", tool, str(many))
        yield Job(words, lambda t=tool: [drawn(t, many, rounds, DRAWN)])
    for tool in FOLLOWERS:
        words = ("draw", "follow", tool, str(few))
        yield Job(words, lambda t=tool: [drawn(t, few, rounds, FOLLOWED)])
    yield Job(("draw", "import", str(many)), lambda: [imported(many)])


def drawn(tool: Tool, n: int, rounds: int, goal: Goal) -> Row:
    """Draw to and fro in the middle of the canvas at the last round, while the run follows."""
    desk = _desk(tool, n, rounds)
    place = _start(desk, tool)
    frames, changed = [], 0
    desk.press(desk.ground, place)
    for k in range(FRAMES + SKIPPED):
        due = time.perf_counter() + MOVES
        desk.wait(due)
        before, place = desk.session.document, _next(place, k)
        used = time.thread_time()
        desk.draw(place)
        finished, _, thread = desk.paints.latest
        frames.append((finished - due, thread - used))
        changed += desk.session.document is not before
    learned = len(desk.session.run)
    desk.leave(desk.ground, place)
    if changed < 5:
        raise Unequal(f"{tool} changed the points in {changed} frames alone")
    clock, cpu = 1e3 * np.array(frames[SKIPPED:]).T
    note = (
        f"p95 of CPU, {len(cpu)} frames; p50 {np.median(cpu):.3g}, most {cpu.max():.3g}; by the"
        f" clock p50 {np.median(clock):.3g}, p95 {np.percentile(clock, 95):.3g}; {changed} edits;"
        f" {learned} rounds at the end"
    )
    return Row("draw", tool, n, rounds, ours=float(np.percentile(cpu, 95)), goal=goal, note=note)


def _next(place: QPoint, k: int) -> QPoint:
    """Say where the mouse goes next: to and fro, so that it stays in the middle."""
    return place + QPoint(13 if k % 24 < 12 else -13, 7 if k % 20 < 10 else -7)


def _desk(tool: Tool, n: int, rounds: int) -> Easel:
    """Open a window at the last round, with a tool in hand."""
    desk = Easel(document("adaboost", n, rounds=rounds), WINDOW)
    parts: dict[str, Any] = {"radius": 60.0, "density": 5}
    if tool == "select":
        parts["selection"] = tuple(range(0, n, 10))
    desk.session.look(tool=tool, class_in_hand=1, **parts)
    desk.session.go_to_round(rounds)
    desk.rest()
    return desk


def _start(desk: Easel, tool: Tool) -> QPoint:
    """Begin at a point where one is needed, else in the middle of the canvas."""
    middle = desk.ground.rect().center()
    if tool not in ("move", "select"):
        return middle
    centres = desk.canvas.nearby.centres()
    near = int(np.hypot(*(centres - (middle.x(), middle.y())).T).argmin())
    return QPoint(*np.rint(centres[near]).astype(int).tolist())


def imported(n: int) -> Row:
    """Read a table as the dialog does, slice by slice; what is between two of them is not much."""
    text = write_points(moons(n).data())
    raw = RawFile("points.csv", text.encode())
    used, slices = time.thread_time(), []
    reader = Reader(raw)
    while not reader.is_done:
        began = time.thread_time()
        reader.step(SLICE)
        slices.append(time.thread_time() - began)
    seconds = time.thread_time() - used
    data = reader.reading.data
    if data is None or len(data) != n:
        raise Unequal("not all points were read")
    note = f"CPU; {len(raw.content) / 2**20:.1f} MB, the longest slice {1e3 * max(slices):.3g} ms"
    return Row("draw", "import", n, 0, unit="s", ours=seconds, goal=IMPORT, note=note)
