"""AdaBoost by weights, and AdaBoost on samples that are drawn by these weights."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Refusal, draws
from ensemble_viz.engine.ensembles import decide, votes
from ensemble_viz.engine.methods import adaboost
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.runs.figures import wrong
from ensemble_viz.engine.settings import Params, Setting, shared
from ensemble_viz.engine.theory import Demonstration, Figures, Material
from ensemble_viz.engine.theory.repeats import Sets, averaged

ROUNDING = 1e-10
DRAWS = 20  # samples a round is given to find a learner that beats chance


@dataclass(frozen=True)
class ResamplingParams(Params):
    """Settings of the two ways to boost."""

    rounds: Annotated[
        int, Setting("rounds", "How many learners are trained.", "T", low=1, high=1000,
                reach=(1, 60))
    ] = 3  # fmt: skip
    max_depth: shared.MaxDepth = 1
    sets: Sets = 20


def resampling(params: ResamplingParams, material: Material | None) -> Iterator[Figures]:
    """Boost once by weights, and again and again on samples."""
    assert material is not None
    data = material.data
    if data.classes is None or not len(data):
        raise Refusal("AdaBoost learns classes, and from points only")
    own = {"rounds": params.rounds, "max_depth": params.max_depth}
    weighed = run(data, "adaboost", own)
    weighed.finish()
    by_weights = [
        wrong(weighed.prediction(t), data.target, False, data.distribution)
        for t in range(1, len(weighed) + 1)
    ]
    curves: list[list[float]] = []
    for k in range(params.sets):
        curves.append(on_samples(data, params, k))
        yield _figures(by_weights, curves)


def on_samples(data: Dataset, params: ResamplingParams, k: int) -> list[float]:
    """Boost on samples: n draws by the weights, a learner that counts them alike.

    Its error is that under the weights. One that does not beat chance is thrown away, and another
    sample drawn; when that helps no more, or nothing is missed, the answer stays as it is.
    """
    settings = adaboost.AdaBoostParams(rounds=params.rounds, max_depth=params.max_depth)
    D, F = data.distribution, votes.VoteSum(len(data), data.n_classes)
    start = np.zeros((len(data), data.n_classes) if data.n_classes > 2 else len(data))
    last = wrong(decide(start, data.n_classes), data.target, False, data.distribution)
    errors: list[float] = []
    for t in range(1, params.rounds + 1):
        found = _learner(data, D, settings, (k, t))
        if found is None:
            break
        h, error = found
        missed = h != data.target
        alpha = 0.5 * adaboost.log_odds(error, data, settings)
        score = F.add(alpha, h)
        last = wrong(decide(score, data.n_classes), data.target, False, data.distribution)
        errors.append(last)
        if error <= ROUNDING:
            break
        D = D * np.where(missed, np.exp(alpha), np.exp(-alpha))
        D = D / D.sum()
    return errors + [last] * (params.rounds - len(errors))


def _learner(
    data: Dataset, D: FloatArray, settings: adaboost.AdaBoostParams, place: tuple[int, int]
) -> tuple[IntArray, float] | None:
    """Train on a sample: what the learner answers, and its error under the weights."""
    edges, train = D.cumsum(), adaboost.trainer(data, settings, place[0])
    for draw in range(DRAWS):
        words = draws.words(*place, draws.BAG, draw, np.arange(len(data)))
        drawn = np.searchsorted(edges, draws.uniform(words) * edges[-1], side="right")
        drawn = np.minimum(drawn, len(data) - 1)
        sample = np.bincount(drawn, minlength=len(data)) / len(data)
        h = train(sample, place[1]).decide(data.points)
        error = float(D[h != data.target].sum())
        if error < adaboost.chance(data, settings) - ROUNDING:
            return h, error
    return None


def _figures(by_weights: list[float], curves: list[list[float]]) -> Figures:
    ends = [curve[-1] for curve in curves]
    return {
        "reweighting": by_weights,
        "resampling": np.mean(curves, axis=0),
        "reweighting_error": by_weights[-1] if by_weights else None,
        **averaged({"resampling_error": ends}),
        "resampling_least": min(ends),
        "resampling_most": max(ends),
    }


DEMONSTRATION = Demonstration(
    name="resampling",
    title="Weights, or samples drawn by them",
    summary="By weights boosting is the same every time; on samples drawn by them it varies.",
    params=ResamplingParams,
    compute=resampling,
    takes="points",
    sample="ten-points",
    refines=True,
    place=5,
)
