"""What is written about a tree of second order: G and H, gains, and what a node answers."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.trees import LEAF
from ensemble_viz.scene.trees.boxes import Line
from ensemble_viz.scene.trees.words import NodeWords
from ensemble_viz.scene.words import fixed, question, shortest, signed

LITTLE = 0.005  # gains below are 0.00 with two decimals
LARGE = 1000.0  # sums from here on have two decimals


@dataclass(frozen=True, slots=True, eq=False)
class SlopeWords(NodeWords):
    """Writes about nodes that were judged by gradients and hessians."""

    cut: NDArray[np.bool_]
    """(nodes,): the splits that are taken back."""

    def rule(self, node: int) -> tuple[Line, ...]:
        """Write a question, the sums it is asked about, and what it gains."""
        asked = Line(question(self.data, self.tree, node), "rule", struck=bool(self.cut[node]))
        return asked, Line(f"G {self._grad(node)}", value=f"H {self._hess(node)}"), self._won(node)

    def short_rule(self, node: int) -> tuple[Line, ...]:
        """Write a question, and what it gains."""
        (asked,) = super(SlopeWords, self).short_rule(node)
        is_cut = bool(self.cut[node])
        asked = Line(asked.text, "small", strong=True, struck=is_cut)
        if is_cut:
            return asked, Line("pruned by γ", "small", now=True)
        gain = _above_zero(float(self.tree.gain[node]))
        if self.told.in_turn:
            return asked, Line(f"{self._turn(node)}. {gain}", "small", now=self.told.key == "train")
        return asked, Line(f"gain {gain}", "small", now=self.told.key == "train")

    def tall_rule(self, node: int) -> tuple[Line, ...]:
        """Write a question, its sums, and what it gains."""
        asked, gain = self.short_rule(node)
        grad, hess = (_brief(self._of(sums, node)) for sums in (self.tree.grad, self.tree.hess))
        return asked, Line(f"G {grad}  H {hess}", "small"), gain

    def tall_leaf(self, node: int) -> tuple[Line, ...]:
        """Write what is answered, once that is known, and the sums."""
        *answered, hess = self.small_leaf(node)
        grad = Line(f"G {_brief(self._of(self.tree.grad, node))}", "small")
        return (grad, hess) if self.told.as_mean else (*answered, grad, hess)

    def wide_leaf(self, node: int) -> tuple[Line, ...]:
        """Write a leaf with its sums at both ends."""
        head = self._region(node)
        if not self.told.as_mean:
            head = f"{head}  {self._value(node)}"
        sums = Line(f"G {self._grad(node)}", value=f"H {self._hess(node)}")
        shrunk = self._shrunk(node)
        lines = (Line(head, "head", strong=True, now=self.told.key == "leaves"), sums)
        return (*lines, shrunk) if shrunk else lines

    def narrow_leaf(self, node: int) -> tuple[Line, ...]:
        """Write a leaf with its sums below one another."""
        head = self._region(node)
        if not self.told.as_mean:
            head = f"{head}  {self._value(node)}"
        lines = (
            Line(head, "value", strong=True, now=self.told.key == "leaves"),
            Line(f"G {self._grad(node)}"),
            Line(f"H {self._hess(node)}"),
        )
        shrunk = self._shrunk(node)
        return (*lines, shrunk) if shrunk else lines

    def small_leaf(self, node: int) -> tuple[Line, ...]:
        """Write a number or two: what is answered, else G; and H."""
        hess = Line(f"H {_brief(self._of(self.tree.hess, node))}", "small")
        if self.told.as_mean:
            return Line(f"G {_brief(self._of(self.tree.grad, node))}", "small"), hess
        value = signed(float(self.tree.value[node]), 2)
        return Line(value, "small", strong=True, now=self.told.key == "leaves"), hess

    def about(self, node: int) -> tuple[str, str]:
        """Say all that is known of a node: what arrives and what a split gains, then the sums."""
        arrived, sums = super(SlopeWords, self).about(node)
        if self.tree.feature[node] == LEAF:
            return arrived, sums
        turn = f"cut {self._turn(node)}, " if self.told.in_turn else ""
        price = f", pruned by γ = {shortest(self.told.gamma)}" if self.cut[node] else ""
        return f"{arrived}, {turn}gain {fixed(float(self.tree.gain[node]))}{price}", sums

    def _measured(self, node: int, is_leaf: bool) -> str:
        """Write G, H, and what the node answers, or would answer."""
        sums = f"G {self._grad(node)}, H {self._hess(node)}"
        if self.told.as_mean:
            return sums
        value = float(self.tree.value[node])
        if not is_leaf:
            return f"{sums}, w {signed(value)}"
        if self.told.rate is None:
            return sums
        return f"{sums}, × {shortest(self.told.rate)} = {signed(self.told.rate * value)}"

    def _region(self, node: int) -> str:
        return super(SlopeWords, self)._region(node) if self.facts.region[node] else "pruned"

    def _leaf_title(self, node: int) -> str:
        if not self.facts.region[node]:
            return "Leaf that is pruned"
        if self.told.as_mean:
            return f"Leaf {self._region(node)}"
        return super(SlopeWords, self)._leaf_title(node)

    def _won(self, node: int) -> Line:
        """Write what a split gains, and what the node answers once that is known."""
        gain = f"gain {fixed(float(self.tree.gain[node]))}"
        if self.cut[node]:
            return Line(gain, value="pruned by γ", now=True)
        if self.told.as_mean:
            turn = f"cut {self._turn(node)}" if self.told.in_turn else ""
            return Line(gain, value=turn, now=self.told.key == "train")
        return Line(gain, value=f"w {signed(float(self.tree.value[node]))}")

    def _turn(self, node: int) -> int:
        """Count the splits up to this one: children are numbered as they are made."""
        made = self.tree.left[~self.tree.is_leaf]
        return int(np.count_nonzero(made <= self.tree.left[node]))

    def _grad(self, node: int) -> str:
        return signed(self._of(self.tree.grad, node), self._decimals(self.tree.grad, node))

    def _hess(self, node: int) -> str:
        hess = self._of(self.tree.hess, node)
        if abs(hess - round(hess)) < 1e-9:
            return shortest(hess)
        return fixed(hess, self._decimals(self.tree.hess, node))

    def _decimals(self, sums: NDArray[np.float64] | None, node: int) -> int:
        return 4 if abs(self._of(sums, node)) < LARGE else 2

    def _of(self, sums: NDArray[np.float64] | None, node: int) -> float:
        assert sums is not None
        return float(sums[node])


def _brief(x: float) -> str:
    """Write a number in few characters: 60, 12.3, 0.42, 1234."""
    size = abs(x)
    if abs(x - round(x)) < 1e-9:
        return fixed(x, 0)
    return fixed(x, 2 if size < 10 else 1 if size < 100 else 0)


def _above_zero(x: float) -> str:
    """Write a gain: one that is little is not nothing."""
    return "< 0.01" if x < LITTLE else _brief(x)
