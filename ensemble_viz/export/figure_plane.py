"""The plane on paper: surface, boundary, this round's learner and the ones before it."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, distinct
from ensemble_viz.engine.surface import Cells
from ensemble_viz.engine.surface.lines import rectangles
from ensemble_viz.export.boxes import Box
from ensemble_viz.export.figure_labels import draw_chips, draw_sentence, draw_stump_label
from ensemble_viz.export.figure_marks import draw_markers, draw_test_markers
from ensemble_viz.export.figure_words import draw_first_name, draw_heights, draw_note, draw_widths
from ensemble_viz.export.paper import Paper
from ensemble_viz.scene.earlier_lines import EarlierLines
from ensemble_viz.scene.field import Field
from ensemble_viz.scene.learner_marks import LearnerMark, StumpLine
from ensemble_viz.scene.scene import Scene

if TYPE_CHECKING:
    from matplotlib.path import Path

FAINT, OF_TREES, STRONGEST = 0.26, 0.16, 1.5
MANY = 60  # lines from which a boundary is drawn thinner: forests have hundreds of corners
THINNER = 0.6
MOST_RECTANGLES = 16_000  # more of them are drawn as a picture, or the file would be too large
TINT, LIT = 0.12, 0.16


def draw_plane(paper: Paper, scene: Scene, note: str) -> None:
    """Draw points in the plane with everything around them, in the order of the screen."""
    _draw_ground(paper, scene)
    if scene.test_markers is not None:
        draw_test_markers(paper, scene.test_markers)
    if scene.view.look.layers.points:
        draw_markers(paper, scene.markers)
    _draw_words(paper, scene, note)


def _draw_words(paper: Paper, scene: Scene, note: str) -> None:
    """Write what matters most first: where no room is left, what comes later is left out.

    Only the heights come before this round's learner, whose label can move along its line.
    """
    mark = scene.learner_mark
    draw_heights(paper, scene)
    end = draw_first_name(paper, scene)
    if mark is not None and mark.stump is not None:
        draw_stump_label(paper, mark.stump, scene.markers.place)
    if mark is not None and mark.sentence:
        draw_sentence(paper, mark.sentence)
    if note:
        draw_note(paper, note)
    if scene.earlier is not None:
        draw_chips(paper, scene.earlier.chips)
    draw_widths(paper, end)


def _draw_ground(paper: Paper, scene: Scene) -> None:
    """Draw what lies under the points."""
    field, mark = scene.field, scene.learner_mark
    if field is not None:
        _draw_field(paper, field)
    if scene.earlier is not None:
        _draw_earlier(paper, scene.earlier)
    if field is not None:
        _draw_boundary(paper, field)
    if mark is not None:
        # the sides of a learner are tinted where the surface was switched off, as in the window;
        # where nobody has voted yet, the plane stays plain
        _draw_learner(paper, mark, tinted=scene.view.look.layers.surface == "off")


def _draw_field(paper: Paper, field: Field) -> None:
    """Draw the surface: as rectangles where they are to be scaled, else pixel by pixel."""
    if field.tints is None:
        return
    if not paper.vector:
        _draw_pixels(paper, field, paper.scale)
        return
    colours = (field.tints.colours() & 0xFFFFFF).astype(np.int64)
    cells = Cells((field.x[1:-1], field.y[1:-1]), np.empty(0))
    low = np.array([field.x[0], field.y[0]])
    boxes, labels = rectangles(cells, colours, low, np.array([field.x[-1], field.y[-1]]))
    if len(boxes) > MOST_RECTANGLES:
        _draw_pixels(paper, field, max(2.0, paper.scale))
        return
    _draw_rectangles(paper, paper.pixels(boxes), labels)


def _draw_rectangles(paper: Paper, boxes: FloatArray, labels: NDArray[np.int64]) -> None:
    """Draw rectangles, all of a colour as one shape."""
    from matplotlib.collections import PathCollection

    numbers = distinct(labels)
    drawn = PathCollection(
        [_compound(boxes[labels == number]) for number in numbers],
        facecolors=[f"#{number:06X}" for number in numbers.tolist()],
        linewidths=0.0,
        edgecolors="none",
        transform=paper.axes.transData,
    )
    paper.add(drawn, "surface")


def _compound(boxes: FloatArray) -> "Path":
    """Make one path of many rectangles."""
    from matplotlib.path import Path

    left, bottom, right, top = boxes.T
    corners = (left, bottom, right, bottom, right, top, left, top, left, bottom)
    codes = np.tile([Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY], len(left))
    return Path(np.stack(corners, axis=-1).reshape(-1, 2), codes)


def _draw_pixels(paper: Paper, field: Field, scale: float) -> None:
    """Give every pixel the colour of the cell that its centre is in."""
    assert field.rgb is not None
    box, frame = paper.box, paper.frame
    width, height = round(box.width * scale), round(box.height * scale)
    x = frame.left + (np.arange(width) + 0.5) / width * (frame.right - frame.left)
    y = frame.top - (np.arange(height) + 0.5) / height * (frame.top - frame.bottom)
    columns, rows = field.x[1:-1].searchsorted(x), field.y[1:-1].searchsorted(y)
    picture = field.rgb[rows].take(columns, axis=1)
    image = paper.axes.imshow(
        picture,
        extent=(box.left, box.right, box.bottom, box.top),
        interpolation="none" if paper.vector else "nearest",
        aspect="auto",
        zorder=0.5,
    )
    image.set_gid("surface")


def _draw_earlier(paper: Paper, earlier: EarlierLines) -> None:
    """Draw earlier learners, faint."""
    width = paper.measures.earlier + STRONGEST * earlier.strength
    alpha = FAINT if earlier.chips else OF_TREES
    paper.lines(
        paper.pixels(earlier.lines), width, paper.palette.ink, alpha=alpha, name="earlier learners"
    )


def _draw_boundary(paper: Paper, field: Field) -> None:
    """Draw where the answer changes."""
    lines = field.boundary
    curves = [paper.places(curve) for curve in field.curves]
    paper.curves(curves, paper.measures.boundary, paper.palette.boundary, name="boundary")
    width = paper.measures.boundary * (0.76 if len(lines) > MANY else 1.0)
    paper.lines(paper.pixels(lines), width, paper.palette.boundary, name="boundary")


def _draw_learner(paper: Paper, mark: LearnerMark, tinted: bool) -> None:
    """Draw this round's learner: a line with its answers beside it, or regions."""
    accent, measures = paper.palette.accent, paper.measures
    if mark.stump is not None:
        _draw_stump(paper, mark.stump, tinted)
    if tinted and len(mark.boxes):
        fills = [paper.palette.of_answer(k).fill for k in mark.answers.tolist()]
        paper.rectangles(_upright(paper.pixels(mark.boxes)), fills, alpha=TINT)
    if len(mark.lit):
        lit = _upright(paper.pixels(mark.lit))
        paper.rectangles(lit, accent, alpha=LIT, name="region looked at")
    paper.lines(paper.pixels(mark.inner), 1.0, accent, alpha=0.7, name="splits")
    curves = [paper.places(curve) for curve in mark.curves]
    paper.curves(curves, measures.region + 2.0, paper.palette.halo)
    paper.curves(curves, measures.region, accent, name="learner")
    lines = paper.pixels(mark.lines)
    width = measures.region * (THINNER if len(lines) > MANY else 1.0)
    paper.lines(lines, width + 2.0, paper.palette.halo)
    paper.lines(lines, width, accent, name="regions")
    paper.lines(paper.pixels(mark.taken), 2.0, paper.palette.ink2, alpha=0.7, name="splits pruned")


def _draw_stump(paper: Paper, stump: StumpLine, tinted: bool) -> None:
    """Draw the line of a stump, with a strip of the class it answers on either side."""
    box, measures = paper.box, paper.measures
    along = paper.across if stump.axis == 0 else paper.down
    at = float(along(np.array(stump.threshold)))
    start, end = (box.left, box.right) if stump.axis == 0 else (box.top, box.bottom)
    if not start <= at <= end:
        return
    # heights are drawn downwards: what is below a threshold comes after it
    first, last = (stump.low, stump.high) if stump.axis == 0 else (stump.high, stump.low)
    colours = [_answer(paper, answer) for answer in (first, last)]
    line, halo, strip = measures.learner, measures.halo, measures.strip
    at = float(paper.snapped(np.array(at), line))
    inner = line / 2.0 + halo
    if tinted:
        sides = [(start, at), (at, end)]
        paper.rectangles(_bands(box, stump.axis, sides), colours, alpha=TINT)
    strips = [(at - inner - strip, at - inner), (at + inner, at + inner + strip)]
    paper.rectangles(_bands(box, stump.axis, strips), colours, name="answers")
    paper.rectangles(_bands(box, stump.axis, [(at - inner, at + inner)]), paper.palette.halo)
    core = [(at - line / 2.0, at + line / 2.0)]
    paper.rectangles(_bands(box, stump.axis, core), paper.palette.accent, name="stump")


def _answer(paper: Paper, answer: int) -> str:
    """Give the colour of a class, or of a sign."""
    return paper.palette.of_answer(answer).fill


def _bands(box: Box, axis: int, spans: list[tuple[float, float]]) -> FloatArray:
    """Make bands across a box: upright ones for the first axis, level ones for the second."""
    if axis == 0:
        return np.array([(start, box.top, end, box.bottom) for start, end in spans])
    return np.array([(box.left, start, box.right, end) for start, end in spans])


def _upright(pixels: FloatArray) -> FloatArray:
    """Turn x1, y1, x2, y2 into left, top, right, bottom."""
    left, one, right, other = pixels.T
    return np.column_stack((left, np.minimum(one, other), right, np.maximum(one, other)))
