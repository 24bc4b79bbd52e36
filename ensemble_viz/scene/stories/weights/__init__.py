"""AdaBoost: weights of points, raised where a learner misses."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.steps import Step, noun
from ensemble_viz.scene.stories import Story
from ensemble_viz.scene.trees.slope_words import weighted

STORY = Story(
    taught=3,
    weighs_points=True,
    weighs_learners=True,
    first_column=("weight", "heaviest first"),
    importance="each counted by its α",
    has_scale=True,
    tree_hint=weighted,
)


def steps(run: Run, t: int) -> tuple[Step, ...]:
    return (
        Step("train", "Train", f"Train {noun(run)} {t}"),
        Step("mistakes", "Mistakes", "Find its mistakes"),
        Step("alpha", "Learner weight", "Weigh the learner"),
        Step("weights", "New weights", "Weigh the mistakes"),
        Step("vote", "Vote", "Let it vote", joined=True),
    )
