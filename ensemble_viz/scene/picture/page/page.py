"""A page of a moment: the canvas, the tree, what happened, and its arithmetic."""

from dataclasses import replace

import numpy as np

from ensemble_viz.scene.picture.beside.formulas import BLEED, formulas, typeset
from ensemble_viz.scene.picture.beside.parts import part
from ensemble_viz.scene.picture.layout import Layout
from ensemble_viz.scene.picture.page.composed import GUTTER, plots
from ensemble_viz.scene.picture.placed import placed
from ensemble_viz.scene.picture.primitives import Layer, Part, Picture, Tag, Tags, Type, Word
from ensemble_viz.scene.picture.sheet import LINE, Sheet
from ensemble_viz.scene.scene import Scene

SHARE = 0.56  # of the width, for the canvas; a narrow page has it above the words
NARROW = 480.0
MOST_LINES = 4  # of a sentence
PROJECTED = 1.64  # by what words are larger on the projector
AFTER = 0.45  # of a line, after a paragraph


def page(scene: Scene, layout: Layout) -> Picture:
    """Compose canvas, tree, words and formulas."""
    wide = layout.width if layout.width < NARROW else SHARE * layout.width
    parts = replace(layout.parts, caption=False)
    canvas = plots([scene], replace(layout, width=wide, height=None, parts=parts))
    beside = layout.width >= NARROW
    left, top = (wide + 3 * GUTTER, GUTTER) if beside else (GUTTER, canvas.height + GUTTER)
    layers = list(placed(canvas, 0.0, 0.0))
    if scene.tree.drawn is not None or scene.tree.card is not None:
        room = round(layout.width - left - GUTTER)
        drawn = part(scene, "tree", (room, room), layout.ruler, _scale(scene))
        layers += placed(drawn, left, top)
        top += drawn.height + 2 * GUTTER
    words = _PageWords(scene, layout, left, top)
    height = layout.height or max(canvas.height, words.bottom + GUTTER)
    return Picture(layout.width, height, canvas.ground, (*layers, *words.layers))


def _scale(scene: Scene) -> float:
    return PROJECTED if scene.stage.palette.is_projected else 1.0


class _PageWords:
    """What happened, and this step's formulas, paragraph by paragraph."""

    def __init__(self, scene: Scene, layout: Layout, left: float, top: float) -> None:
        box = (0.0, 0.0, layout.width, layout.height or 0.0)
        palette, scale = scene.stage.palette, _scale(scene)
        self.sheet = sheet = Sheet(box, layout.ruler, palette=palette, scale=scale)
        self.left, self.bottom, self.most = left, top, layout.height
        self.tags: list[Tag] = []
        self._add(scene.caption.headline, sheet.type("strong"), "ink")
        self._add(scene.caption.sentence, sheet.type("text"), "ink")
        self.bottom += GUTTER
        words = Tags(tuple(self.tags), "words")
        self.layers = (Layer("words", (words,)), *self._formulas(scene))

    def _add(self, text: str, kind: Type, ink: str) -> None:
        if not text:
            return
        room, high = self.sheet.right - self.left - GUTTER, LINE * kind[0]
        lines = self.sheet.broken(text, kind, room, MOST_LINES)
        colour = self.sheet.colour(ink)
        parts: tuple[Part, ...] = tuple(
            Word(line, kind, 0.0, (k + 0.5) * high, colour, 0.0) for k, line in enumerate(lines)
        )
        end = self.bottom + len(lines) * high
        if self.most is not None and end > self.most:
            self.bottom = self.most  # what follows has no room either
            return
        self.tags.append(Tag((self.left, self.bottom, self.left + room, end), None, parts, text))
        self.bottom = end + AFTER * high

    def _formulas(self, scene: Scene) -> tuple[Layer, ...]:
        """Set the arithmetic below the words, line by line as far as there is room."""
        left, right = self.left - self.sheet.px(BLEED), self.sheet.right
        sheet = replace(self.sheet, box=(left, 0.0, right, 0.0))
        room = np.inf if self.most is None else self.most - self.bottom
        drawn = formulas(typeset(scene.formulas, sheet, room), sheet)
        top, self.bottom = self.bottom, self.bottom + drawn.height
        return placed(drawn, 0.0, top)
