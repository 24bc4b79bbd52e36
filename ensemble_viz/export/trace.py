"""The trace: what the rounds were, as JSON or CSV, under names that scripts rely on."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any

import numpy as np

from ensemble_viz.engine.dataset import Dataset, FloatArray
from ensemble_viz.engine.method import Learner, Round, Stop
from ensemble_viz.engine.metrics import Metrics
from ensemble_viz.engine.run import Run, Scores
from ensemble_viz.engine.tree import LEAF, Tree
from ensemble_viz.engine.votes import decide

FORMAT = "ensemble-viz-trace"
VERSION = 1
PER_POINT = (
    "sample_weight", "next_weight", "in_bag", "target", "hessian", "score", "prediction",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TraceOptions:
    """What to leave out of a big trace, and where else to answer."""

    only: frozenset[int] | None = None
    """The rounds to write; None: all."""
    points: bool = True
    """Write what has a number for every training point."""
    probes: FloatArray | None = None


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
    out.write(json.dumps(stop_dict(run.finish()), ensure_ascii=False, allow_nan=False) + "}\n")


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
    """Write each round as a dictionary."""
    metrics = Metrics(run)
    probes = None if options.probes is None else Scores(run, options.probes)
    t = 0
    while run.upto(t + 1) > t:
        t += 1
        report(t)
        figures = metrics.figures(t)
        at_probes = None if probes is None else probes.next()
        if options.only is None or t in options.only:
            record = round_dict(run, run.round(t), figures, at_probes)
            yield record if options.points else _without_points(record)


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
        "figures": {name: _plain(value) for name, value in figures.items()},
        "score": record.score.tolist(),
        "prediction": answers(data, record.score),
        "probe_score": None,
        "probe_prediction": None,
    }
    if at_probes is not None:
        fields["probe_score"] = at_probes.tolist()
        fields["probe_prediction"] = answers(data, at_probes)
    return fields


def target_list(data: Dataset, record: Round) -> list[Any]:
    """Write what the learners were fitted to: class names, or numbers."""
    if data.classes is not None and np.issubdtype(record.target.dtype, np.integer):
        return [data.classes[k] for k in record.target]
    return list(record.target.tolist())


def answers(data: Dataset, score: FloatArray) -> list[Any]:
    """Write what is predicted: class names, or numbers."""
    decided = decide(score, data.n_classes).tolist()
    return decided if data.classes is None else [data.classes[k] for k in decided]


def learner_dict(data: Dataset, learner: Learner, k: int | None) -> dict[str, Any]:
    """Write a learner with all that determines it."""
    assert isinstance(learner, Tree)
    name = None if k is None or data.classes is None else data.classes[k]
    fields = {"kind": "tree", "class": name, "nodes": node_dicts(data, learner)}
    if learner.grown is not None:
        fields["grown"] = grown_dicts(data, learner, learner.grown)
    return fields | {"reversed": True} if learner.reversed else fields


def grown_dicts(data: Dataset, tree: Tree, grown: Tree) -> list[dict[str, Any]]:
    """Write the nodes as they were grown: which splits were taken back, and what each is now."""
    assert tree.kept is not None
    nodes = node_dicts(data, grown)
    for node, number in zip(nodes, tree.kept.tolist(), strict=True):
        split = number != LEAF and tree.feature[number] != LEAF
        node["pruned"] = node["feature"] is not None and not split
        node["kept_as"] = None if number == LEAF else number
    return nodes


def node_dicts(data: Dataset, tree: Tree) -> list[dict[str, Any]]:
    """Write the nodes in the order of their creation."""
    names = ["feature", "threshold", "left", "right", "n", "weight", "impurity", "gain", "value"]
    if tree.grad is not None:
        names += ["grad", "hess"]
    columns = {name: getattr(tree, name).tolist() for name in names}
    nodes = []
    for k, row in enumerate(zip(*columns.values(), strict=True)):
        node: dict[str, Any] = {"id": k} | dict(zip(columns, row, strict=True))
        if node["feature"] == LEAF:
            node |= dict.fromkeys(("feature", "threshold", "left", "right"))
        else:
            node["feature"] = data.columns[node["feature"]]
        if tree.grad is not None:
            node["impurity"] = None
        if tree.tried is not None and (drawn := tree.tried[k]).max() != LEAF:
            node["tried"] = [data.columns[axis] for axis in drawn if axis != LEAF]
        nodes.append(node)
    return nodes


def stop_dict(stop: Stop) -> dict[str, Any]:
    """Write why the run ended."""
    text = f"{stop.text} {stop.hint}".strip()
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
    for record in round_dicts(run, options, report):
        per_point = [record[name] or [None] * len(data) for name in _CSV_FIELDS]
        for i, place in enumerate(coordinates):
            weight, bag, target, score, prediction = (column[i] for column in per_point)
            given = (record["round"], i + 1, *place, answer[i], weight, bag)
            rows.writerow((*given, *_cells(target), *_cells(score), prediction))


_CSV_FIELDS = ("sample_weight", "in_bag", "target", "score", "prediction")


def csv_header(run: Run) -> list[str]:
    """Name the columns; what has a number a class gets a column a class."""
    data = run.data
    run.upto(1)
    first = run.rounds[0] if len(run) else None
    answer = "class" if data.classes is not None else "value"
    head = ["round", "id", *data.columns, answer, "sample_weight", "in_bag"]
    for name in ("target", "score"):
        array = None if first is None else getattr(first, name)
        if array is not None and array.ndim == 2 and data.classes is not None:
            head += [f"{name}_{label}" for label in data.classes]
        else:
            head.append(name)
    return [*head, "prediction"]


def _cells(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _without_points(record: dict[str, Any]) -> dict[str, Any]:
    return {name: None if name in PER_POINT else value for name, value in record.items()}


def _list(array: Any) -> list[Any] | None:
    return None if array is None else list(array.tolist())


def _plain(value: Any) -> Any:
    """Turn numpy's numbers into Python's."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value.item() if isinstance(value, np.generic) else value


def to_json(run: Run, options: TraceOptions | None = None) -> str:
    """Write the trace of a run as text."""
    out = io.StringIO()
    write_json(run, options or TraceOptions(), out, lambda _t: None)
    return out.getvalue()
