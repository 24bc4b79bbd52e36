"""Along the edges: ticks with their labels and the names of the axes; a faint grid when empty."""

from collections.abc import Hashable
from functools import partial

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.frame import Ticks, ticks
from ensemble_viz.scene.names import axis_name
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.crisp import bars, paint_bars
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.canvas.still import Still
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.lettering import RIM, width_of, write_rimmed

LENGTH, GAP = 6.0, 6.0  # of a tick, and between it and its label
ALLOWED = 4.0  # the width of the bar along an axis that was drawn
BIN, FAINT = 14.0, 0.45  # the length of a border of bins, and how much of the ink is in it
APART, ABOVE = 118.0, 76.0  # pixels between two ticks, at least: along x, and along y
CORNER = 12.0  # between the names of the axes and the edges
NOTE_ABOVE = 10.0  # pixels between the note and the name of the first axis
VEIL = 0.7  # of the ground's colour, behind the note
UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE | Change.FOCUS
Align = Qt.AlignmentFlag
Labels = list[tuple[QRectF, str, float]]
"""Where a tick is labelled, how, and its number."""


class EdgesItem(Layer):
    """Paints ticks inside the edges: the canvas has no margins."""

    def __init__(self, desk: Desk) -> None:
        """Know no axis yet."""
        super().__init__(desk)
        self.names = ("", "")
        self.covered: list[QRectF] = []
        """Where cards lie, in logical pixels: nothing is written below them."""
        self.note = ""
        """How far the surface can be trusted, where it is not exact."""
        self._is_empty = False
        self.bins: tuple[FloatArray, ...] = ()
        """Where the bins end along each axis; none where there are none."""
        self.allowed: tuple[int, ...] | None = None
        """The axes this round's learner may look along; None where it may along all."""
        self._every: tuple[PixelMap, tuple[Labels, Labels]] | None = None
        """The labels of both axes, before anything covers them."""
        self._labelled: tuple[PixelMap, tuple[Labels, Labels]] | None = None
        self._laid: tuple[PixelMap, Hashable, tuple[QRectF, QRectF]] | None = None
        self._still = Still()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take the axes of a scene."""
        if not change & ~UNSEEN:
            return
        self.theme = self.desk.theme
        data = scene.stage.data
        self._is_empty = not len(data)
        self.note = scene.note
        self.bins, self.allowed = scene.bins, scene.allowed
        first = axis_name(data, 0)
        names = (first, axis_name(data, 1) if data.dimension == 2 else "y")
        if names != self.names or change & Change.LOOK:
            self.names, self._every, self._labelled, self._laid = names, None, None, None
        self.update()

    def cover(self, rects: list[QRectF]) -> None:
        """Write nothing where cards lie."""
        if rects != self.covered:
            self.covered, self._labelled, self._laid = rects, None, None
            self.update()

    @property
    def _font(self) -> QFont:
        """Give the font of numbers and names; the back row reads them, too."""
        projected = self.theme.palette.is_projected
        return self.theme.font("projector tick" if projected else "tick")

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint both axes."""
        if self._is_empty:
            self._draw_grid(painter, *_both(at), at)
        for axis, borders in enumerate(self.bins):
            self._draw_ticks(painter, borders, axis, at, is_bin=True)
        self._draw_allowed(painter, at)
        key, strips = self._known(at)
        self._still.paint(
            painter, (key, self.allowed, self.theme), strips, partial(self._draw_axes, at)
        )
        self._draw_note(painter, at)

    def _draw_axes(self, at: PixelMap, painter: QPainter) -> None:
        """Write names and ticks."""
        painter.setFont(self._font)
        ink, ground = self.theme.colour("ink2"), self.theme.colour("canvas")
        self._draw_names(painter, at)
        for axis, labels in enumerate(self._labels(at)):
            for place, text, _ in labels:
                write_rimmed(painter, place, text, ink, ground)
            self._draw_ticks(painter, np.array([x for *_, x in labels]), axis, at)

    def _known(self, at: PixelMap) -> tuple[Hashable, tuple[QRectF, QRectF]]:
        """Name what is written, and say where; only with other cards it may be something else."""
        if self._laid is None or self._laid[0] != at:
            labels = self._labels(at)
            written = tuple((axis, x) for axis, some in enumerate(labels) for *_, x in some)
            names = tuple(place.getRect() for place in self.name_places(at))
            self._laid = at, (at, written, names, self.names), self._strips(labels, at)
        return self._laid[1:]

    def _labels(self, at: PixelMap) -> tuple[Labels, Labels]:
        """Find the labels of both axes, once for all who ask."""
        if self._labelled is None or self._labelled[0] != at:
            self._labelled = at, self._placed(at)
        return self._labelled[1]

    def _strips(self, labels: tuple[Labels, Labels], at: PixelMap) -> tuple[QRectF, QRectF]:
        """Find the strips along both edges that hold names and ticks, but for their corner."""
        first, second = (_roomy(place) for place in self.name_places(at))
        tops = [place.top() - RIM for place, *_ in labels[0]]
        rights = [place.right() + RIM for place, *_ in labels[1]]
        foot, top = at.top + at.height, min([first.top(), *tops])
        right = max([second.right(), at.left + LENGTH, *rights])
        below = QRectF(at.left, np.floor(top), at.width, foot - np.floor(top))
        return below, QRectF(at.left, at.top, np.ceil(right) - at.left, below.top() - at.top)

    def _draw_allowed(self, painter: QPainter, at: PixelMap) -> None:
        """Draw a bar along every axis that was drawn for this round's learner."""
        ratio = at.ratio
        left, top = at.left * ratio, at.top * ratio
        wide, high, thick = at.width * ratio, at.height * ratio, np.rint(ALLOWED * ratio)
        rects = {0: (left, top + high - thick, wide, thick), 1: (left, top, thick, high)}
        strips = [rects[axis] for axis in self.allowed or ()]
        if strips:
            paint_bars(painter, np.array(strips), self.theme.colour("accent"), at)

    def _draw_grid(self, painter: QPainter, across: Ticks, up: Ticks, at: PixelMap) -> None:
        (left, right), (bottom, top) = at.x, at.y
        upright = [(x, bottom, x, top) for x in across.at]
        level = [(left, y, right, y) for y in up.at]
        lines = np.array(upright + level).reshape(-1, 4)
        paint_bars(painter, bars(lines, 1.0, at), self.theme.colour("hairline"), at)

    def _placed(self, at: PixelMap) -> tuple[Labels, Labels]:
        """Find the labels of both axes that have room, each with its place and its number."""
        if self._every is None or self._every[0] != at:
            self._every = at, _everywhere(at, self._font)
        below, aside = self._every[1]
        taken = [*self.covered, *self.name_places(at)]
        return _with_room(below, taken), _with_room(aside, taken)

    def _draw_ticks(
        self, painter: QPainter, places: FloatArray, axis: int, at: PixelMap, is_bin: bool = False
    ) -> None:
        """Draw the strokes at the edge, on whole device pixels; those of bins longer, and faint."""
        if not len(places):
            return
        ratio = at.ratio
        long, thin = np.rint((BIN if is_bin else LENGTH) * ratio), max(1.0, np.rint(ratio))
        if axis == 0:
            x = np.rint(at.across(places) * ratio - thin / 2)
            end = (at.top + at.height) * ratio
            rects = [(each, end - long, thin, long) for each in x]
        else:
            y = np.rint(at.down(places) * ratio - thin / 2)
            rects = [(at.left * ratio, each, long, thin) for each in y]
        colour = self.theme.colour("ink", FAINT) if is_bin else self.theme.colour("ink2")
        paint_bars(painter, np.array(rects), colour, at)

    def _draw_names(self, painter: QPainter, at: PixelMap) -> None:
        """Write what the axes are called: at the right end, and at the top below the cards."""
        painter.save()
        font = self._font
        font.setBold(True)
        painter.setFont(font)
        for axis, (place, name) in enumerate(zip(self.name_places(at), self.names, strict=True)):
            drawn = self.allowed is not None and axis in self.allowed
            known = self.allowed is None or drawn
            ink = self.theme.colour("accent" if drawn else "ink" if known else "ink3")
            write_rimmed(painter, _roomy(place), name, ink, self.theme.colour("canvas"))
        painter.restore()

    def note_place(self, at: PixelMap) -> QRectF:
        """Find where the note is written: above the name of the first axis."""
        metrics = QFontMetricsF(self._font)
        width, height = metrics.horizontalAdvance(self.note) + 1.0, metrics.height()
        right = at.left + at.width - CORNER
        foot = at.top + at.height - LENGTH - GAP / 2 - height - NOTE_ABOVE
        return QRectF(right - width, foot - height, width, height)

    def _draw_note(self, painter: QPainter, at: PixelMap) -> None:
        """Say quietly that the surface was read at places of a grid."""
        place = self.note_place(at)
        if not self.note or any(_roomy(place).intersects(card) for card in self.covered):
            return
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("canvas", VEIL))
        painter.drawRoundedRect(_roomy(place), 4.0, 4.0)
        painter.setFont(self._font)
        painter.setPen(self.theme.colour("ink2"))
        painter.drawText(place, Align.AlignRight | Align.AlignVCenter, self.note)
        painter.restore()

    def name_places(self, at: PixelMap) -> tuple[QRectF, QRectF]:
        """Find where the names of the axes are written."""
        font = self._font
        font.setBold(True)
        metrics = QFontMetricsF(font)
        wide, high = (width_of(name, font) for name in self.names)
        height = metrics.height()
        bottom, right = at.top + at.height, at.left + at.width
        top = at.top + CORNER
        for card in self.covered:
            if card.left() <= at.left + CORNER + high and card.top() <= top + height:
                top = max(top, card.bottom() + CORNER)
        first = QRectF(right - CORNER - wide, bottom - LENGTH - GAP / 2 - height, wide, height)
        return first, QRectF(at.left + CORNER, top, high, height)


def _both(at: PixelMap) -> tuple[Ticks, Ticks]:
    """Choose the ticks of both axes."""
    across = ticks(*at.x, most=max(2, int(at.width / APART)))
    return across, ticks(*at.y, most=max(2, int(at.height / ABOVE)))


def _everywhere(at: PixelMap, font: QFont) -> tuple[Labels, Labels]:
    """Find the labels of both axes that are inside, whatever lies on them."""
    high = QFontMetricsF(font).height()
    across, up = _both(at)
    top = at.top + at.height - LENGTH - GAP / 2 - high
    below, aside = [], []
    for x, middle, label in zip(across.at, at.across(across.at), across.labels, strict=True):
        width = width_of(label, font)
        below.append((QRectF(middle - width / 2, top, width, high), label, x))
    for y, middle, label in zip(up.at, at.down(up.at), up.labels, strict=True):
        place = QRectF(at.left + LENGTH + GAP, middle - high / 2, width_of(label, font), high)
        aside.append((place, label, y))
    inside = QRectF(at.left, at.top, at.width, at.height).adjusted(2.0, 2.0, -2.0, -2.0)
    return (
        [label for label in below if inside.contains(label[0])],
        [label for label in aside if inside.contains(label[0])],
    )


def _with_room(labels: Labels, taken: list[QRectF]) -> Labels:
    """Keep the labels that are on no card, on no name, and on no other label."""
    found = [(_roomy(place), text, number) for place, text, number in labels]
    strip = QRectF()
    for place, *_ in found:
        strip |= place
    near = [other for other in taken if other.intersects(strip)]
    kept: Labels = []
    for one in found:
        before = kept[-1:]  # long numbers reach into their neighbours
        if not any(one[0].intersects(other) for other in (*near, *(place for place, *_ in before))):
            kept.append(one)
    return kept


def _roomy(place: QRectF) -> QRectF:
    """Leave some air around words."""
    return place.adjusted(-4.0, -4.0, 4.0, 4.0)
