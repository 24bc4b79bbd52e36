"""Where the cards of a canvas lie, and which part of it they leave free for points.

The room is that of the run, not of a moment: the cards as large as they get in its first round and
with the whole key, so that nothing is fitted anew from step to step.
"""

from collections.abc import Hashable
from dataclasses import replace
from typing import Protocol

from ensemble_viz.document.document import MOST_SETUPS
from ensemble_viz.document.where import START, Where
from ensemble_viz.scene.cards import Caption, most_chips, of_first_round
from ensemble_viz.scene.cards import caption as caption_of
from ensemble_viz.scene.frame import Box, Room
from ensemble_viz.scene.legend import Legend, fullest
from ensemble_viz.scene.markers import plain_radius
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import whole
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.stories import story_of

MARGIN, PROJECTOR_MARGIN, GAP = 16.0, 32.0, 8.0
FOOT, FOOT_PROJECTED, TICKS = 84.0, 120.0, 40.0  # pixels above the lower edge
KEY = 320.0  # pixels along it, for the scale of areas or values
TIGHT, TIGHT_PROJECTED = 380.0, 620.0  # pixels of the shorter side
KEPT = 14.0  # pixels between points and cards, in a window 1280 wide
HEAVY = 2.0  # of the radius of a plain point: a triangle of 5/3 of its weight
Size = tuple[float, float]


class CanvasLayout(Protocol):
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

    def caption_size(
        self, chips: tuple[str, ...], captions: tuple[Caption, ...], is_line: bool
    ) -> Size:
        """The size of a card with these steps that has room for these captions."""

    def legend_size(self, legend: Legend, points: int, is_line: bool) -> Size:
        """The size of a key with these entries, of at most so many points each."""


def free_room(stage: Stage, canvas: CanvasLayout) -> Room:
    """Find what the cards leave free, once for a run of so many rounds and a canvas."""
    run = stage.run
    key = ("room", stage.look, canvas.key, len(run), run.stop is None)
    return stage.lens.kept(key, _room, stage, canvas)


def has_cards(stage: Stage, size: Size) -> bool:
    """True if there is room for cards: on a small canvas among several the points need it all."""
    count, is_projected = len(stage.document.setups), stage.palette.is_projected
    if is_projected and count == MOST_SETUPS:
        return False  # on a larger wall cards are larger, too
    return count == 1 or min(size) >= (TIGHT_PROJECTED if is_projected else TIGHT)


def margin(stage: Stage) -> float:
    """Measure from the edges of the canvas to the cards in its corners."""
    return PROJECTOR_MARGIN if stage.palette.is_projected else MARGIN


def legend_corner(stage: Stage, size: Size, wanted: Size, caption: Box | None) -> Size:
    """Find the upper right corner; where both have no room there, the key stands at the foot.

    On a line the foot is full of words: there it hangs below the caption.
    """
    edge = margin(stage)
    left, top = size[0] - edge - wanted[0], edge
    is_plane = stage.data.dimension == 2  # on a line there is room above at the right
    foot = size[1] - wanted[1] - (edge if stage.palette.is_projected else TICKS)
    if stage.palette.is_projected and is_plane:
        left, top = edge, foot
        if caption is not None and top < caption[3] + GAP:
            left = size[0] - edge - wanted[0]
    elif caption is not None and left < caption[2] + GAP:
        left, top = edge, foot if is_plane else caption[3] + GAP
    return left, top


def _room(stage: Stage, canvas: CanvasLayout) -> Room:
    """List what is covered: the foot, the caption and the key as large as they get."""
    moment = whole(stage.run, 1) if len(stage.run) else START
    stage = replace(stage, view=View(Where(moment=moment), stage.look))
    wide, high = (max(side, 1.0) for side in canvas.size)
    boxes, caption, is_line = _feet(stage, (wide, high)), None, stage.data.dimension == 1
    if stage.look.caption:
        captions = of_first_round(stage) or (caption_of(stage),)  # no round: why there is none
        wanted = canvas.caption_size(most_chips(stage), captions, is_line)
        caption = _box((margin(stage),) * 2, wanted)
        boxes.append(caption)
    legend = fullest(stage)
    if has_cards(stage, (wide, high)) and (legend.classes or legend.draws or legend.lines):
        wanted = canvas.legend_size(legend, len(stage.data), is_line)
        key = _box(legend_corner(stage, (wide, high), wanted, caption), wanted)
        if caption is not None and key[:2] == (caption[0], caption[3] + GAP):
            # it hangs from the upper edge with the caption
            key = (key[0], caption[1], *key[2:])
        boxes.append(key)
    kept = max(KEPT, _heavy(stage)) * canvas.growth
    shares = tuple(
        (round(x / wide, 3), round(y / high, 3), round(right / wide, 3), round(bottom / high, 3))
        for x, y, right, bottom in boxes
    )
    return Room(shares, round(kept / wide, 3), round(kept / high, 3))


def _heavy(stage: Stage) -> float:
    """Say how far a point reaches that weighs more than others do; 0 where all weigh the same."""
    weighs = story_of(stage.run).weighs_points and stage.data.dimension == 2
    return HEAVY * plain_radius(len(stage.data)) if weighs else 0.0


def _feet(stage: Stage, size: Size) -> list[Box]:
    """List what belongs to ticks, scales and labels along the lower edge."""
    projected, data, story = stage.palette.is_projected, stage.data, story_of(stage.run)
    (wide, high), is_plane = size, data.dimension == 2
    foot = 0.0 if projected else TICKS
    if not has_cards(stage, size):
        return [(0.0, high - foot, wide, high)]
    if is_plane and story.weighs_points and stage.run.params.max_depth == 1:
        foot = FOOT_PROJECTED if projected else FOOT  # a stump has its label there
    found = [(0.0, high - foot, wide, high)]
    is_scaled = story.has_scale or data.classes is None
    if is_plane and is_scaled and not projected and has_cards(stage, size):
        found.append((0.0, high - FOOT, KEY, high))
    return found


def _box(corner: Size, size: Size) -> Box:
    return corner[0], corner[1], corner[0] + size[0], corner[1] + size[1]
