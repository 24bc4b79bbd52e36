"""Why this split: the score of every cut, as curves."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.ties import TIE
from ensemble_viz.engine.tree import LEAF, Tree
from ensemble_viz.scene import steps
from ensemble_viz.scene.frame import Ticks, ticks
from ensemble_viz.scene.names import axis_name, class_name
from ensemble_viz.scene.numbers import counted, fixed, number, shortest
from ensemble_viz.scene.search_curves import Cuts, SearchCurves, search_curves
from ensemble_viz.scene.stage import Stage

MEASURE = {
    "gini": "Gini left over", "entropy": "entropy left over", "gain-ratio": "gain ratio",
    "error": "error left over", "squared": "squared error",
}  # fmt: skip
ROOM = 0.08  # of the height, above and below the curves
MOST_TICKS = 4
LARGE = 1000.0  # sums from here on have one decimal


@dataclass(frozen=True, slots=True)
class Best:
    """The best cut along an axis."""

    threshold: float
    value: float
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class AxisPlot:
    """The cuts along one axis."""

    name: str
    """x₁."""
    note: str
    """drawn, or not drawn; empty where no axes are drawn."""
    cuts: Cuts
    line: Cuts
    """The same, thinned to what can be seen."""
    low: float
    high: float
    """The ends of the axis: the first and the last point of the node."""
    ticks: Ticks
    best: Best | None
    wins: bool
    """The node was split along this axis."""
    counts: bool
    """False for an axis that was not drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class SearchPlot:
    """Why this split: the score of every cut, as curves."""

    title: str
    hint: str
    """What the curves measure, and what wins."""
    sentence: str
    """Said instead of curves; empty where there are some."""
    axes: tuple[AxisPlot, ...]
    low: float
    high: float
    ticks: Ticks
    whole: float | None
    """What is there without a cut; None where that is on another scale."""
    whole_text: str
    """no split 8.397."""
    whole_wins: bool
    node: int
    write: Callable[[float], str]

    def reading(self, k: int, x: float) -> str:
        """Read a curve: x₁ ≤ 0.6279: 0.2884; empty where nothing can be cut."""
        cuts = self.axes[k].cuts
        found = cuts.at(x)
        if found is None:
            return ""
        threshold = shortest(float(cuts.threshold[found]))
        return f"{self.axes[k].name} ≤ {threshold}: {self.write(float(cuts.value[found]))}"


def search_plot(stage: Stage) -> SearchPlot | None:
    """Lay open the search of the node that is looked at; None before there is a search."""
    tree = _searched(stage)
    if tree is None:
        return None
    node = _node(stage, tree)
    sentence, found = _instead(stage, tree, node), None
    if not sentence:
        key = ("search", stage.round, stage.which, node)
        found = stage.lens.kept(key, search_curves, stage.run, stage.round, node, stage.which)
    if found is None or not any(len(cuts.value) for cuts in found.axes):
        return _only_words(stage, node, sentence or "Nothing to split: no cut is possible here.")
    return _plot(stage, tree, node, found)


def _searched(stage: Stage) -> Tree | None:
    """Find the tree whose nodes were searched; a growing one is known while it searches."""
    if stage.record is None or not (stage.tree is not None or stage.key == "search"):
        return None
    tree = stage.record.learners[stage.which]
    return tree if isinstance(tree, Tree) else None


def _instead(stage: Stage, tree: Tree, node: int) -> str:
    """Say in words why there is nothing to plot; empty where there is."""
    if stage.key == "prune" and stage.view.focus.node is None:
        return _why_pruned(stage)
    spread = 0.0 if stage.residual is None else float(np.abs(stage.residual).max())
    if stage.data.classes is None:
        spread = max(spread, float(np.abs(stage.data.target).max()))
    return _why_pure(stage, tree, node) if tree.impurity[node] <= (TIE * spread) ** 2 else ""


def _node(stage: Stage, tree: Tree) -> int:
    """Choose the node: the one that is looked at, or the one this round splits, or the first."""
    seen = stage.view.focus.node
    if seen is not None and seen < len(tree):
        return seen
    return steps.changed_node(stage.run, stage.round) if _grows(stage) else 0


def _plot(stage: Stage, tree: Tree, node: int, found: SearchCurves) -> SearchPlot:
    whole = None if found.higher_wins else found.whole
    values = np.concatenate([cuts.value for cuts in found.axes])
    ends = (float(values.min()), float(max(values.max(), whole or 0.0)))
    room = ROOM * (ends[1] - ends[0] or abs(ends[1]) or 1.0)
    low, high = max(ends[0] - room, 0.0 if ends[0] >= room else -room), ends[1] + room
    write = _writer(stage)
    axes = tuple(_axis(stage, tree, node, cuts, found) for cuts in found.axes)
    is_split = tree.feature[node] != LEAF
    return SearchPlot(
        title=_title(stage, tree) if is_split else _why_not(stage, tree, node),
        hint=_hint(stage, axes) if is_split else "",
        sentence="",
        axes=axes,
        low=low,
        high=high,
        ticks=ticks(low, high, MOST_TICKS),
        whole=whole,
        whole_text="" if whole is None else f"no split {write(whole)}",
        whole_wins=not is_split and node == 0,
        node=node,
        write=write,
    )


def _axis(stage: Stage, tree: Tree, node: int, cuts: Cuts, found: SearchCurves) -> AxisPlot:
    x = stage.data.points[found.rows, cuts.axis]
    low, high = float(x.min()), float(x.max())
    if low == high:
        low, high = low - 0.5, high + 0.5
    wins = bool(tree.feature[node] == cuts.axis)
    place = _best(cuts, found.higher_wins)
    if wins:
        place = int(np.abs(cuts.threshold - tree.threshold[node]).argmin())
    tried = None if tree.tried is None or tree.feature[node] == LEAF else tree.tried[node]
    counts = tried is None or cuts.axis in tried
    return AxisPlot(
        name=axis_name(stage.data, cuts.axis),
        note="" if tried is None else "drawn" if counts else "not drawn",
        cuts=cuts,
        line=cuts.thinned(),
        low=low,
        high=high,
        ticks=ticks(low, high, MOST_TICKS + len(found.axes) % 2 * 3),
        best=None if place is None else _written(stage, cuts, place),
        wins=wins,
        counts=counts,
    )


def _best(cuts: Cuts, higher_wins: bool) -> int | None:
    if higher_wins and len(cuts.value):
        return int(cuts.value.argmax())
    return cuts.best


def _written(stage: Stage, cuts: Cuts, place: int) -> Best:
    value = float(cuts.value[place])
    return Best(float(cuts.threshold[place]), value, _writer(stage)(value))


# --- words ------------------------------------------------------------------------------------


def _criterion(stage: Stage) -> str:
    return stage.run.method.rules(stage.data, stage.run.params).criterion


def _grows(stage: Stage) -> bool:
    return stage.run.method.story == "splits"


def _writer(stage: Stage) -> Callable[[float], str]:
    if _criterion(stage) == "squared":
        return _sum
    return _fraction if stage.view.fractions else fixed


def _sum(x: float) -> str:
    return fixed(x, 3 if abs(x) < LARGE else 1)


def _fraction(x: float) -> str:
    return number(x, fractions=True)


def _hint(stage: Stage, axes: tuple[AxisPlot, ...]) -> str:
    """Say what is measured, and what wins; where some tie, that the first of them does."""
    criterion = _criterion(stage)
    weighs = stage.record is not None and stage.record.sample_weight is not None
    what = "weighted error" if criterion == "error" and weighs else MEASURE[criterion]
    if (tied := _tied(axes)) > 1:
        return f"{what}, {tied} tie: the first wins"
    return f"{what}, {'higher' if criterion == 'gain-ratio' else 'lower'} wins"


def _tied(axes: tuple[AxisPlot, ...]) -> int:
    """Count the cuts that are as good as the one that was taken."""
    won = next(axis.best.value for axis in axes if axis.wins and axis.best is not None)
    largest = max(float(np.abs(axis.cuts.value).max(initial=0.0)) for axis in axes)
    return sum(
        int(np.count_nonzero(np.abs(axis.cuts.value - won) <= TIE * max(largest, 1.0)))
        for axis in axes
        if axis.counts
    )


def _title(stage: Stage, tree: Tree) -> str:
    chosen = stage.view.focus.node is not None or _grows(stage) or tree.depth == 1
    return f"Why {'this' if chosen else 'the first'} split"


def _only_words(stage: Stage, node: int, sentence: str) -> SearchPlot:
    title = "Why this cut" if stage.key == "prune" else "Why no split"
    none = Ticks(np.empty(0), ())
    return SearchPlot(title, "", sentence, (), 0.0, 1.0, none, None, "", False, node, fixed)


def _why_pure(stage: Stage, tree: Tree, node: int) -> str:
    where = "in this leaf" if node else "there is"
    if stage.data.classes is None or stage.run.method.story == "gradients":
        return f"Nothing to split: every value {where} is the same."
    k = int(tree.value[node].argmax())
    return f"Nothing to split: every point {where} is {class_name(stage.data, k)}."


def _why_pruned(stage: Stage) -> str:
    assert stage.record is not None
    price = stage.record.figures.get("ccp_alpha")
    if price is None:
        return "As a leaf it makes no more errors than the leaves below it did."
    return f"Its leaves saved least: {fixed(price)} for each leaf more."


def _why_not(stage: Stage, tree: Tree, node: int) -> str:
    """Say why a leaf that could be split is not."""
    limits = stage.run.method.rules(stage.data, stage.run.params).limits
    if limits.max_depth is not None and tree.node_depth()[node] >= limits.max_depth:
        return f"Not split: at most {counted(limits.max_depth, 'question')} deep"
    if _grows(stage):
        return "Not split so far: others gain more"
    return "Not split: no cut gains enough" if node else "No cut beats one answer for all"
