"""Facts of bags, forests, and bias and variance."""

from math import e, floor, log2, sqrt
from statistics import fmean
from statistics import variance as variance_of

from ensemble_viz.engine.data.samples import parse_sample, sample
from tests.brute import binomial, chance
from tests.brute.trees import grow
from tests.ui.facts import regrown
from tests.ui.facts.lecture import entries
from tests.ui.facts.regrown import answers, counts, tree

WAVES = "rule:rule=0.97*sin(1.55*x1 + 4.7124) - 0.62*cos(x2),reach=3.1416,n=60,noise=0.3"
MOONS_SEED = parse_sample("moons")[1]["seed"]


def not_drawn(lecture):
    """SF10: (1 − 1/n)ⁿ, and how many different points a bag holds."""
    for n, bags in ((10, 1), (60, 3), (100, 25)):
        page = lecture.demo("bootstrap", n=n, bags=bags)
        out = binomial.not_chosen(n)
        yield [
            (page.text("not_drawn"), out), (page.text("limit"), 1 / e),
            (page.text("distinct"), binomial.distinct_mean(n)),
            (page.text("distinct_sd"), sqrt(binomial.distinct_variance(n))),
            (page.text("never_in_any"), out**bags),
            *((text, binomial.not_chosen(int(k)))
              for k, text in entries(page.text("against_n")).items() if int(k) <= 100),
        ]  # fmt: skip


def duplicates(lecture):
    """SF11: what stands there c times has mass c/n."""
    lecture.open("ten-points", "bagging", rounds=3)
    lecture.at(3)
    for row in (0, 1):
        lecture.move(row, lecture.rows[4])
        page = lecture.demo("bootstrap", own=True)
        rows = [(*place, label) for place, label in zip(lecture.rows, lecture.target, strict=True)]
        mass = [rows.count(each) / len(rows) for each in rows]
        yield list(zip(page.texts("mass"), mass, strict=True))


def pasting(lecture):
    """SF12: without replacement no point is there twice, and all of them make equal trees."""
    for share in (1.0, 0.5):
        lecture.open("moons:n=40", "pasting", rounds=4, max_samples=share)
        lecture.at(2)
        drawn = counts(lecture, "sample 2")
        assert set(drawn) <= {0, 1}
        said = ["AB"[k] for k in answers(tree(lecture, drawn), lecture)]
        assert lecture.column("tree 2") == said
        assert (lecture.figure("dis") == "0.0000") == (share == 1.0)
        yield [(str(sum(drawn)), round(40 * share))]


def patches(lecture):
    """SF13: patches draw points and axes; subspaces axes alone."""
    for method, n in (("random-patches", 40), ("random-subspaces", 30)):
        lecture.open(f"moons:n={n}", method, rounds=4)
        lecture.at(2, 1)
        assert "may look along x₁ only" in lecture.caption
        is_bag = method == "random-patches"
        assert ("bag 2" in lecture.table) == is_bag
        drawn = counts(lecture, "bag 2") if is_bag else [1] * len(lecture.column("point"))
        assert (max(drawn) > 1) == is_bag
        yield [(str(sum(drawn)), n)]


def variance(lecture):
    """SF15: ρσ² + (1 − ρ)σ²/B."""
    for rho, trees, one in ((0.25, 10, 1.0), (0.5, 100, 1.0), (0.0, 10, 2.0)):
        page = lecture.demo("variance-of-mean", rho=rho, B=trees, sigma2=one)
        yield [
            (page.text("variance"), rho * one + (1 - rho) * one / trees),
            (page.text("correlated"), rho * one), (page.text("own"), (1 - rho) * one / trees),
            *((text, rho * one + (1 - rho) * one / int(B))
              for B, text in entries(page.text("against_B")).items()),
        ]  # fmt: skip


def axes(lecture):
    """SF43: √p and log₂ p + 1; in the plane the second is plain bagging."""
    for p in (2, 16, 100):
        page = lecture.demo("drawn-axes", p=p)
        assert ("log2 plus 1" in page.text("is_bagging")) == (p == 2)
        yield [(page.text("sqrt"), floor(sqrt(p))), (page.text("log2_plus_1"), floor(log2(p) + 1)),
               (page.text("all"), p)]  # fmt: skip


def out_of_bag(lecture):
    """SF44: the error of the vote out of bag, and that of single trees, both on the page."""
    lecture.open("moons:n=40", "bagging", rounds=9)
    for t in (9, 4):
        votes, trees = _asked_out_of_bag(lecture, t)
        yield [(lecture.figure("oob"), votes), (lecture.figure("one tree"), trees)]


def _asked_out_of_bag(lecture, t):
    """Grow a tree on every bag, and count who is wrong where it never looked."""
    n = len(lecture.rows)
    wrong, asked, single = [0] * n, [0] * n, []
    for bag in regrown.bags(lecture, t):
        said = answers(tree(lecture, bag), lecture)
        out = [i for i, count in enumerate(bag) if not count]
        missed = [i for i in out if said[i] != lecture.target[i]]
        single.append(len(missed) / len(out))
        for i in out:
            asked[i] += 1
            wrong[i] += i in missed
    known = [i for i, count in enumerate(asked) if count]
    ties = [i for i in known if 2 * wrong[i] == asked[i]]
    lost = sum(2 * wrong[i] > asked[i] for i in known)
    lost += sum(lecture.target[i] != 0 for i in ties)
    return lost / len(known), sum(single) / len(single)


def pessimistic(lecture):
    """SF57: above the test error on some sets, below on others."""
    for sets, rounds in ((4, 5), (3, 3)):
        page = lecture.demo("out-of-bag", sets=sets, setup=(f"bagging(rounds={rounds})",))
        errors = [_out_of_bag(k, rounds) for k in range(sets)]
        held, single, fresh = (fmean(column) for column in zip(*errors, strict=True))
        off = [out - test for out, _, test in errors]
        yield [(page.text("oob_error"), held), (page.text("oob_error_trees"), single),
               (page.text("test_error"), fresh), (page.text("difference"), fmean(off)),
               (page.text("too_high"), sum(each > 0 for each in off)),
               (page.text("too_low"), sum(each < 0 for each in off))]  # fmt: skip


def _out_of_bag(k, rounds):
    """Grow bagged trees by brute force on training set k; give the errors of all three kinds."""
    data = sample("moons", seed=MOONS_SEED + 1000 + k, test=400)
    rows, target, n = data.points.tolist(), data.target.tolist(), len(data)
    bags = [chance.bag(k, t, n) for t in range(1, rounds + 1)]
    roots = [grow(rows, target, drawn) for drawn in bags]
    said = [[root.leaf(place).answer for place in rows] for root in roots]
    out = [[answers[i] for answers, drawn in zip(said, bags, strict=True) if not drawn[i]]
           for i in range(n)]  # fmt: skip
    held = fmean(_most(votes) != y for votes, y in zip(out, target, strict=True) if votes)
    single = fmean(
        fmean(answers[i] != target[i] for i in range(n) if not drawn[i])
        for answers, drawn in zip(said, bags, strict=True)
    )
    fresh = fmean(
        _most([root.leaf(place).answer for root in roots]) != y
        for place, y in zip(data.test.points.tolist(), data.test.target.tolist(), strict=True)
    )
    return held, single, fresh


def _most(votes):
    """Let the most votes win; of equally many the first class."""
    return min(sorted(set(votes)), key=lambda each: -votes.count(each))


def bias_and_variance(lecture):
    """SF56: bagging takes more than half of the variance away, and adds a little bias."""
    for sets, trees in ((6, 5), (5, 4)):
        page = lecture.demo("bias-variance", sets=sets, places=60,
                            setups=("tree(rounds=100)", f"bagging(rounds={trees})"))  # fmt: skip
        bias, some, noise = (page.values(name) for name in ("bias2", "variance", "noise"))
        assert some[1] < 0.6 * some[0]
        for total, *parts in zip(page.values("error"), bias, some, noise, strict=True):
            assert abs(total - sum(parts)) < 2e-4
        own = [_measured_again(sets, 0), _measured_again(sets, trees)]
        yield [(page.text("sets"), sets), (page.texts("noise")[0], 0.09),
               *zip(page.texts("bias2"), [bias for bias, _ in own], strict=True),
               *zip(page.texts("variance"), [some for _, some in own], strict=True)]  # fmt: skip


def _measured_again(sets, trees):
    """Grow trees on bags, or without any one on all points, by brute force; ask them all."""
    chosen, options = parse_sample(WAVES)
    places = chosen.build(**options | {"n": 1, "noise": 0.0, "test": 60}).test
    said = []
    for k in range(sets):
        data = chosen.build(**options | {"seed": options["seed"] + 1000 + k})
        bags = [chance.bag(k, t, len(data)) for t in range(1, trees + 1)] or [None]
        roots = [grow(data.points.tolist(), data.target.tolist(), bag, "squared") for bag in bags]
        said.append([fmean(float(root.leaf(place).value) for root in roots)
                     for place in places.points.tolist()])  # fmt: skip
    columns = list(zip(*said, strict=True))
    spread = fmean(variance_of(column) for column in columns)
    off = [(fmean(column) - y) ** 2 for column, y in zip(columns, places.target, strict=True)]
    return fmean(off) - spread / sets, spread
