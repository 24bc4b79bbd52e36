"""Errors as shares: so many missed of so many, or their weight where points have weights."""

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.formulary.maths import FormulaLine, Maths, digits, equals, results
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.together import squared_error
from ensemble_viz.scene.words.numbers import subscript
from ensemble_viz.scene.words.rounding import settled


def share(count: int, n: int) -> tuple[Maths, ...]:
    """Write a count as a share of all: 14/60 = 0.2333."""
    return equals(Maths(rf"\frac{{{count}}}{{{n}}}", f"{count}/{n}")), equals(digits(count / n))


def training_error(stage: Stage, t: int, reached: bool, now: bool) -> FormulaLine:
    """Write the error of all learners together after round t."""
    if not stage.data.n_classes:
        return _squared(stage, t, reached, now)
    name = Maths(r"\text{training error}", "training error")
    score = stage.run.score(t)
    if not reached or score is None:
        return FormulaLine((name,), to_come=not reached)
    missed = np.asarray(decide(score, stage.data.n_classes) != stage.data.target)
    if stage.data.weight is None:
        worked = share(int(np.count_nonzero(missed)), len(missed))
    else:
        worked = _weighted(stage, stage.data.distribution[missed])
    return FormulaLine((name, *worked), now=now)


def _weighted(stage: Stage, weights: FloatArray) -> tuple[Maths, ...]:
    """Add up the weights of the missed."""
    total = Maths(r"\sum_{\text{missed}} D(i)", "Σ D(i) over the missed")
    return equals(total), *results(float(weights.sum()), stage.look.fractions)


def _squared(stage: Stage, t: int, reached: bool, now: bool) -> FormulaLine:
    """Write the mean of the squared residuals."""
    latex, text = f"{score_letter(stage)}_{{{t}}}", f"{score_letter(stage)}{subscript(t)}"
    if stage.data.weight is None:
        general = Maths(
            rf"\text{{MSE}} = \frac{{1}}{{n}} \sum_i (y_i - {latex}(x_i))^2",
            f"MSE = 1/n Σ (yᵢ − {text}(xᵢ))²",
        )
    else:
        general = Maths(
            rf"\text{{MSE}} = \sum_i D(i) (y_i - {latex}(x_i))^2",
            f"MSE = Σ D(i) (yᵢ − {text}(xᵢ))²",
        )
    if not reached:
        return FormulaLine((general,), to_come=True)
    return FormulaLine((general, equals(digits(squared_error(stage, t)))), now=now)


def score_letter(stage: Stage) -> str:
    """Call the ensemble's answer F where it is a sum or a mean; a single tree's is h."""
    return "h" if stage.run.method.combine == "latest" else "F"


def alone(stage: Stage) -> FormulaLine:
    """The error of this tree by itself, on all points."""
    t, data = stage.round, stage.data
    kind = "error" if data.n_classes else "MSE"
    name = Maths(rf"\text{{{kind} of }} h_{{{t}}}", f"{kind} of h{subscript(t)}")
    if not stage.reached("train"):
        return FormulaLine((name,), to_come=True)
    answer = stage.answer
    assert answer is not None
    if not data.n_classes:
        error = settled(float(data.distribution @ (data.target - answer) ** 2), stage.run)
        return FormulaLine((name, equals(digits(error))), now=stage.key == "train")
    missed = decide(answer, data.n_classes) != data.target
    if data.weight is None:
        worked = share(int(np.count_nonzero(missed)), len(data))
    else:
        worked = results(float(data.distribution[missed].sum()), stage.look.fractions)
    return FormulaLine((name, *worked), now=stage.key == "train")
