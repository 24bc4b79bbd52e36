"""What several commands are asked with: points, a method, its settings, a seed."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from ensemble_viz.cli.speech import say
from ensemble_viz.document.document import Setup
from ensemble_viz.document.files import Source, writing
from ensemble_viz.document.reading import ROLES, TASK_OF, points_file
from ensemble_viz.document.session_file import read_session
from ensemble_viz.engine.data import Dataset, Refusal, lists
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.runs import Run, read_setup

STANDARD = "-"  # standard input, standard output


def add_request(parser: argparse.ArgumentParser) -> None:
    """Take what a run is made of."""
    add_points(parser, required=True)
    add_setup(parser)
    parser.set_defaults(needs_method=True)


def add_points(parser: argparse.ArgumentParser, required: bool) -> None:
    """Take points from a file or a sample."""
    points = parser.add_mutually_exclusive_group(required=required)
    points.add_argument("--data", metavar="FILE", help="points from a CSV file (-: standard input)")
    points.add_argument(
        "--sample", metavar="NAME[:n=…,noise=…]", help="points of a sample, see `samples`"
    )
    points.add_argument(
        "--session",
        metavar="FILE.ensemble",
        help="points and setups of a session (-: standard input)",
    )
    parser.add_argument("--test-data", metavar="FILE", help="points that are never learned from")
    parser.add_argument(
        "--columns",
        metavar="x1=petal,class=species",
        help=f"which columns of the files are {', '.join(ROLES[:-1])} and {ROLES[-1]}",
    )
    parser.add_argument(
        "--task",
        choices=("classification", "regression"),
        help="read the answers of --data as classes or as values",
    )


def add_setup(parser: argparse.ArgumentParser) -> None:
    """Take a method with its settings and its seed; beside a session they replace its own."""
    parser.add_argument("--method", metavar="NAME", help="see `methods`")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a setting, see `methods`"
    )
    parser.add_argument("--seed", type=whole, help="what chance depends on (0)")
    parser.add_argument(
        "--setup", type=setup_number, metavar="K", help="which setup of a session, from 1"
    )


def add_moment(parser: argparse.ArgumentParser, without: str = "the last") -> None:
    """Take a round and a step in it."""
    parser.add_argument("--round", type=whole, help=f"the round that is shown ({without})")
    parser.add_argument(
        "--step", metavar="KEY", help="a step of the round, as weights, or its number (the last)"
    )


def add_output(parser: argparse.ArgumentParser, required: bool, what: str) -> None:
    parser.add_argument(
        "-o", "--out", "--output", dest="out", required=required, metavar="FILE", help=what
    )


def output(target: str | None, binary: bool = False) -> AbstractContextManager[IO[Any]]:
    """Open what was asked for, or standard output."""
    if target is None or target == STANDARD:
        return nullcontext(sys.stdout.buffer if binary else sys.stdout)
    return writing(target, binary)


def data_of(arguments: argparse.Namespace) -> Dataset:
    given = given_columns(arguments)
    if arguments.session is not None:
        data = read_session(source(arguments.session)).document.data
    elif arguments.sample is not None:
        sample, options = parse_sample(arguments.sample)
        data = sample.build(**options)
        if arguments.task not in (None, data.task):
            raise Refusal(f"--task {arguments.task}: this sample is made for {data.task}")
    else:
        points = points_file.read_points(source(arguments.data), arguments.task, given)
        _say_notes(points)
        data = points.data
    if arguments.test_data is not None:
        points = points_file.read_test_points(source(arguments.test_data), data, given)
        _say_notes(points)
        data = replace(data, test=points.data)
    return data


def given_columns(arguments: argparse.Namespace) -> dict[str, str]:
    """Take apart which column is what; what stands in quotes belongs to the name."""
    read = [
        arguments.data,
        arguments.test_data,
        arguments.session,
        getattr(arguments, "probe", None),
    ]
    if read.count(STANDARD) > 1:
        raise Refusal("standard input can be read once, so only one of the files can be -")
    if arguments.columns is None:
        return {}
    if not any(read):
        raise Refusal("--columns says what the columns of a file are, and no file is read")
    given: dict[str, str] = {}
    for part in re.findall(r'(?:"[^"]*"|[^,])+', arguments.columns) or [""]:
        role, _, name = (word.strip() for word in part.partition("="))
        name = re.sub(r'^"(.*)"$', r"\1", name)
        if role not in ROLES or not name or role in given:
            roles = f"{', '.join(ROLES[:-1])} or {ROLES[-1]}"
            raise Refusal(f"--columns {part[:40]!r}: written {ROLES[0]}=name, once for {roles}")
        given[role] = name
    if given.keys() >= TASK_OF.keys():
        raise Refusal("--columns: the answer is class= or value=, not both")
    return given


def source(text: str) -> Source:
    """Find what is to be read from."""
    if text != STANDARD:
        return text
    if sys.stdin is None:
        raise Refusal("standard input is closed: there is nothing to read")
    return sys.stdin.buffer


def title_of(path: str) -> str:
    """Call points by the file they are from."""
    return "Standard input" if path == STANDARD else Path(path).stem


def reach(run: Run, t: int, report: Callable[[int], None]) -> None:
    """Compute the rounds up to one that there must be."""
    while len(run) < t and run.advance():
        report(len(run))
    if len(run) < t:
        from ensemble_viz.scene.telling import why_ended

        raise Refusal(f"round {t}: the run ends after round {len(run)}. {why_ended(run)}".strip())


def settings_of(texts: Sequence[str]) -> dict[str, str]:
    """Take settings apart, written name=value."""
    settings = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise Refusal(f"--set {text[:40]}: a setting is written name=value")
        settings[name.strip()] = value
    return settings


def setup_number(text: str) -> int | str:
    """Read the number of a setup, or all of them."""
    return text if text.strip() == "all" else whole(text)


def whole(text: str) -> int:
    """Read a whole number from 0 on."""
    if not re.fullmatch(r"\s*[0-9]{1,19}\s*", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 0 on")
    return int(text)


def _say_notes(points: points_file.PointsFile) -> None:
    for note in points.notes:
        say(f"ensemble-viz: {note}")


def setups_of(text: str) -> tuple[Setup, ...]:
    """Read several setups, parted by commas."""
    return tuple(setup_of(part) for part in lists.split_list(text))


def setup_of(text: str) -> Setup:
    """Read a method, its settings and its seed."""
    method, params, seed = read_setup(text)
    return Setup(method.name, params, seed)
