"""What the command line says: results on stdout, everything else on stderr, a line at a time."""

import os
import sys
import time
from pathlib import Path

MODULE, SCRIPT = "ensemble_viz/__main__.py", "main.py"
PATIENCE = 1.0  # seconds of silence before, and between, words about progress


def program() -> str:
    """Say how the program was started, so that the same can be typed again."""
    started = Path(sys.argv[0])
    if started.match(MODULE):
        return "python -m ensemble_viz"
    return "python3 main.py" if started.name == SCRIPT else "ensemble-viz"


class Progress:
    """Says on stderr how far a long run is."""

    def __init__(self, rounds: int, what: str = "round") -> None:
        self.rounds, self.what = rounds, what
        self.said = time.monotonic()

    def __call__(self, t: int) -> None:
        """Hear that a round is done."""
        if time.monotonic() - self.said > PATIENCE:
            self.said = time.monotonic()
            say(f"ensemble-viz: {self.what} {t} of {self.rounds}")


def say(text: str) -> None:
    """Write one line to stderr; what is no printable character is written as its number."""
    plain = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    if sys.stderr is not None:
        sys.stderr.write(plain + "\n")


def abandon_stdout() -> None:
    """Keep Python from flushing once more at exit what nobody takes."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
