"""The formulas of a step, with this round's digits in them."""

from dataclasses import replace

from ensemble_viz.scene.formulary.learners import of_learner
from ensemble_viz.scene.formulary.maths import FormulaLine, Maths
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import part_of
from ensemble_viz.scene.telling import EMPTY

__all__ = ["FormulaLine", "Maths", "as_document", "formulas", "why_none"]


def formulas(stage: Stage) -> tuple[FormulaLine, ...]:
    """Write the formulas of this round; those of the start before any."""
    if not len(stage.data):
        return ()
    story = part_of(stage.run, "formulas")
    if stage.round == 0:
        begun: tuple[FormulaLine, ...] = story.start(stage)
        return begun
    return _with_next(_with_learner(stage, story.lines(stage)))


def why_none(stage: Stage) -> str:
    """Say why there are no formulas."""
    return "This step computes nothing." if len(stage.data) else EMPTY


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
