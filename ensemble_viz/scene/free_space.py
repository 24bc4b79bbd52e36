"""Where the cards of a canvas lie, and which part of it they leave free for points.

The room is that of the run, not of a moment: the cards as large as they get in its first round and
with the whole key, so that nothing is fitted anew from step to step.
"""

from collections.abc import Hashable
from dataclasses import replace
from typing import Protocol

from ensemble_viz.document.where import START, Where
from ensemble_viz.scene.caption import Caption, most_chips, of_first_round
from ensemble_viz.scene.legend import Legend, fullest
from ensemble_viz.scene.room import Box, Room
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.steps import whole
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.view import View

MARGIN, PROJECTOR_MARGIN, GAP = 16.0, 32.0, 8.0
FOOT, FOOT_PROJECTED, TICKS = 84.0, 120.0, 40.0  # pixels above the lower edge
KEY = 320.0  # pixels along it, for the scale of areas or values
KEPT = 14.0  # pixels between points and cards, in a window 1280 wide
Size = tuple[float, float]


class Canvas(Protocol):
    """What a scene is drawn on: its size in pixels, and how large words and cards get there."""

    @property
    def size(self) -> Size:
        """Width and height."""

    @property
    def growth(self) -> float:
        """By what marks are larger than in a window 1280 wide."""

    @property
    def key(self) -> Hashable:
        """Another one where cards may have another size."""

    def caption_size(self, chips: tuple[str, ...], captions: tuple[Caption, ...]) -> Size:
        """The size of a card with these steps that has room for these captions."""

    def legend_size(self, legend: Legend, points: int) -> Size:
        """The size of a key with these entries, of at most so many points each."""


def free_room(stage: Stage, canvas: Canvas) -> Room:
    """Find what the cards leave free, once for a run of so many rounds and a canvas."""
    run = stage.run
    key = ("room", stage.look, canvas.key, len(run), run.stop is None)
    return stage.lens.kept(key, _room, stage, canvas)


def margin(stage: Stage) -> float:
    """Measure from the edges of the canvas to the cards in its corners."""
    return PROJECTOR_MARGIN if stage.palette.is_projected else MARGIN


def legend_corner(stage: Stage, size: Size, wanted: Size, caption: Box | None) -> Size:
    """Find the upper right corner, or a place below the caption where both have no room."""
    edge = margin(stage)
    left, top = size[0] - edge - wanted[0], edge
    is_plane = stage.data.dimension == 2  # on a line there is room above at the right
    if stage.palette.is_projected and is_plane:
        left, top = edge, size[1] - edge - wanted[1]
        if caption is not None and top < caption[3] + GAP:
            left = size[0] - edge - wanted[0]
    elif caption is not None and left < caption[2] + GAP:
        left, top = edge, caption[3] + GAP
    return left, top


def _room(stage: Stage, canvas: Canvas) -> Room:
    """List what is covered: the foot, the caption and the key as large as they get."""
    moment = whole(stage.run, 1) if len(stage.run) else START
    stage = replace(stage, view=View(Where(moment=moment), stage.look))
    wide, high = (max(side, 1.0) for side in canvas.size)
    boxes, caption = _feet(stage, (wide, high)), None
    if stage.look.caption:
        caption = _box((margin(stage),) * 2,
                       canvas.caption_size(most_chips(stage), of_first_round(stage)))  # fmt: skip
        boxes.append(caption)
    legend = fullest(stage)
    if legend.classes or legend.draws or legend.lines:
        wanted = canvas.legend_size(legend, len(stage.data))
        boxes.append(_box(legend_corner(stage, (wide, high), wanted, caption), wanted))
    kept = KEPT * canvas.growth
    shares = tuple(
        (round(x / wide, 3), round(y / high, 3), round(right / wide, 3), round(bottom / high, 3))
        for x, y, right, bottom in boxes
    )
    return Room(shares, round(kept / wide, 3), round(kept / high, 3))


def _feet(stage: Stage, size: Size) -> list[Box]:
    """List what belongs to ticks, scales and labels along the lower edge."""
    projected, data, story = stage.palette.is_projected, stage.data, story_of(stage.run)
    (wide, high), is_plane = size, data.dimension == 2
    foot = 0.0 if projected else TICKS
    if is_plane and story.weighs_points and stage.run.params.max_depth == 1:
        foot = FOOT_PROJECTED if projected else FOOT  # a stump has its label there
    found = [(0.0, high - foot, wide, high)]
    is_scaled = story.has_scale or data.classes is None
    if is_plane and is_scaled and not projected:
        found.append((0.0, high - FOOT, KEY, high))
    return found


def _box(corner: Size, size: Size) -> Box:
    return corner[0], corner[1], corner[0] + size[0], corner[1] + size[1]
