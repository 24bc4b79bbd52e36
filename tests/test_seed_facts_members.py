"""Facts of the lecture notes about voters of different kinds and about stacking."""

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.ensembles.votes import Mean, one_vote
from ensemble_viz.engine.runs import Scores, run
from ensemble_viz.engine.runs.figures import Metrics
from tests.runs import finished


def voted(shares, weights, vote=lambda share: share):
    votes = Mean(classes=True)
    for share, weight in zip(shares, weights, strict=True):
        score = votes.add(vote(np.array([share])), weight)
    return score[0]


def test_sf08_a_weighted_soft_vote_adds_up_to_one():
    """The slide prints 0.28 for the second: with the third weight, 0.5, it is 0.43."""
    shares = [(0.9, 0.1), (0.8, 0.2), (0.3, 0.7)]
    score = voted(shares, (0.2, 0.3, 0.5))
    assert score == pytest.approx([0.57, 0.43], abs=1e-12)
    assert score.argmax() == 0


def test_sf09_only_the_proportions_of_weights_matter():
    members = ["stump", "naive-bayes", "knn"]
    data = sample("blobs")
    for vote in ("hard", "soft"):
        chosen = {"members": members, "vote": vote}
        one = finished(data, "voting", **chosen, weights=[0.2, 0.3, 0.5])
        ten = finished(data, "voting", **chosen, weights=[2, 3, 5])
        assert one.rounds[-1].score == pytest.approx(ten.rounds[-1].score, abs=1e-12)
        assert one.rounds[-1].score.sum(axis=1) == pytest.approx(1.0, abs=1e-12)
        equal = finished(data, "voting", **chosen, weights=[7, 7, 7])
        plain = finished(data, "voting", **chosen)
        assert equal.rounds[-1].score == pytest.approx(plain.rounds[-1].score, abs=1e-12)
        assert plain.params.weights == (1.0, 1.0, 1.0)


def test_sf49_each_split_trains_the_members_on_what_the_notes_say():
    data = sample("moons", n=30)
    members = ["stump", "naive-bayes"]
    by_fold = finished(data, "stacking", members=members, folds=5)
    for record in by_fold.rounds[:-1]:
        assert len(record.learners) == 6
        assert record.seen[:5].sum(axis=1).tolist() == [24] * 5
        assert (~record.seen[:5]).sum(axis=0).tolist() == [1] * 30
    halves = finished(data, "stacking", members=members, split="hold-out")
    first, blender = halves.rounds[0], halves.rounds[-1]
    assert len(first.learners) == 1
    assert (first.seen[0] ^ blender.seen[0]).all()
    assert first.seen.sum() == 15
    each = finished(data, "stacking", members=members, split="leave-one-out")
    assert len(each.rounds[0].learners) == 31
    assert (~each.rounds[0].seen[:30]).sum(axis=1).tolist() == [1] * 30
    thirds = finished(data, "stacking", members=members, split="hold-out", layers=2)
    assert [record.seen.sum() for record in thirds.rounds] == [10] * 5
    trained = [thirds.round(t).seen[0] for t in (1, 3, 5)]
    assert np.sum(trained, axis=0).tolist() == [1] * 30, "three parts, a layer each"


def test_sf50_a_team_of_clones_gains_nothing():
    for name in ("moons", "blobs", "sine"):
        data = sample(name)
        for text in ("knn(k=3)", "tree(max_depth=2)"):
            alone = finished(data, "voting", members=[text])
            team = finished(data, "voting", members=[text] * 4, weights=[1, 2, 0.5, 4])
            assert (
                decide(team.rounds[-1].score, data.n_classes)
                == decide(alone.rounds[-1].score, data.n_classes)
            ).all() or team.rounds[-1].score == pytest.approx(alone.rounds[-1].score, rel=1e-12)
            figures = Metrics(team).figures(4)
            assert figures["correlation"] == pytest.approx(1.0)
            assert figures["train_error"] == pytest.approx(figures["learner_error"], rel=1e-9)


def test_sf52_soft_votes_of_members_are_the_mean_of_their_shares():
    shares = [(0.6, 0.4), (0.6, 0.4), (0.1, 0.9)]
    assert voted(shares, (1, 1, 1)) == pytest.approx([0.433333, 0.566667], abs=1e-6)
    assert voted(shares, (1, 1, 1), one_vote).argmax() == 0


def test_sf55_plurality_wins_and_equal_counts_go_to_the_first_class():
    """Votes 0, 1, 0, 2, 1: two each for the first two classes, nobody has more than half."""
    votes = np.eye(3)[[0, 1, 0, 2, 1]]
    score = voted(votes, [1] * 5)
    assert score.tolist() == pytest.approx([0.4, 0.4, 0.2])
    assert decide(score[None], 3).tolist() == [0]
    data = sample("blobs", noise=0.9)
    done = finished(data, "voting", members=["stump", "knn(k=1)", "naive-bayes", "tree"])
    last = done.rounds[-1]
    most = last.score.max(axis=1)
    assert last.figures["plurality"] == pytest.approx(np.mean(most <= 0.5)) != 0.0
    ties = (last.score == most[:, None]).sum(axis=1) > 1
    assert last.figures["tied"] == pytest.approx(ties.mean()) != 0.0


def test_sf59_a_blender_that_saw_its_members_training_trusts_the_memoriser():
    """A single neighbour remembers noisy points: in-sample it looks perfect, unseen it is not."""
    data = sample("moons", n=120, noise=0.45, seed=3, test=400)
    members = ["knn(k=1)", "naive-bayes"]
    honest = finished(data, "stacking", members=members, folds=10)
    said = [record.learners[-1].answer(data.points)[:, 1] for record in honest.rounds[:-1]]
    leaked = Dataset(np.column_stack(said), data.target, data.classes)
    trusting = finished(leaked, "voting", members=["logistic"]).rounds[0].learners[0]
    fair = honest.rounds[-1].learners[0].learner
    assert trusting.coef[0][0] > 2.0 * fair.coef[0][0]
    assert Metrics(honest).figures(1)["fold_error"] > 0.15
    assert Metrics(honest).figures(1)["learner_error"] == 0.0
    seen = np.column_stack(
        [record.learners[-1].answer(data.test.points)[:, 1] for record in honest.rounds[:-1]]
    )
    leaky = (decide(trusting.answer(seen), 2) != data.test.target).mean()
    scores = Scores(honest, data.test.points)
    assert scores.next() is None
    assert scores.next() is None
    assert (decide(scores.next(), 2) != data.test.target).mean() < leaky


def test_sf59_the_members_stay_as_they_are_while_the_blender_learns():
    data = sample("moons", n=40)
    done = run(data, "stacking", {"members": ["stump", "logistic"]})
    done.upto(2)
    before = [done.round(t).learners[-1] for t in (1, 2)]
    done.finish()
    assert list(done.round(3).learners[0].below.learners) == before
    assert (done.round(3).seen[0]).all()
    out = [done.round(t).out_of_fold[:, 1] for t in (1, 2)]
    again = Dataset(np.column_stack(out), data.target, data.classes)
    blender = finished(again, "voting", members=["logistic"]).rounds[0].learners[0]
    assert done.round(3).learners[0].learner.coef == pytest.approx(blender.coef, rel=1e-9)
