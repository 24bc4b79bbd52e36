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

from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.export.paper import PaperPainter, Print
from ensemble_viz.export.paper_type import PaperRuler
from ensemble_viz.scene import picture
from ensemble_viz.scene.palette import PALETTES
from ensemble_viz.scene.picture import primitives
from ensemble_viz.scene.picture.primitives import Marks, Picture, Tags
from ensemble_viz.scene.steps import steps
from ensemble_viz.scene.view import View
from ensemble_viz.ui.paint import RULER, QtPainter
from tests.scene.moments import scene

pytestmark = pytest.mark.usefixtures("qapp")
ROOT = Path(__file__).resolve().parents[2]
SIZE = (896, 632)
DIFFERENT = 16  # levels of a channel
MOST = 0.01  # of the pixels
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
    boxes = [tag.box for layer in described.layers for item in layer.items
             if isinstance(item, Tags) for tag in item.tags]  # fmt: skip
    boxes += [box for layer in described.layers for box in badges(layer)]
    for left, top, right, bottom in boxes:
        rows = slice(max(int(top * ratio) - AROUND, 0), int(bottom * ratio) + AROUND)
        columns = slice(max(int(left * ratio) - AROUND, 0), int(right * ratio) + AROUND)
        covered[rows, columns] = True
    return covered


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
    """Move marks to whole pixels, as Qt does: paper draws them where they are, to a hundredth."""

    def moved(item):
        if not isinstance(item, Marks):
            return item
        return replace(item, place=np.rint(item.place * ratio) / ratio)

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
    view = View.of(palette=palette)
    shown = scene(method, sample(SAMPLES[name]), t, step, view=view).sharpened()
    return picture.figure(shown, SIZE, RULER)


def test_with_one_ruler_the_pictures_are_equal():
    shown = scene("adaboost", sample("moons"), 3, 4)
    one, other = (picture.figure(shown, SIZE, PaperRuler()) for _ in range(2))
    assert as_data(one) == as_data(other)


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
            "ensemble_viz/ui/paint/atlas.py", "ensemble_viz/ui/paint/marks.py")  # fmt: skip
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
