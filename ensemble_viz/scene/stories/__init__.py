"""The stories that methods tell: a folder each, with its steps, captions, points, formulas.

A part is loaded when it is first needed: a window begins with one method, and what the others say
would hold up its first picture.
"""

from functools import cache
from importlib import import_module
from typing import Any

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.stories.story import Story

__all__ = ["Story", "part_of", "story_called", "story_of"]


def story_of(run: Run) -> Story:
    """Say how a run is shown."""
    return story_called(run.method.story)


def story_called(name: str) -> Story:
    """Say how the methods of a story are shown."""
    story: Story = _folder(name).STORY
    return story


def part_of(run: Run, part: str = "") -> Any:
    """Give a module of a run's story, captions, points or formulas; or its door with its steps."""
    return _folder(run.method.story, part)


@cache
def _folder(story: str, part: str = "") -> Any:
    """Load a folder, second_order for second-order, or a module in it."""
    return import_module(f"{__name__}.{story.replace('-', '_')}{part and '.' + part}")
