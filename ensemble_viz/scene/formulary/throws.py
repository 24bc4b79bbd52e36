"""Random cuts in symbols: what each of them would save, so that the best can be kept."""

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.runs import reaches
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    digits,
    enough,
    results,
    write,
)
from ensemble_viz.scene.formulary.nodes import NodeSums, impurity, share_of
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.search.impurities import impurity_of
from ensemble_viz.scene.search.throws import (
    SHOWING,
    ThrownCut,
    throwing_tree,
    thrown_cuts,
    told_node,
)
from ensemble_viz.scene.trees.node_facts import fitted_weight
from ensemble_viz.scene.words.numbers import counted, fixed


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    """Write what every cut thrown for a question gains; none in other steps."""
    tree = throwing_tree(stage)
    node = None if tree is None else told_node(stage, tree)
    if tree is None or node is None or stage.key not in SHOWING:
        return ()
    cuts = thrown_cuts(tree, node)
    if stage.key == "throw":
        return (_cuts_thrown(cuts, stage), FormulaLine((_rule(stage),), to_come=True))
    worked = (_gain(stage, tree, node, cut) for cut in cuts)
    return (FormulaLine((_rule(stage),)), *worked) if cuts else ()


def _cuts_thrown(cuts: tuple[ThrownCut, ...], stage: Stage) -> FormulaLine:
    """Count what was thrown, and where it fell."""
    where = ", ".join(cut.question(stage.data) for cut in cuts)
    words = f"{counted(len(cuts), 'random cut')}: {where}" if cuts else "nothing to cut"
    return FormulaLine((Maths(rf"\text{{{words.replace('_', ' ')}}}", words),), now=True)


def _rule(stage: Stage) -> Maths:
    """Write what a cut saves: the impurity before, less what is left over."""
    its = impurity_of(stage.criterion)
    letter = its.letter
    if stage.criterion == "gain-ratio":
        return Maths(r"\text{gain} = \Delta / H(\text{cut})", "gain = Δ / H(cut)")
    if not its.saves:
        return Maths(rf"\text{{{its.curve}}}", its.curve)
    return Maths(
        rf"\text{{gain}} = {letter} - \frac{{n_L}}{{n}} {letter}_L - \frac{{n_R}}{{n}} {letter}_R",
        f"gain = {letter} − n_L/n {letter}_L − n_R/n {letter}_R",
    )


def _gain(stage: Stage, tree: Tree, node: int, cut: ThrownCut) -> FormulaLine:
    """Put the points on both sides of a cut into the rule."""
    words = cut.question(stage.data)
    name = Maths(rf"\text{{{words.replace('_', ' ')}}}:", f"{words}:")
    if cut.gain is None:
        few = "too few points on one side"
        return FormulaLine((name, Maths(rf"\text{{{few}}}", few)))
    whole, left, right = _sides(stage, tree, node, cut)
    if not impurity_of(stage.criterion).saves:
        return FormulaLine((name, *results(cut.gain, stage.look.fractions)), now=cut.kept)
    shares = [share_of(stage, side.weight, whole.weight, 4) for side in (left, right)]
    a, b = left.weight / whole.weight, right.weight / whole.weight
    if stage.data.weight is not None:
        a, b = (float(fixed(x)) for x in (a, b))
    measured = tuple(side.impurity for side in (whole, left, right))
    more = enough(lambda x, y, z: x - a * y - b * z, measured, cut.gain)
    x, y, z = (digits(value, more) for value in measured)
    worked = write(
        r"= %s - %s \cdot %s - %s \cdot %s", "= %s − %s · %s − %s · %s",
        x, shares[0], y, shares[1], z,
    )  # fmt: skip
    result = results(cut.gain, stage.look.fractions)
    return FormulaLine((name, worked, *result), now=cut.kept)


def _sides(
    stage: Stage, tree: Tree, node: int, cut: ThrownCut
) -> tuple[NodeSums, NodeSums, NodeSums]:
    """Add up the points of a node, and those on either side of a cut."""
    assert stage.record is not None
    weight = fitted_weight(stage.run, stage.record, stage.which)[1]
    inside = reaches(tree, node, stage.data.points)
    low = stage.data.points[:, cut.axis] <= cut.threshold
    whole, left, right = (
        _sums(stage, np.where(rows, weight, 0.0)) for rows in (inside, inside & low, inside & ~low)
    )
    return whole, left, right


def _sums(stage: Stage, weight: FloatArray) -> NodeSums:
    """Add up some points, by the weight each of them has."""
    data, total = stage.data, float(weight.sum())
    if data.n_classes:
        parts = np.bincount(data.target, weight, data.n_classes).astype(np.float64)
    else:
        mean = float(weight @ data.target) / total
        parts = np.array([float(weight @ (data.target - mean) ** 2)])
    return NodeSums("", total, parts, impurity(stage.criterion, total, parts))
