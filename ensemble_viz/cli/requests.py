"""What several commands are asked with: points, a method, its settings, a seed."""

import argparse
import re
from collections.abc import Sequence
from dataclasses import replace

from ensemble_viz.cli.speech import say
from ensemble_viz.document.points_file import PointsFile, read_points, read_test_points
from ensemble_viz.engine.dataset import Dataset
from ensemble_viz.engine.refusal import Refusal
from ensemble_viz.engine.samples import parse_sample


def add_request(parser: argparse.ArgumentParser) -> None:
    """Take what a run is made of."""
    add_points(parser)
    add_setup(parser, required=True)


def add_points(parser: argparse.ArgumentParser) -> None:
    """Take points from a file or a sample."""
    points = parser.add_mutually_exclusive_group(required=True)
    points.add_argument("--data", metavar="FILE", help="points from a CSV file")
    points.add_argument(
        "--sample", metavar="NAME[:n=…,noise=…]", help="points of a sample, see `samples`"
    )
    parser.add_argument("--test-data", metavar="FILE", help="points that are never learned from")
    parser.add_argument(
        "--task",
        choices=("classification", "regression"),
        help="read the answers of --data as classes or as values",
    )


def add_setup(parser: argparse.ArgumentParser, required: bool) -> None:
    """Take a method with its settings and its seed."""
    parser.add_argument("--method", required=required, metavar="NAME", help="see `methods`")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a setting, see `methods`"
    )
    parser.add_argument("--seed", type=whole, default=0, help="what chance depends on (0)")


def data_of(arguments: argparse.Namespace) -> Dataset:
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


def settings_of(texts: Sequence[str]) -> dict[str, str]:
    """Take settings apart, written name=value."""
    settings = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise Refusal(f"--set {text[:40]}: a setting is written name=value")
        settings[name.strip()] = value
    return settings


def whole(text: str) -> int:
    """Read a whole number from 0 on."""
    if not re.fullmatch(r"\s*[0-9]{1,19}\s*", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 0 on")
    return int(text)


def _say_notes(points: PointsFile) -> None:
    for note in points.notes:
        say(f"ensemble-viz: {note}")
