"""Facts of AdaBoost: errors, learner weights, weights of points, losses, margins."""

from fractions import Fraction
from math import exp, log, prod, sqrt
from statistics import fmean

from ensemble_viz.engine.data.samples import sample
from tests.brute import adaboost, chance
from tests.brute.trees import grow_stump
from tests.ui.facts.lecture import texts
from tests.ui.facts.trees import XOR

EPS = [Fraction(3, 10), Fraction(3, 14), Fraction(3, 22), Fraction(7, 38), Fraction(11, 62)]
MISSES = [(5, 7, 8), (3, 4, 6), (1, 2, 9), (5, 7, 8), (3, 4, 6)]


def half_log(error):
    return 0.5 * log((1 - error) / error)


def weights_before(t):
    """Weigh the ten points round by round, in exact fractions."""
    weight = [Fraction(1, 10)] * 10
    for error, missed in zip(EPS[: t - 1], MISSES, strict=False):
        weight = [w / (2 * error) if i + 1 in missed else w / (2 * (1 - error))
                  for i, w in enumerate(weight)]  # fmt: skip
    return weight


def result(line):
    """Take the last number of a formula."""
    return texts(line.split(",")[0])[-1]


def three_stumps(lecture):
    """SF16: ε = 3/10, 3/14, 3/22; β = .42, .65, .92; after three nothing is missed."""
    lecture.open("ten-points", "adaboost", rounds=5)
    for t in (1, 2, 3, 4):
        lecture.at(t)
        yield [(result(lecture.formula("ε")), EPS[t - 1]),
               (result(lecture.formula("α")), half_log(EPS[t - 1]))]  # fmt: skip
        assert ("nothing" in lecture.caption) == (t >= 3)


def lighter_points(lecture):
    """SF17: in round 2 the points that were right have less than 1/10."""
    lecture.open("ten-points", "adaboost", rounds=5)
    for t in (2, 3):
        lecture.at(t, 1)
        yield list(zip(_weights(lecture), weights_before(t), strict=True))


def right_twice(lecture):
    """SF18: round 3 misses three that were right in both rounds."""
    lecture.open("ten-points", "adaboost", rounds=5)
    for t in (3, 4):
        lecture.at(t, 1)
        weight = weights_before(t)
        light = [i for i in range(10) if weight[i] == min(weight)]
        if t == 3:
            assert {i + 1 for i in light} == {1, 2, 9, 10}
        yield [(_weights(lecture)[i], weight[i]) for i in light]


def _weights(lecture):
    """Read the column of the weights with which the round begins."""
    title = next(each for each in lecture.table if each.startswith("D"))
    return lecture.column(title)


def normaliser(lecture):
    """SF19: Z = 2 √(ε(1 − ε)), and the product of them."""
    lecture.open("ten-points", "adaboost", rounds=5)
    for t in (1, 2, 3):
        lecture.at(t)
        readouts = lecture.window.parts.run.readouts.accessibleDescription()
        bound = next(line for line in readouts.split("\n") if "bound" in line)
        z = [2 * sqrt(e * (1 - e)) for e in EPS[:t]]
        yield [(result(lecture.formula("Z")), z[-1]), (texts(bound)[-1], prod(z))]


def least_loss(lecture):
    """SF20: (e^b − e^−b) ε + e^−b is least at ½ ln((1 − ε)/ε), where it is 2 √(ε(1 − ε))."""
    for error, beta in ((0.3, 0.5), (0.1, 1.0), (0.4, -0.5)):
        page = lecture.demo("alpha", error=error, beta=beta)
        missed, right = page.texts("parts_at_beta")
        yield [
            (page.text("minimiser"), half_log(error)),
            (page.text("minimum"), 2 * sqrt(error * (1 - error))),
            (missed, exp(beta) * error), (right, exp(-beta) * (1 - error)),
        ]  # fmt: skip


def smaller_errors(lecture):
    """SF21: the smaller ε, the larger α."""
    for error in (0.01, 0.25, 0.49, 0.5):
        page = lecture.demo("alpha", error=error)
        yield [(page.text("minimiser"), half_log(error))]
        assert page.value("minimiser") > 0 or error == 0.5


def reverse(lecture):
    """SF22: a learner that is worse than a coin says the opposite."""
    for error in (0.7, 0.9):
        page = lecture.demo("alpha", error=error)
        other, weight = page.texts("reversed")
        yield [(other, 1 - error), (weight, half_log(1 - error)),
               (page.text("minimiser"), half_log(error))]  # fmt: skip


def two_forms(lecture):
    """SF23: both forms change weights alike; half the logarithm for the missed alone does not."""
    for error in (0.3, 0.2):
        page = lecture.demo("alpha", error=error)
        factors = page.texts("factors")
        up, down = 1 / (2 * error), 1 / (2 * (1 - error))
        root = sqrt((1 - error) / error)
        whole = error * root + 1 - error
        yield [(page.text("log_form"), log((1 - error) / error)),
               *zip(factors, (up, down, up, down, root / whole, 1 / whole), strict=True),
        ]  # fmt: skip


def products(lecture):
    """SF24: w = 1/n ∏ (1 − ε)/ε over the misses, divided by the sum."""
    lecture.open("ten-points", "adaboost", rounds=5)
    for t in (3, 4):
        lecture.at(t)
        page = lecture.demo("weight-products", own=True)
        odds = [(1 - e) / e for e in EPS[:t]]
        product = [Fraction(1, 10) * prod(odds[k] for k in range(t) if i in MISSES[k])
                   for i in range(1, 11)]  # fmt: skip
        yield [*zip(page.texts("unnormalised"), product, strict=True),
               *zip(page.texts("weight"), [p / sum(product) for p in product], strict=True),
        ]  # fmt: skip


def exponential_weights(lecture):
    """SF25: D ∝ e^(−yF)."""
    lecture.open("ten-points", "adaboost", rounds=5)
    for t in (3, 2):
        lecture.at(t)
        page = lecture.demo("weight-products", own=True)
        margin = [sum((-1) ** (i in m) * half_log(e) for e, m in zip(EPS[:t], MISSES, strict=False))
                  for i in range(1, 11)]  # fmt: skip
        grown = [exp(-each) for each in margin]
        yield list(zip(page.texts("exp_of_margin"), [g / sum(grown) for g in grown], strict=True))


def several_classes(lecture):
    """SF26: M1 keeps ½ ln((1 − ε)/ε); SAMME adds ln(K − 1)."""
    lecture.open("blobs:n=60", "adaboost", rounds=3, max_depth=1)
    for rule in ("m1", "samme"):
        lecture.change(multiclass=rule)
        made = adaboost.run(lecture.rows, lecture.target, rounds=1, samme=rule == "samme")
        lecture.at(1)
        error = made.rounds[0].error
        added = 0.5 * log(2) if rule == "samme" else 0.0
        yield [(result(lecture.formula("ε")), error),
               (result(lecture.formula("α")), half_log(error) + added)]  # fmt: skip


def stops(lecture):
    """SF27: a perfect learner ends the run."""
    lecture.open("ten-points", "adaboost", rounds=5)
    lecture.at(5)
    before = lecture.caption
    lecture.delete(4, 6, 7)  # what the first stump misses
    lecture.at(1)
    assert lecture.caption != before
    assert "perfect" in lecture.caption.lower() or "misses nothing" in lecture.caption
    yield [("5", 5)]
    yield [(str(len(lecture.session.run)), 1)]


def no_better_than_a_coin(lecture):
    """SF28: on XOR no stump beats chance, and the run says so."""
    lecture.open_points(*XOR, "adaboost", rounds=5)
    yield [(str(len(lecture.session.run)), 0)]
    assert "chance" in lecture.caption or "half" in lecture.caption or "½" in lecture.caption
    lecture.change(max_depth=2)
    yield [(str(len(lecture.session.run)), 1)]


def bound(lecture):
    """SF30: the exponential loss is above the 0-1 loss, at every margin and on the run."""
    for at in ("-1 -0.5 0 0.5 1", "-2 0 2"):
        page = lecture.demo("losses", at=at)
        places = [float(each) for each in at.split()]
        yield [*zip(page.texts("loss"), [exp(-m) for m in places], strict=True),
               *zip(page.texts("zero_one"), [float(m <= 0) for m in places], strict=True),
        ]  # fmt: skip
    lecture.open("ten-points", "adaboost", rounds=5)
    lecture.at(2)
    page = lecture.demo("losses", own=True)
    z = prod(2 * sqrt(e * (1 - e)) for e in EPS[:2])
    yield [(page.text("mean_loss"), z), (page.text("train_error"), 0.3)]


def ties(lecture):
    """SF31: at F = 0 the first class is answered: a plus is missed."""
    for at, lost in (("0", 1.0), ("0.1", 0.0)):
        page = lecture.demo("losses", loss="zero-one", at=at)
        yield [(page.text("loss"), lost)]
    page = lecture.demo("vote-table", votes="1 0")
    yield [(page.text("hard"), 0)]


def log_odds(lecture):
    """SF60: votes are log odds, not accuracies."""
    page = lecture.demo("alpha")
    low, high = half_log(0.3), half_log(0.1)
    found = page.texts("accuracy")
    yield [(found[1], low), (found[3], high), (found[4], high / low), (found[5], 0.9 / 0.7)]
    for error in (0.3, 0.1):
        yield [(lecture.demo("alpha", error=error).text("minimiser"), half_log(error))]


def samples_or_weights(lecture):
    """SF53: by weights the error is the same each time; on samples it is drawn."""
    errors = [0.3, 0.3, 0.0, 0.0, 0.0]
    for rounds in (3, 2):
        page = lecture.demo("resampling", rounds=rounds, sets=5)
        drawn = [_on_samples(k, rounds) for k in range(5)]
        ends = [curve[-1] for curve in drawn]
        yield [*zip(page.texts("reweighting"), errors[:rounds], strict=True),
               *zip(page.texts("resampling"), map(fmean, zip(*drawn, strict=True)), strict=True),
               (page.text("resampling_least"), min(ends)),
               (page.text("resampling_most"), max(ends))]  # fmt: skip


def _on_samples(k, rounds):
    """Boost on samples drawn by the weights: instead of a stump at chance another is drawn."""
    ten = sample("ten-points")
    rows, target = ten.points.tolist(), ten.target.tolist()
    weights, score, missed = [0.1] * 10, [0.0] * 10, []
    for t in range(1, rounds + 1):
        for draw in range(100):
            counts = chance.sample(weights, k, t, chance.BAG, draw)
            root = grow_stump(rows, target, counts)
            said = [root.leaf(place).answer for place in rows]
            error = sum(w for w, a, y in zip(weights, said, target, strict=True) if a != y)
            if error < 0.5 - 1e-12:
                break
        alpha = half_log(error)
        score = [f + alpha * (2 * a - 1) for f, a in zip(score, said, strict=True)]
        missed.append(fmean((f > 0) != y for f, y in zip(score, target, strict=True)))
        weights = [w * exp(alpha if a != y else -alpha)
                   for w, a, y in zip(weights, said, target, strict=True)]  # fmt: skip
        weights = [w / sum(weights) for w in weights]
    return missed


def table_of_losses(lecture):
    """SF37: −g of the absolute loss is sgn r."""
    for at in ("2 -1 0", "0.5 -3 1"):
        page = lecture.demo("losses", loss="absolute", at=at)
        r = [float(each) for each in at.split()]
        yield [*zip(page.texts("negative_gradient"), [(x > 0) - (x < 0) for x in r], strict=True),
               *zip(page.texts("loss"), map(abs, r), strict=True)]  # fmt: skip


def huber(lecture):
    """SF38: ½ r² inside, δ(|r| − δ/2) outside; the slope is r, and δ sgn r."""
    at = "-2 -0.5 -0.2 0 0.3 0.5 2"
    r = [float(each) for each in at.split()]
    for delta in (0.5, 1.0):
        page = lecture.demo("losses", loss="huber", at=at, delta=delta)
        loss = [x * x / 2 if abs(x) <= delta else delta * (abs(x) - delta / 2) for x in r]
        slope = [min(max(x, -delta), delta) for x in r]
        yield [*zip(page.texts("loss"), loss, strict=True),
               *zip(page.texts("negative_gradient"), slope, strict=True)]  # fmt: skip
