"""Surfaces are exact: they answer at every place what the learners answer there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run, Scores, run
from ensemble_viz.engine.surface import Cells, Surface
from ensemble_viz.engine.surface.lines import boundary, rectangles
from ensemble_viz.engine.surface.lines.outline import visible

RUNS = [
    ("moons", "adaboost", {}),
    ("moons", "adaboost", {"max_depth": 2, "criterion": "gini", "learning_rate": 0.5}),
    ("moons", "gradient-boosting", {"init": "zero"}),
    ("blobs", "gradient-boosting", {"learning_rate": 1.0}),
    ("moons", "bagging", {"vote": "soft"}),
    ("blobs", "random-forest", {}),
    ("blobs", "tree", {}),
    ("surface", "bagging", {"max_depth": 3}),
    ("surface", "gradient-boosting", {"subsample": 0.5}),
    ("sine", "gradient-boosting", {}),
    ("moons", "xgboost", {"gamma": 1.0}),
    ("blobs", "xgboost", {"tree_method": "hist", "max_bin": 5}),
    ("sine", "bagging", {}),
    ("step", "tree", {}),
]


def places(run_: Run, seed: int = 0) -> np.ndarray:
    """Draw places in and around the points; the thresholds and the points are among them."""
    points = run_.data.points
    rng = np.random.default_rng(seed)
    around = rng.uniform(points.min(0) - 1, points.max(0) + 1, (150, points.shape[1]))
    cuts = Surface(run_).cells(len(run_)).cuts
    on_cuts = np.column_stack([rng.choice(np.append(cut, 0.0), 60) for cut in cuts])
    return np.concatenate((around, on_cuts, points))


@pytest.fixture(params=RUNS, ids=lambda case: "-".join(map(str, case[:2])))
def finished(request):
    name, method, settings = request.param
    finished = run(sample(name), method, {"rounds": 12} | settings, seed=5)
    finished.finish()
    return finished


def test_every_round_answers_as_its_learners_do(finished):
    surface, everywhere = Surface(finished), places(finished)
    scores = Scores(finished, everywhere)
    for t in range(1, len(finished) + 1):
        expected = scores.next()
        cells = surface.cells(t)
        got = cells.at(everywhere)
        assert got.shape == expected.shape
        assert got == pytest.approx(expected, abs=1e-11)
        classes = finished.data.n_classes
        assert decide(got, classes) == pytest.approx(decide(expected, classes), abs=1e-11)


def test_the_training_points_have_the_recorded_score(finished):
    cells = Surface(finished).cells(len(finished))
    record = finished.rounds[-1].score
    assert cells.at(finished.data.points) == pytest.approx(record, abs=1e-11)


def test_a_grid_reads_the_cells_whether_coarse_or_fine(finished):
    cells = Surface(finished).cells(len(finished))
    for count in (3, 400):
        axes = [np.linspace(x.min() - 1, x.max() + 1, count) for x in finished.data.points.T]
        meet = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, len(axes))
        got = Surface(finished).grid(len(finished), *axes)
        assert got.shape[: len(axes)] == (count,) * len(axes)
        assert got.reshape(len(meet), -1) == pytest.approx(
            cells.at(meet).reshape(len(meet), -1), abs=1e-11
        )


def test_a_learner_alone_answers_as_its_tree_does(finished):
    everywhere = places(finished)
    for k, learner in enumerate(finished.round(2).learners):
        cells = Surface(finished).learner_cells(2, k)
        assert cells.at(everywhere) == pytest.approx(learner.answer(everywhere), abs=1e-11)


def test_before_any_learner_the_start_is_everywhere():
    boosting = run(sample("blobs"), "gradient-boosting")
    cells = Surface(boosting).cells(0)
    assert [len(cut) for cut in cells.cuts] == [0, 0]
    assert cells.score[0, 0] == pytest.approx(boosting.start.initial_score)


def test_what_cancels_leaves_exactly_nothing():
    """Two stumps of equal weight that disagree add up to 0, which goes to the first class."""
    points = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    boosting = run(Dataset(points, np.array([0, 0, 1, 1]), ("a", "b")), "gradient-boosting")
    cells = Surface(boosting).cells(40)
    assert cells.score[0, 0] == -cells.score[0, -1]
    ten = run(sample("ten-points"), "adaboost", {"rounds": 1})
    assert set(np.sign(Surface(ten).cells(1).score.ravel())) == {-1.0, 1.0}


def test_too_many_cells_are_refused_but_a_grid_is_drawn(monkeypatch):
    monkeypatch.setattr("ensemble_viz.engine.surface.surface.MOST_CELLS", 50)
    forest = run(sample("moons"), "random-forest", {"rounds": 10})
    with pytest.raises(Refusal, match="too many cells"):
        Surface(forest).cells(10)
    assert Surface(forest).grid(10, np.zeros(3), np.zeros(2)).shape == (2, 3, 2)


def test_the_boundary_of_the_first_stump_is_its_threshold():
    ten = run(sample("ten-points"), "adaboost", {"rounds": 3})
    cells = Surface(ten).cells(1)
    low, high = np.array([0.0, 0.0]), np.array([11.0, 10.0])
    lines = boundary(cells, cells.decision(2), low, high)
    assert lines.tolist() == [[2.5, 0.0, 2.5, 10.0]]
    boxes, labels = rectangles(cells, cells.decision(2), low, high)
    assert sorted(zip(boxes.tolist(), labels.tolist(), strict=True)) == [
        ([0.0, 0.0, 2.5, 10.0], 1),
        ([2.5, 0.0, 11.0, 10.0], 0),
    ]


def test_a_view_between_two_cuts_sees_one_cell():
    ten = run(sample("ten-points"), "adaboost", {"rounds": 3})
    cells = Surface(ten).cells(3)
    low, high = np.array([3.0, 1.0]), np.array([4.0, 2.0])
    assert len(boundary(cells, cells.decision(2), low, high)) == 0
    boxes, _ = rectangles(cells, cells.decision(2), low, high)
    assert boxes.tolist() == [[3.0, 1.0, 4.0, 2.0]]


@st.composite
def labelled_cells(draw):
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    label = st.integers(0, 2)
    labels = draw(
        st.lists(st.lists(label, min_size=columns, max_size=columns), min_size=rows, max_size=rows)
    )
    cuts = (np.arange(1.0, columns), np.arange(1.0, rows))
    return Cells(cuts, np.zeros((rows, columns))), np.array(labels)


@given(labelled_cells())
def test_rectangles_cover_the_view_once_and_lines_part_all_that_differs(case):
    cells, labels = case
    low, high = np.zeros(2), np.array([labels.shape[1], labels.shape[0]], dtype=float)
    _, inside = visible(cells, labels, low, high)
    assert (inside == labels).all()
    boxes, names = rectangles(cells, labels, low, high)
    painted = np.full(labels.shape, -1)
    for (x1, y1, x2, y2), name in zip(boxes.astype(int), names, strict=True):
        assert (painted[y1:y2, x1:x2] == -1).all()
        painted[y1:y2, x1:x2] = name
    assert (painted == labels).all()
    parted = set()
    for x1, y1, x2, y2 in boundary(cells, labels, low, high).astype(int):
        assert (x1 == x2) != (y1 == y2)
        parted |= {("|", x1, y) for y in range(y1, y2)} | {("-", x, y1) for x in range(x1, x2)}
    expected = {
        ("|", x, y) for y, x in zip(*(labels[:, 1:] != labels[:, :-1]).nonzero(), strict=True)
    }
    expected = {(way, x + 1, y) for way, x, y in expected}
    expected |= {
        ("-", x, y + 1) for y, x in zip(*(labels[1:] != labels[:-1]).nonzero(), strict=True)
    }
    assert parted == expected
