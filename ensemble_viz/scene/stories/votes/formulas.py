"""Voting in symbols: the error of a member, the rule of the vote, the error of all together."""

from ensemble_viz.scene.formulary.maths import FormulaLine, Maths, alone, training_error
from ensemble_viz.scene.moment.stage import Stage


def start(stage: Stage) -> tuple[FormulaLine, ...]:
    """The rule of the vote, before anybody has one."""
    return (FormulaLine((_rule(stage),), now=True),)


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    """Write the round's formulas; what a later step computes has no digits yet."""
    reached, now = stage.reached("vote"), stage.key == "vote"
    rule = FormulaLine((_rule(stage),), to_come=not reached)
    if reached and stage.score is None:
        return alone(stage), rule
    return alone(stage), rule, training_error(stage, stage.round, reached, now)


def _rule(stage: Stage) -> Maths:
    """How the members answer together, each by its weight."""
    if not stage.data.n_classes:
        return Maths(r"F(x) = \frac{\sum_t w_t h_t(x)}{\sum_t w_t}", "F(x) = Σ wₜ hₜ(x) / Σ wₜ")
    if stage.run.params.vote == "soft":
        return Maths(
            r"\hat{y}(x) = \arg\max_{k} \frac{\sum_t w_t \, p_t(k | x)}{\sum_t w_t}",
            "ŷ(x) = arg max over k of Σ wₜ pₜ(k | x) / Σ wₜ",
        )
    return Maths(
        r"\hat{y}(x) = \arg\max_{k} \sum_t w_t [h_t(x) = k]",
        "ŷ(x) = arg max over k of Σ wₜ [hₜ(x) = k]",
    )
