"""Figures for paper: what is in the files is measured; no word lies on a point."""

import gc
import io
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.look import Layers, Theory
from ensemble_viz.document.where import Focus, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import parse_sample, sample
from ensemble_viz.engine.data.samples.registry import SAMPLES
from ensemble_viz.export.areas import fitted, merged
from ensemble_viz.export.figure import FORMS, steady
from ensemble_viz.export.publishing import KINDS, Order, described, name_of, publish
from ensemble_viz.export.styles import Medium, points_of, sized
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.field import Tints
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import whole
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.palette import PALETTES, rgb
from ensemble_viz.scene.picture import Parts, Picture
from ensemble_viz.scene.picture.primitives import Bars, Glyphs, Marks, Raster, Rects, Tags
from ensemble_viz.scene.picture.tags import Sign, Word, shifted

ROOT = Path(__file__).resolve().parents[2]
COLUMN = sized(Medium("paper"), "8.5cm", None)
SVG = "{http://www.w3.org/2000/svg}"
PICTURES = (b"/Subtype /Image", b"<image", b"BI /W")
BARE = Layers(surface="off", boundary=False, learner=False, earlier=False, misses=False)
LETTERS = 0.8  # of the size of type: how high letters are


def stage_of(name: str, data: Dataset, t: int, step: int | None = None, **view) -> Stage:
    """Stand at a moment of a run."""
    settings = view.pop("settings", {})
    setup = Setup(name, methods.method(name).params.from_values(settings))
    run = setup.run(data)
    t = min(t, run.upto(t))
    moment = whole(run, t) if step is None else Moment(t, step)
    look = View.of(moment=moment, palette=view.pop("palette", "paper"), **view)
    return Stage(Document(data, (setup,), "Two moons"), Lens(run), look)


def able(data: Dataset) -> list[str]:
    """List the methods that can learn from points."""
    task = "classification" if data.n_classes else "regression"
    return [name for name, declared in methods.methods().items() if task in declared.tasks]


# --- no word lies on a point ----------------------------------------------------------------------


def words_of(picture: Picture, ruler) -> list[tuple[str, tuple[float, ...], int]]:
    """List all words with their boxes, and whose mark they belong to; −1: nobody's."""
    found = []
    for item in (item for layer in picture.layers for item in layer.items):
        if isinstance(item, Tags):
            parts = [shifted(part, *tag.box[:2]) for tag in item.tags for part in tag.parts]
            for word in parts:
                if isinstance(word, Word) and word.text:
                    wide, high = ruler.width(word.text, word.type), LETTERS * word.type[0]
                    left, top = word.x - word.align * wide, word.y - high / 2
                    found.append((word.text, (left, top, left + wide, top + high), -1))
        if isinstance(item, Marks):
            for k, style in enumerate(item.styles[number] for number in item.style.tolist()):
                if style.text and item.radius[k]:
                    x, y = item.place[k] + (item.radius[k], -item.radius[k])
                    half = ruler.width(style.text, style.type) / 2, LETTERS * style.type[0] / 2
                    box = (x - half[0], y - half[1], x + half[0], y + half[1])
                    found.append((style.text, box, int(item.rows[k])))
    return found


def points_of_picture(picture: Picture) -> np.ndarray:
    """List the discs of all points that are seen: x, y, radius, row."""
    found = []
    for layer in picture.layers:
        for item in layer.items:
            if isinstance(item, Marks) and item.key in ("point", "residual", "test point"):
                shape = np.array([not style.text for style in item.styles])[item.style]
                left, top, right, bottom = layer.clip or (-np.inf, -np.inf, np.inf, np.inf)
                x, y = item.place.T
                seen = shape & (x >= left) & (x <= right) & (y >= top) & (y <= bottom)
                found.append(np.column_stack((item.place, item.radius, item.rows))[seen])
    return np.concatenate(found) if found else np.empty((0, 4))


def faults(picture: Picture, ruler) -> list[str]:
    """List words on points, on other words, or beyond the edge."""
    wrong, words, points = [], words_of(picture, ruler), points_of_picture(picture)
    for text, (left, top, right, bottom), row in words:
        if left < -1 or top < -1 or right > picture.width + 1 or bottom > picture.height + 1:
            wrong.append(f"{text}: beyond the edge")
        across = np.maximum(np.maximum(left - points[:, 0], points[:, 0] - right), 0.0)
        down = np.maximum(np.maximum(top - points[:, 1], points[:, 1] - bottom), 0.0)
        on = (np.hypot(across, down) < points[:, 2] - 0.5) & (points[:, 3] != row)
        wrong += [f"{text}: on point {k + 1:.0f}" for k in points[on, 3][:1]]
    for (text, a, _), (other, b, _) in itertools.combinations(words, 2):
        if min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1:
            wrong.append(f"{text}: on {other}")
    return wrong


EVERY = [(name, method) for name, each in SAMPLES.items() for method in able(each.build())]


@pytest.mark.parametrize(("name", "method"), EVERY, ids=map("-".join, EVERY))
def test_no_word_lies_on_a_point_at_column_width(name, method):
    stage = stage_of(method, SAMPLES[name].build(), 60)
    run, ruler = stage.run, COLUMN.layout.ruler
    last = len(run)
    for t in sorted({1, (last + 1) // 2, last} - {0}):
        with steady():
            picture = described(Order(stage.at(whole(run, t)), COLUMN))
            assert faults(picture, ruler) == [], t


@pytest.mark.parametrize("method", able(sample("blobs")))
@pytest.mark.parametrize("style", ["paper", "slide", "projector"])
def test_no_word_lies_on_a_point_in_any_step(method, style):
    medium = Medium(style)
    stage = stage_of(method, sample("blobs"), 2, palette=medium.palette)
    t = min(2, len(stage.run))
    for step in range(1, whole(stage.run, t).step + 1):
        order = Order(stage.at(Moment(t, step)), medium)
        with steady():
            assert faults(described(order), medium.layout.ruler) == [], step


def test_a_word_on_a_point_would_be_seen():
    picture = described(Order(stage_of("adaboost", sample("moons"), 7), COLUMN))
    (tags,) = (item for layer in picture.layers for item in layer.items
               if isinstance(item, Tags) and item.key == "words")  # fmt: skip
    x, y, radius, _ = points_of_picture(picture)[0]
    tag = replace(tags.tags[0], box=(x, y - radius, x + 30, y + radius))
    layers = tuple(
        replace(layer, items=tuple(Tags((tag,)) if item is tags else item for item in layer.items))
        for layer in picture.layers
    )
    assert faults(replace(picture, layers=layers), COLUMN.layout.ruler)


# --- what is in the files -------------------------------------------------------------------------


def drawn_in_svg(order: Order, name: str) -> list[ET.Element]:
    root = ET.fromstring(publish(order, "svg"))
    return list(next(found for found in root.iter(f"{SVG}g") if found.get("id") == name))


def area(drawn: ET.Element) -> float:
    """Measure a disc, or a path of straight lines and curves."""
    if drawn.tag == f"{SVG}circle":
        return np.pi * float(drawn.get("r")) ** 2
    places, place = [], np.zeros(2)
    for command, text in re.findall(r"([mlhvcaz])([^mlhvcaz]*)", drawn.get("d")):
        steps = [float(number) for number in re.findall(r"-?(?:[0-9]*\.)?[0-9]+", text)]
        if command == "c":
            control = np.array(steps).reshape(-1, 2) + place
            t = np.linspace(0, 1, 20)[1:, None]
            a, b, c, d = place, *control
            curve = (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
            places += list(curve)
            place = control[-1]
        elif command != "z":
            place = place + {"h": [*steps, 0], "v": [0, *steps]}.get(command, steps)
            places.append(place)
    x, y = np.array(places).T
    return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)


@pytest.mark.parametrize("k", range(8))
@pytest.mark.parametrize("style", ["paper", "grey"])
def test_areas_of_marks_are_weights_within_a_hundredth(style, k):
    weight = np.linspace(1.0, 6.0, 12) ** 1.5
    places = np.column_stack((np.arange(12) % 4, np.arange(12) // 4)).astype(float)
    names = tuple("ABCDEFGH"[: max(k + 1, 2)])
    data = Dataset(places, np.full(12, k), names, weight=weight)
    stage = stage_of("bagging", data, 0, layers=BARE, palette=style)
    order = Order(stage, sized(Medium(style), "17.5cm", None))
    halo = PALETTES[style].halo.lower()  # as large as the body that lies on it, but for its line
    bodies = [area(element) for element in drawn_in_svg(order, "point")
              if f"stroke: {halo}" in (element.get("style") or "")]  # fmt: skip
    bodies = np.sort(bodies)
    assert len(bodies) == 12
    assert bodies / bodies.sum() == pytest.approx(np.sort(weight) / weight.sum(), rel=0.01)


@pytest.mark.parametrize("width", ["8.5cm", "17.5cm"])
def test_a_threshold_stands_where_it_is(width):
    medium = sized(Medium("paper", ranges={0: (0.0, 10.0), 1: (0.0, 10.0)}), width, None)
    order = Order(stage_of("adaboost", sample("ten-points"), 1, palette="paper"), medium)
    with steady():
        picture = described(order)
    (frame,) = picture.items("frame")
    (line,) = picture.items("boundary")
    left, right = frame.curves[0][:, 0].min(), frame.curves[0][:, 0].max()
    pixel = 96.0 / 72.0 * medium.point  # of a screen
    apart = line.lines[0, 0] - (left + 0.25 * (right - left))
    assert abs(apart) * pixel < 0.1


def test_the_fonts_of_a_pdf_are_in_it():
    pdf = publish(Order(stage_of("adaboost", sample("moons"), 7), COLUMN), "pdf")
    fonts = re.findall(rb"/BaseFont /([A-Z]{6}\+[\w-]+)", pdf)
    assert fonts
    assert len(re.findall(rb"/FontFile2 \d+ 0 R", pdf)) >= len(set(fonts)) / 2 > 0
    assert b"/Type3" not in pdf


@pytest.mark.parametrize("method", ["adaboost", "random-forest", "extra-trees", "voting"])
@pytest.mark.parametrize("form", ["svg", "pdf", "pgf"])
def test_hard_regions_are_shapes(method, form):
    layers = Layers(surface="hard")
    stage = stage_of(method, sample("moons"), 12 if method != "voting" else 2, layers=layers)
    data = publish(Order(stage, COLUMN), form)
    assert not any(mark in data for mark in PICTURES)


@pytest.mark.parametrize("seed", range(20))
def test_many_lines_are_merged_where_nobody_sees_it(seed):
    rng = np.random.default_rng(seed)
    places, ends = rng.uniform(0, 60, (4000, 1)), np.sort(rng.uniform(0, 60, (4000, 2)), axis=1)
    lines = np.hstack((places, ends[:, :1], places, ends[:, 1:]))
    lines[::2] = lines[::2][:, [1, 0, 3, 2]]
    found, point = merged(lines, 0.5), 0.5
    assert len(found) < len(lines) / 2
    far = 0.051 / point  # half of a tenth of a point
    for one in lines[:400]:
        axis = 0 if one[0] == one[2] else 1
        start, end = one[1 - axis], one[3 - axis]
        near = found[np.abs(found[:, [axis, 2 + axis]] - one[axis]).max(axis=1) <= far]
        covers = (near[:, 1 - axis] <= start + far) & (near[:, 3 - axis] >= end - far)
        assert covers.any() or end - start < 2 * far
    rows = {tuple(line) for line in np.rint(found / 0.2).astype(int).tolist()}
    assert len(rows) == len(found)
    few = lines[:50]
    assert merged(few, point) is few


def test_very_many_cells_are_drawn_as_fine_as_paper_is():
    rng = np.random.default_rng(3)
    x, y = np.sort(rng.uniform(0, 40, 601)), np.sort(rng.uniform(0, 40, 601))[::-1]
    numbers = (rng.random((600, 600)) < 0.5).astype(np.uint8)
    tints = Tints(numbers, np.array([0xFF0000FF, 0xFFFF0000], dtype=np.uint32))
    colours, across, down = fitted(Raster(x, y, tints, (0, 0, 40, 40)), 0.2)
    assert colours.shape == (len(down) - 1, len(across) - 1)
    assert colours.size < numbers.size / 4
    assert np.diff(across).min() > 0.19
    assert np.diff(down).max() < -0.19
    middles = (across[1:] + across[:-1]) / 2, (down[1:] + down[:-1]) / 2
    for k in range(0, len(middles[1]), 7):
        row = np.searchsorted(-y[1:-1], -middles[1][k])
        columns = np.searchsorted(x[1:-1], middles[0])
        assert (colours[k] == (tints.table[numbers[row, columns]] & 0xFFFFFF)).all()


VIEWERS = {
    "pdftoppm": ("pdf", "pdftoppm -r {dpi:g} -png -singlefile a.pdf a"),
    "rsvg-convert": ("svg", "rsvg-convert -z {zoom} -o a.png a.svg"),
    "chromium": ("svg", "chromium --headless --no-sandbox --disable-gpu --hide-scrollbars "
                 "--force-device-scale-factor={zoom} --window-size=340,320 --screenshot=a.png "
                 "a.svg"),
}  # fmt: skip


@pytest.mark.parametrize("zoom", [0.75, 1.37, 3.0])
@pytest.mark.parametrize("method", ["random-forest", "adaboost", "stacking"])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_seams_show_between_regions(tmp_path, viewer, method, zoom):
    from PIL import Image

    if not shutil.which(viewer):
        pytest.skip(f"{viewer} is not here")
    layers = Layers(surface="hard", points=False, boundary=False, learner=False, earlier=False)
    stage = stage_of(method, sample("moons"), 9, layers=layers)
    form, command = VIEWERS[viewer]
    (tmp_path / f"a.{form}").write_bytes(publish(Order(stage, COLUMN), form))
    shown = command.format(zoom=zoom, dpi=96 * zoom).split()
    subprocess.run(shown, check=True, cwd=tmp_path, capture_output=True)
    with Image.open(tmp_path / "a.png") as picture:
        pixels = np.asarray(picture.convert("RGB")).astype(float)
    wide = 8.5 / 2.54 * 96 * zoom  # the window of a browser is larger
    part = pixels[round(0.12 * wide) : round(0.5 * wide), round(0.2 * wide) : round(0.9 * wide)]
    first, second = (np.array(rgb(colour)) for colour in np.array(PALETTES["paper"].ramp)[[1, -2]])
    way = second - first
    share = ((part - first) @ way) / (way @ way)
    off = np.abs(part - (first + share[..., None] * way)).max(axis=-1)
    assert off.max() < 6  # every pixel is one of the two colours, or mixed of both
    assert (share < 0.02).any()
    assert (share > 0.98).any()


@pytest.mark.parametrize("what", KINDS)
@pytest.mark.parametrize("form", FORMS)
def test_the_same_order_gives_the_same_bytes_and_few(what, form):
    made = []
    for _ in range(2):
        stage = stage_of(
            "adaboost", sample("moons"), 5, pinned=Focus(point=6), theory=Theory("alpha")
        )
        moments = tuple(whole(stage.run, t) for t in (1, 3, 5)) if what == "strip" else ()
        order = Order(stage, COLUMN, what, moments)
        if what == "parting":
            with pytest.raises(Refusal, match="one setup: nothing to part from"):
                publish(order, form)
            return
        made.append(publish(order, form))
    assert made[0] == made[1]
    assert 1000 < len(made[0]) < 1_000_000


@pytest.mark.parametrize("method", ["adaboost", "bagging"])
@pytest.mark.parametrize("what", ["canvas", "strip"])
def test_nothing_is_written_on_a_mark_that_nobody_can_read(method, what):
    stage = stage_of(method, parse_sample("moons:n=60,noise=0.25,seed=9")[0].build(n=60), 7, 1)
    moments = (Moment(3, 1), Moment(7, 1)) if what == "strip" else ()
    picture = described(Order(stage, COLUMN, what, moments))
    sizes = [item.styles[number].type[0] for layer in picture.layers for item in layer.items
             if isinstance(item, Marks) for number in item.style.tolist()
             if item.styles[number].text]  # fmt: skip
    assert all(size * COLUMN.point >= 4.5 for size in sizes)


@pytest.mark.parametrize("form", ["png", "svg", "pdf"])
def test_what_was_painted_is_free_without_a_search_for_garbage(form):
    stage = stage_of("adaboost", sample("moons"), 50)
    moments = tuple(whole(stage.run, t) for t in (1, 2, 3, 5, 10, 50))
    order = Order(stage, sized(Medium(), "17.5cm", None), "strip", moments)
    publish(order, form)  # fonts and files are opened, and kept
    gc.collect()
    gc.disable()
    try:
        publish(order, form)
        assert gc.collect() < 7000  # of the 15 000 objects of a figure
    finally:
        gc.enable()


@pytest.mark.parametrize("form", FORMS)
def test_another_process_gives_the_same_bytes(tmp_path, form):
    made = []
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.{form}"
        command = ["render", "--sample", "blobs", "--method", "adaboost", "--set", "rounds=3",
                   "--width", "8.5cm", "-o", str(path)]  # fmt: skip
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-m", "ensemble_viz", *command], check=True, cwd=ROOT,
                       env=environment)  # fmt: skip
        made.append(path.read_bytes())
    assert made[0] == made[1]


LARGE = [("checkerboard", "random-patches"), ("yin-yang", "stacking"), ("surface", "random-forest"),
         ("moons", "extra-trees"), ("gaussians", "extra-trees")]  # fmt: skip


@pytest.mark.parametrize("form", ["svg", "pdf", "pgf", "png"])
@pytest.mark.parametrize(("name", "method"), LARGE, ids=map("-".join, LARGE))
def test_a_figure_is_not_larger_than_a_megabyte(name, method, form):
    data = sample(name)
    stage = stage_of(method, data, 100)
    order = Order(stage.at(whole(stage.run, len(stage.run))), COLUMN)
    assert len(publish(order, form)) < 1_000_000


def heaviest_strip(name: str, surface: str) -> Order:
    layers = Layers(surface=surface)
    stage = stage_of("random-patches", sample(name), 50, layers=layers)
    moments = tuple(whole(stage.run, t) for t in (1, 2, 3, 5, 10, 50))
    return Order(stage, sized(Medium(), "17.5cm", None), "strip", moments)


@pytest.mark.parametrize("form", ["svg", "pdf", "pgf"])
@pytest.mark.parametrize("surface", ["soft", "hard"])
@pytest.mark.parametrize("name", ["checkerboard", "yin-yang"])
def test_the_heaviest_strip_of_six_is_not_larger_than_a_megabyte(name, surface, form):
    data = publish(heaviest_strip(name, surface), form)
    assert len(data) < 1_000_000
    if surface == "hard" and form != "pgf":  # TeX has no memory for so many corners
        assert not any(mark in data for mark in PICTURES)


def test_a_figure_says_what_it_is():
    from PIL import Image

    order = Order(stage_of("adaboost", sample("moons"), 7), COLUMN)
    said = order.scene.description
    root = ET.fromstring(publish(order, "svg"))
    assert [one.text for one in root.iter(f"{SVG}desc")] == [said]
    assert root.get("aria-labelledby") == "title desc"
    with Image.open(io.BytesIO(publish(order, "png"))) as picture:
        assert picture.text["Description"] == said
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        assert picture.width == pytest.approx(8.5 / 2.54 * 300, abs=0.5)
    assert publish(order, "pgf").decode().startswith(f"% {said}\n")
    pdf = publish(order, "pdf")
    assert b"/Subject" in pdf
    assert said.encode("utf-16") in pdf or said.encode("utf-16-be") in _plain(pdf)


def _plain(pdf: bytes) -> bytes:
    """Undo what a string of a PDF escapes."""
    return re.sub(rb"\\([()\\])", rb"\1", pdf)


def lightness(colour: str) -> float:
    """Say how light a colour is, from 0 to 100 (CIE L*)."""
    parts = [part / 255 for part in rgb(colour)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    luminance = float(np.dot((0.2126, 0.7152, 0.0722), linear))
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


def test_in_grey_two_classes_are_told_apart_by_lightness():
    look = PALETTES["grey"]
    assert abs(lightness(look.classes[0].fill) - lightness(look.classes[1].fill)) >= 20
    assert abs(lightness(look.ramp[1]) - lightness(look.ramp[-2])) >= 20
    for part in (look.ink, look.accent, *look.ramp, *(each.fill for each in look.classes)):
        assert len(set(rgb(part))) == 1
    layers = Layers(surface="hard", points=False, boundary=False, learner=False, earlier=False)
    stage = stage_of("tree", sample("moons"), 3, layers=layers, palette="grey")
    picture = described(Order(stage, Medium("grey")))
    (surface,) = picture.items("surface")
    shades = sorted(lightness(f"#{colour & 0xFFFFFF:06X}") for colour in set(
        surface.tints.colours().ravel().tolist()))  # fmt: skip
    assert len(shades) == 2
    assert shades[1] - shades[0] >= 20


# --- sizes, parts, strips -------------------------------------------------------------------------


def test_lengths_are_read_and_made_true():
    assert points_of("8.5cm") == pytest.approx(240.94, abs=0.01)
    assert points_of("3.35in") == pytest.approx(241.2)
    assert points_of("800px") == pytest.approx(600.0)
    assert points_of("800px", 200.0) == pytest.approx(288.0)
    with pytest.raises(Refusal, match=r"8\.5cm"):
        points_of("8,5 cm")
    order = Order(stage_of("adaboost", sample("moons"), 2), sized(Medium(), "8.5cm", "6cm"))
    width, height = re.search(
        rb"/MediaBox \[ ?0 0 ([0-9.]+) ([0-9.]+)", publish(order, "pdf")
    ).groups()
    assert float(width) == pytest.approx(240.94, abs=0.05)
    assert float(height) == pytest.approx(170.08, abs=0.05)


@pytest.mark.parametrize(
    "medium",
    [{"width": 10.0}, {"width": 5000.0}, {"dpi": 1.0}, {"type": 200.0}, {"type": 40.0},
     {"width": 4000.0, "height": 4000.0, "dpi": 1200.0}],
)  # fmt: skip
def test_media_that_cannot_be_are_refused(medium):
    with pytest.raises(Refusal):
        Medium(**medium)


def test_parts_can_be_left_out():
    stage = stage_of("adaboost", sample("moons"), 7)

    def written(**parts) -> set[str]:
        medium = sized(Medium(parts=Parts(**parts)), "8.5cm", None)
        return {text for text, *_ in words_of(described(Order(stage, medium)), medium.layout.ruler)}

    every = written()
    assert {"x₁", "x₂", "h₇", "A −1", "0", "area = weight"} <= every
    assert every - written(key=False) >= {"A −1", "area = weight"}
    assert every - written(labels=False) >= {"x₁", "x₂", "h₇"}
    assert every - written(ticks=False) >= {"0", "−1", "1"}
    badges = written(key=False, labels=False, ticks=False)
    assert all(text.startswith("×") for text in badges)
    assert any("Stump 7" in text for text in written(caption=True))


def test_a_range_is_what_is_seen():
    medium = sized(Medium(ranges={0: (-1.0, 1.0)}), "8.5cm", None)
    picture = described(Order(stage_of("adaboost", sample("moons"), 7), medium))
    numbers = [text for text, *_ in words_of(picture, medium.layout.ruler)]
    assert "2" not in numbers
    assert "2.0" not in numbers


def test_a_strip_has_one_key_one_scale_and_shared_axes():
    stage = stage_of("adaboost", sample("moons"), 50)
    moments = tuple(whole(stage.run, t) for t in (1, 2, 3, 10, 50))
    medium = sized(Medium(), "17.5cm", None)
    with steady():
        picture = described(Order(stage, medium, "strip", moments))
        assert faults(picture, medium.layout.ruler) == []
    words = [text for text, *_ in words_of(picture, medium.layout.ruler)]
    assert [each for each in words if each.startswith("Round")] == [
        f"Round {t}" for t in (1, 2, 3, 10, 50)
    ]
    assert words.count("A −1") == words.count("area = weight") == words.count("x₂") == 1
    assert words.count("x₁") == 5
    frames = picture.items("frame")
    sizes = [np.ptp(frame.curves[0], axis=0) for frame in frames]
    assert len(frames) == 5
    assert np.ptp(sizes, axis=0) == pytest.approx([0, 0], abs=1e-9)
    starts = [frame.curves[0][:, 1].min() for frame in frames]
    assert np.ptp(starts) == 0


@pytest.mark.parametrize("width", ["8.5cm", "17.5cm"])
@pytest.mark.parametrize(
    ("name", "method"),
    [("moons:n=60,noise=0.25,seed=9", "adaboost"), ("moons", "adaboost"), ("blobs", "bagging"),
     ("surface", "gradient-boosting")],
)  # fmt: skip
def test_in_a_strip_points_fill_the_plots_and_axes_have_two_numbers(name, method, width):
    chosen, options = parse_sample(name)
    stage = stage_of(method, chosen.build(**options), 50)
    moments = tuple(whole(stage.run, t) for t in (1, 2, 3, 5, 10, 50))
    with steady():
        picture = described(Order(stage, sized(Medium(), width, None), "strip", moments))
    frames = [frame.curves[0] for frame in picture.items("frame")]
    ends = np.array([(frame.min(axis=0), frame.max(axis=0)) for frame in frames])
    free = np.full((2, 2), np.inf)
    for frame, marks in zip(ends, picture.items("point"), strict=True):
        far = marks.radius[:, None]
        low, high = (marks.place - far).min(axis=0), (marks.place + far).max(axis=0)
        free = np.minimum(free, (low - frame[0], frame[1] - high))
        room = frame[1] - frame[0]
    assert free.min() > -3.0
    assert (free.max(axis=0) < 0.1 * room).all()  # what is largest in the strip decides
    words = words_of(picture, COLUMN.layout.ruler)
    numbers = [box for text, box, _ in words if re.fullmatch("−?[0-9.]+", text)]
    below = [box for box in numbers if box[1] > ends[-1, 1, 1]]
    assert len(below) >= 2 * sum(frame[1, 1] == ends[-1, 1, 1] for frame in ends)


@pytest.mark.parametrize(
    ("name", "method"),
    [("checkerboard", "random-patches"), ("surface", "bagging"), ("moons", "adaboost")],
)
def test_lines_do_not_fill_a_plot(name, method):
    picture = described(Order(stage_of(method, sample(name), 50), COLUMN))
    (frame,) = (np.ptp(frame.curves[0], axis=0) for frame in picture.items("frame"))
    for layer in picture.layers:
        for item in layer.items:
            if isinstance(item, Bars) and layer.level in ("boundary", "earlier", "learner"):
                long = np.abs(item.lines[:, 2:] - item.lines[:, :2]).sum(axis=1)
                assert (long * item.width).sum() < 0.25 * frame.prod() or np.max(item.width) <= 0.3


@pytest.mark.parametrize(("name", "method"), [("moons", "adaboost"), ("blobs", "bagging"),
                                              ("surface", "gradient-boosting")])  # fmt: skip
def test_the_key_begins_where_the_plot_does(name, method):
    picture = described(Order(stage_of(method, sample(name), 7), COLUMN))
    left = picture.items("frame")[0].curves[0][:, 0].min()
    starts = []
    for layer in picture.layers:
        if layer.level in ("key", "scales"):
            tags = [tag for item in layer.items if isinstance(item, Tags) for tag in item.tags]
            parts = [shifted(part, *tag.box[:2]) for tag in tags for part in tag.parts]
            rows = {round(part.y) for part in parts if isinstance(part, Word)}
            for y in rows:
                starts.append(min(
                    part.x - (part.radius if isinstance(part, Sign) else 0.0)
                    for part in parts if isinstance(part, Word | Sign) and abs(part.y - y) < 2
                ))  # fmt: skip
    assert starts
    assert all(left <= start < left + 4.0 for start in starts)


def test_the_steps_of_a_round_are_a_strip():
    stage = stage_of("adaboost", sample("ten-points"), 2)
    moments = tuple(Moment(2, k) for k in range(1, 6))
    medium = Medium("slide")
    picture = described(Order(stage, medium, "strip", moments, by_step=True))
    words = [text for text, *_ in words_of(picture, medium.layout.ruler)]
    assert {"Train", "Mistakes", "Learner weight", "New weights", "Vote"} <= set(words)


def test_transparent_has_no_ground():
    from PIL import Image

    stage = stage_of("adaboost", sample("moons"), 0, layers=BARE)
    picture = publish(Order(stage, Medium(transparent=True)), "png")
    with Image.open(io.BytesIO(picture)) as read:
        assert np.asarray(read.convert("RGBA"))[:3, :3, 3].max() == 0
    svg = publish(Order(stage, Medium(transparent=True)), "svg")
    assert b'<g id="patch_1" style="fill: none">' in svg


@pytest.mark.parametrize("what", ["canvas", "strip"])
def test_beside_a_plot_there_is_no_ground_of_its_own(what):
    stage = stage_of("bagging", sample("surface"), 5, palette="dark")
    moments = (Moment(1, 1), Moment(5, 1)) if what == "strip" else ()
    order = Order(stage, Medium("dark", transparent=True), what, moments)
    plates = [tag.plate for layer in described(order).layers if layer.level in ("key", "scales")
              for item in layer.items if isinstance(item, Tags) for tag in item.tags]  # fmt: skip
    assert plates
    assert not any(plate is not None and plate.fill >> 24 for plate in plates)


def test_the_learner_alone_has_nothing_of_the_ensemble():
    stage = stage_of("adaboost", sample("moons"), 7)
    picture = described(Order(stage, COLUMN, "learner"))
    assert picture.items("stump")
    assert picture.items("answers")
    assert picture.items("boundary") == picture.items("surface") == []
    assert not any(isinstance(item, Raster) for layer in picture.layers for item in layer.items)


def test_margins_are_those_of_the_run():
    stage = stage_of("adaboost", sample("ten-points"), 3)
    picture = described(Order(stage, COLUMN, "margins"))
    (curve,) = picture.items("after round 3")
    x = np.unique(curve.curves[0][1:-1, 0])
    run = stage.run
    alphas = sum(run.round(t).learner_weight for t in (1, 2, 3))
    margin = np.unique((2.0 * stage.data.target - 1.0) * run.score(3) / alphas)
    steps = np.unique(np.round(x, 6))
    assert len(steps) == len(np.unique(margin.round(9)))
    with pytest.raises(Refusal, match="no classes"):
        described(Order(stage_of("bagging", sample("sine"), 2), COLUMN, "margins"))


@pytest.mark.parametrize("name", ["ten-points", "sine", "blobs"])
@pytest.mark.parametrize("what", ["tree", "search", "gallery", "formulas", "point"])
@pytest.mark.parametrize("style", ["slide", "projector"])
def test_what_stands_beside_the_canvas_fills_a_slide_and_loses_nothing(name, what, style):
    medium = Medium(style)
    stage = stage_of("gradient-boosting", sample(name), 4, palette=medium.palette,
                     pinned=Focus(point=3))  # fmt: skip
    with steady():
        shown = described(Order(stage, medium, what))
        wide = described(Order(stage, sized(medium, "960pt", "540pt"), what))
        plain = described(Order(stage, sized(medium, "960pt", None), what))
    assert shown.width / shown.height == pytest.approx(960 / 540, rel=0.01)
    assert shown.width == wide.width <= plain.width  # the narrower, the larger in print
    ruler, edge = medium.layout.ruler, 1.0
    lows = [box[3] for _, box, _ in words_of(shown, ruler)]
    lows += [item.y + item.scale * item.corners[:, 1].max() for layer in shown.layers
             for item in layer.items if isinstance(item, Glyphs) and len(item.corners)]  # fmt: skip
    assert max(lows) < shown.height + edge
    if what in ("tree", "gallery", "point"):
        written = [[text for text, *_ in words_of(each, ruler)] for each in (shown, plain)]
        assert len(written[0]) >= len(written[1])
    data = publish(Order(stage, medium, what), "pdf")
    found = re.search(rb"/MediaBox \[ ?0 0 ([0-9.]+) ([0-9.]+)", data).groups()
    assert [float(side) for side in found] == pytest.approx([960, 540], abs=0.5)


@pytest.mark.parametrize("style", ["paper", "slide", "projector", "dark"])
@pytest.mark.parametrize("t", [1, 4, 16, 33])
def test_a_gallery_is_the_whole_sum(t, style):
    """It showed the last learners of it, without a word, in two rows of a slide."""
    medium = Medium(style)
    stage = stage_of("adaboost", sample("moons"), t, palette=medium.palette)
    with steady():
        shown = described(Order(stage, medium, "gallery"))
    assert len([item for layer in shown.layers for item in layer.items
                if isinstance(item, Raster)]) == t + 1  # fmt: skip
    written = words_of(shown, medium.layout.ruler)
    texts = [text for text, *_ in written]
    assert (texts.count("+"), texts.count("=")) == (t - 1, 1)
    assert not any("not shown" in text for text in texts)
    if style != "paper" and t > 4:
        used = max(box[3] for _, box, _ in written) - min(box[1] for _, box, _ in written)
        assert used > 0.55 * shown.height


def test_a_gallery_says_how_many_learners_it_leaves_out():
    stage = stage_of("bagging", sample("moons"), 80, settings={"rounds": 80})
    shown = described(Order(stage, COLUMN, "gallery"))
    texts = [text for text, *_ in words_of(shown, COLUMN.layout.ruler)]
    pictures = [item for layer in shown.layers for item in layer.items if isinstance(item, Raster)]
    assert f"{80 + 1 - len(pictures)} earlier ones not shown" in texts


def test_captions_of_a_gallery_stand_below_the_middle_of_their_learner():
    stage = stage_of("adaboost", sample("moons"), 12)
    shown = described(Order(stage, COLUMN, "gallery"))
    rooms = [item.box for layer in shown.layers for item in layer.items if isinstance(item, Raster)]
    found = [box for text, box, _ in words_of(shown, COLUMN.layout.ruler) if text not in "+="]
    for room, box in zip(rooms, found, strict=True):
        assert (box[0] + box[2]) / 2 == pytest.approx((room[0] + room[2]) / 2, abs=1.0)


def test_where_the_fonts_are_missing_serif_words_are_about_as_wide():
    """DejaVu Serif came before Times, and is a fifth wider: words ran into what stood behind."""
    medium = sized(Medium("paper", family="serif"), "8.5cm", None)
    drawn = publish(Order(stage_of("adaboost", sample("moons"), 3), medium), "svg").decode()
    (listed,) = set(re.findall(r"font-family: ([^;\"]+)", drawn))
    names = [name.strip("' ") for name in listed.split(",")]
    assert names.index("Times New Roman") < names.index("DejaVu Serif")


def beside_of(data: Dataset, *names: str) -> Order:
    """Order the scores of several setups, none of which has learned anything."""
    setups = tuple(Setup(name, methods.method(name).params.from_values({})) for name in names)
    document = Document(data, setups, "Two moons")
    lenses = [Lens(setup.run(data)) for setup in setups]
    view = View.of(palette="paper")
    return Order(Stage(document, lenses[0], view), COLUMN, "scores",
                 beside=SideBySide(document, lenses, view))  # fmt: skip


@pytest.mark.parametrize("names", [("adaboost", "random-forest", "tree"), ("bagging",)])
def test_scores_are_those_that_compare_computes(names, cli):
    order = beside_of(sample("moons"), *names)
    heard = []
    picture = described(replace(order, report=lambda done, count: heard.append((done, count))))
    assert heard == sorted(heard)
    assert heard[-1][0] < heard[-1][1] == 6 * len(names)
    written = [text for text, *_ in words_of(picture, COLUMN.layout.ruler)]
    told = json.loads(cli("compare", "--sample", "moons", "--methods", ",".join(names),
                          "--folds", 5, "--format", "json").out)  # fmt: skip
    for setup in told["setups"]:
        for error in (setup["train_error"][-1], setup["cv_error"]["mean"], setup["cv_error"]["sd"]):
            assert f"{error:.4f}" in written
    assert not any("not shown" in text for text in written)
    assert len(picture.items("fold 0")) == len(names)
    assert len(order.stage.run) == 0  # the runs of a window are not touched


@pytest.mark.parametrize(
    ("what", "method", "t", "says"),
    [("tree", "adaboost", 0, "no stump yet"), ("search", "voting", 2, "no split was searched"),
     ("search", "bagging", 0, "no split was searched"), ("parting", "tree", 3, "one setup")],
)  # fmt: skip
def test_what_there_is_nothing_of_is_no_figure(what, method, t, says):
    with pytest.raises(Refusal, match=says):
        described(Order(stage_of(method, sample("moons"), t), COLUMN, what))


def test_a_curve_of_one_round_is_a_dot():
    picture = described(Order(stage_of("stacking", sample("moons"), 9), COLUMN, "curves"))
    (mark,) = picture.items("training")
    assert isinstance(mark, Marks)
    assert mark.place[0, 0] > 0.9 * picture.width  # after the blender's round, the last


@pytest.mark.parametrize(("method", "t"), [("voting", 3), ("tree", 2), ("adaboost", 50)])
def test_rounds_along_an_axis_are_whole_numbers(method, t):
    picture = described(Order(stage_of(method, sample("moons"), t), COLUMN, "curves"))
    (axis,) = picture.items("axis")
    foot = axis.lines[:, 1].max()
    below = [text for text, box, _ in words_of(picture, COLUMN.layout.ruler) if box[1] > foot]
    numbers = [text for text in below if re.fullmatch("[0-9.]+", text)]
    assert len(numbers) >= 2
    assert all(text.isdigit() for text in numbers)


def test_a_curve_at_zero_is_beside_the_edge_and_one_beyond_it_is_cut():
    picture = described(Order(stage_of("extra-trees", sample("moons"), 20), COLUMN, "curves"))
    (axis,), (curve,) = picture.items("axis"), picture.items("training")
    assert curve.curves[0][:, 1].max() < axis.lines[0, 1] - 2
    picture = described(Order(stage_of("adaboost", sample("moons"), 50), COLUMN, "curves"))
    (layer,) = (each for each in picture.layers if each.level == "plot")
    (axis,), (curve,) = picture.items("axis"), picture.items("bound ∏Z")
    left, _, right, bottom = axis.lines[0]
    _, top, *_ = layer.clip
    assert layer.clip == pytest.approx((left - 6, top, right + 6, bottom + 6))
    (name,) = (box for text, box, _ in words_of(picture, COLUMN.layout.ruler) if text == "errors")
    assert name[3] < top < 0.2 * bottom
    assert curve.curves[0][0, 1] < layer.clip[1]  # not along the edge


def test_nothing_fills_a_transparent_line_plot():
    """The panel of residuals was a white box."""
    stage = stage_of("gradient-boosting", sample("sine"), 3)
    canvas = 0xFF << 24 | int(stage.palette.canvas.lstrip("#"), 16)
    for what in ("canvas", "strip"):
        order = Order(stage, Medium(transparent=True), what, (whole(stage.run, 1),))
        filled = [item.colour for layer in described(order).layers for item in layer.items
                  if isinstance(item, Rects)]  # fmt: skip
        assert filled
        assert canvas not in filled


def test_plots_side_by_side_have_one_note_read_as_finely_as_is_seen():
    stage = stage_of("bagging", sample("moons"), 12, settings={"base": "naive-bayes"})
    moments = tuple(whole(stage.run, t) for t in (1, 2, 3, 5, 8, 12))
    for width, places in (("17.5cm", 256), ("8.5cm", 256), ("35cm", 512)):
        medium = sized(Medium(), width, None)
        words = [text for text, *_ in words_of(
            described(Order(stage, medium, "strip", moments)), medium.layout.ruler
        )]  # fmt: skip
        notes = [text for text in words if "sampled" in text]
        assert notes == [f"Surface and boundary sampled on a {places} × {places} grid"]


def test_on_paper_nobody_is_asked_to_point():
    stage = stage_of("voting", sample("moons"), 4)
    for what in ("tree", "page"):
        picture = described(Order(stage, COLUMN, what))
        words = [text for text, *_ in words_of(picture, COLUMN.layout.ruler)]
        assert any("asks the 5 nearest" in text for text in words)
        assert not any("Point at" in text for text in words)


def test_the_note_of_a_sampled_surface_is_never_cut():
    for names in ("stacking", "voting"):
        stage = stage_of(names, sample("yin-yang"), 5)
        last = len(stage.run)
        moments = tuple(whole(stage.run, t) for t in (1, 2, 3, last))
        with steady():
            for order in (Order(stage, COLUMN, "strip", moments), Order(stage, COLUMN)):
                words = [text for text, *_ in words_of(described(order), COLUMN.layout.ruler)]
                assert any("sampled" in text for text in words)
                assert not any("sampl" in text and text.endswith("…") for text in words)


@pytest.mark.parametrize("what", ["curves", "margins", "table", "theory", "page"])
def test_words_on_the_projector_are_no_smaller_than_on_other_slides(what):
    sizes = []
    for style in ("slide", "projector"):
        medium = Medium(style)
        stage = stage_of("adaboost", sample("moons"), 7, palette=medium.palette,
                         theory=Theory("alpha"))  # fmt: skip
        with steady():
            picture = described(Order(stage, medium, what))
        point = medium.point * medium.layout.width / picture.width
        tags = (tag for layer in picture.layers for item in layer.items if isinstance(item, Tags)
                and layer.level != "tree" for tag in item.tags)  # fmt: skip
        words = [part for tag in tags for part in tag.parts if isinstance(part, Word)]
        sizes.append(min(word.type[0] for word in words) * point)
    assert sizes[1] >= 0.9 * sizes[0] > 8


def test_a_small_tree_on_a_slide_is_large():
    medium = Medium("slide")
    stage = stage_of("adaboost", sample("moons"), 7, palette=medium.palette)
    assert described(Order(stage, medium, "tree")).width < 0.6 * medium.layout.width


def test_a_table_is_no_longer_than_a_page_where_nobody_asks_for_a_height():
    stage = stage_of("adaboost", sample("moons"), 3)
    for height, has_note in ((None, True), ("45cm", False)):
        medium = sized(Medium(), "8.5cm", height)
        picture = described(Order(stage, medium, "table"))
        words = [text for text, *_ in words_of(picture, medium.layout.ruler)]
        assert any("rows" in text and "not shown" in text for text in words) is has_note
    assert described(Order(stage, COLUMN, "table")).height * COLUMN.point < 25 / 2.54 * 72


@pytest.mark.parametrize("style", ["paper", "slide"])
def test_points_on_a_line_have_room_in_a_strip(style):
    medium = Medium(style)
    stage = stage_of("gradient-boosting", sample("sine"), 8, palette=medium.palette)
    moments = tuple(whole(stage.run, t) for t in (1, 2, 3, 5, 8))
    with steady():
        picture = described(Order(stage, medium, "strip", moments))
    for marks in picture.items("point"):
        assert np.ptp(marks.place[:, 1]) > 40
        assert np.ptp(marks.place[:, 0]) > 60


def test_without_the_sum_no_stems_hang_from_it():
    stage = stage_of("gradient-boosting", sample("sine"), 4)
    for what, count in (("canvas", 4), ("learner", 2)):  # of both signs, in one panel or two
        assert len(described(Order(stage, COLUMN, what)).items("stems")) == count


def test_a_table_that_is_too_large_says_so():
    stage = stage_of("adaboost", sample("moons"), 3)
    medium = sized(Medium(), "8.5cm", "6cm")
    words = [text for text, *_ in words_of(described(Order(stage, medium, "table")),
                                           medium.layout.ruler)]  # fmt: skip
    (said,) = [text for text in words if "not shown" in text]
    assert re.fullmatch(r"\d+ more rows( and \d+ more columns?)? not shown", said)


def test_names_say_what_a_figure_is():
    stage = stage_of("adaboost", sample("moons"), 50)
    order = Order(stage.at(whole(stage.run, 7)), COLUMN)
    assert name_of(order, "pdf") == "two-moons-adaboost-round-07.pdf"
    moments = tuple(whole(stage.run, t) for t in (1, 2, 10))
    strip = Order(stage, COLUMN, "strip", moments)
    assert name_of(strip, "svg") == "two-moons-adaboost-rounds-1-2-10.svg"
    sampled = replace(stage.document, source="moons:n=60,seed=3")
    order = Order(replace(stage.at(whole(stage.run, 7)), document=sampled), COLUMN, "tree")
    assert name_of(order, "pdf") == "moons-adaboost-round-07-tree.pdf"


def test_pages_streams_are_compressed():
    pdf = publish(Order(stage_of("adaboost", sample("moons"), 7), COLUMN), "pdf")
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    assert any(b" re" in zlib.decompress(each) or b" l" in zlib.decompress(each)
               for each in streams if each[:1] == b"x")  # fmt: skip


# --- LaTeX ----------------------------------------------------------------------------------------

needs_latex = pytest.mark.skipif(not shutil.which("pdflatex"), reason="LaTeX is not here")


@needs_latex
@pytest.mark.parametrize(("name", "method"), [("moons", "adaboost"), ("sine", "gradient-boosting"),
                                              ("yin-yang", "stacking"),
                                              ("checkerboard", "random-patches")])  # fmt: skip
def test_latex_sets_a_pgf_file(tmp_path, name, method):
    stage = stage_of(method, sample(name), 3, layers=Layers(surface="hard"))
    (tmp_path / "a.pgf").write_bytes(publish(Order(stage, COLUMN), "pgf"))
    text = r"\documentclass{article}\usepackage{pgf}\begin{document}\input{a.pgf}\end{document}"
    (tmp_path / "a.tex").write_text(text)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    run = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True,
                         errors="replace")  # fmt: skip
    assert run.returncode == 0, run.stdout[-2000:]
    assert "Missing character" not in (tmp_path / "a.log").read_text(errors="replace")
    assert (tmp_path / "a.pdf").stat().st_size > 5000


@needs_latex
@pytest.mark.parametrize("surface", ["soft", "hard"])
def test_latex_has_memory_for_the_heaviest_strip_and_more(tmp_path, surface):
    (tmp_path / "a.pgf").write_bytes(publish(heaviest_strip("checkerboard", surface), "pgf"))
    text = (r"\documentclass{article}\usepackage{pgf}\begin{document}\noindent\input{a.pgf}"
            r"\end{document}")  # fmt: skip
    (tmp_path / "a.tex").write_text(text)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    run = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True)
    assert run.returncode == 0
    used, held = re.search(r"(\d+) words of memory out of (\d+)", (tmp_path / "a.log").read_text(
        errors="replace")).groups()  # fmt: skip
    assert int(used) < 0.85 * int(held)


@pytest.mark.parametrize("form", FORMS)
def test_the_demonstration_that_is_open_is_drawn_on_its_example_or_on_the_run(form):
    made = []
    for own in (False, True, True):
        stage = stage_of("adaboost", sample("ten-points"), 3, theory=Theory("alpha", own))
        made.append(publish(Order(stage, COLUMN, "theory"), form))
        assert name_of(Order(stage, COLUMN, "theory"), form) == f"theory-alpha.{form}"
    assert made[0] != made[1]
    assert made[1] == made[2]


def test_without_a_demonstration_there_is_nothing_to_draw():
    stage = stage_of("adaboost", sample("ten-points"), 3)
    with pytest.raises(Refusal, match="No demonstration is open"):
        publish(Order(stage, COLUMN, "theory"), "svg")
