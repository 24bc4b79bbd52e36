"""What every cut of a node leaves over, along each axis, as step curves."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import TIE, FloatArray, IntArray, distinct
from ensemble_viz.engine.runs import AxisSearch, NodeSearch, Run, search_node
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.trees.facts import fitted_weight
from ensemble_viz.scene.trees.reasons import impurity_of
from ensemble_viz.scene.words import SAME

ROOM = 0.08  # of the height, above and below the curves
MOST_PIECES = 600  # more are finer than a plot shows
MOST_SEARCHED = 5_000  # points: above this ties are not looked for, and hardly happen


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """All cuts along one axis, and what each leaves over."""

    axis: int
    threshold: FloatArray
    start: FloatArray
    """Cuts from here to `end` part the points alike."""
    end: FloatArray
    value: FloatArray
    sides: FloatArray | None = None
    """(2, 2, cuts): G and H on the left, G and H on the right, in trees of second order."""

    @property
    def best(self) -> int | None:
        """Find the cut that leaves least, the first of equals."""
        if not len(self.value):
            return None
        return int((self.value <= self.value.min() + TIE).argmax())

    def at(self, x: float) -> int | None:
        if not len(self.threshold):
            return None
        k = int(self.start.searchsorted(x, side="right")) - 1
        return k if k >= 0 and x <= self.end[k] else None

    def thinned(self) -> "Cuts":
        """Keep the lowest and the highest of neighbours that share a pixel."""
        if len(self.value) <= MOST_PIECES:
            return self
        rows = distinct(np.concatenate(([0], *_extremes(self.value, MOST_PIECES // 2))))
        end = np.append(self.start[rows[1:]], self.end[-1])
        sides = None if self.sides is None else self.sides[..., rows]
        return Cuts(self.axis, self.threshold[rows], self.start[rows], end, self.value[rows], sides)


def _extremes(value: FloatArray, parts: int) -> tuple[IntArray, IntArray]:
    """Find the first lowest and the first highest in each of some parts of nearly equal size."""
    size, longer = divmod(len(value), parts)
    sizes = np.full(parts, size)
    sizes[:longer] += 1
    start = sizes.cumsum() - sizes
    found = []
    for extreme in (np.minimum, np.maximum):
        reached = (value == extreme.reduceat(value, start).repeat(sizes)).nonzero()[0]
        found.append(reached[reached.searchsorted(start)])
    return found[0], found[1]


@dataclass(frozen=True, slots=True, eq=False)
class SearchCurves:
    whole: float
    """What is there without a cut."""
    rows: IntArray
    """The points in the node."""
    axes: tuple[Cuts, ...]
    higher_wins: bool
    """The values are gains, or gain ratios, not what is left over."""


def searched(stage: Stage, tree: Tree, node: int) -> SearchCurves:
    """Search a node of the round's tree again, once."""
    key = ("search", stage.round, stage.which, node, len(tree))
    of = (stage.run, stage.round, node, stage.which, tree)
    found: SearchCurves = stage.lens.kept(key, search_curves, *of)
    return found


def count_tied(stage: Stage, tree: Tree, node: int) -> int:
    """Count the cuts that are as good as the one at which a node was split."""
    if len(stage.data) > MOST_SEARCHED:
        return 1
    found = searched(stage, tree, node)
    values = np.concatenate([cuts.value for cuts in found.axes])
    return tied_cuts(found.axes, float(values.max() if found.higher_wins else values.min()))


def search_curves(run: Run, t: int, node: int, k: int, tree: Tree) -> SearchCurves:
    """Search a node of learner k of round t again, and say what each cut leaves over, or gains.

    Squares are added up over the points of the node; everything else is a share or an average.
    """
    record = run.round(t)
    found = search_node(run, t, node, k, tree)
    rules = run.rules(t)
    gains = not impurity_of(rules.criterion).saves or tree.thrown is not None
    weight = fitted_weight(run, record, k)[1]
    size = float(weight[found.rows].sum()) if rules.criterion == "squared" else 1.0
    axes = []
    for one in found.axes:
        left = one.gain if gains else size * _rest(found.impurity - one.gain, found.impurity)
        if one.missed is not None and not gains:  # it may be worse than no cut
            left = _rest(one.missed, 1.0)
        axes.append(_cuts(one, found, run, left))
    return SearchCurves(size * found.impurity, found.rows, tuple(axes), gains)


def _rest(left: FloatArray, whole: float) -> FloatArray:
    """Leave nothing over where there is no more than rounding."""
    return np.where(left > SAME * whole, left, 0.0)


def _cuts(one: AxisSearch, found: NodeSearch, run: Run, value: FloatArray) -> Cuts:
    """Find between which points each cut runs."""
    places = distinct(run.data.points[found.rows, one.axis])
    behind = places.searchsorted(one.threshold, side="right")
    return Cuts(one.axis, one.threshold, places[behind - 1], places[behind], value, one.sides)


def tied_cuts(axes: Iterable[Cuts], won: float) -> int:
    """Count the cuts that are as good as the one that was taken."""
    sizes = [np.abs(cuts.value) for cuts in axes]
    largest = max((float(size.max(initial=0.0)) for size in sizes), default=0.0)
    return sum(
        int(np.count_nonzero(np.abs(cuts.value - won) <= TIE * max(largest, 1.0))) for cuts in axes
    )


def heights(found: SearchCurves, whole: float | None) -> tuple[float, float]:
    """Choose the vertical axis, with some room around the curves."""
    values = np.concatenate([cuts.value for cuts in found.axes])
    least, most = float(values.min()), float(max(values.max(), whole or 0.0))
    room = ROOM * (most - least or abs(most) or 1.0)
    floor = -np.inf if least < 0.0 else 0.0 if least >= room else -room
    return max(least - room, floor), most + room
