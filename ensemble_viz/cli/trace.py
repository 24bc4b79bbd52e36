"""The command `trace`: what every round of a run did, as JSON or CSV."""

import argparse
import sys
from contextlib import nullcontext

from ensemble_viz.cli.requests import add_request, data_of, settings_of, whole
from ensemble_viz.cli.speech import Progress
from ensemble_viz.document.points_file import read_probes
from ensemble_viz.document.writing import writing
from ensemble_viz.engine import methods
from ensemble_viz.engine.refusal import Refusal
from ensemble_viz.engine.run import Run

HELP = """\
Train a method and write what every round did: weights, draws, targets, trees node by node,
learner weights, errors, scores and predictions.
"""


def trace(arguments: argparse.Namespace) -> None:
    """Write the trace of a run."""
    from ensemble_viz.export.trace import TraceOptions, write_csv, write_json  # no window needs it

    method = methods.method(arguments.method)
    params = method.params.from_texts(settings_of(arguments.set))
    _refuse_as_csv(arguments)
    data = data_of(arguments)
    run = Run(data, method, params, arguments.seed)
    probes = read_probes(arguments.probe, data) if arguments.probe else None
    options = TraceOptions(arguments.only, arguments.points, probes, arguments.studies)
    write = write_json if arguments.format == "json" else write_csv
    output = arguments.output
    with nullcontext(sys.stdout) if output is None else writing(output) as out:
        write(run, options, out, Progress(params.values()["rounds"]))


def add_trace(parser: argparse.ArgumentParser) -> None:
    """Take what a trace is asked with."""
    add_request(parser)
    parser.add_argument("--probe", metavar="FILE", help="places to answer at, as CSV")
    parser.add_argument(
        "--format", choices=("json", "csv"), default="json", help="csv: one row a point and round"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="instead of stdout")
    parser.add_argument("--only", type=_rounds, metavar="1,5,10", help="write these rounds only")
    parser.add_argument(
        "--no-points", dest="points", action="store_false", help="leave out what is per point"
    )
    parser.add_argument(
        "--studies",
        action="store_true",
        help="cross-validation and the variance of the mean in its parts, too: takes many runs",
    )
    parser.set_defaults(command=trace)


def _refuse_as_csv(arguments: argparse.Namespace) -> None:
    """Say what a table of points and rounds has no room for."""
    if arguments.format == "csv" and not arguments.points:
        raise Refusal("--no-points leaves nothing to write as CSV, which has a row a point")
    if arguments.format == "csv" and arguments.studies:
        raise Refusal("--studies: CSV has a row a training point; figures go into JSON only")
    if arguments.format == "csv" and arguments.probe:
        raise Refusal("--probe: CSV has a row a training point; the answers go into JSON only")


def _rounds(text: str) -> frozenset[int]:
    rounds = frozenset(whole(part) for part in text.split(","))
    if 0 in rounds:
        raise argparse.ArgumentTypeError("rounds count from 1")
    return rounds
