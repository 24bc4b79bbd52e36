"""Adding a method is adding a file: one that is dropped into a copy of the package works there.

So does a kind of learner; a criterion and a loss are a class and their name among the choices. The
other tests drop in methods that break a promise each, and see that the checks notice.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest

import ensemble_viz
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles.method import Method, Round, Steps, Stop
from ensemble_viz.engine.settings import Setting
from tests.datasets import DATASETS
from tests.engine import test_conformance as conformance

ROOT = Path(__file__).resolve().parents[2]
BAGGING = methods.method("bagging")
POINTS = DATASETS["forty random"]
WEIGHED = DATASETS["weights"]

LOTTERY = '''\
"""Lottery: every tree sees a few points only, drawn without replacement."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from ensemble_viz.engine.data import draws
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.trees import counts
from ensemble_viz.engine.trees.fit import fit_classes, fit_values
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees import TreeRules
from ensemble_viz.engine.ensembles.method import Method, Round, Start, Steps
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.settings.shared import MaxDepth, Rounds
from ensemble_viz.engine.ensembles.votes import as_is


@dataclass(frozen=True)
class LotteryParams(Params):
    """Settings of the lottery."""

    rounds: Rounds = 50
    tickets: Annotated[
        int, Setting("tickets", "How many points a tree sees.", "m", low=1, high=1000)
    ] = 5
    max_depth: MaxDepth = None


def rules(data: Dataset, params: LotteryParams) -> TreeRules:
    """Say how the trees are grown."""
    return TreeRules("gini" if data.classes else "squared", Limits(max_depth=params.max_depth))


def lottery(data: Dataset, params: LotteryParams, seed: int) -> Steps:
    """Train every tree on the winners of its round."""
    able = np.flatnonzero(data.distribution > 0)
    how = rules(data, params)
    total = np.zeros(())
    yield Start(None, data.target)
    t = 0
    while True:
        t += 1
        order = draws.permutation(draws.words(seed, t, draws.BAG, np.arange(len(able))))
        in_bag = np.bincount(able[order[: params.tickets]], minlength=len(data))
        weight = counts(data) * in_bag
        if data.classes is None:
            tree = fit_values(data, data.target.astype(np.float64), weight, how).tree
        else:
            tree = fit_classes(data, weight, how).tree
        total = total + tree.answer(data.points)
        yield Round(
            number=t,
            learners=(tree,),
            learner_weight=1.0,
            score=total / t,
            target=data.target,
            sample_weight=data.given_distribution,
            in_bag=in_bag,
        )


METHOD = Method(
    name="lottery",
    title="Lottery",
    summary="Every tree sees a few points only.",
    params=LotteryParams,
    train=lottery,
    combine="mean",
    say=lambda _data, _params: as_is,
    rules=rules,
    figures=("bags",),
)
'''

CENTROID = '''\
"""The nearest centre: a class is where its points are on average, values are one."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.learners import Kind
from ensemble_viz.engine.learners.kind import within_reach
from ensemble_viz.engine.settings import Params


@dataclass(frozen=True)
class CentroidParams(Params):
    """No settings."""


@dataclass(frozen=True, eq=False)
class Centroid:
    """Centres, and what is answered near each."""

    centre: np.ndarray
    says: np.ndarray

    def answer(self, points):
        """Ask the nearest centre."""
        away = ((within_reach(points)[:, None] - self.centre) ** 2).sum(axis=2)
        return self.says[away.argmin(axis=1)]

    def describe(self, names):
        """List centres and answers."""
        return {"kind": "centroid", "params": {}, "columns": names.columns, "spread": None,
                "centre": self.centre.tolist(), "says": self.says.tolist()}


def train(lesson, _settings):
    """Average the points of each class."""
    data, target = lesson.data, lesson.target
    if data.classes is None:
        mean = np.array([lesson.share @ target])
        return Centroid(lesson.points.mean(axis=0)[None], mean)
    centre = np.array([lesson.points[target == k].mean(axis=0) for k in lesson.present])
    return Centroid(centre, np.eye(data.n_classes)[lesson.present])


KIND = Kind(name="centroid", title="nearest centre", settings=CentroidParams, train=train)
'''
TWOING = '''

class Twoing(Gini):
    """How far apart the classes of the sides are: p_L p_R / 4 (Σ |p_kL - p_kR|)²."""

    def score(self, left, total, spread):
        """Twoing itself."""
        right = spread(total) - left
        sizes = np.maximum(left.sum(axis=0), SMALLEST), np.maximum(right.sum(axis=0), SMALLEST)
        apart = np.abs(left / sizes[0] - right / sizes[1]).sum(axis=0)
        return sizes[0] * sizes[1] / (sizes[0] + sizes[1]) ** 2 / 4.0 * apart**2


CLASS_CRITERIA["twoing"] = Twoing()
'''
QUANTILE = '''

class QuantileLoss(AbsoluteLoss):
    """Three quarters of the values lie below: 3/4 r above the sum, -1/4 r below."""

    def negative_gradient(self, score):
        """3/4 or -1/4."""
        return np.where(self.y >= score, 0.75, -0.25)

    def initial(self, init):
        """Start at the upper quartile."""
        return np.array([np.quantile(self.y, 0.75)]) if init == "prior" else super().initial(init)

    def mean(self, score):
        """Average the loss."""
        r = self.y - score
        return float(self.weight @ np.maximum(0.75 * r, -0.25 * r))


OF_VALUES["quantile"] = lambda data, chosen: QuantileLoss(data)
'''
CHANGED = {
    "methods/lottery.py": ("", LOTTERY), "learners/centroid.py": ("", CENTROID),
    "trees/criteria.py": ("", TWOING), "ensembles/losses/of_values.py": ("", QUANTILE),
    "settings/shared.py": ('"gain-ratio", "error"]', '"gain-ratio", "error", "twoing"]'),
    "methods/gradient_boosting.py": ('"huber", "log-loss"', '"huber", "quantile", "log-loss"'),
}  # fmt: skip
"""What is put behind a file of the engine, or in the place of something there."""
WALKS = {
    "method": [("lottery", {}), ("lottery", {"tickets": 3})],
    "criterion": [
        ("tree", {"criterion": "twoing"}), ("tree", {"criterion": "twoing", "prune": "error"}),
        ("extra-trees", {"criterion": "twoing"}), ("bagging", {"criterion": "twoing"}),
    ],
    "loss": [
        ("gradient-boosting", {"loss": "quantile"} | more)
        for more in ({}, {"leaf": "gradient"}, {"init": "mean"}, {"subsample": 0.6})
    ],
    "kind": [
        ("voting", {"members": ["centroid"]}), ("voting", {"members": ["stump", "centroid"]}),
        ("stacking", {"members": ["centroid"]}), ("stacking", {"final": ["centroid"]}),
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> Callable[..., subprocess.CompletedProcess[str]]:
    """A Python that finds a copy of the package with these changes, and these tests."""
    copy = tmp_path_factory.mktemp("copy")
    package = copy / "ensemble_viz"
    source = Path(ensemble_viz.__file__).parent
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, (old, new) in CHANGED.items():
        file = package / "engine" / name
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        assert old in text
        text = text.replace(old, new) if old else text + new
        file.write_text(text, encoding="utf-8")
    path = os.pathsep.join([str(copy), str(ROOT)])
    variables = dict(os.environ, PYTHONPATH=path, PYTHONIOENCODING="utf-8", PYTHONSAFEPATH="1")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-W", "error", *arguments]
        return subprocess.run(
            command, cwd=copy, env=variables, capture_output=True, encoding="utf-8", check=False
        )

    where = run("-c", "import ensemble_viz; print(ensemble_viz.__file__)")
    assert Path(where.stdout.strip()).is_relative_to(copy)
    return run


def test_a_dropped_file_is_listed_with_its_settings(python):
    done = python("-m", "ensemble_viz", "methods", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    listed = {method["name"]: method for method in json.loads(done.stdout)}
    assert set(listed) == {*methods.methods(), "lottery"}
    settings = {setting["name"]: setting for setting in listed["lottery"]["settings"]}
    assert list(settings) == ["rounds", "tickets", "max_depth"]
    tickets = {"type": "int", "default": 5, "low": 1, "high": 1000, "symbol": "m"}
    assert tickets.items() <= settings["tickets"].items()
    assert settings["max_depth"]["default"] is None
    assert listed["lottery"]["tasks"] == ["classification", "regression"]


@pytest.mark.parametrize("sample", ["blobs:n=20", "step:n=20"])
def test_a_dropped_file_can_be_traced(python, sample):
    chosen = ("--sample", sample, "--method", "lottery", "--set", "tickets=3", "--set", "rounds=2")
    done = python("-m", "ensemble_viz", "trace", *chosen)
    assert (done.returncode, done.stderr) == (0, "")
    trace = json.loads(done.stdout)
    assert trace["method"] == "lottery"
    assert trace["params"] == {"rounds": 2, "tickets": 3, "max_depth": None}
    assert [sum(one["in_bag"]) for one in trace["rounds"]] == [3, 3]
    assert trace["stopped"]["rule"] == "all-rounds"
    table = python("-m", "ensemble_viz", "trace", *chosen, "--format", "csv")
    assert len(table.stdout.splitlines()) == 1 + 2 * 20


def test_a_wrong_setting_of_a_dropped_file_costs_one_line(python):
    wrong = ("--sample", "moons", "--method", "lottery", "--set", "tickets=0")
    done = python("-m", "ensemble_viz", "trace", *wrong)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("ensemble-viz: tickets=0: tickets takes a whole number from 1 to 1000\n")


def test_a_dropped_file_keeps_to_all_that_is_asked_of_a_method(python):
    asked = python(
        "-c",
        "from ensemble_viz.engine.methods import method\n"
        "from tests.engine.test_conformance import METHODS, check\n"
        "assert 'lottery' in METHODS\n"
        "check(method('lottery'))\n",
    )
    assert asked.returncode == 0, asked.stderr[-2000:]


@pytest.mark.parametrize("what", WALKS)
def test_whatever_is_dropped_in_is_shown_from_the_first_step_to_the_last(python, what):
    walked = python(
        "-c",
        "from tests.scene import test_every_method as every\n"
        f"for name, chosen in {WALKS[what]!r}:\n"
        "    assert any(every.lens_of(name, kind, chosen) for kind in every.KINDS)\n"
        "    for kind in every.KINDS:\n"
        "        every.walk_choice(name, kind, chosen)\n",
    )
    assert walked.returncode == 0, walked.stderr[-3000:]


def test_whatever_is_dropped_in_is_among_the_choices_that_are_walked(python):
    listed = python(
        "-c",
        "from tests.scene.test_every_method import choices\n"
        "assert {'criterion': 'twoing'} in choices('tree')\n"
        "assert {'loss': 'quantile'} in choices('gradient-boosting')\n"
        "assert {'members': ['centroid']} in choices('stacking')\n"
        "assert {'tickets': 3} in choices('lottery')\n",
    )
    assert listed.returncode == 0, listed.stderr[-2000:]


# --- methods that break a promise ---------------------------------------------------------------

Change = Callable[[Round], Round]


def broken(change: Change, **more: Any) -> Method:
    """Bagging whose records are changed before they are handed over."""

    def train(data: Dataset, params: Any, seed: int) -> Steps:
        steps = BAGGING.train(data, params, seed)
        yield next(steps)
        for record in steps:
            yield change(record)

    return replace(BAGGING, train=train, **more)


def nan_in_the_score(record: Round) -> Round:
    score = record.score.copy()
    score[0] = np.nan
    return replace(record, score=score)


def infinite_figure(record: Round) -> Round:
    return replace(record, figures={"bound": float("inf")})


def doubled_score(record: Round) -> Round:
    return replace(record, score=2.0 * record.score)


def weights_that_count(record: Round) -> Round:
    return replace(record, sample_weight=np.full(len(record.score), 1.0))


def numbered_from_zero(record: Round) -> Round:
    return replace(record, number=record.number - 1)


def writable(record: Round) -> Round:
    record.score.flags.writeable = True
    return record


def unseeded() -> Change:
    chance = np.random.default_rng()
    return lambda record: replace(record, error=chance.uniform())


def changed_later() -> Change:
    """Hand out views of arrays that are written to in later rounds."""
    earlier: list[np.ndarray] = []

    def change(record: Round) -> Round:
        for score in earlier:
            np.add(score, 1.0, out=score)
        earlier.append(record.score.copy())
        return replace(record, score=earlier[-1][:])

    return change


def looks_at_the_number_of_rounds(data: Dataset, params: Any, seed: int) -> Steps:
    for record in BAGGING.train(data, params, seed):
        known = isinstance(record, Round)
        yield replace(record, learner_weight=1.0 / params.rounds) if known else record
    return Stop("all-rounds", 0)


def ends_without_a_word(data: Dataset, params: Any, seed: int) -> Iterator[Any]:
    steps = BAGGING.train(data, params, seed)
    yield next(steps)
    yield next(steps)


def always_the_same_seed(data: Dataset, params: Any, _seed: int) -> Steps:
    return BAGGING.train(data, params, 0)


@dataclass(frozen=True)
class WithIdleSetting(BAGGING.params):
    """Bagging with a setting that nothing reads."""

    idle: Annotated[int, Setting("idle", "Does nothing.", low=0, high=9)] = 1


def wrong_default() -> type:
    @dataclass(frozen=True)
    class HundredRounds(BAGGING.params):
        """Bagging that goes on for longer than agreed."""

        rounds: BAGGING.params.__annotations__["rounds"] = 100

    return HundredRounds


BROKEN = {
    "nan": (broken(nan_in_the_score), conformance.check_no_field_is_ever_nan_or_infinite, POINTS),
    "infinity": (
        broken(infinite_figure),
        conformance.check_no_field_is_ever_nan_or_infinite,
        POINTS,
    ),
    "doubled score": (
        broken(doubled_score),
        conformance.check_the_learners_together_say_the_score,
        POINTS,
    ),
    "weights": (broken(weights_that_count), conformance.check_weights_are_distributions, WEIGHED),
    "numbers": (
        broken(numbered_from_zero),
        conformance.check_a_run_is_a_start_then_rounds_then_a_stop,
        POINTS,
    ),
    "no stop": (
        replace(BAGGING, train=ends_without_a_word),
        conformance.check_a_run_is_a_start_then_rounds_then_a_stop,
        POINTS,
    ),
    "unseeded": (broken(unseeded()), conformance.check_the_same_seed_gives_the_same_bits, POINTS),
    "changed later": (
        broken(changed_later()),
        conformance.check_records_never_change_later,
        POINTS,
    ),
    "looks ahead": (
        replace(BAGGING, train=looks_at_the_number_of_rounds),
        conformance.check_a_shorter_run_is_the_beginning_of_a_longer_one,
        POINTS,
    ),
    "looks ahead, raised": (
        replace(BAGGING, train=looks_at_the_number_of_rounds),
        conformance.check_raising_the_rounds_goes_on,
        POINTS,
    ),
    "hidden chance": (
        replace(BAGGING, uses_chance=lambda _params: False),
        conformance.check_the_seed_matters_only_where_chance_is_declared,
        POINTS,
    ),
    "writable": (broken(writable), conformance.check_arrays_are_read_only),
    "same seed": (
        replace(BAGGING, train=always_the_same_seed),
        conformance.check_another_seed_is_another_run,
    ),
    "default": (
        replace(BAGGING, params=wrong_default()),
        conformance.check_the_defaults_are_the_agreed_ones,
    ),
}


@pytest.mark.parametrize("promise", BROKEN)
def test_a_broken_promise_is_noticed(promise):
    method, check, *on = BROKEN[promise]
    check(BAGGING, *on)
    with pytest.raises((AssertionError, ValueError)):
        check(method, *on)


def test_a_setting_that_nothing_reads_is_noticed():
    conformance.check_the_setting_is_not_dead(BAGGING, "max_depth")
    with pytest.raises(pytest.fail.Exception):
        conformance.check_the_setting_is_not_dead(replace(BAGGING, params=WithIdleSetting), "idle")
