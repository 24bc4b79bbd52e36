"""Trees that are measured when somebody looks, together with those of other rounds.

A round needs to know where its tree cuts, and what the leaves answer; what else a tree has on
record can wait. A batch keeps the sketches that nobody has looked at; when somebody does, all of
them are written down at once, as columns of all nodes.
"""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from threading import Lock
from typing import Any
from weakref import ref

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers, dataset
from ensemble_viz.engine.trees.small.measures import Nodes
from ensemble_viz.engine.trees.small.search import Sketch
from ensemble_viz.engine.trees.tree import Tree

NAMES = tuple(field.name for field in fields(Tree))
USUAL = {field.name: field.default for field in fields(Tree) if field.default is not MISSING}
NEVER = frozenset(("grown", "kept"))  # these have their usual value
FILL_IN = object.__setattr__  # a record can be changed by no other way
QUESTIONS = frozenset(("feature", "threshold", "left", "right", "n"))
MOST_NODES = 1 << 15
"""Nodes, and points of trees that need them, that are measured in one go."""

Measure = Callable[[list[Any]], dict[str, Any]]
"""From some sketches, with what they were fitted to, to the columns of all their nodes."""


Fill = Callable[["LazyTree", bool], None]
"""Fills in a tree, and maybe others; True: what it asks is enough, which takes no measuring."""


class LazyTree(Tree):
    """A tree that fills in its fields when one of them is asked for."""

    __slots__ = ("__weakref__", "_home", "_source", "_value")
    _home: "tuple[FloatArray, Numbers] | None"
    """The points that it was grown among, and the leaf of each; None: they are not kept."""
    _source: tuple[Fill, Any, Any] | None
    """What fills it in, from which sketch and what that was fitted to; None: it is done."""
    _value: FloatArray | None
    """What its nodes answer, where that is nothing that is measured."""

    def __new__(cls, *columns: Any, **more: Any) -> Any:
        """Make a copy with other fields a tree like any other."""
        return Tree(*columns, **more)

    def __getattr__(self, name: str) -> Any:
        """Fill in the fields, all at once."""
        if name not in NAMES:
            raise AttributeError(f"a tree has no {name}")
        if name in NEVER:
            return USUAL[name]
        source = self._source
        if source is not None:  # another thread may have measured it meanwhile
            source[0](self, name in QUESTIONS)
        return object.__getattribute__(self, name)

    def __reduce__(self) -> Any:
        """Copy it as a tree like any other."""
        return Tree, tuple(getattr(self, name) for name in NAMES)

    def __len__(self) -> int:
        return len(self.feature if self._source is None else self._source[1])

    def fill_in(self, columns: dict[str, Any]) -> None:
        """Take what was measured; the answers are its own where it has some."""
        if self._value is not None:
            columns = columns | {"value": self._value}
        for name, column in columns.items():
            FILL_IN(self, name, column)
        FILL_IN(self, "_source", None)

    def leaf_at(self, points: FloatArray) -> Numbers | None:
        """Give the leaves of the points that it was grown among; None where it is asked others."""
        return self._home[1] if self._home is not None and self._home[0] is points else None

    def apply(self, points: FloatArray) -> IntArray:
        leaf = self.leaf_at(points)
        return super().apply(points) if leaf is None else leaf.astype(np.int64)

    @property
    def is_measured(self) -> bool:
        return self._source is None

    @property
    def source(self) -> tuple[Any, Any]:
        """Its sketch, and what that was fitted to."""
        assert self._source is not None
        return self._source[1:]

    @property
    def leaf_value(self) -> FloatArray:
        """What the leaves answer may be known before the nodes are measured."""
        return self.value if self._value is None else self._value


def lazy_tree(
    fill: Fill,
    sketch: Any,
    fitted: Any = None,
    value: FloatArray | None = None,
    home: tuple[FloatArray, Numbers] | None = None,
) -> LazyTree:
    tree: LazyTree = object.__new__(LazyTree)
    FILL_IN(tree, "_source", (fill, sketch, fitted))
    FILL_IN(tree, "_value", value)
    FILL_IN(tree, "_home", home)
    return tree


class Batch:
    """Sketches of trees on one set of points that wait for being measured."""

    def __init__(self, measure: Measure, points: int = 0) -> None:
        """Take what measures them, and how many points it looks at for each."""
        self._measure = measure
        self._at_once = max(1, MOST_NODES // max(points, 8))
        self._waiting: list[ref[LazyTree]] = []
        self._asked = 0
        """Of so many that wait it is written down what they ask."""
        self._lock = Lock()

    def tree(self, sketch: Sketch, fitted: Any = None, value: FloatArray | None = None) -> LazyTree:
        """Make the tree of a sketch; its nodes may answer something of their own."""
        if value is not None:
            dataset.freeze(value)
        tree = lazy_tree(self._fill, sketch, fitted, value)
        self._waiting.append(ref(tree))
        return tree

    def _fill(self, wanted: LazyTree, questions: bool) -> None:
        """Fill in all that wait; meanwhile others may come, and wait for the next time."""
        with self._lock:
            if wanted.is_measured:
                return
            waiting = self._waiting[:]
            first = self._asked if questions else 0
            trees = [tree for one in waiting[first:] if (tree := one()) is not None]
            if questions:
                nodes = Nodes.of([tree.source for tree in trees])
                for tree, own in _shared_out(nodes.columns, trees):
                    for name in QUESTIONS:
                        FILL_IN(tree, name, own[name])
                self._asked = len(waiting)
                return
            for k in range(0, len(trees), self._at_once):
                some = trees[k : k + self._at_once]
                columns = self._measure([tree.source for tree in some])
                for tree, own in _shared_out(columns, some):
                    tree.fill_in(USUAL | own)
            del self._waiting[: len(waiting)]
            self._asked = 0


def _shared_out(
    columns: dict[str, Any], trees: list[LazyTree]
) -> Iterator[tuple[LazyTree, dict[str, Any]]]:
    """Give every tree its part of the columns of all."""
    dataset.freeze(*columns.values())
    end = 0
    for tree in trees:
        start, end = end, end + len(tree)
        yield tree, {name: column[start:end] for name, column in columns.items()}
