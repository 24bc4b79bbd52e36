"""Formulas as outlines: LaTeX set by ziamath, kept by its source, drawn in any size and colour.

ziamath is loaded when the first formula is set, which nobody waits for: until then, and where a
formula cannot be set, plain text stands in its place.
"""

import logging
import re
import warnings
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.scene.picture.primitives import Glyphs
from ensemble_viz.scene.picture.tags import Box, Colour

LOG = logging.getLogger(__name__)
KEPT = 256  # outlines; those of some dozens of rounds
PLAIN = 20
"""The size in which a formula is set, whatever size it is drawn in."""
SHAPE = re.compile(r'<path d="([^"]*)"|<rect ([^>]*)>')
SIDE = re.compile(r'\b(x|y|width|height)="([^"]*)"')
VERBS = {"M": (Glyphs.BEGIN,), "L": (Glyphs.LINE,), "Q": (Glyphs.CURVE, Glyphs.CURVE)}


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A formula that has been set, its baseline at 0."""

    corners: FloatArray
    verbs: IntArray
    box: Box


@dataclass(frozen=True, slots=True)
class SetFormula:
    outline: Outline
    share: float

    @property
    def width(self) -> float:
        return self.share * (self.outline.box[2] - self.outline.box[0])

    @property
    def ascent(self) -> float:
        return -self.share * self.outline.box[1]

    @property
    def descent(self) -> float:
        return self.share * self.outline.box[3]

    def glyphs(self, x: float, y: float, colour: Colour, text: str) -> Glyphs:
        """Draw it from a place on its baseline."""
        left, made = x - self.share * self.outline.box[0], self.outline
        return Glyphs(made.corners, made.verbs, left, y, self.share, colour, text)


class Typesetter:
    def __init__(self) -> None:
        self._set: OrderedDict[str, Outline | None] = OrderedDict()

    @property
    def is_ready(self) -> bool:
        """Say whether setting a formula takes no more than setting it."""
        return bool(self._set)

    def knows(self, latex: str) -> bool:
        return latex in self._set

    def known(self, latex: str, size: float) -> SetFormula | None:
        """Give a formula that has been set; None where it was not, or cannot be."""
        found = self._set.get(latex)
        return None if found is None else SetFormula(found, size / PLAIN)

    def set(self, latex: str, size: float) -> SetFormula | None:
        """Set a formula; None where that is impossible."""
        if latex not in self._set:
            self._set[latex] = _typeset(latex)
            if len(self._set) > KEPT:
                self._set.popitem(last=False)
        return self.known(latex, size)


def _typeset(latex: str) -> Outline | None:
    """Let ziamath set a formula; what it cannot read is shown as plain text by whoever asks."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # how it finds its own font
            return _outline(_ziamath().Latex(latex, size=PLAIN).svg())
    except Exception as reason:  # noqa: BLE001  # a parser of somebody else's: anything may come
        LOG.warning("shown as plain text: %s (%s)", latex, reason)
        return None


@cache
def _ziamath() -> Any:
    """Load ziamath, and let it write every letter where it stands."""
    ziamath = import_module("ziamath")
    ziamath.config.svg2 = False
    return ziamath


def _outline(svg: str) -> Outline | None:
    """Read the paths and rectangles of a formula; None where there are none."""
    left, top, wide, high = map(float, svg.partition('viewBox="')[2].partition('"')[0].split())
    corners, verbs = list[float](), list[int]()
    for path, rect in SHAPE.findall(svg):
        for numbers, kinds in _steps(path or _around(rect)):
            corners += numbers
            verbs += kinds
    if not verbs:
        return None
    places = np.array(corners).reshape(-1, 2)
    return Outline(places, np.array(verbs), (left, top, left + wide, top + high))


def _steps(path: str) -> list[tuple[list[float], tuple[int, ...]]]:
    """Take a path apart: M x y, L x y, Q x y x y; areas are closed anyhow."""
    found = re.findall(r"([MLQ])([^MLQZ]*)", path)
    return [([float(x) for x in numbers.split()], VERBS[letter]) for letter, numbers in found]


def _around(rect: str) -> str:
    x, y, wide, high = (float(dict(SIDE.findall(rect))[name]) for name in _SIDES)
    return f"M {x} {y} L {x + wide} {y} L {x + wide} {y + high} L {x} {y + high}"


_SIDES = ("x", "y", "width", "height")
