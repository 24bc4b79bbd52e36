"""Where the answers of several surfaces part, cell by cell: side by side, or before an edit."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray, Numbers
from ensemble_viz.engine.surface import Cells, Cuts
from ensemble_viz.engine.surface.lines import rectangles
from ensemble_viz.scene.appearance.palette import RAMP_STEPS
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.shades import Shades, shades

LEVELS = 8  # of how far values are apart: what is nearer than half of one is drawn as together
WHOLE = RAMP_STEPS - 1


@dataclass(frozen=True, slots=True, eq=False)
class Parting:
    """How far answers are apart inside a frame."""

    frame: Frame
    cuts: Cuts
    """Inside the frame: all those of all surfaces."""
    apart: NDArray[np.uint8]
    """(rows, columns): 0 where they agree; 1 where classes differ, of values up to `LEVELS`."""
    share: float
    """Of the frame: where they differ; of values how far, by their range, on average."""
    exact: bool
    """False where a surface was read at places of a grid."""

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels there are, but for 0."""
        return tuple(int(level) for level in np.unique(self.apart) if level)

    def boxes(self, level: int) -> FloatArray:
        """Give where they are so far apart, (m, 4) as x1, y1, x2, y2."""
        cells = Cells(self.cuts, np.empty(0))
        labels = (self.apart == level).astype(np.int64)
        found = rectangles(cells, labels, self.frame.low, self.frame.high)
        return found[0][found[1] == 1]


def parting(stages: Sequence[Stage], frame: Frame) -> Parting | None:
    """Compare surfaces everywhere in a frame; None on a line, or where one has no answer."""
    if stages[0].data.dimension != 2 or not len(stages[0].data):
        return None
    shown = [shades(stage, frame) for stage in stages]
    surfaces = [one for one in shown if one is not None]
    if len(surfaces) < len(shown):
        return None
    cuts = tuple(_inside(surfaces, axis, frame) for axis in (0, 1))
    is_class = stages[0].data.classes is not None
    levels = [_spread(one, cuts, frame, is_class) for one in surfaces]
    distance = np.maximum.reduce(levels) - np.minimum.reduce(levels)
    apart = distance > 0 if is_class else np.rint(distance * (LEVELS / WHOLE))
    share = _mean(distance > 0 if is_class else distance / WHOLE, cuts, frame)
    exact = all(one.exact for one in surfaces)
    return Parting(frame, cuts, apart.astype(np.uint8), share, exact)


def _inside(surfaces: Sequence[Shades], axis: int, frame: Frame) -> FloatArray:
    low, high = float(frame.low[axis]), float(frame.high[axis])
    found = np.unique(np.concatenate([one.cuts[axis] for one in surfaces]))
    return found[(found > low) & (found < high)]


def _spread(one: Shades, cuts: Cuts, frame: Frame, is_class: bool) -> NDArray[np.int16]:
    """Repeat what a surface answers in the smaller cells of more cuts."""
    answer = one.winner if is_class else one.step
    ends = [np.append(cut, high) for cut, high in zip(cuts, frame.high.tolist(), strict=True)]
    place = [own.searchsorted(end) for own, end in zip(one.cuts, ends, strict=True)]
    return answer[np.ix_(place[1], place[0])].astype(np.int16)


def _mean(distance: Numbers, cuts: Cuts, frame: Frame) -> float:
    """Average over the area of the frame."""
    sides = [
        np.diff(np.concatenate(([low], cut, [high]))) / (high - low)
        for cut, low, high in zip(cuts, frame.low.tolist(), frame.high.tolist(), strict=True)
    ]
    return float(sides[1] @ distance @ sides[0])
