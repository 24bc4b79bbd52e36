"""Why this split: the score of every cut, as curves."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.engine.data import TIE
from ensemble_viz.engine.trees import LEAF, Tree
from ensemble_viz.scene.frame import Ticks, ends_around, ticks
from ensemble_viz.scene.joined import allowed_axes
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.trees.cuts import Cuts, SearchCurves, heights, searched, tied_cuts
from ensemble_viz.scene.trees.facts import why_pruned
from ensemble_viz.scene.trees.reasons import (
    ThrownCut,
    by_chance,
    grows,
    impurity_of,
    kept_words,
    thrown_cuts,
    thrown_note,
    title,
    why_none,
    why_not,
    why_pure,
)
from ensemble_viz.scene.words import axis_name, fixed, number, shortest, signed

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
    thrown: bool = False
    """The marked cut was thrown at random: the curve is only what there was to be hit."""


@dataclass(frozen=True, slots=True, eq=False)
class SearchPlot:
    """Why this split: the score of every cut, as curves."""

    title: str
    hint: str
    """What the curves measure, and what wins."""
    sentence: str
    """Words instead of curves; empty where there are some."""
    axes: tuple[AxisPlot, ...]
    low: float
    high: float
    ticks: Ticks
    whole: float | None
    """What is there without a cut, or has to be gained; None where that is on another scale."""
    whole_text: str
    """no split 8.397, γ 2."""
    whole_wins: bool
    node: int
    write: Callable[[float], str]
    thrown: tuple[str, ...] = ()
    """The random cuts with their gains; none where all cuts were tried."""

    def reading(self, k: int, x: float) -> str:
        """Read a curve: x₁ ≤ 0.6279: 0.2884; empty where nothing can be cut."""
        cuts = self.axes[k].cuts
        found = cuts.at(x)
        if found is None:
            return ""
        threshold = shortest(float(cuts.threshold[found]))
        return f"{self.axes[k].name} ≤ {threshold}: {self.write(float(cuts.value[found]))}"

    def sides(self, place: tuple[int, float] | None = None) -> str:
        """Read G and H on both sides of a cut, or of the one that wins, or the cuts thrown."""
        if self.thrown:
            return "\n".join(self.thrown)
        if place is None:
            best = ((k, one.best) for k, one in enumerate(self.axes) if one.wins)
            place = next(((k, cut.threshold) for k, cut in best if cut is not None), None)
        cuts = None if place is None else self.axes[place[0]].cuts
        found = None if cuts is None or place is None else cuts.at(place[1])
        if cuts is None or cuts.sides is None or found is None:
            return ""
        (g_left, h_left), (g_right, h_right) = cuts.sides[..., found].tolist()
        left = f"G_L {signed(g_left)}  H_L {_hessians(h_left)}"
        return f"{left}\nG_R {signed(g_right)}  H_R {_hessians(h_right)}"


def search_plot(stage: Stage) -> SearchPlot | None:
    """Lay open the search of the node that is looked at; None before there is a search."""
    tree = _searched(stage)
    if tree is None:
        return None
    node = _node(stage, tree)
    sentence, found = _instead(stage, tree, node), None
    if not sentence:
        found = searched(stage, tree, node)
    if found is None or not any(len(cuts.value) for cuts in found.axes):
        return _only_words(stage, node, sentence or why_none(stage))
    return _plot(stage, tree, node, found)


def _searched(stage: Stage) -> Tree | None:
    """Find the tree whose nodes were searched; a growing one is known while it searches."""
    if stage.record is None or stage.key != "search":
        return stage.numbered
    tree = stage.record.learners[stage.which]
    return tree if isinstance(tree, Tree) else None


def _instead(stage: Stage, tree: Tree, node: int) -> str:
    """Say in words why there is nothing to plot; empty where there is."""
    if grows(stage) and stage.key == "prune" and stage.focus.node is None:
        return why_pruned(stage)
    if tree.grad is not None:
        return ""
    spread = 0.0 if stage.residual is None else float(np.abs(stage.residual).max())
    if stage.data.classes is None:
        spread = max(spread, float(np.abs(stage.data.target).max()))
    return why_pure(stage, tree, node) if tree.impurity[node] <= (TIE * spread) ** 2 else ""


def _node(stage: Stage, tree: Tree) -> int:
    """Choose the node: the one that is looked at, or the one this round splits, or the first."""
    seen = stage.focus.node
    if seen is not None and seen < len(tree):
        return seen
    return steps.changed_node(stage.run, stage.round) if grows(stage) else 0


def _plot(stage: Stage, tree: Tree, node: int, found: SearchCurves) -> SearchPlot:
    whole, whole_text = _whole(stage, found)
    low, high = heights(found, whole)
    write = _writer(stage)
    axes = tuple(_axis(stage, tree, node, cuts, found) for cuts in found.axes)
    is_split = tree.feature[node] != LEAF
    return SearchPlot(
        title=title(stage, tree, node) if is_split else why_not(stage, tree, node),
        hint=_hint(stage, axes) if is_split else "",
        sentence="",
        axes=axes,
        low=low,
        high=high,
        ticks=ticks(low, high, MOST_TICKS),
        whole=whole,
        whole_text=whole_text,
        whole_wins=not is_split and node == 0,
        node=node,
        write=write,
        thrown=kept_words(stage.data, tree, node),
    )


def _whole(stage: Stage, found: SearchCurves) -> tuple[float | None, str]:
    """Say what a cut has to beat: no cut, or γ where it has a price."""
    gamma = float(getattr(stage.run.params, "gamma", 0.0))
    if stage.criterion == "second-order":
        return (gamma, f"γ {shortest(gamma)}") if gamma > 0.0 else (None, "")
    if found.higher_wins:
        return None, ""
    return found.whole, f"no split {_writer(stage)(found.whole)}"


def _axis(stage: Stage, tree: Tree, node: int, cuts: Cuts, found: SearchCurves) -> AxisPlot:
    plot = _searched_axis(stage, tree, node, cuts, found)
    if stage.run.rules(stage.round).drawn and tree.feature[node] != LEAF:
        note = "drawn" if plot.wins else "not drawn"
        return replace(plot, best=plot.best if plot.wins else None, note=note, thrown=True)
    if tree.thrown is None:
        return plot
    cut = next((one for one in thrown_cuts(tree, node) if one.axis == cuts.axis), None)
    return replace(plot, best=_fell(stage, cut), note=thrown_note(cut), counts=True, thrown=True)


def _fell(stage: Stage, cut: ThrownCut | None) -> Best | None:
    """Mark the cut that was thrown along an axis, instead of the best there is."""
    if cut is None or cut.gain is None:
        return None
    return Best(cut.threshold, cut.gain, _writer(stage)(cut.gain))


def _searched_axis(
    stage: Stage, tree: Tree, node: int, cuts: Cuts, found: SearchCurves
) -> AxisPlot:
    x = stage.data.points[found.rows, cuts.axis]
    low, high = float(x.min()), float(x.max())
    if low == high:
        low, high = ends_around(low)
    wins = bool(tree.feature[node] == cuts.axis)
    place = _best(cuts, found.higher_wins)
    if wins:
        place = int(np.abs(cuts.threshold / 2.0 - tree.threshold[node] / 2.0).argmin())
    tried = allowed_axes(stage)
    if tree.tried is not None and tree.feature[node] != LEAF:
        tried = tuple(tree.tried[node].tolist())
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


def _writer(stage: Stage) -> Callable[[float], str]:
    if stage.criterion == "squared":
        return _sum
    return _fraction if stage.look.fractions else fixed


def _sum(x: float) -> str:
    return fixed(x, 4 if abs(x) < LARGE else 1)


def _fraction(x: float) -> str:
    return number(x, fractions=True)


def _hint(stage: Stage, axes: tuple[AxisPlot, ...]) -> str:
    """Say what is measured, and what wins; where some tie, that the first of them does."""
    if chosen := by_chance(stage):
        return chosen
    criterion = stage.criterion
    weighs = stage.record is not None and stage.record.sample_weight is not None
    its = impurity_of(criterion)
    what = "weighted error" if criterion == "error" and weighs else its.curve
    if (tied := _tied(axes)) > 1:
        return f"{what}, first of {tied} ties"
    return f"{what}, {'lower' if its.saves else 'higher'} wins"


def _tied(axes: tuple[AxisPlot, ...]) -> int:
    """Count the cuts that are as good as the one that was taken."""
    won = next(axis.best.value for axis in axes if axis.wins and axis.best is not None)
    return tied_cuts([axis.cuts for axis in axes if axis.counts], won)


def _only_words(stage: Stage, node: int, sentence: str) -> SearchPlot:
    name = "Why this cut" if stage.key == "prune" and grows(stage) else "Why no split"
    none = Ticks(np.empty(0), ())
    return SearchPlot(name, "", sentence, (), 0.0, 1.0, none, None, "", False, node, fixed)


def _hessians(x: float) -> str:
    return shortest(x) if abs(x - round(x)) < TIE * max(x, 1.0) else fixed(x)
