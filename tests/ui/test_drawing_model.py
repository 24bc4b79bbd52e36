"""Random strokes of all tools, undos and redos beside a plain model: lists of points, no numpy.

The model does what the guide says of each tool, point by point, from the pixels of the stroke.
"""

import random
from dataclasses import dataclass, replace
from math import cos, hypot, pi

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication

from tests.ui.canvases import LEFT, Easel, dataset, session_of

NO_KEY, SHIFT, ALT = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)  # fmt: skip
STROKES = 60
FIRST = [(0.1, 0.2, 0), (0.9, 0.8, 1), (0.3, 0.7, 0), (0.7, 0.2, 1), (0.5, 0.5, 0), (0.6, 0.9, 1)]
EDGE = 1e-3  # radii: what lies so near to the edge of a brush is not asked about
STILL = 4.0


@dataclass(frozen=True)
class Point:
    """A point as a person writes it down."""

    x: float
    y: float
    k: int
    is_test: bool = False


class Model:
    """Points to learn from, then test points; what is selected; and every state there was."""

    def __init__(self, desk):
        self.desk = desk
        self.points = [Point(*each) for each in FIRST]
        self.selected = []
        self.states, self.at = [list(self.points)], 0

    def px(self, point):
        """Where a point is on the screen, computed from the frame alone."""
        frame, size = self.desk.session.scene.frame, self.desk.viewport.size()
        across = (point.x - frame.left) / (frame.right - frame.left) * size.width()
        down = (frame.top - point.y) / (frame.top - frame.bottom) * size.height()
        return across, down

    def done(self, points):
        """Take other points as the newest state, if they are others."""
        order = [p for p in points if not p.is_test] + [p for p in points if p.is_test]
        if order != self.points:
            self.points = order
            self.states[self.at + 1 :] = [order]
            self.at += 1

    def undo(self, step):
        self.at = min(max(self.at + step, 0), len(self.states) - 1)
        self.points = self.states[self.at]

    def away(self, point, start, end, radius):
        """How far a point is from where a brush went, in radii."""
        x, y = self.px(point)
        (ax, ay), (bx, by) = start, end
        length = (bx - ax) ** 2 + (by - ay) ** 2
        share = 0.0 if not length else ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
        share = min(max(share, 0.0), 1.0)
        return hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)) / radius

    def under(self, way, radius):
        """Which points the brush touches; None where that depends on a hair's breadth."""
        legs = list(zip(way[:1] + way, way, strict=False))
        found = []
        for row, point in enumerate(self.points):
            far = min(self.away(point, *leg, radius) for leg in legs)
            if abs(far - 1.0) < 0.03:  # places are rounded to what a pixel is worth
                return None
            if far < 1.0:
                found.append(row)
        return found


class Both:
    """Does the same by mouse and in the model."""

    def __init__(self, desk, seed):
        self.desk, self.dice = desk, random.Random(seed)
        desk.session.look(class_in_hand=0)
        desk.session.hold_frame()
        self.model, self.hand = Model(desk), desk.canvas.mouse

    def pixel(self):
        size = self.desk.viewport.size()
        wide, high = size.width() - 60, size.height() - 60
        return self.dice.randrange(60, wide), self.dice.randrange(60, high)

    def stroke(self, way, keys=NO_KEY):
        """Drag through some pixels as the plot tells of it."""
        self.hand.press(QPointF(*way[0]), LEFT, keys)
        for stop in way[1:]:
            self.hand.move(QPointF(*stop))
            QApplication.processEvents()
        self.hand.release(QPointF(*way[-1]), LEFT)

    def take(self, tool, **parts):
        self.desk.session.look(tool=tool, hovered=type(self.desk.view.hand.hovered)(), **parts)

    # --- one stroke of each tool --------------------------------------------------------------

    def place(self):
        k, at = self.dice.randrange(2), self.pixel()
        if self.dice.random() < 0.4 and self.model.points:  # right beside another one
            x, y = self.model.px(self.dice.choice(self.model.points))
            at = round(x) + self.dice.randrange(-6, 7), round(y) + self.dice.randrange(-6, 7)
        self.take("place", class_in_hand=k)
        self.stroke([at])
        x, y = self.desk.session.document.data.points[-1].tolist()
        shown = self.model.px(Point(x, y, k))
        assert hypot(shown[0] - at[0], shown[1] - at[1]) <= 1.0  # as exact as a pixel
        self.model.done([*self.model.points, Point(x, y, k)])

    def spray(self):
        k, many, at = self.dice.randrange(2), self.dice.randrange(1, 5), self.pixel()
        self.take("spray", class_in_hand=k, density=many, radius=30.0, evenly=True)
        before = len(self.desk.session.document.data)
        self.stroke([at])
        new = self.desk.session.document.data.points[before:].tolist()
        assert len(new) == many
        placed = [Point(x, y, k) for x, y in new]
        assert all(self.model.away(each, at, at, 30.0) <= 1.05 for each in placed)
        self.model.done([*self.model.points, *placed])

    def brush(self, tool):
        way, radius = [self.pixel(), self.pixel()], self.dice.choice((12.0, 40.0))
        touched = self.model.under(way, radius)
        if touched is None:
            return
        points, k = self.model.points, self.dice.randrange(2)
        is_shifted = tool == "test" and self.dice.random() < 0.5
        after = {
            "erase": [p for row, p in enumerate(points) if row not in touched],
            "relabel": [replace(p, k=k) if row in touched else p for row, p in enumerate(points)],
            "test": [replace(p, is_test=not is_shifted) if row in touched else p
                     for row, p in enumerate(points)],
        }[tool]  # fmt: skip
        if tool == "test" and all(p.is_test for p in after):
            return  # it would be refused half way
        if tool == "erase" and not any(not p.is_test for p in after):
            return
        self.take(tool, radius=radius, class_in_hand=k)
        self.stroke(way, SHIFT if is_shifted else NO_KEY)
        if tool == "test":  # in the order in which the brush came to them
            after = self.as_seen(after)
        self.model.done(after)

    def as_seen(self, after):
        """Take the order from the session: the model knows which, not in which order."""
        seen = self.seen()
        assert sorted(map(str, seen)) == sorted(map(str, after))
        return seen

    def soft(self):
        start = self.pixel()
        end = start[0] + self.dice.randrange(-60, 60), start[1] + self.dice.randrange(-60, 60)
        self.take("soft", radius=120.0)
        before = list(self.model.points)
        self.stroke([start, end])
        after = []
        for was, now in zip(before, self.seen(), strict=True):
            far = self.model.away(was, start, start, 120.0)
            share = 0.5 + 0.5 * cos(pi * far) if far < 1.0 else 0.0
            (x, y), (u, v) = self.model.px(was), self.model.px(now)
            moved = u - x, v - y
            wanted = share * (end[0] - start[0]), share * (end[1] - start[1])
            assert abs(moved[0] - wanted[0]) < 2.5
            assert abs(moved[1] - wanted[1]) < 2.5
            assert (now.k, now.is_test) == (was.k, was.is_test)
            after.append(now)
        self.model.done(after)

    def select(self):
        (x0, y0), (x1, y1) = self.pixel(), self.pixel()
        mode = self.dice.choice((NO_KEY, SHIFT, ALT))
        low, high = (min(x0, x1), min(y0, y1)), (max(x0, x1), max(y0, y1))
        inside = set()
        for row, point in enumerate(self.model.points):
            x, y = self.model.px(point)
            if min(abs(x - low[0]), abs(x - high[0]), abs(y - low[1]), abs(y - high[1])) < 0.01:
                return
            is_seen = not point.is_test or self.desk.view.look.layers.test
            if low[0] < x < high[0] and low[1] < y < high[1] and is_seen:
                inside.add(row)
        self.desk.session.look(selection=())  # or a handle might be taken
        self.take("select")
        self.stroke([(x0, y0), (x1, y1)], mode)
        wanted = sorted(inside) if mode != ALT else []
        if max(abs(x1 - x0), abs(y1 - y0)) > STILL:
            assert list(self.desk.view.where.selection) == wanted

    def nudge(self):
        chosen = list(self.desk.view.where.selection)
        self.take("select")
        if not self.hand.can_nudge:
            return
        before = list(self.model.points)
        self.hand.nudge(1, 0, is_far=False, goes_on=False)
        steps = set()
        for row, (was, now) in enumerate(zip(before, self.seen(), strict=True)):
            assert now == was if row not in chosen else (now.y, now.k) == (was.y, was.k)
            if row in chosen:
                steps.add(round(now.x - was.x, 9))
        assert len(steps) == 1
        self.model.done(self.seen())

    def undo(self):
        self.desk.session.undo.undo()
        self.model.undo(-1)

    def redo(self):
        self.desk.session.undo.redo()
        self.model.undo(1)

    # --- what is there ------------------------------------------------------------------------

    def seen(self):
        data = self.desk.session.document.data
        parts = [(data, False)] + ([(data.test, True)] if data.test is not None else [])
        return [Point(*place, int(k), is_test) for part, is_test in parts
                for place, k in zip(part.points.tolist(), part.target, strict=True)]  # fmt: skip

    def step(self):
        name = self.dice.choice(("place", "place", "spray", "erase", "relabel", "test", "soft",
                                 "select", "nudge", "undo", "redo"))  # fmt: skip
        index = self.desk.session.undo.index
        if name in ("erase", "relabel", "test"):
            self.brush(name)
        else:
            getattr(self, name)()
        assert self.seen() == self.model.points, name
        assert self.desk.session.undo.index == self.model.at, name
        if name not in ("undo", "redo"):
            assert self.desk.session.undo.index - index in (0, 1), name


@pytest.mark.parametrize("seed", range(6))
def test_random_strokes_of_all_tools_are_those_of_a_plain_model(qtbot, seed):
    places, classes = [each[:2] for each in FIRST], [each[2] for each in FIRST]
    desk = Easel(qtbot, session_of(dataset(places, classes), "tree", max_depth=1))
    both = Both(desk, seed)
    for _ in range(STROKES):
        both.step()
    while both.model.at:
        both.undo()
        assert both.seen() == both.model.points
    assert [(p.x, p.y, p.k) for p in both.seen()] == FIRST
    qtbot.waitUntil(lambda: not desk.session.is_learning)
