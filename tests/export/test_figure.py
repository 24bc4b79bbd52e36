"""Figures: what is in the file is measured, pixel by pixel or path by path."""

import base64
import io
import itertools
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.patches import FancyBboxPatch
from matplotlib.text import Text

from ensemble_viz.cli import figure_options
from ensemble_viz.document.look import Layers
from ensemble_viz.document.where import Focus, Frame
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.export.areas import outlined
from ensemble_viz.export.compact import MANY, batched, chained, compact
from ensemble_viz.export.figure import FigureLayout, draw
from ensemble_viz.export.texts import form_of
from ensemble_viz.scene.moment.steps import steps
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.palette import LIGHT, PALETTES, rgb
from ensemble_viz.scene.shapes import measures
from tests.datasets import DATASETS, classes, drawn_classes, drawn_values
from tests.drawn import figure, png, svg
from tests.scene.moments import at, scene

ROOT = Path(__file__).resolve().parents[2]
BARE = Layers(surface="off", boundary=False, learner=False, earlier=False, misses=False)
SVG = "{http://www.w3.org/2000/svg}"


def pixels(shown, **sheet) -> np.ndarray:
    """Draw a PNG, and read it back: (height, width, 3)."""
    from PIL import Image

    with Image.open(io.BytesIO(png(shown, FigureLayout(**sheet)))) as picture:
        return np.asarray(picture.convert("RGB")).astype(int)


def drawing(shown, **sheet) -> ET.Element:
    return ET.fromstring(svg(shown, FigureLayout(**sheet)))


def group(root: ET.Element, name: str) -> list[ET.Element]:
    """Find the paths of what was drawn under a name."""
    return [
        path
        for found in root.iter(f"{SVG}g")
        if found.get("id") == name
        for path in found.iter()
        if path.tag in (f"{SVG}path", f"{SVG}circle")
    ]


def curves(path: str) -> list[np.ndarray]:
    """Walk along a path of straight lines, each step from the place before: (k, 2) in pixels."""
    places, place = [], np.zeros(2)
    for command, text in re.findall(r"([mlhvz])([^mlhvz]*)", path):
        steps = [float(number) for number in re.findall(r"-?[0-9.]+", text)]
        if command == "z":
            place = places[-1][0]
            continue
        place = place + {"h": [*steps, 0], "v": [0, *steps]}.get(command, steps)
        if command == "m":
            places.append([])
        places[-1].append(place)
    return [np.array(curve) / 0.75 for curve in places]


def corners(path: ET.Element) -> np.ndarray:
    """Read the corners of a path of straight lines, in pixels."""
    return np.concatenate(curves(path.get("d")))


def grid_of(weights, k=0) -> Dataset:
    """Points of one class, far apart, with weights."""
    n = len(weights)
    place = np.column_stack((np.arange(n) % 5, np.arange(n) // 5)).astype(float)
    names = tuple("ABCDEFGH"[: k + 1]) if k else ("A", "B")
    return Dataset(place, np.full(n, k), names, weight=np.asarray(weights, dtype=float))


def pixel_of(shown, width, height, place):
    """Find where a place is to be, in pixels from the upper left corner."""
    frame = shown.frame
    x = (place[:, 0] - frame.left) / (frame.right - frame.left) * width
    y = (frame.top - place[:, 1]) / (frame.top - frame.bottom) * height
    return np.column_stack((x, y))


# --- meaning in pixels --------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1, 2, 3.5])
@pytest.mark.parametrize("k", range(8))
def test_area_is_weight_and_the_middle_is_the_place(monkeypatch, k, scale):
    black = tuple(replace(look, fill="#000000", outline="#000000") for look in LIGHT.classes)
    monkeypatch.setitem(PALETTES, "light", replace(LIGHT, classes=black, canvas="#FFFFFF"))
    weights = np.linspace(1.0, 6.0, 20) ** 1.5
    view = View.of(layers=BARE, frame=Frame(-1.0, -1.0, 5.0, 4.0))
    shown = scene("bagging", grid_of(weights, k), 0, view=view)
    picture = pixels(shown, size=(1000, 800), scale=scale, key=False)
    assert picture.shape == (800 * scale, 1000 * scale, 3)
    plain = shown.markers.plain_radius * measures(1000 * 1280 / 896, "light").growth * scale
    area = np.pi * plain**2 * weights / weights.sum() * 20
    centres = pixel_of(shown, 1000 * scale, 800 * scale, grid_of(weights, k).points)
    for row, (x, y) in enumerate(centres):
        left, top, reach = round(x - 60 * scale), round(y - 60 * scale), int(120 * scale)
        covered = 1.0 - picture[top : top + reach, left : left + reach, 0] / 255.0
        assert covered.sum() == pytest.approx(area[row], rel=0.03), row
        down, across = np.indices(covered.shape) + 0.5
        middle = [(covered * across).sum() / covered.sum(), (covered * down).sum() / covered.sum()]
        assert np.add(middle, (left, top)) == pytest.approx((x, y), abs=0.05)


@pytest.mark.parametrize("k", range(8))
def test_a_marker_has_the_colours_of_its_class_inside_its_outline(k):
    view = View.of(layers=BARE, frame=Frame(-1.0, -1.0, 5.0, 4.0))
    shown = scene("bagging", grid_of(np.ones(20), k), 0, view=view)
    picture = pixels(shown, size=(1000, 800), scale=4, key=False)
    look = LIGHT.classes[k]
    places = [np.argwhere((picture == rgb(colour)).all(axis=2)) for colour in
              (look.fill, look.outline, LIGHT.halo)]  # fmt: skip
    (x, y), *_ = pixel_of(shown, 4000, 3200, np.array([[2.0, 2.0]]))
    near = [np.hypot(*(place - (y, x)).T) for place in places]
    reach = [distance[distance < 120].max() for distance in near]
    assert reach[0] < reach[1] < reach[2]
    assert near[0].min() < 2


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("method", ["adaboost", "random-forest"])
def test_every_pixel_has_the_colour_of_its_cell(method, scale):
    view = View.of(layers=Layers(points=False, boundary=False, learner=False, earlier=False))
    shown = scene(method, drawn_classes(40, 2, seed=5), 9, view=view)
    picture = pixels(shown, size=(300, 200), scale=scale, key=False)
    field, frame = shown.field, shown.frame
    height, width = picture.shape[:2]
    x = frame.left + (np.arange(width) + 0.5) / width * (frame.right - frame.left)
    y = frame.top - (np.arange(height) + 0.5) / height * (frame.top - frame.bottom)
    expected = field.rgb[np.ix_(field.y[1:-1].searchsorted(y), field.x[1:-1].searchsorted(x))]
    inside = slice(int(30 * scale), -int(40 * scale))  # ticks stand at the edges
    part = (slice(0, -int(40 * scale)), inside)
    assert np.array_equal(picture[part], expected[part])


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_the_boundary_stands_at_the_threshold(scale):
    view = View.of(layers=Layers(points=False, learner=False, earlier=False))
    shown = scene("adaboost", sample("ten-points"), 1, view=view)
    picture = pixels(shown, size=(640, 400), scale=scale, key=False)
    row = picture[picture.shape[0] // 2]
    dark = np.flatnonzero((row == rgb(LIGHT.boundary)).all(axis=1))
    (at_threshold, _), *_ = pixel_of(shown, *picture.shape[1::-1], np.array([[2.5, 5.0]]))
    width = measures(640 * 1280 / 896, "light").boundary * scale
    assert len(dark) == int(width + 0.5)
    assert (dark.min() + dark.max() + 1) / 2 == pytest.approx(at_threshold, abs=0.5)


@pytest.mark.parametrize("palette", PALETTES)
def test_a_stump_stands_at_its_threshold_between_its_answers(palette):
    layers = Layers(points=False, earlier=False, boundary=False)
    shown = scene(
        "adaboost", sample("ten-points"), 3, 1, view=View.of(layers=layers, palette=palette)
    )
    picture = pixels(shown, size=(640, 400), scale=2, key=False)
    look = PALETTES[palette]
    column = picture[:, picture.shape[1] * 3 // 4]
    line = np.flatnonzero((column == rgb(look.accent)).all(axis=1))
    (_, y), *_ = pixel_of(shown, *picture.shape[1::-1], np.array([[5.0, 6.5]]))
    assert line.mean() + 0.5 == pytest.approx(y, abs=1.0)
    sizes = measures(640 * 1280 / 896, palette)
    beyond = round(2 * (1.5 + sizes.strip / 2))  # the halo, then the middle of the strip
    for row, k in ((line.min() - beyond, 1), (line.max() + beyond, 0)):  # plus is above
        fill = 0.72 * np.array(rgb(look.classes[k].fill))  # over whatever lies below
        assert (column[row] >= fill - 1).all()
        assert (column[row] <= fill + 0.28 * 255 + 1).all()


def test_misses_are_ringed_and_draws_are_hollow():
    shown = scene(
        "adaboost", sample("ten-points"), 1, 2, view=View.of(layers=Layers(surface="off"))
    )
    ringed = drawing(shown, size=(640, 400))
    bare = drawing(at(shown, layers=Layers(surface="off", misses=False)), size=(640, 400))
    count = [len(group(root, "point")) for root in (ringed, bare)]
    assert count[0] - count[1] == 3  # h₁ misses three points
    view = View.of(layers=BARE)
    bagged = scene("bagging", grid_of(np.ones(20)), 1, 1, view=view)
    drawn = bagged.stage.run.round(1).in_bag
    picture = pixels(bagged, size=(1000, 800), key=False)
    for times, (x, y) in zip(
        drawn, pixel_of(bagged, 1000, 800, bagged.stage.data.points), strict=True
    ):
        inside = tuple(picture[round(y) + 4, round(x) - 4])  # beside the number in the middle
        expected = LIGHT.canvas if times == 0 else LIGHT.classes[0].fill
        assert inside == rgb(expected), times


def test_points_that_are_looked_at_stand_out():
    shown = scene(
        "bagging", grid_of(np.ones(20)), 0, view=View.of(layers=BARE, pinned=Focus(point=7))
    )
    picture = pixels(shown, size=(1000, 800), key=False)
    accent = np.argwhere((picture == rgb(LIGHT.accent)).all(axis=2))[:, ::-1] + 0.5
    (place,) = pixel_of(shown, 1000, 800, shown.stage.data.points[7:8])
    assert accent.mean(axis=0) == pytest.approx(place, abs=1.0)


def test_a_panned_frame_is_drawn_as_it_is():
    frame = Frame(0.0, 0.0, 5.0, 5.0)
    view = View.of(layers=Layers(points=False, learner=False, earlier=False), frame=frame)
    picture = pixels(
        scene("adaboost", sample("ten-points"), 1, view=view), size=(600, 300), key=False
    )
    dark = np.flatnonzero((picture[100] == rgb(LIGHT.boundary)).all(axis=1))
    assert (dark.min() + dark.max() + 1) / 2 == pytest.approx(300, abs=0.6)


# --- points on a line ---------------------------------------------------------------------------


def test_the_sum_on_a_line_has_the_heights_of_the_run():
    view = View.of(layers=Layers(points=False, residuals=False))
    shown = scene("gradient-boosting", sample("sine"), 3, 2, view=view, learning_rate=0.5)
    (path,) = group(drawing(shown, size=(800, 600), key=False), "sum")
    drawn, plot = corners(path), shown.line_plot
    frame = plot.frame
    x = frame.left + drawn[:, 0] / 800 * (frame.right - frame.left)
    y = frame.top - drawn[:, 1] / 600 * (frame.top - frame.bottom)
    tree_sum = np.full(len(drawn) // 2, shown.stage.run.start.initial_score[0])
    middle = (x[0::2] + x[1::2]) / 2
    for t in (1, 2):
        record = shown.stage.run.round(t)
        tree_sum += 0.5 * record.learners[0].answer(middle[:, None])
    pixel = (frame.top - frame.bottom) / 600
    assert y[0::2] == pytest.approx(tree_sum, abs=0.007 * pixel)
    assert y[1::2] == pytest.approx(tree_sum, abs=0.007 * pixel)


def test_stems_are_equally_long_in_both_panels():
    shown = scene("gradient-boosting", sample("sine"), 3, 2)
    stems = group(drawing(shown, size=(800, 600), key=False), "stems")
    ends = [curve for path in stems for curve in curves(path.get("d"))]
    lengths = np.sort([abs(end[0, 1] - end[-1, 1]) for end in ends])
    residual = np.abs(shown.stage.residual)
    frame = shown.line_plot.frame
    expected = np.sort(np.repeat(residual, 2)) / (frame.top - frame.bottom) * 600
    assert lengths == pytest.approx(expected, abs=0.014)


# --- vector files -------------------------------------------------------------------------------


def test_the_boundary_of_a_drawing_is_exact():
    shown = scene("adaboost", sample("ten-points"), 3)
    (path,) = group(drawing(shown, size=(640, 400), key=False), "boundary")
    drawn = [np.hstack((curve[:-1], curve[1:])) for curve in curves(path.get("d"))]
    ends = shown.field.boundary.reshape(-1, 2)
    expected = pixel_of(shown, 640, 400, ends).reshape(-1, 4)
    # a line may be drawn from either end
    drawn, expected = (np.sort(lines.reshape(-1, 2, 2), axis=1).reshape(-1, 4) for lines in
                       (np.concatenate(drawn), expected))  # fmt: skip
    orders = [np.lexsort(lines.round(1).T) for lines in (drawn, expected)]
    assert drawn[orders[0]] == pytest.approx(expected[orders[1]], abs=0.007)


def signed(ring: np.ndarray) -> float:
    """Measure what a ring goes round; negative the other way round."""
    (x, y), (next_x, next_y) = ring.T, np.roll(ring, -1, axis=0).T
    return float(x @ next_y - y @ next_x) / 2.0


def test_each_colour_of_a_surface_covers_what_is_left_of_those_before():
    view = View.of(layers=Layers(points=False, boundary=False, learner=False, earlier=False))
    shown = scene("random-forest", drawn_classes(40, 3, seed=5), 9, view=view)
    root = drawing(shown, size=(300, 200), key=False)
    field, areas = shown.field, {}
    for path in group(root, "surface"):
        colour = re.search("#[0-9a-f]{6}", path.get("style"))[0]
        areas[colour] = abs(sum(map(signed, curves(path.get("d")))))
    covered = [*areas.values(), 0.0]
    assert covered[0] == pytest.approx(300 * 200, abs=1e-6)
    span = shown.frame.high - shown.frame.low
    cell = np.outer(np.diff(field.y) / span[1] * 200, np.diff(field.x) / span[0] * 300)
    numbers = field.rgb.astype(int) @ (65536, 256, 1)
    expected = {f"#{number:06x}": cell[numbers == number].sum() for number in np.unique(numbers)}
    left = dict(zip(areas, -np.diff(covered), strict=True))
    assert left == pytest.approx(expected, rel=0.005)


@pytest.mark.parametrize("seed", range(20))
def test_rings_go_round_all_that_is_inside_and_nothing_else(seed):
    rng = np.random.default_rng(seed)
    inside = rng.random(rng.integers(1, 9, size=2)) < rng.random()
    winding = np.zeros(inside.shape)
    down, across = np.indices(inside.shape) + 0.5
    for ring in outlined(inside):
        assert ((ring[:, 1:] != ring[:, :-1]).sum(axis=0) == 1).all()  # level or upright
        y, x = ring
        end_y, end_x = np.roll(ring, -1, axis=1)
        for k in np.flatnonzero(x == end_x):
            crossed = (across < x[k]) & (np.minimum(y[k], end_y[k]) < down)
            winding += np.sign(end_y[k] - y[k]) * (crossed & (down < np.maximum(y[k], end_y[k])))
    assert np.array_equal(winding, inside.astype(float))


def test_a_surface_of_too_many_corners_becomes_a_picture(monkeypatch):
    from ensemble_viz.export import paper

    monkeypatch.setattr(paper, "MOST_CORNERS", 10)
    root = drawing(scene("random-forest", drawn_classes(40, 3, seed=5), 9), size=(300, 200))
    assert group(root, "surface") == []
    assert len(list(root.iter(f"{SVG}image"))) == 1


LARGE = [
    ("checkerboard", "random-patches"), ("yin-yang", "random-patches"), ("yin-yang", "stacking"),
    ("surface", "random-forest"), ("moons", "extra-trees"), ("moons", "stacking"),
    ("xor", "random-patches"), ("gaussians", "extra-trees"), ("latitude", "voting"),
]  # fmt: skip


@pytest.mark.parametrize(("points", "method"), LARGE, ids=map("-".join, LARGE))
def test_a_drawing_is_not_larger_than_a_megabyte(cli, tmp_path, points, method):
    path = tmp_path / "last-round.svg"
    assert cli("render", "--sample", points, "--method", method, "--out", path).code == 0
    assert path.stat().st_size < 1_000_000


ABSOLUTE = (
    "M 10.123456 20.5 \nL 14.125 20.5 \nL 14.125 -0.004 \nL 14.13 0.25 \nL 14.13 0.25 \nz\n"
    "M 1 2 \nC 1 2.5 3 4 5 6.25 \nQ 5 7 6 8 \nz\nM 7 7 \nL 7.001 7 \n"
)


def test_a_path_is_written_briefly_and_does_not_drift():
    assert compact(f'<path d="{ABSOLUTE}" x="1.234567"/>') == (
        '<path d="m10.12 20.5h4v-20.5l.01 .25zm-9.12-18.5c0 .5 2 2 4 4.25q0 .75 1 1.75zm6 5v0"'
        ' x="1.234567"/>'
    )
    places = np.cumsum(np.full((10_000, 2), 0.0149), axis=0)
    text = "M 0 0 \n" + "".join(f"L {x:.6f} {y:.6f} \n" for x, y in places.tolist())
    (path,) = re.findall('"(.*)"', compact(f'<path d="{text}"/>'))
    (curve,) = curves(path)
    assert curve[-1] * 0.75 == pytest.approx([149, 149], abs=1e-9)


def test_what_all_paths_of_a_group_share_is_said_once():
    def paths(*looks: str) -> str:
        drawn = "\n".join(f'<path d=""{look}/>' for look in looks)
        return f'<g id="a">{drawn}</g>'

    red, blue = ' style="fill: red"', ' style="fill: blue"'
    assert compact(paths(red, red)) == paths("", "").replace('"a"', '"a"' + red)
    for kept in (paths(red, blue), paths(red, "")):
        assert compact(kept) == kept


def test_a_look_of_many_paths_has_a_name_that_depends_on_nothing_else():
    def drawn(count: int, other: str = "") -> str:
        red = '<path d="" style="fill: red"/>' * count
        return f"<style>svg{{}}</style>{other}{red}"

    assert compact(drawn(MANY - 1)) == drawn(MANY - 1)
    named = compact(drawn(MANY))
    (name,) = set(re.findall('class="(l[0-9a-f]{8})"', named))
    assert f"<style>svg{{}}.{name}{{fill: red}}</style>" in named
    assert named.count(f'class="{name}"/>') == MANY
    assert f'class="{name}"' in compact(drawn(MANY, '<path d="" style="fill: blue"/>'))


def test_the_ring_round_a_miss_is_a_circle():
    shown = scene("adaboost", sample("ten-points"), 1, 2, view=View.of(layers=Layers()))
    points = group(drawing(shown, size=(640, 400)), "point")
    rings = [each for each in points if "fill: none" in each.get("style")]
    assert len(rings) >= 3
    assert {ring.tag for ring in rings} == {f"{SVG}circle"}
    discs = [each for each in points if each.tag == f"{SVG}circle" and each not in rings]
    assert all(float(ring.get("r")) > float(discs[0].get("r")) for ring in rings)


@pytest.mark.parametrize("colours", [2, 256, 257])
def test_a_picture_with_a_palette_has_the_same_pixels(colours):
    from PIL import Image

    numbers = np.arange(60 * 80).reshape(60, 80) % colours
    pixels = np.stack((numbers & 255, numbers >> 8, numbers * 7 & 255), axis=-1).astype(np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).convert("RGBA").save(out, format="png")
    text = base64.b64encode(out.getvalue()).decode()
    brief = compact(f'"data:image/png;base64,{text}"').split(",")[1]
    with Image.open(io.BytesIO(base64.b64decode(brief))) as picture:
        assert picture.mode == ("P" if colours <= 256 else "RGBA")
        assert np.array_equal(np.asarray(picture.convert("RGB")), pixels)


def test_long_lines_are_parted_for_viewers_that_take_no_longer_ones():
    curves = [np.full((n, 2), float(n)) for n in (9000, 9000, 3, 2, 20_000, 5)]
    parts = batched(curves)
    assert [len(curve) for part in parts for curve in part] == [9000, 9000, 3, 2, 20_000, 5]
    assert all(sum(map(len, part)) < 32_767 for part in parts)
    assert batched(curves[2:4]) == [curves[2:4]]


def test_lines_that_meet_are_drawn_on():
    lines = [[0, 0, 4, 0], [4, 3, 4, 0], [9, 9, 9, 8], [4, 3, 1, 3], [0, 5, 0, 0], [4, 0, 8, 0]]
    drawn = chained(np.array(lines, dtype=float))
    assert len(drawn) == 3
    ends = [tuple(sorted(map(tuple, pair))) for curve in drawn for pair in
            zip(curve[:-1].tolist(), curve[1:].tolist(), strict=True)]  # fmt: skip
    assert sorted(ends) == sorted(tuple(sorted([(a, b), (c, d)])) for a, b, c, d in lines)


def test_words_have_families_to_fall_back_on():
    texts = list(drawing(scene("adaboost", sample("ten-points"), 3)).iter(f"{SVG}text"))
    assert any("₁" in "".join(text.itertext()) for text in texts)
    for text in texts:
        (listed,) = re.findall("font-family: ([^;]*)", text.get("style"))
        names = listed.split(", ")
        assert names[-1] == "sans-serif"
        assert {"'DejaVu Sans'", "'Segoe UI'", "'Arial Unicode MS'", "'Arial'"} <= set(names)
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", ["<b>&", "$x^2$", 'quo"te', "正", "a\x1bb", "x" * 5000])
def test_class_names_are_written_as_they_are(name):
    data = classes([[0, 0], [1, 0], [2, 1]], [0, 1, 0], (name, "other"))
    shown = scene("adaboost", data, 1, 1)
    words = [
        "".join(text.itertext()) for text in drawing(shown, size=(640, 400)).iter(f"{SVG}text")
    ]
    expected = name.replace("\x1b", "\N{REPLACEMENT CHARACTER}")
    if len(name) < 29:
        assert words.count(expected) == 1  # beside the stump
        assert words.count(f"{expected} −1") == 1  # in the key, with its number in the sums
    else:
        shown_words = [each for each in words if each.endswith("…")]
        assert len(shown_words) == 2
        assert all(name.startswith(each[:-1]) and len(each) > 9 for each in shown_words)
    assert png(shown, FigureLayout(size=(640, 400)))


def test_the_same_scene_gives_the_same_bytes():
    for write in (png, svg):
        made = [write(scene("random-forest", drawn_classes(24, 3, seed=2), 4)) for _ in range(2)]
        assert made[0] == made[1]
    assert not re.search(rb"20[0-9]{2}-[0-9]{2}-[0-9]{2}", made[0])
    assert b"atplotlib" not in made[0]


def test_settings_of_the_user_change_nothing(monkeypatch):
    import matplotlib as mpl

    shown = scene("adaboost", sample("ten-points"), 3)
    before = svg(shown), png(shown)
    monkeypatch.setitem(mpl.rcParams, "text.color", "red")
    monkeypatch.setitem(mpl.rcParams, "path.simplify_threshold", 0.9)
    monkeypatch.setitem(mpl.rcParams, "lines.antialiased", False)
    monkeypatch.setitem(mpl.rcParams, "savefig.bbox", "tight")
    assert (svg(shown), png(shown)) == before
    assert mpl.rcParams["text.color"] == "red"


# --- everything can be drawn --------------------------------------------------------------------

SCENES = {
    "no points": ("bagging", drawn_classes(0, 2, seed=1), 0, None, {}),
    "one point": ("bagging", classes([[1, 2]], [0], "AB"), 0, None, {}),
    "one place": ("adaboost", classes([[3, 3]] * 5, [0, 1, 1, 1, 0], "AB"), 1, 1, {}),
    "stump": ("adaboost", drawn_classes(21, 2, seed=1), 5, 4, {}),
    "tree": ("tree", drawn_classes(24, 3, seed=2), 4, 1, {}),
    "forest": ("random-forest", drawn_classes(32, 8, seed=3), 5, 4, {}),
    "boosting of classes": ("gradient-boosting", drawn_classes(24, 3, seed=2), 3, 3, {}),
    "boosting of values": ("gradient-boosting", drawn_values(25, 2, seed=9), 3, 3, {}),
    "bagging of values": ("bagging", drawn_values(25, 2, seed=9), 3, 2, {}),
    "line": ("gradient-boosting", sample("sine"), 3, 4, {}),
    "line at the start": ("gradient-boosting", sample("sine"), 0, None, {}),
    "line of a bag": ("bagging", sample("sine"), 5, 3, {}),
    "line of a tree": ("tree", sample("step"), 3, 2, {}),
    "no line": ("bagging", drawn_values(0, 1, seed=1), 0, None, {}),
}


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("palette", PALETTES)
def test_every_scene_can_be_drawn(name, palette):
    method, data, t, step, settings = SCENES[name]
    layers = Layers(test=True, surface="hard" if palette == "dark" else "soft")
    view = View.of(palette=palette, layers=layers)
    shown = scene(method, data, t, step, view=view, **settings)
    picture = pixels(shown, size=(320, 240), caption=True)
    assert picture.shape == (240, 320, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 10
    words = " ".join(
        "".join(text.itertext())
        for text in drawing(shown, size=(1280, 800), caption=True).iter(f"{SVG}text")
    )
    assert shown.caption.headline in words


def has_card(drawn) -> bool:
    return any(artist.get_gid() == "key" for artist in drawn.axes[0].get_children())


def test_the_key_hides_no_point():
    crowd = Dataset(np.random.default_rng(1).uniform(size=(400, 2)), np.arange(400) % 2, ("A", "B"))
    full = View.of(frame=Frame(0.0, 0.0, 1.0, 1.0))
    free = figure(scene("bagging", sample("moons"), 0), FigureLayout(size=(800, 600)))
    above = figure(scene("bagging", crowd, 0, view=full), FigureLayout(size=(800, 600)))
    assert [has_card(drawn) for drawn in (free, above)] == [True, False]
    words = [text.get_text() for text in above.findobj() if hasattr(text, "get_text")]
    assert {"A", "B"} <= set(words)


# --- words --------------------------------------------------------------------------------------

SHEETS = {"column": (320, 240), "tall": (400, 800), "slide": (1280, 720)}
LONG = tuple(f"A class with quite a long name, {k}" for k in range(8))
CROWDED = {
    "few": sample("ten-points"),
    "many": replace(sample("blobs", classes=8), classes=LONG),
    "values": sample("surface"),
    "line": sample("sine"),
}


def words_that_meet(drawn) -> list[tuple[str, str]]:
    """Find words that lie over others, or over the edge of a card or of the sheet."""
    renderer = drawn.canvas.get_renderer()
    boxes: dict[type, list] = {Text: [], FancyBboxPatch: []}
    for artist in drawn.axes[0].get_children():
        if type(artist) in boxes and not (type(artist) is Text and not artist.get_text()):
            boxes[type(artist)].append((artist, artist.get_window_extent(renderer)))
    words, cards = boxes.values()
    pairs = itertools.combinations(words, 2)
    met = [(a.get_text(), b.get_text()) for (a, one), (b, two) in pairs if overlap(one, two) > 1.0]
    for text, box in words:
        most = box.width * box.height - 1.0
        if overlap(box, drawn.bbox) < most:
            met.append((text.get_text(), "the edge of the sheet"))
        for card, around in cards:
            hidden = card.get_zorder() > text.get_zorder()
            if 1.0 < overlap(box, around) < (np.inf if hidden else most):
                met.append((text.get_text(), f"a card: {card.get_gid()}"))
    return met


def overlap(one, other) -> float:
    """Measure what two boxes share, in square pixels."""
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    return max(wide, 0.0) * max(high, 0.0)


LEARNED = [
    (method, name)
    for method, declared in methods.methods().items()
    for name, data in CROWDED.items()
    if ("classification" if data.n_classes else "regression") in declared.tasks
]


@pytest.mark.parametrize("size", SHEETS)
@pytest.mark.parametrize(("method", "name"), LEARNED)
def test_no_words_lie_over_others(method, name, size):
    data = CROWDED[name]
    run = scene(method, data, 0).stage.run
    while len(run) < 20 and run.advance():
        pass
    first, last = steps(run, min(1, len(run))), steps(run, len(run))
    for t, step in ((0, 0), (1, 1), (1, len(first)), (len(run), len(last))):
        if t <= len(run):
            drawn = figure(scene(method, data, t, step), FigureLayout(SHEETS[size], caption=True))
            assert words_that_meet(drawn) == [], (t, step)


@pytest.mark.parametrize("form", [png, svg])
def test_ticks_have_a_rim_of_the_ground_over_surface_and_points(form):
    view = View.of(layers=Layers(surface="hard"), frame=Frame(0.0, 0.0, 10.0, 10.0))
    data = classes([[0.2, 4], [4, 0.45], [9, 9]], [0, 1, 1], "AB")  # two points below ticks
    shown = scene("tree", data, 1, view=view)
    if form is svg:
        root = drawing(shown, size=(640, 400), key=False)
        ticks = [t for t in root.iter(f"{SVG}text") if "".join(t.itertext()).isdigit()]
        assert len(group(root, "rim")) >= len(ticks) > 6  # the numbers are still text
        return
    picture = pixels(shown, size=(640, 400), key=False)
    for x, y in ((16, 240), (256, 382)):  # the middles of 4 and 4
        part = picture[y - 8 : y + 8, x - 5 : x + 6].reshape(-1, 3)
        rim = (np.abs(part - rgb(LIGHT.canvas)).max(axis=1) <= 2).mean()
        ink = np.abs(part - rgb(LIGHT.ink2)).max(axis=1).min()
        assert rim > 0.12, (x, y)
        assert ink < 60, (x, y)


# --- files --------------------------------------------------------------------------------------


FIRST_BYTES = {"a.png": b"\x89PNG", "b.SVG": b"<?xml", "c.pdf": b"%PDF-1.", "d.pgf": b"% Test. "}


def test_the_ending_says_what_is_written(tmp_path):
    shown = scene("adaboost", sample("ten-points"), 3)
    for name, begins in FIRST_BYTES.items():
        drawn = draw(shown, form_of(tmp_path / name), FigureLayout(size=(320, 240)))
        assert drawn.startswith(begins)
    with pytest.raises(
        Refusal, match=r"c\.eps: the file of a figure ends in \.png, \.svg, \.pdf or"
    ):
        form_of(tmp_path / "c.eps")


@pytest.mark.parametrize(
    "sheet",
    [{"size": (63, 400)}, {"size": (400, 8193)}, {"scale": 0.9}, {"scale": 8.1},
     {"scale": float("nan")}, {"size": (8000, 8000), "scale": 2.0}],
)  # fmt: skip
def test_sheets_that_cannot_be_are_refused(sheet):
    with pytest.raises(Refusal):
        FigureLayout(**sheet)


# --- the command --------------------------------------------------------------------------------

TEN = ("render", "--sample", "ten-points", "--method", "adaboost", "--size", "320x240")


def test_the_command_draws_what_the_scene_shows(cli, tmp_path):
    from PIL import Image

    path = tmp_path / "plot.png"
    asked = ("--round", 3, "--step", "weights", "--scale", 2, "--palette", "dark")
    outcome = cli(*TEN, *asked, "--layers", "misses=off, surface=hard", "--out", path)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    view = View.of(palette="dark", layers=Layers(misses=False, surface="hard"))
    shown = scene("adaboost", sample("ten-points"), 3, 4, view=view)
    expected = pixels(shown, size=(320, 240), scale=2.0)
    with Image.open(path) as picture:
        assert np.array_equal(np.asarray(picture.convert("RGB")), expected)
        assert picture.text["Description"] == f"Ten points. {shown.caption.headline}"


@pytest.mark.parametrize("what", ["tree", "search", "curves", "gallery"])
@pytest.mark.parametrize("method", ["adaboost", "random-forest", "xgboost"])
def test_what_stands_beside_the_canvas_can_be_drawn_by_itself(cli, tmp_path, method, what):
    asked = ("render", "--sample", "moons", "--method", method, "--round", 3, "--size", "416x240")
    for name in ("part.png", "part.svg"):
        assert cli(*asked, "--what", what, "--out", tmp_path / name).code == 0
    root = ET.fromstring((tmp_path / "part.svg").read_bytes())
    written = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    shown = scene(method, sample("moons"), 3)
    wanted = {
        "tree": [box.lines[0].text for box in shown.tree.arranged(416).boxes if box.lines[0].text],
        "search": [shown.search.axes[0].name, shown.search.axes[1].best.text],
        "curves": ["round", *(curve.name for curve in shown.curves.series)],
        "gallery": [shown.gallery.terms[-1].caption],
    }[what]
    assert all(any(text in each for each in written) for text in wanted)
    if what == "curves":
        for curve in shown.curves.series:
            assert group(root, curve.name), curve.name


def test_without_a_round_the_last_is_drawn(cli, tmp_path):
    path = tmp_path / "plot.svg"
    for arguments in (["--set", "rounds=4"], ["--set", "rounds=9", "--round", "4"]):
        assert cli(*TEN, *arguments, "-o", path).code == 0
        drawn = ET.fromstring(path.read_bytes())
        assert "h₄" in {"".join(text.itertext()) for text in drawn.iter(f"{SVG}text")}
    assert cli(*TEN, "--round", "0", "--caption", "--no-key", "-o", path).code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-o", "plot.eps"], ".png, .svg, .pdf or .pgf, that of a table in .csv, .md or .tex"),
        (["-o", "plot"], ".pdf or .pgf"),
        (["-o", "a.png", "--round", "99"], "round 99: the run ends after round 50. All 50 rounds"),
        (["-o", "a.png", "--round", "-1"], "--round"),
        (
            ["-o", "a.png", "--round", "2", "--step", "draw"],
            "train, mistakes, alpha, weights, vote",
        ),
        (["-o", "a.png", "--round", "0", "--step", "vote"], "before the first round"),
        (["-o", "a.png", "--size", "10x10"], "64"),
        (["-o", "a.png", "--size", "big"], "1280x800"),
        (["-o", "a.png", "--scale", "9"], "from 1 to 8"),
        (["-o", "a.png", "--scale", "nan"], "'nan'"),
        (["-o", "a.png", "--palette", "pink"], "projector"),
        (["-o", "a.png", "--layers", "mises=off"], "misses"),
        (["-o", "a.png", "--layers", "misses=maybe"], "on, off"),
        (["-o", "a.png", "--layers", "surface=on"], "soft, hard, off"),
        (["-o", "gone/a.png"], "cannot be written"),
        ([], "--out"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_figure_that_cannot_be_costs_one_line(cli, monkeypatch, tmp_path, arguments, says):
    monkeypatch.chdir(tmp_path)
    assert says in cli(*TEN, *arguments).refusal
    assert list(tmp_path.iterdir()) == []


def test_the_command_knows_every_palette():
    assert tuple(PALETTES) == figure_options.PALETTES


def test_a_fresh_process_draws_without_qt_and_without_a_display(tmp_path):
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    for name in ("plot.png", "plot.svg"):
        run = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "ensemble_viz", *TEN, "-o", tmp_path / name],
            check=False, cwd=ROOT, env=environment, capture_output=True, text=True,
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
        loaded = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
        assert "matplotlib.figure" in loaded
        assert "matplotlib.pyplot" not in loaded
        assert {each.partition(".")[0] for each in loaded} & {
            "PySide6",
            "shiboken6",
            "pyqtgraph",
        } == set()
        assert (tmp_path / name).stat().st_size > 1000


# --- second order -----------------------------------------------------------------------------


@pytest.mark.parametrize("step", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("name", ["sine", "surface", "moons", "blobs"])
def test_every_step_of_second_order_is_a_figure(name, step):
    shown = scene("xgboost", sample(name), 2, step, max_depth=2, gamma=1.0)
    root = drawing(shown, caption=True, key=True)
    if name == "sine":
        assert bool(group(root, "tree")) == (step >= 4)
        assert bool(group(root, "to come")) == (step == 4)
        tree = shown.stage.tree
        cuts = 0 if tree is None else int((tree.feature >= 0).sum())
        drawn = sum(len(curves(path.get("d"))) for path in group(root, "splits"))
        assert drawn in (cuts, 2 * cuts)
    assert png(shown, FigureLayout())[:4] == b"\x89PNG"


# --- surfaces without cells ---------------------------------------------------------------------


def sampled(**sheet):
    shown = scene("voting", DATASETS["two classes"], 2, members=["naive-bayes", "logistic"],
                  vote="soft")  # fmt: skip
    return shown, svg(shown, FigureLayout(**sheet)).decode()


def test_borders_of_learners_that_are_no_trees_are_paths():
    shown, drawn = sampled()
    for name, wanted in (("boundary", shown.sharpened().field.curves),
                         ("learner", shown.sharpened().learner_mark.curves)):  # fmt: skip
        (path,) = group(ET.fromstring(drawn), name)
        assert len(curves(path.get("d"))) == len(wanted)
        for curve, places in zip(curves(path.get("d")), wanted, strict=True):
            expected = pixel_of(shown, 1280, 800, places)
            apart = np.abs(expected[:, None] - curve).max(axis=2)
            assert max(apart.min(axis=0).max(), apart.min(axis=1).max()) < 0.0071


@pytest.mark.parametrize("caption", [False, True])
def test_a_figure_says_that_its_surface_was_sampled(caption):
    words = "Surface and boundary sampled on a 1024 × 1024 grid"
    assert words in sampled(caption=caption)[1]
    exact = scene("bagging", DATASETS["two classes"], 2, rounds=2)
    assert "sampled" not in svg(exact, FigureLayout(caption=caption)).decode()
