"""The command line: everything the engine can do, without a window.

Machine-readable output is alone on stdout; whatever is said to a person goes to stderr. A request
that cannot be met costs one line and the exit code 2.
"""

import argparse
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, NoReturn

from ensemble_viz import __version__
from ensemble_viz.document.points_file import (
    PointsFile,
    read_points,
    read_probes,
    read_test_points,
)
from ensemble_viz.document.writing import writing
from ensemble_viz.engine import methods
from ensemble_viz.engine.dataset import Dataset
from ensemble_viz.engine.refusal import Refusal
from ensemble_viz.engine.run import Run
from ensemble_viz.engine.samples import SAMPLES, parse_sample
from ensemble_viz.export.catalogue import method_dict, sample_dict
from ensemble_viz.export.trace import TraceOptions, write_csv, write_json

REFUSED = 2  # the exit code of a request that cannot be met
PATIENCE = 1.0  # seconds of silence before, and between, words about progress

DESCRIPTION = """\
A classroom simulator of ensemble learning: bagging, random forest, AdaBoost and gradient
boosting, round by round, with every number behind each step.
"""
EXAMPLES = """\
examples:
  the ten points of the lecture notes, three rounds of AdaBoost, as JSON:
      python3 main.py trace --sample ten-points --method adaboost --set rounds=3
  your own points (columns x1, x2, class), a forest, one row a point and round:
      python3 main.py trace --data points.csv --method random-forest --format csv -o forest.csv
  every method with every setting, and the samples:
      python3 main.py methods
      python3 main.py samples
"""
TRACE_HELP = """\
Train a method and write what every round did: weights, draws, targets, trees node by node,
learner weights, errors, scores and predictions.
"""
METHODS_HELP = """\
List the methods with their settings: what each is called, its default, its range and its help.
"""
SAMPLES_HELP = """\
List the samples with their options, written as `--sample` takes them.
"""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where help is."""

    def error(self, message: str) -> NoReturn:
        raise Refusal(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    try:
        if sys.stdout is None:
            raise Refusal("stdout is closed: there is nowhere to write to")
        arguments = _parser().parse_args(argv)
        command: Callable[[argparse.Namespace], None] = arguments.command
        command(arguments)
        sys.stdout.flush()
    except Refusal as refusal:
        _say(f"ensemble-viz: {refusal}")
        return REFUSED
    except BrokenPipeError:
        _abandon_stdout()  # the reader of the output had enough
    except OSError as error:
        _abandon_stdout()
        _say(f"ensemble-viz: the output cannot be written ({error.strerror})")
        return REFUSED
    except KeyboardInterrupt:
        _say("ensemble-viz: stopped")
        return 130
    return 0


def trace(arguments: argparse.Namespace) -> None:
    """Write the trace of a run."""
    method = methods.method(arguments.method)
    params = method.params.from_texts(_settings(arguments.set))
    _refuse_as_csv(arguments)
    data = _data(arguments)
    run = Run(data, method, params, arguments.seed)
    probes = read_probes(arguments.probe, data) if arguments.probe else None
    options = TraceOptions(arguments.only, arguments.points, probes)
    write = write_json if arguments.format == "json" else write_csv
    output = arguments.output
    with nullcontext(sys.stdout) if output is None else writing(output) as out:
        write(run, options, out, _Progress(params.values()["rounds"]))


def list_methods(arguments: argparse.Namespace) -> None:
    """List every method with every setting."""
    known = methods.methods()
    if arguments.name is not None:
        known = {arguments.name: methods.method(arguments.name)}
    if arguments.format == "json":
        _print(json.dumps([method_dict(method) for method in known.values()], indent=1))
        return
    for method in known.values():
        _print(f"{method.name}: {method.summary}")
        for field in method.params.fields():
            _print(f"  {field.name} = {_text(field.default)}  ({field.range})")
            _print(f"      {field.setting.help}")


def list_samples(arguments: argparse.Namespace) -> None:
    """List the samples with their options."""
    if arguments.format == "json":
        _print(json.dumps([sample_dict(sample) for sample in SAMPLES.values()], indent=1))
        return
    for sample in SAMPLES.values():
        options = ", ".join(f"{option.name}={option.default}" for option in sample.options)
        _print(f"{sample.name}  ({sample.task}; {options or 'no options'})\n      {sample.summary}")


def welcome(_arguments: argparse.Namespace) -> None:
    """Say what there is."""
    _print(DESCRIPTION + "\nThe window is not built yet; the engine runs from the command line.\n")
    _print(EXAMPLES)


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = _Parser(
        prog="ensemble-viz", description=DESCRIPTION, epilog=EXAMPLES, formatter_class=raw
    )
    parser.add_argument("--version", action="version", version=f"ensemble-viz {__version__}")
    parser.set_defaults(command=welcome)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_trace(
        commands.add_parser(
            "trace", help="write what every round did", description=TRACE_HELP, epilog=EXAMPLES,
            formatter_class=raw,
        )
    )  # fmt: skip
    _add_lists(commands)
    return parser


def _add_lists(commands: Any) -> None:
    raw = argparse.RawDescriptionHelpFormatter
    for name, about, command in (
        ("methods", METHODS_HELP, list_methods),
        ("samples", SAMPLES_HELP, list_samples),
    ):
        listing = commands.add_parser(
            name, help=about.splitlines()[0], description=about, epilog=EXAMPLES,
            formatter_class=raw,
        )  # fmt: skip
        listing.add_argument(
            "--format", choices=("text", "json"), default="text", help="for people, or for programs"
        )
        listing.set_defaults(command=command)
        if name == "methods":
            listing.add_argument("name", nargs="?", help="one method only")


def _add_trace(parser: argparse.ArgumentParser) -> None:
    points = parser.add_mutually_exclusive_group(required=True)
    points.add_argument("--data", metavar="FILE", help="points from a CSV file")
    points.add_argument(
        "--sample", metavar="NAME[:n=…,noise=…]", help="points of a sample, see `samples`"
    )
    parser.add_argument("--method", required=True, metavar="NAME", help="see `methods`")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a setting, see `methods`"
    )
    parser.add_argument("--seed", type=_whole, default=0, help="what chance depends on (0)")
    parser.add_argument("--test-data", metavar="FILE", help="points that are never learned from")
    parser.add_argument("--probe", metavar="FILE", help="places to answer at, as CSV")
    parser.add_argument(
        "--task",
        choices=("classification", "regression"),
        help="read the answers of --data as classes or as values",
    )
    parser.add_argument(
        "--format", choices=("json", "csv"), default="json", help="csv: one row a point and round"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="instead of stdout")
    parser.add_argument("--only", type=_rounds, metavar="1,5,10", help="write these rounds only")
    parser.add_argument(
        "--no-points", dest="points", action="store_false", help="leave out what is per point"
    )
    parser.set_defaults(command=trace)


def _data(arguments: argparse.Namespace) -> Dataset:
    """Read or draw the points."""
    if arguments.sample is not None:
        sample, options = parse_sample(arguments.sample)
        data = sample.build(**options)
        if arguments.task not in (None, data.task):
            raise Refusal(f"--task {arguments.task}: this sample is made for {data.task}")
    else:
        points = read_points(arguments.data, arguments.task)
        _say_notes(points)
        data = points.data
    if arguments.test_data is not None:
        points = read_test_points(arguments.test_data, data)
        _say_notes(points)
        data = replace(data, test=points.data)
    return data


def _say_notes(points: PointsFile) -> None:
    for note in points.notes:
        _say(f"ensemble-viz: {note}")


def _refuse_as_csv(arguments: argparse.Namespace) -> None:
    """Say what a table of points and rounds has no room for."""
    if arguments.format == "csv" and not arguments.points:
        raise Refusal("--no-points leaves nothing to write as CSV, which has a row a point")
    if arguments.format == "csv" and arguments.probe:
        raise Refusal("--probe: CSV has a row a training point; the answers go into JSON only")


def _settings(texts: Sequence[str]) -> dict[str, str]:
    settings = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise Refusal(f"--set {text[:40]}: a setting is written name=value")
        settings[name.strip()] = value
    return settings


def _whole(text: str) -> int:
    if not re.fullmatch(r"\s*[0-9]{1,19}\s*", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 0 on")
    return int(text)


def _rounds(text: str) -> frozenset[int]:
    rounds = frozenset(_whole(part) for part in text.split(","))
    if 0 in rounds:
        raise argparse.ArgumentTypeError("rounds count from 1")
    return rounds


class _Progress:
    """Says on stderr how far a long run is."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.said = time.monotonic()

    def __call__(self, t: int) -> None:
        if time.monotonic() - self.said > PATIENCE:
            self.said = time.monotonic()
            _say(f"ensemble-viz: round {t} of {self.rounds}")


def _abandon_stdout() -> None:
    """Keep Python from flushing once more at exit what nobody takes."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _text(value: Any) -> str:
    return "none" if value is None else str(value)


def _say(text: str) -> None:
    """Write one line to stderr; what is no printable character is written as its number."""
    plain = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    if sys.stderr is not None:
        sys.stderr.write(plain + "\n")


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
