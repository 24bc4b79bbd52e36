"""The other methods: what the widgets show is what a person computes from points and nodes.

Texts are read from the widgets with every panel open; the figures come from plain numpy.
"""

import re
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from ensemble_viz.document.document import Setup
from ensemble_viz.document.where import Focus
from ensemble_viz.engine import methods
from ensemble_viz.scene.figures.page import COMPUTING
from ensemble_viz.scene.moment.steps import steps
from ensemble_viz.scene.picture.tags import Word
from tests.scene.by_hand import inside
from tests.scene.walks import answers
from tests.ui.canvases import tags
from tests.ui.reading import below, end_of, same
from tests.ui.test_shown_numbers import (
    ROW,
    Nodes,
    Shown,
    check_boxes,
    check_column,
    check_points,
    check_ring,
    check_words_are_whole,
)
from tests.ui.windows import calm, press, rest, settle

SUMS = re.compile(r"(?:^|\s)(G|H|gain|w) ([−+]?\d+(?:\.\d+)?)")


def leaves(tree, points):
    return np.array(answers(tree, points))


def first_best(votes):
    """Take the first of those with most, up to rounding."""
    return (votes >= votes.max(axis=1, keepdims=True) - 1e-9).argmax(axis=1)


def names(data, numbers):
    return [data.classes[k] for k in numbers]


# --- votes of trees on bags, portions, axes, random cuts ----------------------------------------


class Votes:
    """Votes of all trees so far, counted one by one."""

    def __init__(self, run):
        data, width = run.data, max(1, run.data.n_classes)
        self.all, self.alone = [np.zeros((len(data), width))], [None]
        for record in run.rounds:
            tree = record.learners[0]
            said = tree.value[leaves(tree, data.points)].reshape(len(data), width)
            self.alone.append(said)
            if data.n_classes:
                said = np.eye(width)[first_best(said)]
            self.all.append(self.all[-1] + said)

    def rest(self, data, votes, count):
        if data.n_classes:
            return first_best(votes) != data.target
        return (data.target - votes[:, 0] / count) ** 2


def check_votes(shown, run, hand):
    """The vote so far, this round's tree, what was drawn for it, and what it was cut at."""
    data, t, joined = run.data, shown.round, shown.joined
    if joined:
        error = hand.rest(data, hand.all[joined], joined).mean()
        assert same(shown.readouts["training"], error)
    if not t:
        return
    record = run.round(t)
    check_drawn(shown, run, record)
    if shown.reached("train", run):
        tree = record.learners[0]
        check_boxes(shown.tree, Nodes(tree, data, drawn=record.in_bag))
        alone = hand.alone[t]
        said = names(data, first_best(alone)) if data.n_classes else alone[:, 0]
        check_column(shown, f"tree {t}", said)
    if shown.key == "vote" and data.n_classes:
        check_ring(shown, "missed together", hand.rest(data, hand.all[t], t).sum())


def check_drawn(shown, run, record):
    """Who is in the bag, and along which axes the tree may look."""
    n, headline = len(run.data), shown.caption[0]
    if record.in_bag is not None:
        each = r"(?:×\d|(?<!never )drawn|never drawn): (\d+)"
        counts = [int(text) for text in re.findall(each, "\n".join(shown.legend))]
        assert sum(counts) == n * (shown.key != "vote")
        assert shown.key == "vote" or counts[0] == (record.in_bag == 0).sum()
    if shown.key == "draw" and run.method.name == "pasting":
        assert headline.startswith(f"{record.in_bag.sum()} of {n} points")
        assert ("portion" in headline) == run.params.disjoint
    if record.features is not None and len(record.features[0]) == 1:
        name = "x₁" if record.features[0] == (0,) else "x₂"
        assert shown.allowed == record.features[0]
        assert f"{name} alone" in shown.tree_hint
        if shown.key == "draw":
            assert f"{name} only" in " ".join(shown.caption)
        if shown.reached("train", run):
            notes = dict(
                re.findall(r"(x[₁₂]) (drawn|not drawn)", " ".join(shown.search.shown.words()))
            )
            assert notes[name] == "drawn"
            assert set(notes.values()) == {"drawn", "not drawn"}


def gain_of(run, record, cut):
    """What a cut of all points saves, by the counts on both sides."""
    data = run.data
    weight = np.ones(len(data)) if record.in_bag is None else record.in_bag.astype(float)

    def impurity(w):
        if data.n_classes:
            p = np.bincount(data.target, w, data.n_classes) / w.sum()
            return 1.0 - (p**2).sum()
        return w @ (data.target - w @ data.target / w.sum()) ** 2 / w.sum()

    low = data.points[:, cut[0]] <= cut[1]
    left, right = weight * low, weight * ~low
    total = weight.sum()
    rest_ = (left.sum() * impurity(left) + right.sum() * impurity(right)) / total
    return impurity(weight) - rest_


def check_throws(shown, run, hand):
    """The cuts of the first question, what each gains, and that the best is kept."""
    check_votes(shown, run, hand)
    if shown.key not in ("throw", "train"):
        return
    record = run.round(shown.round)
    cuts = record.learners[0].thrown.of(0)
    gains = [gain_of(run, record, cut) for cut in cuts]
    many = f"{len(cuts)} random cut{'s' * (len(cuts) > 1)}"
    text = " ".join(shown.caption)
    if shown.key == "throw":
        assert many in text
        assert many in shown.formulas[0]
        assert [text for text in shown.cuts if "gains" in text] == []
    else:
        check_kept(shown, run, cuts, gains)
    assert len(shown.cuts) == (len(cuts) if run.data.dimension == 2 else 0)


def check_kept(shown, run, cuts, gains):
    """What each cut gains, in words and formulas, and which is kept."""
    best, text = int(np.argmax(gains)), " ".join(shown.caption)
    told = re.findall(r"≤ ([−\d.]+) gains ([\d.]+\d)(·10\S+)?", text)
    if len(cuts) == 1:  # nothing has to be compared
        told = re.findall(r"≤ ([−\d.]+) It lowers .* by ([\d.]+\d)(·10\S+)?, and no other", text)
    assert len(told) == len(cuts)
    for (at, gain, power), cut, value in zip(told, cuts, gains, strict=True):
        assert same(at, cut[1])
        assert same(gain + power.rstrip(",."), value)
        words = f"≤ {at}:"
        (line,) = [line for line in shown.formulas if words in line]
        assert same(line.rpartition(" = ")[2], value)
    kept = [text for text in shown.cuts if text.endswith("*")]
    assert all(f"≤ {told[best][0]} gains" in text for text in kept)
    assert len(kept) == (run.data.dimension == 2)
    assert shown.sides.count("kept") == 1


# --- xgboost ------------------------------------------------------------------------------------


class Slopes:
    """Sums, gradients, hessians and leaf weights by plain numpy, given the questions of trees."""

    def __init__(self, run):
        data, params = run.data, run.params
        self.width = data.n_classes if data.n_classes > 2 else 1
        start = params.base_score
        if data.n_classes == 2:
            start = np.log(start / (1.0 - start))
        self.F = [np.full((len(data), self.width), start)]
        self.g, self.h, self.sums = [], [], []
        for record in run.rounds:
            g, h = self.slopes(data, self.F[-1])
            drawn = np.ones(len(data)) if record.in_bag is None else record.in_bag
            step, sums = np.zeros_like(g), []
            for k, tree in enumerate(record.learners):
                sums.append(
                    self.node_sums(tree.grown or tree, data, g[:, k] * drawn, h[:, k] * drawn)
                )
                own = self.node_sums(tree, data, g[:, k] * drawn, h[:, k] * drawn)
                leaf = leaves(tree, data.points)
                step[:, k] = -own[leaf, 0] / (own[leaf, 1] + params.reg_lambda)
            self.g.append(g)
            self.h.append(h)
            self.sums.append(sums)
            self.F.append(self.F[-1] + params.learning_rate * step)

    def slopes(self, data, F):
        if not data.n_classes:
            return F - data.target[:, None], np.ones_like(F)
        if self.width == 1:
            p = 1.0 / (1.0 + np.exp(-F))
            return p - data.target[:, None], p * (1.0 - p)
        p = np.exp(F) / np.exp(F).sum(axis=1, keepdims=True)
        return p - np.eye(self.width)[data.target], 2.0 * p * (1.0 - p)

    def node_sums(self, tree, data, g, h):
        parts = [inside(tree, node, data.points) for node in range(len(tree))]
        return np.array([(g[part].sum(), h[part].sum()) for part in parts])

    def error(self, data, t):
        F = self.F[t]
        if not data.n_classes:
            return ((data.target - F[:, 0]) ** 2).mean()
        said = first_best(F) if self.width > 1 else F[:, 0] > 1e-12
        return (said != data.target).mean()


def check_slopes(shown, run, hand):
    """g and h at the points, G, H and gain in the boxes, what is pruned, the leaves, the sum."""
    data, t, joined = run.data, shown.round, shown.joined
    assert same(shown.readouts["training"], hand.error(data, joined))
    if not t:
        return
    g, h, k = hand.g[t - 1], hand.h[t - 1], 0
    check_column(shown, "g", g[:, k])
    check_column(shown, "h", h[:, k])
    check_column(shown, f"F{below(t - 1)}", hand.F[t - 1][:, k])
    if shown.key == "vote":
        check_column(shown, f"F{below(t)}", hand.F[t][:, k])
    if data.dimension == 2:
        assert shown.scale.startswith("area = |g|")
    if shown.key == "gradients":
        check_slopes_on_the_card(shown, g[ROW, k], h[ROW, k])
    if shown.reached("train", run):
        check_sums_in_boxes(shown, run, hand.sums[t - 1][k])
        check_gains_in_words(shown, run, hand.sums[t - 1][k])


def check_slopes_on_the_card(shown, g, h):
    (slope,) = [text for label, text in shown.card.items() if label.startswith("slope g")]
    (bend,) = [text for label, text in shown.card.items() if label.startswith("curvature h")]
    assert same(slope, g)
    assert same(bend, h)
    largest = re.search(r"largest g (?:in size )?is ([−+±\d.]+)", shown.caption[0])[1]
    assert abs(abs(float(largest.replace("−", "-").lstrip("+±"))) - largest_of(shown)) < 1e-4


def largest_of(shown):
    return max(abs(float(text.replace("−", "-"))) for text in shown.table["g"])


def gain_at(tree, sums, node, penalty):
    """G_L²/(H_L + λ) + G_R²/(H_R + λ) − G²/(H + λ)."""
    score = sums[:, 0] ** 2 / (sums[:, 1] + penalty)
    return score[tree.left[node]] + score[tree.right[node]] - score[node]


def check_sums_in_boxes(shown, run, sums):
    """What stands in the boxes of the tree as it was grown, then of what is left."""
    tree = shown.numbered
    if len(tree) != len(sums):  # it is pruned by now: its nodes have other numbers
        sums = sums[np.flatnonzero(tree.kept != -1)[np.argsort(tree.kept[tree.kept != -1])]]
    found = 0
    for box in shown.tree.arrangement.boxes:
        for line in box.lines:
            for letter, text in SUMS.findall(f"{line.text}  {line.value}"):
                found += 1
                value = {
                    "G": sums[box.node, 0],
                    "H": sums[box.node, 1],
                    "w": -sums[box.node, 0] / (sums[box.node, 1] + run.params.reg_lambda),
                }
                if letter == "gain":
                    value["gain"] = gain_at(tree, sums, box.node, run.params.reg_lambda)
                assert same(text, value[letter]), (letter, text, value)
    assert found


def check_gains_in_words(shown, run, sums):
    """The first gain in the caption and in the formulas; how many splits go."""
    tree, params = shown.grown, run.params
    inner = [node for node in range(len(tree)) if tree.feature[node] >= 0]
    if not inner:
        return
    gains = {node: gain_at(tree, sums, node, params.reg_lambda) for node in inner}
    text = " ".join(shown.caption)
    if shown.key == "train":
        assert same(re.search(r"gains ([\d.]+\d);", text)[1], gains[0])
        assert same(end_of(shown.formulas, "gain = S_L").split(",")[0], gains[0])
    elif shown.key == "prune":
        gone, changed = set(), True
        while changed:
            sides = {node: (int(tree.left[node]), int(tree.right[node])) for node in inner}
            ends = {
                node
                for node in inner
                if node not in gone
                and all(child not in inner or child in gone for child in sides[node])
                and gains[node] < params.gamma
            }
            gone, changed = gone | ends, bool(ends)
        if gone:
            count = int(re.match(r"(\d+) split", text)[1])
            assert count == len(gone)
            assert f"{len(inner) + 1 - len(gone)} lea" in text
        if run.data.dimension == 2:
            assert len(shown.taken) == len(gone)


# --- AdaBoost with more classes, and with learners that are drawn -------------------------------


class ManyWeights:
    """AdaBoost for K classes, or for two, by plain numpy, given its stumps."""

    def __init__(self, run):
        data, samme = run.data, run.params.multiclass == "samme"
        K, n = data.n_classes, len(data)
        self.D, self.F = [np.full(n, 1.0 / n)], [np.zeros((n, K))]
        self.error, self.alpha, self.missed = [0.0], [0.0], [np.zeros(n, bool)]
        for record in run.rounds:
            tree = record.learners[0]
            said = first_best(tree.value[leaves(tree, data.points)])
            missed = said != data.target
            error = self.D[-1][missed].sum()
            alpha = 0.5 * (np.log((1 - error) / error) + (np.log(K - 1) if samme else 0.0))
            D = self.D[-1] * np.exp(np.where(missed, alpha, -alpha))
            self.D.append(D / D.sum())
            self.F.append(self.F[-1] + alpha * np.eye(K)[said])
            self.error.append(error)
            self.alpha.append(alpha)
            self.missed.append(missed)


def check_many_weights(shown, run, hand):
    """Weights, errors, learner weights, the limits, and what was drawn or reversed."""
    data, t, joined = run.data, shown.round, shown.joined
    K = data.n_classes
    assert ("bound ∏Z" in shown.readouts) == (K == 2)
    if joined:
        wrong = (first_best(hand.F[joined]) != data.target).mean()
        assert same(shown.readouts["training"], wrong)
    if not t:
        return
    check_column(shown, f"D{below(t)}", hand.D[t - 1])
    headline, sentence = shown.caption[:2]
    if shown.key == "mistakes":
        assert f"misses {hand.missed[t].sum()} of {len(data)} points" in headline
        assert same(re.search(r"= ([\d.]+\d)", sentence)[1], hand.error[t])
        limit = {"m1": "½", "samme": f"1 − 1/{K}"}[run.params.multiclass]
        assert (limit in sentence) == (K > 2)
        check_ring(shown, "missed", hand.missed[t].sum())
    elif shown.key == "alpha":
        assert same(headline.split(" = ")[1], hand.alpha[t])
        assert same(end_of(shown.formulas, f"α{below(t)}"), hand.alpha[t])
    check_marks_of_the_drawn(shown, run)


def check_marks_of_the_drawn(shown, run):
    """What was drawn, and what answers the opposite, says so everywhere."""
    t, joined, (headline, sentence) = shown.round, shown.joined, shown.caption[:2]
    turned = run.round(t).learners[0].reversed
    drawn = run.params.learner == "random"
    assert ("drawn, not searched" in shown.tree_hint) == drawn
    assert ("reversed" in shown.tree_hint) == turned
    if shown.key == "train":
        assert ("its answers are reversed. Now " in sentence) == turned
    if drawn:
        assert shown.search_title == "The cut that was drawn"
    if shown.key == "alpha" and turned:
        assert f"−{headline.split(' = ')[1]}" in sentence
    marks = sum("↔" in text for text in shown.gallery)
    known = joined + (t > joined and shown.reached("alpha", run))
    assert marks == sum(run.round(k).learners[0].reversed for k in range(1, known + 1))


# --- robust losses ------------------------------------------------------------------------------


class Robust:
    """Sums under the absolute loss, Huber's and the exponential one, given the questions."""

    def __init__(self, run):
        data, params = run.data, run.params
        start = np.median(data.target)
        if data.n_classes:
            share = data.target.mean()
            start = 0.5 * np.log(share / (1 - share))
        self.F, self.r, self.delta, self.leaf, self.gamma = [], [], [], [], []
        self.F.append(np.full(len(data), start))
        for record in run.rounds:
            F, tree = self.F[-1], record.learners[0]
            rest_ = data.target - F
            delta = np.sort(np.abs(rest_))[int(np.ceil(0.9 * len(data) - 1e-9)) - 1]
            self.delta.append(delta)
            sign = 2.0 * data.target - 1.0
            self.r.append(
                {
                    "absolute": lambda r=rest_: np.where(r >= 0, 1.0, -1.0),
                    "huber": lambda r=rest_, d=delta: np.clip(r, -d, d),
                    "exponential": lambda s=sign, F=F: s * np.exp(-s * F),
                }[params.loss]()
            )
            leaf = leaves(tree, data.points)
            gamma = np.zeros(len(data))
            for node in np.unique(leaf):
                own = leaf == node
                gamma[own] = self.value(params.loss, rest_[own], self.r[-1][own], delta)
            self.leaf.append(leaf)
            self.gamma.append(gamma)
            self.F.append(F + params.learning_rate * gamma)

    def value(self, loss, rest_, r, delta):
        if loss == "exponential":
            return r.sum() / np.abs(r).sum()
        middle = np.sort(rest_)[(len(rest_) + 1) // 2 - 1]
        if loss == "absolute":
            return middle
        return middle + np.clip(rest_ - middle, -delta, delta).mean()

    def lowered(self, run, t, k):
        """The mean loss at F_k, with the δ of round t."""
        size = np.abs(run.data.target - self.F[k])
        if run.params.loss == "absolute":
            return size.mean()
        near = np.minimum(size, self.delta[t - 1])
        return (near * (size - near / 2)).mean()


def check_robust(shown, run, hand):
    """Residuals, where they are cut off, leaf values, and the loss that falls."""
    t, loss = shown.round, run.params.loss
    if not t:
        return
    text = " ".join(shown.caption)
    check_column(shown, "r", hand.r[t - 1])
    check_column(shown, f"F{below(t - 1)}", hand.F[t - 1])
    if shown.key == "residuals" and loss == "huber":
        far = (np.abs(run.data.target - hand.F[t - 1]) > hand.delta[t - 1]).sum()
        assert text.startswith(f"{far} of ")
        assert same(re.search(r"±([\d.]+\d)", text)[1], hand.delta[t - 1])
        assert same(end_of(shown.formulas, f"δ{below(t)}"), hand.delta[t - 1])
        assert shown.cut_off == pytest.approx(hand.delta[t - 1])
    if loss != "huber":
        assert shown.cut_off is None
    check_robust_leaves(shown, run, hand)


def check_robust_leaves(shown, run, hand):
    """What the leaves answer, the next sum, and the loss that falls."""
    t = shown.round
    known = "leaves" if run.data.n_classes else "train"
    if shown.reached(known, run):
        check_column(shown, "γ", hand.gamma[t - 1])
        tree = run.round(t).learners[0]
        node = hand.leaf[t - 1][ROW]
        name = Nodes(tree, run.data, fitted=hand.r[t - 1]).regions()[node]
        if shown.key == known:
            start = name.replace("R", "γ")
            assert same(end_of(shown.formulas, f"{start} ="), hand.gamma[t - 1][ROW])
    if shown.key == "vote":
        check_column(shown, f"F{below(t)}", hand.F[t])
        if not run.data.n_classes:
            before, after = re.findall(r"(\d\.\d+)", shown.caption[0])[-2:]
            assert same(before, hand.lowered(run, t, t - 1))
            assert same(after, hand.lowered(run, t, t))


# --- all of them --------------------------------------------------------------------------------


class ShownMore(Shown):
    """What is written in further places."""

    def __init__(self, window):
        super().__init__(window)
        parts, scene, stage = window.parts, window.session.scene, window.session.scene.stage
        tree, search = parts.this_round[:2]
        self.tree_hint = tree.head.right.text()
        self.search_title = search.head.left.text()
        self.sides = search.sides.text()
        scale = [part.text for tag in tags(window.canvas, "scales") for part in tag.parts
                 if isinstance(part, Word)]  # fmt: skip
        self.scale = scale[0] if scale and scale[0] != "value" else ""
        strips = [item.boxes for layer in window.canvas.picture.layers for item in layer.items
                  if item.key == "allowed"]  # fmt: skip
        wide = [box[2] - box[0] > box[3] - box[1] for boxes in strips for box in boxes.tolist()]
        self.allowed = tuple(0 if is_level else 1 for is_level in wide) if strips else None
        self.cuts = [tag.parts[0].text + "*" * (tag.plate.width > 1.0)
                     for tag in tags(window.canvas, "random cut")]  # fmt: skip
        self.cut_off = scene.line_plot.cut_off if scene.line_plot else None
        mark = scene.learner_mark
        self.taken = mark.taken if mark is not None else ()
        self.numbered = stage.numbered
        learner = stage.record.learners[stage.which] if stage.record else None
        self.grown = (getattr(learner, "grown", None) or learner) if learner else None


VOTES, THROWS = (Votes, check_votes), (Votes, check_throws)
SLOPES, MANY, ROBUST = (
    (Slopes, check_slopes),
    (ManyWeights, check_many_weights),
    (Robust, check_robust),
)
CASES = [
    ("moons:n=20", "extra-trees", 2, THROWS, {"max_features": 2}),
    ("moons:n=20", "extra-trees", 2, THROWS, {"bootstrap": True}),
    ("sine:n=12", "extra-trees", 2, THROWS, {"max_depth": 3}),
    ("moons:n=20", "pasting", 2, VOTES, {}),
    ("sine:n=12", "pasting", 2, VOTES, {"disjoint": True, "max_samples": 0.5}),
    ("blobs:n=18", "random-subspaces", 2, VOTES, {}),
    ("moons:n=20", "random-patches", 2, VOTES, {}),
    ("moons:n=20", "xgboost", 2, SLOPES, {"max_depth": 2}),
    ("moons:n=24", "xgboost", 2, SLOPES, {"max_depth": 2, "gamma": 1.0, "subsample": 0.8}),
    ("sine:n=12", "xgboost", 2, SLOPES, {"max_depth": 2, "grow": "leaf-wise"}),
    ("blobs:n=18", "xgboost", 2, SLOPES, {"max_depth": 2, "tree_method": "hist", "max_bin": 4}),
    ("blobs:n=24", "adaboost", 3, MANY, {"multiclass": "samme"}),
    ("blobs:n=24,seed=3", "adaboost", 2, MANY, {}),
    ("moons:n=24", "adaboost", 4, MANY, {"learner": "random"}),
    ("sine:n=20", "gradient-boosting", 2, ROBUST, {"loss": "huber"}),
    ("sine:n=20", "gradient-boosting", 2, ROBUST, {"loss": "absolute"}),
    ("moons:n=20", "gradient-boosting", 2, ROBUST, {"loss": "exponential"}),
]


def open_all(window):
    """Let every panel stand open: figures beside the points, not behind them."""
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, window.docks["figures"])
    for dock in window.docks.by_name.values():
        dock.show()


@pytest.mark.parametrize(("points", "method", "most", "story", "settings"), CASES)
def test_what_the_widgets_show_of_other_methods_is_what_a_person_computes(
    points, method, most, story, settings, open_window
):
    hand_of, check = story
    window = open_window(points, method, size=(1920, 1080), rounds=6, **settings)
    open_all(window)
    calm(window)
    run = window.session.run
    window.session.look(pinned=Focus(point=ROW))
    rest(window)
    hand, moments = hand_of(run), []
    while (
        window.session.view.where.moment not in moments
        and window.session.view.where.moment.round <= most
    ):
        moments.append(window.session.view.where.moment)
        for panel in (*window.parts.this_round, window.parts.gallery_strip):
            panel.grab()
        shown = ShownMore(window)
        check_words_are_whole(shown)
        check_points(shown, run.data)
        check(shown, run, hand)
        head = window.parts.figures.head.right
        while COMPUTING in head.text():  # beside the window
            settle()
        assert head.text() in (f"after round {shown.joined}", "at the start")
        press(window, "Right")
    assert len(moments) == 1 + sum(len(steps(run, t)) for t in range(1, most + 1))


# --- refusals -----------------------------------------------------------------------------------

REFUSALS = [
    ("sine:n=12", "adaboost", {}, "gradient-boosting, pasting, random-forest"),
    ("blobs:n=18", "gradient-boosting", {"loss": "exponential"}, "AdaBoost, which lowers it"),
    ("moons:n=20", "gradient-boosting", {"loss": "huber"}, "take log-loss"),
    ("sine:n=12", "pasting", {"base": "naive-bayes"}, "linear, knn"),
    ("moons:n=20", "bagging", {"base": "linear"}, "naive-bayes"),
    ("moons:n=20", "xgboost", {"base_score": 2.0}, "probability"),
    ("moons:n=20", "adaboost", {"base": "naive-bayes", "learner": "random"}, "trees are drawn"),
]


@pytest.mark.parametrize(("points", "method", "settings", "words"), REFUSALS)
def test_what_a_method_cannot_take_is_refused_in_a_sentence(
    points, method, settings, words, open_window
):
    window = open_window(points, "tree")
    before, heard = window.session.document, []
    window.session.refused.connect(heard.append)
    kept = window.session.edit("Choose", _choose, method, settings)
    if not heard:
        pytest.fail(f"{method} took it: {kept}")
    (sentence,) = heard
    assert words in sentence
    assert len(sentence) < 250
    assert "Error" not in sentence
    assert window.session.document is before
    assert window.notice.words.text() == sentence


def _choose(document, name, settings):
    params = methods.method(name).params.from_values(settings)
    return replace(document, setups=(Setup(name, params),))
