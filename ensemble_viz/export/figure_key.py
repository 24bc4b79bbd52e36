"""The key of a figure: a card in a corner where no point is, else a strip above the canvas."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.export.boxes import Box
from ensemble_viz.export.key_entries import (
    Entry,
    area_entry,
    class_entry,
    draw_entry,
    line_entry,
    ring_entry,
    value_entry,
    words_entry,
)
from ensemble_viz.export.paper import Paper
from ensemble_viz.scene.scene import Scene

GAP, EDGE, PADDING = 20.0, 16.0, 6.0
SIDE, FOOT = 64.0, 48.0  # pixels for the ticks and chips at the left edge and at the foot
LEAST_ROOM, SHARE = 240.0, 0.6  # how wide a card may be, in pixels and of the canvas
MOST_STRIP = 0.55  # of the sheet: where a strip would be higher, its last rows are left out
Rows = list[list[Entry]]


@dataclass(frozen=True, slots=True)
class Key:
    """Rows of entries, and where they stand."""

    rows: Rows
    place: Box
    strip: bool
    """Above the canvas, which begins below it."""

    def draw(self, paper: Paper) -> None:
        """Lay the card, and the rows on it."""
        box, palette = self.place, paper.palette
        if self.strip:
            paper.rectangles(np.array([[box.left, box.top, box.right, box.bottom]]), palette.panel)
            paper.lines(np.array([[box.left, box.bottom, box.right, box.bottom]]), 1.0,
                        palette.hairline)  # fmt: skip
        else:
            paper.card(box, palette.hairline, palette.card, radius=8.0, name="key")
        top = box.top + PADDING
        for row in self.rows:
            height = _height([row])
            x = box.left + EDGE
            for entry in row:
                entry.draw(x, top + height / 2.0)
                x += entry.width + GAP
            top += height


def key(paper: Paper, scene: Scene) -> Key | None:
    """Collect what the marks stand for, and find a place for it; None where nothing does."""
    groups = [group for group in _groups(paper, scene) if group]
    if not groups:
        return None
    box = paper.box
    room = max(LEAST_ROOM, SHARE * box.width)
    rows = [row for group in groups for row in _wrapped(group, room)]
    size = _width(rows) + 2.0 * EDGE, _height(rows) + 2.0 * PADDING
    corner = _corner(paper, size, scene)
    if corner is not None:
        return Key(rows, corner, strip=False)
    entries = [entry for group in groups for entry in group]
    rows = _wrapped(entries, box.width - 2.0 * EDGE)
    while len(rows) > 1 and _height(rows) > MOST_STRIP * box.height:
        rows[-2:] = [[words_entry(paper, "…")]]
    return Key(rows, Box(box.left, box.top, box.width, _height(rows) + 2.0 * PADDING), strip=True)


def _groups(paper: Paper, scene: Scene) -> Rows:
    """List the entries, those together that belong together."""
    legend = scene.legend
    first = [class_entry(paper, k.k, k.name, k.count) for k in legend.classes]
    if legend.ring:
        first.append(ring_entry(paper, legend.ring, legend.ringed))
    draws = [draw_entry(paper, entry.times, entry.count, entry.words) for entry in legend.draws]
    if draws and legend.draws_title:
        draws.insert(0, words_entry(paper, legend.draws_title))
    lines = [[line_entry(paper, style, words)] for style, words in legend.lines]
    scales = []
    if scene.field is not None and scene.field.scale is not None:
        scales.append(value_entry(paper, scene.field.scale))
    if legend.areas and scene.view.look.layers.points:
        plain = scene.markers.plain_radius * paper.measures.growth
        scales.append(area_entry(paper, plain, legend.areas, legend.area_words))
    return [first, draws, *lines, scales]


def _wrapped(entries: list[Entry], room: float) -> Rows:
    """Begin a new row where one is full."""
    rows: Rows = [[]]
    for entry in entries:
        if rows[-1] and _width([[*rows[-1], entry]]) > room:
            rows.append([])
        rows[-1].append(entry)
    return rows


def _width(rows: Rows) -> float:
    return max(sum(entry.width + GAP for entry in row) for row in rows) - GAP


def _height(rows: Rows) -> float:
    return sum(max(entry.height for entry in row) for row in rows)


def _corner(paper: Paper, size: tuple[float, float], scene: Scene) -> Box | None:
    """Find a corner without points, the upper right one first."""
    width, height = size
    box, foot = paper.box, FOOT
    if scene.line_plot is not None and scene.line_plot.lower is not None:
        foot = box.bottom - float(paper.down(np.array(scene.line_plot.upper.bottom)))
    left, right = box.left + SIDE, box.right - width - EDGE
    top, bottom = box.top + EDGE, box.bottom - foot - height - EDGE
    if right < left or bottom < top:
        return None
    place = scene.markers.place
    x, y = paper.across(place[:, 0]), paper.down(place[:, 1])
    reach = 2.0 * scene.markers.plain_radius * paper.measures.growth
    for corner in (Box(a, b, width, height) for b in (top, bottom) for a in (right, left)):
        across = (x > corner.left - reach) & (x < corner.right + reach)
        if not (across & (y > corner.top - reach) & (y < corner.bottom + reach)).any():
            return corner
    return None
