"""Formulas as pictures: LaTeX set by ziamath, drawn by Qt, kept by source, size and colour.

ziamath is loaded when the first formula is set, which nobody waits for: until then, and where a
formula cannot be set, plain text stands in its place.
"""

import logging
import warnings
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

LOG = logging.getLogger(__name__)
KEPT = 256
"""Pictures; those of some dozens of rounds."""
PLAIN = 20
"""The size in which a formula is set, whatever size it is drawn in."""


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """A formula that has been set."""

    renderer: QSvgRenderer
    box: QRectF
    """In pixels at 96 dpi, the baseline at 0."""

    @property
    def width(self) -> float:
        """Say how wide it is."""
        return self.box.width()

    @property
    def ascent(self) -> float:
        """Say how far it rises above the baseline."""
        return -self.box.top()

    @property
    def descent(self) -> float:
        """Say how far it hangs below the baseline."""
        return self.box.bottom()

    def scaled(self, share: float) -> "Formula":
        """Give it in another size."""
        box = self.box
        parts = (box.left(), box.top(), box.width(), box.height())
        return Formula(self.renderer, QRectF(*(share * part for part in parts)))


class Typesetter:
    """Sets formulas, and remembers them."""

    def __init__(self) -> None:
        """Know no formula yet."""
        self._set: OrderedDict[str, Formula | None] = OrderedDict()
        self._drawn: OrderedDict[tuple[str, int, str, float], QPixmap] = OrderedDict()

    @property
    def is_ready(self) -> bool:
        """Say whether setting a formula takes no more than setting it."""
        return bool(self._set)

    def knows(self, latex: str) -> bool:
        """Say whether a formula has been tried."""
        return latex in self._set

    def known(self, latex: str, size: int) -> Formula | None:
        """Give a formula that has been set; None where it was not, or cannot be."""
        found = self._set.get(latex)
        return None if found is None else found.scaled(size / PLAIN)

    def set(self, latex: str, size: int) -> Formula | None:
        """Set a formula; None where that is impossible."""
        if latex not in self._set:
            self._set[latex] = _typeset(latex, PLAIN)
            _forget_oldest(self._set)
        return self.known(latex, size)

    def draw(
        self, painter: QPainter, latex: str, size: int, start: QPointF, colour: QColor
    ) -> None:
        """Draw a formula that is known, its baseline at a height; sharp at the painter's ratio."""
        formula = self.known(latex, size)
        if formula is None:
            return
        ratio = painter.device().devicePixelRatioF()
        key = (latex, size, colour.name(QColor.NameFormat.HexArgb), ratio)
        if key not in self._drawn:
            self._drawn[key] = _drawn(formula, colour, ratio)
            _forget_oldest(self._drawn)
        top = start + QPointF(0.0, formula.box.top())
        whole = QPointF(round(top.x() * ratio) / ratio, round(top.y() * ratio) / ratio)
        painter.drawPixmap(whole, self._drawn[key])


def _forget_oldest(kept: OrderedDict[Any, Any]) -> None:
    if len(kept) > KEPT:
        kept.popitem(last=False)


def _typeset(latex: str, size: int) -> Formula | None:
    """Let ziamath set a formula; what it cannot read is shown as plain text by whoever asks."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # how it finds its own font
            svg = _ziamath().Latex(latex, size=size).svg()
    except Exception as reason:  # noqa: BLE001  # a parser of somebody else's: anything may come
        LOG.warning("shown as plain text: %s (%s)", latex, reason)
        return None
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    box = renderer.viewBoxF()
    if not renderer.isValid() or box.isEmpty():
        return None
    return Formula(renderer, box)


@cache
def _ziamath() -> Any:
    """Load ziamath, and let it write the kind of SVG that Qt can draw."""
    ziamath = import_module("ziamath")
    ziamath.config.svg2 = False
    return ziamath


def _drawn(formula: Formula, colour: QColor, ratio: float) -> QPixmap:
    """Draw a formula in a colour."""
    width = max(1, round(formula.box.width() * ratio))
    height = max(1, round(formula.box.height() * ratio))
    pixmap = QPixmap(width, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    formula.renderer.render(painter, QRectF(0.0, 0.0, width, height))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), colour)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
