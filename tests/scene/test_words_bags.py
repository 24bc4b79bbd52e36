"""What is said about bags equals what a person counts from the draws and the trees."""

import numpy as np
import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import run
from ensemble_viz.scene.moment.lens import UnseenVotes
from ensemble_viz.scene.moment.steps import many_of
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.words import agrees, subscript
from tests.datasets import DATASETS
from tests.scene.by_hand import Bags as ByHand
from tests.scene.walks import line, numbers, results, rows, walk

CASES = [
    ("bagging", sample("ten-points"), {}),
    ("random-forest", sample("blobs"), {}),
    ("random-forest", sample("moons"), {"vote": "soft", "max_depth": 2}),
    ("bagging", sample("sine"), {"max_depth": 2, "max_samples": 0.5}),
    ("bagging", DATASETS["weights"], {"max_depth": 1}),
]


def moments(name, data, settings, key):
    """Show the moments of one kind of step, with the figures by hand."""
    shown = list(walk(data, name, 6, **settings))
    hand = ByHand(shown[0].stage.run)
    return [(one, one.view.where.moment.round, hand) for one in shown if one.stage.key == key]


@pytest.mark.parametrize(("name", "data", "settings"), CASES)
def test_captions_count_draws_and_questions(name, data, settings):
    for scene, t, _ in moments(name, data, settings, "draw"):
        drawn = scene.stage.run.round(t).in_bag
        counts = [drawn.sum(), t, (drawn > 0).sum(), len(data)]
        assert numbers(scene.caption.headline) == counts
        left = (drawn == 0).sum()
        assert scene.caption.sentence.startswith(f"{left} " if left else "No point")
    for scene, t, _ in moments(name, data, settings, "train"):
        tree = scene.stage.run.round(t).learners[0]
        if len(tree) > 1:
            counts = [t, (tree.feature >= 0).sum(), (tree.feature < 0).sum()]
            assert numbers(scene.caption.headline) == counts


@pytest.mark.parametrize(("name", "data", "settings"), CASES)
def test_captions_say_how_the_vote_does(name, data, settings):
    for scene, t, hand in moments(name, data, settings, "vote"):
        said = scene.caption.sentence
        if hand.classes:
            assert f"{hand.wrong(hand.all[t]).sum()} of {len(data)} points" in said
        else:
            error = hand.weight @ hand.squares(hand.all[t][:, 0] / t)
            assert agrees(said.split(" is ")[1].split()[0], error)


@pytest.mark.parametrize(("name", "data", "settings"), CASES)
def test_captions_ask_who_never_saw_it(name, data, settings):
    for scene, t, hand in moments(name, data, settings, "oob"):
        said = scene.caption
        asked, rest, error = hand.oob(t)
        out = scene.stage.run.round(t).in_bag == 0
        if hand.classes:
            right = out & (hand.alone[t].argmax(axis=1) == data.target)
            assert numbers(said.headline) == [t, out.sum(), right.sum()]
            assert f"answer: {rest.sum()} of {asked.sum()} point" in said.sentence
        else:
            assert numbers(said.headline) == [t, out.sum()]
            written = said.sentence.split("error is ")[1].split("; ")[0].rstrip(".")
            assert agrees(written, error)
        who = "in bag 1" if t == 1 else f"that all {many_of(scene.stage.run)} saw"
        do = "does" if (~asked).sum() == 1 else "do"
        left = f"; the {(~asked).sum()} {who} {do} not count."
        assert said.sentence.endswith(left) == (not asked.all())


@pytest.mark.parametrize(("name", "data", "settings"), CASES)
def test_the_card_counts_the_votes_of_trees_that_never_saw_the_point(name, data, settings):
    row = 5
    shown = list(walk(data, name, 6, look=View.of(pinned=Focus(point=row)), **settings))
    hand, run = ByHand(shown[0].stage.run), shown[0].stage.run
    for scene in shown[1:]:
        t, key, read = scene.view.where.moment.round, scene.stage.key, rows(scene)
        drawn = int(run.round(t).in_bag[row])
        assert read[f"drawn for bag {t}"] == (f"×{drawn}" if drawn else "never")
        if key != "oob":
            continue
        unseen = [value for label, value in read.items() if label.startswith("never saw it")]
        count = int(hand.count[t][row])
        if not count:
            assert unseen == ["–"]
        elif not hand.classes:
            assert agrees(unseen[0], hand.unseen[t][row, 0] / count)
        elif run.params.vote == "hard":
            votes = hand.unseen[t][row]
            parts = [f"{votes[k]:.0f} {data.classes[k]}" for k in range(hand.classes) if votes[k]]
            assert unseen[0].startswith(
                f"{' · '.join(parts)} → {data.classes[int(votes.argmax())]}"
            )
        saw = [run.round(k).in_bag[row] > 0 for k in range(1, t + 1)]
        if hand.classes:
            assert [not vote.counts for vote in scene.card.votes] == saw


@pytest.mark.parametrize(("name", "data", "settings"), CASES)
def test_formulas_end_in_this_bags_figures(name, data, settings):
    shown = list(walk(data, name, 6, **settings))
    hand = ByHand(shown[0].stage.run)
    n = len(data)
    for scene in [one for one in shown if one.stage.key == "oob"]:
        t = scene.view.where.moment.round
        drawn = scene.stage.run.round(t).in_bag
        chance = (1 - 1 / (data.distribution > 0).sum()) ** drawn.sum()
        assert agrees(results(line(scene, "P("))[-1], chance)
        assert results(line(scene, f"not in bag {t}"))[0] == f"{(drawn == 0).sum()}/{n}"
        _, _, error = hand.oob(t)
        assert agrees(results(line(scene, "out-of-bag"))[-1], error)
        if hand.classes:
            wrong = hand.wrong(hand.all[t])
            assert agrees(results(line(scene, "training error"))[-1], hand.weight @ wrong)
    for scene in [one for one in shown if one.stage.key in ("train", "vote")]:
        t = scene.view.where.moment.round
        if hand.classes:
            alone = hand.weight @ (hand.alone[t].argmax(axis=1) != data.target)
        else:
            alone = hand.weight @ hand.squares(hand.alone[t][:, 0])
        kind = "error" if hand.classes else "MSE"
        assert agrees(results(line(scene, f"{kind} of h{subscript(t)}"))[-1], alone)


def test_a_point_that_every_tree_saw_has_no_vote_out_of_bag():
    run = next(walk(sample("ten-points"), "bagging", 1)).stage.run
    run.upto(1)
    row = int(np.flatnonzero(run.round(1).in_bag)[0])
    (*_, scene) = walk(sample("ten-points"), "bagging", 1, look=View.of(pinned=Focus(point=row)))
    assert rows(scene)["never saw it"] == "–"


def test_ties_are_counted_and_given_to_the_first():
    votes = {}
    for scene, t, hand in moments("random-forest", sample("blobs"), {}, "vote"):
        tied = (np.sort(hand.all[t], axis=1)[:, -1] == np.sort(hand.all[t], axis=1)[:, -2]).sum()
        votes[t] = int(tied)
        said = scene.caption.sentence
        assert (f"At {tied} point" in said) == (tied > 0)
    assert votes[2] > 1
    (*_, scene) = walk(sample("ten-points"), "bagging", 2)
    run = scene.stage.run
    split = [row for row in range(10) if run.score(2)[row, 0] == 0.5]
    look = View.of(pinned=Focus(point=split[0]))
    (*_, pinned) = walk(sample("ten-points"), "bagging", 2, look=look)
    assert rows(pinned)["both trees"] == "1 minus · 1 plus → minus, by a tie"


def test_votes_of_unseen_trees_are_the_same_forth_and_back():
    scene = next(walk(sample("moons"), "bagging", 0, rounds=80))
    forth = {t: UnseenVotes(scene.stage.run).votes(t) for t in (3, 32, 40, 80)}
    one = UnseenVotes(scene.stage.run)
    for t in (80, 40, 32, 3, 40, 80, 3):
        votes, voters = one.votes(t)
        assert np.array_equal(votes, forth[t][0])
        assert np.array_equal(voters, forth[t][1])
    hand = ByHand(scene.stage.run)
    assert np.array_equal(forth[40][0], hand.unseen[40])
    assert np.array_equal(forth[80][1], hand.count[80])


@pytest.mark.parametrize(("points", "settings"), [
    ("moons", {"base": "naive-bayes"}),
    ("moons", {"vote": "soft"}),
    ("sine", {}),
])  # fmt: skip
def test_votes_of_unseen_learners_are_those_that_each_of_them_gives(points, settings):
    data = sample(points, n=25)
    made = run(data, "bagging", {"rounds": 40} | settings, 3)
    votes, voters = np.zeros((25, max(1, data.n_classes))), np.zeros(25)
    for t in range(1, 41):
        out = made.round(t).in_bag == 0
        votes[out] += made.part(t, data.points[out].copy()).reshape(-1, votes.shape[1])
        voters += out
    found = UnseenVotes(made).votes(40)
    assert found[0].tobytes() == votes.tobytes()
    assert found[1].tobytes() == voters.tobytes()


@pytest.mark.parametrize("data", [sample("moons", n=20), sample("sine", n=12)])
def test_the_error_out_of_bag_is_read_when_its_step_has_asked(data):
    before = "–"
    for scene in walk(data, "bagging", 3):
        readout = {curve.name: curve.readout for curve in scene.curves.series}["out of bag"]
        if scene.stage.key == "oob":
            assert line(scene, "out-of-bag").text.endswith(readout)
            before = readout
        else:
            assert readout == before


@pytest.mark.parametrize(
    ("settings", "outside"),
    [
        ({}, ", also those outside its sample, "),
        ({"disjoint": True, "max_samples": 0.5}, ", also those outside its portion, "),
        ({"max_samples": 1.0}, ", "),
    ],
)
def test_what_is_drawn_without_replacement_is_no_bag(settings, outside):
    shown = list(walk(sample("sine", n=12), "pasting", 1, **settings))
    (vote,) = [scene.caption for scene in shown if scene.stage.key == "vote"]
    assert vote.sentence.startswith(f"Over all 12 points{outside}the mean squared error is ")
    said = [f"{scene.caption.headline} {scene.caption.sentence}" for scene in shown]
    assert not any("bag" in words for words in said)
