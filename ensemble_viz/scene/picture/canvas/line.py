"""Points on a line: values and the sum above, residuals and this round's tree below.

Both panels lie in one frame; what belongs to the lower one is drawn `offset` higher in it.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.scene.line_plot import LinePlot, Stems, StepCurve
from ensemble_viz.scene.markers import LEAST_RADIUS, plain_radius
from ensemble_viz.scene.picture.beside.parting import ghost_items
from ensemble_viz.scene.picture.canvas.axes import focus
from ensemble_viz.scene.picture.canvas.line_words import LinePanels, line_words
from ensemble_viz.scene.picture.canvas.points import DIMMED, body_style, marks, test_marks
from ensemble_viz.scene.picture.primitives import Bars, Item, Layer, Marks, Polylines, Rects
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.picture.tags import Box, Colour, Style
from ensemble_viz.scene.scene import Scene

EARLIER, EARLIER_SHARE = 0.26, 2.0  # of ink; by what they are thicker than in the plane
DASHES = (7.0, 5.0)
LIMIT, LIMIT_DASHES = 1.2, (4.8, 2.4)  # the lines where residuals are cut off
ROOT, OTHER = 0.8, 0.4  # widths of the thresholds, as shares of that of a boundary
LIT = 0.045  # of ink, over the region that is looked at
BARS = 0.30  # of the colour of the sign
FAINT = 0.5  # stems below: the tree is what counts there
SMALLER = 0.85  # dots than the points themselves
UNSHRUNK = 2.0
FAR = 10.0  # sheets: painters lose their way much farther out


def line(
    scene: Scene,
    plot: LinePlot,
    sheet: Sheet,
    covered: tuple[Box, ...] = (),
    card: Box | None = None,
) -> tuple[Layer, ...]:
    """Describe a scene whose points are on a line."""
    room = LinePanels(plot, sheet)
    part, view = room.inside(room.upper), scene.view
    above: list[Item] = []
    if scene.test_markers is not None:
        above.append(test_marks(scene.test_markers, sheet))
    if view.look.layers.points and len(scene.markers.row):
        above.append(marks(scene.markers, sheet))
    return (
        Layer("ground", tuple(_ground(plot, room, part, plot.y_ticks.at)), part),
        Layer("before", tuple(ghost_items(scene.ghost, sheet)), part),
        Layer("curves", tuple(_curves(plot, sheet)), part),
        Layer("points", tuple(above), room.upper),
        *_residuals(plot, room, view.look.layers.points),
        *line_words(plot, room, covered),
        focus(scene, sheet, card),
    )


# --- the upper panel ------------------------------------------------------------------------


def _ground(plot: LinePlot, room: LinePanels, part: Box, levels: FloatArray) -> Iterator[Item]:
    """Describe lit regions, level lines and thresholds; levels in coordinates of the frame."""
    sheet = room.sheet
    for region in plot.regions:
        if region.lit:
            left, right = _across(np.array([region.left, region.right]), sheet).tolist()
            band = np.array([[left, part[1], right, part[3]]])
            yield Rects(band, sheet.colour("ink", LIT), "region looked at")
    hairline = sheet.colour("hairline")
    yield Bars(_level(_down(levels, sheet), sheet), 1.0, hairline, key="levels")
    if plot.first_x is None:
        yield Bars(_upright(plot.x_ticks.at, sheet), 1.0, hairline, key="levels")
    splits, width = np.array(plot.splits), sheet.measures.boundary
    for these, share, colour in ((splits[1:], OTHER, "accent_line"), (splits[:1], ROOT, "accent")):
        if len(these):
            ink = sheet.colour(colour)
            yield Bars(_upright(these, sheet), share * width, ink, key="splits")


def _curves(plot: LinePlot, sheet: Sheet) -> Iterator[Item]:
    """Describe the stems and the ensemble: earlier, so far, and to come."""
    sizes = sheet.measures
    if plot.stems is not None and plot.curve is not None:
        yield from _stems(plot.stems, sheet, 1.0)
    faint = sheet.colour("ink", EARLIER)
    for each in plot.earlier:
        yield _step(each, sheet, EARLIER_SHARE * sizes.earlier, faint, "earlier learners")
    ink, accent = sheet.colour("boundary"), sheet.colour("accent")
    own = plot.learner if plot.lower is None else None
    drawn = [(plot.curve, sizes.sum, ink, "sum"), (own, sizes.learner, accent, "tree")]
    for curve, width, colour, key in reversed(drawn) if plot.joined else drawn:
        if curve is not None:
            yield _step(curve, sheet, width, colour, key)
    if plot.to_come is not None:
        x = _across(np.repeat(plot.to_come.edges, 2)[1:-1], sheet)
        places = np.column_stack((x, _down(np.repeat(plot.to_come.values, 2), sheet)))
        yield Polylines((places,), sizes.to_come, accent, DASHES, straight=True, key="to come")
        if plot.curve is not None:
            sum_so_far = _step(plot.curve, sheet, sizes.sum, ink, "")
            yield replace(sum_so_far, lines=sum_so_far.lines[len(plot.curve.values) :])


def _step(
    curve: StepCurve, sheet: Sheet, width: float, colour: Colour, key: str, offset: float = 0.0
) -> Bars:
    """Describe a step curve: its level parts, and its upright ones."""
    x, y = _across(curve.edges, sheet), _down(curve.values + offset, sheet)
    level = np.column_stack((x[:-1], y, x[1:], y))
    upright = np.column_stack((x[1:-1], y[:-1], x[1:-1], y[1:]))
    return Bars(np.concatenate((level, upright)), width, colour, key=key)


def _stems(stems: Stems, sheet: Sheet, alpha: float, offset: float = 0.0) -> Iterator[Item]:
    """Describe stems in the colours of their signs."""
    x, start, end = stems.x, stems.start + offset, stems.end + offset
    ends = np.column_stack(
        (_across(x, sheet), _down(start, sheet), _across(x, sheet), _down(end, sheet))
    )
    for look, which in zip(sheet.palette.classes, (~stems.positive, stems.positive), strict=False):
        if which.any():
            yield Bars(
                ends[which], sheet.measures.stem, sheet.colour(look.fill, alpha), key="stems"
            )


# --- the lower panel ------------------------------------------------------------------------


def _residuals(plot: LinePlot, room: LinePanels, has_points: bool) -> Iterator[Layer]:
    """Describe the panel of residuals; what is above is clipped there."""
    if plot.lower is None or plot.r_ticks is None:
        return
    sheet, whole = room.sheet, room.lower
    part, levels = room.inside(whole), plot.r_ticks.at + plot.offset
    clear = _down(levels, sheet) > whole[1] + room.head
    yield Layer("lower ground", tuple(_ground(plot, room, part, levels[clear])), part)
    yield Layer("tree", tuple(_tree(plot, sheet)), part)
    edge = Rects(np.array([[*whole[:3], whole[1] + 1.0]]), sheet.colour("border"))
    dots: list[Item] = []
    if plot.residuals is not None and has_points:
        dots.append(_dots(plot, plot.residuals, sheet))
    yield Layer("residuals", (*dots, edge), whole)


def _tree(plot: LinePlot, sheet: Sheet) -> Iterator[Item]:
    """Describe what each leaf says as a bar on zero, the stems, and the tree over them."""
    below, above = sheet.palette.classes[:2]
    zero = float(_down(np.array(plot.offset), sheet))
    for region in plot.regions:
        left, right = _across(np.array([region.left, region.right]), sheet).tolist()
        end = float(_down(np.array(region.value + plot.offset), sheet))
        fill = (above if region.value > 0 else below).fill
        box = np.array([[left, min(zero, end), right, max(zero, end)]])
        yield Rects(box, sheet.colour(fill, BARS), f"node {region.node}")
    yield Bars(_level(np.array([zero]), sheet), 1.0, sheet.colour("ink3"), key="zero")
    if plot.residuals is not None:
        yield from _stems(plot.residuals, sheet, FAINT, plot.offset)
    if plot.cut_off is not None:
        y = _down(np.array([-plot.cut_off, plot.cut_off]) + plot.offset, sheet)
        ends = tuple(_level(y, sheet).reshape(-1, 2, 2))
        ink = sheet.colour("ink2")
        yield Polylines(ends, LIMIT, ink, LIMIT_DASHES, straight=True, key="limits")
    if plot.unshrunk is not None:
        ink = sheet.colour("accent_line")
        yield _step(plot.unshrunk, sheet, UNSHRUNK, ink, "tree unshrunk", plot.offset)
    if plot.learner is not None:
        width, ink = sheet.measures.learner, sheet.colour("accent")
        yield _step(plot.learner, sheet, width, ink, "tree", plot.offset)


def _dots(plot: LinePlot, r: Stems, sheet: Sheet) -> Marks:
    """Describe the ends of the stems, lit as the points are; hollow what the tree never saw."""
    sizes, count = sheet.measures, len(r.x)
    radius = max(SMALLER * plain_radius(count) * sizes.growth, LEAST_RADIUS)
    ring = sizes.ring + 0.6
    styles = (*_dot_styles(sheet), Style(edge=sheet.colour("accent"), width=ring))
    unseen = np.zeros(count, dtype=bool) if plot.unseen is None else plot.unseen
    lit = np.flatnonzero(plot.lit)
    order = np.lexsort((~unseen, plot.lit))  # hollow ones below, lit ones above all
    rows: IntArray = np.concatenate((order[~plot.lit[order]], lit, order[plot.lit[order]]))
    is_ring = np.zeros(len(rows), dtype=bool)
    is_ring[count - len(lit) : count] = True
    style = np.where(is_ring, 2, unseen[rows].astype(np.int64))
    size = np.where(is_ring, radius + sizes.halo + ring / 2.0, radius)
    dims = len(lit) > 1  # a single point is marked, and the others stay
    opacity = np.where(plot.lit[rows] | (not dims), 1.0, DIMMED)
    place = np.column_stack((_across(r.x, sheet), _down(r.end + plot.offset, sheet)))
    return Marks(place[rows], style, size, opacity, rows, styles, "residual")


def _dot_styles(sheet: Sheet) -> tuple[Style, Style]:
    ink = sheet.colour("ink2")
    look, sizes = sheet.palette, sheet.measures
    hollow = body_style(look, sizes, "disc", ink, ink, 1)
    plain = Style("disc", ink, halo=sheet.colour("halo"), halo_width=sizes.halo, inside=True)
    return plain, hollow


# --- places ---------------------------------------------------------------------------------


def _across(x: FloatArray, sheet: Sheet) -> FloatArray:
    """Turn places on the line into pixels, none of them too far away to be painted."""
    far = FAR * sheet.width
    return np.clip(sheet.across(x), sheet.left - far, sheet.left + far)


def _down(y: FloatArray, sheet: Sheet) -> FloatArray:
    far = FAR * sheet.height
    return np.clip(sheet.down(y), sheet.top - far, sheet.top + far)


def _level(y: FloatArray, sheet: Sheet) -> FloatArray:
    ends = np.full(len(y), sheet.left), np.full(len(y), sheet.right)
    return np.column_stack((ends[0], y, ends[1], y))


def _upright(x: FloatArray, sheet: Sheet) -> FloatArray:
    at, ends = _across(x, sheet), (np.full(len(x), sheet.top), np.full(len(x), sheet.bottom))
    return np.column_stack((at, ends[0], at, ends[1]))
