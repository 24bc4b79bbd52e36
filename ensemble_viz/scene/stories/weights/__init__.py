"""AdaBoost: weights of points, raised where a learner misses."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.learners.members import is_reversed
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import Step, noun
from ensemble_viz.scene.stories import Story
from ensemble_viz.scene.words import subscript


def _weighted(stage: Stage) -> str:
    """Say how a learner came to its answers under the weights."""
    how = "drawn, not searched" if stage.run.rules(stage.round).drawn else "fitted to"
    of = "" if stage.run.rules(stage.round).drawn else f" D{subscript(stage.round)}"
    turned = is_reversed(stage, stage.round) and stage.learner is not None
    return f"{how}{of}, reversed" if turned else f"{how}{of}"


STORY = Story(
    taught=3,
    weighs_points=True,
    weighs_learners=True,
    first_column=("weight", "heaviest first"),
    importance="each counted by its α",
    has_scale=True,
    tree_hint=_weighted,
)


def steps(run: Run, t: int) -> tuple[Step, ...]:
    return (
        Step("train", "Train", f"Train {noun(run)} {t}"),
        Step("mistakes", "Mistakes", "Find its mistakes"),
        Step("alpha", "Learner weight", "Weigh the learner"),
        Step("weights", "New weights", "Weigh the mistakes"),
        Step("vote", "Vote", "Let it vote", joined=True),
    )
