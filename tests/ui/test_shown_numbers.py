"""What the widgets show is what a person computes from the points and the nodes of the trees.

Texts are read from the widgets, as they are painted; the figures come from plain numpy.
"""

import re
from math import prod

import numpy as np
import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.scene.moment.steps import steps
from tests.scene.by_hand import Bags, Gradients, Weights, inside
from tests.scene.walks import answers
from tests.ui.reading import below, cells, end_of, painted, rows, same, together, told
from tests.ui.windows import calm, press, rest

ROW = 2  # the point that is pinned
COUNT = re.compile(r"(\d+) (?:point|draw)s?(?:, (?:weight )?(?:(Gini|SSE) )?([\d.]+))?")
MISSED = re.compile(r"(\d+) missed")
VALUE = re.compile(r"(→)?(?:(R[₀-₉]+)\s*)?([−+]?\d+\.\d+)")


class Shown:
    """Everything that is written in a window at a moment."""

    def __init__(self, window):
        parts, cards = window.parts, window.canvas.overlays
        session = window.session
        self.round, step = session.view.where.moment.round, session.view.where.moment.step
        self.key = steps(session.run, self.round)[step - 1].key if self.round else "start"
        self.joined = self.round
        if self.round and not steps(session.run, self.round)[step - 1].joined:
            self.joined -= 1
        self.widgets = {
            "caption": cards.caption, "legend": cards.legend, "card": cards.point,
            "readouts": parts.run.readouts, "formulas": parts.formulas.picture,
        }  # fmt: skip
        run = session.run
        self.is_sum = run.method.name == "adaboost" and run.data.n_classes == 2
        self.caption = told(cards.caption)[1 if self.round else 0 :]
        self.legend = told(cards.legend)
        self.card = rows(cards.point)
        self.formulas = told(parts.formulas.picture)
        named = [line.rpartition(" ") for line in told(parts.run.readouts)[1:]]
        self.readouts = {name: value for name, _, value in named}
        self.tree, self.search, _, self.gallery = (panel.picture for panel in parts.this_round)
        self.gallery = parts.gallery_strip.picture.shown.words()
        self.table = cells(parts.points.view.rows)

    def reached(self, key, run):
        """Say whether the round has taken a step."""
        keys = [step.key for step in steps(run, self.round)] if self.round else []
        return key in keys and keys.index(key) <= keys.index(self.key)


# --- what is painted is what is said ------------------------------------------------------------


def check_words_are_whole(shown):
    """Nothing is cut: all that a screen reader hears is painted."""
    seen = {name: together(*painted(widget)) for name, widget in shown.widgets.items()}
    chips = re.sub(r"[\[\]·]", "", "".join(told(shown.widgets["caption"])))
    assert together(chips) == seen["caption"].replace("·", "")
    for label, value in shown.card.items():
        if label != "votes":
            raised = re.sub(r"\^(?:\(([^()]*)\))?", r"\1", together(label, value))
            assert raised in seen["card"]
    for line in shown.formulas:
        for piece in line.split(", "):
            assert together(piece) in seen["formulas"]
    for line in filter(None, shown.legend):
        assert together(re.sub(r"^ring: | points?$|: ", "", line)) in seen["legend"]
    for name, value in shown.readouts.items():
        assert together(name, value) in seen["readouts"]
    written = "".join((*seen.values(), *shown.tree.shown.words(), *shown.search.shown.words()))
    assert "·10⁻¹" not in written  # what is left of zero by rounding


def check_column(shown, title, expected):
    """Compare a column of the table: numbers, words, or nothing yet."""
    texts = shown.table[title]
    assert len(texts) == len(expected)
    for text, value in zip(texts, expected, strict=True):
        if value is None or isinstance(value, str):
            assert text == (value or "–"), (title, text, value)
        else:
            assert same(text, value), (title, text, value)


def check_points(shown, data):
    """The points themselves, and how many there are of each class."""
    for axis, name in enumerate(["x₁", "x₂"] if data.dimension == 2 else ["x"]):
        check_column(shown, name, data.points[:, axis])
    if data.classes is None:
        check_column(shown, "y", data.target)
        return
    check_column(shown, "class", [data.classes[k] for k in data.target])
    for k, name in enumerate(data.classes):
        called = f"{name} {('−1', '+1')[k]}" if shown.is_sum else name
        assert f"{called} {(data.target == k).sum()}" in shown.legend


def check_ring(shown, words, count):
    """What a ring means, and how many there are."""
    rings = [line for line in shown.legend if line.startswith("ring")]
    assert rings == ([] if words is None else [f"ring: {words} {count}"])


# --- boxes of trees -----------------------------------------------------------------------------


class Nodes:
    """What a person counts in the nodes of a tree, some points counting more than once."""

    def __init__(self, tree, data, drawn=None, weight=None, fitted=None):
        self.tree, self.data, self.weight = tree, data, weight
        self.drawn = np.ones(len(data), dtype=int) if drawn is None else drawn
        self.fitted = data.target if fitted is None else fitted
        self.is_values = data.classes is None or fitted is not None
        self.leaf = np.array(answers(tree, data.points))
        self.says = None if self.is_values else self._classes()

    def _classes(self):
        """Ask every point's leaf for its class; the first wins where some are as many."""
        return np.array([self.answer(node) for node in self.leaf])

    def part(self, node):
        return inside(self.tree, node, self.data.points)

    def counted(self, node):
        """Give how much the points of a node count."""
        return (self.drawn if self.weight is None else self.weight) * self.part(node)

    def shares(self, node):
        held = np.bincount(self.data.target, self.counted(node), self.data.n_classes)
        return held / held.sum()

    def answer(self, node):
        shares = self.shares(node)
        return int((shares >= shares.max() - 1e-12).argmax())

    def mean(self, node):
        counts = self.counted(node)
        return counts @ self.fitted / counts.sum()

    def squares(self, node):
        return self.counted(node) @ (self.fitted - self.mean(node)) ** 2

    def name(self, node):
        return None if self.is_values else self.data.classes[self.answer(node)]

    def missed(self, node):
        return self.part(node) & (self.says != self.data.target)

    def regions(self):
        """Number the leaves from the left to the right."""
        order, open_ = [], [0]
        while open_:
            node = open_.pop()
            if self.tree.feature[node] < 0:
                order.append(node)
            else:
                open_ += [int(self.tree.right[node]), int(self.tree.left[node])]
        return {node: f"R{below(k)}" for k, node in enumerate(order, start=1)}


def check_boxes(picture, nodes, value=None, shrunk=None):
    """Compare all that stands in the boxes of a tree; every text has to be known."""
    boxes = picture.arrangement.boxes
    assert boxes
    for box in boxes:
        for line in box.lines:
            assert together(line.text) in together(*picture.shown.words())
            assert line.value == "" or line.value in picture.shown.words()
            check_box_line(box.node, line, nodes, value or nodes.mean, shrunk)


def check_box_line(node, line, nodes, value, shrunk):
    """Compare one line of a box; a text that is none of these is the name of a class."""
    text, drawn = line.text, nodes.drawn
    missed, counted = nodes.missed(node), nodes.counted(node)
    if "≤" in text:
        check_question(node, text, nodes)
    elif found := COUNT.fullmatch(text):
        check_count(node, found, nodes)
        assert not line.value or same(line.value, counted.sum())
    elif found := MISSED.fullmatch(text):
        assert int(found[1]) == drawn[missed].sum()
        assert not line.value or same(line.value, counted[missed].sum())
    elif found := VALUE.fullmatch(text):
        assert found[2] in (None, nodes.regions()[node])
        assert same(found[3], (shrunk if found[1] else value)(node))
    elif text.isdigit():
        assert int(text) == drawn[nodes.part(node)].sum()
    elif text:
        assert text.removeprefix("says ") in (nodes.name(node), nodes.regions().get(node))


def check_question(node, text, nodes):
    """Compare x₁ ≤ 8.5."""
    name, _, threshold = text.partition(" ≤ ")
    axis = int(nodes.tree.feature[node])
    assert name == (["x₁", "x₂"][axis] if nodes.data.dimension == 2 else "x")
    assert same(threshold, nodes.tree.threshold[node])


def check_count(node, found, nodes):
    """Compare 20 points, Gini 0.5000; 12 points, SSE 8.923; 10 points, weight 1."""
    assert int(found[1]) == nodes.drawn[nodes.part(node)].sum()
    if found[2] == "Gini":
        assert same(found[3], 1.0 - (nodes.shares(node) ** 2).sum())
    elif found[2] == "SSE":
        assert same(found[3], nodes.squares(node))
    elif found[3]:
        assert same(found[3], nodes.counted(node).sum())


def check_search(shown, figure):
    """The figure of the cut that was taken stands at its place in the search."""
    texts = [text for text in shown.search.shown.words() if re.fullmatch(r"−?\d+\.\d{3,4}", text)]
    assert any(same(text, figure) for text in texts)


# --- AdaBoost -----------------------------------------------------------------------------------


def check_weights(shown, run, hand):
    """Weights, factors, ε, α, Z, F, the bound and the votes."""
    data, t, joined = run.data, shown.round, shown.joined
    y = np.where(data.target == 1, 1, -1)
    missed = hand.missed[t]
    wrong = (hand.F[joined] > 0) != (y > 0)
    ring = {"mistakes": 1, "alpha": 1, "weights": 1}.get(shown.key) and ("missed", missed.sum())
    ring = ("F misses", wrong.sum()) if shown.key == "vote" else ring or (None, 0)
    check_ring(shown, *ring)
    assert same(shown.readouts["training"], hand.D[0] @ wrong)
    bound = "bound ∏Z" if run.params.alpha == "half-log" else "bound ∏S e^(−½α)"
    assert same(shown.readouts[bound], prod(hand.Z[1 : joined + 1]))
    check_weights_in_the_table(shown, data, hand)
    check_weights_on_the_card(shown, run, hand)
    check_weights_in_the_gallery(shown, hand)
    if t:
        check_weights_in_words(shown, data, hand)
        check_weights_in_formulas(shown, run, hand)
        check_search(shown, hand.error[t])
        tree = run.round(t).learners[0]
        check_boxes(shown.tree, Nodes(tree, data, weight=hand.D[t - 1]))


def check_weights_in_the_table(shown, data, hand):
    t, joined = shown.round, shown.joined
    check_column(shown, f"D{below(max(t, 1))}", hand.D[max(t, 1) - 1])
    if not t:
        return
    is_weighed = shown.key in ("weights", "vote")
    check_column(shown, f"D{below(t + 1)}", hand.D[t] if is_weighed else [None] * len(data))
    says = np.where(hand.missed[t], 1 - data.target, data.target)
    check_column(shown, f"h{below(t)}", [data.classes[k] for k in says])
    check_column(shown, f"F{below(joined)}", hand.F[joined])


def divisor(run, hand, t):
    """All weights are divided by it: Z; or S, where only the missed are multiplied, by e^α."""
    if run.params.alpha == "half-log":
        return "Z", hand.Z[t]
    return "S", hand.Z[t] * np.exp(hand.alpha[t] / 2.0)


def check_weights_on_the_card(shown, run, hand):
    data, t, joined, card = run.data, shown.round, shown.joined, shown.card
    missed = "missed" if hand.missed[t][ROW] else "right"
    if shown.key == "weights":
        before, after = hand.D[t - 1][ROW], hand.D[t][ROW]
        assert same(card[f"weight before, D{below(t)}"], before)
        assert same(card[f"weight after, D{below(t + 1)}"], after)
        letter, total = divisor(run, hand, t)
        (by,) = [text for label, text in card.items() if label.endswith(f"{letter}{below(t)}")]
        assert same(by.removeprefix("÷ "), total)
        (factor,) = [text for label, text in card.items() if label.startswith(f"{missed}: ")]
        assert same(factor.removeprefix("× "), after * total / before)
    else:
        k = t + 1 if shown.key == "vote" else max(t, 1)
        assert same(card[f"weight, D{below(k)}"], hand.D[k - 1][ROW])
    if t:
        k = data.target[ROW] ^ int(hand.missed[t][ROW])
        says = f"{data.classes[k]} {('−1', '+1')[k]}"
        verdict = "" if shown.key == "train" else f", {missed}"
        (said,) = [text for label, text in card.items() if label.endswith(", says")]
        assert said == says + verdict
    if joined:
        check_sum_on_the_card(card, data, joined, hand)


def check_sum_on_the_card(card, data, joined, hand):
    score, total = hand.F[joined][ROW], sum(np.abs(hand.alpha[1 : joined + 1]))
    sign = 1 if data.target[ROW] == 1 else -1
    assert same(card[f"votes so far, F{below(joined)}"], score)
    assert same(card["all weights, Σα"], total)
    assert same(card[f"margin, yF{below(joined)} ÷ Σα"], sign * score / total)
    assert card["together they say"] == data.classes[int(score > 0)]


def check_weights_in_the_gallery(shown, hand):
    t, joined, found = shown.round, shown.joined, {}
    for text in shown.gallery:
        if parts := re.fullmatch(r"(next )?(\d\.\d+) (h[₀-₉]+)", text):
            found[parts[3]] = (bool(parts[1]), parts[2])
    known = joined + (t > joined and shown.key in ("alpha", "weights"))
    assert list(found) == [f"h{below(k)}" for k in range(1, known + 1)]
    for k, (is_next, text) in enumerate(found.values(), start=1):
        assert is_next == (k > joined)
        assert same(text, hand.alpha[k])


def check_weights_in_words(shown, data, hand):
    t, (headline, sentence) = shown.round, shown.caption[:2]
    missed, n = hand.missed[t], len(data)
    factors = hand.D[t] / hand.D[t - 1]
    if shown.key == "mistakes":
        assert f"misses {missed.sum()} of {n} points" in headline
        assert same(sentence.rstrip(".").split(" = ")[1], hand.error[t])
    elif shown.key == "alpha":
        assert same(headline.split(" = ")[1], hand.alpha[t])
        assert same(re.search(r"/ ([\d.]+)\)", sentence)[1], hand.error[t])
    elif shown.key == "weights":
        up, down = re.findall(r"× ([\d.]+)", headline)
        counts = [int(text) for text in re.findall(r"(\d+) (?:missed|right)", headline)]
        assert counts == [missed.sum(), n - missed.sum()]
        assert same(up, factors[missed][0])
        assert same(down, factors[~missed][0])
        assert ("holds half" in sentence) == (abs(hand.D[t][missed].sum() - 0.5) < 1e-9)
    elif shown.key == "vote":
        wrong = ((hand.F[t] > 0) != (data.target == 1)).sum()
        assert same(headline.split(" = ")[1], hand.alpha[t])
        assert (f"{wrong} of {n} points" if wrong else "nothing") in sentence


def check_weights_in_formulas(shown, run, hand):
    t = shown.round
    letter, total = divisor(run, hand, t)
    figures = {
        "mistakes": (f"ε{below(t)}", hand.error[t]),
        "alpha": (f"α{below(t)}", hand.alpha[t]),
        "weights": (f"{letter}{below(t)}", total),
    }
    for key, (start, value) in figures.items():
        if shown.reached(key, run):
            assert same(end_of(shown.formulas, start), value)
    if shown.reached("weights", run):
        (line,) = [text for text in shown.formulas if text.startswith(f"D{below(t + 1)}")]
        factors, missed = hand.D[t] / hand.D[t - 1], hand.missed[t]
        assert same(re.search(r"missed × ([\d.]+)", line)[1], factors[missed][0])
        assert same(re.search(r"right × ([\d.]+)", line)[1], factors[~missed][0])
    if shown.key == "vote":
        start = f"F{below(t)}(x{below(ROW + 1)})"
        assert same(end_of(shown.formulas, start), hand.F[t][ROW])


# --- bags ---------------------------------------------------------------------------------------


def check_bags(shown, run, hand):
    """Draws, votes of all trees and of those that never saw a point, and the errors."""
    check_bag_readouts(shown, run, hand)
    if not shown.round:
        return
    check_bag_key(shown, run, hand)
    check_bag_table(shown, run, hand)
    check_bag_card(shown, run, hand)
    check_bag_words(shown, run, hand)
    check_bag_formulas(shown, run, hand)
    check_bag_gallery(shown, run)
    if shown.reached("train", run):
        record = run.round(shown.round)
        check_boxes(shown.tree, Nodes(record.learners[0], run.data, drawn=record.in_bag))


def check_bag_key(shown, run, hand):
    """How many points were drawn how often, and how many are ringed."""
    data, t = run.data, shown.round
    drawn = run.round(t).in_bag
    entries = [(f"×{k}", c) for k, c in enumerate(np.bincount(drawn)) if c or k < 2]
    if shown.key in ("vote", "oob"):  # the canvas belongs to the vote
        out = int((drawn == 0).sum())
        entries = [("never drawn", out), ("drawn", len(data) - out)] * (shown.key == "oob")
    words = [f"{name}: {c} {'point' if c == 1 else 'points'}" for name, c in entries]
    assert [text for text in shown.legend if re.match("×|never drawn|drawn", text)] == words
    ring = (None, 0)
    if data.classes is not None and shown.key == "vote":
        ring = ("missed together", hand.wrong(hand.all[t]).sum())
    elif data.classes is not None and shown.key == "oob":
        ring = ("missed", hand.oob(t)[1].sum())
    check_ring(shown, *ring)


def check_bag_gallery(shown, run):
    """The numbers of the trees, this round's by its name."""
    t, joined = shown.round, shown.joined
    trees = [f"{k}" for k in range(1, joined + 1)]
    if shown.reached("train", run):
        trees = [*trees[: t - 1], f"tree {t}"]
    found = [text for text in shown.gallery if text not in ("+", "=", f"all {joined}")]
    assert found == (trees or ["No tree has joined yet."])


def check_bag_readouts(shown, run, hand):
    data, joined = run.data, shown.joined
    if not joined:
        assert set(shown.readouts.values()) == {"–"}
        return
    weight = data.distribution
    if data.classes is not None:
        rest, alone = hand.wrong(hand.all[joined]), [hand.wrong(one) for one in hand.alone[1:]]
    else:
        rest = hand.squares(hand.all[joined][:, 0] / joined)
        alone = [hand.squares(one[:, 0]) for one in hand.alone[1:]]
    assert same(shown.readouts["training"], weight @ rest)
    asked = joined - (shown.key == "vote")  # who never saw it is asked in the next step
    if not asked:
        assert shown.readouts["out of bag"] == shown.readouts["one tree, mean"] == "–"
        return
    assert same(shown.readouts["out of bag"], hand.oob(asked)[2])
    out = [run.round(k).in_bag == 0 for k in range(1, asked + 1)]
    each = [weight[o] @ one[o] / weight[o].sum() for o, one in zip(out, alone, strict=False)]
    assert same(shown.readouts["one tree, mean"], np.mean(each))


def winners(votes, data):
    """Name who has most votes, and how many."""
    best = (votes >= votes.max(axis=1, keepdims=True) - 1e-9).argmax(axis=1)
    return [f"{data.classes[k]} {round(v[k])}" for k, v in zip(best, votes, strict=True)]


def check_bag_table(shown, run, hand):
    data, t, joined = run.data, shown.round, shown.joined
    check_column(shown, f"bag {t}", [f"×{k}" for k in run.round(t).in_bag])
    nothing, classes = [None] * len(data), data.classes
    alone = nothing
    if shown.reached("train", run):
        alone = hand.alone[t]
        alone = alone[:, 0] if classes is None else [classes[k] for k in alone.argmax(axis=1)]
    check_column(shown, f"tree {t}", alone)
    if not joined:
        return
    asked, count = hand.count[joined] > 0, hand.count[joined]
    if classes is None:
        check_column(shown, f"all {joined}", hand.all[joined][:, 0] / joined)
        means = hand.unseen[joined][:, 0] / np.maximum(count, 1)
        unseen = [mean if a else None for mean, a in zip(means, asked, strict=True)]
    else:
        check_column(shown, f"all {joined}", winners(hand.all[joined], data))
        votes = winners(hand.unseen[joined], data)
        unseen = [vote if a else None for vote, a in zip(votes, asked, strict=True)]
    check_column(shown, "unseen", unseen)


def check_bag_card(shown, run, hand):
    t, joined, card = shown.round, shown.joined, shown.card
    drawn = int(run.round(t).in_bag[ROW])
    assert card[f"drawn for bag {t}"] == (f"×{drawn}" if drawn else "never")
    is_values = run.data.classes is None
    if shown.reached("train", run):
        alone = hand.alone[t][ROW]
        said = card[f"tree {t} says"]
        assert same(said, alone[0]) if is_values else said == run.data.classes[alone.argmax()]
    if joined:
        who = {1: "tree 1 alone", 2: "both trees"}.get(joined, f"all {joined} trees")
        who = f"mean of {who}" if is_values and joined > 1 else who
        check_tally(card[who], hand.all[joined][ROW], joined, run.data)
    if joined and is_values:
        rest_ = run.data.target[ROW] - hand.all[joined][ROW, 0] / joined
        assert same(card["residual, y − mean"], rest_)
    if shown.key == "oob":
        (said,) = [text for label, text in card.items() if label.startswith("never saw it")]
        check_tally(said, hand.unseen[t][ROW], int(hand.count[t][ROW]), run.data)


def check_tally(text, votes, count, data):
    """Compare 2 A · 1 B → A, or a mean, or nothing where nobody was asked."""
    if not count:
        assert text == "–"
        return
    if data.classes is None:
        assert same(text, votes[0] / count)
        return
    parts, _, wins = text.partition(" → ")
    assert parts == " · ".join(f"{v:.0f} {data.classes[k]}" for k, v in enumerate(votes) if v)
    assert wins.split(",")[0] == data.classes[votes.argmax()]
    assert ("tie" in wins) == ((votes == votes.max()).sum() > 1)


def check_bag_words(shown, run, hand):
    data, t, (headline, sentence) = run.data, shown.round, shown.caption[:2]
    drawn, n = run.round(t).in_bag, len(run.data)
    tree = run.round(t).learners[0]
    if shown.key == "draw":
        assert headline == f"{drawn.sum()} draws for bag {t} hit {(drawn > 0).sum()} of {n} points"
        assert sentence.startswith(f"{(drawn == 0).sum()} ")
    elif shown.key == "train":
        leaves = int((tree.feature < 0).sum())
        asks = f"Tree {t} asks {leaves - 1} question{'s' * (leaves > 2)}"
        assert headline == f"{asks} and has {leaves} leaves"
    elif shown.key == "vote" and data.classes is None:
        error = data.distribution @ hand.squares(hand.all[t][:, 0] / t)
        assert same(re.search(r"error is ([\d.]+\d)", sentence)[1], error)
    elif shown.key == "vote":
        assert f"{hand.wrong(hand.all[t]).sum()} of {n} points" in sentence
    elif shown.key == "oob":
        asked, rest_, error = hand.oob(t)
        assert f"{(drawn == 0).sum()} points" in headline
        if data.classes is None:
            assert same(re.search(r"error is ([\d.]+\d)", sentence)[1], error)
        else:
            right = (drawn == 0) & (hand.alone[t].argmax(axis=1) == data.target)
            assert headline.endswith(f"gets {right.sum()} right")
            assert f"{rest_.sum()} of {asked.sum()} " in sentence


def check_bag_formulas(shown, run, hand):
    data, t, n = run.data, shown.round, len(run.data)
    drawn, lines = run.round(t).in_bag, shown.formulas
    if shown.key != "vote":
        assert same(end_of(lines, "P("), (1 - 1 / n) ** drawn.sum())
        assert same(end_of(lines, f"not in bag {t}"), (drawn == 0).mean())
    is_values = data.classes is None
    if shown.key in ("train", "vote"):
        alone = hand.alone[t]
        rest_ = hand.squares(alone[:, 0]) if is_values else alone.argmax(axis=1) != data.target
        kind = "MSE" if is_values else "error"
        assert same(end_of(lines, f"{kind} of h{below(t)}"), data.distribution @ rest_)
    if shown.key in ("vote", "oob"):
        both = hand.all[t]
        rest_ = hand.squares(both[:, 0] / t) if is_values else hand.wrong(both)
        start = "MSE = " if is_values else "training error"
        assert same(end_of(lines, start), data.distribution @ rest_)
    if shown.key == "oob":
        assert same(end_of(lines, "out-of-bag"), hand.oob(t)[2])


# --- gradient boosting --------------------------------------------------------------------------


def check_gradients(shown, run, hand):
    """Residuals, leaf values, steps, sums, probabilities and losses."""
    data, t, joined = run.data, shown.round, shown.joined
    check_start(run, hand)
    check_ring(shown, *(("missed together", hand.missed(t)) if rings(shown, data) else (None, 0)))
    if data.classes is None:
        assert same(shown.readouts["training"], hand.squares(joined))
    else:
        assert same(shown.readouts["training"], hand.missed(joined) / len(data))
    check_gradients_on_the_card(shown, run, hand)
    rates = re.findall(r"([\d.]+) h", " ".join(shown.gallery))
    learned = joined + (t > joined and shown.reached("train", run))
    assert len(rates) == learned
    assert all(same(text, hand.rate) for text in rates)
    if t:
        check_gradients_in_the_table(shown, run, hand)
        check_gradients_in_words(shown, run, hand)
        check_gradients_in_formulas(shown, run, hand)
    if shown.reached("train", run):
        check_gradients_in_the_tree(shown, run, hand)


def rings(shown, data):
    return shown.key == "vote" and data.classes is not None


def check_start(run, hand):
    """Where the sum begins: the mean, the log-odds, the centred logarithms of shares."""
    target, start = run.data.target, hand.F[0]
    if run.data.classes is None:
        expected = np.array([target.mean()])
    else:
        share = np.bincount(target) / len(target)
        logs = np.log(share)
        expected = logs - logs.mean() if len(share) > 2 else logs[1:] - logs[:1]
    assert np.abs(start - expected).max() < 1e-12


def check_gradients_on_the_card(shown, run, hand):
    data, t, card = run.data, shown.round, shown.card
    before, of = max(t - 1, 0), f" of {data.classes[0]}" if hand.width > 1 else ""
    assert same(card[f"so far, F{below(before)}{of}"], hand.F[before][ROW, 0])
    (text,) = [text for label, text in card.items() if label.startswith("residual, r")]
    assert same(text, hand.rest(before)[ROW, 0])
    if data.classes is not None:
        k = 0 if hand.width > 1 else 1
        assert same(card[f"p of {data.classes[k]}"], hand.p(before)[ROW, 0])
    waits = data.classes is not None and shown.key == "train"
    if not shown.reached("train", run) or waits:
        return
    (says,) = [text for label, text in card.items() if " says, leaf " in label]
    (step,) = [text for label, text in card.items() if label.startswith("× ν")]
    assert same(says, hand.gamma[t][ROW, 0])
    assert same(step, hand.rate * hand.gamma[t][ROW, 0])
    assert same(card[f"next, F{below(t)}{of}"], hand.F[t][ROW, 0])
    assert same(card["residual then"], hand.rest(t)[ROW, 0])


def check_gradients_in_the_table(shown, run, hand):
    data, t = run.data, shown.round
    nothing = [None] * len(data)
    check_column(shown, f"F{below(t - 1)}", hand.F[t - 1][:, 0])
    check_column(shown, "r", hand.rest(t - 1)[:, 0])
    nodes = Nodes(run.round(t).learners[0], data)
    regions = [nodes.regions()[leaf] for leaf in hand.leaves[t][:, 0]]
    is_known = shown.reached("train", run)
    check_column(shown, "leaf", regions if is_known else nothing)
    is_set = is_known if data.classes is None else shown.reached("leaves", run)
    check_column(shown, "γ", hand.gamma[t][:, 0] if is_set else nothing)
    check_column(shown, f"F{below(t)}", hand.F[t][:, 0] if shown.key == "vote" else nothing)


def check_gradients_in_words(shown, run, hand):
    data, t, (headline, sentence) = run.data, shown.round, shown.caption[:2]
    numbers = re.findall(r"[−+]?\d+\.\d+", f"{headline} {sentence}")
    gamma = hand.gamma[t][:, 0]
    largest = gamma[np.abs(gamma).argmax()]
    if shown.key == "residuals":
        largest = np.abs(hand.rest(t - 1)[:, 0]).max()
        assert f"{len(data)} residuals" in headline
        assert any(same(text.lstrip("−+"), largest) for text in numbers)
        assert data.classes is not None or same(numbers[-1], hand.squares(t - 1))
    elif shown.key == "train":
        assert f"the {len(data)} residuals" in headline
        assert f"{len(np.unique(hand.leaves[t][:, 0]))} leaves" in sentence
    elif shown.key == "leaves":
        assert same(numbers[0].lstrip("−+"), abs(largest))
    elif shown.key == "shrink":
        figures = (largest, hand.rate, hand.rate * largest)
        assert all(same(text, x) for text, x in zip(numbers[1:], figures, strict=True))
    else:
        measure = hand.squares if data.classes is None else hand.loss
        if data.classes is not None:
            assert same(numbers.pop(0), hand.rate)
        assert same(numbers[0], measure(t - 1))
        assert same(numbers[1], measure(t))
        assert data.classes is None or f"{hand.missed(t)} of {len(data)} points" in headline


def check_gradients_in_formulas(shown, run, hand):
    data, t, lines = run.data, shown.round, shown.formulas
    point, k = below(ROW + 1), f",{below(1)}" if hand.width > 1 else ""
    if shown.key == "residuals":
        assert same(end_of(lines, f"r{point}{k} ="), hand.rest(t - 1)[ROW, 0])
        if data.classes is not None:
            assert same(end_of(lines, f"p{point}{k} ="), hand.p(t - 1)[ROW, 0])
    if shown.reached("leaves" if data.classes is not None else "train", run):
        assert same(end_of(lines, "γ"), hand.gamma[t][ROW, 0])
    if data.classes is None and shown.reached("shrink", run):
        assert same(end_of(lines, "ν γ"), hand.rate * hand.gamma[t][ROW, 0])
    if shown.key == "vote":
        assert same(end_of(lines, f"F{below(t)}{k}(x{point})"), hand.F[t][ROW, 0])


def check_gradients_in_the_tree(shown, run, hand):
    data, t = run.data, shown.round
    nodes = Nodes(run.round(t).learners[0], data, fitted=hand.rest(t - 1)[:, 0])
    gamma = {
        int(leaf): value
        for leaf, value in zip(hand.leaves[t][:, 0], hand.gamma[t][:, 0], strict=True)
    }
    waits = data.classes is not None and shown.key == "train"
    value = nodes.mean if waits else gamma.get
    check_boxes(shown.tree, nodes, value, lambda node: hand.rate * gamma[node])
    leaves = [node for node in range(len(nodes.tree)) if nodes.tree.feature[node] < 0]
    cut = (nodes.tree.left[0], nodes.tree.right[0])
    assert len(leaves) > 1
    check_search(shown, sum(nodes.squares(int(node)) for node in cut))


# --- a growing tree -----------------------------------------------------------------------------


def check_splits(shown, run, _hand):
    """Counts, impurities, what a cut saves, and the errors of the tree so far."""
    data, t, joined = run.data, shown.round, shown.joined
    if joined:
        nodes = Nodes(run.round(joined).learners[0], data)
        check_splits_so_far(shown, nodes)
        check_boxes(shown.tree, nodes)
    else:
        assert shown.readouts["training"] == "–"
    if t:
        grown = Nodes(run.round(t).learners[0], data)
        before = set() if t == 1 else asked(run.round(t - 1).learners[0])
        (node,) = asked(grown.tree) - before
        check_cut(shown, grown, node)


def asked(tree):
    return {k for k in range(len(tree)) if tree.feature[k] >= 0}


def check_splits_so_far(shown, nodes):
    data, regions = nodes.data, nodes.regions()
    check_column(shown, "leaf", [regions[leaf] for leaf in nodes.leaf])
    if nodes.is_values:
        says = [nodes.mean(leaf) for leaf in nodes.leaf]
        error, ring = ((data.target - says) ** 2).mean(), (None, 0)
    else:
        says, missed = [data.classes[k] for k in nodes.says], nodes.says != data.target
        error = missed.mean()
        ring = ("missed", missed.sum()) if shown.key == "split" else (None, 0)
    check_column(shown, "tree", says)
    check_ring(shown, *ring)
    check_leaf_on_the_card(shown, nodes)
    assert same(shown.readouts["training"], error)
    if shown.key == "split":
        start = "MSE" if nodes.is_values else "training error"
        assert same(end_of(shown.formulas, start), error)
        assert f"{len(regions)} leaves" in " ".join(shown.caption)


def check_leaf_on_the_card(shown, nodes):
    """Compare what stands about the leaf of the pinned point."""
    data, leaf, card = nodes.data, int(nodes.leaf[ROW]), shown.card
    name, held = nodes.regions()[leaf], nodes.part(nodes.leaf[ROW])
    if nodes.is_values:
        assert card[f"points in leaf {name}"] == f"{held.sum()}"
        assert same(card["their mean"], nodes.mean(leaf))
        assert same(card["residual, y − mean"], data.target[ROW] - nodes.mean(leaf))
        return
    counts = np.bincount(data.target[held], minlength=data.n_classes)
    parts = [f"{c} {data.classes[k]}" for k, c in enumerate(counts) if c]
    assert card[f"points in leaf {name}"] == " · ".join(parts)
    assert card[f"leaf {name} says"].split(",")[0] == nodes.name(leaf)


def check_cut(shown, nodes, node):
    """Compare the impurities of a node and of its children, and what the cut saves."""
    three = (node, int(nodes.tree.left[node]), int(nodes.tree.right[node]))
    n = [nodes.part(k).sum() for k in three]
    if nodes.is_values:
        impurity = [nodes.squares(k) / count for k, count in zip(three, n, strict=True)]
    else:
        impurity = [1.0 - (nodes.shares(k) ** 2).sum() for k in three]
    saved = impurity[0] - (n[1] * impurity[1] + n[2] * impurity[2]) / n[0]
    letter = "V" if nodes.is_values else "G"
    for k, value in zip(three, impurity, strict=True):
        assert same(end_of(shown.formulas, f"{letter}{below(k)} ="), value)
    assert same(end_of(shown.formulas, "Δ ="), saved)
    left = n[1] * impurity[1] + n[2] * impurity[2]
    check_search(shown, left if nodes.is_values else left / n[0])
    headline, sentence = shown.caption[:2]
    if shown.key == "search":
        assert same(re.search(r" by (\d\.\d+)", sentence)[1], saved)
        assert same(headline.rpartition("≤ ")[2], nodes.tree.threshold[node])
    elif "is split" in headline:
        counts = [int(text) for text in re.findall(r"(\d+) goe?s? (?:left|right)", headline)]
        assert counts == n[1:]


# --- all of them --------------------------------------------------------------------------------

STORIES = {
    "adaboost": (Weights, check_weights),
    "random-forest": (Bags, check_bags),
    "bagging": (Bags, check_bags),
    "gradient-boosting": (Gradients, check_gradients),
    "tree": (lambda run: run, check_splits),
}
CASES = [
    ("ten-points", "adaboost", 3, {}),
    ("moons:n=24", "adaboost", 2, {"alpha": "log", "learning_rate": 0.5}),
    ("moons:n=20", "random-forest", 3, {}),
    ("blobs:n=18", "bagging", 2, {}),
    ("sine:n=12", "bagging", 2, {}),
    ("sine:n=12", "gradient-boosting", 2, {}),
    ("moons:n=12", "gradient-boosting", 2, {"learning_rate": 0.3}),
    ("blobs:n=15", "gradient-boosting", 2, {}),
    ("checkerboard:n=40", "tree", 4, {}),
    ("sine:n=12", "tree", 3, {}),
]


@pytest.mark.parametrize(("points", "method", "most", "settings"), CASES)
def test_what_the_widgets_show_is_what_a_person_computes(
    points, method, most, settings, open_window
):
    hand_of, check = STORIES[method]
    window = open_window(points, method, size=(1920, 1080), rounds=6, **settings)
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
            panel.grab()  # what is written is known when it is painted
        shown = Shown(window)
        check_words_are_whole(shown)
        check_points(shown, run.data)
        check(shown, run, hand)
        press(window, "Right")
    assert len(moments) == 1 + sum(len(steps(run, t)) for t in range(1, most + 1))
