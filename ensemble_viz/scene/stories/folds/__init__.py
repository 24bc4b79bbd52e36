"""Stacking: what members say of points held out, and who learns from it."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.stage import fold_names, held_out, parts_named
from ensemble_viz.scene.moment.steps import Step
from ensemble_viz.scene.stories import Story

BLENDER_STEPS = (
    Step("train", "Train", "Train the final model"),
    Step("vote", "Predict", "Predict", joined=True),
)
FOLD_STEPS = (
    ("hold", "Hold out", "Hold out {}"),
    ("train", "Train", "Train on the rest"),
    ("predict", "Predict", "Predict {}"),
)


def steps(run: Run, t: int) -> tuple[Step, ...]:
    if run.round(t).score is not None:
        return BLENDER_STEPS
    parts = held_out(run, t)
    if run.params.split == "hold-out":
        names = parts_named(parts[0])
        return (
            Step("hold-1", "Hold out", f"Hold out {names}"),
            Step("train-1", "Train", "Train on its own part"),
            Step("predict-1", "Predict", f"Predict {names}", joined=True),
        )
    told = [
        Step(f"{key}-{k}", chip, words.format(name))
        for k, name in enumerate(fold_names(run, parts), start=1)
        for key, chip, words in FOLD_STEPS
    ]
    return (*told, Step("refit", "Train on all", "Train on all points", joined=True))


STORY = Story(
    taught=7,
    holds_out=True,
    mixes_learners=True,
    steps_of_part=len(FOLD_STEPS),
    last_actions=tuple(step.action for step in BLENDER_STEPS),
)
