"""What a learner that is no tree has learned, as a small table of its numbers."""

from dataclasses import dataclass, replace
from typing import Any

from ensemble_viz.engine.ensembles import Above
from ensemble_viz.scene.learners.members import asked_there
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.words import class_name, counted, fixed, numbered, powered, shortest

MOST_ROWS = 16  # classes times inputs, of naive Bayes
MOST_BESIDE = 3  # inputs in columns
MOST_LISTED = 9  # neighbours
NO_NUMBERS = ("kind", "params", "classes", "columns", "reversed")
ROW, NOTE, EDGE = 19.0, 18.0, 6.0  # heights


@dataclass(frozen=True, slots=True)
class FactRow:
    name: str
    cells: tuple[str, ...]
    k: int | None = None
    """The class whose sign stands before the name."""


@dataclass(frozen=True, slots=True)
class LearnerCard:
    heads: tuple[str, ...]
    """Over the columns, the first one over the names."""
    rows: tuple[FactRow, ...]
    notes: tuple[str, ...]
    """What stands below."""
    most: int
    """Rows that there are at most: neighbours come and go."""
    hint: str = ""
    """What can be done to see more; nobody can on paper."""

    @property
    def height(self) -> float:
        """Say how high it is, at a plain size of type, whatever is looked at."""
        return ROW * (self.most + 1) + NOTE * len(self.below) + EDGE

    @property
    def below(self) -> tuple[str, ...]:
        return (*self.notes, self.hint) if self.hint else self.notes

    @property
    def on_paper(self) -> "LearnerCard":
        return replace(self, hint="")

    @property
    def text(self) -> str:
        lines = [
            "  ".join(self.heads),
            *(f"{row.name}  {'  '.join(row.cells)}" for row in self.rows),
        ]
        return "\n".join((*filter(None, lines), *self.below))


def learner_card(stage: Stage) -> LearnerCard:
    """Write the card of the round's learner, known or not: its size is that of what it will be."""
    about = described(stage)
    return _KINDS.get(about["kind"], _of_numbers)(stage, about)


def described(stage: Stage) -> dict[str, Any]:
    assert stage.record is not None
    learner = stage.record.learners[stage.which]
    key = ("described", stage.round, stage.which)
    return stage.lens.kept(key, learner.describe, stage.data)


def inputs_of(stage: Stage, about: dict[str, Any]) -> tuple[str, ...]:
    """Name what the learner sees: x₁, or z₁ where it stands upon others."""
    assert stage.record is not None
    names = about.get("columns", stage.data.columns)
    if isinstance(stage.record.learners[stage.which], Above):
        names = [f"z{name[1:]}" for name in names]
    return tuple(numbered(name) for name in names)


def _of_bayes(stage: Stage, about: dict[str, Any]) -> LearnerCard:
    names, rows = inputs_of(stage, about), []
    for k, prior in enumerate(about["prior"]):
        if about["mean"][k] is None:
            continue
        for j, name in enumerate(names):
            mean, variance = about["mean"][k][j], about["variance"][k][j]
            cells = (fixed(prior) if j == 0 else "", name, _brief(mean), _brief(variance))
            rows.append(FactRow("" if j else class_name(stage.data, k), cells, None if j else k))
    heads = ("class", "prior π", "", "mean μ", "variance σ²")
    left = len(rows) - MOST_ROWS
    if left > 1:
        rows = [*rows[:MOST_ROWS], FactRow(f"and {left} rows more", ("",) * 4)]
    return LearnerCard(heads, tuple(rows), _notes(about), len(rows))


def _brief(x: float) -> str:
    """Write a number that may be very small: by powers with fewer digits."""
    text = fixed(x)
    return powered(x, 1) if "·" in text else text


def _of_logistic(stage: Stage, about: dict[str, Any]) -> LearnerCard:
    names, classes = inputs_of(stage, about), list(stage.data.classes or ())
    present = about["classes"]
    told = present[1:] if len(present) == 2 else present
    rows = tuple(
        FactRow(name, (fixed(start), *map(fixed, coef)), classes.index(name))
        for name, start, coef in zip(told, about["intercept"], about["coef"], strict=True)
    )
    freedom = f"C = {shortest(about['params']['C'])}"
    if len(names) > MOST_BESIDE:
        return _upright(names, rows, _notes(about, freedom))
    return LearnerCard(("class", "intercept", *names), rows, _notes(about, freedom), len(rows))


def _of_plane(stage: Stage, about: dict[str, Any]) -> LearnerCard:
    price = about["params"].get("alpha")
    cells = (fixed(about["intercept"]), *map(fixed, about["coef"]))
    notes = _notes(about, *(() if price is None else (f"price α = {shortest(price)}",)))
    names, row = inputs_of(stage, about), FactRow("value", cells)
    if len(names) > MOST_BESIDE:
        return _upright(names, (row,), notes)
    return LearnerCard(("", "intercept", *names), (row,), notes, 1)


def _upright(
    names: tuple[str, ...], columns: tuple[FactRow, ...], notes: tuple[str, ...]
) -> LearnerCard:
    """Write many inputs below one another, a column a class."""
    rows = tuple(
        FactRow(name, tuple(column.cells[place] for column in columns))
        for place, name in enumerate(("intercept", *names))
    )
    return LearnerCard(("", *(column.name for column in columns)), rows, notes, len(rows))


def _of_neighbours(stage: Stage, about: dict[str, Any]) -> LearnerCard:
    k, found = int(about["params"]["k"]), asked_there(stage)
    assert stage.record is not None
    remembered = counted(len(about["points"]), "point" if stage.record.in_bag is None else "draw")
    who = "the nearest" if k == 1 else f"the {k} nearest"
    words = f"It remembers {remembered} and asks {who}."
    most = min(k, MOST_LISTED) + (k > MOST_LISTED)
    if found is None:
        return LearnerCard((), (), (words,), most, "Point at a place to see whom it asks.")
    rows = []
    for row, answer, away in zip(
        found.rows.tolist(), found.answers.tolist(), found.distance.tolist(), strict=True
    ):
        is_class = stage.data.n_classes > 0
        said = class_name(stage.data, int(answer)) if is_class else fixed(answer)
        name = f"point {row + 1}" if row >= 0 else "point"
        rows.append(FactRow(name, (said, fixed(away)), int(answer) if is_class else None))
    left = len(rows) - MOST_LISTED
    if left > 0:
        rows = [*rows[:MOST_LISTED], FactRow(f"and {left} more", ("", ""))]
    what = "class" if stage.data.n_classes else "y"
    notes = (words, _voted(stage, found.answers.tolist()))
    return LearnerCard(("asked", what, "distance"), tuple(rows), notes, most)


def _voted(stage: Stage, answers: list[Any]) -> str:
    if not stage.data.n_classes:
        return f"Their mean is {fixed(sum(answers) / len(answers))}."
    counts = [(answers.count(k), class_name(stage.data, k)) for k in range(stage.data.n_classes)]
    said = ", ".join(f"{count} × {name}" for count, name in counts if count)
    return f"They say {said}."


def _of_numbers(_stage: Stage, about: dict[str, Any]) -> LearnerCard:
    """Write whatever describes a learner that has no card of its own, a list in a row."""
    told = {name: about[name] for name in about if name not in NO_NUMBERS}
    lines = [line for name, value in told.items() for line in _lines(numbered(name), value)]
    width = max((len(cells) for _, cells in lines), default=0)
    rows = [FactRow(name, (*cells, *[""] * (width - len(cells)))) for name, cells in lines]
    if len(rows) > MOST_ROWS:
        left = len(rows) - MOST_ROWS
        rows = [*rows[:MOST_ROWS], FactRow(f"and {left} rows more", ("",) * width)]
    settings = (f"{name} = {_cell(value)}" for name, value in about["params"].items())
    return LearnerCard((), tuple(rows), _notes(about, *settings), len(rows))


def _lines(name: str, value: Any) -> list[tuple[str, tuple[str, ...]]]:
    if not isinstance(value, list):
        return [(name, (_cell(value),))]
    if not any(isinstance(one, list) for one in value):
        more = (f"and {len(value) - MOST_BESIDE} more",) * (len(value) > MOST_BESIDE)
        return [(name, (*map(_cell, value[:MOST_BESIDE]), *more))]
    return [line for k, row in enumerate(value, 1) for line in _lines(f"{name} {k}", row)]


def _cell(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "–", True: "yes", False: "no"}[value]
    return shortest(float(value)) if isinstance(value, int | float) else str(value)


def _notes(about: dict[str, Any], *more: str) -> tuple[str, ...]:
    turned = ("It was worse than chance: its answers are exchanged.",)
    return (*more, *(turned if about.get("reversed") else ()))


_KINDS = {
    "naive-bayes": _of_bayes,
    "logistic": _of_logistic,
    "linear": _of_plane,
    "ridge": _of_plane,
    "knn": _of_neighbours,
}
