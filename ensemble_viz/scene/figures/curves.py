"""Errors, losses and margins over the rounds, as curves above the scrubber that share its axis."""

from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.figures.history import (
    Family,
    History,
    HistoryLine,
    Style,
    families,
    family_named,
    history,
)
from ensemble_viz.scene.frame import Ticks
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.words import DECIMALS, MINUS, fixed

MOST_X_TICKS = 6
MISSING = "–"
LEAST_SPAN = 1e-290  # what is flatter is a line at zero
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)  # in powers of ten, between the ticks of an axis around 0
TOPS = {
    # where an axis from 0 may end, in powers of ten, and in how many parts it is divided
    1.0: 2, 1.5: 3, 2.0: 2, 2.5: 2, 3.0: 3, 4.0: 2, 5.0: 2, 6.0: 3, 8.0: 2, 10.0: 2,
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    name: str
    style: Style
    at: FloatArray
    """(m,): the rounds that have a value."""
    values: FloatArray
    """(m,)."""
    readout: str
    """The value after the last round that has joined."""
    clipped: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    round: int
    value: float
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Curves:
    """The curves of one family, their axes, and where we are."""

    families: tuple[str, ...]
    """Those that the method has, to choose from."""
    family: str
    """The one that is shown."""
    series: tuple[Curve, ...]
    after: str
    """Of what moment the readouts are: after round 6."""
    widest: str
    """The longest readout of the run: the column is as wide in every round."""
    low: float
    high: float
    y_ticks: Ticks
    x_ticks: Ticks
    rounds: int
    """The end of the axis."""
    playhead: float
    """Where we are: t − 1 + step/steps."""
    joined: int
    """Curves are faint behind this round."""
    computed: int
    """The rounds that are there."""
    last: int | None
    """The round at which the run ended; None while it may go on."""
    mark: Mark | None

    @property
    def ends_early(self) -> bool:
        return self.last is not None and self.last < self.rounds


def curves(stage: Stage) -> Curves:
    run, known = stage.run, families(stage.run)
    family = family_named(stage.look.curves, known)
    past = history(stage.lens, stage.joined)
    told = [_known(stage, line.figure) for line in family.lines]
    series = tuple(_curve(past, *each) for each in zip(family.lines, told, strict=True))
    shown = stage.look.shows_ahead or (run.stop is not None and stage.joined == len(run))
    low, high, y_ticks = heights(series, family)
    total = rounds(run)
    return Curves(
        families=tuple(one.name for one in known),
        family=family.name,
        series=series if shown else tuple(map(so_far, series, told)),
        after=f"after round {stage.joined}" if stage.joined else "at the start",
        widest=widest(series),
        low=low,
        high=high,
        y_ticks=y_ticks,
        x_ticks=whole_ticks(total),
        rounds=total,
        playhead=playhead(stage),
        joined=stage.joined,
        computed=len(run) if shown else stage.joined,
        last=len(run) if shown and run.stop is not None else None,
        mark=_lowest(past, family, run) if shown else None,
    )


def rounds(run: Run) -> int:
    """Say how far the axis goes: as many rounds as are set, or as the method takes by itself."""
    own = run.method.stops_itself(run.params)
    return max(len(run), 1 if own else run.last, 1)  # without points a run may have none


def playhead(stage: Stage) -> float:
    """Say where we are on the axis; a round is taken step by step."""
    if not stage.round:
        return 0.0
    return stage.round - 1 + stage.where.moment.step / len(stage.steps)


def whole_ticks(last: int) -> Ticks:
    """Choose round numbers from 0 to the last round."""
    steps = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    step = next(one for one in steps if last // one <= MOST_X_TICKS)
    at = np.arange(0, last + 1, step, dtype=np.float64)
    return Ticks(at, tuple(f"{x:.0f}" for x in at))


def _known(stage: Stage, figure: str) -> int:
    """Count the rounds of which a figure is told: out of bag is asked in a step of its own."""
    asks = figure.startswith("oob") and any(step.key == "oob" for step in stage.steps)
    return stage.joined - (asks and stage.is_joined and not stage.reached("oob"))


def _curve(past: History, line: HistoryLine, known: int) -> Curve:
    value = past.at(line.figure, known)
    readout = MISSING if value is None else written(value)
    return Curve(line.name, line.style, *past.column(line.figure), readout, line.clipped)


def so_far(curve: Curve, joined: float) -> Curve:
    """Keep what has joined: a class is asked what comes before it sees that."""
    known = curve.at <= joined
    return replace(curve, at=curve.at[known], values=curve.values[known])


def widest(series: tuple[Curve, ...]) -> str:
    ends = [end for curve in series for end in _ends(curve)]
    return max((written(end) for end in ends), key=len, default=MISSING)


def written(value: float) -> str:
    """Write a figure so that it stays as wide: what is too small for its decimals is said to be."""
    least = 10.0**-DECIMALS
    return f"<{least:.{DECIMALS}f}" if 0.0 < value < least / 2.0 else fixed(value)


def _ends(curve: Curve) -> tuple[float, ...]:
    return (float(curve.values.min()), float(curve.values.max())) if len(curve.values) else ()


def heights(series: tuple[Curve, ...], family: Family) -> tuple[float, float, Ticks]:
    """Choose the vertical axis: from 0 where nothing is below it."""
    ends = [end for curve in series if not curve.clipped for end in _ends(curve)]
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    low, high = min(low, 0.0), max(high, family.least)
    if high - low < LEAST_SPAN:
        low, high = 0.0, 1.0
    if low == 0.0:
        top, parts = _top(high)
        at = np.linspace(0.0, top, parts + 1)
    else:
        step = _rounded_up((high - low) / 3.0, STEPS)
        at = np.arange(np.floor(low / step + 1e-9), np.ceil(high / step - 1e-9) + 1.0) * step
    return float(at[0]), float(at[-1]), Ticks(at, tuple(_label(float(y)) for y in at))


def _top(high: float) -> tuple[float, int]:
    """Choose where an axis from 0 ends, and in how many parts it is divided."""
    top = _rounded_up(high, tuple(TOPS))
    power = 10.0 ** np.floor(np.log10(top) + 1e-9)
    return top, TOPS[min(TOPS, key=lambda one: abs(one * power - top))]


def _rounded_up(x: float, ladder: tuple[float, ...]) -> float:
    """Find the next number above that begins like one of a ladder."""
    power = 10.0 ** np.floor(np.log10(x))
    return float(next(one for one in ladder if x <= one * power * (1.0 + 1e-9)) * power)


def _label(y: float) -> str:
    return f"{y:.6g}".replace("e+0", "e").replace("e+", "e").replace("-", MINUS)


def _lowest(past: History, family: Family, run: Run) -> Mark | None:
    """Mark where the test error is lowest, once all of it is known."""
    shown = any(line.figure == "test_error" for line in family.lines)
    if not shown or run.stop is None or past.rounds < len(run):
        return None
    at, values = past.column("test_error")
    at, values = at[at > 0], values[at > 0]
    if not len(at):
        return None
    k = int(values.argmin())
    return Mark(int(at[k]), float(values[k]), f"test error lowest after round {int(at[k])}")
