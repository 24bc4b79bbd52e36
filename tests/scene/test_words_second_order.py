"""What is said about second-order boosting equals what a person computes from points and splits."""

import re

import numpy as np
import pytest

from ensemble_viz.document.where import Focus, Moment
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.cards import formulas
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.words import agrees, subscript, value_of
from tests.datasets import DATASETS
from tests.scene.moments import at
from tests.scene.walks import answers, faults, line, numbers, results, rows, walk

ROW = 5
CASES = [
    (sample("sine"), {"max_depth": 3}),
    (sample("sine"), {"max_depth": 3, "gamma": 1.0, "reg_lambda": 0.5, "base_score": "mean"}),
    (sample("surface"), {"max_depth": 2, "subsample": 0.5, "base_score": -0.25}),
    (sample("moons"), {"gamma": 6.0}),
    (sample("moons"), {"max_depth": 2, "base_score": 0.2, "learning_rate": 0.333}),
    (sample("blobs"), {"max_depth": 2, "gamma": 2.0}),
    (DATASETS["weights of three classes"], {"base_score": "mean", "min_child_weight": 0.0}),
    (DATASETS["weights"], {"min_child_weight": 0.5}),
]


class ByHand:
    """Sums, derivatives, gains and leaves by plain numpy, given the questions of the trees."""

    def __init__(self, run):
        self.run, self.data, self.params = run, run.data, run.params
        self.width = run.data.n_classes if run.data.n_classes > 2 else 1
        data = run.data
        self.times = np.ones(len(data)) if data.weight is None else data.weight
        self.Y = np.eye(data.n_classes)[data.target] if self.width > 1 else data.target[:, None]
        self.F = [np.broadcast_to(self.start(), (len(data), self.width)).astype(float)]
        self.leaf, self.w = [None], [None]
        for record in run.rounds:
            leaf = np.array([answers(tree, data.points) for tree in record.learners]).T
            counts = self.times * (1 if record.in_bag is None else record.in_bag)
            step = np.zeros_like(self.F[-1])
            for k in range(self.width):
                for node in np.unique(leaf[:, k]):
                    inside = leaf[:, k] == node
                    grad, hess = self.sums(len(self.F), k, inside, counts)
                    step[inside, k] = -grad / (hess + self.params.reg_lambda)
            self.leaf.append(leaf)
            self.w.append(step)
            self.F.append(self.F[-1] + self.params.learning_rate * step)

    def start(self):
        base, data = self.params.base_score, self.data
        share = self.times / self.times.sum()
        if base != "mean":
            return np.log(base / (1 - base)) if data.n_classes == 2 else base
        if not data.n_classes:
            return share @ data.target
        p = np.array([share[data.target == k].sum() for k in range(data.n_classes)])
        return np.log(p) - np.log(p).mean() if self.width > 1 else np.log(p[1] / p[0])

    def p(self, t):
        power = np.exp(self.F[t])
        return power / power.sum(axis=1, keepdims=True) if self.width > 1 else power / (1 + power)

    def g(self, t):
        return (self.p(t) if self.data.n_classes else self.F[t]) - self.Y

    def h(self, t):
        if not self.data.n_classes:
            return np.ones_like(self.F[t])
        return (2 if self.width > 1 else 1) * self.p(t) * (1 - self.p(t))

    def sums(self, t, k, inside, counts=None):
        """G and H of some points in round t."""
        counts = self.counts(t) if counts is None else counts
        g, h = self.g(t - 1)[:, k], self.h(t - 1)[:, k]
        return (counts * g)[inside].sum(), (counts * h)[inside].sum()

    def counts(self, t):
        drawn = self.run.round(t).in_bag
        return self.times * (1 if drawn is None else drawn)

    def gain(self, t, k, inside, below):
        """What it brings to part some points."""
        parts = []
        for side in (inside & below, inside & ~below, inside):
            grad, hess = self.sums(t, k, side)
            parts.append(grad**2 / (hess + self.params.reg_lambda))
        return parts[0] + parts[1] - parts[2], parts

    def missed(self, t):
        said = self.F[t].argmax(axis=1) if self.width > 1 else self.F[t][:, 0] > 1e-12
        return int((said != self.data.target).sum())


def root_cut(stage):
    """The points on the low side of the first cut of the tree as it was grown."""
    tree = stage.numbered
    return stage.data.points[:, tree.feature[0]] <= tree.threshold[0]


def moments(data, settings, key, look=None):
    shown = list(walk(data, "xgboost", 3, look=look, **settings))
    hand = ByHand(shown[0].stage.run)
    return [(one, one.view.where.moment.round, hand) for one in shown if one.stage.key == key]


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_captions_say_how_steep_it_is(data, settings):
    for scene, t, hand in moments(data, settings, "gradients"):
        g = hand.g(t - 1)[:, 0]
        largest = scene.caption.headline.split()[-1]
        said = value_of(largest.lstrip("+±"))
        assert abs(said) == pytest.approx(np.abs(g).max(), abs=6e-5)
        assert f"{len(data)} points" in scene.caption.headline
        assert np.abs(g - said).min() < 6e-5
        assert (np.abs(g + said).min() < 6e-5) == largest.startswith("±")


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_captions_say_what_the_first_cut_gains(data, settings):
    for scene, t, hand in moments(data, settings, "train"):
        tree = scene.stage.tree
        if len(tree) == 1:
            assert scene.caption.headline.endswith("a single leaf")
            continue
        everyone = np.ones(len(data), dtype=bool)
        gain, _ = hand.gain(t, 0, everyone, root_cut(scene.stage))
        assert agrees(scene.caption.sentence.split("gains ")[1].split(";")[0], gain)
        assert scene.caption.headline.endswith(f"{(tree.feature < 0).sum()} leaves")


@pytest.mark.parametrize("sample_name", ["latitude", "moons"])
def test_the_caption_and_the_search_count_the_same_ties(sample_name):
    said = set()
    for scene in walk(sample(sample_name), "xgboost", 20, base_score="mean"):
        if scene.stage.key != "train" or len(scene.stage.tree) == 1:
            continue
        hint, sentence = scene.search.hint, scene.caption.sentence
        tied = re.search(r"first of (\d+) ties", hint)
        said.add(bool(tied))
        if tied:
            assert f"{tied[1]} cuts tie" in sentence
        else:
            assert "no other gains as much" in sentence
    assert said == {sample_name == "latitude"}


@pytest.mark.parametrize("data", [sample("sine"), sample("moons"), sample("blobs")])
def test_sums_are_defined_where_they_are_first_used_and_the_gain_is_the_line_of_its_step(data):
    for scene in walk(data, "xgboost", 2, max_depth=2):
        written = [one.text for one in scene.formulas]
        used = [k for k, text in enumerate(written) if re.search(r"\b[GH](_|[²(/ ])", text)]
        if scene.stage.key in ("gradients", "train"):
            assert written[used[0]].startswith("G = Σ gᵢ, H = Σ hᵢ")
        if scene.stage.key == "train":
            gain = "The gain: G²/(H + λ), left + right − their parent; G = Σ g, H = Σ h."
            assert gain in scene.caption.sentence
            assert [one.text.split(" ")[0] for one in scene.formulas if one.now] == ["gain"]


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_captions_count_what_is_pruned(data, settings):
    seen = 0
    for scene, _, _ in moments(data, settings, "prune"):
        record, gamma = scene.stage.record, settings.get("gamma", 0.0)
        tree = record.learners[0]
        count = (
            0
            if tree.grown is None
            else int((tree.grown.feature >= 0).sum()) - int((tree.feature >= 0).sum())
        )
        seen += count
        if count:
            assert numbers(scene.caption.headline) == [count, gamma]
            assert numbers(scene.caption.sentence)[0] < gamma
            assert numbers(scene.caption.sentence)[1] == (tree.feature < 0).sum()
        elif gamma == 0.0 and len(tree) > 1:
            assert scene.caption.headline == "γ = 0: every split stays"
        else:
            assert scene.caption.headline.startswith(("No split is pruned", "Nothing to prune"))
    assert (seen > 0) == ("gamma" in settings)


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_captions_say_the_largest_leaf_and_what_it_leads_to(data, settings):
    for scene, t, hand in moments(data, settings, "leaves"):
        largest = np.abs(hand.w[t][:, 0]).max()
        said = abs(value_of(scene.caption.headline.split(" is ")[1].removeprefix("+")))
        if "subsample" in settings:  # a leaf may be without a point of its own then
            assert said >= largest - 6e-5
        else:
            assert said == pytest.approx(largest, abs=6e-5)
    for scene, t, hand in moments(data, settings, "vote"):
        if data.n_classes:
            assert f"{hand.missed(t)} of {len(data)} points" in scene.caption.headline
        else:
            share = hand.times / hand.times.sum()
            squares = [share @ hand.g(k)[:, 0] ** 2 for k in (t - 1, t)]
            assert numbers(scene.caption.headline) == pytest.approx(squares, abs=6e-5)


@pytest.mark.parametrize(("data", "settings"), CASES)
@pytest.mark.parametrize("which", [0, 1])
def test_the_card_goes_from_sum_to_sum(data, settings, which):
    row = min(ROW, len(data) - 1)
    look = View.of(pinned=Focus(point=row), learner=which)
    shown = list(walk(data, "xgboost", 3, look=look, **settings))
    hand = ByHand(shown[0].stage.run)
    k = min(which, hand.width - 1)
    of = f" of {data.classes[k]}" if hand.width > 1 else ""
    for scene in shown[1:]:
        t, read = scene.view.where.moment.round, rows(scene)
        assert agrees(read[f"so far, F{subscript(t - 1)}{of}"], hand.F[t - 1][row, k])
        slope, then = (
            [value for label, value in read.items() if label.startswith(start)]
            for start in ("slope g =", "slope g then")
        )
        assert agrees(slope[0].removeprefix("+"), hand.g(t - 1)[row, k])
        (bend,) = [value for label, value in read.items() if label.startswith("curvature h")]
        assert agrees(bend, hand.h(t - 1)[row, k])
        if data.n_classes:
            name = data.classes[k if hand.width > 1 else 1]
            assert agrees(read[f"p of {name}"], hand.p(t - 1)[row, k])
        if not scene.stage.values_are_known:
            assert not then
            continue
        says, step, total = [
            read[label] for label in read if label.startswith(("tree", "stump", "×", "next"))
        ]
        assert agrees(says.removeprefix("+"), hand.w[t][row, k])
        assert agrees(step.removeprefix("+"), hand.params.learning_rate * hand.w[t][row, k])
        assert agrees(total, hand.F[t][row, k])
        assert agrees(then[0].removeprefix("+"), hand.g(t)[row, k])


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_formulas_of_g_and_h_end_in_those_of_the_point(data, settings):
    row = min(ROW, len(data) - 1)
    for scene, t, hand in moments(data, settings, "gradients", View.of(pinned=Focus(point=row))):
        index = f"{subscript(row + 1)},₁" if hand.width > 1 else subscript(row + 1)
        assert agrees(results(line(scene, f"g{index} ="))[-1], hand.g(t - 1)[row, 0])
        if data.n_classes:
            assert agrees(results(line(scene, f"p{index} ="))[-1], hand.p(t - 1)[row, 0])
            assert agrees(results(line(scene, f"h{index} ="))[-1], hand.h(t - 1)[row, 0])
        assert not [fault for one in scene.formulas for fault in faults(one)]


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_formulas_of_the_gain_lead_from_the_sums_to_it(data, settings):
    everyone = np.ones(len(data), dtype=bool)
    for scene, t, hand in moments(data, settings, "train"):
        if len(scene.stage.tree) == 1:
            continue
        gain, (left, right, whole) = hand.gain(t, 0, everyone, root_cut(scene.stage))
        for start, score in (
            ("S = ", whole),
            ("S_L = ", left),
            ("S_R = ", right),
            ("gain = S", gain),
        ):
            found = line(scene, start)
            assert agrees(results(found)[-1], score)
            assert not faults(found)


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_formulas_of_leaves_and_sums_end_in_this_rounds_figures(data, settings):
    row = min(ROW, len(data) - 1)
    look = View.of(pinned=Focus(point=row))
    for scene, t, hand in moments(data, settings, "leaves", look):
        (weight,) = [one for one in scene.formulas if one.text.startswith("w")]
        assert agrees(results(weight)[-1], hand.w[t][row, 0])
        assert not faults(weight)
    for scene, t, hand in moments(data, settings, "vote", look):
        of = ",₁" if hand.width > 1 else ""
        total = line(scene, f"F{subscript(t)}{of}(x{subscript(row + 1)})")
        assert agrees(results(total)[-1], hand.F[t][row, 0])
        assert not faults(total)


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_formulas_of_the_start_end_in_the_start(data, settings):
    first = next(walk(data, "xgboost", 0, **settings))
    start = ByHand(first.stage.run).F[0][0, 0]
    assert agrees(results(first.formulas[-1])[-1], start)
    assert not [fault for one in first.formulas for fault in faults(one)]
    if data.n_classes <= 2:
        assert agrees(first.caption.headline.split(" = ")[1], start)


def test_every_split_is_compared_with_its_price():
    shown = list(walk(sample("moons"), "xgboost", 2, gamma=6.0))
    (prune,) = [one for one in shown if one.view.where.moment == Moment(2, 3)]
    tree, kept = prune.stage.numbered, prune.stage.record.learners[0].kept
    assert prune.stage.numbered is prune.stage.record.learners[0].grown
    said = set()
    for node in np.flatnonzero(tree.feature >= 0):
        lit = at(prune, hovered=Focus(node=int(node)))
        found = line(lit, "gain")
        gain, gamma = results(found)[0].split()[0], results(found)[-1]
        assert agrees(gain, tree.gain[node])
        assert gamma == "6"
        stays = kept[node] >= 0 and prune.stage.tree.feature[kept[node]] >= 0
        assert found.side[1] == ("stays" if stays else "pruned")
        assert ("≥" in found.text) == (tree.gain[node] >= 6.0)
        said.add(found.side[1])
    assert said == {"stays", "pruned"}
    pruned = line(prune, "gain")
    assert pruned.side[1] == "pruned"


def test_a_split_that_gains_too_little_stays_over_one_that_does_not():
    """On a diagonal of blocks the first cut gains little, those below it much."""
    data = sample("xor")
    for scene in walk(data, "xgboost", 1, max_depth=2, gamma=5.0):
        if scene.stage.key == "prune":
            tree = scene.stage.numbered
            little = [k for k in np.flatnonzero(tree.feature >= 0) if tree.gain[k] < 5.0]
            kept = scene.stage.record.learners[0].kept
            over = [k for k in little if kept is None or kept[k] >= 0]
            assert over
            found = line(at(scene, hovered=Focus(node=int(over[0]))), "gain")
            assert found.side[1].startswith("stays")
            assert "<" in found.text


def test_formulas_before_their_step_have_no_digits_yet():
    shown = list(walk(sample("sine"), "xgboost", 1, max_depth=2))[1:]
    waiting = [[one.text.split(" ")[0] for one in formulas(s.stage) if one.to_come] for s in shown]
    assert waiting == [
        ["gain", "wⱼ*", "F₁(x)"],
        ["gain", "wⱼ*", "F₁(x)"],
        ["wⱼ*", "F₁(x)"],
        ["F₁(x)"],
        [],
    ]
    for scene in shown[:-1]:
        following = [one for one in scene.formulas if one.side == ("next",)]
        assert len(following) == 1
