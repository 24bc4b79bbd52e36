"""A decision tree, grown in one go."""

from dataclasses import dataclass

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.learners.kind import Kind, Lesson, grow
from ensemble_viz.engine.settings import Params, shared
from ensemble_viz.engine.trees import Limits, Tree, TreeRules


@dataclass(frozen=True)
class TreeMemberParams(Params):
    max_depth: shared.MaxDepth = None
    min_samples_leaf: shared.MinSamplesLeaf = 1
    max_leaf_nodes: shared.MaxLeafNodes = None
    min_gain: shared.MinGain = 0.0
    criterion: shared.Criterion = "gini"


def rules(data: Dataset, settings: TreeMemberParams) -> TreeRules:
    limits = Limits(
        settings.max_depth, settings.min_samples_leaf, settings.max_leaf_nodes, settings.min_gain
    )
    return TreeRules(settings.criterion if data.classes else "squared", limits)


def train(lesson: Lesson, settings: TreeMemberParams) -> Tree:
    return grow(lesson, rules(lesson.data, settings)).tree


KIND = Kind(
    name="tree",
    title="tree",
    settings=TreeMemberParams,
    train=train,
    does="It asks one question after another, down to a leaf.",
    measures=False,
    rules=rules,
)
