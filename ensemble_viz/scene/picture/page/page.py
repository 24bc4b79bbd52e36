"""A page of a moment: the canvas, the tree, what happened, its arithmetic."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ensemble_viz.engine.data import Refusal
from ensemble_viz.scene.learners.gallery import gallery as line_up
from ensemble_viz.scene.picture.beside.curves import CurvePlot
from ensemble_viz.scene.picture.beside.formulas import BLEED, formulas, typeset
from ensemble_viz.scene.picture.beside.gallery import gallery, learner, whole
from ensemble_viz.scene.picture.beside.run import run
from ensemble_viz.scene.picture.beside.search import search
from ensemble_viz.scene.picture.beside.tree import tree
from ensemble_viz.scene.picture.cards import point_card
from ensemble_viz.scene.picture.page.composed import GUTTER, plots
from ensemble_viz.scene.picture.placed import lowest, placed
from ensemble_viz.scene.picture.primitives import Layer, Picture
from ensemble_viz.scene.picture.sheet import LINE, Layout, Ruler, Sheet
from ensemble_viz.scene.picture.tags import Tag, Tags, Type, lines_of_words
from ensemble_viz.scene.scene import Scene


def part(
    scene: Scene, what: str, size: tuple[int, int], ruler: Ruler, scale: float = 1.0
) -> Picture:
    """Describe one of the parts, as wide as a size; as high as it says where it cannot choose."""
    box = (0.0, 0.0, float(size[0]), float(size[1]))
    return PARTS[what](scene, Sheet(box, ruler, palette=scene.stage.palette, scale=scale))


def _tree(scene: Scene, sheet: Sheet) -> Picture:
    drawing = scene.tree
    if drawing.card is not None:
        return learner(drawing.card.on_paper, sheet)
    made = drawing.arranged(sheet.width / sheet.scale)
    if made is None:
        raise Refusal(f"tree: {drawing.sentence.lower() or 'there is none'}".removesuffix("."))
    return tree(drawing, made, sheet)


def _search(scene: Scene, sheet: Sheet) -> Picture:
    if scene.search is None:
        raise Refusal("search: no split was searched for in this round")
    return search(scene.search, sheet)


def _curves(scene: Scene, sheet: Sheet) -> Picture:
    return run(CurvePlot(scene.curves, sheet))


def _gallery(scene: Scene, sheet: Sheet) -> Picture:
    plan = whole(line_up(scene.stage), sheet)
    drawn = gallery(plan, scene.stage)
    if not plan.left_out:
        return drawn
    kind, words = sheet.type("tick"), f"{plan.left_out} earlier ones not shown"
    high = sheet.high(kind)
    box = (0.0, drawn.height, sheet.width, drawn.height + high)
    tag = Tag.of(words, kind, box, sheet.colour("ink3"), 0.0)
    below = Layer("note", (Tags((tag,), "note"),))
    return replace(drawn, height=drawn.height + high, layers=(*drawn.layers, below))


def _formulas(scene: Scene, sheet: Sheet) -> Picture:
    if not scene.formulas:
        raise Refusal(f"formulas: {scene.no_formulas}")
    return formulas(typeset(scene.formulas, sheet), sheet)


def _point(scene: Scene, sheet: Sheet) -> Picture:
    if scene.card is None:
        raise Refusal("point: of which one? --point 7")
    card = point_card(replace(scene.card, pinned=False), sheet, sheet.width)
    layers = (Layer("point", (Tags(card.tags, "point"),)),)
    return Picture(card.width, card.height, sheet.colour("card"), layers)


PARTS: dict[str, Callable[[Scene, Sheet], Picture]] = {
    "tree": _tree,
    "search": _search,
    "curves": _curves,
    "gallery": _gallery,
    "formulas": _formulas,
    "point": _point,
}


SHARE = 0.56  # of the width, for the canvas; a narrow page has it above the words
NARROW = 480.0
MOST_LINES = 4  # of a sentence
PROJECTED = 1.64  # by what words are larger on the projector
AFTER = 0.45  # of a line, after a paragraph


def page(scene: Scene, layout: Layout) -> Picture:
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
        top += min(drawn.height, lowest(drawn)) + 2 * GUTTER
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
        parts = lines_of_words(lines, kind, self.sheet.colour(ink), high)
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
