"""A stump: a tree of one question."""

from dataclasses import dataclass

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.learners.kind import Kind, Lesson, grow
from ensemble_viz.engine.settings import Params, shared
from ensemble_viz.engine.trees import Limits, Tree, TreeRules


@dataclass(frozen=True)
class StumpParams(Params):
    criterion: shared.Criterion = "gini"


def rules(data: Dataset, settings: StumpParams) -> TreeRules:
    return TreeRules(settings.criterion if data.classes else "squared", Limits(max_depth=1))


def train(lesson: Lesson, settings: StumpParams) -> Tree:
    return grow(lesson, rules(lesson.data, settings)).tree


KIND = Kind(
    name="stump",
    title="stump",
    settings=StumpParams,
    train=train,
    does="It asks one question only.",
    measures=False,
    rules=rules,
)
