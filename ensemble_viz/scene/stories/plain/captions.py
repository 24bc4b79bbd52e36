"""A method without a story of its own: it trains, and the learner joins."""

from ensemble_viz.scene.joined import missed_together, of_all
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.names import capital, verb
from ensemble_viz.scene.numbers import counted
from ensemble_viz.scene.telling import Said


def said(stage: Stage) -> Said:
    """Say what the step did."""
    name = f"{capital(noun(stage.run))} {stage.round}"
    if stage.key == "train":
        return Said(f"{name} is trained", f"It is fitted to {of_all(stage, len(stage.data))}.")
    if not stage.data.n_classes:
        return Said(f"{name} joins")
    missed = missed_together(stage, stage.round)
    return Said(f"{name} joins: {of_all(stage, missed)} {verb(missed)} missed")


def begun(stage: Stage) -> Said:
    """Say where the run begins."""
    return Said(f"{counted(len(stage.data), 'point')} and no {noun(stage.run)} yet")
