"""Bias² and variance: the same method on many training sets, at points whose truth is known.

Values: error = bias² + variance + noise, squared errors on average over the places. Both estimates
are without bias of their own: the variance is divided by S − 1, and what S sets alone leave in the
squared distance of their mean is taken off bias². So the parts add up, and bias² may come out a
little below 0.

Classes: the parts of the share missed after Kohavi and Wolpert (1996), where the label of the test
point is the truth: bias² = ½ Σ_k (1[y = k] − P(k))², variance = ½ (1 − Σ_k P(k)²).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, FloatArray, Refusal
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Scores, read_setup
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Drawn, Figures, Material
from ensemble_viz.engine.theory.repeats import SETUPS, Sets, Setup, redrawn, trained

AVERAGED = ("tree(max_depth=1)", "tree(rounds=1000)", "bagging(rounds=50)")
USUAL = {
    "regression": (*AVERAGED, "gradient-boosting(rounds=100, max_depth=1)"),
    "classification": (*AVERAGED, "adaboost(rounds=100)"),
}


WAVES = "rule:rule=0.97*sin(1.55*x1 + 4.7124) - 0.62*cos(x2),reach=3.1416,n=60,noise=0.3"
"""Points whose trees, bags and boosted stumps have the figures that lectures show."""
GROWTH = 1.03  # by what there are more sets from one look at the figures to the next


@dataclass(frozen=True)
class BiasVarianceParams(Params):
    """Settings of the study of bias and variance."""

    sets: Sets = 100
    places: Annotated[
        int,
        Setting(
            "places",
            "At how many fresh points the answers are compared.",
            "m",
            low=1,
            high=2000,
            reach=(20, 1000),
        ),
    ] = 200
    setups: Annotated[
        tuple[str, ...] | None,
        Setting(
            "setups",
            "Methods with their settings in brackets; none: the one of the run, or else a stump, "
            "a deep tree, bagged trees and boosted stumps.",
            "",
            items=SETUPS,
        ),
    ] = None


def bias_variance(params: BiasVarianceParams, material: Material | None) -> Iterator[Figures]:
    """Train every setup on one training set after the other."""
    assert material is not None
    drawn = material.drawn
    if drawn is None or not drawn.can_be_redrawn:
        raise Refusal(
            "Points of one's own have no known truth, and cannot be drawn again; a sample such as "
            "surface or moons can"
        )
    names, setups = zip(*_setups(params, material), strict=True)
    truth = known_truth(drawn, params.places)
    noise = 0.0 if truth.classes is not None else _noise(drawn)
    answers: list[list[FloatArray]] = [[] for _ in setups]
    following = 2
    for k in range(params.sets):
        data = redrawn(drawn, k)
        for own, one in zip(answers, setups, strict=True):
            own.append(_answers(data, truth, one, k))
        if k + 1 == params.sets or k + 1 >= following:
            following = max(k + 2, round(GROWTH * (k + 1)))
            parts = [taken_apart(np.array(own), truth) for own in answers]
            yield _figures(names, parts, noise) | {"sets": k + 1}


def known_truth(drawn: Drawn, places: int) -> Dataset:
    """Draw fresh points with the values of the function itself; or with labels nobody flipped."""
    has_values = drawn.build(n=1, test=0).classes is None  # a rule may make either
    noiseless = {"noise": 0.0} if has_values else {}
    truth = drawn.build(n=1, test=places, outliers=0, flip=0.0, **noiseless).test
    assert truth is not None
    return truth


def _noise(drawn: Drawn) -> float:
    """Give the variance that is added to values."""
    return float(drawn.sample.resolve(**drawn.options).get("noise", 0.0)) ** 2


def _setups(params: BiasVarianceParams, material: Material) -> list[tuple[str, Setup]]:
    run = material.run
    if run is not None and params.setups is None:
        return [(run.method.name, (run.method, run.params, run.seed))]
    texts = params.setups or USUAL[material.data.task]
    found = [(text, read_setup(text)) for text in texts]
    for _, (method, _, _) in found:
        methods.refuse(method, material.data)
    return found


def _answers(data: Dataset, truth: Dataset, one: Setup, k: int) -> FloatArray:
    """Train on one set and ask at the places: values (places, 1), or one vote (places, K)."""
    run = trained(one, data, k)
    if run.method.combine in ("latest", "blend"):
        score = run.part(len(run), truth.points) if len(run) else None
    else:
        asked = Scores(run, truth.points)
        score = asked.score
        for _ in range(len(run)):
            score = asked.next()
    if score is None:
        raise Refusal(
            f"{run.method.title} ended on training set {k + 1} before it answered anything"
        )
    if data.classes is None:
        return np.asarray(score)[:, None]
    return np.equal(decide(score, data.n_classes)[:, None], np.arange(data.n_classes)) * 1.0


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of an error, and how exactly each is known."""

    bias2: float
    variance: float
    bias2_error: float
    variance_error: float


def taken_apart(answers: FloatArray, truth: Dataset) -> Parts:
    """Take the error of (sets, places, K) answers apart; values have one column.

    Another draw of the training sets would give other figures, and so would other places: the
    standard error has a part for either.
    """
    sets = len(answers)
    target = truth.target[:, None] if truth.classes is None else truth.one_hot
    scale = 1.0 if truth.classes is None else 0.5
    mean = answers.mean(axis=0)
    away, off = answers - mean, mean - target
    spread = scale * (away**2).sum(axis=2)
    variance = spread.sum(axis=0) / (sets - 1)
    bias2 = scale * (off**2).sum(axis=1) - variance / sets
    pull = 2.0 * scale * (away * off).sum(axis=2)
    return Parts(
        float(bias2.mean()),
        float(variance.mean()),
        math.hypot(_error(bias2), _error(pull.mean(axis=1))),
        math.hypot(_error(variance), _error(spread.mean(axis=1))),
    )


def _error(values: FloatArray) -> float:
    return float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0


def _figures(names: tuple[str, ...], parts: list[Parts], noise: float) -> Figures:
    return {
        "setups": names,
        "bias2": [one.bias2 for one in parts],
        "variance": [one.variance for one in parts],
        "noise": [noise for _ in parts],
        "error": [one.bias2 + one.variance + noise for one in parts],
        "standard_error": {
            "bias2": [one.bias2_error for one in parts],
            "variance": [one.variance_error for one in parts],
        },
    }


DEMONSTRATION = Demonstration(
    name="bias-variance",
    title="Bias and variance",
    summary="How far a method is off on average, and how much it depends on the points it got.",
    params=BiasVarianceParams,
    compute=bias_variance,
    takes="points",
    sample=WAVES,
    refines=True,
    place=3,
)
