"""The curves of several runs in one plot: one figure at a time, a line for each run that has it."""

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.beside.heading import names
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.figures import curves as alone
from ensemble_viz.scene.figures.curves import Curve, Curves
from ensemble_viz.scene.figures.history import (
    Family,
    History,
    Style,
    families,
    family_named,
    history,
)
from ensemble_viz.scene.moment.stage import Stage

TITLES = {
    "test_error": "Test error",
    "train_error": "Training error",
    "oob_error": "Out-of-bag error",
    "fold_error": "Error held out",
    "oob_error_trees": "Mean error of one",
    "loss": "Loss",
    "bound": "Bound",
    "median_margin": "Median margin",
    "min_margin": "Smallest margin",
}
"""The figures that runs are compared by, the first that there is first."""
STYLES: tuple[Style, ...] = ("first", "second", "third", "fourth")


def curves_beside(beside: SideBySide) -> Curves:
    """Draw the figure that is chosen for every run that has it."""
    figures = _figures(beside)
    known = tuple(Family(TITLES[figure], ()) for figure in figures)
    family = family_named(beside.view.look.curves, known)
    figure = figures[known.index(family)]
    series = tuple(_series(beside, figure))
    shows = beside.view.look.shows_ahead
    low, high, y_ticks = alone.heights(series, family)
    total, moment = _rounds(beside), beside.view.where.moment
    front, runs = beside.stage(beside.front), beside.clock.runs
    is_over = moment.round > front.round
    joined = moment.round if is_over else front.joined
    all_known = shows and all(run.stop is not None for run in runs)
    return Curves(
        families=tuple(one.name for one in known),
        family=family.name,
        series=series if shows else tuple(_so_far(beside, series)),
        after=f"after round {joined}" if joined else "at the start",
        widest=alone.widest(series),
        low=low,
        high=high,
        y_ticks=y_ticks,
        x_ticks=alone.whole_ticks(total),
        rounds=total,
        playhead=float(moment.round) if is_over else alone.playhead(front),
        joined=joined,
        computed=beside.clock.computed if shows else joined,
        last=_last(beside) if all_known else None,
        mark=None,
    )


def _figures(beside: SideBySide) -> list[str]:
    """List the figures that any of the runs has."""
    found = {
        line.figure for run in beside.clock.runs for each in families(run) for line in each.lines
    }
    return [figure for figure in TITLES if figure in found]


def _series(beside: SideBySide, figure: str) -> list[Curve]:
    called = names(beside.document.setups)
    return [
        _curve(beside, stage, figure, f"{k + 1} {called[k]}", STYLES[k])
        for k, stage in enumerate(beside.stages)
        if any(line.figure == figure for each in families(stage.run) for line in each.lines)
    ]


def _curve(beside: SideBySide, stage: Stage, figure: str, name: str, style: Style) -> Curve:
    past: History = history(stage.lens, stage.joined)
    value = past.at(figure, stage.joined)
    readout = alone.MISSING if value is None else alone.written(value)
    at, values = past.column(figure)
    return Curve(name, style, _stretched(beside, stage.run, at), values, readout)


def _stretched(beside: SideBySide, run: Run, at: FloatArray) -> FloatArray:
    """Put rounds where they are by their share of the run, if these are compared."""
    if not beside.clock.by_share:
        return at
    return at * (_end(beside.clock.run) / max(_end(run), 1))


def _so_far(beside: SideBySide, series: tuple[Curve, ...]) -> list[Curve]:
    """Keep what has joined."""
    joined = [
        float(_stretched(beside, stage.run, np.array([stage.joined]))[0]) for stage in beside.stages
    ]
    return [alone.so_far(curve, joined[STYLES.index(curve.style)]) for curve in series]


def _rounds(beside: SideBySide) -> int:
    runs = (beside.clock.run,) if beside.clock.by_share else beside.clock.runs
    return max(alone.rounds(run) for run in runs)


def _last(beside: SideBySide) -> int:
    return len(beside.clock.run) if beside.clock.by_share else max(map(len, beside.clock.runs))


def _end(run: Run) -> int:
    return len(run) if run.stop is not None else max(run.last, len(run))
