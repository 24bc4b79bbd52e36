"""Facts of gradient boosting."""

from fractions import Fraction
from math import log
from statistics import fmean

from sklearn.ensemble import GradientBoostingRegressor

from tests.brute import boosting
from tests.ui.facts.lecture import entries

LATITUDE = [60.0, 70.0, 65.0, 30.0]


def start(lecture):
    """SF32: it starts at the mean of the values."""
    lecture.open("latitude", "gradient-boosting", rounds=3)
    for row in (None, 3):
        if row is not None:
            lecture.delete(row)
        lecture.at(1)
        page = lecture.demo("residuals", own=True)
        yield [(page.text("initial"), sum(lecture.target) / len(lecture.target))]


def residuals(lecture):
    """SF33: residuals sum to 0: the last is −26.25, not −26.75."""
    lecture.open("latitude", "gradient-boosting", rounds=3)
    for row in (None, 0):
        if row is not None:
            lecture.delete(row)
        lecture.at(1)
        page = lecture.demo("residuals", own=True)
        values = lecture.target
        mean = sum(values) / len(values)
        yield [*zip(page.texts("residuals"), [y - mean for y in values], strict=True),
               (page.text("sum"), 0.0)]  # fmt: skip


def third_point(lecture):
    """SF34: 56.25 + ν · 6.25 for the third point."""
    lecture.open("latitude", "gradient-boosting", rounds=3, max_depth=2)
    for rate in (0.1, 0.5, 1.0):
        lecture.change(learning_rate=rate)
        lecture.at(1)
        page = lecture.demo("residuals", own=True)
        assert page.values("answers")[0] == page.values("answers")[2]
        yield [(page.texts("after")[2], 56.25 + rate * 6.25)]


def gradient(lecture):
    """SF35: the negative gradient of ½ r² is r."""
    lecture.open("surface:n=10", "gradient-boosting", rounds=3)
    for t in (1, 3):
        lecture.at(t)
        page = lecture.demo("residuals", own=True)
        made = boosting.run_squared(lecture.rows, lecture.target, t, Fraction(1, 10), max_depth=2)
        for name in ("negative_gradient", "residuals"):
            yield list(zip(page.texts(name), made[-1].residuals, strict=True))


def from_zero(lecture):
    """SF36: from 0 on, r + h = y in every round."""
    for init in ("zero", "mean"):
        lecture.open("latitude", "gradient-boosting", rounds=4, init=init)
        lecture.at(2)
        page = lecture.demo("residuals", own=True)
        made = boosting.run_squared(lecture.rows, lecture.target, 2, Fraction(1, 10), init=init,
                                    max_depth=2)  # fmt: skip
        left = [y - f for y, f in zip(lecture.target, made[-1].F, strict=True)]
        yield [(page.text("initial"), 0.0 if init == "zero" else sum(LATITUDE) / 4),
               *zip(page.texts("after"), made[-1].F, strict=True),
               *zip(page.texts("left_over"), left, strict=True)]  # fmt: skip


def class_scores(lecture):
    """SF39: K trees a round; equal scores at the start are 1/K each."""
    lecture.open("blobs:n=60", "gradient-boosting", rounds=2)
    for init, gone in (("prior", ()), ("prior", (1, 2, 5, 7)), ("zero", ())):
        lecture.delete(*gone) if gone else lecture.change(init=init)
        lecture.at(0)
        assert ("ln" in " ".join(lecture.formulas)) == (init == "prior")
        lecture.at(1)
        assert len(lecture.window.parts.this_round[0].classes.group.buttons()) == 3
        logs = [log(lecture.target.count(k)) if init == "prior" else 0.0 for k in range(3)]
        first = logs[0] - sum(logs) / 3
        total = sum(2.718281828459045**each for each in logs)
        share = 2.718281828459045 ** logs[0] / total
        off = [(k == 0) - share for k in lecture.target]
        table = lecture.table
        yield [*((text, first) for text in table["F₀"]), *zip(table["r"], off, strict=True)]


def shrunk(lecture):
    """SF40: λ of .01 or .001 can be typed; ten times smaller steps need ten times the rounds."""
    lecture.open("surface:n=60,noise=0.3", "gradient-boosting", rounds=3)
    for rates in ("0.5 0.05", "1 0.1"):
        page = lecture.demo("shrinkage", own=True, rates=rates, most=400, loss=0.1)
        rounds = [_until(lecture, float(rate)) for rate in rates.split()]
        assert 6 <= rounds[1] / rounds[0] <= 14
        yield list(zip(entries(page.text("rounds")).values(), rounds, strict=True))
    lecture.open("surface:n=20", "gradient-boosting", rounds=3)
    lecture.change(learning_rate=0.001)
    lecture.window.named["settings"].trigger()
    lecture.rest()
    shown = lecture.window.parts.form.rows["learning_rate"].field.lineEdit().text()
    yield [(shown, 0.001)]


def _until(lecture, rate):
    """Ask scikit-learn in which round the loss on the points falls below 0.1: half the squares."""
    peer = GradientBoostingRegressor(n_estimators=400, learning_rate=rate, max_depth=2)
    peer.fit(lecture.rows, lecture.target)
    for t, said in enumerate(peer.staged_predict(lecture.rows), start=1):
        squares = [(y - f) ** 2 for y, f in zip(lecture.target, said, strict=True)]
        if fmean(squares) / 2 < 0.1:
            return t
    return None
