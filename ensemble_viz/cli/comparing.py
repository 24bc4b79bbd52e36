"""The command `compare`: several ensembles on the same points."""

import argparse
import csv
import json
import math
from collections.abc import Iterator
from typing import IO, Any

from ensemble_viz.cli.requests import (
    add_output,
    add_points,
    data_of,
    output,
    setups_of,
    source,
    whole,
)
from ensemble_viz.cli.speech import Progress
from ensemble_viz.document.document import Setup
from ensemble_viz.document.session_file import read_session
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.runs.studies import FoldErrors, disagreement, fold_errors, folds_of, parted

HELP = """\
Train several methods on the same points and write how they do, round by round; where they part;
and, with --folds, their errors on the same folds.
"""
EXAMPLES = """\
  bagging against boosting, as a table:
      PROGRAM compare --sample moons:n=200,test=400 --methods "bagging, adaboost"
  a tree, and forests of different sizes, on five folds:
      PROGRAM compare --sample circles --methods "tree, random-forest(rounds=60, seed=3)" --folds 5
  what belongs to a setting stands in quotes:
      PROGRAM compare --data points.csv --methods 'stacking(members="stump, knn(k=3)"), tree'
"""
ERRORS = ("train_error", "test_error", "oob_error")


def compare(arguments: argparse.Namespace) -> None:
    """Write how several setups do on the same points."""
    data, setups = _asked(arguments)
    runs = [setup.run(data) for setup in setups]
    fold = None if arguments.folds is None else folds_of(data, arguments.folds, arguments.seed)
    found: list[dict[str, Any]] = []
    for run in runs:
        report = Progress(run.last)
        while run.advance():
            report(len(run))
        known = None if fold is None else fold_errors(run, fold)
        found.append(_setup_dict(run, known))
    write = _WRITERS[arguments.format]
    with output(arguments.out) as out:
        write(out, _comparison(data, runs, found, None if fold is None else int(fold.max()) + 1))


def _asked(arguments: argparse.Namespace) -> tuple[Dataset, tuple[Setup, ...]]:
    """Read the points and the setups: those that are named, else those of a session."""
    named = () if arguments.methods is None else setups_of(arguments.methods)
    if arguments.session is not None and not named:
        document = read_session(source(arguments.session)).document
        return document.data, document.setups
    if not named:
        raise Refusal("the following arguments are required: --methods")
    return data_of(arguments), named


def add_compare(parser: argparse.ArgumentParser) -> None:
    """Take what is to be compared."""
    add_points(parser, required=True)
    parser.add_argument(
        "--methods",
        metavar='"METHOD, METHOD(name=value, …)"',
        help="see `methods`; without them those of a session",
    )
    parser.add_argument("--folds", type=whole, metavar="N", help="cross-validate on so many folds")
    parser.add_argument("--seed", type=whole, default=0, help="how the folds are dealt (0)")
    parser.add_argument(
        "--format", choices=tuple(_WRITERS), default="text", help="text: a table to be read"
    )
    add_output(parser, required=False, what="instead of standard output (-)")
    parser.set_defaults(command=compare)


def _comparison(
    data: Dataset, runs: list[Run], setups: list[dict[str, Any]], folds: int | None
) -> dict[str, Any]:
    apart = disagreement(runs).tolist()
    return {
        "format": "ensemble-viz-compare",
        "version": 1,
        "n": len(data),
        "folds": folds,
        "setups": setups,
        "disagreement": [[None if math.isnan(one) else one for one in row] for row in apart],
        "parted": parted(runs) if data.classes is not None else None,
    }


def _setup_dict(run: Run, folds: FoldErrors | None) -> dict[str, Any]:
    from ensemble_viz.export.trace import stop_dict

    metrics = Metrics(run)
    figures = [metrics.figures(t) for t in range(1, len(run) + 1)]
    errors = {name: [one[name] for one in figures] for name in ERRORS}
    return {
        "method": run.method.name,
        "settings": run.params.values(),
        "seed": run.seed,
        "rounds": len(run),
        "stopped": stop_dict(run),
        "train_error": errors["train_error"],
        **{name: None if _is_empty(errors[name]) else errors[name] for name in ERRORS[1:]},
        "cv_error": None if folds is None else _fold_dict(folds),
    }


def _is_empty(values: list[float | None]) -> bool:
    return all(value is None for value in values)


def _fold_dict(found: FoldErrors) -> dict[str, Any]:
    return {"folds": list(found.folds), "mean": found.mean, "sd": found.sd}


def _write_json(out: IO[str], found: dict[str, Any]) -> None:
    out.write(json.dumps(found, ensure_ascii=False, allow_nan=False) + "\n")


def _write_csv(out: IO[str], found: dict[str, Any]) -> None:
    """Write a row a setup and round."""
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("setup", "method", "seed", "round", *ERRORS))
    for number, setup in enumerate(found["setups"], start=1):
        head = (number, setup["method"], setup["seed"])
        for t in range(setup["rounds"]):
            errors = (None if setup[name] is None else setup[name][t] for name in ERRORS)
            rows.writerow((*head, t + 1, *("" if one is None else repr(one) for one in errors)))


def _write_text(out: IO[str], found: dict[str, Any]) -> None:
    """Write a table to be read."""
    out.writelines(f"{line}\n" for line in _lines(found))


def _lines(found: dict[str, Any]) -> Iterator[str]:
    setups = found["setups"]
    names = [f"{k}  {setup['method']}" for k, setup in enumerate(setups, start=1)]
    wide = max(len("after the last round"), *map(len, names)) + 2
    titles = ("rounds", "training", "test", "out of bag", "folds: mean", "sd")
    yield "after the last round".ljust(wide) + "".join(f"{title:>13}" for title in titles)
    for name, setup in zip(names, setups, strict=True):
        folds = setup["cv_error"] or {"mean": None, "sd": None}
        last = [setup[error] and setup[error][-1] for error in ERRORS]
        figures = [_text(figure) for figure in (*last, folds["mean"], folds["sd"])]
        cells = "".join(f"{cell:>13}" for cell in (setup["rounds"], *figures))
        yield name.ljust(wide) + cells
    if len(setups) > 1:
        yield ""
        yield "answered differently".ljust(wide) + "".join(
            f"{k + 1:>13}" for k in range(len(names))
        )
        for name, row in zip(names, found["disagreement"], strict=True):
            yield name.ljust(wide) + "".join(f"{_text(one):>13}" for one in row)
        if found["parted"] is not None:
            yield ""
            yield f"They part in round {found['parted']}."


def _text(figure: float | None) -> str:
    return "–" if figure is None else f"{figure:.4f}"


_WRITERS = {"text": _write_text, "json": _write_json, "csv": _write_csv}
