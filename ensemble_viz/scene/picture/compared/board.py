"""Several setups side by side as one figure: each canvas below its heading, as in the window."""

from dataclasses import replace

import numpy as np

from ensemble_viz.document.document import MOST_SETUPS
from ensemble_viz.scene.appearance.measures import among, measures
from ensemble_viz.scene.beside.heading import Heading, heading
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.picture.canvas import canvas
from ensemble_viz.scene.picture.compared.heading import heading_height, heading_picture
from ensemble_viz.scene.picture.placed import placed
from ensemble_viz.scene.picture.primitives import Layer, Picture, Rects
from ensemble_viz.scene.picture.sheet import Ruler, Sheet
from ensemble_viz.scene.scene import Scene

GAP = 1.0
WINDOW = 1280.0 / 896.0  # a window is so much wider than its canvases


def columns_of(count: int, stacked: bool) -> int:
    """Say how many stand in a row."""
    return 2 if count == MOST_SETUPS else 1 if stacked else count


def board(beside: SideBySide, size: tuple[int, int], ruler: Ruler) -> Picture:
    """Describe all setups at one moment."""
    stage, count = beside.stage(0), len(beside)
    columns = columns_of(count, stage.look.stacked)
    rows = -(-count // columns)
    wide = (size[0] - GAP * (columns - 1)) / columns
    high = (size[1] - GAP * (rows - 1)) / rows
    sizes = among(measures(size[0] * WINDOW, stage.palette.name), wide, high)
    usual = Sheet((0.0, 0.0, wide, high), ruler, beside.frame, stage.palette, sizes)
    layers: list[Layer] = []
    for k in range(count):
        row, column = divmod(k, columns)
        seat = _seat(Scene(beside.stage(k), beside=beside), heading(beside, k), usual)
        layers += placed(seat, column * (wide + GAP), row * (high + GAP))
    return Picture(float(size[0]), float(size[1]), usual.colour("border"), tuple(layers))


def _seat(scene: Scene, words: Heading, sheet: Sheet) -> Picture:
    """Describe one of them: its heading, and its canvas below."""
    top = heading_height(sheet)
    ground = Layer("ground", (Rects(np.array([sheet.box]), sheet.colour("canvas")),))
    box = (sheet.left, top, sheet.right, sheet.bottom)
    shown = canvas(scene.sharpened(), sheet.part(box, sheet.frame))
    clipped = tuple(replace(layer, clip=layer.clip or box) for layer in shown)
    head_box = (sheet.left, sheet.top, sheet.right, top)
    head = heading_picture(words, replace(sheet, box=head_box))
    base = Layer("ground", (Rects(np.array([head_box]), sheet.colour("panel")),))
    return Picture(sheet.width, sheet.height, 0, (ground, *clipped, base, *head.layers))
