"""Voting and stacking in the window: what is shown is what a person computes for the members."""

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from ensemble_viz.document.where import NOTHING, Focus, Moment
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.picture.tags import Sign
from ensemble_viz.ui.panels.pictures import SearchPanel
from ensemble_viz.ui.pictures.learners import LearnerPicture
from tests.scene.members_by_hand import passed_on, taught
from tests.ui.canvases import level, tags
from tests.ui.reading import below, cells, end_of, same, told, value_of
from tests.ui.test_shown_numbers import Shown, check_column, check_points, check_words_are_whole
from tests.ui.windows import calm, press, rest

ROW = 2
NUMBER = re.compile(r"[−+]?\d+\.\d+(?:·10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?")
NO_TREES = "naive-bayes, logistic(C=1), knn(k=3)"
OF_VALUES = "linear, knn(k=2), ridge(alpha=1)"


def visible(window, kind):
    (found,) = [one for one in window.findChildren(kind) if one.isVisible()]
    return found


def open_all(window):
    for dock in window.docks.by_name.values():
        dock.show()


def stepped(window, most=99):
    """Go through a run by the keyboard with everything open, and read every moment."""
    calm(window)
    open_all(window)
    window.session.look(pinned=Focus(point=ROW))
    rest(window)
    seen = []
    while (
        window.session.view.where.moment not in seen
        and window.session.view.where.moment.round <= most
    ):
        seen.append(window.session.view.where.moment)
        rest(window)
        for panel in (*window.parts.this_round, window.parts.gallery_strip):
            panel.grab()
        shown = Shown(window)
        check_words_are_whole(shown)
        check_points(shown, window.session.run.data)
        yield shown
        press(window, "Right")
    run = window.session.run
    last = min(most, len(run))
    assert len(seen) == 1 + sum(len(steps.steps(run, t)) for t in range(1, last + 1))


def missed(shares, data):
    return int((shares.argmax(axis=1) != data.target).sum())


# --- the card of a learner ----------------------------------------------------------------------


def check_card(window, member, data):
    """Every number of the card stands where a person computes it."""
    picture = visible(window, LearnerPicture)
    written = [text for text in picture.shown.words() if NUMBER.fullmatch(text)]
    kind = type(member).__name__
    if kind == "Bayes":
        expected = [
            x
            for k in member.classes
            for j in range(data.dimension)
            for x in (*([member.prior[k]] if j == 0 else []), member.mean[k][j],
                      member.variance[k][j])
        ]  # fmt: skip
    elif kind == "Logistic":
        expected = [x for b, w in zip(member.intercept, member.coef, strict=True) for x in (b, *w)]
    elif kind in ("Plane", "Ridge"):
        expected = member.coef.tolist()
    else:
        (asked,) = member.asked(data.points[ROW : ROW + 1])
        away = np.sqrt(((data.points[asked] - data.points[ROW]) ** 2).sum(axis=1))
        values = [] if data.classes else member.target[asked].tolist()
        pairs = zip(values, away, strict=True) if values else ((x,) for x in away)
        expected = [x for pair in pairs for x in pair]
        names = [text for text in picture.shown.words() if text.startswith("point ")]
        assert names == [f"point {row + 1}" for row in asked]
        k = len(asked)
        assert f"It remembers {len(member.points)} points and asks the {k} nearest." in (
            picture.shown.words()
        )
    assert len(written) == len(expected)
    assert all(same(text, x) for text, x in zip(written, expected, strict=True))


def check_formula(shown, member, t, data):
    """The formula has the learner's digits, and the pinned point's result."""
    kind = type(member).__name__
    if kind == "Bayes":
        for k in member.classes:
            check_density(shown.formulas, member, k, data)
    elif kind == "Logistic":
        check_log_odds(shown.formulas, member, data)
    elif kind in ("Plane", "Ridge"):
        line, worked = [one for one in shown.formulas if one.startswith(f"h{below(t)}(x) = ")]
        found = [value_of(text) for text in NUMBER.findall(line.replace("− ", "−"))]
        assert found == pytest.approx(member.coef, abs=5.1e-5)
        check_result(worked, member, data)
    elif data.classes:
        shares = member.shares(data.points[ROW : ROW + 1])[0]
        for k in np.flatnonzero(shares):
            assert same(end_of(shown.formulas, f"p({data.classes[k]}) ="), shares[k])
    else:
        lines = [
            one for one in shown.formulas if one.startswith(f"h{below(t)}(x)") and "Σ" not in one
        ]
        check_result(*lines, member, data)


def check_result(line, member, data):
    answer = member.shares(data.points[ROW : ROW + 1])[0]
    assert value_of(line.rpartition("= ")[2]) == pytest.approx(answer, abs=1e-3)


def check_density(lines, member, k, data):
    """Prior, means and variances; their product at the point."""
    (line,) = [one for one in lines if one.startswith(f"p({data.classes[k]}) ∝")]
    found = [value_of(text) for text in NUMBER.findall(re.sub(r" 0$", " 0.0", line))]
    parts = zip(member.mean[k], member.variance[k], strict=True)
    expected = [member.prior[k], *(x for pair in parts for x in pair)]
    assert found[:-1] == pytest.approx(expected, abs=5.1e-5)
    product = member.product(k, data.points[ROW : ROW + 1])[0]
    assert found[-1] == pytest.approx(product, rel=1e-3, abs=1e-9)


def check_log_odds(lines, member, data):
    share = member.shares(data.points[ROW : ROW + 1])[0, 1]
    assert same(end_of(lines, f"p({data.classes[1]}) = 0"), share)
    (line,) = [one for one in lines if one.startswith("s = ") and "·" not in one]
    found = [value_of(text) for text in NUMBER.findall(line.replace("− ", "−"))]
    assert found == pytest.approx([member.intercept[0], *member.coef[0]], abs=5.1e-5)


# --- voting -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "settings"),
    [
        ("moons:n=24,seed=5", {"members": NO_TREES}),
        ("moons:n=24,seed=5", {"members": NO_TREES, "vote": "soft", "weights": "1, 2, 0.5"}),
        ("blobs:n=24,seed=4", {"members": "naive-bayes, knn(k=3)"}),
        ("surface:n=24", {"members": OF_VALUES}),
    ],
)
def test_votes_are_what_a_person_computes(open_window, points, settings):
    window = open_window(points, "voting", size=(1920, 1080), **settings)
    run = window.session.run
    data, count = run.data, run.data.n_classes
    members = [taught(text, data.points, data.target, count) for text in run.params.members]
    weights = np.array(run.params.weights)
    for shown in stepped(window):
        t = shown.round
        assert window.parts.run.transport.total.text() == f"of {len(members)}"
        if not t:
            continue
        member, now = members[t - 1], members[t - 1].shares(data.points)
        check_card(window, member, data)
        check_formula(shown, member, t, data)
        said = [data.classes[k] for k in now.argmax(axis=1)] if count else now
        check_column(shown, f"member {t}", said)
        start = f"error of h{below(t)}" if count else f"MSE of h{below(t)}"
        error = missed(now, data) / len(data) if count else ((now - data.target) ** 2).mean()
        assert same(end_of(shown.formulas, start), error)
        if shown.key == "collect" and count:
            assert f"{missed(now, data)} of {len(data)} points" in shown.caption[0]
        if shown.key == "vote":
            check_counted(shown, run, [one.shares(data.points) for one in members[:t]], weights)


def check_counted(shown, run, shares, weights):
    """Who wins, by how much, how many tie, and to whom those go."""
    data, t = run.data, len(shares)
    weights = weights[:t]
    if not data.classes:
        mean = sum(w * one for w, one in zip(weights, shares, strict=True)) / weights.sum()
        check_column(shown, f"all {t}", mean)
        assert same(re.search(r"is (\d+\.\d+)", shown.caption[0])[1],
                    ((mean - data.target) ** 2).mean())  # fmt: skip
        return
    votes = shares
    if run.params.vote == "hard":
        votes = [(one.argmax(axis=1)[:, None] == np.arange(data.n_classes)) * 1.0
                 for one in shares]  # fmt: skip
    together = sum(w * one for w, one in zip(weights, votes, strict=True)) / weights.sum()
    wins = (together > together.max(axis=1, keepdims=True) - 1e-9).argmax(axis=1)
    check_column(shown, f"all {t}", [data.classes[k] for k in wins])
    wrong = int((wins != data.target).sum())
    assert f"{wrong} of {len(data)} points" in shown.caption[0]
    assert same(shown.readouts["training"], wrong / len(data))
    tied = np.flatnonzero((together > together.max(axis=1, keepdims=True) - 1e-9).sum(axis=1) > 1)
    sentence = " ".join(shown.caption[1:])
    if not len(tied):
        assert "tie" not in sentence
        return
    found = re.search(
        r"At (\d+) points?(?: \(points? ([\d, and]+)\))? classes tie: (.*?) wins\.$", sentence
    )
    assert int(found[1]) == len(tied)
    if len(tied) <= 5:
        assert [int(x) - 1 for x in re.findall(r"\d+", found[2])] == tied.tolist()
    assert found[3] == (data.classes[0] if data.n_classes == 2 else "the first of the tied")


# --- stacking -----------------------------------------------------------------------------------


def out_of_fold(text, known, target, fold, count):
    """What a member says about each fold, taught by all the others."""
    z = None
    for part in np.unique(fold):
        out = fold == part
        said = passed_on(taught(text, known[~out], target[~out], count).shares(known[out]), count)
        z = np.full((len(known), said.shape[1]), np.nan) if z is None else z
        z[out] = said
    return z


@pytest.mark.parametrize(
    ("points", "settings"),
    [
        ("moons:n=24,seed=5", {"members": "naive-bayes, logistic(C=1), knn(k=3)", "folds": 3}),
        ("surface:n=24", {"members": "linear, knn(k=2)", "folds": 4}),
    ],
)
def test_stacks_are_what_a_person_computes(open_window, points, settings):
    window = open_window(points, "stacking", size=(1920, 1080), **settings)
    run = window.session.run
    run.finish()
    data, count, texts = run.data, run.data.n_classes, run.params.members
    fold = run.round(1).fold
    z = np.column_stack([out_of_fold(text, data.points, data.target, fold, count)
                         for text in texts])  # fmt: skip
    final = taught(run.params.final[0], z, data.target, count)
    chips, places = set(), set()
    for shown in stepped(window):
        t = shown.round
        assert window.parts.run.transport.total.text() == f"of {len(texts) + 1}"
        if not t:
            continue
        check_column(shown, "fold", fold)
        if t > len(texts):
            check_blender(window, shown, final, (data, texts, z))
            continue
        check_member(window, shown, (data, fold, z), texts[t - 1])
        head = told(window.canvas.overlays.caption)[0]
        chips.add(re.sub(r"[\[\]\d]", "", head))
        card = window.canvas.overlays.caption
        dots = [part for part in card.picture.tags[0].parts if isinstance(part, Sign)]
        places.add(tuple(round(dot.x) for dot in dots))  # nothing jumps
    assert chips == {"Fold  of  · Hold out · Train · Predict · Train on all"}
    assert len(places) == 1


def check_member(window, shown, known, text):
    """The present fold is hidden, predicted, and written into z; then all folds are."""
    data, fold, _ = known
    key, _, number = shown.key.partition("-")
    part = int(number) if number else 0
    out = np.zeros(len(data), dtype=bool) if key == "refit" else fold == part
    check_hidden(window, shown, out)
    check_z(shown, known, (key, part))
    if key == "hold":
        assert f"Fold {part} is held out: {out.sum()} points" in shown.caption[0]
        return
    member = taught(text, data.points[~out], data.target[~out], data.n_classes)
    if text.startswith("knn"):
        asked = visible(window, LearnerPicture).shown.words()
        rows = np.flatnonzero(~out)[member.asked(data.points[ROW : ROW + 1])[0]]
        names = [one for one in asked if one.startswith("point ")]
        assert names == [f"point {row + 1}" for row in rows]
    else:
        check_card(window, member, data)
        check_formula(shown, member, shown.round, data)
    if key == "refit":
        check_both_errors(shown, known, member)


def check_hidden(window, shown, out):
    """Points that are held out are hollow, and counted in the key."""
    assert f"held out: {out.sum()} point{'' if out.sum() == 1 else 's'}" in shown.legend
    assert f"trained on: {(~out).sum()} points" in shown.legend
    markers = window.session.scene.markers
    assert set(markers.row[markers.hollow]) == set(np.flatnonzero(out))


def check_z(shown, known, step):
    """What was said so far about points that were held out."""
    (_, fold, z), t, (key, part) = known, shown.round, step
    so_far = np.where(fold <= (part if key == "predict" else part - 1), z[:, t - 1], np.nan)
    column = z[:, t - 1] if key == "refit" else so_far
    check_column(shown, f"z{below(t)}", [None if np.isnan(x) else x for x in column])
    for k in range(1, t):
        check_column(shown, f"z{below(k)}", z[:, k - 1])


def check_both_errors(shown, known, member):
    """The error on what was held out stands beside that on what was seen."""
    (data, _, z), t = known, shown.round
    said, own = z[:, t - 1], member.shares(data.points)
    if data.classes:
        wrong, seen = (said > 0.5) != (data.target == 1), own.argmax(axis=1) != data.target
    else:
        wrong, seen = (said - data.target) ** 2, (own - data.target) ** 2
    kind = "error" if data.classes else "MSE"
    assert same(end_of(shown.formulas, f"held-out {kind} of h{below(t)}"), wrong.mean())
    assert same(end_of(shown.formulas, f"training {kind} of h{below(t)}"), seen.mean())
    assert same(shown.readouts["held out"], wrong.mean())
    assert same(end_of(shown.formulas, f"z({ROW + 1}, {t})"), said[ROW])


def check_blender(window, shown, final, known):
    """Its coefficients are those of the fit to z; its answer is that of the members' answers."""
    data, texts, z = known
    names = visible(window, LearnerPicture).shown.words()
    written = [text for text in names if NUMBER.fullmatch(text)]
    coef = final.coef[0] if data.classes else final.coef[1:]
    start = final.intercept[0] if data.classes else final.coef[0]
    assert all(same(text, x) for text, x in zip(written, [start, *coef], strict=True))
    for k in range(1, z.shape[1] + 1):
        check_column(shown, f"z{below(k)}", z[:, k - 1])
    if shown.key != "vote":
        return
    whole = np.column_stack([
        passed_on(taught(text, data.points, data.target, data.n_classes).shares(data.points),
                  data.n_classes) for text in texts
    ])  # fmt: skip
    answer = final.shares(whole)
    if data.classes:
        assert f"{missed(answer, data)} of {len(data)} points" in shown.caption[0]
        assert same(end_of(shown.formulas, "p(B) = 0"), answer[ROW, 1])
        check_column(shown, "blender", [data.classes[k] for k in answer.argmax(axis=1)])
    else:
        check_column(shown, "blender", answer)
        assert same(end_of(shown.formulas, "MSE ="), ((answer - data.target) ** 2).mean())


@pytest.mark.parametrize(
    ("points", "settings"),
    [
        ("moons:n=24", {"split": "leave-one-out", "members": "knn(k=3), naive-bayes"}),
        ("moons:n=24", {"split": "hold-out"}),
        ("blobs:n=36", {"split": "hold-out", "layers": 2, "members": "naive-bayes, knn(k=3)"}),
        ("blobs:n=24", {"layers": 2, "folds": 2, "members": "tree(max_depth=2), logistic"}),
        ("surface:n=24", {"layers": 3, "folds": 2, "members": "linear, stump"}),
        ("sine:n=16", {"folds": 2}),
    ],
)
@pytest.mark.parametrize("palette", ["light", "dark"])
def test_every_stack_is_stepped_with_everything_open(open_window, points, settings, palette):
    window = open_window(points, "stacking", size=(1920, 1080), **settings)
    window.session.look(palette=palette)
    counts = [len(shown.caption[0]) for shown in stepped(window)]
    assert len(counts) <= 60
    assert all(counts)


def test_the_layer_is_named_in_the_caption_and_among_the_learners(open_window):
    settings = {"layers": 2, "folds": 2, "members": "naive-bayes, knn(k=3)"}
    window = open_window("blobs:n=24", "stacking", size=(1920, 1080), **settings)
    session = window.session
    session.go(Moment(3, 2))
    assert session.scene.caption.headline.startswith("Member 3 (layer 2), naive-bayes")
    session.go(steps.whole(session.run, 5))
    terms = session.scene.gallery.terms
    assert [item.caption for item in terms] == [
        "L1 naive-bayes", "L1 knn", "L2 naive-bayes", "L2 knn", "logistic",
    ]  # fmt: skip
    assert [item.operator for item in terms] == [",", ",", "→", ",", "→"]


def test_leave_one_out_stays_usable_with_many_points(open_window):
    settings = {"split": "leave-one-out", "members": "naive-bayes, knn(k=3)"}
    window = open_window("moons:n=200", "stacking", **settings)
    run = window.session.run
    assert [len(steps.steps(run, t)) for t in (1, 2, 3)] == [4, 4, 2]
    data = run.data
    window.session.go(steps.whole(run, 2))
    away = ((data.points[:, None] - data.points) ** 2).sum(axis=2)
    np.fill_diagonal(away, np.inf)
    said = data.target[np.argsort(away, axis=1, kind="stable")[:, :3]].mean(axis=1) > 0.5
    assert f"{(said != data.target).sum()} of 200 points" in window.session.scene.caption.sentence


# --- what is not there, and what is refused -----------------------------------------------------


def test_nothing_is_said_about_splits_where_none_are_searched(open_window):
    window = open_window("moons:n=24", "voting", size=(1920, 1080))
    calm(window)
    session = window.session
    (search,) = [one for one in window.findChildren(SearchPanel) if one.isVisible()]
    for t, is_there in ((1, True), (2, False), (3, False), (4, False), (1, True)):
        session.go(Moment(t, 1))
        rest(window)
        assert search.head.isVisible() == search.picture.isVisible() == is_there
        assert search.parentWidget().line.isVisible() == is_there
        assert (search.height() > 60) == is_there
        assert session.scene.search is None or is_there


def test_the_neighbours_are_marked_where_the_mouse_is(open_window):
    window = open_window("moons:n=24", "bagging", base="knn", rounds=3)
    session = window.session
    session.go(Moment(2, 2))
    draws, data = session.run.round(2).in_bag, session.run.data
    for place in ((0.2, 0.3), (1.0, -0.2)):
        session.look(hovered=Focus(place=place))
        away = ((data.points - place) ** 2).sum(axis=1)
        nearest = np.repeat(np.argsort(away, kind="stable"), draws[np.argsort(away)])[:5]
        sheet, rings = window.canvas.plot.sheet, rings_of(window.canvas)
        assert np.sort(rings, axis=0) == pytest.approx(
            np.sort(sheet.places(data.points[nearest]), axis=0)
        )
    session.look(hovered=NOTHING)
    assert not len(rings_of(window.canvas))


def rings_of(canvas):
    """Find the rings around the neighbours that are asked."""
    rings = [item.place for item in level(canvas, "focus").items if item.key == "neighbour"]
    return rings[-1] if rings else np.empty((0, 2))


@pytest.mark.parametrize("method", ["voting", "stacking"])
def test_a_limit_of_rounds_stands_last_and_not_in_the_header(open_window, method):
    window = open_window("moons:n=24", method)
    assert next(iter(window.parts.inline[1].rows)) == "members"
    assert "rounds" not in window.parts.inline[1].rows
    window = open_window("moons:n=24", method, size=(1920, 1080))
    assert list(window.parts.form.rows)[-1] == "rounds"
    assert window.parts.form.rows["rounds"].title == "rounds at most"


@pytest.mark.parametrize(
    ("points", "text", "sentence"),
    [
        ("moons:n=24", "tree, foo", "there is no learner 'foo'"),
        ("moons:n=24", "tree, linear", "linear regression learns values, not classes"),
        ("surface:n=24", "logistic", "logistic regression learns classes, not values"),
        ("moons:n=24", "knn(k=0)", "k"),
        ("moons:n=24", "knn(k=3", "a bracket is not closed"),
    ],
)
@pytest.mark.parametrize("wide", [False, True])
def test_what_cannot_learn_is_refused_in_a_sentence(open_window, qtbot, points, text, sentence,
                                                    wide):  # fmt: skip
    window = open_window(points, "voting", size=(1920, 1080) if wide else (1280, 800))
    (field,) = [one for one in window.findChildren(QLineEdit, "members") if one.isVisible()]
    before = window.session.document
    header = window.parts.header.height()
    field.setFocus()
    field.setText("")
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    rest(window)
    assert window.session.document is before
    if wide:
        row = window.parts.form.rows["members"]
        assert row.refusal.isVisible()
        assert sentence in row.refusal.text().replace("L", "l")
    else:
        assert window.notice.isVisible()
        assert sentence in window.notice.words.text()
        assert field.geometry().top() >= 0
        assert window.parts.header.height() == header


# --- the field of members -----------------------------------------------------------------------


@pytest.fixture
def members(open_window):
    window = open_window("moons:n=24", "voting")
    (field,) = [one for one in window.findChildren(QLineEdit, "members") if one.isVisible()]
    return window, field


def offered(field):
    model = field.completer_.completionModel()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_the_field_says_who_the_usual_members_are(members):
    window, field = members
    usual = "tree(max_depth=3), naive-bayes, logistic(C=1), knn(k=5)"
    assert field.placeholderText() == usual
    assert usual in field.toolTip()
    session = window.session
    assert session.run.params.members == tuple(usual.split(", "))


def test_members_are_offered_while_they_are_typed_and_put_in_place(members, qtbot):
    window, field = members
    field.setFocus()
    qtbot.keyClicks(field, "stump, k")
    assert offered(field) == ["knn(k=5)  ·  nearest neighbours"]
    field.completer_.activated.emit("knn(k=5)")
    assert field.text() == "stump, knn(k=5)"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.session.run.params.members == ("stump", "knn(k=5)")
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "l")
    assert [text.partition("  ·")[0] for text in offered(field)] == ["linear", "logistic(C=1)"]
    window.session.look(pinned=Focus(point=1))
    press(window, "Esc")
    assert window.session.view.where.pinned == Focus(point=1)  # the key is the field's own
    assert field.text() == "stump, knn(k=5)"
    assert not field.offers.isVisible()


def test_an_empty_field_offers_all_kinds_at_the_arrow(members, qtbot):
    _, field = members
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert len(offered(field)) == 7
    field.offers.hide()


# --- surfaces that are read in slices -----------------------------------------------------------


def test_a_bag_of_neighbours_is_read_finer_while_the_window_lives(open_window):
    window = open_window("moons:n=60", "bagging", base="knn", rounds=20)
    session, notes = window.session, []
    session.changed.connect(lambda scene, _: notes.append(scene.note))
    session.go(steps.whole(session.run, 20))
    assert session.is_learning
    session.look(hovered=Focus(point=3))
    assert session.scene.card is not None
    rest(window)
    fine = "Surface and boundary sampled on a 1024 × 1024 grid"
    assert session.scene.note == fine
    assert notes[0] != fine
    (shown,) = tags(window.canvas, "note")
    assert shown.parts[0].text == fine
    drawn = {item.key for layer in window.canvas.picture.layers for item in layer.items}
    assert {"boundary", "learner"} <= drawn
    picture = window.parts.gallery.picture
    picture.grab()
    rest(window)
    assert cells(window.parts.points.view.rows)["point"]
