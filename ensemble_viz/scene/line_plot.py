"""Points on a line: the sum so far and the values in one panel, residuals and tree in another.

Both panels share one frame, so they have the same x axis and the same vertical scale, and stems are
equally long. What is drawn in the lower panel is given in residuals: painted at `offset` + residual
in coordinates of the frame, or in axes of its own as high as the frame `lower` says.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.surface import Cells
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.frame import Ticks, ticks
from ensemble_viz.scene.line import ensemble_cells, height_ticks, one_cells, panels
from ensemble_viz.scene.line_names import (
    cut_off,
    lower_brief,
    lower_title,
    shows_earlier,
    shows_ensemble,
    shows_learner,
    shows_to_come,
    shrunk_by,
)
from ensemble_viz.scene.markers import lit_points
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import has_residuals
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.trees.facts import bin_borders
from ensemble_viz.scene.trees.reasons import first_thrown
from ensemble_viz.scene.words import axis_name, fixed, leaf_name, signed

MOST_EARLIER = 30  # trees of a bag: more are a grey band
MOST_NAMED = 8  # regions: more have no room for names


@dataclass(frozen=True, slots=True, eq=False)
class StepCurve:
    """A function that is constant between neighbouring edges."""

    edges: FloatArray
    """(pieces + 1,) ascending, the frame's own included."""
    values: FloatArray
    """(pieces,)."""

    def at(self, x: FloatArray) -> FloatArray:
        """Read the function; an edge belongs to the piece on its left."""
        return self.values[self.edges[1:-1].searchsorted(x)]


@dataclass(frozen=True, slots=True, eq=False)
class Stems:
    """A stem for each point, from one height to another."""

    x: FloatArray
    start: FloatArray
    end: FloatArray
    positive: NDArray[np.bool_]
    """Which way it counts: the residual is above zero."""


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A leaf of this round's tree on the line."""

    left: float
    right: float
    value: float
    """The height of its bar: what the learner adds there at this step."""
    name: str
    """R₁."""
    value_text: str
    """+0.2425."""
    node: int
    lit: bool


@dataclass(frozen=True, slots=True, eq=False)
class LinePlot:
    """Everything drawn for points on a line."""

    upper: Frame
    lower: Frame | None
    """The panel of residuals, in residuals; None where the method has none."""
    offset: float
    """Where zero of the lower panel is in coordinates of the frame."""
    first_x: float | None
    """The first point on the line; None where there is none."""
    x_name: str
    x_ticks: Ticks
    y_ticks: Ticks
    r_ticks: Ticks | None
    """Ticks of the lower panel, as far apart as those of the upper one."""
    curve: StepCurve | None
    """The ensemble so far; None before any learner has an answer."""
    to_come: StepCurve | None
    """The ensemble once this round's learner has joined; None where it has, or is not known."""
    stems: Stems | None
    """From the curve to the points, in the upper panel."""
    residuals: Stems | None
    """From zero to the residuals, in the lower panel."""
    learner: StepCurve | None
    """This round's tree: in the lower panel where there is one, else in the upper. Shrunk from the
    step on that shrinks it."""
    joined: bool
    """This round's tree is part of the ensemble that is drawn: under it, else over it."""
    unshrunk: StepCurve | None
    """The tree as it was fitted, once it has been shrunk: faint, in the lower panel."""
    regions: tuple[Region, ...]
    """The leaves from left to right; none of a large tree, for want of room."""
    splits: tuple[float, ...]
    """The thresholds of this round's tree that are drawn, the first of them the root's, or the new
    one of a tree that grows; none of a large tree."""
    earlier: tuple[StepCurve, ...]
    """Earlier trees of a bag, faint."""
    unseen: NDArray[np.bool_] | None
    """(n,): points this round's tree was not fitted to, where it was not fitted to all."""
    lit: NDArray[np.bool_]
    """(n,): points in the node, or the point, that is looked at; all False where nothing is."""
    bins: FloatArray
    """The borders of the bins, where cuts may fall only there."""
    cut_off: float | None
    """δ, at which residuals are cut off on either side; None where they are not."""
    r_name: str
    """What the lower panel measures: r, or −g."""
    lower_title: str
    """Residuals and tree 3, same scale."""
    lower_brief: str
    """Residuals: where there is no room for more."""

    @property
    def frame(self) -> Frame:
        if self.lower is None:
            return self.upper
        return replace(self.upper, bottom=self.lower.bottom + self.offset)

    def in_upper(self, y: float) -> bool:
        """Say whether a height of the frame is among the values: points can be placed there."""
        return self.lower is None or y > self.upper.bottom


def line_plot(stage: Stage, frame: Frame) -> LinePlot:
    place = panels(stage.run, frame)
    y_ticks, r_ticks = height_ticks(place.upper, place.lower)
    learner, unshrunk = _learner(stage, frame)
    known = stage.tree if stage.look.layers.learner else None
    return LinePlot(
        upper=place.upper,
        lower=place.lower,
        offset=place.offset,
        first_x=float(x.min()) if len(x := stage.data.points) else None,
        x_name=axis_name(stage.data, 0),
        x_ticks=ticks(frame.left, frame.right, 8),
        y_ticks=y_ticks,
        r_ticks=r_ticks,
        curve=sum_curve(stage, frame, stage.joined),
        to_come=sum_curve(stage, frame, stage.round) if shows_to_come(stage) else None,
        stems=_stems(stage),
        residuals=_residuals(stage),
        learner=learner,
        joined=stage.is_joined,
        unshrunk=unshrunk,
        regions=() if known is None else _regions(stage, known, frame),
        splits=first_thrown(stage) if known is None else _splits(stage, known),
        earlier=_earlier(stage, frame),
        unseen=_unseen(stage),
        lit=lit_points(stage),
        bins=bins[0] if (bins := bin_borders(stage)) else np.empty(0),
        cut_off=cut_off(stage) if stage.residual is not None else None,
        r_name=story_of(stage.run).residual,
        lower_title=lower_title(stage),
        lower_brief=lower_brief(stage),
    )


def step_curve(cells: Cells, frame: Frame) -> StepCurve:
    """Draw a surface over a line, from the left edge of a frame to the right one."""
    (cuts,) = cells.cuts
    first = int(cuts.searchsorted(frame.left, side="right"))
    last = int(cuts.searchsorted(frame.right))
    edges = np.concatenate(([frame.left], cuts[first:last], [frame.right]))
    return StepCurve(edges, cells.score[first : last + 1])


# --- curves -----------------------------------------------------------------------------------


def sum_curve(stage: Stage, frame: Frame, t: int) -> StepCurve | None:
    cells = ensemble_cells(stage, t, frame) if shows_ensemble(stage, t) else None
    return None if cells is None else step_curve(cells, frame)


def _learner(stage: Stage, frame: Frame) -> tuple[StepCurve | None, StepCurve | None]:
    """Draw this round's tree, and as it was before it was shrunk, where it has been."""
    known = shows_learner(stage)
    cells = one_cells(stage, stage.round, stage.which, frame, "learner") if known else None
    if cells is None:
        return None, None
    tree = step_curve(cells, frame)
    rate = shrunk_by(stage)
    if rate == 1.0:
        return tree, None
    return StepCurve(tree.edges, rate * tree.values), tree


def _earlier(stage: Stage, frame: Frame) -> tuple[StepCurve, ...]:
    """Draw the last trees of a bag before this round's."""
    if not shows_earlier(stage):
        return ()
    first = max(1, stage.round - MOST_EARLIER)
    learners = (one_cells(stage, t, 0, frame, ("earlier", t)) for t in range(first, stage.round))
    return tuple(step_curve(cells, frame) for cells in learners if cells is not None)


# --- stems and regions ------------------------------------------------------------------------


def _stems(stage: Stage) -> Stems | None:
    """Join the points to the curve."""
    if stage.residual is None or stage.score is None or not stage.look.layers.residuals:
        return None
    y = stage.data.target
    return Stems(stage.data.points[:, 0], stage.score, y, y > stage.score)


def _residuals(stage: Stage) -> Stems | None:
    """Stand what the tree is fitted to on zero."""
    r = stage.residual
    if r is None or not stage.look.layers.residuals:
        return None
    return Stems(stage.data.points[:, 0], np.zeros(len(r)), r, r > 0.0)


def _unseen(stage: Stage) -> NDArray[np.bool_] | None:
    draws = stage.draws
    return draws == 0 if draws is not None and stage.look.layers.draws else None


def _regions(stage: Stage, tree: Tree, frame: Frame) -> tuple[Region, ...]:
    """Name the leaves from left to right."""
    if tree.n_leaves > MOST_NAMED:
        return ()
    box = tree.rectangles(1)[:, 0]
    lit = _lit(stage, box)
    written = signed if has_residuals(stage.run) else fixed
    leaves = sorted(np.flatnonzero(tree.is_leaf).tolist(), key=lambda node: box[node, 0])
    found = []
    for node in leaves:
        left, right = np.clip(box[node], frame.left, frame.right).tolist()
        value = shrunk_by(stage) * float(tree.value[node]) if stage.values_are_known else 0.0
        text = written(value) if stage.values_are_known else ""
        if left < right:
            found.append(Region(left, right, value, leaf_name(tree, node), text, node, lit[node]))
    return tuple(found)


def _lit(stage: Stage, box: FloatArray) -> list[bool]:
    """Say which nodes are inside the one that is looked at, or hold what is."""
    focus, numbered = stage.focus, stage.numbered
    low, high = box.T
    if focus.node is not None and numbered is not None and focus.node < len(numbered):
        ends = numbered.rectangles(1)[focus.node, 0]
        inside = (low >= ends[0]) & (high <= ends[1])
    elif focus.point is not None or focus.place is not None:
        x = focus.place[0] if focus.place else stage.data.points[focus.point, 0]
        inside = (low < x) & (x <= high)
    else:
        inside = np.zeros(len(box), dtype=bool)
    return list(inside.tolist())


def _splits(stage: Stage, tree: Tree) -> tuple[float, ...]:
    """List the thresholds, beginning with the one that matters most."""
    inner = np.flatnonzero(~tree.is_leaf)
    grows = stage.key == "split" or (stage.key == "train" and tree.thrown is not None)
    if not len(inner) or (tree.n_leaves > MOST_NAMED and not grows):
        return ()
    main = steps.changed_node(stage.run, stage.round) if stage.key == "split" else 0
    others = [node for node in inner.tolist() if node != main and tree.n_leaves <= MOST_NAMED]
    return tuple(tree.threshold[[main, *others]].tolist())
