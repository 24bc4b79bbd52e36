"""The list of samples: what each is made by, with defaults for a lecture.

Noise and seeds were chosen by looking: the shape shows, the classes touch, and no single split
parts them.
"""

from functools import partial

from ensemble_viz.engine.data.dataset import MOST_CLASSES
from ensemble_viz.engine.data.samples import functions, rule, shapes, tables
from ensemble_viz.engine.data.samples.chance import draw_classes, draw_values
from ensemble_viz.engine.data.samples.declaration import Option, Sample, TextOption
from ensemble_viz.engine.data.samples.rule_text import read_rule

CLASSES, VALUES = "classification", "regression"
MOST_POINTS = 1_000_000
LARGEST_SEED = 2**31 - 1  # what a spin box of Qt holds

FLIP = Option(
    "flip", "labels flipped", float, 0.0, 0.0, 0.5, "The share of the points given a wrong class."
)
TEST = Option(
    "test",
    "test points",
    int,
    0,
    0,
    MOST_POINTS,
    "Fresh points that are never learned from, without flipped labels or outliers.",
)
CLOUDS = Option("classes", "classes", int, 3, 2, MOST_CLASSES, "How many clouds there are.")
RATIO = Option(
    "ratio",
    "first to last class",
    float,
    1.0,
    1.0,
    20.0,
    "How many times as many points the first class has as the last.",
)
FACTOR = Option(
    "factor", "inner radius", float, 0.5, 0.1, 0.9, "The inner radius; the outer one is 1."
)
TURNS = Option("turns", "turns", float, 1.5, 0.25, 4.0, "How often an arm goes round the centre.")
ANGLE = Option(
    "angle",
    "angle",
    float,
    30.0,
    0.0,
    90.0,
    "How far the bands lean, in degrees; at 0 and 90 they run as trees cut.",
)
OUTLIERS = Option(
    "outliers", "outliers", int, 3, 0, 20, "How many points, the first ones, lie far off the curve."
)
RULE = TextOption(
    "rule",
    "rule",
    str,
    "x2 > sin(3*x1)",
    "A condition makes two classes, B where it holds; a formula makes values (of x: on a line).",
    read_rule,
)
REACH = Option(
    "reach", "reach", float, 2.0, 0.1, 100.0, "Both coordinates are drawn from −reach to reach."
)


def _n(default: int) -> Option:
    return Option("n", "points", int, default, 1, MOST_POINTS, "How many points are drawn.")


def _noise(default: float, what: str) -> Option:
    text = f"The standard deviation of the normal noise added to {what}."
    return Option("noise", "noise", float, default, 0.0, 1.0, text)


def _seed(default: int, what: str = "points") -> Option:
    text = f"Another seed draws other {what}."
    return Option("seed", "seed", int, default, 0, LARGEST_SEED, text)


def _shape(n: int, noise: float, seed: int, *own: Option) -> tuple[Option, ...]:
    return (_n(n), _noise(noise, "both coordinates"), *own, _seed(seed), FLIP, TEST)


def _function(n: int, noise: float, seed: int, *own: Option) -> tuple[Option, ...]:
    return (_n(n), _noise(noise, "the values"), *own, _seed(seed), TEST)


_ALL = (
    Sample(
        "ten-points",
        "Ten points",
        CLASSES,
        "The ten points of the lecture notes, which three stumps together get right.",
        (_seed(0, "labels to flip"), FLIP),
        tables.ten_points,
    ),
    Sample(
        "latitude",
        "Latitude",
        VALUES,
        "Four values of the lecture notes, few enough to boost by hand.",
        (),
        tables.latitude,
    ),
    Sample(
        "moons",
        "Two moons",
        CLASSES,
        "Two half circles, each reaching into the other: stumps add up to a good border.",
        _shape(100, 0.2, 2),
        partial(draw_classes, shapes.moons),
    ),
    Sample(
        "circles",
        "Circles",
        CLASSES,
        "One circle inside another: one stump is poor, fifty of them close the ring.",
        _shape(120, 0.12, 2, FACTOR),
        partial(draw_classes, shapes.circles),
    ),
    Sample(
        "blobs",
        "Blobs",
        CLASSES,
        "A round cloud for each of two to eight classes.",
        _shape(120, 0.3, 2, CLOUDS, RATIO),
        partial(draw_classes, shapes.blobs),
    ),
    Sample(
        "xor",
        "Exclusive or",
        CLASSES,
        "Four clouds, a class in opposite corners: no sum of stumps can learn it, depth 2 can.",
        _shape(120, 0.25, 4),
        partial(draw_classes, shapes.xor),
    ),
    Sample(
        "checkerboard",
        "Checkerboard",
        CLASSES,
        "Four by four squares: only deep trees see them, since every first split looks useless.",
        _shape(320, 0.07, 4),
        partial(draw_classes, shapes.checkerboard),
    ),
    Sample(
        "spirals",
        "Spirals",
        CLASSES,
        "Two arms wound around each other, which take many splits to tell apart.",
        _shape(200, 0.05, 1, TURNS),
        partial(draw_classes, shapes.spirals),
    ),
    Sample(
        "stripes",
        "Stripes",
        CLASSES,
        "Four slanting bands, which a tree can follow only in stairs.",
        _shape(240, 0.05, 1, ANGLE),
        partial(draw_classes, shapes.stripes),
    ),
    Sample(
        "gaussians",
        "Two normal clouds",
        CLASSES,
        "A round and a long cloud that overlap: no method gets all of them right.",
        _shape(150, 0.1, 4),
        partial(draw_classes, shapes.gaussians),
    ),
    Sample(
        "yin-yang",
        "Yin and yang",
        CLASSES,
        "A disc parted by an S, with two small eyes that simple methods overlook.",
        _shape(400, 0.02, 1),
        partial(draw_classes, shapes.yin_yang),
    ),
    Sample(
        "surface",
        "Hill and hollow",
        VALUES,
        "A smooth landscape over the plane, to be rebuilt from boxes.",
        _function(150, 0.2, 0),
        partial(draw_values, functions.surface),
    ),
    Sample(
        "step",
        "Steps",
        VALUES,
        "Five levels along a line, with noise: four splits would say it all.",
        _function(80, 0.3, 2),
        partial(draw_values, functions.step),
    ),
    Sample(
        "sine",
        "Sine with outliers",
        VALUES,
        "One period of the sine, with a few points far off that squared loss runs after.",
        _function(60, 0.15, 2, OUTLIERS),
        partial(draw_values, functions.sine),
    ),
    Sample(
        "rule",
        "Your own rule",
        CLASSES,
        "Points whose class or value follows a formula of your own.",
        (
            RULE,
            _n(200),
            _noise(0.0, "both coordinates, or to the values"),
            REACH,
            _seed(1),
            FLIP,
            TEST,
        ),
        rule.draw_rule,
    ),
)
SAMPLES: dict[str, Sample] = {sample.name: sample for sample in _ALL}
