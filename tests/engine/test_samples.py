"""Samples: what a name, its options and a seed stand for never changes."""

import math
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import (
    SAMPLES,
    Option,
    Sample,
    TextOption,
    parse_sample,
    sample,
)
from ensemble_viz.engine.data.samples.chance import rounded

TABLES = ("ten-points", "latitude")
DRAWN = [name for name in SAMPLES if name not in TABLES]
SHAPES = [name for name in DRAWN if SAMPLES[name].task == "classification"]
CONDITIONS = ["x1 > x2", "max(x1, x2) >= 0 or x1 == 1", "not x**2 + y**2 < 1", "abs(x1) < 1 < x2"]
FUNCTIONS = [name for name in DRAWN if SAMPLES[name].task == "regression"]

# Saved lessons rely on these: the defaults, and the points and answers 1, 2 and 3.
DEFAULTS = {
    "ten-points": "seed=0,flip=0.0",
    "latitude": "",
    "moons": "n=100,noise=0.2,seed=2,flip=0.0,test=0",
    "circles": "n=120,noise=0.12,factor=0.5,seed=2,flip=0.0,test=0",
    "blobs": "n=120,noise=0.3,classes=3,ratio=1.0,seed=2,flip=0.0,test=0",
    "xor": "n=120,noise=0.25,seed=4,flip=0.0,test=0",
    "checkerboard": "n=320,noise=0.07,seed=4,flip=0.0,test=0",
    "spirals": "n=200,noise=0.05,turns=1.5,seed=1,flip=0.0,test=0",
    "stripes": "n=240,noise=0.05,angle=30.0,seed=1,flip=0.0,test=0",
    "gaussians": "n=150,noise=0.1,seed=4,flip=0.0,test=0",
    "yin-yang": "n=400,noise=0.02,seed=1,flip=0.0,test=0",
    "surface": "n=150,noise=0.2,seed=0,test=0",
    "step": "n=80,noise=0.3,seed=2,test=0",
    "sine": "n=60,noise=0.15,outliers=3,seed=2,test=0",
    "rule": "rule=x2 > sin(3*x1),n=200,noise=0.0,reach=2.0,seed=1,flip=0.0,test=0",
}
FIRST_THREE: dict[str, list[tuple[tuple[float, ...], str | float]]] = {
    "ten-points": [((1.0, 5.0), "plus"), ((2.0, 2.0), "plus"), ((3.0, 1.0), "minus")],
    "latitude": [((500.0, 10.0), 60.0), ((450.0, 8.0), 70.0), ((620.0, 12.0), 65.0)],
    "moons": [((-0.3328, 1.2127), "A"), ((0.2294, 0.0229), "B"), ((-1.0757, -0.0225), "A")],
    "circles": [((-0.7101, -0.5133), "A"), ((0.4428, 0.3005), "B"), ((0.6764, -0.8727), "A")],
    "blobs": [((-0.7814, -0.1662), "A"), ((0.6246, 0.3218), "B"), ((0.4429, -1.334), "C")],
    "xor": [((-0.7464, -1.6307), "A"), ((-0.9276, 0.8974), "B"), ((0.8418, 1.1527), "A")],
    "checkerboard": [((0.6957, 0.1066), "A"), ((3.1792, 1.2152), "A"), ((2.7841, 3.3172), "B")],
    "spirals": [((0.5664, 0.5671), "A"), ((-0.5791, -0.488), "B"), ((0.3287, -0.5172), "A")],
    "stripes": [((-0.0355, 0.6256), "A"), ((-0.1009, -0.5621), "B"), ((-0.3025, 0.7008), "A")],
    "gaussians": [((0.1341, -0.0795), "A"), ((0.2956, -0.5922), "B"), ((-0.3035, 0.6782), "A")],
    "yin-yang": [((-0.5806, -0.6954), "A"), ((0.4592, 0.5407), "B"), ((0.3392, -0.4567), "A")],
    "surface": [
        ((-0.3268, 0.4403), 0.3365),
        ((-0.8608, -0.322), -0.8623),
        ((-0.8455, -0.913), -0.6269),
    ],
    "step": [((6.1961,), 4.0513), ((1.259,), 1.2282), ((8.8718,), 0.2932)],
    "sine": [((3.8931,), 1.6592), ((0.7911,), -1.1125), ((5.5743,), 1.082)],
    "rule": [((0.2301, -1.1697), "A"), ((0.1697, 1.127), "B"), ((-0.7972, 1.4106), "B")],
}


def same(one: Dataset, other: Dataset) -> bool:
    """Compare the points, the answers and the test points."""
    arrays = [(one.points, other.points), (one.target, other.target)]
    if (one.test is None) != (other.test is None):
        return False
    if one.test is not None and other.test is not None:
        arrays += [(one.test.points, other.test.points), (one.test.target, other.test.target)]
    return all(np.array_equal(mine, yours) for mine, yours in arrays)


def answers(data: Dataset) -> list[Any]:
    """Name the classes, or list the values."""
    if data.classes is None:
        return data.target.tolist()
    return [data.classes[k] for k in data.target]


def refusal(text: str) -> str:
    """Say why a text names no sample; nothing if it does."""
    try:
        parse_sample(text)
    except Refusal as reason:
        return str(reason)
    return ""


def values_of(option: Option | TextOption) -> st.SearchStrategy[Any]:
    """Draw anything that an option allows, with sizes a test can afford."""
    if isinstance(option, TextOption):
        return st.sampled_from(CONDITIONS)
    if option.type is int:
        most = {"n": 300, "test": 50}.get(option.name, int(option.high))
        return st.integers(int(option.low), most)
    return st.floats(option.low, option.high)


def requests(chosen: Sample) -> st.SearchStrategy[dict[str, Any]]:
    """Draw any options of a sample."""
    return st.fixed_dictionaries({}, optional={o.name: values_of(o) for o in chosen.options})


# the list


def test_the_samples_are_listed_in_the_order_of_a_lecture():
    assert list(SAMPLES) == [
        "ten-points",
        "latitude",
        "moons",
        "circles",
        "blobs",
        "xor",
        "checkerboard",
        "spirals",
        "stripes",
        "gaussians",
        "yin-yang",
        "surface",
        "step",
        "sine",
        "rule",
    ]
    assert all(chosen.name == name for name, chosen in SAMPLES.items())


@pytest.mark.parametrize("chosen", SAMPLES.values(), ids=SAMPLES)
def test_every_sample_introduces_itself_in_one_sentence(chosen):
    assert re.fullmatch(r"[A-Z][^.]+\.", chosen.summary)
    assert len(chosen.summary) <= 100
    assert chosen.title[0].isupper()
    for option in chosen.options:
        assert re.fullmatch(r"[A-Z][^.]+\.", option.help)
        assert option.check(option.default) == option.default
        assert type(option.check(option.default)) is option.type


@pytest.mark.parametrize("name", DRAWN)
def test_everything_that_is_drawn_takes_the_common_options(name):
    names = [option.name for option in SAMPLES[name].options]
    common = ["n", "noise", "seed", "flip", "test"]
    if name in FUNCTIONS:
        common.remove("flip")
    assert [option for option in names if option in common] == common
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("chosen", SAMPLES.values(), ids=SAMPLES)
def test_the_task_is_the_one_announced(chosen):
    assert chosen.build().task == chosen.task


# the tables of the notes


def test_the_ten_points_are_those_of_the_notes():
    data = sample("ten-points")
    assert data.points.T.tolist() == [
        [1, 2, 3, 4, 6, 6, 7, 8, 9, 10],
        [5, 2, 1, 6, 8, 5, 9, 7, 8, 2],
    ]
    assert data.classes == ("minus", "plus")
    assert data.target.tolist() == [1, 1, 0, 0, 1, 0, 1, 1, 0, 0]
    assert data.columns == ("x1", "x2")
    assert data.test is None


def test_the_latitude_table_is_that_of_the_notes():
    data = sample("latitude")
    assert data.columns == ("Length", "Barb")
    assert data.points.T.tolist() == [[500, 450, 620, 150], [10, 8, 12, 2]]
    assert data.target.tolist() == [60, 70, 65, 30]
    assert data.target.mean() == 56.25
    assert data.classes is None


def test_each_call_hands_over_fresh_arrays():
    for name in SAMPLES:
        assert sample(name).points is not sample(name).points


# what the draws depend on


@pytest.mark.parametrize("name", SAMPLES)
def test_the_defaults_never_change(name):
    defaults = SAMPLES[name].resolve()
    assert ",".join(f"{option}={value}" for option, value in defaults.items()) == DEFAULTS[name]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_first_points_never_change(name):
    data = sample(name)
    points = [tuple(point) for point in data.points[:3].tolist()]
    assert list(zip(points, answers(data)[:3], strict=True)) == FIRST_THREE[name]


@pytest.mark.parametrize("name", DRAWN)
def test_the_same_seed_draws_the_same_and_another_seed_others(name):
    data = sample(name, seed=5, test=20)
    assert same(data, sample(name, seed=5, test=20))
    other = sample(name, seed=6, test=20)
    assert not (data.points == other.points).all(axis=1).any()
    assert not (data.test.points == other.test.points).all(axis=1).any()


@pytest.mark.parametrize("name", DRAWN)
def test_more_points_keep_the_first_ones(name):
    many = sample(name, n=1000, test=300)
    for n in (1, 2, 7, 60, 999):
        few = sample(name, n=n, test=10)
        assert np.array_equal(few.points, many.points[:n])
        assert np.array_equal(few.target, many.target[:n])
        assert np.array_equal(few.test.points, many.test.points[:10])
        assert np.array_equal(few.test.target, many.test.target[:10])


@settings(deadline=None)
@given(st.integers(2, 8), st.floats(1.0, 20.0), st.integers(1, 400))
def test_more_points_keep_the_first_ones_also_of_unequal_classes(classes, ratio, n):
    many = sample("blobs", n=400, classes=classes, ratio=ratio)
    few = sample("blobs", n=n, classes=classes, ratio=ratio)
    assert np.array_equal(few.points, many.points[:n])
    assert np.array_equal(few.target, many.target[:n])


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_learned_from_is_what_is_read(name):
    data = sample(name, n=2000, test=100)
    for numbers in (data.points, data.test.points, data.target, data.test.target):
        flat = numbers.ravel().tolist()
        assert all(float(f"{number:.4f}") == number for number in flat)


def test_zero_has_no_sign():
    assert np.signbit(rounded(np.array([-0.0, -0.00001, -0.0001]))).tolist() == [False, False, True]


@pytest.mark.parametrize(
    ("name", "option"),
    [(name, option) for name, chosen in SAMPLES.items() for option in chosen.options],
    ids=lambda part: part if isinstance(part, str) else part.name,
)
def test_every_option_changes_the_points(name, option):
    others = {"flip": 0.2} if name == "ten-points" and option.name == "seed" else {}
    usual = sample(name, **others)
    value = option.high if option.default != option.high else option.low
    if option.name in ("n", "test"):
        value = option.default + 10
    if isinstance(option, TextOption):
        value = CONDITIONS[0]
    assert not same(usual, sample(name, **others, **{option.name: value}))


# what the classes are


@pytest.mark.parametrize("name", [name for name in SHAPES if name != "rule"])
@pytest.mark.parametrize("n", [1, 2, 31, 320])
def test_classes_are_equal_and_take_turns(name, n):
    target = sample(name, n=n, seed=7).target
    count = np.bincount(target, minlength=2)
    assert count.max() - count.min() <= (2 if name == "checkerboard" else 1)
    runs = np.split(target, np.flatnonzero(np.diff(target)) + 1)
    assert max(len(run) for run in runs) <= 4


def test_classes_are_named_by_letters():
    assert sample("moons").classes == ("A", "B")
    assert sample("blobs", classes=8).classes == tuple("ABCDEFGH")
    assert sample("blobs", classes=8, n=1).classes == tuple("ABCDEFGH")


def test_blobs_can_be_of_unequal_size():
    counts = np.bincount(sample("blobs", classes=3, n=700, ratio=4.0).target)
    assert counts.tolist() == [400, 200, 100]
    counts = np.bincount(sample("blobs", classes=8, n=1000, ratio=20.0).target)
    assert counts[0] / counts[7] == pytest.approx(20, rel=0.05)
    assert (np.diff(counts) < 0).all()


def test_another_blob_leaves_the_others_in_place():
    for classes in range(2, 8):
        data = [sample("blobs", n=4000, classes=k, noise=0.0) for k in (classes, classes + 1)]
        for k in range(classes):
            few, many = (one.points[one.target == k].mean(axis=0) for one in data)
            assert few == pytest.approx(many, abs=0.05)


# what the shapes are


def test_moons_are_half_circles():
    data = sample("moons", noise=0.0, n=500)
    upper, lower = (data.points[data.target == k] for k in (0, 1))
    assert np.hypot(*upper.T) == pytest.approx(1, abs=1e-4)
    assert np.hypot(*(lower - [1, 0.5]).T) == pytest.approx(1, abs=1e-4)
    assert (upper[:, 1] >= 0).all()
    assert (lower[:, 1] <= 0.5).all()


def test_circles_have_their_radii():
    data = sample("circles", noise=0.0, factor=0.3)
    radius = np.hypot(*data.points.T)
    assert radius == pytest.approx(np.where(data.target == 0, 1.0, 0.3), abs=1e-4)


def test_xor_has_a_class_in_opposite_corners():
    data = sample("xor", n=400, noise=0.0)
    sign = np.sign(data.points.prod(axis=1))
    assert (np.where(data.target == 0, 1, -1) == sign).mean() > 0.99
    for corner in ([1, 1], [1, -1], [-1, 1], [-1, -1]):
        assert (np.sign(data.points) == corner).all(axis=1).sum() == pytest.approx(100, abs=2)


def test_a_checkerboard_has_sixteen_squares_alike():
    data = sample("checkerboard", n=1600, noise=0.0)
    column, row = np.floor(data.points).astype(int).T
    assert np.array_equal((column + row) % 2, data.target)
    assert np.bincount(4 * column + row).tolist() == [100] * 16


def test_spirals_are_one_arm_and_its_half_turn():
    data = sample("spirals", n=2000, noise=0.0, turns=2.0)
    radius = np.hypot(*data.points.T)
    angle = np.arctan2(*data.points.T[::-1])
    off = angle - 2 * np.pi * 2.0 * radius - np.pi * data.target
    assert np.cos(off) == pytest.approx(1, abs=1e-3)
    assert radius.max() <= 1.0001


@pytest.mark.parametrize(("angle", "axis"), [(0.0, 0), (90.0, 1)])
def test_upright_and_level_stripes_are_cut_by_three_splits(angle, axis):
    data = sample("stripes", n=1000, noise=0.0, angle=angle)
    band = np.digitize(data.points[:, axis], [-0.5, 0.0, 0.5])
    assert np.array_equal(band % 2, data.target)
    assert np.bincount(band) == pytest.approx(250, abs=50)


@settings(deadline=None)
@given(st.floats(0.0, 90.0))
def test_stripes_lean_by_their_angle(angle):
    data = sample("stripes", n=300, noise=0.0, angle=angle)
    across = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    band = np.floor(data.points @ across / (across.sum() / 2))
    assert np.array_equal(band % 2, data.target)
    assert len(set(band)) == 4


def test_normal_clouds_overlap():
    data = sample("gaussians", n=20_000, noise=0.0)
    first, second = (data.points[data.target == k] for k in (0, 1))
    assert first.mean(axis=0) == pytest.approx([-0.4, 0.4], abs=0.02)
    assert np.cov(first.T) == pytest.approx(np.diag([0.25, 0.25]), abs=0.01)
    assert second.mean(axis=0) == pytest.approx([0.4, -0.4], abs=0.02)
    assert np.corrcoef(second.T)[0, 1] > 0.5


def test_yin_and_yang_are_a_disc_an_s_and_two_eyes():
    data = sample("yin-yang", n=4000, noise=0.0)
    assert np.hypot(*data.points.T).max() <= 1.0001

    def share_of_second(x1: float, x2: float, radius: float) -> float:
        near = np.hypot(*(data.points - [x1, x2]).T) < radius
        assert near.sum() > 20
        return data.target[near].mean()

    assert share_of_second(0.75, 0.0, 0.2) == 1
    assert share_of_second(-0.75, 0.0, 0.2) == 0
    assert share_of_second(0.0, 0.5, 0.2) == 0  # the eye in the head of the second
    assert share_of_second(0.0, -0.5, 0.2) == 1
    assert share_of_second(-0.38, 0.5, 0.08) == 1  # the head itself
    assert share_of_second(0.38, -0.5, 0.08) == 0


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_fill_a_frame_of_comparable_sides(name):
    data = sample(name, n=2000)
    width, height = np.ptp(data.points, axis=0)
    assert 0.5 <= width / height <= 2.0
    assert 1.5 <= max(width, height) <= 6.0


def test_noise_is_the_standard_deviation_of_what_is_added():
    for name in SHAPES:
        if name not in ("blobs", "xor", "gaussians"):  # clouds have a spread of their own
            clean, noisy = (sample(name, n=20_000, noise=noise) for noise in (0.0, 0.3))
            assert (noisy.points - clean.points).std(axis=0) == pytest.approx(0.3, rel=0.03)
    for name in FUNCTIONS:
        clean, noisy = (sample(name, n=20_000, noise=noise) for noise in (0.0, 0.3))
        assert np.array_equal(clean.points, noisy.points)
        assert (noisy.target - clean.target)[20:].std() == pytest.approx(0.3, rel=0.03)


# what the functions are


def test_a_line_has_one_coordinate_and_the_surface_two():
    assert {name: sample(name).columns for name in FUNCTIONS} == {
        "surface": ("x1", "x2"),
        "step": ("x",),
        "sine": ("x",),
    }


def test_the_steps_are_level():
    data = sample("step", n=2000, noise=0.0)
    x = data.points[:, 0]
    assert ((x >= 0) & (x <= 10)).all()
    expected = np.select([x < 2, x < 3.5, x < 6, x < 8.5], [1.0, 3.0, 2.0, 4.0], 0.5)
    assert np.array_equal(data.target, expected)


def test_the_surface_has_a_hill_and_a_hollow():
    data = sample("surface", n=5000, noise=0.0)
    assert (np.abs(data.points) <= 1).all()
    assert data.points[data.target.argmax()] == pytest.approx([0.4, 0.4], abs=0.1)
    assert data.points[data.target.argmin()] == pytest.approx([-0.5, -0.3], abs=0.1)


@pytest.mark.parametrize(
    ("outliers", "n", "far"), [(0, 60, 0), (3, 60, 3), (20, 60, 20), (5, 2, 2)]
)
def test_the_outliers_are_the_first_points_and_no_others(outliers, n, far):
    data = sample("sine", n=n, noise=0.0, outliers=outliers, test=200)
    off = np.abs(data.target - np.sin(data.points[:, 0]))
    assert ((off[:far] >= 1.49) & (off[:far] <= 2.51)).all()
    assert (off[far:] < 1e-4).all()
    assert np.abs(data.test.target - np.sin(data.test.points[:, 0])).max() < 1e-4


# flipped labels


@pytest.mark.parametrize("name", [*SHAPES, "ten-points"])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.15, 0.5])
def test_exactly_the_share_of_labels_is_flipped_and_nothing_else(name, share):
    options = {} if name == "ten-points" else {"test": 50}
    clean = sample(name, seed=3, **options)
    flipped = sample(name, seed=3, flip=share, **options)
    assert (clean.target != flipped.target).sum() == round(share * len(clean))
    assert np.array_equal(clean.points, flipped.points)
    assert clean.classes == flipped.classes
    if options:
        assert np.array_equal(clean.test.points, flipped.test.points)
        assert np.array_equal(clean.test.target, flipped.test.target)


def test_a_larger_share_flips_the_same_labels_and_more():
    clean, few, many = (sample("circles", n=200, flip=share).target for share in (0.0, 0.1, 0.3))
    assert (few != clean)[many == clean].sum() == 0


def test_flipped_labels_go_to_every_other_class():
    clean, flipped = (sample("blobs", n=3000, classes=4, flip=share).target for share in (0.0, 0.5))
    changed = clean != flipped
    step = (flipped[changed] - clean[changed]) % 4
    assert np.bincount(step)[1:] == pytest.approx(500, abs=80)


def test_the_seed_chooses_the_labels_that_are_flipped():
    flips = {tuple(sample("ten-points", flip=0.2, seed=seed).target.tolist()) for seed in range(50)}
    assert len(flips) > 25


# test points


@pytest.mark.parametrize("name", DRAWN)
def test_fresh_points_are_of_the_same_kind_and_no_training_points(name):
    data = sample(name, n=400, test=400, flip=0.5) if name in SHAPES else sample(name, test=400)
    assert data.test is not None
    assert len(data.test) == 400
    assert data.test.classes == data.classes
    assert data.test.columns == data.columns
    assert data.test.test is None
    seen, fresh = (
        set(zip(map(tuple, part.points.tolist()), part.target.tolist(), strict=True))
        for part in (data, data.test)
    )
    assert not seen & fresh


@pytest.mark.parametrize("name", DRAWN)
def test_fresh_points_come_from_the_same_distribution(name):
    data = sample(name, n=5000, test=5000)
    spread = data.points.std(axis=0)
    assert data.test.points.mean(axis=0) == pytest.approx(data.points.mean(axis=0), abs=0.1)
    assert data.test.points.std(axis=0) == pytest.approx(spread, rel=0.05)
    assert data.test.target.mean() == pytest.approx(data.target.mean(), abs=0.1)


def test_there_are_no_test_points_unless_asked_for():
    assert all(sample(name).test is None for name in SAMPLES)


# any options


@pytest.mark.parametrize("chosen", SAMPLES.values(), ids=SAMPLES)
@settings(deadline=None)
@given(data=st.data())
def test_anything_in_range_makes_points(chosen, data):
    options = data.draw(requests(chosen))
    made = chosen.build(**options)
    full = chosen.resolve(**options)
    assert len(made) == full.get("n", len(made)) > 0
    assert np.isfinite(made.points).all()
    assert made.n_classes == (0 if chosen.task == "regression" else full.get("classes", 2))
    assert (0 if made.test is None else len(made.test)) == full.get("test", 0)


@pytest.mark.parametrize("chosen", SAMPLES.values(), ids=SAMPLES)
@settings(deadline=None)
@given(data=st.data())
def test_what_is_typed_is_what_is_meant(chosen, data):
    options = data.draw(requests(chosen))
    text = ",".join(f"{name}={value}" for name, value in options.items())
    parsed, resolved = parse_sample(f"{chosen.name}:{text}" if text else chosen.name)
    assert parsed is chosen
    assert resolved == chosen.resolve(**options)
    assert same(parsed.build(**resolved), chosen.build(**options))


def test_a_sample_can_be_typed():
    chosen, options = parse_sample(" moons : n=50, noise=0.1 ,seed=3,flip=0.1,test=400")
    assert chosen.title == "Two moons"
    assert options == {"n": 50, "noise": 0.1, "seed": 3, "flip": 0.1, "test": 400}
    assert same(chosen.build(**options), sample("moons", **options))
    assert parse_sample("ten-points") == (SAMPLES["ten-points"], {"seed": 0, "flip": 0.0})
    assert parse_sample("latitude") == (SAMPLES["latitude"], {})


def test_numbers_of_every_kind_are_accepted_as_what_the_option_needs():
    options = SAMPLES["moons"].resolve(n=np.int64(5), noise=1, flip=Fraction(1, 4))
    assert options["n"] == 5
    assert type(options["n"]) is int
    assert type(options["noise"]) is float
    assert options["flip"] == 0.25


# what is refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("moon", "Unknown sample 'moon'; did you mean moons?"),
        ("Ten_Points", "Unknown sample 'Ten_Points'; did you mean ten-points?"),
        ("iris", f"Unknown sample 'iris'; there are {', '.join(SAMPLES)}"),
        ("", f"Unknown sample ''; there are {', '.join(SAMPLES)}"),
        ("moons:nois=1", "Sample 'moons' has no option 'nois'; did you mean noise?"),
        ("moons:k=1", "Sample 'moons' has no option 'k'; there are n, noise, seed, flip, test"),
        (
            "surface:flip=0.1",
            "Sample 'surface' has no option 'flip'; there are n, noise, seed, test",
        ),
        (
            "ten-points:test=400",
            "Sample 'ten-points' is a fixed table without test points: the options are seed, flip",
        ),
        (
            "latitude:test=400",
            "Sample 'latitude' is a fixed table without test points: it has no options",
        ),
        (
            "ten-points:n=20",
            "Sample 'ten-points' is a fixed table without option 'n': the options are seed, flip",
        ),
        ("moons:n=0", "n must be a whole number from 1 to 1000000, not 0"),
        ("moons:n=1000001", "n must be a whole number from 1 to 1000000, not 1000001"),
        ("moons:n=2.5", "n must be a whole number from 1 to 1000000, not '2.5'"),
        ("moons:n=1e3", "n must be a whole number from 1 to 1000000, not '1e3'"),
        ("moons:n=", "n must be a whole number from 1 to 1000000, not ''"),
        ("moons:noise=-0.1", "noise must be a number from 0.0 to 1.0, not -0.1"),
        ("moons:noise=nan", "noise must be a number from 0.0 to 1.0, not 'nan'"),
        ("moons:noise=inf", "noise must be a number from 0.0 to 1.0, not 'inf'"),
        ("moons:noise=much", "noise must be a number from 0.0 to 1.0, not 'much'"),
        ("moons:seed=-1", "seed must be a whole number from 0 to 2147483647, not -1"),
        ("moons:flip=0.6", "flip must be a number from 0.0 to 0.5, not 0.6"),
        ("blobs:classes=9", "classes must be a whole number from 2 to 8, not 9"),
        ("moons:", "Sample 'moons' cannot read '': options are written like moons:n=100,seed=3"),
        (
            "moons:n=5,,",
            "Sample 'moons' cannot read '': options are written like moons:n=100,seed=3",
        ),
        (
            "moons:100",
            "Sample 'moons' cannot read '100': options are written like moons:n=100,seed=3",
        ),
        (
            "moons:=5",
            "Sample 'moons' cannot read '=5': options are written like moons:n=100,seed=3",
        ),
        ("moons:n=5,n=6", "Sample 'moons' is given the option n twice"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(text, message):
    assert refusal(text) == message


@settings(deadline=None)
@given(st.text())
def test_no_text_makes_anything_but_a_refusal_or_a_sample(text):
    for typed in (text, f"moons:{text}", f"moons:n={text}", f"moons:noise={text}"):
        message = refusal(typed)
        assert "\n" not in message
        assert len(message) < 250


def test_endless_digits_are_refused():
    with pytest.raises(Refusal, match="n must be a whole number"):
        parse_sample("moons:n=" + "9" * 5000)


@pytest.mark.parametrize("value", ["5", True, None, 5.0, [5], 1 + 0j, math.nan])
def test_a_count_is_a_whole_number_and_nothing_else(value):
    with pytest.raises(Refusal, match="n must be a whole number from 1 to 1000000, not "):
        sample("moons", n=value)


@pytest.mark.parametrize("value", ["0.1", False, None, math.nan, -math.inf, np.float64("nan")])
def test_a_measure_is_a_finite_number_and_nothing_else(value):
    with pytest.raises(Refusal, match=r"noise must be a number from 0\.0 to 1\.0, not "):
        sample("moons", noise=value)


def test_an_unknown_name_is_refused_whoever_asks():
    with pytest.raises(Refusal, match="did you mean xor"):
        sample("xore")
    with pytest.raises(Refusal, match="has no option 'points'"):
        sample("xor", points=5)


@pytest.mark.parametrize("chosen", SAMPLES.values(), ids=SAMPLES)
def test_a_sample_is_found_by_the_title_that_the_window_shows(chosen):
    for text in (chosen.title, chosen.title.lower().replace(" ", "-"), chosen.name):
        assert parse_sample(text)[0] is chosen
