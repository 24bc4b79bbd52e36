"""The words on a figure: ticks inside the edges, the names of the axes, the note, the caption."""

from typing import Any

import numpy as np

from ensemble_viz.export.boxes import Box
from ensemble_viz.export.paper import MIDDLE, POINT, Paper
from ensemble_viz.export.shape_paths import word_path
from ensemble_viz.scene.caption import Caption
from ensemble_viz.scene.frame import Ticks, ticks
from ensemble_viz.scene.names import axis_name
from ensemble_viz.scene.scene import Scene

TICK, TEXT, STRONG, HEAD = 11.0, 13.0, 13.0, 20.0
TALL = 1.3  # of the size of type: a line of words
RIM = 2.0  # pixels
TICK_LENGTH = 8.0
APART = (110.0, 70.0)  # pixels between two ticks, at the least
LONGEST = 28  # letters of a name; longer ones are cut
NAME_SHARE = 0.4  # of the canvas: the name of an axis is no wider
CAPTION = 44.0  # pixels of height
NOTE_ABOVE = 36.0  # pixels from the foot to the note about the surface
NOTE_SHARE = 0.4  # of the caption: a longer note stands on the canvas
STEP = 20.0  # pixels to the next place that is tried


def draw_heights(paper: Paper, scene: Scene) -> None:
    """Write the ticks of the second axis inside the left edge, and its name at their upper end."""
    box, frame, colour = paper.box, paper.frame, paper.palette.ink2
    highest = box.bottom
    up = ticks(frame.bottom, frame.top, _most(box.height, APART[1]))
    for y, label in zip(paper.down(up.at).tolist(), up.labels, strict=True):
        place = line_of(box.left + 12.0, y, paper.width_of(label, TICK), TICK)
        if box.top + 12.0 <= y <= box.bottom - 36.0 and paper.room.first([place], box):
            paper.lines(np.array([[box.left, y, box.left + TICK_LENGTH, y]]), 1.0, colour)
            rimmed(paper, label, (box.left + 12.0, y), TICK, colour=colour)
            highest = min(highest, y)
    name = _name(paper, scene, 1)
    wide = paper.width_of(name, STRONG, 600)
    tried = [highest - 22.0, highest + 22.0, *np.arange(box.top + 18.0, box.bottom - 36.0, STEP)]
    places = (line_of(box.left + 12.0, y, wide, STRONG) for y in tried)
    found = paper.room.first(places, box)
    if found is not None:
        rimmed(paper, name, (found.left, found.centre[1]), STRONG, weight=600)


def draw_first_name(paper: Paper, scene: Scene) -> float:
    """Write the name of the first axis at its right end; give where it begins."""
    name = _name(paper, scene, 0)
    wide = paper.width_of(name, STRONG, 600)
    end, y = paper.box.right - 12.0 - wide, paper.box.bottom - 16.0
    paper.room.take(line_of(end, y, wide, STRONG))
    rimmed(paper, name, (end, y), STRONG, weight=600)
    return end


def draw_widths(paper: Paper, end: float) -> None:
    """Write the ticks of the first axis, as far as where its name begins."""
    box, frame = paper.box, paper.frame
    across = ticks(frame.left, frame.right, _most(box.width, APART[0]))
    draw_places(paper, across, (box.left + 24.0, end - 8.0))


def draw_places(paper: Paper, places: Ticks, ends: tuple[float, float]) -> None:
    """Write the ticks of the first axis between two ends, where nothing else is written."""
    foot, colour = paper.box.bottom, paper.palette.ink2
    inside = Box(ends[0], paper.box.top, ends[1] - ends[0], paper.box.height)
    for x, label in zip(paper.across(places.at).tolist(), places.labels, strict=True):
        wide = paper.width_of(label, TICK)
        if paper.room.first([line_of(x - wide / 2.0, foot - 18.0, wide, TICK)], inside):
            mark = np.array([[x, foot - TICK_LENGTH, x, foot]])
            paper.lines(mark, 1.0, colour)
            rimmed(paper, label, (x, foot - 18.0), TICK, colour=colour, align="center")


def has_room_for_note(paper: Paper, note: str) -> bool:
    """Say whether a note can stand in the caption, beside what happened."""
    return paper.width_of(note, TICK) <= NOTE_SHARE * paper.size[0]


def draw_note(paper: Paper, note: str) -> None:
    """Say how far the surface can be trusted: above the first axis."""
    box = paper.box
    words = paper.fitted(note, box.width - 24.0, TICK)
    wide = paper.width_of(words, TICK) + 12.0
    tops = np.arange(box.bottom - NOTE_ABOVE - 9.0, box.top, -STEP)
    found = paper.room.first((Box(box.right - 6.0 - wide, top, wide, 18.0) for top in tops), box)
    if found is not None:
        paper.card(found, paper.palette.canvas, paper.palette.canvas, radius=4.0)
        place = (found.right - 6.0, found.centre[1])
        paper.text(words, place, TICK, align="right", colour=paper.palette.ink2)


def draw_caption(paper: Paper, caption: Caption, note: str = "", height: float = CAPTION) -> None:
    """Write what happened above the canvas, in two lines where one is too long; a note aside."""
    width, middle = paper.size[0], height / 2.0
    paper.rectangles(np.array([[0.0, 0.0, width, height]]), paper.palette.panel, name="caption")
    paper.lines(np.array([[0.0, height, width, height]]), 1.0, paper.palette.hairline)
    size, room = HEAD, width - 32.0 - (paper.width_of(note, TICK) + 24.0 if note else 0.0)
    while paper.width_of(caption.headline, size, 600) > room and size > TEXT:
        size -= 1.0
    lines = _in_lines(paper, caption.headline, room, size)
    if len(lines) > 1:
        size = TICK
        lines = _in_lines(paper, caption.headline, room, size)
    tall = 1.4 * size
    for k, words in enumerate(lines):
        y = middle + (k - (len(lines) - 1) / 2.0) * tall
        paper.text(words, (16.0, y), size, weight=600)
    if note:
        place = (width - 16.0, middle)
        paper.text(note, place, TICK, align="right", colour=paper.palette.ink2)


def rimmed(paper: Paper, words: str, place: tuple[float, float], size: float, **look: Any) -> None:
    """Write words with a rim in the colour of the plane: they can be read over points and lines.

    The rim is a shape of its own; as an effect of the words it would make shapes of them, too.
    """
    from matplotlib.patches import PathPatch

    weight = look.get("weight", 400)
    before = {"left": 0.0, "center": 0.5, "right": 1.0}[look.get("align", "left")]
    left = place[0] - before * paper.width_of(words, size, weight)
    path = word_path(words, size, weight, (left, place[1] + MIDDLE * size))
    drawn = PathPatch(path, facecolor="none", edgecolor=paper.palette.canvas,
                      linewidth=2.0 * RIM * POINT, joinstyle="round")  # fmt: skip
    drawn.set_snap(False)
    paper.add(drawn, "rim")
    paper.text(words, place, size, **look)


def cut(name: str) -> str:
    """Shorten a long name."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _in_lines(paper: Paper, words: str, room: float, size: float) -> list[str]:
    """Break words into two lines at most; what is too long even so is cut."""
    first, rest = words, ""
    while paper.width_of(first, size, 600) > room and " " in first:
        first, _, last = first.rpartition(" ")
        rest = f"{last} {rest}".rstrip()
    return [paper.fitted(line, room, size, 600) for line in (first, rest) if line]


def _name(paper: Paper, scene: Scene, axis: int) -> str:
    """Give the name of an axis, as long as it may be."""
    name = cut(axis_name(scene.stage.data, axis))
    return paper.fitted(name, NAME_SHARE * paper.box.width, STRONG, 600)


def _most(size: float, apart: float) -> int:
    """Say how many ticks there may be on an axis so long."""
    return max(2, int(size / apart))


def line_of(left: float, middle: float, width: float, size: float) -> Box:
    """Say what room a line of words takes."""
    return Box(left, middle - TALL * size / 2.0, width, TALL * size)
