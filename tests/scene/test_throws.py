"""Random cuts: what was thrown, what each gains, which is kept, in words, lines and plots."""

import numpy as np
import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import View
from tests.scene.moments import at, scene
from tests.scene.walks import faults, texts

MOONS = sample("moons", n=40, seed=3)


def gini(counts):
    return 1.0 - ((counts / counts.sum()) ** 2).sum()


def gain(data, rows, axis, threshold):
    """What a cut of some points saves, counted."""
    low = data.points[rows, axis] <= threshold
    target = data.target[rows]
    whole, left, right = (
        np.bincount(part, minlength=2) for part in (target, target[low], target[~low])
    )
    n = len(rows)
    return gini(whole) - left.sum() / n * gini(left) - right.sum() / n * gini(right)


@pytest.mark.parametrize("t", [1, 2, 3])
def test_the_best_of_the_cuts_is_kept_and_each_gains_what_is_said(t):
    shown = scene("extra-trees", MOONS, t, 2, max_features=2)
    tree = shown.stage.record.learners[0]
    cuts, everybody = tree.thrown.of(0), np.arange(len(MOONS))
    gains = [gain(MOONS, everybody, axis, threshold) for axis, threshold, _ in cuts]
    best = int(np.argmax(gains))
    assert len(cuts) == 2
    assert (tree.feature[0], tree.threshold[0]) == cuts[best][:2]
    for (_, threshold, _), value in zip(cuts, gains, strict=True):
        assert f"≤ {threshold:.4f}".rstrip("0").replace("-", "−") in shown.caption.sentence
        assert f"gains {value:.4f}" in shown.caption.sentence
    assert [line.kept for line in shown.thrown] == [k == best for k in range(2)]
    assert [
        f"gains {value:.4f}" in line.text for line, value in zip(shown.thrown, gains, strict=True)
    ]


def test_before_the_best_is_kept_nobody_says_what_the_cuts_gain():
    shown = scene("extra-trees", MOONS, 2, 1, max_features=2)
    assert shown.stage.key == "throw"
    assert shown.stage.learner is None
    assert len(shown.thrown) == 2
    assert not any(line.kept or "gains" in line.text for line in shown.thrown)
    assert "2 random cuts" in shown.caption.headline
    assert not any("gains" in text for text in texts(shown))
    assert shown.tree.sentence == "Next: Keep the best"


def test_the_cuts_of_the_node_that_is_looked_at_stay_in_its_part_of_the_plane():
    shown = scene("extra-trees", MOONS, 1, 2, max_features=2)
    tree = shown.stage.tree
    inner = [node for node in range(1, len(tree)) if tree.feature[node] >= 0]
    for node in inner:
        seen = at(shown, hovered=Focus(node=node))
        (left, right), (bottom, top) = tree.rectangles()[node]
        for line in seen.thrown:
            x1, y1, x2, y2 = line.line
            assert left - 1e-9 <= x1
            assert x2 <= right + 1e-9
            assert bottom - 1e-9 <= y1
            assert y2 <= top + 1e-9
        assert sum(line.kept for line in seen.thrown) == 1


def test_after_the_vote_cuts_are_seen_of_a_node_that_is_looked_at_only():
    shown = scene("extra-trees", MOONS, 2)
    assert shown.thrown == ()
    assert at(shown, pinned=Focus(node=0)).thrown
    look = View().with_layers(learner=False)
    assert scene("extra-trees", MOONS, 2, 2, look).thrown == ()


def test_the_search_plot_marks_what_was_thrown_not_the_best_there_is():
    shown = scene("extra-trees", MOONS, 2, 2, max_features=2)
    plot, tree = shown.search, shown.stage.tree
    for axis in plot.axes:
        (cut,) = [cut for cut in tree.thrown.of(0) if cut[0] == axis.cuts.axis]
        assert axis.thrown
        assert axis.counts
        assert (axis.best.threshold, axis.best.value) == cut[1:]
        assert axis.cuts.value.max() >= axis.best.value
        assert axis.cuts.value[axis.cuts.at(cut[1])] == pytest.approx(cut[2])
    assert [axis.wins for axis in plot.axes] == [k == tree.feature[0] for k in range(2)]
    assert plot.sides().count("kept") == 1


def test_an_axis_that_was_not_drawn_has_no_cut():
    shown = scene("extra-trees", MOONS, 2, 2, max_features=1)
    (one,) = [axis for axis in shown.search.axes if axis.best is not None]
    (other,) = [axis for axis in shown.search.axes if axis.best is None]
    assert one.wins
    assert other.note == "none drawn"
    assert "The random cut" in shown.caption.headline


@pytest.mark.parametrize("criterion", ["gini", "entropy", "error", "gain-ratio"])
@pytest.mark.parametrize("bootstrap", [False, True])
def test_formulas_lead_to_what_the_cuts_gain(criterion, bootstrap):
    step = 3 if bootstrap else 2
    shown = scene(
        "extra-trees", MOONS, 2, step, max_features=2, criterion=criterion, bootstrap=bootstrap
    )
    assert shown.stage.key == "train"
    for cut in shown.stage.tree.thrown.of(0):
        words = f"≤ {cut[1]:.4f}".rstrip("0").replace("-", "−") + ":"
        (line,) = [one for one in shown.formulas if words in one.text]
        assert f"{cut[2]:.4f}" in line.text
        assert not faults(line)


def test_values_are_cut_at_random_too_and_what_is_met_leaves_no_rounding():
    shown = scene("extra-trees", sample("sine", n=30), 2, 2)
    assert shown.line_plot.splits == (shown.stage.tree.threshold[0],)
    written = [line.text for line in shown.formulas]
    assert "MSE of h₂ = 0.0000" in written
    assert "·10⁻³" not in " ".join([*written, shown.curves.series[0].readout])


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize(
    ("criterion", "word"), [("gini", "Gini impurity"), ("entropy", "entropy"), ("gain-ratio", "")]
)
def test_captions_say_what_the_random_cuts_gain(criterion, word, count):
    shown = scene("extra-trees", MOONS, 2, 2, max_features=count, criterion=criterion)
    tree, said = shown.stage.tree, shown.caption.sentence
    saved = float(tree.impurity[0] - tree.impurity[1:3] @ tree.weight[1:3] / tree.weight[0])
    ratio = criterion == "gain-ratio"
    assert f"{tree.gain[0]:.4f}" in said
    assert (tree.gain[0] == pytest.approx(saved)) == (not ratio)
    assert ("gain ratio" in said) == ratio
    assert f"lowers the {word} by" in said or ratio


def test_where_no_random_cut_can_be_kept_it_says_why():
    shown = scene("extra-trees", MOONS, 2, 2, max_features=2, min_samples_leaf=5)
    assert len(shown.stage.tree) == 1
    assert shown.caption.sentence.startswith("No random cut can be kept: x₁ ≤ ")
    assert shown.caption.sentence.count("leaves too few points") == 2
