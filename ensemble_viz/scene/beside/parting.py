"""Where several setups part: on the plane, at a point, and after which round.

What each of several setups says of a point, and the shortest move that makes it say otherwise.
Regions of trees are boxes: the move is exact. Elsewhere nothing is said of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray, IntArray, Numbers, Refusal
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.surface import Cells, Cuts, Move, shortest_move
from ensemble_viz.engine.surface.lines import rectangles
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.palette import RAMP_STEPS
from ensemble_viz.scene.shades import Shades, answers, shades
from ensemble_viz.scene.shades import answers as answers_there_are
from ensemble_viz.scene.words import axis_name, class_name, counted, fixed, signed

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
    sides = [
        np.diff(np.concatenate(([low], cut, [high]))) / (high - low)
        for cut, low, high in zip(cuts, frame.low.tolist(), frame.high.tolist(), strict=True)
    ]
    return float(sides[1] @ distance @ sides[0])


ALL_ALIKE = "the same everywhere"
NO_CELLS = "no boxes: its border is not exact"


@dataclass(frozen=True, slots=True)
class Flip:
    """How far a point is from another answer."""

    start: tuple[float, float]
    says: str
    move: Move | None
    words: str
    """B: x₁ −0.1000, x₂ +0.0723 (0.1234)."""


def flip(stage: Stage) -> Flip | None:
    """Find it for the point that is pinned, where classes are learned in the plane."""
    row, data = stage.where.pinned.point, stage.data
    if row is None or data.classes is None or data.dimension != 2 or row >= len(data):
        return None
    if not answers(stage) or not stage.joined:
        return None
    x, y = data.points[row].tolist()
    score = stage.score
    assert score is not None
    says = class_name(data, int(np.asarray(stage.run.prediction(stage.joined))[row]))
    move, words = _found(stage, row)
    return Flip((x, y), says, move, words)


def _found(stage: Stage, row: int) -> tuple[Move | None, str]:
    data, t = stage.data, stage.joined
    if not stage.lens.is_exact(t):
        return None, NO_CELLS
    try:
        move = shortest_move(stage.lens.cells(t), data.n_classes, data.points[row])
    except Refusal as refusal:
        return None, str(refusal)
    if move is None:
        return None, ALL_ALIKE
    steps = [
        f"{axis_name(data, axis)} {signed(move.place[axis] - float(data.points[row, axis]))}"
        for axis in range(2)
        if move.place[axis] != data.points[row, axis]
    ]
    far = f" ({fixed(move.distance)})" if len(steps) > 1 else ""
    return move, f"{class_name(data, move.answer)}: {', '.join(steps)}{far}"


MOST_LISTED = 200
UNSAID = "–"


@dataclass(frozen=True, slots=True, eq=False)
class SplitPoints:
    """The points that are not answered alike at a moment."""

    rows: IntArray
    """Of values all, those that are farthest apart first."""
    answers: tuple[Numbers | None, ...]
    """What each setup answers at all points; None where it has no answer yet."""
    sentence: str


def splits(stages: Sequence[Stage]) -> SplitPoints:
    """Find the points that several setups answer differently."""
    data = stages[0].data
    answers = tuple(_answer(stage) for stage in stages)
    known = [answer for answer in answers if answer is not None]
    if len(known) < 2 or not len(data):
        return SplitPoints(np.empty(0, dtype=np.int64), answers, _silent(stages, answers))
    spread = np.max(known, axis=0) - np.min(known, axis=0)
    order = np.argsort(-spread, kind="stable") if data.classes is None else np.arange(len(data))
    rows = order[spread[order] > 0]
    if data.classes is None:
        widest = fixed(float(spread.max(initial=0.0)))
        return SplitPoints(rows, answers, f"Their answers at the points are up to {widest} apart.")
    many, n = len(rows), counted(len(data), "point")
    sentence = f"They split on {many} of {n}." if many else f"They answer all {n} alike."
    return SplitPoints(rows, answers, sentence)


def answer_at(stage: Stage, answer: Numbers | None, row: int) -> str:
    if answer is None:
        return UNSAID
    if stage.data.classes is None:
        return fixed(float(answer[row]))
    return class_name(stage.data, int(answer[row]))


def _answer(stage: Stage) -> Numbers | None:
    score = stage.score if answers_there_are(stage) else None
    return None if score is None else decide(score, stage.data.n_classes)


def _silent(stages: Sequence[Stage], answers: tuple[Numbers | None, ...]) -> str:
    if not len(stages[0].data):
        return "There are no points."
    silent = [stage.run.method.title for stage, one in zip(stages, answers, strict=True)
              if one is None]  # fmt: skip
    return f"{' and '.join(dict.fromkeys(silent))}: no answer yet."


def parts_in(runs: Sequence[Run]) -> int | None:
    """Find the first round after which they part, as far as rounds are known; None: none so far."""
    if not runs[0].data.n_classes:
        return 1 if all(map(len, runs)) else None
    last = max(map(len, runs))
    for t in range(1, last + 1):
        if any(run.stop is None and len(run) < t for run in runs):
            return None
        answers = [
            run.prediction(reached) for run in runs
            if run.score(reached := min(t, len(run))) is not None
        ]  # fmt: skip
        if any((answer != answers[0]).any() for answer in answers[1:]):
            return t
    return None
