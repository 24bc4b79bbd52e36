"""The points everything is computed from: frozen arrays, checked once, at the door."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data.refusal import Refusal

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
Numbers = NDArray[Any]
"""Whole numbers or floating-point ones."""
Array = TypeVar("Array", bound=NDArray[Any])

MOST_CLASSES = 8
NOT_FLIPPED = -1
LARGEST_WHOLE = 2.0**53  # beyond it not every whole number is a float
LARGEST_VALUE = 1e150  # squares of larger answers, or their sum, would overflow


class Names(Protocol):
    """What the axes and the classes are called; a data set says it, too."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the axes."""

    @property
    def classes(self) -> tuple[str, ...] | None:
        """The names of the classes; None where values are learned."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """Points on a line or in the plane, each with a class or a value.

    Lists and arrays of any numbers are copied, and the copies never change. With `classes` the
    target is the number of each point's class, or its name; without, the target is values, be they
    0 and 1 only: that is regression.
    """

    points: FloatArray
    """(n, 2), or (n, 1) for regression on a line."""
    target: Numbers
    """(n,): the number of the class in `classes`, or the value."""
    classes: tuple[str, ...] | None = None
    """Their names; the first wins ties, the second of two is positive. None: values."""
    columns: tuple[str, ...] = ("x1", "x2")
    weight: FloatArray | None = None
    """(n,): how much each point counts, None when all count alike."""
    fold: IntArray | None = None
    """(n,): a split of the points given by hand, for stacking."""
    test: "Dataset | None" = None
    """Points that are never learned from."""
    flipped_from: IntArray | None = None
    """(n,): the class each label had before it was flipped, −1 where it was not.

    It is the points' own, as their weights are: samples flip, too, and what cuts or orders points
    cuts and orders this. No method looks at it.
    """

    def __post_init__(self) -> None:
        own: dict[str, Any] = {"points": _numbers(self.points, "points")}
        own["columns"] = tuple(self.columns)
        if self.classes is None:
            own["target"] = _numbers(self.target, "target")
        else:
            own["classes"] = _class_names(self.classes)
            own["target"] = _class_numbers(self.target, own["classes"])
        if self.weight is not None:
            own["weight"] = _numbers(self.weight, "weight")
        if self.fold is not None:
            own["fold"] = _whole(self.fold, "fold")
        if self.flipped_from is not None:
            own["flipped_from"] = _whole(self.flipped_from, "flipped_from")
        self.__dict__.update(own)  # it is frozen only from here on
        self._check_shapes()
        _check_points(self.points)
        if self.classes is None:
            _check_values(self.target)
        if self.weight is not None:
            _check_weight(self.weight)
        if self.flipped_from is not None:
            _check_flipped(self.flipped_from, self.n_classes)
        freeze(self.points, self.target, self.weight, self.fold, self.flipped_from)

    def __len__(self) -> int:
        return len(self.points)

    @property
    def task(self) -> str:
        """Name the task: "classification" or "regression"."""
        return "regression" if self.classes is None else "classification"

    @property
    def dimension(self) -> int:
        """Count the coordinates: 1 or 2."""
        return self.points.shape[1]

    @property
    def n_classes(self) -> int:
        """Count the classes; 0 where the answers are values."""
        return 0 if self.classes is None else len(self.classes)

    @cached_property
    def order(self) -> IntArray:
        """Sort the points along each axis once: (axes, n), equals in their order."""
        x = np.ascontiguousarray(self.points.T)
        order = np.argsort(x, axis=1)
        for along, own in zip(x, order, strict=True):
            _settle(along, own)
        return _frozen(order)

    @cached_property
    def rank(self) -> IntArray:
        """Number the distinct coordinates along each axis: (axes, n), equal ones alike."""
        rank = np.empty(self.order.shape, dtype=np.int64)
        number = np.arange(len(self))
        for own, order, x in zip(rank, self.order, self.points.T, strict=True):
            along = x.take(order)
            new = along[1:] != along[:-1]
            own[order] = number if new.all() else np.append(0, new.cumsum())
        return _frozen(rank)

    @cached_property
    def one_hot(self) -> FloatArray:
        """Write the classes as rows of zeros with a single one: (n, K)."""
        return _frozen((self.target[:, None] == np.arange(self.n_classes)).astype(np.float64))

    @cached_property
    def distribution(self) -> FloatArray:
        """Spread a total weight of 1 over the points: the weights given, or 1/n each."""
        n = len(self)
        if self.weight is None:
            return _frozen(np.full(n, 1.0 / n) if n else np.empty(0))
        share = self.weight / self.weight.max()
        return _frozen(share / share.sum())

    @property
    def given_distribution(self) -> FloatArray | None:
        """Give the distribution if weights were given, None when all points count alike."""
        return None if self.weight is None else self.distribution

    @cached_property
    def classes_present(self) -> IntArray:
        """List the classes that at least one point with a weight belongs to."""
        target = self.target if self.weight is None else self.target[self.weight > 0]
        return _frozen(present(target))

    def _check_shapes(self) -> None:
        if self.points.ndim != 2 or self.points.shape[1] not in (1, 2):
            raise Refusal(f"points need one or two coordinates, not the shape {self.points.shape}")
        if len(self.columns) != self.points.shape[1]:
            raise Refusal(f"{self.points.shape[1]} coordinates, but {len(self.columns)} names")
        if self.points.shape[1] == 1 and self.classes is not None:
            raise Refusal("classes need two coordinates; on a line only values can be learned")
        n = len(self.points)
        for name in ("target", "weight", "fold", "flipped_from"):
            array = getattr(self, name)
            if array is not None and array.shape != (n,):
                raise Refusal(f"{n} points, but {name} has the shape {array.shape}")


def present(target: IntArray) -> IntArray:
    return np.bincount(target).nonzero()[0]


def labels(names: Sequence[str], classes: tuple[str, ...]) -> IntArray:
    number = {name: k for k, name in enumerate(classes)}
    return np.array([number[name] for name in names], dtype=np.int64)


def sort_classes(names: set[str]) -> tuple[str, ...]:
    """Sort class names as numbers if all are numbers, else by code point."""
    try:
        return tuple(sorted(names, key=lambda name: (_number(name), name)))
    except ValueError:
        return tuple(sorted(names))


def _number(name: str) -> float:
    number = float(name)
    if not np.isfinite(number) or not name.isascii() or "_" in name:
        raise ValueError(name)
    return number


def freeze(*arrays: Numbers | None) -> None:
    """Make arrays such that nobody can write to them; those that are not there are none."""
    for array in arrays:
        if array is not None:
            array.setflags(write=False)


def _settle(x: FloatArray, order: IntArray) -> None:
    """Put equals in their order, where numbers are sorted, but equals in any order."""
    along = x.take(order)
    same = along[1:] == along[:-1]
    if same.any():
        first = np.append(True, ~same)
        among = (~first | np.append(~first[1:], False)).nonzero()[0]
        place = first.cumsum().take(among) * len(x)
        order[among] = np.sort(place + order.take(among)) - place


def _frozen(array: Array) -> Array:
    freeze(array)
    return array


def _numbers(given: object, name: str) -> FloatArray:
    """Copy numbers of any type; words are none, even if they look like it."""
    try:
        array = np.asarray(given)
        words = array.dtype.kind in "OSU" and any(isinstance(x, str | bytes) for x in array.flat)
        if not words and array.dtype.kind in "biufO":
            return np.array(array, dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError):
        words = False
    hint = "; words are classes if their names are given as classes" if name == "target" else ""
    held = f"words, not numbers{hint}" if words else "something else than rows of numbers"
    raise Refusal(f"{name} holds {held}")


def _whole(given: object, name: str) -> IntArray:
    numbers, array = _numbers(given, name), np.asarray(given)
    if array.dtype.kind in "bi":
        return array.astype(np.int64)  # floats would lose the last digits of large ones
    wrong = ~((np.abs(numbers) < LARGEST_WHOLE) & (np.floor(numbers) == numbers))
    if wrong.any():
        raise Refusal(f"{name} holds {numbers[wrong][0]}, which is no whole number")
    return numbers.astype(np.int64)


def _class_names(given: Sequence[str]) -> tuple[str, ...]:
    if isinstance(given, str) or not all(isinstance(name, str) for name in given):
        raise Refusal("classes are given as their names, like classes=('a', 'b')")
    names = tuple(map(str, given))  # numpy has a text type of its own
    if not 1 <= len(names) <= MOST_CLASSES:
        raise Refusal(f"{len(names)} classes: from 1 to {MOST_CLASSES} can be shown and learned")
    if len(set(names)) < len(names):
        raise Refusal("two classes have the same name")
    return names


def _class_numbers(given: object, classes: tuple[str, ...]) -> IntArray:
    """Copy the numbers of classes, or find those of their names."""
    array = np.asarray(given)
    if array.dtype.kind in "OU" and all(isinstance(name, str) for name in array.flat):
        for row, name in enumerate(array.flat):
            if name not in classes:
                raise Refusal(f"point {row + 1}: there is no class {str(name)!r}")
        return labels(array.tolist(), classes)
    numbers = _whole(array, "target")
    wrong = (numbers < 0) | (numbers >= len(classes))
    if wrong.any():
        row = int(wrong.argmax())
        last = len(classes) - 1
        raise Refusal(f"point {row + 1}: there is no class {numbers[row]}, only 0 to {last}")
    return numbers


def _check_points(points: FloatArray) -> None:
    if not np.isfinite(points).all():
        row, axis = np.argwhere(~np.isfinite(points))[0]
        raise Refusal(f"point {row + 1}: the coordinate {points[row, axis]} is not finite")


def _check_values(values: Numbers) -> None:
    wrong = ~(np.abs(values.astype(np.float64)) <= LARGEST_VALUE)
    if wrong.any():
        row = int(wrong.argmax())
        raise Refusal(f"point {row + 1}: the value {values[row]} is not between ±{LARGEST_VALUE:g}")


def _check_weight(weight: FloatArray) -> None:
    if not ((weight >= 0) & (weight <= LARGEST_VALUE)).all():
        raise Refusal(f"weights are numbers from 0 to {LARGEST_VALUE:g}")
    if len(weight) and not weight.any():
        raise Refusal("every weight is 0: nothing could be learned from")


def _check_flipped(flipped_from: IntArray, n_classes: int) -> None:
    wrong = (flipped_from < NOT_FLIPPED) | (flipped_from >= n_classes)
    if wrong.any():
        row = int(wrong.argmax())
        raise Refusal(f"point {row + 1}: there is no class {flipped_from[row]} to be flipped from")
