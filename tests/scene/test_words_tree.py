"""What is said about a growing tree equals what a person counts in its nodes."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.words import agrees, subscript, value_of
from tests.datasets import DATASETS, classes
from tests.scene.by_hand import impurity, inside
from tests.scene.walks import answers, line, numbers, results, rows, walk

CASES = [
    (sample("ten-points"), {}),
    (sample("moons"), {"criterion": "entropy"}),
    (sample("blobs"), {"criterion": "gain-ratio"}),
    (sample("moons"), {"criterion": "error"}),
    (sample("sine"), {}),
    (sample("surface"), {"max_depth": 2}),
    (DATASETS["weights"], {}),
    (sample("moons"), {"rounds": 3, "prune": "cost-complexity"}),
]


def error(data, score):
    if not data.n_classes:
        return data.distribution @ (data.target - score) ** 2
    return data.distribution @ (score.argmax(axis=1) != data.target)


class Split:
    """A split by hand: who comes to the node, who goes where, and what it saves."""

    def __init__(self, scene, criterion):
        data = scene.stage.data
        tree = scene.stage.run.round(scene.view.where.moment.round).learners[0]
        self.node = int(numbers(scene.caption.headline)[0])
        self.three = (self.node, int(tree.left[self.node]), int(tree.right[self.node]))
        parts = [inside(tree, k, data.points) for k in self.three]
        weights = [data.distribution[part].sum() for part in parts]
        self.inside, self.counts = parts[0], [int(part.sum()) for part in parts]
        self.shares = [weight / weights[0] for weight in weights[1:]]
        self.impurity = [impurity(data, part, criterion) for part in parts]
        left_over = sum(a * b for a, b in zip(self.shares, self.impurity[1:], strict=True))
        self.saved = self.impurity[0] - left_over
        self.entropy = -sum(share * np.log2(share) for share in self.shares)


def splits(data, settings, key, most=4):
    criterion = settings.get("criterion", "gini")
    shown = walk(data, "tree", most, **settings)
    going = [one for one in shown if one.stage.key == key and not one.caption.stopped]
    return [(one, Split(one, criterion)) for one in going]


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_captions_say_where_it_is_split_and_what_that_saves(data, settings):
    ratio = settings.get("criterion") == "gain-ratio"
    for scene, split in splits(data, settings, "search"):
        said = scene.caption.sentence
        if split.saved < 1e-12:
            assert said.startswith("No cut lowers")
        else:
            gain = split.saved / split.entropy if ratio else split.saved
            assert agrees(re.search(r" (?:by|is) (\d+\.\d+)", said)[1], gain)
    for scene, split in splits(data, settings, "split"):
        assert numbers(scene.caption.headline) == [split.node, *split.counts[1:]]
        assert f"{scene.view.where.moment.round + 1} leaves" in scene.caption.sentence


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_captions_say_why_this_leaf_and_why_this_cut(data, settings):
    """From the numbers beside it: gain times share, and the ties that the panel counts."""
    for scene, split in splits(data, settings, "search", most=8):
        said, t = scene.caption.sentence, scene.view.where.moment.round
        if said.startswith("No cut lowers"):
            continue
        tied = re.search(r"first of (\d+) ties", scene.search.hint)
        cuts = re.search(r"(\d+) cuts tie, the first is taken", said)
        assert (cuts and cuts[1]) == (tied and tied[1])
        assert ("Times its share" in said) == (t > 1)
        if t > 1:
            gain = value_of(re.search(r" (?:by|is) (\d+\.\d+)", said)[1])
            times = re.search(
                r"Times its share of .*?, ([\d./]+), that (?:saves|is) ([\d.]+):", said
            )
            above, _, below = times[1].partition("/")
            share = float(above) / float(below or 1)
            assert agrees(times[2], gain * share)
            assert share == pytest.approx(data.distribution[split.inside].sum(), abs=6e-5)


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_formulas_end_in_the_impurities_and_what_is_saved(data, settings):
    criterion = settings.get("criterion", "gini")
    letter = {"gini": "G", "error": "E"}.get(criterion, "H") if data.n_classes else "V"
    for scene, split in splits(data, settings, "search"):
        assert agrees(results(line(scene, "Δ ="))[-1], split.saved)
        for k, value in zip(split.three, split.impurity, strict=True):
            assert agrees(results(line(scene, f"{letter}{subscript(k)} ="))[-1], value)
        if criterion == "gain-ratio":
            assert agrees(results(line(scene, "H(cut)"))[-1], split.entropy)
            ratio = split.saved / split.entropy
            assert agrees(results(line(scene, "Δ / H(cut)"))[-1], ratio)


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_the_errors_are_counted(data, settings):
    shown = list(walk(data, "tree", 8, **settings))
    for scene in [one for one in shown if one.stage.key in ("split", "prune")]:
        t = scene.view.where.moment.round
        tree = scene.stage.run.round(t).learners[0]
        score = tree.value[answers(tree, data.points)]
        name = "training error" if data.n_classes else "MSE"
        assert agrees(results(line(scene, name))[-1], error(data, score))
        if scene.caption.stopped:
            continue
        if data.n_classes:
            missed = int((score.argmax(axis=1) != data.target).sum())
            assert (
                f"{missed} of {len(data)}" if missed else "misses nothing"
            ) in scene.caption.sentence
        else:
            assert agrees(scene.caption.sentence.rstrip(".").split()[-1], error(data, score))


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_the_card_is_the_way_of_the_point(data, settings):
    (*_, scene) = walk(data, "tree", 3, look=View.of(pinned=Focus(point=2)), **settings)
    tree = scene.stage.run.round(scene.view.where.moment.round).learners[0]
    node, asked = 0, []
    while tree.feature[node] >= 0:
        low = data.points[2, tree.feature[node]] <= tree.threshold[node]
        asked.append("yes" if low else "no")
        node = int(tree.left[node] if low else tree.right[node])
    read = rows(scene)
    assert [value for label, value in read.items() if "≤" in label] == asked
    if data.n_classes:
        (says,) = [value for label, value in read.items() if label.endswith("says")]
        assert says.split(",")[0] == data.classes[int(tree.value[node].argmax())]
        counts = np.bincount(data.target[inside(tree, node, data.points)], minlength=data.n_classes)
        (held,) = [value for label, value in read.items() if label.startswith("points in")]
        if data.weight is None:
            assert held == " · ".join(
                f"{counts[k]} {data.classes[k]}" for k in range(len(counts)) if counts[k]
            )
    else:
        assert agrees(read["their mean"], tree.value[node])


def test_the_price_of_pruned_leaves():
    settings = {"rounds": 3, "prune": "cost-complexity"}
    shown = list(walk(sample("moons"), "tree", 9, **settings))
    pruned = [scene for scene in shown if scene.stage.key == "prune"]
    assert pruned
    for scene in pruned:
        record = scene.stage.run.round(scene.view.where.moment.round)
        assert agrees(results(line(scene, "α"))[-1], record.figures["ccp_alpha"])


# --- pruning by errors --------------------------------------------------------------------------

NOISY = sample("gaussians", n=60, seed=4, noise=0.4, flip=0.15)
ESTIMATE = re.compile(r"(?:(\d+) )?U\((\d+), (\d+)\)")


def expected(n, e):
    """What the formula panel says that C4.5 expects."""
    if e == 0:
        return n * (1 - 0.25 ** (1 / n))
    c = 0.6925
    root = math.sqrt((e + 0.5) * (1 - (e + 0.5) / n) + c**2 / 4)
    return n / (n + c**2) * (e + 0.5 + c**2 / 2 + c * root)


def pruned(data):
    shown = walk(data, "tree", 99, prune="error")
    return [one for one in shown if one.stage.key == "prune"]


def reason(scene):
    """Both sides of the sentence: as one leaf, as so many leaves."""
    one, many = re.search(r"(\d[\d.]*) (?:errors )?as one leaf, (\d[\d.]*)",
                          scene.caption.sentence).groups()  # fmt: skip
    return one, many


def test_why_a_subtree_is_pruned_is_worked_out_from_what_is_shown():
    """The misses rise 0, 1, 2, 4, 5: it is what C4.5 expects that does not."""
    found = pruned(NOISY)
    assert len(found) == 4
    for scene in found:
        one, many = reason(scene)
        before = scene.stage.run.round(scene.view.where.moment.round - 1).learners[0]
        node = int(numbers(scene.caption.headline)[0])
        here = inside(before, node, NOISY.points)
        leaves = np.array(answers(before, NOISY.points))[here]
        target = NOISY.target[here]
        sides = [(target, 1), *((target[leaves == k], 0) for k in np.unique(leaves))]
        counted = [(len(y), int(len(y) - np.bincount(y).max())) for y, _ in sides]
        assert agrees(one, expected(*counted[0]))
        assert agrees(many, sum(expected(*each) for each in counted[1:]))
        assert float(one) <= float(many)
        written = [line.text for line in scene.formulas]
        (own,) = [text for text in written if text.startswith(f"U({counted[0][0]}, ")]
        assert agrees(own.rpartition("= ")[2], expected(*counted[0]))
        (below,) = [text for text in written if " U(" in text and not text.startswith("U(n")]
        terms = [(int(k or 1), int(n), int(e)) for k, n, e in ESTIMATE.findall(below)]
        assert sorted((n, e) for k, n, e in terms for _ in range(k)) == sorted(counted[1:])
        assert agrees(below.rpartition("= ")[2], sum(k * expected(n, e) for k, n, e in terms))
        assert f"{one} errors as one leaf, {many}" in scene.search.sentence
        assert "CF 0.25" in "".join(side for line in scene.formulas for side in line.side)
        assert "makes no more errors" not in scene.search.sentence


@pytest.mark.parametrize("values", [False, True])
def test_with_test_points_their_errors_are_what_is_compared(values):
    if values:
        base, test = sample("sine", n=40, seed=2), sample("sine", n=40, seed=3)
    else:
        base = NOISY
        test = sample("gaussians", n=60, seed=5, noise=0.4, flip=0.15)
    data = replace(base, test=test)
    found = pruned(data)
    assert found
    for scene in found:
        node = int(numbers(scene.caption.headline)[0])
        before = scene.stage.run.round(scene.view.where.moment.round - 1).learners[0]
        here = inside(before, node, test.points)
        leaves = np.array(answers(before, test.points), dtype=int)[here]
        target = test.target[here]
        if values:
            sides = [((target - before.value[k]) ** 2).sum() for k in (node, leaves)]
        else:
            said = before.value.argmax(axis=1)
            sides = [np.count_nonzero(target != said[k]) for k in (node, leaves)]
        for text, side in zip(reason(scene), sides, strict=True):
            assert agrees(text, side)
        assert scene.search.sentence in scene.caption.sentence
        assert any("test points" in line.text for line in scene.formulas)


@pytest.mark.parametrize("near", [1.00002, 1.0001, 1.0 + 1e-9, 1.0 + 2.0**-50])
def test_the_answers_on_the_way_are_those_of_the_numbers_shown(near):
    """Points at 1 and 1.00002 both stood at 1, and x₁ ≤ 1 was answered yes for one of them."""
    data = classes([[1.0, 0.0], [near, 0.0], [0.0, 1.0], [0.5, 1.0]], [0, 1, 0, 0], "AB")
    written = set()
    for k in range(4):
        (*_, scene) = walk(data, "tree", 9, look=View.of(pinned=Focus(point=k)))
        at = re.search(r"\((.*)\)", scene.card.subtitle)[1].split(", ")
        asked = [label for label in rows(scene) if "≤" in label]
        for label in asked:
            x, threshold = value_of(at[0]), value_of(label.split(" ≤ ")[1])
            assert rows(scene)[label] == ("yes" if x <= threshold else "no")
        written |= {label for label in asked if asked}
        assert asked[0] in scene.search.title + "".join(
            box.lines[0].text for box in scene.tree.arranged(900).boxes
        )
    assert len(written) == 1


@pytest.mark.parametrize("criterion", ["gini", "error", "gain-ratio"])
def test_two_sides_that_say_the_same_are_explained(criterion):
    """Why is a node cut whose two leaves answer alike? Only a purer one saves impurity."""
    data, said = sample("gaussians", n=40, seed=4, noise=0.4, flip=0.15), set()
    for scene, split in splits(data, {"criterion": criterion}, "split", 15):
        tree = scene.stage.run.round(scene.view.where.moment.round).learners[0]
        found = [inside(tree, k, data.points) for k in split.three[1:]]
        counts = [np.bincount(data.target[which], minlength=2) for which in found]
        alike = counts[0].argmax() == counts[1].argmax()
        text = re.search(r"Both sides say (\w): (.*?)\.|Both sides say (\w), one more surely",
                         scene.caption.sentence)  # fmt: skip
        assert (text is not None) == alike
        if text is not None:
            assert (text[1] or text[3]) == data.classes[counts[0].argmax()]
            assert ("saves nothing" in text[0]) == (split.saved < 1e-12)
            said.add("saves nothing" in text[0])
    assert said == {criterion == "error"}
