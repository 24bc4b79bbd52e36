"""Second-order boosting in symbols: g and h, the gain of a cut, its price γ, leaf values w*."""

import numpy as np

from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    bracketed,
    digits,
    enough,
    equals,
    ratio,
    results,
    write,
)
from ensemble_viz.scene.formulary.sums import (
    as_asked,
    chance_at,
    chance_rule,
    index_of,
    pinned_point,
    rest_at,
    sum_lines,
)
from ensemble_viz.scene.formulary.sums import start as start  # it begins as any sum does
from ensemble_viz.scene.losses import probability_before, shown_leaf
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.trees.facts import last_splits, taken_back
from ensemble_viz.scene.words import leaf_numbers, question

WHOLE = 1e-9
GAIN = Maths(
    r"\text{gain} = \frac{G_L^2}{H_L + \lambda} + \frac{G_R^2}{H_R + \lambda}"
    r" - \frac{G^2}{H + \lambda}"
)
SUMS = Maths(r"G = \sum g_i, \quad H = \sum h_i \quad \text{over the points of a node}")
PRICE = Maths(r"\text{gain} < \gamma \ \Rightarrow \ \text{pruned}")


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    return (*_derivatives(stage), *_gain(stage), *_price(stage), _weight(stage), *sum_lines(stage))


# --- g and h ----------------------------------------------------------------------------------


def _derivatives(stage: Stage) -> tuple[FormulaLine, ...]:
    """Slope and curvature of the loss at the sum so far."""
    now, k, before = stage.key == "gradients", stage.data.n_classes, stage.round - 1
    rules: tuple[Maths, ...]
    if not k:
        slope = Maths(rf"g_i = F_{{{before}}}(x_i) - y_i")
        rules = slope, Maths("h_i = 1")
    elif k == 2:
        rules = (Maths("g_i = p_i - y_i"), Maths(r"h_i = p_i \, (1 - p_i)"))
    else:
        rules = (
            Maths(r"g_{ik} = p_{ik} - [y_i = k]"),
            Maths(r"h_{ik} = 2 \, p_{ik} \, (1 - p_{ik})"),
        )
    if stage.key == "train":
        return ()  # what they add up to is said there
    if not now:
        return (FormulaLine((write(r"%s, \quad %s", *rules),)),)
    chance = (FormulaLine((chance_rule(stage),)),) if k else ()
    return (*chance, *(FormulaLine((rule,), now=True) for rule in rules), *_at_point(stage))


def _at_point(stage: Stage) -> tuple[FormulaLine, ...]:
    point = pinned_point(stage)
    if point is None or stage.residual is None:
        return ()
    slope = rest_at(stage, "g")
    if not stage.data.n_classes:
        return slope
    p = float(probability_before(stage, stage.round - 1)[point])
    return (*chance_at(stage), *slope, _curvature(stage, point, p))


def _curvature(stage: Stage, point: int, p: float) -> FormulaLine:
    """h of a class at a point, from its probability."""
    assert stage.hessian is not None
    name, h = Maths(f"h_{{{index_of(stage, point)}}}"), float(stage.hessian[point])
    times = 2.0 if stage.data.n_classes > 2 else 1.0
    factor = r"2 \cdot " if times > 1.0 else ""
    more = enough(lambda x: times * x * (1.0 - x), (p,), h)
    shown = digits(p, more)
    worked = write(rf"= {factor}%s \cdot (1 - %s)", shown, shown)
    return FormulaLine((name, worked, equals(digits(h))))


# --- the gain and its price -------------------------------------------------------------------


def shown_split(stage: Stage) -> int | None:
    """Find the split that is worked out: the one looked at, else the first, or one to prune."""
    tree, node = stage.numbered, stage.focus.node
    if tree is None or len(tree) == 1:
        return None
    if node is not None and node < len(tree) and not tree.is_leaf[node]:
        return node
    return _cheapest(stage, tree) if stage.key == "prune" else 0


def _cheapest(stage: Stage, tree: Tree) -> int:
    """Find the first split that is taken back; else the last one that gains least."""
    gone = taken_back(stage)
    if gone.any():
        return int(gone.argmax())
    return int(np.where(last_splits(tree), tree.gain, np.inf).argmin())


def _gain(stage: Stage) -> tuple[FormulaLine, ...]:
    """What a cut gains: the scores of its sides, less that of the node."""
    if not stage.reached("train"):
        return FormulaLine((SUMS,)), FormulaLine((GAIN,), to_come=True)
    node, tree = shown_split(stage), stage.numbered
    if stage.key != "train" or tree is None:
        return ()
    if node is None:
        return (FormulaLine((SUMS,)),)
    three = {node: "", int(tree.left[node]): "_{L}", int(tree.right[node]): "_{R}"}
    scores = [_score(stage, tree, k) for k in three]
    rows = (_score_line(stage, tree, k, below, first=k == node) for k, below in three.items())
    gain = float(tree.gain[node])
    whole, left, right = scores
    more = enough(lambda a, b, c: a + b - c, (left, right, whole), gain)
    pieces = (digits(score, more) for score in (left, right, whole))
    general = Maths(r"\text{gain} = S_L + S_R - S")
    worked = write("= %s + %s - %s", *pieces)
    parts = (general, worked, *results(gain, stage.look.fractions))
    result = FormulaLine(parts, now=True, side=(question(stage.data, tree, node),))
    return FormulaLine((SUMS,)), result, *rows


def _score(stage: Stage, tree: Tree, node: int) -> float:
    """S = G²/(H + λ) of a node."""
    grad, hess = _sums(tree, node)
    below = hess + stage.run.params.reg_lambda
    return grad * grad / below if below > 0.0 else 0.0


def _score_line(stage: Stage, tree: Tree, node: int, below: str, first: bool) -> FormulaLine:
    grad, hess = _sums(tree, node)
    penalty, score = stage.run.params.reg_lambda, _score(stage, tree, node)
    name = Maths(f"S{below}")
    if first:
        name = write(r"%s = \frac{G^2}{H + \lambda}", name)
    if hess + penalty <= 0.0:
        return FormulaLine((name, equals(digits(score))))
    more = enough(lambda a, b: a * a / (b + penalty), (grad, hess), score)
    above = write("%s^2", _in_brackets(digits(grad, more)))
    worked = equals(ratio(above, _penalised(stage, hess, more)))
    return FormulaLine((name, worked, *results(score, stage.look.fractions)))


def _price(stage: Stage) -> tuple[FormulaLine, ...]:
    """Whether the split that is worked out is worth γ."""
    if not stage.reached("prune"):
        return (FormulaLine((PRICE,), to_come=True),) if stage.reached("train") else ()
    node, tree = shown_split(stage), stage.numbered
    if stage.key != "prune" or node is None or tree is None:
        return ()
    gain, gamma = float(tree.gain[node]), as_asked(stage.run.params.gamma)
    is_gone = bool(taken_back(stage)[node])
    little = gain < stage.run.params.gamma
    sign = "<" if little else r"\geq"
    compared = write(rf"= %s {sign} \gamma = %s", digits(gain), gamma)
    why = "stays: a split below it does" if little else "stays"
    side = (question(stage.data, tree, node), "pruned" if is_gone else why)
    return (FormulaLine((Maths(r"\text{gain}"), compared), now=True, side=side),)


# --- leaf values ------------------------------------------------------------------------------


def _weight(stage: Stage) -> FormulaLine:
    """w*: what a leaf answers."""
    if not stage.reached("leaves"):
        return FormulaLine((_weight_rule("j"),), to_come=True)
    tree = stage.tree
    assert tree is not None
    node = shown_leaf(stage)
    j = int(leaf_numbers(tree)[node])
    (grad, hess), value = _sums(tree, node), float(tree.value[node])
    general, now = _weight_rule(str(j)), stage.key == "leaves"
    penalty = stage.run.params.reg_lambda
    if value == 0.0 or hess + penalty <= 0.0:
        return FormulaLine((general, equals(digits(value))), now=now)
    more = enough(lambda a, b: -a / (b + penalty), (grad, hess), value)
    divided = ratio(bracketed(digits(grad, more)), _penalised(stage, hess, more))
    worked = write("= -%s", divided)
    return FormulaLine((general, worked, *results(value, stage.look.fractions)), now=now)


def _weight_rule(j: str) -> Maths:
    return Maths(rf"w_{{{j}}}^* = -\frac{{G_{{{j}}}}}{{H_{{{j}}} + \lambda}}")


# --- numbers ----------------------------------------------------------------------------------


def _sums(tree: Tree, node: int) -> tuple[float, float]:
    assert tree.grad is not None
    assert tree.hess is not None
    return float(tree.grad[node]), float(tree.hess[node])


def _penalised(stage: Stage, hess: float, decimals: int) -> Maths:
    return write("%s + %s", _amount(hess, decimals), as_asked(stage.run.params.reg_lambda))


def _amount(x: float, decimals: int) -> Maths:
    """Write a sum of hessians: points where each counts 1."""
    return as_asked(round(x)) if abs(x - round(x)) < WHOLE else digits(x, decimals)


def _in_brackets(x: Maths) -> Maths:
    return write("(%s)", x) if x.latex.startswith("{-}") or r"\cdot" in x.latex else x
