"""What is painted in another way because it is faster looks the same, pixel by pixel."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPolygonF

from ensemble_viz.scene.palette import LIGHT, PALETTES, packed, ramp, unpacked
from ensemble_viz.scene.trees.cuts import _extremes
from ensemble_viz.ui.look.lettering import cut, width_of
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.paint import QtPainter
from ensemble_viz.ui.paint.shapes import FAR, MANY, draw_rects, paint_bars, polygon
from tests.ui.canvases import array

SIZE = 96


def ground(seed):
    """A picture of random colours."""
    colours = np.random.default_rng(seed).integers(0, 1 << 24, (SIZE, SIZE)).astype(np.uint32)
    memory = colours | np.uint32(0xFF000000)
    form = QImage.Format.Format_ARGB32_Premultiplied
    return QImage(memory.data, SIZE, SIZE, 4 * SIZE, form).copy()


def bars(rng):
    left, top = rng.integers(-5, SIZE - 5, (2, 12))
    wide, high = rng.integers(1, 40, (2, 12))
    return np.column_stack((left, top, wide, high)).astype(np.float64)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.usefixtures("qapp")
def test_narrow_bars_are_mixed_as_rectangles_are(seed):
    rng = np.random.default_rng(seed)
    colour = QColor(*rng.integers(0, 256, 3).tolist())
    colour.setAlphaF(float(rng.uniform(0.05, 1.0)))
    rects, plain, fast = bars(rng), ground(seed), ground(seed)
    painter = QPainter(plain)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    draw_rects(painter, rects)
    painter.end()
    painter = QPainter(fast)
    paint_bars(painter, rects, colour)
    painter.end()
    assert np.array_equal(array(plain), array(fast))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("most", [0.95, 1.0])
@pytest.mark.parametrize("far", [4.0, 1e7])
@pytest.mark.usefixtures("qapp")
def test_where_thousands_of_bars_overlap_they_are_coloured_once(seed, most, far):
    rng = np.random.default_rng(seed)
    colour = QColor(*rng.integers(0, 256, 3).tolist())
    colour.setAlphaF(float(rng.uniform(0.05, most)) if most < 1.0 else 1.0)
    rects, plain, fast = np.tile(bars(rng), (MANY // 12 + 1, 1)), ground(seed), ground(seed)
    rects = np.concatenate((rects, [(-900.0, -900.0, 5.0, 5.0), (far, 3.0, 4.0, far)]))
    touched = np.zeros((SIZE, SIZE), dtype=bool)
    for left, top, wide, high in rects.astype(int).tolist():
        touched[max(top, 0) : max(top + high, 0), max(left, 0) : max(left + wide, 0)] = True
    painter = QPainter(plain)
    for top, left in zip(*touched.nonzero(), strict=True):
        painter.fillRect(int(left), int(top), 1, 1, colour)
    painter.end()
    painter = QPainter(fast)
    paint_bars(painter, rects, colour)
    painter.end()
    assert np.array_equal(array(plain), array(fast))
    painter = QPainter(fast)
    paint_bars(painter, rects + np.array([1e5, 0.0, 0.0, 0.0]), colour)
    painter.end()
    assert np.array_equal(array(plain), array(fast))


@pytest.mark.usefixtures("qapp")
def test_bars_far_out_of_sight_are_no_trouble():
    image = ground(1)
    before = array(image)
    painter = QPainter(image)
    far = np.array([[1e9, -1e12, 3.0, 5e11], [-4e7, 3.0, 2.0, FAR * 2]])
    paint_bars(painter, far, QColor(10, 20, 30, 90))
    painter.end()
    assert np.array_equal(before, array(image))


@pytest.mark.parametrize("count", [0, 1, 2, 57])
def test_a_polygon_has_its_corners(count):
    corners = np.random.default_rng(count).normal(size=(count, 2))
    assert polygon(corners) == QPolygonF([QPointF(x, y) for x, y in corners.tolist()])


def test_colours_are_packed_and_unpacked():
    table = ramp(LIGHT)
    assert (unpacked(packed(table)) == table).all()
    assert packed(table)[7] == QColor(*table[7].tolist()).rgba()


@pytest.mark.usefixtures("qapp")
def test_measures_are_those_of_the_font_whatever_was_measured_before():
    theme = Theme(PALETTES["light"])
    font, large = theme.font("text"), theme.font("text")
    large.setPixelSize(31)
    for text in ("", "0.25", "a few words that are cut at some width", "h₁₂"):
        for one in (font, large, font):
            metrics = QFontMetricsF(one)
            assert width_of(text, one) == metrics.horizontalAdvance(text)
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, 60)
            assert cut(text, one, 60.0) == elided.replace(" …", "…")
    font.setPixelSize(31)  # the font that was measured is another now
    assert width_of("0.25", font) == width_of("0.25", large)
    assert LIGHT is theme.palette


@pytest.mark.parametrize("seed", range(20))
def test_the_extremes_of_parts_are_found(seed):
    rng = np.random.default_rng(seed)
    value = rng.integers(0, 6, rng.integers(30, 200)).astype(np.float64)
    parts = int(rng.integers(1, 30))
    low, high = _extremes(value, parts)
    split = np.array_split(np.arange(len(value)), parts)
    assert low.tolist() == [part[value[part].argmin()] for part in split]
    assert high.tolist() == [part[value[part].argmax()] for part in split]


def test_curves_that_stay_look_as_if_they_were_drawn_anew(window):
    plot, session = window.parts.run.plot, window.session
    for t in (0, 3, 8, 5, len(session.run)):
        session.go_to_round(t)
        copied = [array(plot.grab().toImage()).astype(int) for _ in range(2)][-1]
        anew = QImage(plot.size(), QImage.Format.Format_RGB32)
        anew.fill(session.theme.colour("panel"))
        with QPainter(anew) as painter:
            QtPainter(keeps_words=False).paint(plot.shown, painter)
        assert np.abs(copied - array(anew)).max() <= 2


def test_other_curves_are_drawn_anew(window):
    plot, session = window.parts.run.plot, window.session
    before = array(plot.grab().toImage())
    session.look(curves=session.scene.curves.families[1])
    assert (before != array(plot.grab().toImage())).any()
