"""The trace: what the rounds were, as JSON or CSV, under names that scripts rely on."""

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.learners import Learner
from ensemble_viz.engine.methods import Round
from ensemble_viz.engine.runs import Run, Scores
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.scene.figures.pieces import Studies
from ensemble_viz.scene.telling import what_to_try, why_ended

FORMAT = "ensemble-viz-trace"
VERSION = 1
PER_POINT = (
    "sample_weight", "next_weight", "in_bag", "target", "hessian", "score", "prediction",
)  # fmt: skip

FIGURES_PER_POINT = ("fold", "out_of_fold")


@dataclass(frozen=True, slots=True)
class TraceOptions:
    """What to leave out of a big trace, and where else to answer."""

    only: frozenset[int] | None = None
    """The rounds to write; None: all."""
    points: bool = True
    """Write what has a number for every training point."""
    probes: FloatArray | None = None
    studies: bool = False
    """Write what takes many runs, too: cross-validation and the parts of the variance."""


Report = Callable[[int], None]


def write_json(run: Run, options: TraceOptions, out: IO[str], report: Report) -> None:
    """Write the trace as standard JSON, round by round as they are computed."""
    head = header(run)
    out.write(json.dumps(head, ensure_ascii=False, allow_nan=False)[:-1])
    out.write(', "rounds": [')
    separator = "\n"
    for record in round_dicts(run, options, report):
        out.write(separator + json.dumps(record, ensure_ascii=False, allow_nan=False))
        separator = ",\n"
    out.write('],\n"stopped": ')
    out.write(json.dumps(stop_dict(run), ensure_ascii=False, allow_nan=False) + "}\n")


def write_several(runs: Sequence[Run], options: TraceOptions, out: IO[str], report: Report) -> None:
    """Write several traces as one JSON document, in their order."""
    head = {"format": f"{FORMAT}s", "version": VERSION}
    out.write(json.dumps(head)[:-1] + ', "setups": [')
    for k, run in enumerate(runs):
        out.write(",\n" if k else "\n")
        write_json(run, options, out, report)
    out.write("]}\n")


def header(run: Run) -> dict[str, Any]:
    """Say what was run on what."""
    data = run.data
    initial = run.start.initial_score
    return {
        "format": FORMAT,
        "version": VERSION,
        "task": data.task,
        "classes": None if data.classes is None else list(data.classes),
        "columns": list(data.columns),
        "n": len(data),
        "method": run.method.name,
        "params": run.params.values(),
        "seed": run.seed,
        "initial_score": None if initial is None else initial.tolist(),
    }


def round_dicts(run: Run, options: TraceOptions, report: Report) -> Iterator[dict[str, Any]]:
    metrics = Metrics(run)
    probes = None if options.probes is None else Scores(run, options.probes)
    studied = Studies(run) if options.studies else None
    t = 0
    while run.upto(t + 1) > t:
        t += 1
        report(t)
        figures = metrics.figures(t)
        at_probes = None if probes is None else probes.next()
        if options.only is None or t in options.only:
            record = round_dict(run, run.round(t), figures, at_probes)
            if studied is not None:
                record["studies"] = study_dict(studied, t)
            yield record if options.points else _without_points(record)


def study_dict(studied: Studies, t: int) -> dict[str, Any]:
    """Write what many runs say about round t; null where there is no such figure."""
    while studied.advance(t):
        pass
    parts = studied.variance(t)
    names = ("sigma2", "rho", "trees", "shared", "divided", "total")
    return {
        "cross_validation_error": studied.cross_validation(t),
        "variance": None if parts is None else {name: getattr(parts, name) for name in names},
    }


def round_dict(
    run: Run, record: Round, figures: dict[str, Any], at_probes: FloatArray | None
) -> dict[str, Any]:
    """Write one round under the names of the trace."""
    data = run.data
    features = record.features
    fields: dict[str, Any] = {
        "round": record.number,
        "sample_weight": _list(record.sample_weight),
        "next_weight": _list(record.next_weight),
        "in_bag": _list(record.in_bag),
        "features": features and [[data.columns[axis] for axis in own] for own in features],
        "target": target_list(data, record),
        "hessian": _list(record.hessian),
        "learners": [
            learner_dict(data, learner, k if record.one_a_class else None)
            for k, learner in enumerate(record.learners)
        ],
        "learner_weight": record.learner_weight,
        "error": record.error,
        "figures": {name: _plain(value) for name, value in figures.items()} | folds(record),
        "score": _list(record.score),
        "prediction": answers(data, record.score),
        "probe_score": None,
        "probe_prediction": None,
    }
    if at_probes is not None:
        fields["probe_score"] = at_probes.tolist()
        fields["probe_prediction"] = answers(data, at_probes)
    return fields


def folds(record: Round) -> dict[str, Any]:
    """Write which part each point is in, and what was predicted where it was held out."""
    if record.fold is None:
        return {}
    held_out: list[Any] | None = None
    if record.out_rows is not None and record.out_of_fold is not None:
        held_out = [None] * len(record.fold)
        for row, said in zip(record.out_rows.tolist(), record.out_of_fold.tolist(), strict=True):
            held_out[row] = said
    return {"fold": record.fold.tolist(), "out_of_fold": held_out}


def target_list(data: Dataset, record: Round) -> list[Any]:
    """Write what the learners were fitted to: class names, or numbers."""
    if data.classes is not None and np.issubdtype(record.target.dtype, np.integer):
        return [data.classes[k] for k in record.target]
    return list(record.target.tolist())


def answers(data: Dataset, score: FloatArray | None) -> list[Any] | None:
    """Write what is predicted: class names, or numbers; None while nothing is."""
    if score is None:
        return None
    decided = decide(score, data.n_classes).tolist()
    return decided if data.classes is None else [data.classes[k] for k in decided]


def learner_dict(data: Dataset, learner: Learner, k: int | None) -> dict[str, Any]:
    said = learner.describe(data)
    name = None if k is None or data.classes is None else data.classes[k]
    return {"kind": said["kind"], "class": name} | said


def stop_dict(run: Run) -> dict[str, Any]:
    """Write why the run ended, and end it."""
    stop = run.finish()
    text = f"{why_ended(run)} {what_to_try(run)}".strip()
    return {"rule": stop.rule, "text": text, "round": stop.round, "error": stop.error}


def write_csv(run: Run, options: TraceOptions, out: IO[str], report: Report) -> None:
    """Write one row a point and round."""
    data = run.data
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(csv_header(run))
    coordinates = data.points.tolist()
    answer = data.target.tolist()
    if data.classes is not None:
        answer = [data.classes[k] for k in answer]
    width = len(score_names(run))
    for record in round_dicts(run, options, report):
        per_point = [record[name] or [None] * len(data) for name in _CSV_FIELDS]
        for i, place in enumerate(coordinates):
            weight, bag, target, score, prediction = (column[i] for column in per_point)
            given = (record["round"], i + 1, *place, answer[i], weight, bag)
            scores = [None] * width if score is None else _cells(score)
            rows.writerow((*given, *_cells(target), *scores, prediction))


_CSV_FIELDS = ("sample_weight", "in_bag", "target", "score", "prediction")


def csv_header(run: Run) -> list[str]:
    """Name the columns; what has a number a class gets a column a class."""
    data = run.data
    run.upto(1)
    first = run.rounds[0] if len(run) else None
    answer = "class" if data.classes is not None else "value"
    head = ["round", "id", *data.columns, answer, "sample_weight", "in_bag"]
    if first is not None and first.target.ndim == 2 and data.classes is not None:
        head += [f"target_{label}" for label in data.classes]
    else:
        head.append("target")
    return [*head, *score_names(run), "prediction"]


def score_names(run: Run) -> list[str]:
    """Name the columns of the score: one, or one a class where it is shares or so begins."""
    initial, classes = run.start.initial_score, run.data.classes
    if classes is None or (initial is not None and len(initial) == 1):
        return ["score"]
    return [f"score_{label}" for label in classes]


def _cells(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _without_points(record: dict[str, Any]) -> dict[str, Any]:
    figures = {
        name: None if name in FIGURES_PER_POINT else value
        for name, value in record["figures"].items()
    }
    return {name: None if name in PER_POINT else value for name, value in record.items()} | {
        "figures": figures
    }


def _list(array: Any) -> list[Any] | None:
    return None if array is None else list(array.tolist())


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value.item() if isinstance(value, np.generic) else value
