"""The votes of trees for points that they never saw, counted or added up, against a plain loop."""

import numpy as np
import pytest

from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import choices_at_home
from ensemble_viz.engine.runs import run
from ensemble_viz.scene.moment.lens import EVERY, UnseenVotes

ROUNDS = EVERY + 8
COUNTED = [
    ("random-forest", {}),
    ("bagging", {"max_depth": 2}),
    ("pasting", {"max_samples": 0.3}),
    ("extra-trees", {"bootstrap": True}),
]
ADDED = [("bagging", {"vote": "soft", "max_depth": 2}), ("bagging", {"base": "knn"})]


def by_hand(done, t):
    """Ask every tree at the points that are not in its bag."""
    data = done.data
    votes, voters = np.zeros((len(data), max(data.n_classes, 1))), np.zeros(len(data))
    for k in range(1, t + 1):
        out = done.round(k).in_bag == 0
        said = done.part(k, data.points).reshape(len(data), -1)
        votes[out] += said[out]
        voters += out
    return votes, voters


@pytest.mark.parametrize("points", ["moons", "blobs"])
@pytest.mark.parametrize(("method", "settings"), COUNTED + ADDED)
def test_they_are_those_of_a_plain_loop(points, method, settings):
    done = run(sample(points, n=50), method, {"rounds": ROUNDS} | settings, seed=3)
    done.finish()
    unseen = UnseenVotes(done)
    for t in (1, 5, EVERY, ROUNDS, 7, ROUNDS - 1):
        for found, wanted in zip(unseen.votes(t), by_hand(done, t), strict=True):
            assert found == pytest.approx(wanted, abs=1e-12)
            if (method, settings) in COUNTED:
                assert np.array_equal(found, wanted)


@pytest.mark.parametrize(("method", "settings"), [*COUNTED, ADDED[0]])
def test_whole_votes_are_told_from_shares(method, settings):
    done = run(sample("blobs", n=50), method, {"rounds": 4} | settings, seed=3)
    done.finish()
    trees = [learner for record in done.rounds for learner in record.learners]
    say = done.method.say(done.data, done.params)
    chosen = choices_at_home(trees, done.data.points, say)
    if (method, settings) not in COUNTED:
        assert chosen is None
        return
    for tree, own in zip(trees, chosen, strict=True):
        said = say(tree.answer(done.data.points))
        assert np.array_equal(own, said.argmax(axis=1))
    assert choices_at_home(trees, done.data.points + 1.0, say) is None


def test_values_are_averaged():
    done = run(sample("sine", n=40), "bagging", {"rounds": 9}, seed=1)
    done.finish()
    mean, voters = UnseenVotes(done).shares(9)
    votes, asked = by_hand(done, 9)
    assert np.array_equal(voters, asked)
    assert mean == pytest.approx(votes / np.maximum(asked, 1)[:, None])
