"""Facts of votes, committees and stacks."""

from fractions import Fraction
from math import ceil

from tests.brute import binomial
from tests.ui.facts import regrown
from tests.ui.facts.lecture import entries


def votes(lecture):
    """SF01: 21 classifiers with p = 0.3."""
    for n, p in ((21, 0.3), (11, 0.2)):
        page = lecture.demo("votes", n=n, p=p)
        error = Fraction(str(p))
        yield [
            (page.text("majority_wrong"), binomial.strict_majority_wrong(n, error)),
            (page.text("majority_right"), 1 - binomial.strict_majority_wrong(n, error)),
            *zip(page.texts("wrong")[:12], [binomial.probability(k, n, error) for k in range(12)],
                 strict=True),
        ]  # fmt: skip


def more_voters(lecture):
    """SF02: the error falls with odd B; with even B a tie stands apart."""
    for n, p in ((10, 0.4), (2, 0.4), (100, 0.4)):
        page = lecture.demo("votes", n=n, p=p)
        error = Fraction(str(p))
        against = entries(page.text("against_n"))
        yield [
            (page.text("majority_wrong"), binomial.strict_majority_wrong(n, error)),
            (page.text("tie"), binomial.tie(n, error)),
            *((text, binomial.strict_majority_wrong(int(k), error))
              for k, text in against.items()),
        ]  # fmt: skip


def as_a_slide_prints_it(lecture):
    """SF03: the sum to the letter, and the right one."""
    for n, p in ((21, 0.3), (11, 0.4)):
        page = lecture.demo("votes", n=n, p=p)
        error = Fraction(str(p))
        far = range(ceil(n / 2) + 1, n + 1)
        printed = page.texts("as_printed")
        yield [
            (printed[0], sum(binomial.probability(k, n, error) for k in far)),
            (printed[1], sum(error**k * (1 - error) ** (n - k) for k in far)),
            (page.text("majority_wrong"), binomial.strict_majority_wrong(n, error)),
        ]


def a_coin(lecture):
    """SF04: voting helps below one half alone."""
    for p in (0.1, 0.45, 0.5, 0.55, 0.7):
        page = lecture.demo("votes", p=p)
        wrong = binomial.strict_majority_wrong(21, Fraction(str(p)))
        assert (wrong < Fraction(str(p))) == (p < 0.5)
        yield [(page.text("majority_wrong"), wrong)]


def hard_vote(lecture):
    """SF05: A:1 B:0 C:1 D:0 E:0."""
    for given in ("1 0 1 0 0", "1 0 1 0 1"):
        page = lecture.demo("vote-table", votes=given)
        said = given.split()
        counts = [said.count("0"), said.count("1")]
        most = 0 if counts[0] >= counts[1] else 1
        assert page.text("has_majority") == "yes"
        yield [*zip(page.texts("counts"), counts, strict=True), (page.text("hard"), most)]


def mean_shares(rows, weights=None):
    weights = weights or [1.0] * len(rows)
    return [sum(w * row[k] for w, row in zip(weights, rows, strict=True)) / sum(weights)
            for k in range(len(rows[0]))]  # fmt: skip


def soft(lecture, rows, weights=None):
    given = {"shares": "; ".join(" ".join(map(str, row)) for row in rows)}
    if weights:
        given["weights"] = " ".join(map(str, weights))
    page, means = lecture.demo("vote-table", **given), mean_shares(rows, weights)
    return page, [
        *zip(page.texts("mean_shares"), means, strict=True),
        (page.text("soft"), means.index(max(means))),
    ]


def soft_vote(lecture):
    """SF06: shares are averaged; adding up the confidences names the other class."""
    for sure in (0.9, 0.6):
        rows = [(0.2, 0.8), (0.7, 0.3), (round(1 - sure, 1), sure), (0.5, 0.5), (0.6, 0.4)]
        page, pairs = soft(lecture, rows)
        named = [max(row) for row in rows]
        classes = [0 if row[0] >= row[1] else 1 for row in rows]
        sums = [sum(n for n, c in zip(named, classes, strict=True) if c == k) for k in (0, 1)]
        yield [*pairs, *zip(page.texts("confidences"), sums, strict=True),
               (page.text("by_confidences"), 0 if sums[0] >= sums[1] else 1)]  # fmt: skip


def values(lecture):
    """SF07: the mean of five, and their median, which B cannot pull away."""
    for given in ((2.3, 9.1, 4.3, 4.1, 3.8), (2.3, 3.1, 4.3, 4.1, 3.8)):
        page = lecture.demo("vote-table", values=" ".join(map(str, given)))
        yield [(page.text("mean"), sum(given) / 5), (page.text("median"), sorted(given)[2])]


def weighted(lecture):
    """SF08: a weighted soft vote sums to 1."""
    for weights in ((0.2, 0.3, 0.5), (0.5, 0.3, 0.2)):
        page, pairs = soft(lecture, [(0.9, 0.1), (0.8, 0.2), (0.3, 0.7)], weights)
        assert abs(sum(page.values("mean_shares")) - 1.0) < 1e-9
        yield pairs


def proportions(lecture):
    """SF09: 2 3 5 counts as 0.2 0.3 0.5 does."""
    rows, same = [(0.9, 0.1), (0.8, 0.2), (0.3, 0.7)], []
    for weights in ((2, 3, 5), (0.2, 0.3, 0.5), (7, 7, 7)):
        page, pairs = soft(lecture, rows, weights)
        same.append(page.text("mean_shares"))
        yield pairs
    assert same[0] == same[1] != same[2]


def committee(lecture):
    """SF14: E_c = E_av − ambiguity, exactly; and E_av is the mean of the members' errors."""
    lecture.open("surface:n=30,noise=0.3", "bagging", rounds=8)
    for t in (8, 5):
        said = [regrown.answers(regrown.tree(lecture, bag), lecture)
                for bag in regrown.bags(lecture, t)]  # fmt: skip
        off = [[float(h) - y for h, y in zip(row, lecture.target, strict=True)] for row in said]
        each, average, together, spread = regrown.committee(off)
        page = lecture.demo("committee", own=True)
        assert abs(average - spread - together) < 1e-12
        yield [
            (page.text("members"), t), *zip(page.texts("member_errors"), each, strict=True),
            (page.text("average_error"), average), (page.text("committee_error"), together),
            (page.text("ambiguity"), spread), (page.text("if_uncorrelated"), average / t),
        ]  # fmt: skip


def clones(lecture):
    """SF50: a team of clones gains nothing."""
    for depth in (1, 2):
        lecture.open("moons:n=40", "voting", members=(f"tree(max_depth={depth})",) * 3)
        lecture.at(3)
        said = regrown.answers(regrown.tree(lecture, max_depth=depth), lecture)
        off = [float(k == y) - 1.0 for k, y in zip(said, lecture.target, strict=True)]
        each, average, together, _ = regrown.committee([off] * 3)
        page = lecture.demo("committee", own=True)
        yield [(page.text("ambiguity"), 0.0), (page.text("committee_error"), together),
               (page.text("average_error"), average),
               *zip(page.texts("member_errors"), each, strict=True)]  # fmt: skip


def sure_and_doubtful(lecture):
    """SF52: one who is sure outvotes two who are not, softly alone."""
    for last in ((0.1, 0.9), (0.3, 0.7)):
        rows = [(0.6, 0.4), (0.6, 0.4), last]
        page, pairs = soft(lecture, rows)
        yield [*pairs, (page.text("hard"), 0)]


def plurality(lecture):
    """SF55: nobody has more than half, and the first of the tied wins."""
    for given, tied in (("0 1 0 2 1", "0, 1"), ("2 1 0 2 1", "1, 2")):
        page = lecture.demo("vote-table", votes=given)
        said = given.split()
        assert page.text("tied") == tied
        assert page.text("has_majority") == "no"
        counts = [said.count(str(k)) for k in range(3)]
        yield [*zip(page.texts("counts"), counts, strict=True),
               (page.text("plurality"), counts.index(max(counts)))]  # fmt: skip


def leakage(lecture):
    """SF59: a blender that learned from answers known by heart trusts the tree more."""
    for sets in (6, 4):
        page = lecture.demo("leakage", sets=sets)
        held, seen = page.value("held_out"), page.value("in_sample")
        trust = page.values("trust")
        assert trust[3] > 1.5 * trust[0], "the unlimited tree"
        assert abs(page.value("difference") - (seen - held)) < 2e-4
        yield [(page.text("sets"), sets), (page.text("held_out"), held)]


def splits_of_a_stack(lecture):
    """SF49: folds, a hold-out, one by one: how many are held out."""
    for split, held in (("k-fold", 8), ("hold-out", 20), ("leave-one-out", 1)):
        lecture.open("moons:n=40", "stacking", members=("stump", "naive-bayes"), split=split)
        lecture.at(1, 1)
        part = "2" if split == "hold-out" else "1"
        yield [(str(lecture.column("fold").count(part)), held)]
