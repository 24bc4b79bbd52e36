"""How strongly the ensemble leans, and to whom, in every cell: a surface before its colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import Dataset, FloatArray, Numbers
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Scores
from ensemble_viz.engine.surface import Cells, Cuts
from ensemble_viz.engine.surface.lines import boundary
from ensemble_viz.scene.frame import ends_around
from ensemble_viz.scene.losses import lowered
from ensemble_viz.scene.moment.sampler import Want
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.palette import RAMP_STEPS
from ensemble_viz.scene.stories import story_of

MOST_CELLS = 1024 * 1024  # more are finer than a screen shows
MANY_CELLS = 1 << 17
GRID = (720, 480)  # the places read instead, along x1 and x2
Steps = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Shades:
    """A surface between cuts, as steps of the colour ramps."""

    key: tuple[object, ...]
    """Names the surface among those of its run."""
    cuts: tuple[FloatArray, ...]
    step: Steps
    """(rows, columns): where on the ramp, or how far in the lead, from 0 to 255."""
    wins: Steps
    """(rows, columns): the class that is answered; 0 where values are."""
    exact: bool
    curves: tuple[FloatArray, ...] = ()
    """The borders between classes, where there are no cells: places one after the other."""
    votes: NDArray[np.unsignedinteger[Any]] | None = None
    """(rows, columns): how many trees vote for the second of two classes, if that was counted.

    Steps and winners go by their number then, (trees + 1,): there are no others.
    """

    @property
    def winner(self) -> Steps:
        """Say which class is answered in each cell: the second where it has votes enough."""
        if self.votes is None:
            return self.wins
        enough = int(np.count_nonzero(self.wins == 0))
        return (self.votes >= enough).view(np.uint8)


def shades(stage: Stage, frame: Frame) -> Shades | None:
    """Shade the surface after the rounds that have joined; None where nobody has an answer.

    All cells are shaded once a round, whatever the frame. Where there are too many of them, those
    in the frame are; and where these are too many as well, a grid of places in the frame. Learners
    that have no cells are asked on a grid.
    """
    t = stage.joined
    if not answers(stage):
        return None
    if not stage.lens.is_exact(t):
        return _asked(stage, frame)
    cuts = stage.lens.surface.cuts(t)
    if _cells(cuts) <= MOST_CELLS:
        return stage.lens.kept(("shades", t), _of_all, stage, cuts)
    return stage.lens.kept(("shades", t, frame), _in_frame, stage, cuts, frame)


def answers(stage: Stage) -> bool:
    """Say whether the sum so far says anything: sums do from the start, votes need a voter."""
    if stage.joined:
        return stage.score is not None
    start = stage.run.start.initial_score
    return start is not None and not story_of(stage.run).weighs_points


def score_at(stage: Stage, points: FloatArray) -> FloatArray | None:
    """Score places: read from the surface where that is small, else asked round by round."""
    t, lens = stage.joined, stage.lens
    has_cells = answers(stage) and lens.is_exact(t)
    if has_cells and _cells(lens.surface.cuts(t)) <= MOST_CELLS:
        return lens.cells(t).at(points)
    scores = Scores(stage.run, points)
    for _ in range(t):
        scores.next()
    return scores.score


def lean(stage: Stage, score: FloatArray) -> FloatArray:
    """Turn scores, (m,) or (…, at most 2), into −1 … +1: from the first class, or low end, on."""
    if stage.data.classes is None:
        low, high = value_range(stage.data)
        return np.clip((score - low) / (high - low) * 2.0 - 1.0, -1.0, 1.0)
    if score.ndim > 1:
        share = parts(stage, score)
        second = share[..., 1] if stage.data.n_classes > 1 else 0.0
        return second - share[..., 0]
    if stage.run.method.goes_downhill:
        steep = 1.0 if lowered(stage.run) == "exponential" else 0.5
        return np.tanh(steep * score)  # 2p − 1
    return np.clip(score / total_weight(stage), -1.0, 1.0)


def parts(stage: Stage, score: FloatArray) -> FloatArray:
    """Turn scores, one a class, into shares that add up to 1."""
    if stage.run.method.goes_downhill:
        raised = np.exp(score - score.max(axis=-1, keepdims=True))
        return raised / raised.sum(axis=-1, keepdims=True)
    return score / total_weight(stage) if stage.run.method.combine == "sum" else score


def lines_between(cuts: tuple[FloatArray, ...], labels: Steps, frame: Frame) -> FloatArray:
    """Draw the lines between cells of different labels, inside the frame: (lines, 4)."""
    return boundary(Cells(cuts, np.empty(0)), labels, frame.low, frame.high)


def total_weight(stage: Stage) -> float:
    """Add up the weights of the learners that have joined, without their signs."""
    weights = (record.learner_weight for record in stage.run.rounds[: stage.joined])
    return sum(1.0 if weight is None else abs(weight) for weight in weights) or 1.0


def value_range(data: Dataset) -> tuple[float, float]:
    """Find the range of the values that are learned from, never empty."""
    low, high = float(data.target.min()), float(data.target.max())
    return ends_around(low) if low == high else (low, high)


def _asked(stage: Stage, frame: Frame) -> Shades | None:
    """Shade what is known of a surface without cells: more of it is, whenever there is time."""
    want = Want("sum", (stage.joined, None), frame, partial(shading, stage))
    found = stage.lens.sampler.seen(want)
    if found is None:
        return None
    key = ("asked", stage.joined, found.area, found.level)
    return Shades(key, found.cuts, found.step, found.winner, exact=False, curves=found.curves)


def _of_all(stage: Stage, cuts: Cuts) -> Shades:
    """Shade all cells; the scores of many are not kept: the shades take a tenth of the memory."""
    t, key = stage.joined, ("all", stage.joined)
    if counted := _counted(stage, key, cuts, (), exact=True):
        return counted
    source = stage.lens if _cells(cuts) < MANY_CELLS else stage.lens.surface
    return _shaded(stage, key, source.cells(t), exact=True)


def _in_frame(stage: Stage, cuts: Cuts, frame: Frame) -> Shades:
    """Shade the cells in the frame, or the cells of a grid where those would be too many."""
    ends = tuple(zip(frame.low, frame.high, strict=True))
    seen = tuple(
        cut[(cut > low) & (cut < high)] for cut, (low, high) in zip(cuts, ends, strict=True)
    )
    exact = _cells(seen) <= MOST_CELLS
    if not exact:
        edges = [np.linspace(*end, k + 1) for end, k in zip(ends, GRID, strict=True)]
        seen = tuple(edge[1:-1] for edge in edges)
        places = [(edge[1:] + edge[:-1]) / 2.0 for edge in edges]
    else:  # a cut belongs to the cell below it
        places = [np.append(cut, high) for cut, (_, high) in zip(seen, ends, strict=True)]
    key = ("frame", stage.joined, frame)
    counted = _counted(stage, key, seen, places, exact)
    if counted is not None:
        return counted
    score = stage.lens.surface.grid(stage.joined, *places)
    return _shaded(stage, key, Cells(seen, score), exact)


def _counted(
    stage: Stage, key: tuple[object, ...], cuts: Cuts, places: Sequence[FloatArray], exact: bool
) -> Shades | None:
    """Shade votes that can be counted."""
    tally = stage.lens.surface.tally(stage.joined, *places)
    if tally is None:
        return None
    winner, step = shading(stage, tally.score)
    votes = tally.votes.astype(np.min_scalar_type(len(step) - 1))  # they are kept
    return Shades(key, cuts, step, winner, exact, votes=votes)


def _shaded(stage: Stage, key: tuple[object, ...], cells: Cells, exact: bool) -> Shades:
    score = cells.score
    shape, is_pair = score.shape[:2], stage.data.n_classes == 2 and score.ndim == 3
    flat = score if is_pair else score.reshape(-1, *score.shape[2:])
    winner, step = shading(stage, flat)
    return Shades(key, cells.cuts, step.reshape(shape), winner.reshape(shape), exact)


def shading(stage: Stage, score: FloatArray) -> tuple[Steps, Steps]:
    """Turn scores, place by place, into the classes that are answered, and steps of the ramp."""
    k = stage.data.n_classes
    winner: Numbers = score > np.inf
    if k:
        is_pair = k == 2 and score.ndim > 1
        winner = score[..., 1] > score[..., 0] if is_pair else decide(score, k)
    if k > 2:
        first_two = np.partition(parts(stage, score), -2, axis=-1)[:, -2:]
        share = first_two[:, 1] - first_two[:, 0]
    else:
        share = lean(stage, score)
        share += 1.0  # in its place: there may be a million of them
        share /= 2.0
    share *= RAMP_STEPS - 1
    return winner.astype(np.uint8), np.rint(share, out=share).astype(np.uint8)


def _cells(cuts: tuple[FloatArray, ...]) -> float:
    return float(np.prod([len(cut) + 1.0 for cut in cuts]))
