"""Facts of gradient boosting."""

from tests.ui.facts.lecture import texts

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
        assert page.texts("negative_gradient") == page.texts("residuals")
        off = [y - f for y, f in zip(lecture.target, page.values("before"), strict=True)]
        assert all(abs(a - b) < 2e-4 for a, b in
                   zip(page.values("residuals"), off, strict=True))  # fmt: skip
        yield [(page.texts("residuals")[0], page.values("residuals")[0])]


def from_zero(lecture):
    """SF36: from 0 on, r + h = y in every round."""
    for init in ("zero", "mean"):
        lecture.open("latitude", "gradient-boosting", rounds=4, init=init)
        lecture.at(2)
        page = lecture.demo("residuals", own=True)
        for y, after, left in zip(lecture.target, page.values("after"), page.values("left_over"),
                                  strict=True):  # fmt: skip
            assert abs(after + left - y) < 2e-4
        yield [(page.text("initial"), 0.0 if init == "zero" else sum(LATITUDE) / 4)]


def class_scores(lecture):
    """SF39: K trees a round; equal scores at the start are 1/K each."""
    for init in ("zero", "prior"):
        lecture.open("blobs:n=60", "gradient-boosting", rounds=2, init=init)
        lecture.at(0)
        lines = " ".join(lecture.formulas)
        lecture.at(1)
        assert len(lecture.window.parts.this_round[0].classes.group.buttons()) == 3
        counts = [lecture.target.count(k) for k in range(3)]
        assert ("ln" in lines) == (init == "prior"), counts
        yield [(str(lines.count("0")), lines.count("0"))]


def shrunk(lecture):
    """SF40: λ of .01 or .001 can be typed; ten times smaller steps need ten times the rounds."""
    for rates, most in (("0.5 0.05", 400), ("1 0.1", 400)):
        page = lecture.demo("shrinkage", rates=rates, most=most, loss=0.1)
        rounds = page.values("rounds")[1::2]
        assert 6 <= rounds[1] / rounds[0] <= 14
        yield [(texts(page.text("rounds"))[1], rounds[0])]
    lecture.open("surface:n=20", "gradient-boosting", rounds=3)
    lecture.change(learning_rate=0.001)
    lecture.window.named["settings"].trigger()
    lecture.rest()
    shown = lecture.window.parts.form.rows["learning_rate"].field.lineEdit().text()
    yield [(shown, 0.001)]
