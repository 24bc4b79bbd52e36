"""Nodes of trees in symbols: impurities, random cuts, and why a subtree became a leaf."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.runs import reaches
from ensemble_viz.engine.trees import CLASS_CRITERIA, Tree, pruning
from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    as_shown,
    digits,
    enough,
    equals,
    joined,
    named,
    ratio,
    results,
    write,
)
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import changed_node
from ensemble_viz.scene.trees.facts import Compared, Estimate, compared, fitted_weight, grown
from ensemble_viz.scene.trees.reasons import (
    SHOWING,
    ThrownCut,
    impurity_of,
    throwing_tree,
    thrown_cuts,
    told_node,
)
from ensemble_viz.scene.words import counted, fixed, shortest


@dataclass(frozen=True, slots=True, eq=False)
class NodeSums:
    """What the impurity of a node is computed from."""

    name: str
    """The number of the node."""
    weight: float
    """The points, or their weight."""
    parts: FloatArray
    """Of that, each class; the sum of the squared distances from the mean for values."""
    impurity: float


def impurity(criterion: str, weight: float, parts: FloatArray) -> float:
    if criterion == "squared":
        return float(parts[0] / weight)
    return float(CLASS_CRITERIA[criterion].impurity(parts / weight))


def share_of(stage: Stage, part: float, weight: float, decimals: int) -> Maths:
    """Write a share: as counts where points count alike."""
    if stage.data.weight is not None:
        return digits(part / weight, decimals)
    above, below = round(part), round(weight)
    return Maths(rf"\frac{{{above}}}{{{below}}}")


LEAST_MISSES = 0.9999  # from here on the formula with c holds, below another one
_EXPECTED = {
    True: Maths(
        r"U(n, e) = \frac{n}{n + c^2} \left(e + \frac{1}{2} + \frac{c^2}{2} + c "
        r"\sqrt{(e + \frac{1}{2}) (1 - \frac{e + 1/2}{n}) + \frac{c^2}{4}}\right)",
        "U(n, e) = n/(n + c²) · (e + ½ + c²/2 + c √((e + ½)(1 − (e + ½)/n) + c²/4))",
    ),
    False: Maths(r"U(n, 0) = n (1 - 0.25^{1/n})"),
}
_NOTES = {True: (f"c = {pruning.CONFIDENCE_DEVIATE}, CF 0.25",), False: ("CF 0.25",)}


def reasons(stage: Stage) -> tuple[FormulaLine, ...]:
    """Write what was compared before the round's subtree became a leaf."""
    return _price(stage) or _expected(stage)


def _price(stage: Stage) -> tuple[FormulaLine, ...]:
    """What the leaves that are gone had saved, for each of them."""
    price = stage.record.figures.get("ccp_alpha") if stage.record else None
    if price is None:
        return ()
    before, node = grown(stage, stage.round - 1), changed_node(stage.run, stage.round)
    cost = before.impurity * before.weight / before.weight[0]
    leaf = before.is_leaf
    below = float(before.up_from_leaves(np.where(leaf, cost, 0.0))[node])
    leaves = int(before.up_from_leaves(leaf.astype(np.float64))[node])
    general = Maths(
        rf"\alpha = \frac{{Q_{{{node}}} - \sum_{{\text{{leaves}}}} Q}}{{\text{{leaves}} - 1}}"
    )
    own = float(cost[node])
    more = enough(lambda a, b: (a - b) / (leaves - 1), (own, below), float(price))
    above = write("%s - %s", digits(own, more), digits(below, more))
    worked = equals(ratio(above, Maths(f"{leaves} - 1")))
    found = results(float(price), stage.look.fractions)
    return (FormulaLine((general, worked, *found), now=True),)


def _expected(stage: Stage) -> tuple[FormulaLine, ...]:
    """What would be wrong as one leaf, and as the leaves that are gone."""
    found = compared(stage)
    if found is None:
        return ()
    decimals = 0 if found.on_test and stage.data.n_classes else 4
    one, many = (digits(x, decimals) for x in (found.own.errors, found.total))
    least = FormulaLine((write(r"%s \leq %s", one, many),), now=True, side=("pruned",))
    if found.on_test:
        return *_on_test(stage, found, decimals), least
    kinds: dict[tuple[str, str], list[Estimate]] = {}
    for leaf in found.below:
        kinds.setdefault((shortest(leaf.points), shortest(leaf.misses)), []).append(leaf)
    terms, values = [], []
    for same in kinds.values():
        name, value, times = _name(same[0]), digits(same[0].errors), len(same)
        terms.append(name if times == 1 else write(rf"{times} \, %s", name))
        values.append(value if times == 1 else write(rf"{times} \cdot %s", value))
    below = FormulaLine((joined(terms, " + "), equals(joined(values, " + ")), equals(many)))
    some = {leaf.misses >= LEAST_MISSES for leaf in (found.own, *found.below)}
    rules = [FormulaLine((_EXPECTED[one],), side=_NOTES[one]) for one in sorted(some)[::-1]]
    return (*rules, FormulaLine((_name(found.own), *_estimated(found.own))), below, least)


def _on_test(stage: Stage, found: Compared, decimals: int) -> tuple[FormulaLine, ...]:
    """Count on the test points, or add the squares of what is left over there up."""
    what = "missed" if stage.data.n_classes else "squares"
    name = f"test points, {what} in node {found.node}"
    own, total = (digits(x, decimals) for x in (found.own.errors, found.total))
    leaves = joined([digits(leaf.errors, decimals) for leaf in found.below], " + ")
    return (
        FormulaLine((named(name), equals(own))),
        FormulaLine((named("in its leaves"), equals(leaves), equals(total))),
    )


def _name(of: Estimate) -> Maths:
    """Write what C4.5 expects of so many points, so many of them missed: U(9, 2)."""
    return Maths(f"U({shortest(of.points)}, {shortest(of.misses)})")


def _estimated(of: Estimate) -> tuple[Maths, ...]:
    """Put the numbers of a node into C4.5's formula."""
    n, e, result = of.points, of.misses, equals(digits(of.errors))
    points = as_shown(shortest(n))
    if e < 1e-6:
        return write(r"= %s (1 - 0.25^{1 / %s})", points, points), result
    if e < LEAST_MISSES or e + 0.5 >= n:
        return (result,)
    half, square = as_shown(shortest(e + 0.5)), pruning.CONFIDENCE_DEVIATE**2
    parts = (square, square / 2.0, square / 4.0)
    more = enough(lambda c, c2, c4: _limit(n, e + 0.5, (c, c2, c4)), parts, of.errors)
    c, c2, c4 = (digits(part, more) for part in parts)
    deviate = as_shown(str(pruning.CONFIDENCE_DEVIATE))
    return (
        write(r"= \frac{%s}{%s + %s}", points, points, c),
        write(r"\left(%s + %s + %s \sqrt{%s \left(1 - \frac{%s}{%s}\right) + %s}\right)",
              half, c2, deviate, half, half, points, c4,
              text="· (%s + %s + %s √(%s (1 − %s/%s) + %s))"),
        result,
    )  # fmt: skip


def _limit(n: float, half: float, c: tuple[float, float, float]) -> float:
    """Compute what C4.5 expects as its line says."""
    root = float(np.sqrt(half * (1.0 - half / n) + c[2]))
    return n / (n + c[0]) * (half + c[1] + pruning.CONFIDENCE_DEVIATE * root)


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
        return Maths(r"\text{gain} = \Delta / H(\text{cut})")
    if not its.saves:
        return named(its.curve)
    return Maths(
        rf"\text{{gain}} = {letter} - \frac{{n_L}}{{n}} {letter}_L - \frac{{n_R}}{{n}} {letter}_R"
    )


def _gain(stage: Stage, tree: Tree, node: int, cut: ThrownCut) -> FormulaLine:
    """Put the points on both sides of a cut into the rule."""
    words = cut.question(stage.data)
    name = Maths(rf"\text{{{words.replace('_', ' ')}}}:", f"{words}:")
    if cut.gain is None:
        return FormulaLine((name, named("too few points on one side")))
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
        r"= %s - %s \cdot %s - %s \cdot %s",
        x, shares[0], y, shares[1], z
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
