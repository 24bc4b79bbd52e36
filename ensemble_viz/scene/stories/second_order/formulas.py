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
from ensemble_viz.scene.words import leaf_numbers, question, subscript

WHOLE = 1e-9
GAIN = Maths(
    r"\text{gain} = \frac{G_L^2}{H_L + \lambda} + \frac{G_R^2}{H_R + \lambda}"
    r" - \frac{G^2}{H + \lambda}",
    "gain = G_L²/(H_L + λ) + G_R²/(H_R + λ) − G²/(H + λ)",
)
SUMS = Maths(
    r"G = \sum g_i, \quad H = \sum h_i \quad \text{over the points of a node}",
    "G = Σ gᵢ, H = Σ hᵢ over the points of a node",
)
PRICE = Maths(r"\text{gain} < \gamma \ \Rightarrow \ \text{pruned}", "gain < γ ⇒ pruned")


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    return (*_derivatives(stage), *_gain(stage), *_price(stage), _weight(stage), *sum_lines(stage))


# --- g and h ----------------------------------------------------------------------------------


def _derivatives(stage: Stage) -> tuple[FormulaLine, ...]:
    """Slope and curvature of the loss at the sum so far."""
    now, k, before = stage.key == "gradients", stage.data.n_classes, stage.round - 1
    rules: tuple[Maths, ...]
    if not k:
        slope = Maths(rf"g_i = F_{{{before}}}(x_i) - y_i", f"gᵢ = F{subscript(before)}(xᵢ) − yᵢ")
        rules = slope, Maths("h_i = 1", "hᵢ = 1")
    elif k == 2:
        rules = (
            Maths("g_i = p_i - y_i", "gᵢ = pᵢ − yᵢ"),
            Maths(r"h_i = p_i \, (1 - p_i)", "hᵢ = pᵢ (1 − pᵢ)"),
        )
    else:
        rules = (
            Maths(r"g_{ik} = p_{ik} - [y_i = k]", "gᵢₖ = pᵢₖ − [yᵢ = k]"),
            Maths(r"h_{ik} = 2 \, p_{ik} \, (1 - p_{ik})", "hᵢₖ = 2 pᵢₖ (1 − pᵢₖ)"),
        )
    if stage.key == "train":
        return ()  # what they add up to is said there
    if not now:
        return (FormulaLine((write(r"%s, \quad %s", "%s, %s", *rules),)),)
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
    latex, text = index_of(stage, point)
    name, h = Maths(f"h_{{{latex}}}", f"h{text}"), float(stage.hessian[point])
    times = 2.0 if stage.data.n_classes > 2 else 1.0
    factor, before = (r"2 \cdot ", "2 · ") if times > 1.0 else ("", "")
    more = enough(lambda x: times * x * (1.0 - x), (p,), h)
    shown = digits(p, more)
    worked = write(rf"= {factor}%s \cdot (1 - %s)", f"= {before}%s · (1 − %s)", shown, shown)
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
    three = ((node, "", ""), (int(tree.left[node]), "_{L}", "_L"), (int(tree.right[node]), "_{R}",
              "_R"))  # fmt: skip
    scores = [_score(stage, tree, k) for k, _, _ in three]
    rows = tuple(
        _score_line(stage, tree, k, (below, text), first=k == node) for k, below, text in three
    )
    gain = float(tree.gain[node])
    whole, left, right = scores
    more = enough(lambda a, b, c: a + b - c, (left, right, whole), gain)
    pieces = (digits(score, more) for score in (left, right, whole))
    general = Maths(r"\text{gain} = S_L + S_R - S", "gain = S_L + S_R − S")
    worked = write("= %s + %s - %s", "= %s + %s − %s", *pieces)
    parts = (general, worked, *results(gain, stage.look.fractions))
    result = FormulaLine(parts, now=True, side=(question(stage.data, tree, node),))
    return FormulaLine((SUMS,)), result, *rows


def _score(stage: Stage, tree: Tree, node: int) -> float:
    """S = G²/(H + λ) of a node."""
    grad, hess = _sums(tree, node)
    below = hess + stage.run.params.reg_lambda
    return grad * grad / below if below > 0.0 else 0.0


def _score_line(
    stage: Stage, tree: Tree, node: int, named: tuple[str, str], first: bool
) -> FormulaLine:
    below, text = named
    grad, hess = _sums(tree, node)
    penalty, score = stage.run.params.reg_lambda, _score(stage, tree, node)
    name = Maths(f"S{below}", f"S{text}")
    if first:
        name = write(r"%s = \frac{G^2}{H + \lambda}", "%s = G²/(H + λ)", name)
    if hess + penalty <= 0.0:
        return FormulaLine((name, equals(digits(score))))
    more = enough(lambda a, b: a * a / (b + penalty), (grad, hess), score)
    above = write("%s^2", "%s²", _in_brackets(digits(grad, more)))
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
    sign, text = ("<", "<") if little else (r"\geq", "≥")
    compared = write(rf"= %s {sign} \gamma = %s", f"= %s {text} γ = %s", digits(gain), gamma)
    why = "stays: a split below it does" if little else "stays"
    side = (question(stage.data, tree, node), "pruned" if is_gone else why)
    return (FormulaLine((Maths(r"\text{gain}", "gain"), compared), now=True, side=side),)


# --- leaf values ------------------------------------------------------------------------------


def _weight(stage: Stage) -> FormulaLine:
    """w*: what a leaf answers."""
    if not stage.reached("leaves"):
        return FormulaLine((_weight_rule("j", "ⱼ"),), to_come=True)
    tree = stage.tree
    assert tree is not None
    node = shown_leaf(stage)
    j = int(leaf_numbers(tree)[node])
    (grad, hess), value = _sums(tree, node), float(tree.value[node])
    general, now = _weight_rule(str(j), subscript(j)), stage.key == "leaves"
    penalty = stage.run.params.reg_lambda
    if value == 0.0 or hess + penalty <= 0.0:
        return FormulaLine((general, equals(digits(value))), now=now)
    more = enough(lambda a, b: -a / (b + penalty), (grad, hess), value)
    divided = ratio(bracketed(digits(grad, more)), _penalised(stage, hess, more))
    worked = write("= -%s", "= −%s", divided)
    return FormulaLine((general, worked, *results(value, stage.look.fractions)), now=now)


def _weight_rule(j: str, text: str) -> Maths:
    return Maths(
        rf"w_{{{j}}}^* = -\frac{{G_{{{j}}}}}{{H_{{{j}}} + \lambda}}",
        f"w{text}* = −G{text}/(H{text} + λ)",
    )


# --- numbers ----------------------------------------------------------------------------------


def _sums(tree: Tree, node: int) -> tuple[float, float]:
    assert tree.grad is not None
    assert tree.hess is not None
    return float(tree.grad[node]), float(tree.hess[node])


def _penalised(stage: Stage, hess: float, decimals: int) -> Maths:
    return write(
        "%s + %s", "%s + %s", _amount(hess, decimals), as_asked(stage.run.params.reg_lambda)
    )


def _amount(x: float, decimals: int) -> Maths:
    """Write a sum of hessians: points where each counts 1."""
    return as_asked(round(x)) if abs(x - round(x)) < WHOLE else digits(x, decimals)


def _in_brackets(x: Maths) -> Maths:
    return write("(%s)", "(%s)", x) if x.text.startswith("−") or "·" in x.text else x
