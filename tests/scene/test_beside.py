"""Several setups at one moment: which rounds, which words, where they part; by brute force."""

import itertools

import numpy as np
import pytest

from ensemble_viz.document import edits
from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.edits import points
from ensemble_viz.document.where import START, Focus, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Scores
from ensemble_viz.engine.runs.studies import fold_errors, folds_of, parted
from ensemble_viz.scene.beside.compared import SAME, curves_beside, difference, heading, numbered
from ensemble_viz.scene.beside.ghost import (
    Before,
    changed_nodes,
    changed_points,
    changes,
    comparable,
    ghost,
)
from ensemble_viz.scene.beside.parting import flip, parting, parts_in, splits
from ensemble_viz.scene.beside.scores import Validation, least_known, paired, scores
from ensemble_viz.scene.beside.side_by_side import Clock, SideBySide
from ensemble_viz.scene.figures.curves import written
from ensemble_viz.scene.free_space import has_cards
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words import fixed

PLACES = 200_000
FAMILIES = {
    "adaboost": {}, "bagging": {}, "random-forest": {}, "gradient-boosting": {}, "xgboost": {},
    "tree": {}, "voting": {}, "stacking": {}, "extra-trees": {}, "pasting": {},
}  # fmt: skip


def setup(name, seed=0, **settings):
    fields = {field.name for field in methods.method(name).params.fields()}
    if "rounds" in fields and methods.method(name).length is None:
        settings = {"rounds": 6} | settings
    return Setup(name, methods.method(name).params.from_values(settings), seed)


def document(*setups, sample="moons:n=60,noise=0.3,seed=2"):
    chosen, options = parse_sample(sample)
    return Document(chosen.build(**options), setups, chosen.title, source=sample)


SIXTH = Moment(6, 99)


def beside(shown, moment=SIXTH, **look):
    lenses = [Lens(each.run(shown.data)) for each in shown.setups]
    view = View.of(**look)
    runs = tuple(lens.run for lens in lenses)
    for run in runs:
        run.finish()
    clock = Clock(runs, view.where.setup, view.look.by_share)
    return SideBySide(shown, lenses, view.changed(moment=clock.nearest(moment)))


# --- the clock ------------------------------------------------------------------------------------


def test_a_run_that_has_ended_waits_while_others_go_on():
    found = beside(document(setup("adaboost", rounds=3), setup("bagging", rounds=8)), Moment(7, 1))
    assert found.view.where.moment.round == 7
    assert [stage.round for stage in found.stages] == [3, 7]
    assert found.stage(0).where.moment == steps.whole(found.clock.runs[0], 3)
    assert (found.waits(0), found.waits(1)) == (True, False)
    assert heading(found, 0).headline == "Ended after 3 rounds, waits"
    assert "waits" not in heading(found, 1).headline


@pytest.mark.parametrize("front", [0, 1])
def test_one_key_goes_through_all_rounds_and_back(front):
    shown = document(setup("adaboost", rounds=2), setup("bagging", rounds=5))
    runs = tuple(each.run(shown.data) for each in shown.setups)
    for run in runs:
        run.finish()
    clock = Clock(runs, front)
    for small in (True, False):
        moments = [START]
        while (following := clock.forward(moments[-1], small)) is not None:
            moments.append(following)
        assert [each.round for each in moments] == sorted(each.round for each in moments)
        assert moments[-1] == steps.whole(runs[1], 5)
        back = [moments[-1]]
        while (before := clock.back(back[-1], small)) is not None:
            back.append(before)
        assert back == moments[::-1]


def test_steps_of_a_round_go_together_and_end_together():
    found = beside(document(setup("adaboost"), setup("tree"), setup("stacking")))
    clock = found.clock
    last = steps.last_step(clock.run, 2)
    for step in range(1, last + 1):
        for k, run in enumerate(clock.runs):
            here = clock.at(k, Moment(2, step))
            if here.round == 2:
                count = steps.last_step(run, 2)
                assert here.step == max(1, step * count // last)
                assert (here.step == count) >= (step == last)


def test_rounds_by_share_come_to_their_ends_together():
    shown = document(setup("adaboost", rounds=4), setup("bagging", rounds=20))
    found = beside(shown, Moment(2, 99), by_share=True)
    assert [stage.round for stage in found.stages] == [2, 10]
    assert not any(found.waits(k) for k in range(2))
    whole = beside(shown, Moment(4, 99), by_share=True)
    assert [stage.round for stage in whole.stages] == [4, 20]
    assert whole.clock.forward(whole.view.where.moment, True) is None


# --- words ----------------------------------------------------------------------------------------


def test_four_on_a_wall_leave_all_room_to_the_points():
    rates = [setup("adaboost", learning_rate=rate) for rate in (1.0, 0.5, 0.1, 0.05)]
    for palette, has_room in (("light", True), ("projector", False), ("projector-dark", False)):
        stage = beside(document(*rates), palette=palette).stage(0)
        assert has_cards(stage, (1920.0, 715.0)) == has_room


def test_a_header_says_only_what_differs_from_its_neighbour():
    rates = [setup("adaboost", learning_rate=rate) for rate in (1.0, 0.5, 0.1)]
    assert [difference(tuple(rates), k) for k in range(3)] == [
        "learning rate 1.0", "learning rate 0.5", "learning rate 0.1",
    ]  # fmt: skip
    two = (setup("adaboost", rounds=50), setup("bagging", rounds=20))
    assert [difference(two, k) for k in range(2)] == ["AdaBoost", "Bagging · rounds 20"]
    same = (rates[0], rates[0])
    assert numbered(same) == ("1 AdaBoost", f"2 {SAME}")
    seeds = (setup("bagging", 1), setup("bagging", 4))
    assert [difference(seeds, k) for k in range(2)] == ["seed 1", "seed 4"]


# --- where they part ------------------------------------------------------------------------------


def asked(run, t, places):
    found, scores_of = None, Scores(run, places)
    for _ in range(t):
        found = scores_of.next()
    return decide(found, run.data.n_classes)


@pytest.mark.parametrize("pair", list(itertools.combinations(FAMILIES, 2)))
def test_the_map_is_what_both_say_wherever_they_are_asked(pair):
    found = beside(document(*(setup(name) for name in pair)), Moment(5, 99))
    if any(not stage.lens.is_exact(stage.joined) for stage in found.stages):
        pytest.skip("there are no cells")
    shown = found.parting
    if any(stage.score is None for stage in found.stages):
        assert shown is None
        return
    assert shown is not None
    assert shown.exact
    places = np.random.default_rng(3).uniform(found.frame.low, found.frame.high, (PLACES, 2))
    said = [asked(stage.run, stage.joined, places) for stage in found.stages]
    column, row = (cut.searchsorted(x) for cut, x in zip(shown.cuts, places.T, strict=True))
    differs = said[0] != said[1]
    assert np.array_equal(shown.apart[row, column] > 0, differs)
    assert shown.share == pytest.approx(differs.mean(), abs=0.01)
    boxes = np.concatenate([shown.boxes(level) for level in shown.levels] or [np.empty((0, 4))])
    sizes = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1).sum()
    assert sizes / np.prod(found.frame.high - found.frame.low) == pytest.approx(shown.share)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_points_they_split_on_are_those_not_answered_alike(count):
    found = beside(document(*(setup(name) for name in list(FAMILIES)[:count])), Moment(3, 99))
    said = np.array([stage.run.prediction(stage.joined) for stage in found.stages])
    assert found.splits.rows.tolist() == np.flatnonzero((said != said[0]).any(axis=0)).tolist()
    assert found.parts_in == parted(found.clock.runs)


def test_values_are_listed_by_how_far_they_are_apart():
    shown = document(setup("random-forest"), setup("gradient-boosting"), sample="surface:n=60")
    found = beside(shown)
    apart = np.abs(np.subtract(*(stage.run.prediction(stage.joined) for stage in found.stages)))
    assert found.splits.rows.tolist() == np.argsort(-apart, kind="stable")[apart > 0].tolist()
    assert fixed(float(apart.max())) in found.splits.sentence
    assert found.parting is not None
    assert found.parting.share > 0


def test_without_an_answer_nothing_is_said_to_part():
    found = beside(document(setup("stacking"), setup("adaboost")), Moment(1, 1))
    assert found.parting is None
    assert found.splits.sentence == "Stacking and AdaBoost: no answer yet."
    assert not len(found.splits.rows)


def test_a_round_that_is_not_known_of_all_parts_nothing():
    shown = document(setup("tree"), setup("tree", max_depth=1))
    runs = [each.run(shown.data) for each in shown.setups]
    assert parts_in(runs) is None
    runs[0].upto(1)
    assert parts_in(runs) is None
    for run in runs:
        run.finish()
    assert parts_in(runs) == parted(runs) == 2


@pytest.mark.parametrize("name", ["tree", "adaboost", "bagging"])
def test_the_shortest_move_flips_and_no_place_of_a_lattice_nearer_does(name):
    found = beside(document(setup(name), setup("random-forest")))
    stage = found.stage(0)
    for row in (0, 7, 31):
        view = stage.view.changed(pinned=Focus(point=row))
        shown = flip(type(stage)(stage.document, stage.lens, view))
        assert shown is not None
        assert shown.move is not None
        start = np.array(shown.start)
        own = asked(stage.run, stage.joined, start[None])[0]
        assert asked(stage.run, stage.joined, np.array([shown.move.place]))[0] != own
        reach = 1.5 * shown.move.distance
        axis = np.linspace(-reach, reach, 201)
        lattice = start + np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
        far = np.hypot(*(lattice - start).T)
        other = asked(stage.run, stage.joined, lattice) != own
        assert far[other].min() >= shown.move.distance
        assert (far[~other] < shown.move.distance).any()


# --- before the edit ------------------------------------------------------------------------------


def questions(run, t):
    """List what is asked where, with all that is asked on the way there."""
    found = set()
    for each in [t] if run.method.combine == "latest" else range(1, t + 1):
        for k, tree in enumerate(run.round(each).learners):
            waiting = [(0, ())]
            while waiting:
                node, way = waiting.pop()
                if tree.feature[node] >= 0:
                    here = (int(tree.feature[node]), float(tree.threshold[node]))
                    found.add((each, k, way, here))
                    waiting.append((int(tree.left[node]), (*way, here, "left")))
                    waiting.append((int(tree.right[node]), (*way, here, "right")))
    return found


@pytest.mark.parametrize("name", ["tree", "adaboost", "random-forest", "gradient-boosting"])
def test_what_an_edit_has_changed_is_counted(name):
    before = document(setup(name, rounds=6))
    other = before.data.points[before.data.target != before.data.target[11]]
    after = points.move_to(before, 11, tuple(other.mean(axis=0).round(2).tolist())).document
    kept = Before(before, tuple(Lens(each.run(before.data)) for each in before.setups))
    for lens in kept.lenses:
        lens.run.finish()
    now = beside(after).stage(0)
    frame = Scene(now).frame
    found = ghost(kept, now, 0, frame)
    was = asked(found.old.run, found.old.joined, after.data.points)
    assert changed_points(found) == np.count_nonzero(was != now.run.prediction(now.joined))
    places = np.random.default_rng(5).uniform(frame.low, frame.high, (PLACES, 2))
    apart = asked(found.old.run, found.old.joined, places) != asked(now.run, now.joined, places)
    assert found.changed.share == pytest.approx(apart.mean(), abs=0.005)
    asks, asked_before = questions(now.run, now.joined), questions(found.old.run, now.joined)
    others, total = changed_nodes(found.old.run, now.run, now.joined)
    assert (others, total) == (len(asks - asked_before), len(asks))
    assert changes(found).text.startswith(f"Changed: {100 * found.changed.share:.1f} % of what")
    assert changed_nodes(now.run, now.run, now.joined)[0] == 0


@pytest.mark.parametrize("name", ["tree", "random-forest", "gradient-boosting", "voting"])
def test_on_a_line_the_old_sum_stays_and_what_lies_between_is_shaded(name):
    data = parse_sample("sine")[0].build()
    one = setup(name, members=["ridge"]) if name == "voting" else setup(name, rounds=6)
    before = Document(data, (one,), "Line")
    after = points.answer(before, (7,), 3.0).document
    kept = Before(before, (Lens(one.run(data)),))
    kept.lenses[0].run.finish()
    now = beside(after).stage(0)
    shown = Scene(now, beside=SideBySide(after, [now.lens], now.view, (), kept))
    found = ghost(kept, now, 0, shown.frame)
    places = np.random.default_rng(5).uniform(shown.frame.left, shown.frame.right, 4000)
    was, says = (asked(each.run, each.joined, places[:, None]) for each in (found.old, now))
    (curve,) = found.curves
    drawn = np.interp(places, curve[:, 0], curve[:, 1])
    exact = found.old.lens.is_exact(found.old.joined)
    assert np.abs(drawn - was).max() < (1e-9 if exact else 0.02)
    x1, y1, x2, y2 = found.changed.areas.T
    inside = (places[:, None] > x1) & (places[:, None] < x2)
    assert (inside.any(axis=1) == (np.abs(was - says) > 1e-6)).mean() > 0.99
    assert found.changed.share == pytest.approx((was != says).mean(), abs=0.03)
    row, k = inside.nonzero()
    low, high = np.minimum(was, says)[row], np.maximum(was, says)[row]
    assert np.abs(y1[k] - low).max() < (1e-9 if exact else 0.05)
    assert np.abs(y2[k] - high).max() < (1e-9 if exact else 0.05)
    assert changes(found).text.startswith(f"Changed: {100 * found.changed.share:.1f} % of what")


def test_surfaces_of_too_many_cells_are_asked_point_by_point():
    before = document(setup("bagging", rounds=20), sample="moons:n=4000,noise=1")
    after = points.move_to(before, 3, (0.5, 0.5)).document
    kept = Before(before, (Lens(before.setups[0].run(before.data)),))
    kept.lenses[0].run.finish()
    now = beside(after, Moment(20, 99)).stage(0)
    found = ghost(kept, now, 0, Scene(now).frame)
    with pytest.raises(Refusal, match="too many cells"):
        found.old.lens.cells(20)
    old, new = (asked(run, 20, after.data.points) for run in (kept.lenses[0].run, now.run))
    assert changed_points(found) == np.count_nonzero(old != new)
    assert " of 4000 points" in changes(found).text


def test_questions_below_another_one_are_others_too():
    one, other = (document(setup("tree", max_depth=depth)).setups[0] for depth in (1, 3))
    data = document(one).data
    runs = [each.run(data) for each in (one, other)]
    t = min(len(run) for run in runs if run.finish())
    now = runs[1].round(len(runs[1])).learners[0]
    splits_now = int((now.feature >= 0).sum())
    assert changed_nodes(runs[0], runs[1], t)[1] >= 1
    assert changed_nodes(runs[0], runs[1], len(runs[1])) == (splits_now, splits_now)


def test_other_points_are_no_before():
    one = document(setup("tree"), setup("bagging"))
    assert comparable(one, points.move_to(one, 0, (0.0, 0.0)).document)
    assert comparable(one, edits.change_setting(one, 0, "max_depth", 2))
    assert not comparable(one, edits.swap_setups(one, 0, 1))
    assert not comparable(one, edits.remove_setup(one, 0))
    assert not comparable(one, points.delete(one, range(60)).document)
    other = parse_sample("blobs:n=20")[0].build(n=20)
    assert not comparable(one, edits.choose_data(one, other, "Blobs", "blobs:n=20"))


# --- curves and scores ----------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 4])
def test_one_plot_has_a_line_for_each_with_its_own_value(count):
    shown = document(*(setup(name) for name in list(FAMILIES)[:count]),
                     sample="moons:n=60,noise=0.3,seed=2,test=80")  # fmt: skip
    found = beside(shown, Moment(4, 99))
    for lens in found.lenses:
        while lens.measure():
            pass
    for family, figure in (("Training error", "train_error"), ("Test error", "test_error")):
        made = curves_beside(found.at(found.view.changed(curves=family)))
        assert made.family == family
        assert len({curve.style for curve in made.series}) == count
        assert len({curve.name for curve in made.series}) == count
        for stage, curve in zip(found.stages, made.series, strict=True):
            assert curve.readout == written(stage.lens.figures(stage.joined)[figure])
    assert made.families[0] == "Test error"


def test_inside_of_a_round_readouts_are_of_no_round_that_has_ended():
    """In the fourth of its steps a tree has joined its bag; the stump beside it has not."""
    shown = document(setup("bagging"), setup("adaboost"))
    found = beside(shown, Moment(1, 4), setup=1)
    assert [stage.joined for stage in found.stages] == [1, 0]
    assert curves_beside(found).after == "in round 1"
    assert curves_beside(beside(shown, Moment(1, 99))).after == "after round 1"


def test_the_start_does_not_press_what_is_learned_together():
    """AdaBoost begins with half of the points missed: the axis is that of its learners."""
    found = beside(document(setup("adaboost"), setup("bagging")), Moment(6, 99))
    for lens in found.lenses:
        while lens.measure():
            pass
    made = curves_beside(found.at(found.view.changed(curves="Training error")))
    first, second = made.series
    assert first.values[first.at == 0] == [0.5]
    highest = max(curve.values[curve.at > 0].max() for curve in (first, second))
    assert highest <= made.high < 0.5


def test_validation_is_that_of_the_engine_on_the_same_folds():
    shown = document(setup("tree"), setup("adaboost"), setup("bagging", 3))
    known = [Validation(shown.data, each) for each in shown.setups]
    done = []
    while (following := least_known(known)) is not None:
        following.work(0.001)
        done.append(len(following.errors))
        assert max(len(one.errors) for one in known) - min(len(one.errors) for one in known) <= 1
    fold = folds_of(shown.data, 5, 0)
    for validation, each in zip(known, shown.setups, strict=True):
        run = each.run(shown.data)
        run.finish()
        wanted = fold_errors(run, fold)
        assert validation.known.folds == pytest.approx(wanted.folds, abs=1e-15)
        assert validation.known.sd == pytest.approx(wanted.sd)
    found = scores(beside(shown), known)
    one, other = known[0].known.folds, known[1].known.folds
    mean = float(np.mean(np.subtract(one, other)))
    assert fixed(abs(mean)) in paired(found[0], found[1])
    better = sum(a > b for a, b in zip(one, other, strict=True))
    assert f"in {better} of 5 folds" in paired(found[0], found[1])


def test_what_cannot_be_dealt_out_says_why():
    few = document(setup("tree"), sample="moons:n=60")
    few = points.delete(few, range(57)).document
    found = Validation(few.data, few.setups[0])
    found.work(1.0)
    assert found.is_done
    assert found.known is None
    assert found.refusal == "5 folds need 5 points, and there are 3"
    nobody = beside(points.delete(few, range(3)).document)
    assert splits(nobody.stages).sentence == "There are no points."
    assert parting(nobody.stages, nobody.frame) is None
