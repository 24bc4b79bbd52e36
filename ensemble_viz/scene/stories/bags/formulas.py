"""Bagging and forests in symbols: the chance to be left out, the vote, the error out of bag."""

import numpy as np

from ensemble_viz.scene.formulary import splits
from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    alone,
    digits,
    equals,
    named,
    results,
    share,
    training_error,
)
from ensemble_viz.scene.joined import bag, bag_draws, out_of_bag
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import bag_name, has_bags


def start(stage: Stage) -> tuple[FormulaLine, ...]:
    rule = FormulaLine((_rule(stage, "t"),), now=not _is_bag(stage))
    return (_chance(stage, now=True), rule) if _is_bag(stage) else (rule,)


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    asked = (_oob(stage),) if has_bags(stage.run) else ()
    result = training_error(stage, stage.round, stage.reached("vote"), stage.key == "vote")
    if stage.key == "vote":
        return (alone(stage), FormulaLine((_rule(stage, str(stage.round)),)), result, *asked)
    if stage.key == "throw":
        return (*splits.lines(stage), alone(stage))
    drawn = (*splits.lines(stage),) or ((_chance(stage, now=False),) if _is_bag(stage) else ())
    if has_bags(stage.run):
        drawn = (*drawn, _this_bag(stage))
    if stage.key == "oob":
        return (*drawn, result, *asked)
    return (*drawn, alone(stage), *((result,) if stage.key == "train" else ()))


def _is_bag(stage: Stage) -> bool:
    """Say whether points are drawn with replacement."""
    return has_bags(stage.run) and bag_name(stage.run) == "bag"


def _chance(stage: Stage, now: bool) -> FormulaLine:
    """(1 − 1/n)^m: not to be hit by any of m draws from n points."""
    n = int(np.count_nonzero(stage.data.distribution > 0))
    draws = bag_draws(stage)
    power = Maths(rf"P(\text{{not drawn}}) = \left(1 - \frac{{1}}{{{n}}}\right)^{{{draws}}}")
    return FormulaLine((power, equals(digits((1.0 - 1.0 / n) ** draws))), now=now)


def _this_bag(stage: Stage) -> FormulaLine:
    name, its = named(f"not in {bag_name(stage.run)} {stage.round}"), bag(stage)
    assert its is not None
    left = share(its.n_left_out, len(stage.data))
    return FormulaLine((name, *left), now=stage.key == "draw")


def _rule(stage: Stage, t: str) -> Maths:
    """Write the mean of t trees, or the class that most of them say."""
    if not stage.data.n_classes:
        return Maths(rf"F_{{{t}}}(x) = \frac{{1}}{{{t}}} \sum_{{b=1}}^{{{t}}} h_b(x)")
    if stage.run.params.vote == "soft":
        return Maths(
            rf"\hat{{y}}(x) = \arg\max_{{k}} \frac{{1}}{{{t}}} \sum_{{b=1}}^{{{t}}} p_b(k | x)"
        )
    return Maths(rf"\hat{{y}}(x) = \arg\max_{{k}} \sum_{{b=1}}^{{{t}}} [h_b(x) = k]")


def _oob(stage: Stage) -> FormulaLine:
    """The error when each point asks only trees that never saw it."""
    name = named("out-of-bag error" if stage.data.n_classes else "out-of-bag MSE")
    if not stage.reached("oob"):
        return FormulaLine((name,), to_come=True)
    known = out_of_bag(stage, stage.round)
    if known.error is None:
        return FormulaLine((named("no point was left out yet"),), now=stage.key == "oob")
    if stage.data.weight is None and stage.data.n_classes:
        return FormulaLine((name, *share(known.wrong, int(known.covered.sum()))), now=True)
    return FormulaLine((name, *results(known.error, stage.look.fractions)), now=True)
