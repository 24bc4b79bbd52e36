"""Words as Qt measures them."""

from functools import cache

from PySide6.QtGui import QFont, QFontMetricsF

from ensemble_viz.scene.picture import Type
from ensemble_viz.ui.look.theme import FAMILIES

MOST_LETTERS = 600  # no card holds more; names may have thousands
MOST_KEPT = 1 << 12  # measures, until they are forgotten


class QtRuler:
    """Measures words, each once: to shape them takes longer than to draw them."""

    def __init__(self) -> None:
        self._widths: dict[tuple[str, Type], float] = {}

    def width(self, text: str, kind: Type) -> float:
        """Measure a line."""
        key = text[:MOST_LETTERS], kind
        if key not in self._widths:
            if len(self._widths) >= MOST_KEPT:
                self._widths.clear()
            self._widths[key] = _measures(kind).horizontalAdvance(key[0])
        return self._widths[key]

    def height(self, kind: Type) -> float:
        """Say how far its letters reach."""
        return _measures(kind).height()


RULER = QtRuler()


@cache
def font(kind: Type) -> QFont:
    """Give a font, with digits of equal width."""
    made = QFont()
    made.setFamilies(list(FAMILIES))
    made.setPixelSize(max(1, kind[0]))
    made.setWeight(QFont.Weight(kind[1]))
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def base_line(kind: Type) -> float:
    """Say how far below the middle of a line the letters stand."""
    metrics = _measures(kind)
    return (metrics.ascent() - metrics.descent()) / 2.0


@cache
def _measures(kind: Type) -> QFontMetricsF:
    return QFontMetricsF(font(kind))
