"""The points with their numbers, column by column; texts are made for cells that are seen."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, distinct
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import part_of, story_of
from ensemble_viz.scene.words import (
    axis_name,
    fixed,
    leaf_numbers,
    number,
    shortest,
    signed,
    subscript,
)

Kind = Literal["point", "class", "number", "vote", "draws", "leaf"]
MISSING = "–"
SAMPLED = 32


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One column: values to sort by, and how they are written."""

    key: str
    """Names the column, the same in every round."""
    title: str
    """D₇."""
    words: str
    """What it is, in a sentence."""
    kind: Kind
    value: NDArray[Any]
    """(n,): numbers, or class numbers; NaN or −1 where there is none."""
    write: Callable[[float], str]
    names: tuple[str, ...] = ()
    """The classes, where the values are their numbers."""
    count: IntArray | None = None
    """(n,): how many votes the class has, written behind it."""
    missed: NDArray[np.bool_] | None = None
    """(n,): a ring says that the vote is wrong."""
    now: bool = False
    """It is computed in this step."""
    given: bool = False
    """It is what the points are: no step ever computes it."""
    cell: str = ""
    """The name under which a person types into it, and other programs read it; "": nobody does."""

    def text(self, row: int) -> str:
        value = self.value[row]
        if self.is_missing(row):
            return MISSING
        if not self.names:
            return self.write(float(value))
        name = self.names[int(value)]
        return name if self.count is None else f"{name} {self.count[row]}"

    def plain(self, row: int) -> str:
        """Write one cell for other programs: all digits, no signs of ours."""
        value = self.value[row]
        if self.is_missing(row):
            return ""
        if self.names:
            return self.names[int(value)]
        return str(int(value)) if self.kind in ("point", "draws", "leaf") else repr(float(value))

    def is_missing(self, row: int) -> bool:
        """Say whether there is nothing in this row, or nothing yet."""
        value = self.value[row]
        return bool(value < 0) if self.names else bool(np.isnan(value))

    def is_missed(self, row: int) -> bool:
        return self.missed is not None and bool(self.missed[row])

    def samples(self) -> tuple[str, ...]:
        """Write some of the cells: as wide as these, the column has room for all.

        What is not known yet, or is 0 so far, may soon have a sign.
        """
        if self.names:
            most = "" if self.count is None else f" {self.count.max(initial=0)}"
            return tuple(f"{name}{most}" for name in self.names)
        has_sign = self.kind == "number" and "weight" not in self.key
        usual = () if self.given else (self.write(-0.5 if has_sign else 0.5),)
        known = distinct(self.value[~np.isnan(self.value)])
        some = known[np.linspace(0, len(known) - 1, min(len(known), SAMPLED)).astype(np.int64)]
        return (*usual, *(self.write(x) for x in some.tolist()))

    def order(self, descending: bool) -> IntArray:
        """Sort the rows; equals stay in their order, and what is missing comes last."""
        sortable = self.value.astype(np.float64)
        sortable[np.isnan(sortable)] = np.inf if not descending else -np.inf
        return np.argsort(-sortable if descending else sortable, kind="stable")


def number_column(
    stage: Stage, key: str, title: str, words: str, value: FloatArray | None, now: bool = False
) -> Column:
    """Make a column of numbers; nothing stands in it while they are not known."""
    is_weight = key in ("weight", "next weight")
    write = as_fraction if stage.look.fractions and is_weight else fixed
    return Column(key, title, words, "number", known(stage, value), write, now=now)


def number_columns(
    stage: Stage, called: tuple[str, str, str], found: FloatArray, now: bool
) -> Iterator[Column]:
    """Make a column of values, or of the shares of the second of two classes, or of each class."""
    key, title, words = called
    classes = stage.data.classes or ()
    names = [""] if found.shape[1] == 1 else [f" {name}" for name in classes]
    for column, name in enumerate(names):
        share = f": the share of{name or f' {classes[-1]}'}" if classes else ""
        sentence = f"{words}{share}."
        yield number_column(stage, key + name, title + name, sentence, found[:, column], now=now)


def known(stage: Stage, value: NDArray[Any] | None) -> NDArray[Any]:
    """Give values, or NaN for every point while they are not known."""
    return np.full(len(stage.data), np.nan) if value is None else value


# --- texts ------------------------------------------------------------------------------------


def whole(x: float) -> str:
    return f"{x:.0f}"


def times(x: float) -> str:
    return f"×{x:.0f}"


def region_name(x: float) -> str:
    return f"R{subscript(int(x))}"


def signed_sum(x: float) -> str:
    return signed(x)


def as_fraction(x: float) -> str:
    return number(x, fractions=True) if x != round(x) else shortest(x)


def columns(stage: Stage) -> tuple[Column, ...]:
    """List the columns of the moment: who, what this round computes, where."""
    made = [_point(stage), _answer(stage)]
    if not story_of(stage.run).weighs_points and stage.data.weight is not None:
        words = "The weight given to the point, as a share of all."
        made.append(number_column(stage, "weight", "weight", words, stage.data.distribution))
    made += part_of(stage.run, "points").columns(stage)
    return (*made, *_places(stage))


# --- who and where ----------------------------------------------------------------------------


def _point(stage: Stage) -> Column:
    rows = np.arange(1, len(stage.data) + 1)
    words = "The number of the point."
    return Column("point", "point", words, "point", rows, whole, given=True)


def _answer(stage: Stage) -> Column:
    if stage.data.classes is None:
        words = "The value that is to be learned."
        value = stage.data.target.astype(np.float64)
        return Column("target", "y", words, "number", value, fixed, given=True, cell="value")
    words, names = "The class that is to be learned.", stage.data.classes
    labels = stage.data.target
    return Column("target", "class", words, "class", labels, whole, names, given=True, cell="class")


def _places(stage: Stage) -> Iterator[Column]:
    for axis in range(stage.data.dimension):
        name = axis_name(stage.data, axis)
        key, words, x = f"x{axis + 1}", f"The coordinate {name}.", stage.data.points[:, axis]
        cell = stage.data.columns[axis]
        yield Column(key, name, words, "number", x, fixed, given=True, cell=cell)
    if stage.data.weight is not None:
        words, w = "How much the point counts, as it was given.", stage.data.weight
        yield Column("given weight", "w", words, "number", w, shortest, given=True, cell="weight")


@dataclass(frozen=True, slots=True, eq=False)
class PointsTable:
    columns: tuple[Column, ...]
    n: int
    hint: str
    """How the rows are ordered when nobody asks for another order: heaviest first."""
    sort_key: str
    """The column they are ordered by; empty for the order of the points."""

    def column(self, key: str) -> Column | None:
        return next((column for column in self.columns if column.key == key), None)

    def order(self, key: str = "", descending: bool = False) -> IntArray:
        """Sort the rows by a column, or as they are sorted by default."""
        column = self.column(key)
        if column is not None:
            return column.order(descending)
        own = self.column(self.sort_key)
        if own is None:
            return np.arange(self.n)
        size = np.nan_to_num(np.abs(own.value.astype(np.float64)))
        return np.argsort(-size, kind="stable")

    def copied(self, rows: IntArray) -> str:
        """Write some rows for other programs: tabs between cells, a head above them."""
        lines = ["\t".join(column.cell or column.title for column in self.columns)]
        lines += ["\t".join(column.plain(row) for column in self.columns) for row in rows.tolist()]
        return "\n".join(lines) + "\n"


def table(stage: Stage) -> PointsTable:
    made = columns(stage)
    key, hint = _first(stage)
    known = next((column for column in made if column.key == key), None)
    if known is None or not len(known.value) or np.isnan(known.value.astype(np.float64)).all():
        key, hint = "", ""
    return PointsTable(made, len(stage.data), hint, key)


def _first(stage: Stage) -> tuple[str, str]:
    """Choose what comes first: what this round is about."""
    key, hint = story_of(stage.run).first_column
    if key == "weight" and stage.reached("weights"):
        key = "next weight"
    return key, hint


def sum_by_sum(stage: Stage, rest: tuple[Column, ...], letter: str) -> Iterator[Column]:
    """List the sum so far, what it leaves over, the step and the next sum."""
    if stage.record is None:
        return
    t, which = stage.round, stage.which
    before, after = (
        score if score is None or score.ndim == 1 else score[:, which]
        for score in (stage.run.score(t - 1), stage.run.score(t) if stage.is_joined else None)
    )
    yield number_column(stage, "before", f"F{subscript(t - 1)}", "The sum so far.", before)
    yield from rest
    yield leaf_column(stage)
    value = stage.answer if stage.values_are_known else None
    yield Column(
        "leaf value", letter, "What the leaf answers.", "number", known(stage, value), signed,
        now=stage.key in ("train", "leaves") and value is not None,
    )  # fmt: skip
    words, now = "The sum with this round's tree.", stage.key == "vote"
    yield number_column(stage, "after", f"F{subscript(t)}", words, after, now=now)


def leaf_column(stage: Stage) -> Column:
    tree = stage.tree
    region = None if tree is None else leaf_numbers(tree)[tree.apply(stage.data.points)]
    words = "The leaf the point falls into, counted from the left."
    return Column("leaf", "leaf", words, "leaf", known(stage, region), region_name)


def answer_column(stage: Stage, title: str, words: str) -> Column:
    """Say what this round's learner answers: a class or a value."""
    if stage.data.classes is None:
        return number_column(stage, "learner", title, words, stage.answer, now=stage.key == "train")
    voted = None if stage.answer is None else decide(stage.answer, stage.data.n_classes)
    return vote_column(stage, "learner", title, words, voted, missed=stage.missed_by_learner)


def vote_column(
    stage: Stage, key: str, title: str, words: str, voted: NDArray[Any] | None, **parts: Any
) -> Column:
    """List votes, rings where they are wrong."""
    value = np.full(len(stage.data), -1) if voted is None else voted
    names = stage.data.classes or ()
    return Column(key, title, words, "vote", value, whole, names, **parts)
