"""Where in a run somebody stands: the round, the step in it, and how many have joined so far."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from ensemble_viz.document.document import Document
from ensemble_viz.document.look import Look
from ensemble_viz.document.where import Focus, Moment, Where
from ensemble_viz.engine.data import Dataset, FloatArray
from ensemble_viz.engine.methods import Round
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.appearance.palette import PALETTES, Palette, recoloured
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.steps import Step, steps
from ensemble_viz.scene.moment.view import Hand, View


@dataclass(frozen=True, eq=False, repr=False)
class Place:
    """One moment of a run, as a view asks for it."""

    document: Document
    lens: Lens
    view: View

    def at(self, moment: Moment) -> Self:
        """Stand at another moment of the same run."""
        return replace(self, view=self.view.changed(moment=moment))

    @property
    def where(self) -> Where:
        """Where somebody stands."""
        return self.view.where

    @property
    def look(self) -> Look:
        """How it looks."""
        return self.view.look

    @property
    def hand(self) -> Hand:
        """What is in the hand."""
        return self.view.hand

    @property
    def focus(self) -> Focus:
        """What lights up."""
        return self.view.focus

    @property
    def run(self) -> Run:
        """The run that is looked at."""
        return self.lens.run

    @property
    def data(self) -> Dataset:
        """The points that are learned from."""
        return self.run.data

    @property
    def palette(self) -> Palette:
        """The colours of the look."""
        return recoloured(PALETTES[self.look.palette], self.look.class_looks)

    @property
    def round(self) -> int:
        """The number of the round; 0 before any learner."""
        return self.where.moment.round

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the round; none before any learner."""
        return steps(self.run, self.round) if self.round else ()

    @cached_property
    def step(self) -> Step | None:
        """The step that was taken last; None before any learner."""
        return self.steps[self.where.moment.step - 1] if self.round else None

    @property
    def key(self) -> str:
        """The key of that step; "start" before any learner."""
        return self.step.key if self.step else "start"

    def reached(self, key: str) -> bool:
        """Say whether the round has taken the step with this key."""
        return any(step.key == key for step in self.steps[: self.where.moment.step])

    @cached_property
    def record(self) -> Round | None:
        """The record of the round; None before any learner."""
        return self.run.round(self.round) if self.round else None

    @property
    def is_joined(self) -> bool:
        """Say whether the round's learner is part of the score that is shown."""
        return self.step is None or self.step.joined

    @property
    def joined(self) -> int:
        """Count the rounds in the score that is shown."""
        return self.round if self.is_joined else self.round - 1

    @property
    def criterion(self) -> str:
        """How the trees of the round weigh their cuts; before any learner, how all would."""
        return self.run.rules(self.round).criterion

    @cached_property
    def score(self) -> FloatArray | None:
        """The score that is shown, at the training points."""
        return self.run.score(self.joined)
