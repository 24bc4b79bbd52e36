"""Learners and sums as small pictures: colours in the plane, steps on a line."""

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.surface import Cells, leaf_grid
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.frame import fit, span
from ensemble_viz.scene.learners.marks import learner_shades
from ensemble_viz.scene.line import ensemble_cells, one_cells
from ensemble_viz.scene.line_plot import step_curve
from ensemble_viz.scene.moment.sample_grid import Sampled
from ensemble_viz.scene.moment.sampler import Want
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.palette import RAMP_STEPS, Rgb, class_ramp, ramp, rgb
from ensemble_viz.scene.shades import lean, parts, shading, value_range

SIZE = (54, 40)  # logical pixels, across and down
FINE = 2  # pixels of the picture a logical pixel
HARD = 0.75
ROOM = 0.06  # around the points
PART = 0.1  # of the time that may be taken at once to see something


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnail:
    """A small picture of a learner."""

    rgb: Rgb | None
    """(80, 108, 3), the first row is the upper one; None on a line, or while it is not known."""
    line: FloatArray | None
    """(m, 2) from the left, in 0 … 1 of width and height, upwards; None in the plane, or
    while it is not known."""
    curves: tuple[FloatArray, ...] = ()
    """Borders that the picture has no cells for: (k, 2) in 0 … 1 of width and height, upwards."""


def learner_thumbnail(stage: Stage, t: int, k: int) -> Thumbnail:
    key = ("thumbnail", t, k, stage.palette)
    if stage.lens.surface.learner_is_exact(t, k):
        return stage.lens.kept(key, _learner, stage, t, k)
    return _sampled(stage, (t, k))


def sum_thumbnail(stage: Stage) -> Thumbnail:
    """Draw what has joined so far, all together."""
    if not stage.lens.is_exact(stage.joined):
        return _sampled(stage, (stage.joined, None))
    key = ("thumbnail", "sum", stage.joined, stage.palette)
    return stage.lens.kept(key, _sum, stage)


def _sampled(stage: Stage, what: tuple[int, int | None]) -> Thumbnail:
    """Draw what has no cells, as far as it has been asked; nothing while it has not."""
    frame, (t, k) = frame_of(stage), what
    if stage.data.dimension == 1:
        slot = ("thumbnail", what)
        cells = (
            ensemble_cells(stage, t, frame, slot) if k is None
            else one_cells(stage, t, k, frame, slot)
        )  # fmt: skip
        return Thumbnail(None, None if cells is None else _steps(cells, frame, None))
    shade = partial(shading, stage) if k is None else partial(learner_shades, stage)
    size = (SIZE[0] * FINE, SIZE[1] * FINE)
    want = Want(("thumbnail", what), what, frame, shade, size, PART)
    found = stage.lens.sampler.seen(want)
    if found is None:
        return Thumbnail(None, None)
    key = ("thumbnail", what, stage.palette)
    return stage.lens.kept(key, _painted, stage, found, k is None)


def _painted(stage: Stage, found: Sampled, is_sum: bool) -> Thumbnail:
    """Look up the colours of classes and shades."""
    label, step, count = (
        found.winner.astype(np.int64),
        found.step.astype(np.int64),
        stage.data.n_classes,
    )
    if count > 2 and is_sum:
        table = np.stack([class_ramp(stage.palette, k) for k in range(count)])
        colours = table[label, step]
    elif count and not is_sum:
        colours = _hard(stage)[label]
    else:
        colours = ramp(stage.palette)[step]
    low, size = found.area.low, found.area.high - found.area.low
    curves = tuple((curve - low) / size for curve in found.curves)
    plain = np.zeros(found.winner.shape, dtype=np.int64)  # its borders are lines, not pixels
    return Thumbnail(_picture(stage, colours.reshape(*plain.shape, 3), plain), None, curves)


def frame_of(stage: Stage) -> Frame:
    seen = fit(stage.data)
    if not len(stage.data):
        return seen
    up = stage.data.points[:, 1] if stage.data.dimension == 2 else stage.data.target
    low, high = span(up)
    room = ROOM * (high - low)
    return Frame.within_numbers(seen.left, low - room, seen.right, high + room)


def places(frame: Frame) -> tuple[FloatArray, FloatArray]:
    """Find the middles of the pixels along both axes, from the lower left."""
    across, up = SIZE[0] * FINE, SIZE[1] * FINE
    x = frame.left + (np.arange(across) + 0.5) / across * (frame.right - frame.left)
    y = frame.bottom + (np.arange(up) + 0.5) / up * (frame.top - frame.bottom)
    return x, y


def _learner(stage: Stage, t: int, k: int) -> Thumbnail:
    frame = frame_of(stage)
    if stage.data.dimension == 1:
        cells = stage.lens.learner_cells(t, k)
        centre = 0.0 if stage.run.method.goes_downhill else None
        return Thumbnail(None, _steps(cells, frame, centre))
    x, y = places(frame)
    tree = stage.run.round(t).learners[k]
    assert isinstance(tree, Tree)
    leaf, answer = leaf_grid(tree, x, y), tree.leaf_value
    if answer.ndim == 1:
        colours, label = _of_values(stage, answer, k)
    else:
        label = decide(answer, stage.data.n_classes).astype(np.int64)
        colours = _hard(stage)[label]
    return Thumbnail(_picture(stage, colours.take(leaf, axis=0), label.take(leaf)), None)


def _sum(stage: Stage) -> Thumbnail:
    frame, t = frame_of(stage), stage.joined
    if stage.data.dimension == 1:
        return Thumbnail(None, _steps(stage.lens.cells(t), frame, None))
    x, y = places(frame)
    score = stage.lens.surface.grid(t, x, y)
    flat = score.reshape(-1, *score.shape[2:])
    count = stage.data.n_classes
    label = decide(flat, count).astype(np.int64) if count else np.zeros(len(flat), dtype=np.int64)
    if count > 2:
        two = np.partition(parts(stage, flat), -2, axis=-1)[:, -2:]
        place = _place(two[:, 1] - two[:, 0])
        table = np.stack([class_ramp(stage.palette, k) for k in range(count)])
        colours = table[label, place]
    else:
        colours = ramp(stage.palette)[_place((lean(stage, flat) + 1.0) / 2.0)]
    shape = len(y), len(x)
    return Thumbnail(_picture(stage, colours.reshape(*shape, 3), label.reshape(shape)), None)


def _of_values(stage: Stage, answer: FloatArray, k: int) -> tuple[Rgb, IntArray]:
    """Colour what a tree of values answers: by its sign, or over the range of the values."""
    palette, sign = stage.palette, (answer > 0.0).astype(np.int64)
    if stage.data.n_classes > 2:
        ends = np.stack((class_ramp(palette, k)[0], class_ramp(palette, k)[-1]))
        return ends[sign], sign
    if stage.data.n_classes:
        return _hard(stage)[sign], sign
    low, high = value_range(stage.data)
    middle = 0.0 if stage.run.method.goes_downhill else (low + high) / 2.0
    share = np.clip(0.5 + (answer - middle) / (high - low), 0.0, 1.0)
    return ramp(palette)[_place(share)], np.zeros(len(answer), dtype=np.int64)


def _hard(stage: Stage) -> Rgb:
    """Give each class the colour it has on a hard surface."""
    palette, count = stage.palette, stage.data.n_classes
    if count <= 2:
        return ramp(palette)[_place(np.array([0.5 - HARD / 2.0, 0.5 + HARD / 2.0]))]
    return np.stack([class_ramp(palette, k)[-1] for k in range(count)])


def _place(share: FloatArray) -> NDArray[np.int64]:
    return np.rint(share * (RAMP_STEPS - 1)).astype(np.int64)


def _picture(stage: Stage, colours: Rgb, label: IntArray) -> Rgb:
    """Draw the boundary into the colours, as wide as a logical pixel, and turn them upright."""
    edge = np.zeros(label.shape, dtype=bool)
    across, along = label[:, 1:] != label[:, :-1], label[1:] != label[:-1]
    edge[:, 1:] |= across
    edge[:, :-1] |= across
    edge[1:] |= along
    edge[:-1] |= along
    picture = colours.copy()
    picture[edge] = rgb(stage.palette.boundary)
    return np.ascontiguousarray(picture[::-1])


def _steps(cells: Cells, frame: Frame, centre: float | None) -> FloatArray:
    """Draw a function on a line; trees of residuals around the middle, on the same scale."""
    curve = step_curve(cells, frame)
    high = frame.top - frame.bottom
    low = frame.bottom if centre is None else centre - high / 2.0
    x = np.repeat((curve.edges - frame.left) / (frame.right - frame.left), 2)[1:-1]
    y = np.repeat((curve.values - low) / high, 2)
    return np.column_stack((x, y))
