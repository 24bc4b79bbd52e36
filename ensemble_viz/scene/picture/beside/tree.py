"""A tree as boxes and links, laid out for a width."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ensemble_viz.scene.picture.labels import glyph
from ensemble_viz.scene.picture.primitives import Layer, Picture, Polylines
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.picture.tags import Part, Plate, Stroke, Tag, Tags, Type, Word
from ensemble_viz.scene.trees.boxes import LINE_HEIGHT, PADDING, Answer, Arrangement, Line, Link
from ensemble_viz.scene.trees.boxes import Box as NodeBox
from ensemble_viz.scene.trees.drawing import TreeDrawing

ROLES = {
    "rule": "node", "head": "body", "value": "body", "name": "tick", "detail": "hint",
    "small": "tick",
}  # fmt: skip
RADIUS = 5.0
INSET, CLOSE = 9.0, 2.0  # between the edge of a box and a text with two ends, or with one
GLYPH, SMALL_GLYPH, BESIDE = 6.0, 5.0, 7.0  # a mark with words, one without, and between them
SMALLEST = 8  # pixels of type
WIDE = 100.0  # texts of wider leaves begin at the left
LIT, NOW, LEAF, PLAIN = 2.75, 2.0, 1.4, 1.2  # widths of edges
ON_PATH = 2.25  # links on the way to what is looked at are at least as wide
GONE, LEFT_OUT = (4.0, 2.0), (2.0, 1.5)  # dashes by the width of a line
STRUCK = 1.0
SENTENCE = 69.0
EDGE = 0.5


def tree(drawing: TreeDrawing, made: Arrangement | None, sheet: Sheet) -> Picture:
    """Describe a tree, laid out for the width of a sheet; or say why there is none."""
    size = sheet.width, float(sheet.px(drawing.height))
    ground = sheet.colour("panel")
    if made is None:
        return Picture(*size, ground, (_sentence(drawing.sentence, sheet, size[1]),))
    return Picture(*size, ground, tuple(_Tree(made, sheet).layers()))


def _sentence(text: str, sheet: Sheet, height: float) -> Layer:
    if not text:
        return Layer("tree")
    box = (EDGE, 2.0 + EDGE, sheet.width - EDGE, min(height, sheet.px(SENTENCE)) - 2.0 - EDGE)
    kind = sheet.type("text")
    words = sheet.cut(text, kind, box[2] - box[0])
    plate = Plate(sheet.colour("panel"), sheet.colour("border"), 1.0, RADIUS, GONE)
    tag = Tag.of(words, kind, box, sheet.colour("ink3"))
    return Layer("tree", (Tags((replace(tag, plate=plate),), "tree"),))


class _Tree:
    """Turns an arrangement, given for a plain size of type, into a picture."""

    def __init__(self, made: Arrangement, sheet: Sheet) -> None:
        self.made, self.sheet, self.scale = made, sheet, sheet.scale

    def layers(self) -> Iterator[Layer]:
        links = sorted(self.made.links, key=lambda link: link.on_path)
        answers = [self._answer(link.answer) for link in links if link.answer is not None]
        boxes = [self._box(box) for box in self.made.boxes]
        yield Layer("links", tuple(self._link(link) for link in links))
        yield Layer("nodes", (Tags((*answers, *boxes), "nodes"),))

    def _link(self, link: Link) -> Polylines:
        name = "accent" if link.is_now else "ink" if link.on_path else "border"
        width = self.scale * (max(link.width, ON_PATH) if link.on_path else link.width)
        dash = (LEFT_OUT[0] * width, LEFT_OUT[1] * width) if link.dashed else None
        places = self.scale * np.array(link.points)
        return Polylines((places,), width, self.sheet.colour(name), dash, key=f"link {link.node}")

    def _answer(self, answer: Answer) -> Tag:
        kind, x, y = self._type("tick"), self.scale * answer.x, self.scale * answer.y
        wide, half = self.sheet.wide(answer.text, kind), self.scale * 8.0
        left = x - wide if answer.side == "left" else x
        box = (left, y - half, left + wide, y + half)
        return Tag.of(answer.text, kind, box, self.sheet.colour("ink3"), 0.0)

    def _box(self, box: NodeBox) -> Tag:
        scale, right, bottom = self.scale, box.x + box.width, box.y + box.height
        place = scale * box.x, scale * box.y, scale * right, scale * bottom
        name, width = self._edge(box)
        dash = (GONE[0] * width, GONE[1] * width) if box.gone else None
        edge, ground = self.sheet.colour(name), self._ground(box)
        plate = Plate(ground, edge, self.scale * width, self.scale * RADIUS, dash)
        top, parts = PADDING, list[Part]()
        for line in box.lines:
            high = LINE_HEIGHT[line.role]
            parts += self._line(box, line, self.scale * (top + high / 2))
            top += high
        return Tag(place, plate, tuple(parts), f"node {box.node}")

    def _edge(self, box: NodeBox) -> tuple[str, float]:
        name = "accent" if box.is_now else "ink"
        if box.lit or box.is_now or box.on_path:
            return name, LIT if box.lit else NOW
        if box.k is not None:
            return self.sheet.palette.classes[box.k].fill, LEAF
        return "border", PLAIN

    def _ground(self, box: NodeBox) -> int:
        if box.k is not None:
            return self.sheet.colour(self.sheet.palette.classes[box.k].pale)
        return self.sheet.colour("window" if box.kind == "more" else "card")

    def _line(self, box: NodeBox, line: Line, y: float) -> Iterator[Part]:
        """Write a line: in the middle, or with a value at the right end."""
        if line.marked:
            yield from self._marked(box, line, y)
            return
        is_wide = box.kind == "leaf" and box.width > WIDE
        has_ends = bool(line.value) or is_wide
        inset, wide = self.scale * (INSET if has_ends else CLOSE), self.scale * box.width
        kind = self._type(ROLES[line.role], line.strong)
        kind = self._narrowed(kind, f"{line.text} {line.value}".strip(), wide - 2 * inset)
        ink, text = self.sheet.colour(self._ink(box, line)), line.text
        if text and has_ends:
            yield Word(text, kind, inset, y, ink, 0.0)
        elif text:
            yield Word(text, kind, wide / 2, y, ink)
        if line.value:
            yield Word(line.value, kind, wide - inset, y, ink, 1.0)
        if line.struck:
            half = self.sheet.wide(text, kind) / 2
            middle = inset + half if has_ends else wide / 2
            yield Stroke((middle - half, y, middle + half, y), self.scale * STRUCK, ink)

    def _ink(self, box: NodeBox, line: Line) -> str:
        if line.now:
            return "accent"
        if box.gone:
            return "ink3"
        return "ink" if line.strong or line.role == "rule" else "ink2"

    def _marked(self, box: NodeBox, line: Line, y: float) -> Iterator[Part]:
        """Draw the mark of the class, and the text behind it; together in the middle."""
        assert box.k is not None
        scale, sheet = self.scale, self.sheet
        kind, wide = self._type(ROLES[line.role], line.strong), scale * box.width
        gap = scale * (BESIDE if line.text else 0.0)
        text = sheet.cut(line.text, kind, wide - scale * 30.0) if line.text else ""
        whole = 2.0 * scale * GLYPH + gap + sheet.wide(text, kind)
        left = scale * INSET if box.width > WIDE else (wide - whole) / 2.0
        radius = scale * (GLYPH if text else SMALL_GLYPH)
        yield glyph(sheet.palette.classes[box.k], sheet, radius, left + scale * GLYPH, y)
        if text:
            start = left + 2.0 * scale * GLYPH + gap
            yield Word(text, kind, start, y, sheet.colour("ink"), 0.0)

    def _type(self, role: str, strong: bool = False) -> Type:
        return self.sheet.type(role, weight=600 if strong else 0)

    def _narrowed(self, kind: Type, text: str, width: float) -> Type:
        """Make type smaller until a text fits: numbers must not be cut."""
        size, weight = kind
        while self.sheet.wide(text, (size, weight)) > width and size > SMALLEST * self.scale:
            size -= 1
        return size, weight
