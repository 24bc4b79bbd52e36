"""Where the two panels of a line plot are, in one frame; functions read along it.

Where the two panels of a line plot are: one frame, one scale, the lower panel moved down. The
canvas has a single frame in coordinates of the points. Where residuals are drawn its lower part
belongs to them, and their zero stands at the height `offset`: a residual of 1 is as long as a step
of 1 among the values, and the mouse needs no second scale.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.surface import Cells
from ensemble_viz.scene.frame import (
    EMPTY,
    MARGIN,
    Room,
    Ticks,
    clearance,
    roomy_fit,
    shares,
    span,
    ticks,
    widths,
    worthy,
)
from ensemble_viz.scene.moment.sampler import Want
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import has_residuals

LEFT, RIGHT = 0.09, 0.06  # of the width of the points: the heights are written at the left
ABOVE, BELOW = 0.50, 0.09  # of the range of the values: the cards stand above
LOWER_ABOVE, LOWER_BELOW = 0.14, 0.22  # the title stands above, names of regions and ticks below
MOST_TICKS = 6
_UPPER, _LOWER = 1.0 + ABOVE + BELOW, 1.0 + LOWER_ABOVE + LOWER_BELOW
MOST_ABOVE = 2.4  # times the range of the values: a higher card covers some of them
SHARE = _LOWER / (_UPPER + _LOWER)  # of the height, for the residuals


@dataclass(frozen=True, slots=True)
class Panels:
    upper: Frame
    """Where the values are; all of it where there are no residuals."""
    lower: Frame | None
    """Where the residuals are, in their own coordinates."""
    offset: float
    """The height at which a residual of zero is drawn, in coordinates of the upper panel."""


def line_frame(run: Run, room: Room | None = None) -> Frame:
    """Frame all points on a line with their values, and their residuals where there are any."""
    data = run.data
    if len(data) and room is not None:
        return _roomy(run, room) if has_residuals(run) else roomy_fit(data, room)
    if not len(data):
        share = 1.0 - SHARE if has_residuals(run) else 1.0
        return replace(EMPTY, bottom=EMPTY.top - (EMPTY.top - EMPTY.bottom) / share)
    (left, right), (bottom, top) = span(data.points[:, 0]), span(_heights(run))
    width, height = right - left, top - bottom
    below, above = (BELOW + _LOWER, ABOVE) if has_residuals(run) else MARGIN[2:]
    return Frame.within_numbers(
        left - LEFT * width, bottom - below * height, right + RIGHT * width, top + above * height
    )


def _roomy(run: Run, room: Room) -> Frame:
    """Frame both panels so that no value lies below a card, as far as that can be."""
    x = run.data.points[:, 0]
    (left, right), (bottom, top) = span(x), span(_heights(run))
    rise = (run.data.target - bottom) / (top - bottom)
    across = widths(room)
    needed = [_above(rise, clearance(one.low + shares(x) * one.size, room)[0]) for one in across]
    k = worthy([one.size / (BELOW + 1.0 + up) for one, up in zip(across, needed, strict=True)])
    above, width, height = min(needed[k], MOST_ABOVE), (right - left) / across[k].size, top - bottom
    lower = (BELOW + 1.0 + above) * SHARE / (1.0 - SHARE)
    return Frame.within_numbers(
        left - across[k].low * width,
        bottom - (BELOW + lower) * height,
        right + (1.0 - across[k].high) * width,
        top + above * height,
    )


def _above(rise: FloatArray, over: FloatArray) -> float:
    """Find the room above the values, by their range, that keeps each below what lies over it.

    The upper panel is a share U of the canvas and holds the values, `BELOW` and this room: a value
    that has risen by h keeps a share s of the canvas free where (room + 1 − h)·U ≥ s·(room + 1 +
    BELOW).
    """
    upper = 1.0 - SHARE
    needed = (over * (1.0 + BELOW) - upper * (1.0 - rise)) / np.maximum(upper - over, 1e-9)
    return max(ABOVE, float(needed.max()))


def panels(run: Run, frame: Frame) -> Panels:
    """Divide a frame: the residuals keep their share of it and their zero its place in that."""
    if not has_residuals(run):
        return Panels(frame, None, 0.0)
    border = frame.bottom + SHARE * (frame.top - frame.bottom)
    offset = frame.bottom + _place_of_zero(run) * (border - frame.bottom)
    upper = Frame(frame.left, border, frame.right, frame.top)
    lower = Frame(frame.left, frame.bottom - offset, frame.right, border - offset)
    return Panels(upper, lower, offset)


def height_ticks(upper: Frame, lower: Frame | None) -> tuple[Ticks, Ticks | None]:
    """Choose the heights with labels, equally far apart in both panels."""
    height = upper.top - upper.bottom
    values = ticks(upper.bottom, upper.top, MOST_TICKS)
    if lower is None:
        return values, None
    around = ticks(lower.bottom, lower.bottom + height, MOST_TICKS)
    inside = around.at <= lower.top
    labels = tuple(np.array(around.labels)[inside].tolist())
    return values, Ticks(around.at[inside], labels)


def _place_of_zero(run: Run) -> float:
    """Say how high zero stands in the lower panel: the first residuals fill it as the values do."""
    heights = _heights(run)
    if not len(heights) or run.start.initial_score is None:
        return 0.5
    bottom, top = span(heights)
    start = (float(run.start.initial_score[0]) - bottom) / (top - bottom)
    return (LOWER_BELOW + start) / _LOWER


def _heights(run: Run) -> FloatArray:
    """Collect the values, and the one where the sum begins."""
    initial = run.start.initial_score
    return run.data.target if initial is None else np.append(run.data.target, initial[:1])


PART = 0.1  # of the time that may be taken at once, for each that is less in sight


def ensemble_cells(stage: Stage, t: int, frame: Frame, slot: Hashable = "sum") -> Cells | None:
    """Give the ensemble after round t; None while nothing of it is known."""
    if stage.lens.is_exact(t):
        return stage.lens.cells(t)
    return _read(stage, (t, None), frame, slot)


def one_cells(stage: Stage, t: int, k: int, frame: Frame, slot: Hashable) -> Cells | None:
    """Give what learner k of round t answers by itself."""
    if stage.lens.surface.learner_is_exact(t, k):
        return stage.lens.learner_cells(t, k)
    return _read(stage, (t, k), frame, slot)


def _read(stage: Stage, what: tuple[int, int | None], frame: Frame, slot: Hashable) -> Cells | None:
    """Read as many places as there is time for; heights of the frame change nothing."""
    part = 1.0 if slot in ("sum", "learner") else PART
    along = Frame(frame.left, 0.0, frame.right, 1.0)
    found = stage.lens.sampler.seen(Want(slot, what, along, no_shades, share=part))
    return None if found is None or found.value is None else Cells(found.cuts, found.value)


def no_shades(answer: FloatArray) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Colour nothing: values on a line are heights."""
    nothing = np.zeros(len(answer), dtype=np.uint8)
    return nothing, nothing
