"""The points as marks: place, class, area, rings, badges."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import reaches
from ensemble_viz.scene.joined import shown_draws
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.palette import RAMP_STEPS, Palette, Rgb, mixed, rgb
from ensemble_viz.scene.shades import answers, score_at, value_range
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words import fixed

PLAIN, WITH_BADGE = 6.0, 8.2  # the radius of a marker of area 1 in a window 1280 wide
LARGEST = 4.0  # the area of the largest weight, or residual, where areas are relative to it
CROWD = 400  # more points than this are drawn smaller, so that they cover no more than these
HANDFUL = 60  # fewer points than this are drawn larger
LEAST_SEEN = 1.5  # pixels: smaller radii cannot be told apart, so they are drawn hollow
LEAST_RADIUS, MOST_GROWTH = 1.5, 1.5
MOST_BADGED = 150  # among more points than this nobody reads ×2
HEAVY, MOST_HEAVY = 4.0, 5  # from this area on a weight is written out, for the heaviest few
FEW = 60  # … and among so many points at most


@dataclass(frozen=True, slots=True, eq=False)
class Markers:
    """Training points, in the order they are painted: large ones first."""

    row: IntArray
    """(m,): the row of each in the data set."""
    place: FloatArray
    """(m, 2)."""
    shape: IntArray
    """(m,): the number of the class, which gives shape and colour; values are all 0."""
    area: FloatArray
    """(m,): by what the area of a plain marker is multiplied."""
    old_area: FloatArray | None
    """(m,): the area before this step, where the step changes areas."""
    hollow: NDArray[np.bool_]
    """(m,): drawn as outline: out of bag."""
    ringed: NDArray[np.bool_]
    """(m,): missed."""
    lit: NDArray[np.bool_]
    """(m,): in the node, or the point, that is looked at; all False where nothing is."""
    badges: tuple[str, ...]
    """What stands on or at each: ×2, ×3.1; mostly empty."""
    fill: NDArray[np.uint8] | None
    """(m, 3): colours of values or of residuals, where the class does not give them."""
    plain_radius: float
    """The radius of a marker of area 1 in a window 1280 wide: 6, or 8.2 where badges are inside;
    smaller in a crowd, larger where there are few."""

    def radius(self, growth: float) -> FloatArray:
        """Give the radius of each, where marks are larger by so much."""
        plain = growth * self.plain_radius
        return np.maximum(plain * np.sqrt(np.maximum(self.area, 0.0)), LEAST_SEEN)


@dataclass(frozen=True, slots=True, eq=False)
class TestMarkers:
    """Points that are never learned from, drawn as outlines."""

    __test__ = False
    place: FloatArray
    shape: IntArray
    missed: NDArray[np.bool_]


def markers(stage: Stage) -> Markers:
    """Mark the training points as they are at this moment."""
    data, n = stage.data, len(stage.data)
    drawn = shown_draws(stage)
    area, old_area = _areas(stage)
    if drawn is not None:
        area = area * np.maximum(drawn, 1)
    order = np.argsort(-area, kind="stable")
    nobody = np.zeros(n, dtype=bool)
    missed = stage.missed if stage.look.layers.misses else None
    badges = _badges(stage, area)
    fill = _fill(stage)
    return Markers(
        row=order,
        place=places(data).take(order, axis=0),
        shape=_shape(data).take(order),
        area=area.take(order),
        old_area=None if old_area is None else old_area.take(order),
        hollow=nobody if drawn is None else (drawn == 0).take(order),
        ringed=nobody if missed is None else missed.take(order),
        lit=lit_points(stage).take(order),
        badges=tuple(badges.get(row, "") for row in order.tolist()) if badges else ("",) * n,
        fill=None if fill is None else fill.take(order, axis=0),
        plain_radius=plain_radius(n, inside=stage.look.layers.draws and stage.draws is not None),
    )


def test_markers(stage: Stage) -> TestMarkers | None:
    """Mark the points that are never learned from, where they are to be seen."""
    test = stage.data.test
    if test is None or not stage.look.layers.test:
        return None
    missed = np.zeros(len(test), dtype=bool)
    if test.classes is not None and stage.joined and answers(stage):
        score = stage.lens.kept(("test score", stage.joined), score_at, stage, test.points)
        assert score is not None  # there is an answer
        missed = decide(score, test.n_classes) != test.target
    return TestMarkers(places(test), _shape(test), missed)


def places(data: Dataset) -> FloatArray:
    """Find where the points are on the canvas; on a line the values go upwards."""
    if data.dimension == 2:
        return data.points
    return np.column_stack((data.points[:, 0], data.target.astype(np.float64)))


def plain_radius(n: int, inside: bool = False) -> float:
    """Choose the radius of area 1: a crowd covers no more than a few hundred points do."""
    radius = WITH_BADGE if inside and n <= MOST_BADGED else PLAIN
    if n < HANDFUL:
        return radius * min((HANDFUL / max(n, 1)) ** 0.25, MOST_GROWTH)
    return max(radius * min(1.0, np.sqrt(CROWD / n)), LEAST_RADIUS)


def shows_residuals(stage: Stage) -> bool:
    """Say whether markers show residuals in the plane; on a line stems do."""
    wanted = stage.look.layers.residuals and stage.data.dimension == 2
    return wanted and stage.residual is not None


def _areas(stage: Stage) -> tuple[FloatArray, FloatArray | None]:
    """Measure the markers by residual or weight, and as they were before a step that changes it."""
    n = len(stage.data)
    if shows_residuals(stage):
        assert stage.residual is not None
        return LARGEST * np.abs(stage.residual) / largest_residual(stage), None
    if stage.weight is None or not stage.look.layers.weights:
        return np.ones(n), None
    before = stage.weight_before
    return _by_weight(stage, stage.weight), None if before is None else _by_weight(stage, before)


def _by_weight(stage: Stage, weight: FloatArray) -> FloatArray:
    if stage.look.relative_to == "largest" and len(weight):
        return LARGEST * weight / weight.max()
    return len(weight) * weight


def largest_residual(stage: Stage) -> float:
    """Find the largest residual before the first learner: all rounds are measured by it."""
    return float(np.abs(stage.run.round(1).target).max()) or 1.0


def _badges(stage: Stage, area: FloatArray) -> dict[int, str]:
    """Write what markers are too important to be guessed: draws, and the heaviest weights."""
    n, layers = len(area), stage.look.layers
    if (draws := shown_draws(stage)) is not None:
        often = np.flatnonzero(draws >= 2) if n <= MOST_BADGED else ()
        return {int(row): f"×{draws[row]}" for row in often}
    weighs = story_of(stage.run).weighs_points and layers.weights and stage.weight is not None
    if not weighs or n > FEW:
        return {}
    assert stage.weight is not None
    factor = n * stage.weight
    heaviest = np.argsort(-factor, kind="stable")[:MOST_HEAVY]
    return {int(row): f"×{fixed(factor[row], 1)}" for row in heaviest if factor[row] >= HEAVY}


def _fill(stage: Stage) -> Rgb | None:
    """Colour by the sign of the residual, or by value; None where the class gives the colour.

    Of two classes the residuals of one are positive, so that the sign has the colour of the class.
    """
    data, look = stage.data, stage.palette
    if shows_residuals(stage) and data.n_classes <= 2:  # of more, the colours are the classes'
        assert stage.residual is not None
        signs = np.array([rgb(look.classes[0].fill), rgb(look.classes[1].fill)], dtype=np.uint8)
        return signs[(stage.residual > 0).astype(np.intp)]
    if data.classes is not None:
        return None
    if data.dimension == 1 or not len(data):
        return np.tile(np.array(rgb(look.ink2), dtype=np.uint8), (len(data), 1))
    low, high = value_range(data)
    step = np.rint((data.target - low) / (high - low) * (RAMP_STEPS - 1))
    return value_fills(look)[step.astype(np.intp)]


def value_fills(look: Palette) -> Rgb:
    """Give the colours of markers by value: stronger than the surface behind them: (256, 3)."""
    return mixed((look.classes[0].fill, look.ink3, look.classes[1].fill), RAMP_STEPS)


def lit_points(stage: Stage) -> NDArray[np.bool_]:
    focus, n = stage.focus, len(stage.data)
    if focus.point is not None:
        return np.arange(n) == focus.point
    tree = stage.numbered
    if focus.node is None or tree is None or focus.node >= len(tree):
        return np.zeros(n, dtype=bool)
    return reaches(tree, focus.node, stage.data.points)


def _shape(data: Dataset) -> IntArray:
    if data.classes is None:
        return np.zeros(len(data), dtype=np.int64)
    return data.target.astype(np.int64)
