"""A tree in symbols: the impurity of a node and of its children, and what a cut saves."""

import numpy as np

from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    digits,
    enough,
    equals,
    joined,
    named,
    ratio,
    results,
    training_error,
    write,
)
from ensemble_viz.scene.formulary.splits import NodeSums, impurity, reasons, share_of
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import changed_node
from ensemble_viz.scene.trees.facts import grown
from ensemble_viz.scene.trees.reasons import impurity_of
from ensemble_viz.scene.words import difference, fixed


def start(stage: Stage) -> tuple[FormulaLine, ...]:
    """The impurity of all points together."""
    data = stage.data
    weight = np.ones(len(data)) if data.weight is None else data.distribution
    if data.n_classes:
        parts = np.bincount(data.target, weight, data.n_classes).astype(np.float64)
    else:
        mean = float(weight @ data.target / weight.sum())
        parts = np.array([float(weight @ (data.target - mean) ** 2)])
    total = float(weight.sum())
    sums = NodeSums("0", total, parts, impurity(stage.criterion, total, parts))
    return (_impurity_line(stage, sums, now=True, general=True),)


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    if stage.key == "prune":
        why = reasons(stage)
        return (*why, training_error(stage, stage.round, reached=True, now=not why))
    tree, node = grown(stage, stage.round), changed_node(stage.run, stage.round)
    three = [_sums(stage, tree, k) for k in (node, int(tree.left[node]), int(tree.right[node]))]
    return (
        *(_impurity_line(stage, sums, now=False, general=k == 0) for k, sums in enumerate(three)),
        *_gain(stage, three, float(tree.gain[node])),
        training_error(stage, stage.round, stage.reached("split"), stage.key == "split"),
    )


def _sums(stage: Stage, tree: Tree, node: int) -> NodeSums:
    """Read the sums of a node from its record."""
    weight, impurity = float(tree.weight[node]), float(tree.impurity[node])
    if stage.data.n_classes:
        parts = tree.value[node] * weight
        parts = np.rint(parts) if stage.data.weight is None else parts
    else:
        parts = np.array([impurity * weight])
    return NodeSums(str(node), weight, parts, impurity)


def _named(letter: str, sums: NodeSums) -> Maths:
    return Maths(f"{letter}_{{{sums.name}}}")


def _impurity_line(stage: Stage, sums: NodeSums, now: bool, general: bool) -> FormulaLine:
    criterion = stage.criterion
    its = impurity_of(criterion)
    name = _named(its.letter, sums)
    first = write("%s %s", name, its.rule) if general and its.rule else name
    result = results(sums.impurity, stage.look.fractions)
    if its.rule is None:
        return FormulaLine((first, *result), now=now)
    if (sums.parts > 0).sum() <= 1 and criterion != "squared":
        return FormulaLine((first, equals(digits(sums.impurity))), now=now)
    return FormulaLine((first, _worked(stage, sums, criterion), *result), now=now)


def _worked(stage: Stage, sums: NodeSums, criterion: str) -> Maths:
    """Put the counts of a node into the rule."""
    if criterion == "squared":
        more = enough(lambda a, b: a / b, (float(sums.parts[0]), sums.weight), sums.impurity)
        return equals(ratio(digits(float(sums.parts[0]), more), _amount(stage, sums.weight)))
    parts = sums.parts[sums.parts > 0]
    more = enough(
        lambda *p: impurity(criterion, 1.0, np.array(p)),
        tuple((parts / sums.weight).tolist()),
        sums.impurity,
    )
    shares = [share_of(stage, float(part), sums.weight, more) for part in parts]
    if criterion == "error":
        most = shares[int(parts.argmax())]
        return write("= 1 - %s", most)
    form = impurity_of(criterion).term
    terms = joined([write(form, *([p] * form.count("%s"))) for p in shares], " - ")
    return write("= 1 - %s" if criterion == "gini" else "= -%s", terms)


def _amount(stage: Stage, weight: float) -> Maths:
    """Write a number of points, or their weight."""
    whole = stage.data.weight is None
    return Maths(str(round(weight))) if whole else digits(weight)


def _gain(stage: Stage, three: list[NodeSums], gain: float) -> tuple[FormulaLine, ...]:
    """Write what the cut saves: the impurity before, less what is left over."""
    now, its = stage.key == "search", impurity_of(stage.criterion)
    ratio_used = stage.criterion == "gain-ratio"
    if not its.saves and not ratio_used:
        return (FormulaLine((named(its.curve), *results(gain, stage.look.fractions)), now=now),)
    node, left, right = three
    a, b = left.weight / node.weight, right.weight / node.weight
    saved = difference(node.impurity, a * left.impurity + b * right.impurity)
    names = [_named(its.letter, s) for s in three]
    shares = [share_of(stage, s.weight, node.weight, 4) for s in (left, right)]
    general = write(
        r"\Delta = %s - %s %s - %s %s",
        names[0], shares[0], names[1], shares[1], names[2], text="Δ = %s − %s · %s − %s · %s"
    )  # fmt: skip
    if stage.data.weight is not None:
        a, b = (float(fixed(x)) for x in (a, b))
    more = enough(lambda x, y, z: x - a * y - b * z, tuple(s.impurity for s in three), saved)
    values = [digits(s.impurity, more) for s in three]
    worked = write(
        r"= %s - %s \cdot %s - %s \cdot %s",
        values[0], shares[0], values[1], shares[1], values[2]
    )  # fmt: skip
    line = FormulaLine(
        (general, worked, *results(saved, stage.look.fractions)), now=now and not ratio_used
    )
    return (line, *_ratio(stage, three, (saved, gain))) if ratio_used else (line,)


def _ratio(
    stage: Stage, three: list[NodeSums], saved: tuple[float, float]
) -> tuple[FormulaLine, ...]:
    """Divide what the cut saves by the entropy of the cut itself."""
    node, left, right = three
    sides = np.array([left.weight, right.weight])
    entropy = impurity("entropy", node.weight, sides)
    cut = NodeSums("cut", node.weight, sides, entropy)
    name = Maths(r"H(\text{cut})")
    of_cut = (name, _worked(stage, cut, "entropy"), equals(digits(entropy)))
    general = Maths(r"\frac{\Delta}{H(\text{cut})}")
    more = enough(lambda a, b: a / b, (saved[0], entropy), saved[1])
    worked = equals(ratio(digits(saved[0], more), digits(entropy, more)))
    now = stage.key == "search"
    return FormulaLine(of_cut), FormulaLine((general, worked, equals(digits(saved[1]))), now=now)
