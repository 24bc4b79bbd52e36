"""Window and paper show the same picture: from the same functions, and pixel by pixel."""

import ast
import io
import json
import re
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from ensemble_viz.document.where import Focus
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.export.paper import PaperPainter, Print
from ensemble_viz.export.paper_type import PaperRuler
from ensemble_viz.scene.moment.steps import steps
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.palette import PALETTES
from ensemble_viz.scene.picture import Picture, Sheet, primitives
from ensemble_viz.scene.picture.canvas import canvas
from ensemble_viz.scene.picture.cards import CardRoom, caption_card
from ensemble_viz.scene.picture.page import PARTS, figure, part
from ensemble_viz.scene.picture.primitives import Glyphs, Layer, Marks, Tags
from ensemble_viz.scene.picture.tags import Word
from ensemble_viz.scene.shapes import measures
from ensemble_viz.ui.look.lettering import RULER
from ensemble_viz.ui.paint import QtPainter
from tests.scene.moments import scene

pytestmark = pytest.mark.usefixtures("qapp")
ROOT = Path(__file__).resolve().parents[2]
SIZE = (896, 632)
DIFFERENT = 16  # levels of a channel
MOST = 0.01  # of the pixels
MOST_OF_SMALL = 0.015  # of pictures of some hundred pixels, where edges are more of them
AROUND = 4  # pixels around words, whose rims are other outlines in each medium
SAMPLES = {"two classes": "moons", "three classes": "blobs", "values": "surface", "line": "sine"}


def by_qt(described: Picture, ratio: float = 1.0) -> np.ndarray:
    """Paint a picture by Qt: (height, width, 3)."""
    width, height = round(described.width * ratio), round(described.height * ratio)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor.fromRgba(described.ground))
    with QPainter(image) as painter:
        QtPainter().paint(described, painter, ratio)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(height, -1, 4)[:, :width]
    return pixels[..., 2::-1].astype(int)


def by_paper(described: Picture, ratio: float = 1.0) -> np.ndarray:
    """Paint a picture by matplotlib, and read it back."""
    from PIL import Image

    from ensemble_viz.export.figure import steady

    out = io.BytesIO()
    with steady():
        drawn = PaperPainter(described, Print(ratio)).figure
        drawn.savefig(out, format="png", dpi=drawn.dpi)
    with Image.open(out) as read:
        return np.asarray(read.convert("RGB")).astype(int)


def words(described: Picture, ratio: float = 1.0) -> np.ndarray:
    """Say which pixels have words on them, or near them."""
    covered = np.zeros((round(described.height * ratio), round(described.width * ratio)), bool)
    boxes = [written(word, *tag.box[:2]) for layer in described.layers for item in layer.items
             if isinstance(item, Tags) for tag in item.tags for word in tag.parts
             if isinstance(word, Word)]  # fmt: skip
    boxes += [box for layer in described.layers for box in badges(layer)]
    for left, top, right, bottom in boxes:
        rows = slice(max(int(top * ratio) - AROUND, 0), int(bottom * ratio) + AROUND)
        columns = slice(max(int(left * ratio) - AROUND, 0), int(right * ratio) + AROUND)
        covered[rows, columns] = True
    return covered


def written(word, x, y):
    """Give the box of a word of a tag, which has its corner somewhere."""
    wide, half = RULER.width(word.text, word.type), 0.7 * word.type[0]
    left = x + word.x - word.align * wide
    return left, y + word.y - half, left + wide, y + word.y + half


def badges(layer):
    """Find what is written on marks, or beside them."""
    for item in layer.items:
        for style, radius, (x, y) in zip(getattr(item, "style", ()), getattr(item, "radius", ()),
                                         getattr(item, "place", ()), strict=True):  # fmt: skip
            if item.styles[style].text:
                wide, high = 4.0 * item.styles[style].type[0], item.styles[style].type[0]
                middle = x + radius
                yield middle - wide / 2, y - radius - high, middle + wide / 2, y - radius + high


def on_pixels(described: Picture, ratio: float) -> Picture:
    """Move marks, words and formulas to whole pixels, as Qt does: paper rounds nothing."""

    def whole(x: float) -> float:
        return float(np.rint(x * ratio) / ratio)

    def moved(item):
        if isinstance(item, Marks):
            return replace(item, place=np.rint(item.place * ratio) / ratio)
        if isinstance(item, Glyphs):
            return replace(item, x=whole(item.x), y=whole(item.y))
        return replace(item, tags=tuple(map(at, item.tags))) if isinstance(item, Tags) else item

    def at(tag):
        left, top, right, bottom = tag.box
        x, y = whole(left), whole(top)
        return replace(tag, box=(x, y, x + right - left, y + bottom - top))

    layers = (replace(layer, items=tuple(map(moved, layer.items))) for layer in described.layers)
    return replace(described, layers=tuple(layers))


def differing(described: Picture, ratio: float = 1.0) -> float:
    """Measure how much of a picture differs between the media, words aside."""
    described = on_pixels(described, ratio)
    apart = np.abs(by_qt(described, ratio) - by_paper(described, ratio)).max(axis=2)
    return float((apart[~words(described, ratio)] > DIFFERENT).mean())


def moments(method: str, data):
    """Give the steps of the third round, or of the last."""
    shown = scene(method, data, 0)
    run = shown.stage.run
    t = run.upto(3)
    yield 0, 0
    for step in range(1, len(steps(run, t)) + 1 if t else 0):
        yield t, step


CASES = [
    (method, name)
    for method, declared in methods.methods().items()
    for name, points in SAMPLES.items()
    if ("classification" if sample(points).n_classes else "regression") in declared.tasks
]


@pytest.mark.parametrize(("method", "name"), CASES)
def test_window_and_paper_paint_the_same(method, name):
    for t, step in moments(method, sample(SAMPLES[name])):
        assert differing(shown_at(method, name, t, step, "light")) <= MOST, (t, step)


@pytest.mark.parametrize("palette", sorted({*PALETTES} - {"light"}))
@pytest.mark.parametrize(("method", "name"), CASES)
def test_they_paint_the_same_in_every_palette(method, name, palette):
    *_, (t, step) = moments(method, sample(SAMPLES[name]))
    assert differing(shown_at(method, name, t, step, palette)) <= MOST


@pytest.mark.parametrize("ratio", [1.25, 2.0])
def test_they_paint_the_same_on_fine_screens(ratio):
    for method in ("adaboost", "random-forest"):
        assert differing(shown_at(method, "two classes", 3, 2, "light"), ratio) <= MOST


def shown_at(method, name, t, step, palette):
    """Describe a figure by the words of the window."""
    return figure(shown_at_step(method, name, t, step, palette), SIZE, RULER)


def shown_at_step(method, name, t, step, palette):
    view = View.of(palette=palette)
    return scene(method, sample(SAMPLES[name]), t, step, view=view).sharpened()


PARTS_OF = [(method, what) for method in methods.methods() for what in PARTS]


@pytest.mark.parametrize(("method", "what"), PARTS_OF)
def test_what_stands_beside_the_canvas_is_the_same_in_both(method, what):
    tasks = methods.method(method).tasks
    for name in ("moons", "sine") if "regression" in tasks else ("moons",):
        view = View.of(pinned=Focus(point=3))
        shown = scene(method, sample(name), 3 if method != "stacking" else 2, 2, view=view)
        if what == "search" and shown.search is None:
            continue
        described = part(shown, what, (400, 300), RULER)
        assert described.layers
        assert differing(described) <= MOST_OF_SMALL, name


@pytest.mark.parametrize("palette", sorted(PALETTES))
@pytest.mark.parametrize("method", ["adaboost", "random-forest", "stacking"])
def test_the_caption_is_the_same_in_both(method, palette):
    shown = shown_at_step(method, "two classes", 2, 2, palette)
    sheet = Sheet((0.0, 0.0, 0.0, 0.0), RULER, palette=PALETTES[palette])
    card = caption_card(shown.caption, sheet, CardRoom(864), "Round 2 of 50")
    layers = (Layer("caption", (Tags(card.tags),)),)
    drawn = Picture(card.width, card.height, sheet.colour("card"), layers)
    assert differing(drawn) <= MOST_OF_SMALL


def test_a_dash_is_a_dash_in_both():
    plate = primitives.Plate(0xFFDDEEFF, 0xFF880044, 2.0, 2.0, (4.0, 3.0))
    tag = primitives.Tag((10.0, 10.0, 90.0, 40.0), plate, ())
    drawn = Picture(100.0, 50.0, 0xFFFFFFFF, (Layer("", (Tags((tag,)),)),))
    for paint in (by_qt, by_paper):  # each begins at a corner of its own
        edge = paint(drawn)[11, 14:86].sum(axis=1)
        inside = 0xDD + 0xEE + 0xFF
        assert 0.4 < (edge < inside - 100).mean() < 0.8  # 4 pixels of 7


@pytest.mark.parametrize(("method", "name"), CASES)
def test_with_one_ruler_the_lists_are_equal(method, name):
    """What the window has on its canvas is what a figure has, but for its key."""
    for t, step in moments(method, sample(SAMPLES[name])):
        shown = shown_at_step(method, name, t, step, "light")
        drawn = figure(shown, SIZE, PaperRuler(), has_key=False)
        box = (0.0, 0.0, *map(float, SIZE))
        sizes = measures(SIZE[0] * 1280.0 / 896.0, "light")
        sheet = Sheet(box, PaperRuler(), shown.frame, PALETTES["light"], sizes)
        assert as_data(canvas(shown, sheet)) == as_data(drawn.layers)


# --- data alone ---------------------------------------------------------------------------------


def as_data(value):
    """Write a picture as what JSON has: lists, numbers, words."""
    if is_dataclass(value):
        named = {each.name: as_data(getattr(value, each.name)) for each in fields(value)}
        return {"is": type(value).__name__, **named}
    if isinstance(value, np.ndarray):
        return {"is": value.dtype.str, "shape": value.shape, "numbers": value.ravel().tolist()}
    if isinstance(value, tuple):
        return [as_data(each) for each in value]
    assert value is None or isinstance(value, bool | int | float | str), value
    return value


def from_data(value):
    """Read it back."""
    if isinstance(value, list):
        return tuple(from_data(each) for each in value)
    if not isinstance(value, dict):
        return value
    kind = value.pop("is")
    if "numbers" in value:
        return np.array(value["numbers"], dtype=kind).reshape(value["shape"])
    made = getattr(primitives, kind)
    return made(**{name: from_data(part) for name, part in value.items()})


@pytest.mark.parametrize(
    ("method", "name"),
    [("adaboost", "two classes"), ("extra-trees", "values"), ("gradient-boosting", "line")],
)
def test_a_picture_survives_json(method, name):
    described = shown_at(method, name, 2, 2, "light")
    read = from_data(json.loads(json.dumps(as_data(described))))
    assert as_data(read) == as_data(described)
    assert np.array_equal(by_qt(read), by_qt(described))


# --- painters decide nothing --------------------------------------------------------------------

PAINTERS = ("ensemble_viz/export/paper.py", "ensemble_viz/ui/paint/painter.py",
            "ensemble_viz/ui/paint/atlas.py", "ensemble_viz/ui/paint/shapes.py")  # fmt: skip
SHAPES = {"scene.picture", "scene.picture.primitives", "scene.shapes"}
DECIDED = {"width", "colour", "edge", "fill", "halo", "dash", "opacity", "radius", "alpha", "key"}


@pytest.mark.parametrize("path", PAINTERS)
def test_a_painter_holds_no_colour_width_dash_or_size_and_asks_for_no_key(path):
    source = (ROOT / path).read_text()
    assert re.findall(r"#[0-9A-Fa-f]{6}\b|0x[0-9A-Fa-f]{8}", source) == []
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and "scene" in (node.module or ""):
            offered = {f"{node.module}.{each.name}" for each in node.names} | {node.module}
            assert offered & {f"ensemble_viz.{name}" for name in SHAPES}, ast.unparse(node)
        if isinstance(node, ast.keyword) and node.arg in DECIDED | {"linewidths", "linewidth"}:
            number = node.value.value if isinstance(node.value, ast.Constant) else None
            assert number in (None, 0.0, "none"), ast.unparse(node)
        if isinstance(node, ast.Compare):
            assert "key" not in ast.unparse(node).replace("key[", "").split("."), ast.unparse(node)
            assert not any(isinstance(each, ast.Attribute) and each.attr == "key"
                           for each in ast.walk(node)), ast.unparse(node)  # fmt: skip
