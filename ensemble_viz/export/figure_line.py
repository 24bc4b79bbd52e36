"""Points on a line on paper: values above, residuals and this round's tree below."""

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.export.boxes import Box
from ensemble_viz.export.figure_marks import draw_markers, draw_test_markers
from ensemble_viz.export.figure_words import STRONG, TEXT, TICK, draw_places, line_of, rimmed
from ensemble_viz.export.paper import Paper
from ensemble_viz.export.shape_paths import shape_path
from ensemble_viz.scene.frame import Ticks
from ensemble_viz.scene.line_plot import LinePlot, Region, Stems, StepCurve
from ensemble_viz.scene.markers import plain_radius
from ensemble_viz.scene.scene import Scene

LABELS = 54.0  # pixels at the left edge, where the heights are written
ROW = 18.0  # pixels between two lines of words
STRIP = 28.0  # pixels at the foot, where the places on the line are written
EDGE = 16.0
ROOT, OTHER = 2.5, 1.2  # widths of the thresholds
LIT, BARS, FAINT, EARLIER, PLATE = 0.045, 0.30, 0.5, 0.26, 0.85
UNSHRUNK = 2.0
SMALLER = 0.85  # of the radius of a marker: the ends of residuals
DASHES = (7.0, 5.0)


def draw_line(paper: Paper, scene: Scene, plot: LinePlot) -> None:
    """Draw both panels: the upper one, then the lower one over what reaches into it."""
    whole = paper.box
    share = 1.0
    if plot.lower is not None:
        frame = plot.frame
        share = (plot.upper.top - plot.upper.bottom) / (frame.top - frame.bottom)
    upper = Box(whole.left, whole.top, whole.width, whole.height * share)
    _draw_upper(paper, scene, plot, upper)
    if plot.lower is not None:
        lower = Box(whole.left, upper.bottom, whole.width, whole.height - upper.height)
        _draw_lower(paper, scene, plot, lower)
    paper.place(whole, plot.frame)
    _draw_foot(paper, plot)


def _draw_upper(paper: Paper, scene: Scene, plot: LinePlot, box: Box) -> None:
    """Draw values, stems and curves."""
    palette, measures = paper.palette, paper.measures
    paper.place(box, plot.upper)
    _draw_ground(paper, plot, plot.y_ticks.at)
    if plot.stems is not None:
        _draw_stems(paper, plot.stems)
    for earlier in plot.earlier:
        _draw_curve(paper, earlier, measures.earlier, palette.ink, alpha=EARLIER)
    alone = plot.learner if plot.lower is None else None
    lines = [
        ("sum", plot.curve, measures.sum, palette.boundary),
        ("tree", alone, measures.learner, palette.accent),
    ]
    for name, curve, width, colour in reversed(lines) if plot.joined else lines:
        if curve is not None:
            _draw_curve(paper, curve, width, colour, name=name)
    if plot.to_come is not None:
        _draw_curve(paper, plot.to_come, measures.to_come, palette.accent, dashes=DASHES,
                    name="to come")  # fmt: skip
    if scene.test_markers is not None:
        draw_test_markers(paper, scene.test_markers)
    if scene.view.look.layers.points:
        draw_markers(paper, scene.markers)
    _draw_heights(paper, plot.y_ticks, "y")


def _draw_lower(paper: Paper, scene: Scene, plot: LinePlot, box: Box) -> None:
    """Draw residuals and the tree that is fitted to them; what is above cannot reach into it."""
    assert plot.lower is not None
    assert plot.r_ticks is not None
    palette, measures = paper.palette, paper.measures
    paper.place(box, plot.lower)
    corners = np.array([[box.left, box.top, box.right, box.bottom]])
    paper.rectangles(corners, palette.canvas)
    _draw_ground(paper, plot, plot.r_ticks.at)
    _draw_bars(paper, plot.regions)
    zero = _levels(paper, np.zeros(1))
    paper.lines(zero, 1.0, palette.ink3)
    if plot.residuals is not None:
        _draw_stems(paper, plot.residuals, FAINT)
    if plot.unshrunk is not None:
        _draw_curve(paper, plot.unshrunk, UNSHRUNK, palette.accent_line)
    if plot.learner is not None:
        _draw_curve(paper, plot.learner, measures.learner, palette.accent, name="tree")
    if plot.residuals is not None and scene.view.look.layers.points:
        _draw_dots(paper, plot, plot.residuals)
    paper.lines(np.array([[box.left, box.top, box.right, box.top]]), 1.0, palette.border)
    _draw_title(paper, plot.lower_title)
    _draw_heights(paper, plot.r_ticks, "r", below=32.0)


def _draw_ground(paper: Paper, plot: LinePlot, levels: FloatArray) -> None:
    """Draw lit regions, level lines and thresholds."""
    box, palette = paper.box, paper.palette
    lit = np.array([[r.left, r.right] for r in plot.regions if r.lit]).reshape(-1, 2)
    if len(lit):
        left, right = paper.across(lit).T
        edges = (left, np.full(len(lit), box.top), right, np.full(len(lit), box.bottom))
        paper.rectangles(np.column_stack(edges), palette.ink, alpha=LIT)
    paper.lines(_levels(paper, levels), 1.0, palette.hairline)
    bold = paper.measures.boundary / 2.5
    for k, x in reversed(list(enumerate(paper.across(np.array(plot.splits)).tolist()))):
        colour, width = (palette.accent_line, OTHER) if k else (palette.accent, ROOT)
        paper.lines(np.array([[x, box.top, x, box.bottom]]), width * bold, colour, name="splits")


def _levels(paper: Paper, heights: FloatArray) -> FloatArray:
    """Draw level lines beside the labels."""
    y = paper.down(heights)
    inside = y[(y > paper.box.top) & (y < paper.box.bottom)]
    start = np.full(len(inside), paper.box.left + LABELS)
    return np.column_stack((start, inside, np.full(len(inside), paper.box.right), inside))


def _draw_curve(paper: Paper, curve: StepCurve, width: float, colour: str, **look: object) -> None:
    """Draw a step curve, cut off where its panel ends."""
    x = np.repeat(curve.edges, 2)[1:-1]
    room = paper.frame.top - paper.frame.bottom
    y = np.clip(np.repeat(curve.values, 2), paper.frame.bottom - room, paper.frame.top + room)
    paper.curve(np.column_stack((paper.across(x), paper.down(y))), width, colour, **look)


def _draw_stems(paper: Paper, stems: Stems, alpha: float | None = None) -> None:
    """Draw stems in the colours of their signs."""
    below, above = paper.palette.classes[:2]
    ends = paper.pixels(np.column_stack((stems.x, stems.start, stems.x, stems.end)))
    for way, look in ((False, below), (True, above)):
        chosen = ends[stems.positive == way]
        paper.lines(chosen, paper.measures.stem, look.fill, alpha=alpha, name="stems")


def _draw_bars(paper: Paper, regions: tuple[Region, ...]) -> None:
    """Fill between zero and what each leaf says."""
    below, above = paper.palette.classes[:2]
    for region in regions:
        ends = np.array([[region.left, 0.0, region.right, region.value]])
        left, one, right, other = paper.pixels(ends)[0]
        fill = (above if region.value > 0 else below).fill
        bar = np.array([[left, min(one, other), right, max(one, other)]])
        paper.rectangles(bar, fill, alpha=BARS)


def _draw_dots(paper: Paper, plot: LinePlot, residuals: Stems) -> None:
    """Draw the ends of the stems; hollow where the tree never saw the point."""
    palette, measures = paper.palette, paper.measures
    radius = SMALLER * plain_radius(len(residuals.x)) * measures.growth
    places = np.column_stack((paper.across(residuals.x), paper.down(residuals.end)))
    unseen = np.zeros(len(places), dtype=bool) if plot.unseen is None else plot.unseen
    ring = measures.ring + 0.6
    far = radius + measures.halo + ring / 2.0
    for which, size, fill, edge, width in (
        (plot.lit, far, "none", palette.accent, ring),
        (unseen, radius, palette.canvas, palette.ink2, measures.outline),
        (~unseen, radius, palette.ink2, palette.halo, measures.halo),
    ):
        if which.any():
            paper.shapes(shape_path("disc"), places[which], size, fill=fill, edge=edge,
                         width=width, name="residuals")  # fmt: skip


def _draw_title(paper: Paper, title: str) -> None:
    """Write what the lower panel shows."""
    left, y = paper.box.left + EDGE, paper.box.top + 18.0
    words = paper.fitted(title, paper.box.width - 2.0 * EDGE, STRONG, 600)
    place = line_of(left, y, paper.width_of(words, STRONG, 600), STRONG)
    paper.room.take(place)
    _draw_plate(paper, place)
    paper.text(words, (left, y), STRONG, weight=600)


def _draw_heights(paper: Paper, heights: Ticks, name: str, below: float = 0.0) -> None:
    """Write the ticks of an upright axis, its name beside the highest of them, or above it."""
    box = paper.box
    top, bottom = box.top + below + 8.0, min(box.bottom - 8.0, paper.size[1] - STRIP)
    named = None
    for y, label in zip(paper.down(heights.at).tolist(), heights.labels, strict=True):
        wide = paper.width_of(label, TICK)
        left = max(box.left + LABELS - 8.0 - wide, box.left + 4.0)  # long ones reach on
        place = line_of(left, y, wide, TICK)
        if top <= y <= bottom and paper.room.first([place], box):
            rimmed(paper, label, (left, y), TICK, colour=paper.palette.ink2)
            named = y if named is None else min(named, y)
    if named is None:
        return
    wide = paper.width_of(name, STRONG, 600)
    places = (line_of(box.left + EDGE, named + step, wide, STRONG) for step in (0.0, -ROW, ROW))
    found = paper.room.first(places, box)
    if found is not None:
        rimmed(paper, name, (found.left, found.centre[1]), STRONG, weight=600)


def _draw_foot(paper: Paper, plot: LinePlot) -> None:
    """Write the places on the line, the name of the axis, and the regions above them."""
    box = paper.box
    end = box.right - 12.0 - paper.width_of(plot.x_name, STRONG, 600)
    draw_places(paper, plot.x_ticks, (box.left + 4.0, end - 8.0))
    rimmed(paper, plot.x_name, (end, box.bottom - 16.0), STRONG, weight=600)
    for region in plot.regions:
        _draw_region(paper, region)


def _draw_region(paper: Paper, region: Region) -> None:
    """Write the name of a region and what the tree says there, as far as there is room."""
    box = paper.box
    left, right = paper.across(np.array([region.left, region.right])).tolist()
    left = max(left, box.left + LABELS)
    named, valued = paper.width_of(region.name, STRONG, 600), paper.width_of(region.value_text)
    whole, top = named + 6.0 + valued, box.bottom - STRIP - 23.0
    plates = [
        Box((left + right - wide) / 2.0 - 3.0, top, wide + 6.0, 18.0) for wide in (whole, named)
    ]
    plate = paper.room.first(plates, Box(left, box.top, right - left, box.height))
    if plate is None:
        return
    _draw_plate(paper, plate)
    start, y = plate.left + 3.0, plate.centre[1]
    paper.text(region.name, (start, y), STRONG, weight=600)
    if plate is plates[0]:
        paper.text(region.value_text, (start + named + 6.0, y), TEXT)


def _draw_plate(paper: Paper, box: Box) -> None:
    """Lay what words can be read on, where lines run below."""
    corners = np.array([[box.left, box.top, box.right, box.bottom]])
    paper.rectangles(corners, paper.palette.canvas, alpha=PLATE)
