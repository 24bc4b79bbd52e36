"""Trees on points and axes drawn for each of them, many at once; or other learners, one by one.

What learner t draws depends on the seed and t alone, never on how many are trained together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, dataset, draws
from ensemble_viz.engine.ensembles.bags import bag_size, deal, draw_bags, paste, portions
from ensemble_viz.engine.ensembles.bases import TREE, Trained, refuse_base, train_bagged
from ensemble_viz.engine.ensembles.method import Round, Say, Start, Steps, Stop
from ensemble_viz.engine.ensembles.votes import Mean, leaves_say, part_of_vote, voted_for
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.trees import NO_LIMITS, Limits, TreeRules, fit
from ensemble_viz.engine.trees.levels.axis_growth import DrawnAxisGrower, OwnAxesGrower
from ensemble_viz.engine.trees.levels.growth import Grower, Grown
from ensemble_viz.engine.trees.levels.node_statistics import Statistics
from ensemble_viz.engine.trees.levels.random_growth import RandomCutGrower

FIRST_ENTRIES = {"classification": 100_000, "regression": 20_000}
"""Points of all bags in the first batch, for something soon: in about 20 ms."""
BATCH_TIME = 0.045  # seconds of each later one: the window stands still meanwhile
MOST_TREES = 2000
"""In a batch, be the points ever so few: a tree has its own price."""
DEFAULT_RULES = TreeRules("gini", NO_LIMITS)
Rows = Literal["bag", "paste", "portion", "all"]
"""Which points a learner sees: drawn with or without replacement, a portion of its own, or all."""


class ForestParams(Params):
    """What is asked for wherever learners are drawn alike and vote; each method declares it."""

    rounds: int
    max_depth: int | None
    min_samples_leaf: int
    criterion: str
    vote: str
    base: str = TREE

    def resolved(self, data: Dataset) -> Self:
        """Refuse a base learner that cannot learn from these points."""
        if self.base != TREE:
            refuse_base(data, self.base, self.field("base"))
        return self


def tree_rules(data: Dataset, params: ForestParams) -> TreeRules:
    limits = Limits(params.max_depth, params.min_samples_leaf)
    return TreeRules(params.criterion if data.classes else "squared", limits)


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is drawn for the learners of an ensemble, and how they are trained on it."""

    max_samples: float = 1.0
    rules: TreeRules = DEFAULT_RULES
    one_axis: bool = False
    """Each node looks at one axis, drawn for it, instead of at both."""
    rows: Rows = "bag"
    tree_axes: int = 2
    """How many axes each learner knows, drawn for it."""
    random_cuts: bool = False
    """Nodes throw one random cut on each axis they look at, and keep the best."""
    base: str = TREE
    """What is trained on the points and axes that were drawn."""


@dataclass(slots=True, eq=False)
class Member:
    number: int
    in_bag: IntArray | None
    """How often each point was drawn; None when it sees every point once."""
    axes: tuple[int, ...] | None
    """The axes that were drawn for it; None when it knows all."""
    trained: Trained

    def record(self, data: Dataset, score: FloatArray) -> Round:
        return Round(
            number=self.number,
            learners=(self.trained.learner,),
            learner_weight=1.0,
            score=score,
            target=data.target,
            sample_weight=data.given_distribution,
            in_bag=self.in_bag,
            features=None if self.axes is None else (self.axes,),
        )


def draw_rows(data: Dataset, recipe: Recipe, seed: int, rounds: IntArray) -> IntArray | None:
    """Draw the points that the learner of each round sees; None when all see all."""
    if recipe.rows == "bag":
        return draw_bags(data, seed, rounds, bag_size(len(data), recipe.max_samples))
    if recipe.rows == "paste":
        return paste(data, seed, rounds, recipe.max_samples)
    return deal(data, seed, rounds, recipe.max_samples) if recipe.rows == "portion" else None


def draw_axes(
    data: Dataset, recipe: Recipe, seed: int, rounds: IntArray
) -> NDArray[np.bool_] | None:
    """Draw the axes that each round's learner knows: (rounds, axes); None when all know all."""
    if recipe.tree_axes >= data.dimension:
        return None
    word = draws.words(seed, rounds[:, None], draws.AXES, np.arange(data.dimension))
    turn = draws.permutation(word).argsort(axis=1)  # of each axis, in the order of drawing
    return turn < recipe.tree_axes


def train_drawn(data: Dataset, recipe: Recipe, seed: int, rounds: IntArray) -> list[Member]:
    """Draw points and axes, and train a learner on them, for each of the rounds."""
    bags = draw_rows(data, recipe, seed, rounds)
    known = draw_axes(data, recipe, seed, rounds)
    bag_of = [None] * len(rounds) if bags is None else list(bags)
    axes_of = [None if known is None else axes_in(known[k]) for k in range(len(rounds))]
    trained: Sequence[Trained]
    if recipe.base == TREE:
        keys = draws.words(seed, rounds, draws.NODE)
        trained = grow_trees(data, recipe, bags, known, keys)
    else:
        drawn = zip(bag_of, axes_of, strict=True)
        trained = [train_bagged(recipe.base, data, bag, axes) for bag, axes in drawn]
    members = zip(rounds.tolist(), bag_of, axes_of, trained, strict=True)
    return [Member(*member) for member in members]


def axes_in(known: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(known.nonzero()[0].tolist())


def grow_trees(
    data: Dataset,
    recipe: Recipe,
    bags: IntArray | None,
    axes: NDArray[np.bool_] | None,
    keys: NDArray[np.uint64],
) -> list[Grown]:
    """Grow a tree on each bag, along its axes; with its key, where nodes draw."""
    drawn = np.ones((len(keys), len(data)), dtype=np.int64) if bags is None else bags
    weight = drawn if data.weight is None else drawn * data.distribution
    judge = fit.statistics(data, weight, recipe.rules)
    return grower(data, recipe, judge, keys, axes).grow(weight > 0)


def grower(
    data: Dataset,
    recipe: Recipe,
    judge: Statistics,
    keys: NDArray[np.uint64],
    axes: NDArray[np.bool_] | None,
) -> Grower:
    """Choose how the trees grow: by the best cuts, of some axes only, or by random ones."""
    limits = recipe.rules.limits
    if recipe.random_cuts:
        return RandomCutGrower(data, judge, limits, keys, recipe.one_axis)
    if axes is not None:
        return OwnAxesGrower(data, judge, limits, axes)
    return (
        DrawnAxisGrower(data, judge, limits, keys)
        if recipe.one_axis
        else Grower(data, judge, limits)
    )


def batches(data: Dataset, recipe: Recipe, seed: int, wanted: int) -> Iterator[list[Member]]:
    """Train learners in batches: trees grow the faster the more there are at once.

    The first batch is such that there is something soon, the others as large as time allows; none
    goes beyond what is wanted before that is reached. Who asks for more may want one more: batches
    grow from one again. Other learners than trees are trained one by one.
    """
    most = MOST_TREES if recipe.base == TREE else 1
    size = min(max(1, FIRST_ENTRIES[data.task] // len(data)), most)
    last = portions(data, recipe.max_samples) if recipe.rows == "portion" else None
    first = 1
    while last is None or first <= last:
        end = first + size
        if first <= wanted < end:
            end = wanted + 1
        if last is not None:
            end = min(end, last + 1)
        began = thread_time()
        members = train_drawn(data, recipe, seed, np.arange(first, end))
        in_time = len(members) * BATCH_TIME / max(thread_time() - began, 1e-6)
        yield members
        if end <= wanted:
            size = min(max(1, int(in_time)), most)
        elif first <= wanted:
            size = 1
        else:
            size = min(max(1, int(in_time)), 2 * size, most)
        first = end


def voted(data: Dataset, recipe: Recipe, params: ForestParams, seed: int) -> Steps:
    """Train learner after learner, and let all that are there vote."""
    votes, say = Mean(data.classes is not None), part_of_vote(data, params)
    yield Start(None, data.target)
    for members in batches(data, recipe, seed, params.rounds):
        scores = add_all(votes, members, data, say)
        dataset.freeze(scores)
        for member, score in zip(members, scores, strict=True):
            yield member.record(data, score)
    count = portions(data, recipe.max_samples)
    return Stop("nothing-to-split", count, why="no-portion", count=count)


def add_all(votes: Mean, members: Sequence[Member], data: Dataset, say: Say) -> FloatArray:
    """Let the learners of a batch vote at the points they were drawn from, one after the other."""
    trees = [member.trained for member in members if isinstance(member.trained, Grown)]
    if not trees:
        answers = [member.trained.answer(data.points) for member in members]
        return votes.add_each(np.stack([say(answer) for answer in answers]))
    said, leaf = leaves_say([one.tree for one in trees], [one.leaf for one in trees], say)
    chosen = None if data.classes is None else voted_for(said)
    if chosen is None:
        return votes.add_each(said.take(leaf, axis=0))
    return votes.add_votes(chosen.take(leaf), data.n_classes)
