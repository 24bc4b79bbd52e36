"""Lines of steps: the pixels they touch, column by column."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage, QPainter

from ensemble_viz.ui.pictures.step_line import columns, paint_steps

STEPS = st.lists(
    st.tuples(st.floats(0.05, 9.0), st.integers(0, 40)), min_size=1, max_size=30
)  # fmt: skip


@given(STEPS, st.floats(0.0, 5.0))
def test_columns_reach_from_the_highest_to_the_lowest_step_in_them(steps, begin):
    edge = begin + np.cumsum([0.0] + [wide for wide, _ in steps])
    y = np.array([float(high) for _, high in steps])
    column, highest, lowest = columns(edge[:-1], edge[1:], y)
    assert column[0] == np.floor(edge[0])
    assert column[-1] >= np.ceil(edge[-1]) - 1.0
    for left, low, high in zip(column, highest, lowest, strict=True):
        inside = [
            value
            for start, end, value in zip(edge[:-1], edge[1:], y, strict=True)
            if start < left + 1.0 and end > left
        ]
        assert (low, high) == (min(inside), max(inside))


@given(STEPS)
def test_every_pixel_on_a_step_has_its_colour_and_what_is_above_is_shaded(steps):
    edge = np.cumsum([0.0] + [wide for wide, _ in steps])
    y = np.array([float(high) for _, high in steps]) + 5.0
    for ratio in (1.0, 2.0):
        image = QImage(640, 120, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor("white"))
        painter = QPainter(image)
        paint_steps(painter, (edge[:-1], edge[1:], y), 2.0, (QColor("red"), QColor("blue")), 1.25)
        painter.end()
        for start, end, value in zip(edge[:-1], edge[1:], y, strict=True):
            across, down = int((start + end) / 2.0 * ratio), round(value * ratio - ratio / 2)
            assert image.pixelColor(across, down) == QColor("red")
        over = int(y.min() * ratio - 2.0 * ratio)
        if over > 2.0 * ratio:
            assert image.pixelColor(int(edge[-1] * ratio / 2), over) == QColor("blue")
        assert image.pixelColor(0, int(ratio)) == QColor("white")
