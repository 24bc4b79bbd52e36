"""Facts of trees: impurity, cuts, pruning, rules, importance."""

import re
from math import exp, lgamma, log, log2
from statistics import mean, stdev

from tests.brute import chance, second_order
from tests.ui.facts import regrown
from tests.ui.facts.lecture import numbers

XOR = ([(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)], [0, 0, 1, 1])
RULE = re.compile(r"IF (.*?) THEN (\S+) \((\d+) points?\)|ALWAYS (\S+) \((\d+) points?\)")


def entropy(counts):
    n = sum(counts)
    return -sum(c / n * log2(c / n) for c in counts if c)


def gini(counts):
    n = sum(counts)
    return 1.0 - sum((c / n) ** 2 for c in counts)


def missed(counts):
    return 1.0 - max(counts) / sum(counts)


def impurity(lecture):
    """SF41: H, the gain in bits, and the gain ratio."""
    for left, right in (((4, 1), (1, 4)), ((9, 0), (0, 5)), ((5, 3), (2, 4))):
        parent = [a + b for a, b in zip(left, right, strict=True)]
        page = lecture.demo("impurity", left=_plain(left), right=_plain(right))
        n, sides = sum(parent), (left, right)
        pairs = []
        for name, measure in (("gini", gini), ("entropy", entropy), ("error", missed)):
            nodes = [measure(each) for each in (parent, left, right)]
            pairs += zip(page.texts(name), nodes, strict=True)
        gain = entropy(parent) - sum(sum(s) / n * entropy(s) for s in sides)
        ratio = gain / entropy([sum(s) for s in sides])
        yield [*pairs, (page.texts("gain")[1], gain), (page.text("gain_ratio"), ratio)]


def _plain(counts):
    return " ".join(map(str, counts))


def xor(lecture):
    """SF42: the first cut of XOR gains nothing, and two of them all."""
    for left, right, gain in (("1 1", "1 1", 0.0), ("2 0", "0 2", 1.0)):
        page = lecture.demo("impurity", left=left, right=right)
        yield [(page.texts("gain")[1], gain)]
    for depth, misses in ((1, 2), (2, 0)):
        lecture.open_points(*XOR, "tree", max_depth=depth)
        lecture.at(9)
        page = lecture.demo("rules", own=True)
        yield [(str(wrong_by(rules(page), lecture)), misses)]


def rules(page):
    """Read the rules that are written on a page: conditions, answer, points."""
    found = []
    for asked, then, count, always, whole in RULE.findall(page.said):
        conditions = [] if always else [part.split(" ") for part in asked.split(" AND ")]
        found.append((conditions, then or always, int(count or whole)))
    return found


def holds(conditions, place, columns):
    for axis, sign, threshold in conditions:
        x, limit = place[columns.index(axis)], numbers(threshold)[0]
        if not (x <= limit if sign == "≤" else x > limit):
            return False
    return True


def fallen(conditions, lecture):
    """Count the points that come to a leaf, by its rule alone."""
    return [i for i, place in enumerate(lecture.rows)
            if holds(conditions, place, list(lecture.data.columns))]  # fmt: skip


def wrong_by(found, lecture):
    names = lecture.data.classes
    return sum(names[lecture.target[i]] != then
               for conditions, then, _ in found for i in fallen(conditions, lecture))  # fmt: skip


def set_of_rules(lecture):
    """SF63: a rule for each leaf; each point is under one of them."""
    lecture.open("ten-points", "tree")
    lecture.at(9)
    for row in (0, 4):
        lecture.delete(row)
        lecture.at(9)
        found = rules(lecture.demo("rules", own=True))
        yield [(str(n), len(fallen(asked, lecture))) for asked, _, n in found]
        assert sum(n for _, _, n in found) == len(lecture.rows)
        assert wrong_by(found, lecture) == 0


def midpoints(lecture):
    """SF54: thresholds are midpoints of neighbours, and what lies on one goes left."""
    lecture.open("ten-points", "tree", max_depth=1)
    for row, place in ((2, (4.0, 1.0)), (1, (1.5, 2.0))):
        lecture.move(row, place)
        lecture.at(1)
        found = rules(lecture.demo("rules", own=True))
        (axis, _, threshold) = found[0][0][0]
        x = sorted({point[list(lecture.data.columns).index(axis)] for point in lecture.rows})
        below = max(each for each in x if each <= numbers(threshold)[0])
        above = min(each for each in x if each > numbers(threshold)[0])
        yield [(threshold, (below + above) / 2)]


def stump(lecture):
    """SF58: one node that asks, two leaves."""
    lecture.open("moons:n=40", "tree", max_depth=1)
    for depth in (1, 2):
        lecture.change(max_depth=depth)
        lecture.at(9)
        found = rules(lecture.demo("rules", own=True))
        if depth == 1:
            labels = [{lecture.target[i] for i in fallen(asked, lecture)} for asked, _, _ in found]
            leaves = sum(1 if len(each) == 1 else 2 for each in labels)  # the mixed are cut again
        yield [(str(len(found)), 2 if depth == 1 else leaves)]


def no_gain(lecture):
    """SF62: growing stops where a cut gains no more than is asked for."""
    lecture.open_points(*XOR, "tree", max_depth=2)
    for least, leaves in ((0.0, 4), (0.4, 1)):
        lecture.change(min_gain=least)
        lecture.at(9 if leaves > 1 else 0)
        page = lecture.demo("rules", own=True)
        if leaves == 1:
            assert page.refusal
            yield [(str(len(rules(page)) + 1), 1)]
        else:
            yield [(str(len(rules(page))), leaves)]


def candidates(lecture):
    """SF29: N + 1 thresholds an axis, where coordinates differ; two answers; constants."""
    lecture.open("ten-points", "adaboost")
    for row in (None, 0):
        if row is not None:
            lecture.delete(row)
        page = lecture.demo("stumps", own=True)
        distinct = [len({point[axis] for point in lecture.rows}) for axis in (0, 1)]
        yield [
            *zip(page.texts("distinct"), distinct, strict=True),
            *zip(page.texts("cuts"), [d - 1 for d in distinct], strict=True),
            *zip(page.texts("with_ends"), [d + 1 for d in distinct], strict=True),
            (page.text("candidates"), 2 * sum(d - 1 for d in distinct) + 2),
        ]


def cost(lecture):
    """SF51: d N log N once, and d N for each of T rounds."""
    lecture.open("moons:n=64", "adaboost")
    for rounds in (50, 200):
        page = lecture.demo("stumps", own=True, rounds=rounds)
        sorting, each, total = page.texts("steps")[:3]
        yield [(sorting, 2 * 64 * 6), (each, 2 * 64 * rounds), (total, 128 * (6 + rounds))]


def pruning(lecture):
    """SF61: C4.5's estimate; a subtree becomes a leaf where its leaf expects no more errors."""
    for cf in (0.25, 0.1):
        page = lecture.demo("pessimistic-error", n=16.0, errors=1.0, leaves="6 0; 9 0; 1 0", cf=cf)
        limit = [n * rate(n, 0, cf) for n in (6, 9, 1)]
        yield [(page.text("binomial_limit"), 16 * rate(16, 1, cf)),
               *zip(page.texts("leaves"), limit, strict=True),
               (page.text("subtree"), sum(limit))]  # fmt: skip
        assert (page.value("leaf") <= page.value("subtree")) == (page.text("pruned") == "yes")


def rate(n, errors, cf):
    """Find where so few errors are as rare as the confidence says, by halving."""
    low, high = 0.0, 1.0
    for _ in range(60):
        u = (low + high) / 2
        rare = sum(exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(u)
                       + (n - k) * log(1 - u)) for k in range(errors + 1))  # fmt: skip
        low, high = (low, u) if rare < cf else (u, high)
    return (low + high) / 2


def saved(lecture):
    """SF45: importance is the mean of the trees' shares; they sum to 1."""
    lecture.open("moons:n=40", "random-forest", rounds=6, max_features=2)
    for t in (6, 3):
        grown = [regrown.tree(lecture, bag) for bag in regrown.bags(lecture, t)]
        page = lecture.demo("importance", own=True)
        saved_by = [[regrown.saved(root, axis) for axis in (0, 1)] for root in grown]
        shares = [each / sum(pair) for pair in saved_by for each in pair]
        yield [
            *zip(page.texts("saved"), [each for pair in saved_by for each in pair], strict=True),
            *zip(page.texts("shares"), shares, strict=True),
            *zip(page.texts("importance"), (mean(shares[::2]), mean(shares[1::2])), strict=True),
        ]


def shuffled(lecture):
    """SF46: the mean of the rises, and the same divided by their standard deviation."""
    lecture.open("moons:n=40", "random-forest", seed=3, rounds=6, max_features=2)
    for t in (6, 4):
        bags = regrown.bags(lecture, t)
        assert bags == [chance.bag(3, k, 40) for k in range(1, t + 1)]
        rises = [_rises(lecture, k, drawn) for k, drawn in enumerate(bags, start=1)]
        page = lecture.demo("importance", own=True)
        yield [
            *zip(page.texts("rises"), [each for pair in rises for each in pair], strict=True),
            *zip(page.texts("permutation"), map(mean, zip(*rises, strict=True)), strict=True),
            *zip(page.texts("permutation_sd"), map(stdev, zip(*rises, strict=True)), strict=True),
            *zip(page.texts("permutation_normalised"),
                 (mean(own) / stdev(own) for own in zip(*rises, strict=True)), strict=True),
        ]  # fmt: skip


def _rises(lecture, t, drawn):
    """Shuffle each axis of the points out of bag: by how much their tree errs more."""
    root = regrown.tree(lecture, drawn)
    out = [i for i, count in enumerate(drawn) if not count]
    errors = []
    for axis in (None, 0, 1):
        places = [list(lecture.rows[i]) for i in out]
        if axis is not None:
            for place, k in zip(places, chance.shuffled(3, t, axis, len(out)), strict=True):
                place[axis] = lecture.rows[out[k]][axis]
        errors.append(mean(root.leaf(place).answer != lecture.target[i]
                           for place, i in zip(places, out, strict=True)))  # fmt: skip
    return [error - errors[0] for error in errors[1:]]


def random_cuts(lecture):
    """SF47: K random cuts are drawn for a question, wherever the points lie, and none searched."""
    lecture.open("moons:n=40", "extra-trees", rounds=3)
    for axes in (1, 2):
        lecture.change(max_features=axes)
        lecture.at(1, 1)
        found = re.findall(r"x([₁₂]) ≤ (\S+?)[,:]", lecture.caption)
        assert len(found) == axes
        thrown = []
        for axis, cut in found:
            along = [place["₁₂".index(axis)] for place in lecture.rows]
            thrown.append((cut, chance.cut(0, 1, "₁₂".index(axis), min(along), max(along))))
        yield thrown


def bins(lecture):
    """SF48: with a bin for each value histograms part the points as presorted values do."""
    found = []
    for method, most in (("exact", 256), ("hist", 256), ("hist", 3)):
        lecture.open("moons:n=40", "xgboost", rounds=2, tree_method=method, max_bin=most)
        lecture.at(2)
        found.append(lecture.table)
        if most == 256:
            rules = second_order.Rules()
            made = list(second_order.run(lecture.rows, lecture.target, 2, 2, rules))
            yield [
                pair
                for t in (1, 2)
                for pair in zip(
                    found[-1][f"F{'₁₂'[t - 1]}"], [f for (f,) in made[t - 1].F], strict=True
                )
            ]
    assert found[0] == found[1] != found[2]
    yield [(text, numbers(text)[0]) for text in found[2]["F₂"]]
