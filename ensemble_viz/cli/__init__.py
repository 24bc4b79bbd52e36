"""The command line: everything the engine can do, without a window.

Machine-readable output is alone on stdout; whatever is said to a person goes to stderr. A request
that cannot be met costs one line and the exit code 2.
"""

import argparse
import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from ensemble_viz import __version__
from ensemble_viz.cli import comparing, listing, rendering, sessions, theory, trace, window
from ensemble_viz.cli.speech import abandon_stdout, program, say
from ensemble_viz.document.files import reason
from ensemble_viz.document.session_file import is_session
from ensemble_viz.engine.data import Refusal

REFUSED = 2  # the exit code of a request that cannot be met

DESCRIPTION = """\
A classroom simulator of ensemble learning: bagging, random forest, AdaBoost and gradient
boosting, round by round, with every number behind each step.
"""
EXAMPLES = """\
  the window, on the ten points of the lecture notes or on what you choose:
      PROGRAM
      PROGRAM open --sample moons:n=60,test=400 --method random-forest
      PROGRAM lecture.ensemble
  the ten points of the lecture notes, three rounds of AdaBoost, as JSON:
      PROGRAM trace --sample ten-points --method adaboost --set rounds=3
  the canvas after round 7, to be put on a slide:
      PROGRAM render --sample moons --method adaboost --round 7 -o round-7.svg
  how often a majority of 21 is wrong, when each of them is with probability 0.3:
      PROGRAM theory votes --set n=21 --set p=0.3
  every method with every setting, and the samples:
      PROGRAM methods
      PROGRAM samples
  more of a command, with examples of its own:
      PROGRAM trace --help
"""
COMMANDS: dict[str, tuple[str, str, str, Callable[[argparse.ArgumentParser], None]]] = {
    "open": (
        "open the window with points of your own", window.HELP, window.EXAMPLES, window.add_window,
    ),
    "session": (
        "write a session for the window", sessions.HELP, sessions.EXAMPLES, sessions.add_session,
    ),
    "trace": ("write what every round did", trace.HELP, trace.EXAMPLES, trace.add_trace),
    "render": (
        "draw the canvas into a file", rendering.HELP, rendering.EXAMPLES, rendering.add_render,
    ),
    "compare": (
        "compare several methods on the same points", comparing.HELP, comparing.EXAMPLES,
        comparing.add_compare,
    ),
    "theory": (
        "show what the lecture notes say, in figures", theory.HELP, theory.EXAMPLES,
        theory.add_theory,
    ),
    "methods": (
        "list the methods with their settings", listing.METHODS_HELP, listing.METHODS_EXAMPLES,
        listing.add_methods,
    ),
    "samples": (
        "list the samples with their options", listing.SAMPLES_HELP, listing.SAMPLES_EXAMPLES,
        listing.add_samples,
    ),
}  # fmt: skip


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where help is."""

    def error(self, message: str) -> NoReturn:
        raise Refusal(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    code: int | None = 0
    try:
        if sys.stdout is None:
            raise Refusal("stdout is closed: there is nowhere to write to")
        arguments = _parser().parse_args(_with_file(sys.argv[1:] if argv is None else argv))
        command: Callable[[argparse.Namespace], int | None] = arguments.command
        code = command(arguments)
        sys.stdout.flush()
    except Refusal as refusal:
        say(f"ensemble-viz: {refusal}")
        return REFUSED
    except BrokenPipeError:
        abandon_stdout()  # the reader of the output had enough
    except OSError as error:
        abandon_stdout()
        say(f"ensemble-viz: the output cannot be written: {reason(error)}")
        return REFUSED
    except KeyboardInterrupt:
        say("ensemble-viz: stopped")
        return 130
    return code or 0


def open_window() -> int:
    """Do the same where Windows gives no console: what is said there is said to nobody."""
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    return main()


def _with_file(argv: Sequence[str]) -> list[str]:
    """Open the file that is named in place of a command: a session, or points."""
    first = argv[0] if argv else "-"
    if first.startswith("-") or first in COMMANDS:
        return list(argv)
    if not ("." in first or Path(first).is_file()):
        raise Refusal.of_word("there is no command", first, COMMANDS)
    return ["open", "--session" if is_session(first) else "--data", *argv]


def _parser() -> argparse.ArgumentParser:
    name = program()
    parser = _Parser(prog=name, description=DESCRIPTION, **_examples(EXAMPLES, name))
    parser.add_argument("--version", action="version", version=f"ensemble-viz {__version__}")
    parser.set_defaults(command=window.open_first)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command, (words, about, examples, add) in COMMANDS.items():
        look = _examples(examples, name)
        add(commands.add_parser(command, help=words, description=about, **look))
    return parser


def _examples(examples: str, name: str) -> dict[str, Any]:
    """Write examples below the help, as they can be typed."""
    return {
        "epilog": "examples:\n" + examples.replace("PROGRAM", name),
        "formatter_class": argparse.RawDescriptionHelpFormatter,
    }


__all__ = ["COMMANDS", "DESCRIPTION", "EXAMPLES", "REFUSED", "main", "open_window"]
