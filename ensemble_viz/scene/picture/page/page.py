"""A page of a moment: the canvas, the tree, what happened, its arithmetic; tables as pictures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.engine.data import Refusal
from ensemble_viz.scene.learners.gallery import gallery as line_up
from ensemble_viz.scene.palette import Palette
from ensemble_viz.scene.picture.beside.curves import CurvePlot
from ensemble_viz.scene.picture.beside.formulas import BLEED, formulas, typeset
from ensemble_viz.scene.picture.beside.gallery import gallery, learner, whole
from ensemble_viz.scene.picture.beside.run import run
from ensemble_viz.scene.picture.beside.search import search
from ensemble_viz.scene.picture.beside.tree import tree
from ensemble_viz.scene.picture.cards import point_card
from ensemble_viz.scene.picture.page.composed import GUTTER, plots
from ensemble_viz.scene.picture.placed import lowest, placed
from ensemble_viz.scene.picture.primitives import Layer, Picture, Rects
from ensemble_viz.scene.picture.sheet import LINE, Layout, Ruler, Sheet
from ensemble_viz.scene.picture.tags import Part, Tag, Tags, Type, Word, lines_of_words
from ensemble_viz.scene.scene import Scene

ROW = 1.5  # of the size of type
APART, LEAST_APART = 16.0, 7.0  # pixels between two columns
STRONG, THIN = 1.2, 0.7  # the rules
EDGE = 2.0
WIDEST = 0.35  # of the sheet: no column is wider


@dataclass(frozen=True, slots=True)
class Cells:
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    is_number: Sequence[bool]
    """Which columns stand at the right."""


def table_picture(cells: Cells, layout: Layout, palette: Palette) -> Picture:
    """Set a table; what has no room is left out, and that is said below it."""
    return _Table(cells, layout, palette).picture()


class _Table:
    def __init__(self, cells: Cells, layout: Layout, palette: Palette) -> None:
        box = (0.0, 0.0, layout.width, layout.height or 0.0)
        self.sheet = sheet = Sheet(box, layout.ruler, palette=palette)
        self.layout = layout
        self.kind, self.bold = sheet.type("text"), sheet.type("strong")
        self.high = ROW * self.kind[0]
        most = len(cells.rows)
        if layout.height is not None:
            most = max(1, min(most, int((layout.height - 2 * EDGE) / self.high) - 2))
        self.widths = self._measured(cells, most)
        self.apart, count = self._fitting()
        self.note = _note(len(cells.rows) - most, len(cells.head) - count)
        self.cells = Cells(cells.head[:count], cells.rows[:most], cells.is_number[:count])
        self.ends = np.cumsum([w + self.apart for w in self.widths[:count]]) - self.apart + EDGE

    def picture(self) -> Picture:
        rows = [self.cells.head, *self.cells.rows]
        foot, end = EDGE + len(rows) * self.high, float(self.ends[-1]) + EDGE
        rules = ((EDGE, STRONG), (EDGE + self.high, THIN), (foot, STRONG))
        boxes = np.array([[0.0, y - wide / 2, end, y + wide / 2] for y, wide in rules])
        tags = [self._row(row, k) for k, row in enumerate(rows)]
        if self.note:
            kind, box = self.sheet.type("tick"), (EDGE, foot, end, foot + self.high)
            tags.append(Tag.of(self.note, kind, box, self.sheet.colour("ink2"), 0.0, key="note"))
        height = self.layout.height or foot + EDGE + bool(self.note) * self.high
        layers = (
            Layer("rules", (Rects(boxes, self.sheet.colour("ink"), "rules"),)),
            Layer("words", (Tags(tuple(tags), "table"),)),
        )
        return Picture(self.layout.width, height, self.sheet.colour("canvas"), layers)

    def _measured(self, cells: Cells, most: int) -> list[float]:
        widest, sheet = WIDEST * self.layout.width, self.sheet
        columns = zip(*cells.rows[:most], strict=True) if most else [()] * len(cells.head)
        return [
            min(widest, max(sheet.wide(title, self.bold),
                            *(sheet.wide(cell, self.kind) for cell in set(column)), 0.0))
            for title, column in zip(cells.head, columns, strict=True)
        ]  # fmt: skip

    def _fitting(self) -> tuple[float, int]:
        """Put columns closer together, then leave out the last ones."""
        count = len(self.widths)
        while count > 1:
            spare = self.layout.width - 2 * EDGE - sum(self.widths[:count])
            if spare >= LEAST_APART * (count - 1):
                return min(APART, spare / (count - 1)), count
            count -= 1
        return APART, 1

    def _row(self, row: Sequence[str], k: int) -> Tag:
        kind, parts = self.kind if k else self.bold, list[Part]()
        for text, wide, end, right in zip(
            row, self.widths, self.ends.tolist(), self.cells.is_number, strict=False
        ):
            words, x = self.sheet.cut(text, kind, wide), end if right else end - wide
            ink, align = self.sheet.colour("ink"), 1.0 if right else 0.0
            parts.append(Word(words, kind, x, self.high / 2, ink, align))
        top = EDGE + k * self.high
        box = (0.0, top, float(self.ends[-1]) + EDGE, top + self.high)
        return Tag(box, None, tuple(parts), f"row {k}" if k else "head")


def _note(rows: int, columns: int) -> str:
    gone = [f"{count} more {what}{'s' * (count > 1)}"
            for count, what in ((rows, "row"), (columns, "column")) if count]  # fmt: skip
    return f"{' and '.join(gone)} not shown" if gone else ""


def part(
    scene: Scene, what: str, size: tuple[int, int], ruler: Ruler, scale: float = 1.0
) -> Picture:
    """Describe one of the parts, as wide as a size; as high as it says where it cannot choose."""
    box = (0.0, 0.0, float(size[0]), float(size[1]))
    return PARTS[what](scene, Sheet(box, ruler, palette=scene.stage.palette, scale=scale))


def _tree(scene: Scene, sheet: Sheet) -> Picture:
    drawing = scene.tree
    if drawing.card is not None:
        return learner(drawing.card, sheet)
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
