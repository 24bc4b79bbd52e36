"""The vote of many independent learners: how many of them are wrong is binomial."""

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from ensemble_viz.engine.data import FloatArray, Refusal
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material

MOST = 1001
CURVE = range(1, 102, 2)


@dataclass(frozen=True)
class VotesParams(Params):
    """Settings of the vote of many."""

    n: Annotated[
        int, Setting("learners", "How many learners vote.", "n", low=1, high=MOST, reach=(1, 101))
    ] = 21  # fmt: skip
    p: Annotated[
        float,
        Setting(
            "error of each",
            "How often each of them is wrong, whatever the others do.",
            "p",
            low=0.0,
            high=1.0,
        ),
    ] = 0.3


def resolve(params: VotesParams, material: Material) -> VotesParams:
    """Count the learners of a run, and average their errors."""
    own, _ = _errors(material)
    return replace(params, n=min(len(own), MOST), p=float(own.mean()))


def votes(params: VotesParams, material: Material | None) -> Figures:
    """Add up how likely it is that more than half are wrong."""
    wrong = binomial(params.n, params.p)
    half = params.n // 2
    tie = float(wrong[half]) if params.n % 2 == 0 else 0.0
    majority = float(wrong[half + 1 :].sum())
    figures = {
        "wrong": wrong,
        "majority_wrong": majority,
        "tie": tie,
        "majority_right": float(wrong[: half + params.n % 2].sum()),
        "ties_shared": majority + tie / 2,
        "expected_wrong": params.n * params.p,
        "against_n": {n: float(binomial(n, params.p)[n // 2 + 1 :].sum()) for n in CURVE},
        "as_printed": _as_printed(params),
    }
    if material is not None:
        own, vote = _errors(material)
        figures |= {"learner_errors": own, "vote_error": vote}
    return figures


def binomial(n: int, p: float) -> FloatArray:
    """Give the probability that k of n are wrong, for k = 0 … n."""
    k = np.arange(n + 1)
    if p in (0.0, 1.0):
        return (k == n * p).astype(np.float64)
    log_factorial = np.append(0.0, np.log(k[1:]).cumsum())
    log_ways = log_factorial[n] - log_factorial - log_factorial[::-1]
    return np.exp(log_ways + k * np.log(p) + (n - k) * np.log1p(-p))


def _as_printed(params: VotesParams) -> dict[str, float]:
    """Follow a slide's sum to the letter: from ⌈n/2⌉ + 1 on, with the coefficient and without."""
    n, p = params.n, params.p
    k = np.arange(-(-n // 2) + 1, n + 1)
    return {
        "with_coefficient": float(binomial(n, p)[k].sum()),
        "without_coefficient": float((p**k * (1.0 - p) ** (n - k)).sum()),
    }


def _errors(material: Material) -> tuple[FloatArray, float]:
    """Measure each learner of a run, and their vote: on the test points, if there are any."""
    run, data = material.run, material.data
    if run is None or data.classes is None or run.method.combine != "mean":
        raise Refusal("Only learners that vote for classes with equal rights are compared with it")
    asked = data.test if data.test else data
    own, total, weight = [], np.zeros(()), 0.0
    for record in material.rounds:
        part = run.part(record.number, asked.points)
        own.append(np.mean(decide(part, data.n_classes) != asked.target))
        total = total + (record.learner_weight or 0.0) * part
        weight += record.learner_weight or 0.0
    vote = decide(total / max(weight, 1e-300), data.n_classes)
    return np.array(own), float(np.mean(vote != asked.target))


DEMONSTRATION = Demonstration(
    name="votes",
    title="The vote of many",
    summary="How often is a majority wrong, when each voter is wrong independently of the others?",
    params=VotesParams,
    compute=votes,
    takes="run",
    method="bagging",
    decided=("n", "p"),
    resolve=resolve,
    place=1,
)
