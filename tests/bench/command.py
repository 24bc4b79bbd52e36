"""The command: chooses the rows, measures them one after the other, prints the table."""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.row import Job, Row
from tests.bench.same_trees import Unequal
from tests.bench.surroundings import described, settle_memory
from tests.bench.table import table

DESCRIPTION = "Measures ensemble_viz, beside its peers where there are any."


def main(argv: Sequence[str] | None = None) -> int:
    """Measure what is asked for; 1 where something is not equal that has to be."""
    arguments = parser().parse_args(argv)
    about, rows, started = described(), [], time.monotonic()
    for job in chosen(arguments.short, arguments.only):
        sys.stderr.write(f"{time.monotonic() - started:6.1f} s  {job.title}\n")
        rows += measured(job)
    about["seconds"] = round(time.monotonic() - started, 1)
    sys.stdout.write(table(about, rows))
    if arguments.json:
        found = {"environment": about, "rows": [row.as_dict() for row in rows]}
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return int(any(row.failed for row in rows))


def measured(job: Job) -> list[Row]:
    """Measure a job; where something is not as it has to be, say so in its row."""
    try:
        return list(job.measure())
    except Unequal as difference:
        group, *rest = job.words
        return [Row(group, " ".join(rest), 0, 0, failed=str(difference))]


def parser() -> argparse.ArgumentParser:
    """Say what can be asked for."""
    made = argparse.ArgumentParser("python -m tests.bench", description=DESCRIPTION)
    made.add_argument("--short", action="store_true", help="a few points and rounds: does it work?")
    made.add_argument("--json", type=Path, metavar="FILE", help="write all rows there, too")
    made.add_argument(
        "--only", nargs="+", default=[], metavar="WORD",
        help="rows that have all these words: fit, cliff, surface, scrub, memory, drag, draw, "
        "start, gap, theory; a method or a part of its name; a number of points",
    )  # fmt: skip
    return made


def chosen(short: bool, words: Sequence[str]) -> Iterator[Job]:
    """List the jobs: the window first, in a process as the program has it."""
    for jobs in (window_jobs, model_jobs):
        yield from (job for job in jobs(short) if job.is_meant(words))


def window_jobs(short: bool) -> Iterator[Job]:
    """Start, drag, and listen to the event loop."""
    from tests.bench import dragging, drawing, gaps, starting, theory_pages

    for part in (starting, dragging, drawing, gaps, theory_pages):
        yield from part.jobs(short)


def model_jobs(short: bool) -> Iterator[Job]:
    """Compare with the peers, which are only loaded now; memory is kept from here on."""
    from tests.bench import cliffs, fits, islands, records, surfaces

    settle_memory()
    for part in (fits, cliffs, islands, surfaces, records):
        yield from part.jobs(short)
