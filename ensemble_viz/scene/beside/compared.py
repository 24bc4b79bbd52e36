"""What a scene shows of the setups beside its own, and of what was there before the last edit."""

from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.document.document import Setup
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.cards import caption
from ensemble_viz.scene.controls import Controls, controls
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
from ensemble_viz.scene.words import counted


def controls_beside(beside: SideBySide) -> Controls:
    """Say it of the run in front; where that one has ended, of those that go on."""
    stage, clock, moment = beside.stage(beside.front), beside.clock, beside.view.where.moment
    own = controls(stage)
    runs = (clock.run,) if clock.by_share else clock.runs
    known = all(run.stop is not None for run in runs)
    made = replace(
        own,
        round=moment.round,
        rounds=max(max(run.last, len(run)) for run in runs),
        last=max(map(len, runs)) if known else None,
        computed=clock.computed,
        back_enabled=moment.round > 0,
    )
    if not own.at_end or clock.by_share:
        return made
    target = clock.forward(moment, beside.view.look.small_steps)
    if target is None and known:
        return made
    ended = f"{stage.run.method.title} has ended; the others go on."
    t = moment.round + 1
    hint = ended if target is not None else f"Round {t} is being computed."
    return replace(
        made, next=f"Round {t}", next_enabled=target is not None, next_hint=hint, at_end=False
    )


SAME = "the same once more"


@dataclass(frozen=True, slots=True)
class Heading:
    """The words above one of several setups."""

    number: int
    title: str
    """What differs from its neighbour: AdaBoost, or only: learning rate 0.5."""
    method: str
    """The method, where the title does not say it."""
    headline: str
    """What happened; where it has ended while others go on, that."""
    in_front: bool

    @property
    def text(self) -> str:
        parts = (self.title, self.method, self.headline)
        return f"{self.number}. " + ". ".join(part for part in parts if part)


def heading(beside: SideBySide, k: int, changed: str = "") -> Heading:
    """Say what stands above setup k; what an edit has changed comes before what happened."""
    setups = beside.document.setups
    title = difference(setups, k)
    method = setups[k].declaration.title
    return Heading(
        number=k + 1,
        title=title,
        method="" if title.startswith(method) else method,
        headline=changed or _headline(beside, k),
        in_front=k == beside.front,
    )


def names(setups: tuple[Setup, ...]) -> tuple[str, ...]:
    """Call each by what differs, with its number where two would be called alike."""
    called = [difference(setups, k) for k in range(len(setups))]
    return tuple(
        f"{k}: {name}" if called.count(name) > 1 else name for k, name in enumerate(called, start=1)
    )


def numbered(setups: tuple[Setup, ...]) -> tuple[str, ...]:
    """Call each by its number and by what differs."""
    return tuple(f"{k + 1} {difference(setups, k)}" for k in range(len(setups)))


def difference(setups: tuple[Setup, ...], k: int) -> str:
    """Say what tells a setup from the one before it; the first one from the second."""
    own = setups[k]
    if len(setups) == 1:
        return own.declaration.title
    other = setups[k - 1 if k else 1]
    if own.method != other.method:
        usual = Setup(own.method, type(own.params)())
        return " · ".join([own.declaration.title, *_settings(own, usual)])
    return " · ".join(_settings(own, other)) or (SAME if k else own.declaration.title)


def _settings(own: Setup, other: Setup) -> list[str]:
    """List what is set otherwise, in the words of the form."""
    mine, yours = own.params.values(), other.params.values()
    found = [
        f"{field.setting.label} {_value(field.setting.titles, field.text(mine[field.name]))}"
        for field in own.params.fields()
        if mine[field.name] != yours[field.name] and _matters(own, field.setting.only)
    ]
    is_drawn = own.declaration.uses_chance(own.params)
    return [*found, *([f"seed {own.seed}"] if is_drawn and own.seed != other.seed else [])]


def _matters(own: Setup, only: tuple[str, object] | None) -> bool:
    return only is None or own.params.values()[only[0]] == only[1]


def _value(titles: tuple[tuple[object, str], ...], text: str) -> str:
    return next((title for value, title in titles if str(value) == text), text)


def _headline(beside: SideBySide, k: int) -> str:
    if beside.waits(k):
        return f"Ended after {counted(len(beside.lenses[k].run), 'round')}, waits"
    return caption(beside.stage(k)).headline


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
    low, high, y_ticks = alone.heights(tuple(map(_learned, series)), family)
    total, moment = _rounds(beside), beside.view.where.moment
    front, runs = beside.stage(beside.front), beside.clock.runs
    is_over = moment.round > front.round
    joined = moment.round if is_over else front.joined
    all_known = shows and all(run.stop is not None for run in runs)
    return Curves(
        families=tuple(one.name for one in known),
        family=family.name,
        series=series if shows else tuple(_so_far(beside, series)),
        after=_after(beside, joined),
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


def _learned(curve: Curve) -> Curve:
    """Leave out the start: beside its error, those of learners would lie on one another."""
    later = curve.at > 0
    return replace(curve, at=curve.at[later], values=curve.values[later]) if later.any() else curve


def _after(beside: SideBySide, joined: int) -> str:
    """Say of what moment the readouts are; inside of a round some have joined, others not yet."""
    going = {stage.joined for k, stage in enumerate(beside.stages) if not beside.waits(k)}
    if len(going) > 1 and not beside.clock.by_share:
        return f"in round {beside.view.where.moment.round}"
    return f"after round {joined}" if joined else "at the start"


def _figures(beside: SideBySide) -> list[str]:
    found = {
        line.figure for run in beside.clock.runs for each in families(run) for line in each.lines
    }
    return [figure for figure in TITLES if figure in found]


def _series(beside: SideBySide, figure: str) -> list[Curve]:
    called = numbered(beside.document.setups)
    return [
        _curve(beside, stage, figure, called[k], STYLES[k])
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
