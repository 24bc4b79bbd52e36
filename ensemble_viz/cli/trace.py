"""The command `trace`: what every round of a run did, as JSON or CSV."""

import argparse
from typing import TYPE_CHECKING

from ensemble_viz.cli.documents import number_of, run_of, saved_of
from ensemble_viz.cli.requests import (
    add_output,
    add_request,
    given_columns,
    output,
    reach,
    source,
    whole,
)
from ensemble_viz.cli.speech import Progress
from ensemble_viz.document.document import Document
from ensemble_viz.document.reading import points_file
from ensemble_viz.engine.data import Refusal

if TYPE_CHECKING:  # loaded when a trace is wanted
    from ensemble_viz.export.trace import TraceOptions

HELP = """\
Train a method and write what every round did: weights, draws, targets, trees node by node,
learner weights, errors, scores and predictions.
"""
EXAMPLES = """\
  the ten points of the lecture notes, three rounds of AdaBoost, as JSON:
      PROGRAM trace --sample ten-points --method adaboost --set rounds=3
  your own points (columns x1, x2, class), a forest, one row a point and round:
      PROGRAM trace --data points.csv --method random-forest --format csv -o forest.csv
  a file in which the columns have other names:
      PROGRAM trace --data iris.csv --columns x1=petal,x2=width,class=species --method tree
  what was saved in the window, all its setups:
      PROGRAM trace --session lecture.ensemble --setup all
  only the rounds 1 and 10, without what is per point:
      PROGRAM trace --sample moons --method bagging --only 1,10 --no-points
"""


def trace(arguments: argparse.Namespace) -> None:
    """Write the trace of a run, or of all runs of a session."""
    from ensemble_viz.export.trace import TraceOptions, write_csv, write_json  # no window needs it

    _refuse_as_csv(arguments)
    saved = saved_of(arguments)
    document, probes = saved.document, None
    if arguments.probe:
        probes = points_file.read_probes(
            source(arguments.probe), document.data, given_columns(arguments)
        )
    options = TraceOptions(arguments.only, arguments.points, probes, arguments.studies)
    write = write_json if arguments.format == "json" else write_csv
    if arguments.setup == "all":
        _write_all(document, options, arguments)
        return
    run = run_of(document, number_of(saved, arguments))
    report = Progress(run.params.values()["rounds"])
    reach(run, max(arguments.only or [0]), report)
    with output(arguments.out) as out:
        write(run, options, out, report)


def _write_all(document: Document, options: "TraceOptions", arguments: argparse.Namespace) -> None:
    """Write the traces of all setups as one."""
    from ensemble_viz.export.trace import write_several

    runs = [run_of(document, k) for k in range(len(document.setups))]
    report = Progress(sum(run.params.values()["rounds"] for run in runs))
    for run in runs:
        reach(run, max(arguments.only or [0]), report)
    with output(arguments.out) as out:
        write_several(runs, options, out, report)


def add_trace(parser: argparse.ArgumentParser) -> None:
    """Take what a trace is asked with."""
    add_request(parser)
    parser.add_argument(
        "--probe", metavar="FILE", help="places to answer at, as CSV (-: standard input)"
    )
    parser.add_argument(
        "--format", choices=("json", "csv"), default="json", help="csv: one row a point and round"
    )
    add_output(parser, required=False, what="instead of standard output (-)")
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
    if arguments.format == "csv" and arguments.setup == "all":
        raise Refusal("--setup all: CSV has the rows of one run; several go into JSON only")
    if arguments.format == "csv" and arguments.probe:
        raise Refusal("--probe: CSV has a row a training point; the answers go into JSON only")


def _rounds(text: str) -> frozenset[int]:
    rounds = frozenset(whole(part) for part in text.split(","))
    if 0 in rounds:
        raise argparse.ArgumentTypeError("rounds count from 1")
    return rounds
