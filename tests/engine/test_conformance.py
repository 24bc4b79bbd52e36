"""What every method must keep to, whatever it does.

The checks are plain functions, so that a method from anywhere can be put to them: `DATA_CHECKS`
take a method and points that it accepts, `SETTING_CHECKS` a method and one of its settings,
`METHOD_CHECKS` a method alone. `check` asks everything of a method.
"""

import dataclasses
import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.ensembles.method import Method, Round, Start, Stop
from ensemble_viz.engine.runs import Run, Scores, search_node
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.runs.figures.metrics import NAMES
from ensemble_viz.engine.settings import Field
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.telling import what_to_try, why_ended
from tests.datasets import DATASETS
from tests.runs import to_json

METHODS = methods.methods()
ROUNDS = 6
RULES = {
    "all-rounds",
    "perfect-learner",
    "no-better-than-chance",
    "nothing-to-split",
    "residuals-zero",
}
# with these a run comes to every line of the engine that it comes to with all of `DATASETS` …
AWKWARD = (
    "one point", "two points of two classes", "one class only", "eight classes",
    "weights of three classes", "weights, some of them zero", "weights of values, some zero",
    "duplicates of opposite classes", "all in one place", "values in one place",
    "the same value ten times", "values on a line", "forty random",
)  # fmt: skip
# … and with these to nine of ten
DIFFERENT = (
    "weights of three classes", "duplicates of opposite classes", "values on a line",
    "forty random",
)  # fmt: skip
TIED = (
    "mirrored", "integer lattice", "duplicates of opposite classes", "two classes",
    "eight classes", "forty random",
)  # fmt: skip
# where every setting can show what it does, and where it is likely to stumble
ROOMY = ("forty random", "values in the plane", "three classes", "weights, some of them zero")
NARROW = ("duplicates of opposite classes", "values on a line")
LEARNING_RATE = {"adaboost": 1.0, "gradient-boosting": 0.1, "xgboost": 0.3}
MAX_DEPTH = {"adaboost": 1, "gradient-boosting": 2, "xgboost": 6}
FORESTS = ("bagging", "pasting", "random-subspaces", "random-patches", "random-forest",
           "extra-trees")  # fmt: skip
MAX_DEPTH |= dict.fromkeys(("tree", *FORESTS))
MAX_SAMPLES = {"pasting": 0.6}


def takes(method: Method, data: Dataset) -> bool:
    try:
        method.refuse(data)
    except Refusal:
        return False
    return True


def accepted(method: Method, *names: str) -> dict[str, Dataset]:
    """The points that the method takes, all of them or those of these names."""
    chosen = names or tuple(DATASETS)
    return {name: DATASETS[name] for name in chosen if takes(method, DATASETS[name])}


def train(
    method: Method, data: Dataset, settings: Mapping[str, Any] | None = None, seed: int = 0
) -> Run:
    """A run that ends after a few rounds."""
    params = method.params.from_values({"rounds": ROUNDS} | dict(settings or {}))
    return Run(data, method, params, seed)


def finished(run: Run) -> Run:
    run.finish()
    return run


# --- looking into records -----------------------------------------------------------------------


def leaves(thing: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Everything a record holds, down to arrays, numbers and words, each with its place."""
    if dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from leaves(getattr(thing, field.name), f"{path}.{field.name}")
    elif isinstance(thing, Mapping):
        for name, value in thing.items():
            yield from leaves(value, f"{path}.{name}")
    elif isinstance(thing, tuple | list):
        for k, value in enumerate(thing):
            yield from leaves(value, f"{path}[{k}]")
    else:
        yield path, thing


def arrays(thing: Any) -> Iterator[tuple[str, np.ndarray]]:
    for path, leaf in leaves(thing):
        if isinstance(leaf, np.ndarray):
            yield path, leaf


def bits(thing: Any) -> str:
    """A hash of everything a record holds, to the last bit."""
    digest = hashlib.sha256()
    for path, leaf in leaves(thing):
        content = (leaf.dtype.str, leaf.shape) if isinstance(leaf, np.ndarray) else repr(leaf)
        digest.update(f"{path}={content};".encode())
        if isinstance(leaf, np.ndarray):
            digest.update(leaf.tobytes())
    return digest.hexdigest()


def all_bits(run: Run) -> list[str]:
    """The hashes of what was recorded: the start, the rounds, the stop."""
    return [bits(run.start), *map(bits, run.rounds), bits(run.stop)]


def check_finite(thing: Any, path: str) -> None:
    for place, leaf in leaves(thing, path):
        if isinstance(leaf, np.ndarray) and leaf.dtype.kind in "fc":
            assert np.isfinite(leaf).all(), f"{place} holds {leaf}"
        elif isinstance(leaf, float | np.floating):
            assert math.isfinite(leaf), f"{place} is {leaf}"


def told(run: Run) -> tuple[Any, ...]:
    """What the trace says of the rounds and of the end; not with which settings they were made."""
    trace = json.loads(to_json(run), parse_constant=pytest.fail)
    return trace["initial_score"], trace["rounds"], trace["stopped"]


# --- what holds for every method on all points --------------------------------------------------


def check_a_run_is_a_start_then_rounds_then_a_stop(method: Method, data: Dataset) -> None:
    run = train(method, data)
    assert isinstance(run.start, Start)
    assert run.stop is None
    stop = run.finish()
    assert all(isinstance(record, Round) for record in run.rounds)
    assert [record.number for record in run.rounds] == list(range(1, len(run) + 1))
    assert isinstance(stop, Stop)
    assert stop is run.stop
    assert stop.rule in RULES
    failed = stop.rule == "no-better-than-chance"
    assert stop.round == len(run) + failed
    assert (stop.rule == "all-rounds") <= (len(run) == run.last)
    assert run.last <= ROUNDS
    assert (stop.error is not None) or not failed
    for words in (why_ended(run), what_to_try(run)):
        assert words.isprintable()
        assert words == words.strip()
    assert why_ended(run).endswith(".")


def check_the_rounds_end_by_themselves(method: Method, data: Dataset) -> None:
    run = finished(train(method, data))
    ended = all_bits(run)
    assert not run.advance()
    assert run.upto(ROUNDS + 5) == len(run)
    assert run.finish() is run.stop
    assert all_bits(run) == ended
    with pytest.raises(Refusal):
        run.round(len(run) + 1)


def check_no_field_is_ever_nan_or_infinite(method: Method, data: Dataset) -> None:
    run = finished(train(method, data))
    check_finite(run.start, "start")
    check_finite(run.stop, "stop")
    metrics = Metrics(run)
    for t, record in enumerate(run.rounds, start=1):
        check_finite(record, f"round {t}")
        check_finite(metrics.figures(t), f"figures of round {t}")
        assert set(NAMES) <= set(metrics.figures(t))
    told(run)


def check_records_never_change_later(method: Method, data: Dataset) -> None:
    run = train(method, data)
    start, kept, metrics = bits(run.start), [], Metrics(run)
    while run.advance():
        kept.append(bits(run.round(len(run))))
        metrics.figures(len(run))
    run.extend(ROUNDS + 2)
    run.finish()
    if len(run):
        metrics.figures(len(run))
    assert bits(run.start) == start
    assert [bits(record) for record in run.rounds][: len(kept)] == kept


def check_records_have_the_shapes_of_their_points(method: Method, data: Dataset) -> None:
    run = finished(train(method, data))
    n, scores = len(data), {(len(data),), (len(data), max(1, data.n_classes))}
    assert run.start.target.shape[0] == n
    for record in run.rounds:
        assert record.target.shape[0] == n
        if record.score is None:
            assert method.combine == "blend" or not record.learner_weight
        else:
            assert record.score.shape in scores
            assert run.prediction(record.number).shape == (n,)
        for array in (record.sample_weight, record.next_weight, record.in_bag):
            assert array is None or array.shape == (n,)
        if record.one_a_class:
            assert len(record.learners) == data.n_classes


def check_the_same_seed_gives_the_same_bits(method: Method, data: Dataset) -> None:
    one, other = (finished(train(method, data, seed=3)) for _ in range(2))
    assert all_bits(one) == all_bits(other)
    assert to_json(one) == to_json(other)


def check_the_points_are_left_as_they_were(method: Method, data: Dataset) -> None:
    before = bits((data.points, data.target, data.weight))
    to_json(train(method, data))
    assert bits((data.points, data.target, data.weight)) == before


def check_a_shorter_run_is_the_beginning_of_a_longer_one(method: Method, data: Dataset) -> None:
    long = finished(train(method, data))
    beginning = list(map(bits, long.rounds))
    if method.stops_itself(long.params):
        return
    for k in range(1, len(long) + 1):
        short = finished(train(method, data, {"rounds": k}))
        assert list(map(bits, short.rounds)) == beginning[:k]


def check_a_round_asked_for_twice_is_the_same_object(method: Method, data: Dataset) -> None:
    run = train(method, data)
    for t in range(1, run.upto(3) + 1):
        first = run.round(t)
        assert run.round(t) is first
        run.upto(t + 2)
        assert run.round(t) is first is run.rounds[t - 1]


def check_raising_the_rounds_goes_on(
    method: Method, data: Dataset, settings: Mapping[str, Any] | None = None
) -> None:
    settings = dict(settings or {})
    run = finished(train(method, data, settings | {"rounds": 1}))
    for rounds in (2, 3, 4, 7):
        before, able = run.rounds, run.extend(rounds)
        assert able != method.stops_itself(run.params)
        run.finish()
        if able:
            fresh = finished(train(method, data, settings | {"rounds": rounds}))
            assert all_bits(run) == all_bits(fresh)
            assert run.params == fresh.params
        assert all(new is old for new, old in zip(run.rounds, before, strict=False))


def check_raising_the_rounds_before_they_are_done(method: Method, data: Dataset) -> None:
    run = train(method, data)
    run.upto(2)
    if run.extend(ROUNDS + 3):
        assert all_bits(finished(run)) == all_bits(
            finished(train(method, data, {"rounds": ROUNDS + 3}))
        )
    if len(run) > 1:
        assert not run.extend(1)


def check_weights_are_distributions(method: Method, data: Dataset) -> None:
    run = finished(train(method, data))
    for record in run.rounds:
        if data.weight is not None:
            assert record.sample_weight is not None
        for weight in (record.sample_weight, record.next_weight):
            if weight is not None:
                assert (weight >= 0).all()
                assert weight.sum() == pytest.approx(1.0, abs=1e-12)
    if len(run) and data.weight is not None:
        given = data.weight / data.weight.sum()
        assert run.round(1).sample_weight == pytest.approx(given, rel=1e-12, abs=0)


def check_the_learners_together_say_the_score(method: Method, data: Dataset) -> None:
    run = finished(train(method, data))
    scores = Scores(run, data.points)
    for record in run.rounds:
        said = scores.next()
        if record.score is None:
            assert said is None
        else:
            assert said == pytest.approx(record.score, rel=1e-12, abs=1e-12)


def check_the_seed_matters_only_where_chance_is_declared(method: Method, data: Dataset) -> None:
    run = finished(train(method, data))
    if not method.uses_chance(run.params):
        assert all_bits(run) == all_bits(finished(train(method, data, seed=1)))


def first_of_tied(run: Run, t: int, k: int, node: int) -> tuple[int, float]:
    """Search a node again: among the cuts that tie, that of the lowest axis, the lowest."""
    axes = search_node(run, t, node, k).axes
    return min((axis.axis, float(cut)) for axis in axes for cut in axis.threshold[axis.tied])


def searched(run: Run) -> Iterator[tuple[int, int, Tree]]:
    """The trees whose nodes were searched along all axes; of one that grows, the last."""
    growing = run.method.combine == "latest"
    for record in run.rounds[-1:] if growing else run.rounds:
        for k, tree in enumerate(record.learners):
            if isinstance(tree, Tree) and not run.rules(record.number).drawn:
                every = record.features is None or len(record.features[k]) == run.data.dimension
                if every and tree.tried is None and tree.thrown is None:
                    yield record.number, k, tree


def check_of_cuts_that_tie_the_first_is_taken(method: Method, data: Dataset) -> None:
    names = {field.name for field in method.params.fields()}
    for settings in ({}, {"max_depth": 3}, {"min_samples_leaf": 2}):
        if names.issuperset(settings):
            run = finished(train(method, data, settings))
            for t, k, tree in searched(run):
                for node in np.flatnonzero(~tree.is_leaf).tolist():
                    cut = int(tree.feature[node]), float(tree.threshold[node])
                    assert cut == first_of_tied(run, t, k, node), (settings, t, k, node)


Ask = Callable[[Method, Dataset], None]
DATA_CHECKS: dict[Ask, tuple[str, ...]] = {
    check_a_run_is_a_start_then_rounds_then_a_stop: AWKWARD,
    check_no_field_is_ever_nan_or_infinite: AWKWARD,
    check_records_have_the_shapes_of_their_points: AWKWARD,
    check_of_cuts_that_tie_the_first_is_taken: TIED,
    check_the_rounds_end_by_themselves: DIFFERENT,
    check_records_never_change_later: DIFFERENT,
    check_the_same_seed_gives_the_same_bits: DIFFERENT,
    check_the_points_are_left_as_they_were: DIFFERENT,
    check_a_shorter_run_is_the_beginning_of_a_longer_one: DIFFERENT,
    check_a_round_asked_for_twice_is_the_same_object: DIFFERENT,
    check_raising_the_rounds_goes_on: DIFFERENT,
    check_raising_the_rounds_before_they_are_done: DIFFERENT,
    check_weights_are_distributions: (*DIFFERENT, "weights, some of them zero"),
    check_the_learners_together_say_the_score: (*DIFFERENT, "weights, some of them zero"),
    check_the_seed_matters_only_where_chance_is_declared: DIFFERENT,
}
"""Each with the points that can tell something by it."""

# --- what holds for every setting of a method ---------------------------------------------------


def field_named(method: Method, name: str) -> Field:
    return next(field for field in method.params.fields() if field.name == name)


def trial_values(field: Field) -> list[Any]:
    """Every choice; or the lowest value, one above it, and the highest; of words the default."""
    if field.choices:
        values = list(field.choices)
    elif field.kind is str:
        values = [field.default]
    elif field.kind is bool:
        values = [False, True]
    elif field.setting.items is not None:
        values = [field.parse(field.setting.items.example)]
    else:
        values = [*_numbers(field), *field.words]
    return [*values, None] if field.optional else values


def _numbers(field: Field) -> list[Any]:
    setting, whole = field.setting, field.kind is int
    low = field.kind(-7 if setting.low is None else setting.low)
    above = low + 1 if whole else math.nextafter(low, math.inf)
    lowest = above if setting.above else low
    high = field.kind(low + 7 if setting.high is None else setting.high)
    middle = min(low + 2, high) if whole else low + (min(high, low + 1.0) - low) * 0.4
    return [lowest, middle, high]


def one_line(refusal: Refusal) -> str:
    message = str(refusal)
    assert message
    assert message.isprintable()  # so there is no line end in it
    assert len(message) < 300
    return message


def train_or_refuse(method: Method, data: Dataset, settings: Mapping[str, Any]) -> Run | None:
    """A run with these settings; None where they are refused in a line that names one of them."""
    try:
        return train(method, data, settings)
    except Refusal as refusal:
        message = one_line(refusal)
    field = {one.name: one for one in method.params.fields()}
    assert any(
        message.startswith(f"{name}=")
        if field[name].setting.items is not None
        else f"{name}={value}" in message
        for name, value in settings.items()
    )
    return None


def check_every_value_runs(method: Method, name: str) -> None:
    field = field_named(method, name)
    for value in trial_values(field):
        ran = 0
        for data in accepted(method, *ROOMY[1:], *NARROW).values():
            run = train_or_refuse(method, data, {name: value})
            if run is None:
                continue
            run.upto(4)
            check_finite((run.start, run.rounds), f"{name}={value}")
            if len(run) and len(run) <= 4:
                check_finite(Metrics(run).figures(len(run)), f"{name}={value}: figures")
            ran += 1
        assert ran, f"{name}={value} runs on no points at all"


def check_extreme_numbers_stay_finite_for_long(method: Method, name: str) -> None:
    for value in trial_values(field_named(method, name)):
        for data in accepted(method, "latitude", "duplicates of opposite classes").values():
            run = train_or_refuse(method, data, {name: value, "rounds": 200})
            if run is not None:
                run.finish()
                check_finite((run.start, run.rounds, run.stop), f"{name}={value}")


def check_the_setting_is_not_dead(method: Method, name: str) -> None:
    field = field_named(method, name)
    if field.kind is str and not field.choices:
        return  # what else could be written there, only the method knows
    for base in _beside(method, name):
        for data in accepted(method, *ROOMY, "latitude").values():
            if _makes_a_difference(method, data, field, base):
                return
    pytest.fail(f"{name} changes nothing anywhere")


def _beside(method: Method, name: str) -> Iterator[dict[str, Any]]:
    """The defaults, and each value of another setting: some settings matter with others only."""
    yield {}
    for field in method.params.fields():
        if field.name not in (name, "rounds"):
            for value in trial_values(field):
                yield {field.name: value}


def _makes_a_difference(
    method: Method, data: Dataset, field: Field, base: Mapping[str, Any]
) -> bool:
    seen = None
    for value in (field.default, *reversed(trial_values(field))):
        given = min(value, ROUNDS) if field.name == "rounds" else value
        run = train_or_refuse(method, data, {**base, field.name: given})
        if run is None:
            continue
        said = told(run)
        if seen is not None and said != seen:
            return True
        seen = said
    return False


def check_raising_the_rounds_goes_on_under_every_value(method: Method, name: str) -> None:
    values = [one for one in trial_values(field_named(method, name)) if one is not None]
    for value in values[:2] if not field_named(method, name).choices else values:
        for data in accepted(method, "weights, some of them zero", "values in the plane").values():
            if train_or_refuse(method, data, {name: value}) is not None:
                check_raising_the_rounds_goes_on(method, data, {name: value})


def check_values_outside_the_range_are_refused(method: Method, name: str) -> None:
    field = field_named(method, name)
    outside: list[Any] = [[], float("nan"), float("inf"), -float("inf")]
    outside += [] if field.kind is str and not field.choices else ["nonsense"]
    low, high = field.setting.low, field.setting.high
    if field.choices or field.kind is bool:
        outside.append(17)
    if low is not None:
        outside += [low, low - 1] if field.setting.above else [low - 1]
    if high is not None:
        outside.append(high + 1)
    if not field.optional:
        outside.append(None)
    for value in outside:
        with pytest.raises(Refusal) as caught:
            method.params.from_values({name: value})
        assert one_line(caught.value).startswith(f"{name}=")


def check_the_setting_explains_itself(method: Method, name: str) -> None:
    field = field_named(method, name)
    assert field.setting.label
    assert field.setting.label.isprintable()
    assert field.setting.help.endswith(".")
    assert field.setting.help.isprintable()
    assert field.check(field.default) == field.default
    if field.choices:
        assert field.default == field.choices[0], "the first value listed is the default"
    for value in trial_values(field):
        assert field.parse(field.text(value)) == value
    for word, value in field.setting.aliases:
        assert field.parse(word) == value


def is_number(field: Field) -> bool:
    return field.kind is float and not field.choices


SETTING_CHECKS: dict[Callable[[Method, str], None], Callable[[Field], bool]] = {
    check_every_value_runs: lambda _field: True,
    check_extreme_numbers_stay_finite_for_long: is_number,
    check_the_setting_is_not_dead: lambda _field: True,
    check_raising_the_rounds_goes_on_under_every_value: lambda field: field.name != "rounds",
    check_values_outside_the_range_are_refused: lambda _field: True,
    check_the_setting_explains_itself: lambda _field: True,
}
"""Each with the settings that it is about."""
OF_THE_DECLARATION = (check_values_outside_the_range_are_refused, check_the_setting_explains_itself)
"""What several methods share is asked about once."""

# --- what holds for every method alone ----------------------------------------------------------


def variants(method: Method) -> Iterator[dict[str, Any]]:
    """The defaults, and every value of every setting."""
    yield {}
    for field in method.params.fields():
        if field.name != "rounds":
            for value in trial_values(field):
                yield {field.name: value}


def check_another_seed_is_another_run(method: Method) -> None:
    by_default = method.uses_chance(method.params())
    for settings in [{}] if by_default else variants(method):
        if not method.uses_chance(method.params.from_values(settings)):
            continue
        for name, data in accepted(method, "forty random", "values in the plane").items():
            runs = {tuple(all_bits(finished(train(method, data, settings, s)))) for s in range(3)}
            assert len(runs) > 1, f"{settings} on {name}"


def check_chance_left_out_leaves_the_seed_out(method: Method) -> None:
    for settings in variants(method):
        params = method.params.from_values(settings)
        if method.uses_chance(params):
            continue
        for data in accepted(method, "two classes", "values on a line").values():
            if train_or_refuse(method, data, settings) is not None:
                runs = [finished(train(method, data, settings, seed)) for seed in (0, 1)]
                assert all_bits(runs[0]) == all_bits(runs[1])


def check_arrays_are_read_only(method: Method) -> None:
    for data in accepted(method, "forty random", "three classes", "values in the plane").values():
        run = finished(train(method, data))
        for record in (run.start, *run.rounds):
            for path, array in arrays(record):
                assert not array.flags.writeable, f"{type(record).__name__}{path} can be changed"


def check_records_are_frozen(method: Method) -> None:
    for data in accepted(method, "forty random", "values in the plane").values():
        run = finished(train(method, data))
        for record in (run.start, run.stop, run.params, *run.rounds, *run.round(1).learners):
            for field in dataclasses.fields(record):
                with pytest.raises(dataclasses.FrozenInstanceError):
                    setattr(record, field.name, None)


def check_the_defaults_are_the_agreed_ones(method: Method) -> None:
    default = method.params().values()
    assert default["rounds"] == 50
    if method.name in LEARNING_RATE:
        assert default["learning_rate"] == LEARNING_RATE[method.name]
    if method.name in MAX_DEPTH:
        assert default["max_depth"] == MAX_DEPTH[method.name]
    agreed = {"vote": "hard", "subsample": 1.0, "max_samples": MAX_SAMPLES.get(method.name, 1.0)}
    agreed |= {"max_features": 1, "disjoint": False, "bootstrap": False}
    for name, value in agreed.items():
        assert default.get(name, value) == value


def check_refused_points_cost_one_line(method: Method) -> None:
    for name, data in DATASETS.items():
        if takes(method, data):
            continue
        with pytest.raises(Refusal) as caught:
            train(method, data)
        message = one_line(caught.value)
        assert message.startswith(method.title), name
        able = {other.name for other in METHODS.values() if takes(other, data)}
        assert able
        assert set(message.partition("; ")[2].removesuffix(" can").split(", ")) == able


def check_no_points_at_all_are_no_accident(method: Method) -> None:
    empty = [
        dataclasses.replace(data, points=data.points[:0], target=data.target[:0], weight=None)
        for data in accepted(method, "two classes", "values on a line").values()
    ]
    for data in empty:
        run = finished(train(method, data))
        assert len(run) == 0
        assert run.stop.rule == "nothing-to-split"
        assert told(run)[1] == []


def check_bags_are_averaged(method: Method) -> None:
    """The captions and formulas of this story say so."""
    assert method.story != "bags" or method.combine == "mean"


METHOD_CHECKS: tuple[Callable[[Method], None], ...] = (
    check_another_seed_is_another_run,
    check_chance_left_out_leaves_the_seed_out,
    check_arrays_are_read_only,
    check_records_are_frozen,
    check_the_defaults_are_the_agreed_ones,
    check_refused_points_cost_one_line,
    check_no_points_at_all_are_no_accident,
    check_bags_are_averaged,
)


def check(method: Method) -> None:
    """Ask everything of a method."""
    for ask_method in METHOD_CHECKS:
        ask_method(method)
    for field in method.params.fields():
        for ask_setting, is_about in SETTING_CHECKS.items():
            if is_about(field):
                ask_setting(method, field.name)
    for ask, points in DATA_CHECKS.items():
        for data in accepted(method, *points).values():
            ask(method, data)


# --- the methods of the package -----------------------------------------------------------------


def name_of(check: Any) -> str:
    return check.__name__.removeprefix("check_")


def data_cases() -> Iterator[Any]:
    for ask, points in DATA_CHECKS.items():
        for name, method in METHODS.items():
            for kind in accepted(method, *points):
                yield pytest.param(ask, name, kind, id=f"{name_of(ask)}-{name}-{kind}")


def setting_cases() -> Iterator[Any]:
    for ask, is_about in SETTING_CHECKS.items():
        asked: list[Field] = []
        for name, method in METHODS.items():
            for field in filter(is_about, method.params.fields()):
                if ask not in OF_THE_DECLARATION or field not in asked:
                    asked.append(field)
                    yield pytest.param(
                        ask, name, field.name, id=f"{name_of(ask)}-{name}-{field.name}"
                    )


@pytest.mark.parametrize(("ask", "name", "points"), [*data_cases()])
def test_on_these_points(ask, name, points):
    ask(METHODS[name], DATASETS[points])


@pytest.mark.parametrize(("ask", "name", "setting"), [*setting_cases()])
def test_of_this_setting(ask, name, setting):
    ask(METHODS[name], setting)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("ask", METHOD_CHECKS, ids=name_of)
def test_of_this_method(ask, name):
    ask(METHODS[name])


def test_every_method_of_the_lecture_notes_is_asked():
    assert {"tree", *FORESTS, "adaboost", "gradient-boosting", "xgboost"} <= set(METHODS)
    assert {"voting", "stacking"} <= set(METHODS)
    assert all(accepted(method, *ROOMY) for method in METHODS.values())
