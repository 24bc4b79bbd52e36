"""What is written in the boxes of a tree, long or short, and about a node as a whole."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.trees import LEAF, Tree
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.trees.boxes import Line
from ensemble_viz.scene.trees.facts import NodeFacts
from ensemble_viz.scene.trees.reasons import impurity_of
from ensemble_viz.scene.words import (
    MINUS,
    axis_name,
    class_name,
    counted,
    fixed,
    from_the_middle,
    number,
    powered,
    question,
    shortest,
    signed,
    subscript,
)

MOST_DECIMALS = 6
LARGEST_PLAIN = 1e7  # larger thresholds are written by powers
SHORT = 5  # characters of a count that stand in a small leaf


@dataclass(frozen=True, slots=True)
class Telling:
    """What is told of nodes at a moment."""

    criterion: str
    bagged: bool
    """Points count as often as they were drawn."""
    weighs: bool
    """Points have weights of their own."""
    knows_misses: bool
    signed: bool
    """What is answered is added to something: its sign counts."""
    as_mean: bool
    """The leaves still answer the mean of what was fitted."""
    rate: float | None
    """What the answers were multiplied with, once they were."""
    key: str
    """The step that was taken last."""
    fractions: bool
    gamma: float = 0.0
    """What a split must gain, in trees of second order."""
    in_turn: bool = False
    """The splits were made one after the other, the one that gains most first."""


def telling(stage: Stage) -> Telling:
    """Find out what is told of the nodes of a round's tree."""
    record, keys = stage.record, [step.key for step in stage.steps]
    steps_down = stage.run.method.goes_downhill
    shrunk = stage.reached("shrink") or (steps_down and stage.reached("vote"))
    return Telling(
        criterion=stage.criterion,
        bagged=record is not None and record.in_bag is not None,
        weighs=record is not None and record.sample_weight is not None,
        knows_misses="mistakes" not in keys or stage.reached("mistakes"),
        signed=steps_down,
        as_mean="leaves" in keys and not stage.values_are_known,
        rate=record.learner_weight if record is not None and shrunk else None,
        key=stage.key,
        fractions=stage.look.fractions,
        gamma=getattr(stage.run.params, "gamma", 0.0),
        in_turn=getattr(stage.run.params, "grow", "") == "leaf-wise",
    )


@dataclass(frozen=True, slots=True, eq=False)
class NodeWords:
    """Writes about the nodes of one tree."""

    data: Dataset
    tree: Tree
    facts: NodeFacts
    told: Telling

    # --- in boxes -----------------------------------------------------------------------------

    def rule(self, node: int) -> tuple[Line, ...]:
        """Write a question and what comes to it."""
        return Line(question(self.data, self.tree, node), "rule"), Line(self._arrived(node))

    def short_rule(self, node: int) -> tuple[Line, ...]:
        """Write a question with as few digits as tell its place."""
        data, axis = self.data, int(self.tree.feature[node])
        span = 2.0 * float(min(np.ptp(data.points[:, axis] / 2.0), LARGEST_PLAIN)) or 1.0
        decimals = min(max(2 - int(np.floor(np.log10(span))), 0), MOST_DECIMALS)
        threshold = float(self.tree.threshold[node])
        while decimals < MOST_DECIMALS and threshold and not round(threshold, decimals):
            decimals += 1  # −0.00 would be the wrong place
        text = f"{from_the_middle(threshold, decimals):.{decimals}f}".replace("-", MINUS)
        is_lost = threshold and not round(threshold, decimals)
        if is_lost or abs(threshold) >= LARGEST_PLAIN:
            text = powered(threshold, 2)
        return (Line(f"{axis_name(data, axis)} ≤ {text}", "small", strong=True),)

    def wide_leaf(self, node: int) -> tuple[Line, ...]:
        """Write an answer with its numbers at both ends."""
        if self.facts.by_class is None:
            name = f"{self._region(node)}  {self._value(node)}"
            lines = (
                Line(name, "head", strong=True, now=self.told.key == "leaves"),
                Line(self._count(node)),
            )
            shrunk = self._shrunk(node)
            return (*lines, shrunk) if shrunk else lines
        k = int(self.facts.answer[node])
        head = Line(f"says {class_name(self.data, k)}", "head", strong=True, marked=True)
        return head, Line(self._count(node), value=self._weight(node)), self._missed(node, True)

    def narrow_leaf(self, node: int) -> tuple[Line, ...]:
        """Write an answer with its numbers below one another."""
        if self.facts.by_class is None:
            value = Line(self._value(node), "value", strong=True, now=self.told.key == "leaves")
            last = self._shrunk(node) or Line(self._count(node))
            return Line(self._region(node), "name"), value, last
        name = class_name(self.data, int(self.facts.answer[node]))
        lines = [Line(name, "head", strong=True, marked=True), Line(self._count(node))]
        if self.told.weighs:
            lines.append(Line(self._weight(node)))
        missed = self._missed(node, wide=False)
        lines.append(Line(missed.text, now=missed.now))
        return *lines, *((Line(missed.value, now=missed.now),) if self.told.weighs else ())

    def small_leaf(self, node: int) -> tuple[Line, ...]:
        """Write a number or two: what is answered, and how many points it is for."""
        count = Line(_brief(int(self.facts.drawn[node])), "small", strong=True)
        if self.facts.by_class is None:
            value = Line(_few_digits(self._answered(node), self.told.signed), "small", strong=True)
            return value, Line(count.text, "small")
        return Line("", "small", marked=True), count

    def tall_rule(self, node: int) -> tuple[Line, ...]:
        """Write a question with all there is room for in a small box."""
        return self.short_rule(node)

    def tall_leaf(self, node: int) -> tuple[Line, ...]:
        """Write an answer with all there is room for in a small box."""
        return self.small_leaf(node)

    def more(self, node: int) -> tuple[Line, ...]:
        return (Line(f"+{_brief(int(self.facts.leaves[node]))}", "small", strong=True),)

    # --- about a node -------------------------------------------------------------------------

    def about(self, node: int) -> tuple[str, str]:
        """Say all that is known of a node, in two parts."""
        is_leaf = self.tree.feature[node] == LEAF
        what = self._leaf_title(node) if is_leaf else question(self.data, self.tree, node)
        return f"{what}: {self._arrived_by_class(node)}", self._measured(node, bool(is_leaf))

    def _leaf_title(self, node: int) -> str:
        if self.facts.by_class is None:
            return f"{self._region(node)} says {self._value(node)}"
        return f"Leaf says {class_name(self.data, int(self.facts.answer[node]))}"

    def _arrived_by_class(self, node: int) -> str:
        by_class, count = self.facts.by_class, self._count(node)
        if by_class is None:
            return count
        parts = (
            f"{by_class[node, k]} {class_name(self.data, k)}"
            for k in np.flatnonzero(by_class[node]).tolist()
        )
        return f"{count}, {' + '.join(parts)}"

    def _measured(self, node: int, is_leaf: bool) -> str:
        facts, parts = self.facts, []
        if self.told.weighs:
            parts.append(f"weight {self._weight(node)}")
        if facts.mean is not None and facts.squares is not None:
            mean = signed(float(facts.mean[node]))
            if not is_leaf or mean != self._value(node):  # else it was said before
                parts.append(f"mean {mean}")
            parts.append(f"SSE {fixed(float(facts.squares[node]))}")
            if is_leaf and self.told.rate is not None:
                value = float(self.tree.value[node])
                product = f"{shortest(self.told.rate)} × {signed(value)}"
                parts.append(f"{product} = {signed(self.told.rate * value)}")
        elif self.told.knows_misses:
            missed = self._missed(node, wide=True)
            parts.append(f"{missed.text} {missed.value}".strip())
        if facts.by_class is not None:
            name = impurity_of(self.told.criterion).brief
            parts.append(f"{name} {self._number(float(self.tree.impurity[node]))}")
        return ", ".join(parts)

    # --- numbers ------------------------------------------------------------------------------

    def _arrived(self, node: int) -> str:
        """Write what a question is asked about: 60 points, weight 1."""
        count = self._count(node)
        if self.facts.squares is not None:
            return f"{count}, SSE {fixed(float(self.facts.squares[node]))}"
        if self.told.weighs:
            return f"{count}, {'' if node else 'weight '}{self._weight(node)}"
        name = impurity_of(self.told.criterion).brief
        return f"{count}, {name} {self._number(float(self.tree.impurity[node]))}"

    def _count(self, node: int) -> str:
        return counted(int(self.facts.drawn[node]), "draw" if self.told.bagged else "point")

    def _weight(self, node: int) -> str:
        return self._number(float(self.facts.weight[node])) if self.told.weighs else ""

    def _missed(self, node: int, wide: bool) -> Line:
        """Write the misses below a node, once they have been looked for."""
        facts = self.facts
        assert facts.missed is not None
        assert facts.missed_weight is not None
        if not self.told.knows_misses:
            return Line("")
        weight = self._number(float(facts.missed_weight[node])) if self.told.weighs else ""
        text = f"{facts.missed[node]} missed"
        return Line(text, value=weight, strong=wide, now=self.told.key == "mistakes")

    def _region(self, node: int) -> str:
        return f"R{subscript(int(self.facts.region[node]))}"

    def _value(self, node: int) -> str:
        return (signed if self.told.signed else fixed)(self._answered(node))

    def _answered(self, node: int) -> float:
        """Give what a node answers: as long as its step downhill is not known, the mean."""
        if self.told.as_mean and self.facts.mean is not None:
            return float(self.facts.mean[node])
        return float(self.tree.value[node])

    def _shrunk(self, node: int) -> Line | None:
        """Say what is left of the answer, once it was shrunk."""
        if self.told.rate is None:
            return None
        left = signed(self.told.rate * float(self.tree.value[node]))
        return Line(f"→{left}", "name", strong=True, now=self.told.key == "shrink")

    def _number(self, x: float) -> str:
        return shortest(x) if abs(x - round(x)) < 1e-12 else number(x, self.told.fractions)


def _brief(count: int) -> str:
    """Write a count in at most a few characters: 950, 12k."""
    return str(count) if len(str(count)) < SHORT else f"{count // 1000}k"


def _few_digits(x: float, is_signed: bool) -> str:
    """Write a value with two decimals, or fewer where it is large."""
    decimals = 2 if abs(x) < 100 else 1 if abs(x) < 1000 else 0
    return (signed if is_signed else fixed)(x, decimals)
