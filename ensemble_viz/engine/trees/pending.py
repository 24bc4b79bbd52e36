"""Trees whose nodes are measured when somebody looks, those of many rounds at once.

A round needs to know where its tree cuts, and what the leaves answer. What else a tree has on
record can wait: until then there is only a promise of it.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from threading import Lock
from typing import Any, Generic, Protocol, Self, TypeVar
from weakref import ref

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.trees.tree import Tree

NAMES = tuple(field.name for field in fields(Tree))
USUAL = {field.name: field.default for field in fields(Tree) if field.default is not MISSING}
"""What trees have on record that nothing drew for and nothing was taken back of: nothing."""
FILL_IN = object.__setattr__  # a record can be changed by no other way
Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """What some trees ask, and maybe more, written down together: one tree behind the other."""

    columns: dict[str, Any]
    """Some fields of all nodes; what they ask is among them."""
    first: list[int]
    """(trees,): where each begins."""
    count: list[int]
    """(trees,): the nodes of each."""

    def tree(self, nth: int) -> dict[str, Any]:
        """Take out one of them."""
        own = slice(self.first[nth], self.first[nth] + self.count[nth])
        return {name: column[own] for name, column in self.columns.items()}


class Promised(Protocol):
    """What stands for a tree until it is measured."""

    def __len__(self) -> int:
        """Count the nodes."""

    @property
    def leaf_means(self) -> FloatArray | None:
        """What the leaves answer, where that is known already."""

    @property
    def is_measured(self) -> bool:
        """Say whether somebody has looked."""

    def found(self, name: str, /) -> dict[str, Any]:
        """Find a field of the tree, and those that come with it."""

    def written(self) -> tuple[Page, int] | None:
        """Find the page it stands on with others, and which of them it is; None: on no page."""


class PendingTree(Tree):
    """A tree that fills in its fields when one of them is asked for."""

    __slots__ = ("_own_value", "_promise")
    _promise: Promised
    _own_value: FloatArray | None

    def __new__(cls, *columns: Any, **more: Any) -> Any:
        """Make a copy with other fields a tree like any other."""
        return Tree(*columns, **more)

    @classmethod
    def of(cls, promise: Promised, value: FloatArray | None = None) -> Self:
        """Stand for a tree that was promised; its nodes may have answers of their own."""
        tree = object.__new__(cls)
        FILL_IN(tree, "_promise", promise)
        FILL_IN(tree, "_own_value", value)
        return tree

    def __getattr__(self, name: str) -> Any:
        """Fill in a field that is missing, and those found with it."""
        if name not in NAMES:
            raise AttributeError(f"a tree has no {name}")
        own = self._own_value
        if own is not None and name == "value":
            FILL_IN(self, name, own)
            return own
        found = self._promise.found(name)
        for column, numbers in found.items():
            FILL_IN(self, column, numbers)
        if own is not None and "value" in found:
            FILL_IN(self, "value", own)
        return found[name]

    def __reduce__(self) -> Any:
        """Copy it as a tree like any other."""
        return Tree, tuple(getattr(self, name) for name in NAMES)

    def __len__(self) -> int:
        """Count the nodes."""
        return len(self._promise)

    @property
    def promise(self) -> Promised:
        """What stands for it."""
        return self._promise

    @property
    def is_measured(self) -> bool:
        """Say whether somebody has looked."""
        return self._promise.is_measured

    @property
    def has_own_answers(self) -> bool:
        """Say whether its nodes answer something else than was promised."""
        return self._own_value is not None

    @property
    def leaf_value(self) -> FloatArray:
        """What the leaves answer is known before the nodes are measured."""
        if self._own_value is not None:
            return self._own_value
        known = self._promise.leaf_means
        return self.value if known is None else known

    def with_value(self, value: FloatArray) -> "PendingTree":
        """Keep the questions, change the answers."""
        freeze(value)
        return PendingTree.of(self._promise, value)


class Waiting(Generic[Kind]):
    """Promises that wait for something to be done, which is done for many of them at once."""

    def __init__(self, at_once: int) -> None:
        """Let so many be worked for in one go."""
        self._at_once = at_once
        self._promises: list[ref[Kind]] = []
        self._lock = Lock()

    def add(self, promise: ref[Kind]) -> None:
        """Let a promise wait; those that nobody holds any more are forgotten."""
        self._promises.append(promise)

    def finish(self, work: Callable[[list[Kind]], None]) -> None:
        """Work for all that wait; meanwhile others may come, and wait for the next time."""
        with self._lock:
            waiting = self._promises[:]
            promises = [promise for one in waiting if (promise := one()) is not None]
            for k in range(0, len(promises), self._at_once):
                work(promises[k : k + self._at_once])
            del self._promises[: len(waiting)]
