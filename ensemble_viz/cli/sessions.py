"""The command `session`: points and one to four setups as a file that the window opens."""

import argparse
from dataclasses import replace

from ensemble_viz.cli.documents import at_moment, front_of, moment_of, run_of, saved_of
from ensemble_viz.cli.requests import add_moment, add_output, add_request, output, setup_of
from ensemble_viz.cli.speech import Progress
from ensemble_viz.document.edits import add_setup
from ensemble_viz.document.session_file import Saved, pieces

HELP = """\
Write a session: points, one to four setups, and the moment at which it opens. Opening it anywhere
gives the same rounds; `open`, `trace` and `render` take it with --session.
"""
EXAMPLES = """\
  a lecture that begins at the third step of the second round:
      PROGRAM session --sample moons --method adaboost --round 2 --step 3 --out lecture.ensemble
  two methods on the same points:
      PROGRAM session --data mine.csv --method adaboost --add "tree(max_depth=3)" --out 2.ensemble
  another seed for a session that there is:
      PROGRAM session --session lecture.ensemble --seed 7 --out again.ensemble
"""


def session(arguments: argparse.Namespace) -> None:
    saved = saved_of(arguments)
    document = saved.document
    for text in arguments.add:
        document = add_setup(document, setup_of(text))
    saved = replace(saved, document=document)
    if arguments.session is None or arguments.round is not None or arguments.step is not None:
        saved = _stood(saved, arguments)
    for k in range(len(document.setups)):
        run_of(document, k)  # what cannot be learned is refused now, not when it is opened
    with output(arguments.out) as out:
        for piece in pieces(saved):
            out.write(piece)


def _stood(saved: Saved, arguments: argparse.Namespace) -> Saved:
    """Find the moment that was asked for."""
    t = arguments.round
    if t is None and arguments.session is not None:
        t = saved.where.moment.round
    k, run = front_of(saved, arguments, t)
    return at_moment(saved, k, moment_of(run, t, arguments.step, Progress(t or run.last)))


def add_session(parser: argparse.ArgumentParser) -> None:
    """Take what a session is asked with."""
    add_request(parser)
    parser.add_argument(
        "--add", action="append", default=[], metavar='"METHOD(k=v, …, seed=N)"',
        help="one more setup on the same points",
    )  # fmt: skip
    add_moment(parser)
    add_output(parser, required=True, what="a file that ends in .ensemble (-: standard output)")
    parser.set_defaults(command=session)
