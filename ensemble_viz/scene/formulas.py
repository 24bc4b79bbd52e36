"""The formulas of a step, with this round's digits in them."""

from dataclasses import replace

from ensemble_viz.scene.formulary import (
    bags,
    folds,
    gradients,
    second_order,
    splits,
    sums,
    votes,
    weights,
)
from ensemble_viz.scene.formulary.learners import of_learner
from ensemble_viz.scene.formulary.maths import FormulaLine, Maths
from ensemble_viz.scene.stage import Stage

__all__ = ["FormulaLine", "Maths", "as_document", "formulas"]


def formulas(stage: Stage) -> tuple[FormulaLine, ...]:
    """Write the formulas of this round; those of the start before any."""
    story = _STORIES.get(stage.run.method.story)
    if story is None or not len(stage.data):
        return ()
    start, lines = story
    return start(stage) if stage.round == 0 else _with_next(_with_learner(stage, lines(stage)))


def _with_learner(stage: Stage, lines: tuple[FormulaLine, ...]) -> tuple[FormulaLine, ...]:
    """Begin with what the learner answers, where it is no tree; the step that trains it is that."""
    learned = of_learner(stage)
    if any(line.now for line in learned):
        lines = tuple(replace(line, now=False) for line in lines)
    return *learned, *lines


def _with_next(lines: tuple[FormulaLine, ...]) -> tuple[FormulaLine, ...]:
    """Mark the line that the next step works out."""
    following = next((k for k, line in enumerate(lines) if line.to_come), None)
    if following is None:
        return lines
    return *lines[:following], replace(lines[following], side=("next",)), *lines[following + 1 :]


def as_document(lines: tuple[FormulaLine, ...]) -> str:
    """Write formulas one below the other, for a LaTeX document."""
    return "\n".join(rf"\[ {line.latex} \]" for line in lines)


_STORIES = {
    "weights": (weights.start, weights.lines),
    "bags": (bags.start, bags.lines),
    "gradients": (sums.start, gradients.lines),
    "second-order": (sums.start, second_order.lines),
    "splits": (splits.start, splits.lines),
    "votes": (votes.start, votes.lines),
    "folds": (folds.start, folds.lines),
}
