"""The contract of a method: a generator that yields a Start, then Rounds, and returns a Stop.

Adding a method is adding a file to `methods/` that ends in `METHOD = Method(…)`: the command
line, the forms, the saved files, the trace and the conformance tests read everything from it.
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Refusal, dataset
from ensemble_viz.engine.learners import Learner
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.trees import TreeRules

Rule = Literal[
    "all-rounds", "perfect-learner", "no-better-than-chance", "nothing-to-split", "residuals-zero"
]
NO_FIGURES: Mapping[str, Any] = MappingProxyType({})
Say = Callable[[FloatArray], NDArray[np.float64]]
"""Turns what a learner answers, (m, K) shares or (m,) values, into its part of the score."""


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """Where a run begins: before any learner is trained."""

    initial_score: FloatArray | None
    """(1,) or (K,): the score everywhere, None where there is none without a learner."""
    target: NDArray[Any]
    """What the first learner will be fitted to."""

    def __post_init__(self) -> None:
        dataset.freeze(self.target, self.initial_score)


Why = Literal[
    "no-points",
    "one-class",
    "same-place",
    "same-target",
    "one-answer",
    "limits",
    "enough-leaves",
    "no-gain",
    "gamma",
    "hessians",
    "runs-away",
    "no-portion",
    "too-few",
]
"""What is behind the rule "nothing-to-split"."""
Pruning = Literal["", "root", "price", "errors"]


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a run ended, in numbers; the sentence about it is made of them by whoever shows it."""

    rule: Rule
    round: int
    """The last round; for no-better-than-chance the one that failed and was not kept."""
    error: float | None = None
    limit: float | None = None
    """What the error had to stay below."""
    why: Why | None = None
    forbids: tuple[str, ...] = ()
    """The settings that allow no other cut, where they do."""
    count: int = 0
    """The leaves of the tree, the portions, the points that can be learned from."""
    hess: float = 0.0
    """The sum of the hessians that is too little for a leaf."""
    pruned: int = 0
    """How many subtrees were pruned behind the last split, …"""
    pruning: Pruning = ""
    """… and what ended that: only the root is left, the next link costs too much, or each other
    subtree makes fewer errors than its leaf would."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Round:
    """Everything one round did, under the names of the trace."""

    number: int
    learners: tuple[Learner, ...]
    """In a fixed order: one; or one a class."""
    score: FloatArray | None
    """(n,) or (n, K): the ensemble's score at the training points, this round included; None while
    it says nothing yet: before a blender, or while nobody with a vote has voted."""
    learner_weight: float | None
    target: NDArray[Any]
    """What the learners were fitted to: class numbers, (n,) values or (n, K) a class each."""
    hessian: FloatArray | None = None
    """The second derivatives beside the target, where the learners weigh with them."""
    sample_weight: FloatArray | None = None
    """The distribution the learners were fitted with; sums to 1."""
    next_weight: FloatArray | None = None
    in_bag: IntArray | None = None
    """How often each point was drawn."""
    features: tuple[tuple[int, ...], ...] | None = None
    """The axes each learner was allowed, None when all."""
    error: float | None = None
    """AdaBoost: the weight of the points the learner missed."""
    fold: IntArray | None = None
    """Stacking: the part each point was dealt to, −1 for points that count nothing."""
    out_rows: IntArray | None = None
    """Stacking: the points that were predicted by a learner which had not seen them …"""
    out_of_fold: FloatArray | None = None
    """… and what it said there: (rows,) values or (rows, K) shares."""
    seen: NDArray[np.bool_] | None = None
    """Stacking: (learners, n), the points that each learner was trained on."""
    rules: TreeRules | None = None
    """How the round's trees were grown, where the method has no rules for all rounds."""
    one_a_class: bool = False
    """The learners stand for the classes, in their order."""
    figures: Mapping[str, Any] = field(default_factory=lambda: NO_FIGURES)
    """Figures that only the method itself knows."""
    ends: Stop | None = None
    """Why the run ends with this round, where it does."""

    def __post_init__(self) -> None:
        dataset.freeze(
            self.score, self.target, self.hessian, self.sample_weight, self.next_weight,
            self.in_bag, self.fold, self.out_rows, self.out_of_fold, self.seen,
        )  # fmt: skip
        if self.figures is not NO_FIGURES:
            object.__setattr__(self, "figures", MappingProxyType(dict(self.figures)))


Steps = Generator[Start | Round, None, Stop]


def _always(_params: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Method:
    name: str
    title: str
    summary: str
    """What it does, in a sentence for people."""
    params: type[Params]
    train: Callable[[Dataset, Any, int], Steps]
    """The method itself: data, settings and seed to a Start, Rounds and a Stop."""
    combine: Literal["sum", "mean", "latest", "blend"]
    """How the learners make the score: initial + Σ weight · part; Σ weight · part / Σ weight;
    the latest learner alone; or nothing before the last round, whose learner asks the others."""
    say: Callable[[Dataset, Any], Say]
    """What a learner's answer contributes."""
    rules: Callable[[Dataset, Any], TreeRules]
    """How its trees are grown, so that any node's search can be shown."""
    tasks: tuple[str, ...] = ("classification", "regression")
    most_classes: int = 8
    figures: tuple[str, ...] = ()
    """Families of figures beyond the errors: "margins", "bags", "loss", "exponential"."""
    story: str = "plain"
    """Which steps a round is told in."""
    goes_downhill: bool = False
    """Each learner is fitted to the slope of a loss, and a part of it added to a sum."""
    loss: Callable[[Dataset, Any], Callable[[FloatArray], float]] | None = None
    """The loss the method lowers, as a function of the score at the training points."""
    uses_chance: Callable[[Any], bool] = _always
    """Whether the seed matters under these settings."""
    length: Callable[[Any], int] | None = None
    """How many rounds there are in all, where the settings say so."""
    stops_itself: Callable[[Any], bool] = lambda _params: False
    """The method counts its rounds itself under these settings."""

    @property
    def learners_vote(self) -> bool:
        """Each learner has a say of its own, as large as its weight."""
        return self.combine == "mean" or (self.combine == "sum" and not self.goes_downhill)

    def refuse(self, data: Dataset) -> None:
        if data.task not in self.tasks:
            kind = "classes" if data.task == "classification" else "values"
            raise Refusal(f"{self.title} cannot learn {kind}")
        if data.n_classes > self.most_classes:
            raise Refusal(
                f"{self.title} takes at most {self.most_classes} classes, not {data.n_classes}"
            )
