"""How much a tree hangs on single points: whose move by a hair makes it answer most otherwise."""

from dataclasses import replace

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, Numbers
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs.running import run

TRIED = 20_000  # points times those that are tried: a fraction of a second
ASKED = 1600  # places that are asked, evenly over all points


def shakiest(data: Dataset, by: float) -> int | None:
    """Find the point whose move by so much along the first axis changes a tree most.

    Of many points some are tried, evenly spread. None where the tree stays as it is.
    """
    count = min(len(data), TRIED // max(len(data), 1))
    if not count or not np.isfinite(by):
        return None
    places = _lattice(data)
    usual = _answers(data, places)
    rows = np.linspace(0, len(data) - 1, count).astype(np.int64)
    tries = (_answers(_moved(data, int(row), by), places) for row in rows)
    changed = [_apart(data, answers, usual) for answers in tries]
    most = int(np.argmax(changed))
    return int(rows[most]) if changed[most] else None


def _moved(data: Dataset, row: int, by: float) -> Dataset:
    points = data.points.copy()
    points[row, 0] += by
    return replace(data, points=points)


def _lattice(data: Dataset) -> FloatArray:
    side = ASKED if data.dimension == 1 else round(ASKED**0.5)
    ends = zip(data.points.min(axis=0), data.points.max(axis=0), strict=True)
    axes = np.meshgrid(*(np.linspace(low, high, side) for low, high in ends))
    return np.stack(axes, axis=-1).reshape(-1, data.dimension)


def _answers(data: Dataset, places: FloatArray) -> Numbers:
    """Ask a tree that is grown to its end; without a question it says the same everywhere."""
    grown = run(data, "tree", {"rounds": len(data)})
    grown.finish()
    if not len(grown):
        return np.zeros(len(places))
    score = grown.part(len(grown), places)
    return score if data.classes is None else decide(score, data.n_classes)


def _apart(data: Dataset, answers: Numbers, others: Numbers) -> float:
    """Measure how far answers are apart: of classes the share, of values the mean distance."""
    apart = np.abs(answers - others) if data.classes is None else answers != others
    return float(apart.mean())
