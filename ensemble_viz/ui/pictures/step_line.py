"""A line of steps in device pixels: sharp, exact, and drawn by columns instead of corners."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.ui.canvas.structs import draw_rects


def paint_steps(
    painter: QPainter,
    steps: tuple[FloatArray, FloatArray, FloatArray],
    top: float,
    colours: tuple[QColor, QColor],
    width: float,
) -> None:
    """Paint steps, each from `start` to `end` at height `y`, and shade what is above them.

    The next step begins where one ends. All lengths are in logical pixels.
    """
    if not len(steps[0]):
        return
    ratio = painter.device().devicePixelRatio()
    column, highest, lowest = columns(*(ratio * one for one in steps))
    thick = max(1.0, np.floor(width * ratio + 0.5))
    one, up = np.ones(len(column)), np.rint(highest - thick / 2.0)
    down = np.rint(lowest - thick / 2.0) + thick
    ceiling = np.rint(top * ratio)
    painter.save()
    painter.scale(1.0 / ratio, 1.0 / ratio)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours[1])
    draw_rects(painter, np.column_stack((column, np.full_like(one, ceiling), one, up - ceiling)))
    painter.setBrush(colours[0])
    draw_rects(painter, np.column_stack((column, up, one, down - up)))
    painter.restore()


def columns(
    start: FloatArray, end: FloatArray, y: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Find the columns of pixels that steps cross, and how far up and down they reach there.

    A step belongs to the columns it touches; one that ends on an edge touches nothing beyond.
    """
    first = np.floor(start)
    last = np.maximum(np.ceil(end) - 1.0, first)
    edges = np.arange(first[0], last.max() + 1.0)
    low = np.minimum(last.searchsorted(edges), len(y) - 1)
    high = np.maximum(first.searchsorted(edges, side="right"), low + 1)
    # a span that ends where the next begins ends there; the last one ends with the steps
    spans = np.column_stack((low, np.minimum(high, len(y)))).ravel()
    padded = np.append(y, y[-1])
    return (
        edges,
        np.minimum.reduceat(padded, spans)[::2],
        np.maximum.reduceat(padded, spans)[::2],
    )
