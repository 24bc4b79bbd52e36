"""The stories that methods tell: a folder each, with its steps, captions, points, formulas.

The door has the `STORY` itself and `steps`, those of a round. `captions` says in `start_text` what
is there before any round, and in `step_text` what a step did. `points` has the `content` of the
card of a point and the `columns` of the table: what the round computes, in the order in which it
does; and perhaps `marks`. `formulas` has those of the `start`, and the `lines` of a round, without
digits where a later step computes them. A short story has all of it in its door.

A part is loaded when it is first needed: a window begins with one method, and what the others say
would hold up its first picture.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ensemble_viz.engine.runs import Run


@dataclass(frozen=True, slots=True)
class Story:
    """How the methods of a story are shown; each is what most of them are not."""

    taught: int = 99
    """When a lecture comes to it: trees, bags, boosting, then mixtures."""
    has_marks: bool = False
    """It has `marks` among its `points`: what it draws in the plane over the points."""
    weighs_points: bool = False
    """Points have weights of their own, which change from round to round."""
    draws_bags: bool = False
    """Each learner sees other points, or axes, and all of them vote."""
    weighs_learners: bool = False
    """What learners say counts by weights of their own."""
    counts_votes: bool = False
    """All learners are there at once: their votes are counted."""
    holds_out: bool = False
    """Learners are asked about points that they were not trained on; they stand in layers."""
    steps_of_part: int = 0
    """A round goes over several parts of the points, with so many steps each."""
    last_actions: tuple[str, ...] = ()
    """What the button says in the last round, where that goes otherwise."""
    grows_one_tree: bool = False
    """A round is a step of the same tree."""
    mixes_learners: bool = False
    """Learners are of many kinds."""
    has_curvature: bool = False
    """Leaves are set by slopes and curvatures of the loss."""
    letter: str = "h"
    """What a learner is called in formulas."""
    residual: str = "r"
    """What a learner is fitted to, in a plot over one axis."""
    first_column: tuple[str, str] = ("", "")
    """By which column the table of points is sorted first, and how that is said."""
    first_action: str = ""
    """What the first step does, where that is not to train a learner."""
    importance: str = "then their mean"
    """How the importance of axes is made of that in each learner."""
    tree_hint: Callable[[Any], str] | None = None
    """Says what the tree of a stage is fitted to."""
    has_scale: bool = False
    """A scale of areas stands in the corner of the plane."""

    @property
    def draws_trees(self) -> bool:
        """True if boundaries have the many corners of trees."""
        return self.draws_bags or self.grows_one_tree


def story_of(run: Run) -> Story:
    return story_called(run.method.story)


def story_called(name: str) -> Story:
    story: Story = _folder(name).STORY
    return story


def part_of(run: Run, part: str = "") -> Any:
    """Give a module of a run's story, captions, points or formulas; or its door with its steps."""
    return _folder(run.method.story, part)


@cache
def _folder(story: str, part: str = "") -> Any:
    """Load a folder, second_order for second-order, or a module in it; short stories have none."""
    door = f"{__name__}.{story.replace('-', '_')}"
    return import_module(f"{door}.{part}" if part and find_spec(f"{door}.{part}") else door)
