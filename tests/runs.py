"""Runs to their end, and numbers that are equal but for rounding."""

import io
from typing import Any

import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.runs import NodeSearch, Run, run
from ensemble_viz.export.trace import TraceOptions, write_json


def finished(data: Dataset, name: str, seed: int = 0, **settings: Any) -> Run:
    """Train a whole run."""
    done = run(data, name, settings, seed)
    done.finish()
    return done


def near(values: Any, tolerance: float = 1e-9) -> Any:
    """Compare up to a share of the value, or up to as much around zero."""
    return pytest.approx(values, rel=tolerance, abs=tolerance)


def exactly(values: Any) -> Any:
    """Compare up to rounding."""
    return near(values, 1e-12)


def to_json(done: Run, options: TraceOptions | None = None) -> str:
    """Write the trace of a run as text."""
    out = io.StringIO()
    write_json(done, options or TraceOptions(), out, lambda _t: None)
    return out.getvalue()


def best_cut(search: NodeSearch) -> tuple[float, int, float]:
    """Find the best cut of all axes, of equals the first."""
    cuts = [
        (gain, axis.axis, threshold)
        for axis in search.axes
        for gain, threshold in zip(axis.gain.tolist(), axis.threshold.tolist(), strict=True)
    ]
    return max(cuts, key=lambda cut: cut[0])
