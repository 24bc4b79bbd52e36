"""What is painted once and copied looks as if it were painted anew, at any ratio of pixels."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from ensemble_viz.scene.palette import PALETTES
from ensemble_viz.ui.canvas.still import Stamps, Still
from ensemble_viz.ui.look.theme import Theme
from tests.ui.canvases import array

RATIOS = [1.0, 1.25, 1.5, 2.0]
WORDS = QRectF(20.0, 12.0, 60.0, 20.0)
PART = QRectF(10.3, 5.7, 84.1, 33.9)


def paper(ratio):
    image = QImage(round(160 * ratio), round(96 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("#FBFAF7"))
    return image


def write(painter, place=WORDS):
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor("#46505B"))
    painter.drawRoundedRect(place, 4.0, 4.0)
    painter.setFont(Theme(PALETTES["light"]).font("tick"))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, "−0.5 x₂")


def painted(ratio, paint):
    image = paper(ratio)
    painter = QPainter(image)
    paint(painter)
    painter.end()
    return array(image).view(np.uint8).astype(int)


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.usefixtures("qapp")
def test_a_part_that_is_copied_looks_as_it_was_drawn(ratio):
    still, drawn = Still(), []

    def draw(painter):
        drawn.append(painter)
        write(painter)

    plain = painted(ratio, write)
    for _ in range(3):
        copied = painted(ratio, lambda painter: still.paint(painter, "key", (PART,), draw))
        assert np.abs(copied - plain).max() <= 3
    assert len(drawn) == 1
    painted(ratio, lambda painter: still.paint(painter, "other", (PART,), draw))
    assert len(drawn) == 2


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.usefixtures("qapp")
def test_a_stamp_looks_the_same_wherever_it_is(ratio):
    stamps, drawn = Stamps(1), []

    def draw(painter, place):
        drawn.append(place)
        write(painter, place)

    for left, top in ((20.0, 12.0), (40.0, 30.0), (60.0, 20.0)):
        place = QRectF(left, top, 60.0, 20.0)
        plain = painted(ratio, lambda painter, place=place: write(painter, place))
        stamped = painted(
            ratio, lambda painter, place=place: stamps.paint(painter, "key", place, draw)
        )
        if ratio in (1.0, 2.0):  # else places lie between pixels, and stamps do not
            assert np.abs(stamped - plain).max() <= 3
        else:
            assert abs(stamped.mean() - plain.mean()) < 0.5
    assert len(drawn) == 1


@pytest.mark.usefixtures("qapp")
def test_few_stamps_are_kept():
    stamps, drawn = Stamps(1), []
    for k in range(40):
        painted(
            1.0, lambda painter, k=k: stamps.paint(painter, k, WORDS, lambda *_: drawn.append(1))
        )
    assert len(drawn) == 40
    painted(1.0, lambda painter: stamps.paint(painter, 0, WORDS, lambda *_: drawn.append(1)))
    assert len(drawn) == 41  # the first was forgotten
