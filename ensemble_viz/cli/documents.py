"""What a command works on: points and setups that were asked for, or a session with changes."""

import argparse
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ensemble_viz.cli.requests import data_of, given_columns, reach, settings_of, source, title_of
from ensemble_viz.document.document import Document, Setup, first_setup
from ensemble_viz.document.edits import able_setup
from ensemble_viz.document.reading import points_file
from ensemble_viz.document.session_file import Saved, read_session
from ensemble_viz.document.where import START, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.steps import steps

FIRST_METHOD = "adaboost"


def saved_of(arguments: argparse.Namespace) -> Saved:
    """Read a session, or put points and a method together; then change what is named."""
    if arguments.session is not None:
        return _changed_session(arguments)
    if arguments.setup is not None:
        raise Refusal("--setup chooses one of the setups of a --session")
    if arguments.needs_method and arguments.method is None:
        raise Refusal("the following arguments are required: --method")
    texts, seed = settings_of(arguments.set), arguments.seed or 0
    setup = _setup(arguments.method, texts, seed) if arguments.method is not None else None
    data = data_of(arguments)
    if setup is None:
        setup = _setup(able_setup(first_setup(FIRST_METHOD), data).method, texts, seed)
    methods.refuse(setup.declaration, data)
    known: dict[str, Any] = {"title": title_of(arguments.data or "")}
    if arguments.sample is not None:
        known = {"title": parse_sample(arguments.sample)[0].title, "source": arguments.sample}
    return Saved(Document(data, (setup,), **known))


def number_of(saved: Saved, arguments: argparse.Namespace) -> int:
    """Choose a setup, from 0: the one that is named, else the one in front."""
    if arguments.setup in (None, "all"):
        return saved.where.setup
    count = len(saved.document.setups)
    if not 1 <= arguments.setup <= count:
        raise Refusal(f"--setup {arguments.setup}: the session has {count}, counted from 1")
    return int(arguments.setup) - 1


def run_of(document: Document, k: int) -> Run:
    """Start the run of a setup."""
    return document.setups[k].run(document.data)


def front_of(saved: Saved, arguments: argparse.Namespace, t: int | None) -> tuple[int, Run]:
    """Choose the setup in front, and start it: the first one that goes as far as a round.

    One that is named is meant whether it does or not, and so is the first where none does.
    """
    document, k = saved.document, number_of(saved, arguments)
    if t and arguments.setup is None and len(document.setups) > 1:
        for j in sorted(range(len(document.setups)), key=lambda j: j != k):
            run = run_of(document, j)
            if run.upto(t) >= t:
                return j, run
    return k, run_of(document, k)


def moment_of(run: Run, t: int | None, step: str | None, report: Callable[[int], None]) -> Moment:
    """Compute the rounds up to a moment, and find it; None: the last round, its last step."""
    if t is None:
        while run.advance():
            report(len(run))
    else:
        reach(run, t, report)
    last = len(run) if t is None else t
    if not last:
        if step is not None:
            raise Refusal(f"--step {step[:40]}: there are no steps before the first round")
        return START
    keys = [each.key for each in steps(run, last)]
    if step is None:
        return Moment(last, len(keys))
    if re.fullmatch(r"[0-9]{1,4}", step) and 1 <= int(step) <= len(keys):
        return Moment(last, int(step))
    if step not in keys:
        raise Refusal(
            f"--step {step[:40]!r}: the steps of round {last} are {', '.join(keys)},"
            f" or 1 to {len(keys)}"
        )
    return Moment(last, keys.index(step) + 1)


def _setup(name: str, settings: dict[str, str], seed: int) -> Setup:
    return Setup(name, methods.method(name).params.from_texts(settings), seed)


def _changed_session(arguments: argparse.Namespace) -> Saved:
    """Read a session; a method, settings, a seed or test points replace its own."""
    for name in ("columns", "task"):
        if getattr(arguments, name, None) is not None and not getattr(arguments, "probe", None):
            raise Refusal(f"--{name} is about a file of points; a session says it itself")
    saved = read_session(source(arguments.session))
    k = number_of(saved, arguments)
    document, where = saved.document, replace(saved.where, setup=k)
    data = _with_test(document.data, arguments)
    setup = _changed_setup(document.setups[k], arguments)
    methods.refuse(setup.declaration, data)
    setups = (*document.setups[:k], setup, *document.setups[k + 1 :])
    return Saved(replace(document, data=data, setups=setups), where, saved.look)


def _with_test(data: Dataset, arguments: argparse.Namespace) -> Dataset:
    if arguments.test_data is None:
        return data
    found = points_file.read_test_points(
        source(arguments.test_data), data, given_columns(arguments)
    )
    return replace(data, test=found.data)


def _changed_setup(setup: Setup, arguments: argparse.Namespace) -> Setup:
    texts = settings_of(arguments.set)
    seed = setup.seed if arguments.seed is None else arguments.seed
    if arguments.method not in (None, setup.method):
        return _setup(arguments.method, texts, seed)
    params = setup.params
    for name, text in texts.items():
        known = {field.name: field for field in params.fields()}
        if name not in known:
            type(params).from_texts({name: text})  # it says which there are
        params = params.changed(name, known[name].parse(text))
    return Setup(setup.method, params, seed)


def at_moment(saved: Saved, k: int, moment: Moment) -> Saved:
    """Stand before a setup at another moment; what was pinned there or seen of it stays."""
    where = replace(saved.where, setup=k, moment=moment)
    return Saved(saved.document, where, saved.look)
