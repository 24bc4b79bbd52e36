"""A plot with its words around it: on paper none of them lies on a point.

The plane has ticks, names of axes and learners in its margins. On a line, where words stand inside,
they keep off the points.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.frame import span
from ensemble_viz.scene.line import LOWER_ABOVE, LOWER_BELOW, SHARE
from ensemble_viz.scene.moment.sampler import Sampler
from ensemble_viz.scene.moment.steps import has_residuals
from ensemble_viz.scene.picture.canvas import Known, focus, line, of_story, without_words
from ensemble_viz.scene.picture.labels import cut_labels
from ensemble_viz.scene.picture.page.around import Edges, around, border_of
from ensemble_viz.scene.picture.primitives import Bars, Item, Layer, Marks
from ensemble_viz.scene.picture.sheet import Parts, Sheet, within
from ensemble_viz.scene.picture.tags import Box, Tags
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.shapes import Measures, reach

LEAST_PAD, MOST_PAD = 9.0, 0.14  # pixels around a point; at most this share of the plot
CLEAR, STEPS = 2.0, 8  # pixels around a mark; towards the least frame
USUAL_WIDTH, LEAST, MOST = 640.0, 0.45, 1.3  # marks shrink with the root of the width, to a share
LEAST_LETTERS = 7.5  # pixels: four and a half points on paper
MOST_COVERED, THINNEST = 0.2, 0.3  # of a plot, by the lines of one kind; pixels
EVERY = Edges()
LINE_PADS = {"left": 66.0, "right": 20.0, "top": 18.0, "foot": 54.0, "head": 36.0}
PROJECTED = 1.5  # by what the heights are wider there
MOST_FOOT, MOST_HEAD = 0.2, 0.14  # of a panel: words that lie on a point there are left out


def framed_at(scene: Scene, frame: Frame, sampler: Sampler | None = None) -> Scene:
    view, beside = scene.view.changed(frame=frame), scene.beside
    if beside is not None:
        beside = beside.at(beside.view.changed(frame=frame))
    return Scene(replace(scene.stage, view=view), beside=beside).sharpened(sampler)


def shrunk(sizes: Measures, width: float) -> Measures:
    """Make marks smaller on a small plot."""
    return sizes.times(min(max((width / USUAL_WIDTH) ** 0.5, LEAST), MOST))


def frame_of(scenes: Sequence[Scene], size: tuple[float, float], sheet: Sheet) -> Frame:
    """Frame all points with their marks, as tightly as a plot of a size allows."""
    scene = scenes[0]
    if not len(scene.stage.data):
        return scene.frame
    if scene.is_line:
        return _line_frame(scene, size, sheet)
    marks = [_discs(each, sheet) for each in scenes]
    if scene.view.look.layers.test and scene.stage.data.test is not None:
        test = scene.stage.data.test.points
        marks.append((test, np.full(len(test), LEAST_PAD)))
    places, radii = (np.concatenate(each) for each in zip(*marks, strict=True))
    (left, right), (bottom, top) = (
        _around(x, radii, length) for x, length in zip(places.T, size, strict=True)
    )
    return Frame.within_numbers(left, bottom, right, top)


def _discs(scene: Scene, sheet: Sheet) -> tuple[FloatArray, FloatArray]:
    """Measure how far each mark reaches from its place, its ring included."""
    markers, sizes = scene.markers, sheet.measures
    looks = sheet.palette.classes
    far = np.array([reach(look.shape) for look in looks])[markers.shape]
    area = np.maximum(markers.area, 0.0)
    if markers.old_area is not None:
        area = np.maximum(area, markers.old_area)
    radius = sizes.growth * markers.plain_radius * np.sqrt(area) * far + CLEAR
    return markers.place, np.maximum(
        radius + markers.ringed * (sizes.ring_gap + sizes.ring), LEAST_PAD
    )


def _around(x: FloatArray, radius: FloatArray, length: float) -> tuple[float, float]:
    """Find the least range, on so many pixels, that discs around numbers fit into."""
    low, high = span(x)
    radius = np.minimum(radius, MOST_PAD * length)
    for _ in range(STEPS):  # each leaves at most a third of what was missing
        step = (high - low) / length
        low, high = (x - radius * step).min(), (x + radius * step).max()
    return float(low), float(high)


def _line_frame(scene: Scene, size: tuple[float, float], sheet: Sheet) -> Frame:
    """Frame points on a line so that the words at the edges stand beside them."""
    run, (width, height) = scene.stage.run, size
    pads = {name: float(sheet.px(pad)) for name, pad in LINE_PADS.items()}
    if sheet.projected:
        pads["left"] *= PROJECTED
    x, y = span(run.data.points[:, 0]), run.data.target
    start = run.start.initial_score
    bottom, top = span(y if start is None else np.append(y, start[:1]))
    step = (x[1] - x[0]) / max(width - pads["left"] - pads["right"], width / 3)
    left, right = x[0] - pads["left"] * step, x[1] + pads["right"] * step
    rise = top - bottom
    panel = SHARE * height if has_residuals(run) else height
    pads["foot"] = min(pads["foot"], MOST_FOOT * panel)
    pads["head"] = min(pads["head"], MOST_HEAD * panel)
    if not has_residuals(run):
        up = rise / max(height - pads["top"] - pads["foot"], height / 3)
        low = bottom - pads["foot"] * up
        return Frame.within_numbers(left, low, right, low + height * up)
    upper, lower, whole = (1.0 - SHARE) * height, SHARE * height, 1.0 + LOWER_ABOVE + LOWER_BELOW
    share = 0.0 if start is None else (float(start[0]) - bottom) / rise  # of residuals, below zero
    zero = (LOWER_BELOW + share) / whole
    needs = (
        rise / max(upper - pads["top"] - LEAST_PAD, upper / 3),
        share * rise / max(zero * lower - pads["foot"], lower / 8),
        (1.0 - share) * rise / max((1.0 - zero) * lower - pads["head"], lower / 8),
    )
    up = max(needs)
    border = bottom - (upper - pads["top"] - rise / up) * up / 2
    low = border - lower * up
    return Frame.within_numbers(left, low, right, low + height * up)


# --- the plot -----------------------------------------------------------------------------------


def framed(
    scene: Scene, sheet: Sheet, parts: Parts, outer: Box, edges: Edges = EVERY
) -> tuple[Layer, ...]:
    """Describe a plot in the box of a sheet, with its words up to an outer box."""
    if scene.is_line:
        return (*_on_a_line(scene, sheet, parts), Layer("border", (border_of(sheet),)))
    drawn = [_inside(layer, sheet) for layer in without_words(scene, sheet, Known())]
    cuts: list[Item] = [*of_story(scene, sheet)]
    if parts.labels:
        named = cut_labels(scene.thrown, sheet, boxes_of_points(drawn))
        cuts.append(Tags(tuple(named), "random cuts"))
    spot = replace(focus(scene, sheet, None), clip=sheet.box)
    words = around(scene, sheet, parts, outer, edges)
    return (*drawn, Layer("story", tuple(cuts), sheet.box), words, spot)


def _inside(layer: Layer, sheet: Sheet) -> Layer:
    """Keep a layer inside of its plot, its words off the points, and its lines from filling it."""
    items = tuple(
        _off_others(item, sheet) if isinstance(item, Marks)
        else _thinned(item, sheet) if isinstance(item, Bars) else item
        for item in layer.items
    )  # fmt: skip
    return replace(layer, items=items, clip=sheet.box)


def _thinned(item: Bars, sheet: Sheet) -> Bars:
    """Make lines thinner that together would cover much of the plot."""
    length = np.abs(item.lines[:, 2:] - item.lines[:, :2]).sum(axis=1)
    covered = float((length * item.width).sum()) / (sheet.width * sheet.height)
    if covered <= MOST_COVERED:
        return item
    thin = np.maximum(np.asarray(item.width) * (MOST_COVERED / covered), THINNEST)
    width = np.minimum(thin, item.width)
    return replace(item, width=float(width) if isinstance(item.width, float) else width)


def _on_a_line(scene: Scene, sheet: Sheet, parts: Parts) -> Iterator[Layer]:
    plot = scene.line_plot
    assert plot is not None
    both = (plot.x_ticks, plot.y_ticks, *([plot.r_ticks] if plot.r_ticks else ()))
    numbers = {f"tick {label}" for axis in both for label in axis.labels}
    for layer in line(scene, plot, sheet, boxes_of_points(line(scene, plot, sheet))):
        items = tuple(
            Tags(tuple(tag for tag in item.tags
                       if (parts.ticks if tag.key in numbers else parts.labels)), item.key)
            if isinstance(item, Tags) and layer.level == "words" else item
            for item in layer.items
        )  # fmt: skip
        yield replace(layer, items=items, clip=layer.clip or sheet.box)


def boxes_of_points(layers: Iterable[Layer]) -> tuple[Box, ...]:
    found: list[Box] = []
    for layer in layers:
        for item in layer.items:
            if isinstance(item, Marks) and item.key in ("point", "residual"):
                is_text = np.array([bool(style.text) for style in item.styles])[item.style]
                (x, y), far = item.place[~is_text].T, item.radius[~is_text]
                found += zip(x - far, y - far, x + far, y + far, strict=True)
    return tuple(found)


def _off_others(item: Marks, sheet: Sheet) -> Marks:
    """Leave out what is written too small to be read, or beside a mark and on another."""
    is_text = np.array([bool(style.text) for style in item.styles])[item.style]
    high = np.array([style.type[0] for style in item.styles])[item.style]
    keep = ~is_text | (high >= LEAST_LETTERS)
    for k in np.flatnonzero(is_text & (item.radius > 0.0)).tolist():
        style, beside = item.styles[item.style[k]], float(item.radius[k])
        half = np.array([sheet.wide(style.text, style.type), sheet.high(style.type)]) / 2
        middle = item.place[k] + (beside, -beside)
        near = (np.abs(item.place - middle) < item.radius[:, None] + half).all(axis=1)
        others = near & ~is_text & (item.rows != item.rows[k])
        keep[k] &= not others.any() and within((*(middle - half), *(middle + half)), sheet.box)
    if keep.all():
        return item
    return replace(
        item, place=item.place[keep], style=item.style[keep], radius=item.radius[keep],
        opacity=item.opacity[keep], rows=item.rows[keep],
    )  # fmt: skip
