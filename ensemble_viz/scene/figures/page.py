"""The figures of a run after the rounds that have joined: each has words, a symbol, a number."""

from dataclasses import dataclass, replace
from typing import Any

from ensemble_viz.engine.runs.studies import FOLDS, SETS, VarianceParts
from ensemble_viz.scene.figures.pieces import Studies, studies
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import has_bags, many_of, one_of
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words import agreed, axis_name, clean_error, counted, fixed, shown, signed

COMPUTING = "computing …"
FAINT = "faint: from before"
NONE = "–"


@dataclass(frozen=True, slots=True)
class FigureLine:
    words: str
    """What it is, in a sentence."""
    symbol: str
    value: str
    """The number; that it is being computed; or – where there is none."""
    result: bool = False
    """It is what the lines above it lead to."""
    before: str = ""
    """The last number there was, while the one of now is being computed."""

    @property
    def has_pieces(self) -> bool:
        """Say whether what it is made from can be listed, see figure_pieces."""
        return self.symbol in ("CV", "σ²", "ρ") or self.symbol.startswith(("I(", "I*("))

    @property
    def is_computing(self) -> bool:
        return self.value == COMPUTING


@dataclass(frozen=True, slots=True)
class FigureGroup:
    title: str
    note: str
    """How they were found, or why there are none."""
    lines: tuple[FigureLine, ...]
    asks: str = ""
    """The name of the trace that theory has something to say about."""


@dataclass(frozen=True, slots=True)
class FiguresPage:
    after: str
    """after round 6."""
    groups: tuple[FigureGroup, ...]
    computing: bool
    """Some of them are not known yet."""

    @property
    def head(self) -> str:
        """Say which round it is, and what is not of it yet."""
        if not self.computing:
            return self.after
        is_faint = any(line.before for group in self.groups for line in group.lines)
        return f"{self.after} · {FAINT if is_faint else COMPUTING}"


def figures_page(stage: Stage) -> FiguresPage:
    t = stage.joined
    if not t or not len(stage.data):
        nothing = FigureGroup("Nothing to measure yet", "Figures come with the first round.", ())
        return FiguresPage("at the start", (nothing,), computing=False)
    if not stage.lens.has_figures(t):
        return FiguresPage(f"after round {t}", (FigureGroup("Figures", COMPUTING, ()),), True)
    known, found = studies(stage.lens), stage.lens.figures(t)
    made = (
        _errors(stage, found, known),
        _importance(stage, found),
        _likeness(stage, found),
        _variance(stage, known),
    )
    groups = tuple(group for group in made if group is not None)
    computing = any(line.value == COMPUTING for group in groups for line in group.lines)
    return FiguresPage(f"after round {t}", groups, computing)


def with_last(page: FiguresPage, last: FiguresPage) -> FiguresPage:
    """Keep the numbers of an earlier page of the same method where those of now are not known.

    While nothing at all is known, the earlier page stays, with every number as one of before.
    """
    known = {(group.title, line.symbol): line for group in last.groups for line in group.lines}
    if not page.computing or not known:
        return page
    stays = not any(group.lines for group in page.groups)
    groups = last.groups if stays else page.groups
    return replace(
        page,
        groups=tuple(
            replace(group, lines=tuple(
                _kept(line, known.get((group.title, line.symbol)), stays) for line in group.lines
            ))
            for group in groups
        ),
    )  # fmt: skip


def _kept(line: FigureLine, last: FigureLine | None, stays: bool) -> FigureLine:
    """Give a line the number it had before, where it has none of its own."""
    if last is None or not (stays or line.is_computing):
        return line
    return replace(line, value=COMPUTING, before=last.before if last.is_computing else last.value)


# --- errors -----------------------------------------------------------------------------------


def _errors(stage: Stage, found: dict[str, Any], known: Studies) -> FigureGroup:
    """Put the estimates of the error beside one another."""
    what = "share missed" if stage.data.n_classes else "mean squared error"
    learned = found["train_error"]
    train = None if learned is None else clean_error(learned, stage.run)
    lines = [_line("On the points it learned from.", "train", train)]
    if found["test_error"] is not None:
        lines.append(_line("On the test points.", "test", found["test_error"]))
    if has_bags(stage.run) and story_of(stage.run).draws_bags:
        lines += _out_of_bag(stage, found)
    error = known.cross_validation(stage.joined)
    folds = f"{FOLDS}-fold cross-validation: each point asks a run that never saw its fold."
    is_none = known.no_folds or train is None  # nobody has a say yet
    value = NONE if is_none else COMPUTING if error is None else fixed(error)
    lines.append(FigureLine(folds, "CV", value))
    note = f"The {what}, by which points are asked about."
    if known.no_folds:
        note = f"No cross-validation: {known.no_folds}."
    asks = "test_error" if found.get("oob_error") is None else "oob_error"
    return FigureGroup("Errors", note, tuple(lines), asks)


def _out_of_bag(stage: Stage, found: dict[str, Any]) -> list[FigureLine]:
    many, one = many_of(stage.run), one_of(stage.run)
    covered, n = found["oob_covered"], len(stage.data)
    asked = f"Out of bag: each point asks the {many} that never saw it"
    who = f"{asked} ({covered} of {counted(n, 'point')} can)."
    each = f"Each {one} alone on the points it never saw, and the mean of that."
    return [
        _line(who, "oob", found["oob_error"]),
        _line(each, f"one {one}", found["oob_error_trees"]),
    ]


# --- importance -------------------------------------------------------------------------------


def _importance(stage: Stage, found: dict[str, Any]) -> FigureGroup | None:
    shares, rises = found["importance"], found["importance_permutation"]
    if (shares is None and rises is None) or stage.data.dimension < 2:
        return None
    lines = []
    names = [axis_name(stage.data, axis) for axis in range(stage.data.dimension)]
    for name, share in zip(names, shares or (), strict=shares is not None):
        lines.append(_line(f"The part that splits along {name} have in it.", f"I({name})", share))
    for name, rise in zip(names, rises or (), strict=rises is not None):
        words = f"Rise of a {one_of(stage.run)}'s error out of bag when {name} is shuffled."
        lines.append(FigureLine(words, f"I*({name})", signed(rise)))
    shuffled = "" if rises is None else f" Shuffled: the mean over the {many_of(stage.run)}."
    note = f"{_how_saved(stage)}{shuffled}" if shares is not None else shuffled.strip()
    return FigureGroup("Importance of the axes", note, tuple(lines), "importance")


def _how_saved(stage: Stage) -> str:
    """Say how importance is counted: it is not the same in all methods."""
    method, many = stage.run.method, many_of(stage.run)
    if story_of(stage.run).has_curvature:
        return f"The gains of all {many}, added up along each axis, as shares of 1."
    what = "variance" if not stage.data.n_classes or method.goes_downhill else "impurity"
    saved = f"What splits save of the {what}, each by its share of the points"
    if method.combine == "latest":
        return f"{saved}, added up along each axis, as shares of 1."
    if method.combine == "sum" and method.goes_downhill:
        return f"{saved}, added up over all {many} along each axis, as shares of 1."
    how = story_of(stage.run).importance
    return f"{saved}: in each {one_of(stage.run)} as shares of 1, {how}."


# --- likeness ---------------------------------------------------------------------------------


def _likeness(stage: Stage, found: dict[str, Any]) -> FigureGroup | None:
    if "bags" not in stage.run.method.figures:
        return None
    many, lines = many_of(stage.run), []
    if stage.data.n_classes:
        words = f"Two {many} answer differently at this share of the points."
        lines.append(_line(words, "dis", found["disagreement"]))
    words = f"Correlation of the answers of two {many} over the training points."
    lines.append(_line(words, "r", found["correlation"]))
    note = f"The {many} of this run, pair by pair; the mean over all pairs."
    if stage.joined < 2:
        note = f"There is only one {one_of(stage.run)} yet."
    return FigureGroup(f"How alike the {many} are", note, tuple(lines), "disagreement")


# --- variance ---------------------------------------------------------------------------------


def _variance(stage: Stage, known: Studies) -> FigureGroup | None:
    """Take the variance of the mean of the learners apart."""
    if "bags" not in stage.run.method.figures:
        return None
    title = f"Why many {many_of(stage.run)} vary less"
    if known.no_variance:
        return FigureGroup(title, known.no_variance, ())
    one = one_of(stage.run)
    note = (
        f"The same method on {SETS} training sets, drawn with replacement from these points; each "
        "point is asked by itself, and the points are averaged. What the learners have in common "
        "stays, the rest is divided by their number."
    )
    parts, count = known.variance(stage.joined), stage.joined
    values = ((COMPUTING,) * 5) if parts is None else _parts(parts)
    rest = "(1 − ρ)σ²/t"
    named = (
        (f"Variance of one {one} over the training sets.", "σ²"),
        (f"Correlation of two {many_of(stage.run)} over the training sets.", "ρ"),
        ("What they have in common stays.", "ρσ²"),
        (f"The rest, divided by t = {count}.", rest),
        (f"Variance of the mean of {counted(count, one)}.", f"ρσ² + {rest}"),
    )
    lines = tuple(
        FigureLine(words, symbol, value, result=k == len(named) - 1)
        for k, ((words, symbol), value) in enumerate(zip(named, values, strict=True))
    )
    return FigureGroup(title, note, lines, "correlation")


def _parts(parts: VarianceParts) -> tuple[str, ...]:
    """Write the parts so that each can be worked out from those above it."""
    sigma2 = fixed(parts.sigma2)
    if parts.rho is None:
        divided = agreed(parts.divided, shown(parts.sigma2) / parts.trees)
        return sigma2, NONE, fixed(0.0), divided, divided
    shared = agreed(parts.shared, shown(parts.rho) * shown(parts.sigma2))
    rest = (1.0 - shown(parts.rho)) * shown(parts.sigma2) / parts.trees
    divided = agreed(parts.divided, rest)
    total = agreed(parts.total, shown(parts.shared) + shown(parts.divided))
    return sigma2, fixed(parts.rho), shared, divided, total


def _line(words: str, symbol: str, value: float | None) -> FigureLine:
    return FigureLine(words, symbol, NONE if value is None else fixed(value))
