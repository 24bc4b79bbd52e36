"""How a tree is laid out for a width: the level of detail, then places, boxes and links."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ensemble_viz.engine.trees import LEAF, Tree
from ensemble_viz.scene.stories import Story
from ensemble_viz.scene.trees.boxes import (
    Answer,
    Arrangement,
    Box,
    Children,
    Line,
    Link,
    Placed,
    all_of,
    extent,
    height_of,
    most_of,
    spread,
    tidy,
)
from ensemble_viz.scene.trees.facts import NodeFacts
from ensemble_viz.scene.trees.words import NodeWords

MOST_ROWS = 7
ROW = 40.0  # from one row of small boxes to the next
TALL_ROW, TALLEST_ROW = 54.0, 72.0  # where questions have two lines, or three
RULE_WITH_SUMS, LEAF_WITH_SUMS = 62.0, 76.0
GAP = 26.0  # between two rows of full boxes
SMALL_GAP, FULL_GAP = 5.0, 6.0
WIDEST_LEAF = 190.0
WIDEST_ROOT = 250.0
MORE_WIDTH = 36.0
LARGEST_SPREAD = 2.6
MOST_ROW = 52.0  # small boxes of a shallow tree stand farther apart
MANY = 96  # leaves: a tree with more never fits
LINK = {"wide": (1.5, 11.0), "narrow": (1.5, 7.0), "tall": (1.25, 3.5), "small": (1.25, 3.5)}
Level = Literal["wide", "narrow", "tall", "small"]


@dataclass(frozen=True, slots=True)
class NodeMarks:
    """What stands out in a tree."""

    now: int | None
    """The node that this round splits or cuts below; None where the whole tree is new."""
    path: frozenset[int]
    """From the root to what is looked at."""
    end: int | None
    """The node that is looked at, or whose point is."""
    lit: int | None
    target: int
    """What has to be in the drawing."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    tree: Tree
    facts: NodeFacts
    words: NodeWords
    marks: NodeMarks
    gone: frozenset[int] = frozenset()
    """Nodes that were taken back."""
    cut: frozenset[int] = frozenset()
    """Questions that were."""
    row: float = ROW
    """From one row of small boxes to the next, at the least."""
    of_class: int | None = None
    """The class among more than two that the tree speaks for, or against."""
    has_sums: bool = False
    """Small boxes have a third line, where there is room."""


def reserved_height(max_depth: int | None, classes: bool, story: Story) -> float:
    """Say how high drawings are under a limit of depth, so that they are alike in all rounds."""
    if story.has_curvature:
        return _height_with_sums(max_depth)
    leaf = 68.0
    if max_depth is not None and max_depth <= 2:
        weighed = 26.0 if story.weighs_points and max_depth == 2 and classes else 0.0
        return max_depth * (46.0 + GAP) + leaf + weighed
    rows = MOST_ROWS if max_depth is None else min(max_depth + 1, MOST_ROWS)
    return max((rows - 1) * ROW + 40.0, 2 * (46.0 + GAP) + leaf)


def _height_with_sums(max_depth: int | None) -> float:
    """Say the same of trees whose boxes have G and H, a gain or a value."""
    depth = MOST_ROWS - 1 if max_depth is None else min(max_depth, MOST_ROWS - 1)
    full = RULE_WITH_SUMS + min(depth, 3) * (GAP + LEAF_WITH_SUMS)
    return full if depth <= 3 else max(depth * TALL_ROW + 40.0, full)


def arrange(drawn: Drawn, width: float, height: float) -> Arrangement:
    """Lay a tree out with the largest boxes that fit."""
    whole: tuple[Level, ...] = ("wide", "narrow")
    for level in whole if drawn.tree.n_leaves <= 5 else ():
        plan = _Plan(drawn, all_of(drawn.tree), level, (width, height))
        made = plan.arranged()
        if plan.fits(plan.shown) and made.height <= height:
            return made
    plan = _Plan(drawn, all_of(drawn.tree), "tall", (width, height))
    if drawn.has_sums and plan.is_low and plan.fits(plan.shown):
        return plan.arranged()
    plan = _Plan(drawn, {}, "small", (width, height))
    tree, rows = drawn.tree, int((height - 40.0) / drawn.row) + 1
    if tree.n_leaves <= MANY and tree.depth < rows and plan.fits(all_of(tree)):
        return _Plan(drawn, all_of(tree), "small", (width, height)).arranged()
    shown = most_of(tree, drawn.facts, drawn.marks.target, rows, plan.fits)
    return _Plan(drawn, shown, "small", (width, height)).arranged()


class _Plan:
    """A level of detail for the part of a tree that is shown."""

    def __init__(
        self, drawn: Drawn, shown: Children, level: Level, size: tuple[float, float]
    ) -> None:
        self.drawn = drawn
        self.shown = shown
        self.level = level
        self.width, self.height = size
        self.is_small = level in ("tall", "small")

    @property
    def is_low(self) -> bool:
        tree = self.drawn.tree
        return tree.n_leaves <= MANY and tree.depth * TALLEST_ROW + ROW <= self.height

    def fits(self, children: Children) -> bool:
        """Say whether a part of the tree is narrow enough."""
        width = self._width_among(children)
        return extent(tidy(0, children, width, self._gap), width) <= self.width

    def arranged(self) -> Arrangement:
        children = self.shown
        width = self._width_among(children)
        placed = spread(tidy(0, children, width, self._gap), width, self.width, LARGEST_SPREAD)
        lines = {node: self._lines(node) for node in placed}
        tops = self._tops(placed, lines)
        boxes = {
            node: self._box(node, at, lines[node], (tops[at.row], width(node)))
            for node, at in placed.items()
        }
        links = tuple(
            self._link(boxes[node], boxes[child], k)
            for node, below in children.items()
            for k, child in enumerate(below)
        )
        height = max(box.y + box.height for box in boxes.values())
        return Arrangement(tuple(boxes.values()), links, self.width, height)

    # --- boxes --------------------------------------------------------------------------------

    @property
    def _gap(self) -> float:
        return SMALL_GAP if self.is_small else FULL_GAP

    def _kind(self, node: int) -> Literal["rule", "leaf", "more"]:
        if self.drawn.tree.feature[node] == LEAF:
            return "leaf"
        return "rule" if node in self.shown else "more"

    def _width_among(self, children: Children) -> Callable[[int], float]:
        """Say how wide the boxes are when these nodes are questions."""
        leaf, rule, root = self._leaf_width, self._rule_width, self._root_width
        feature = self.drawn.tree.feature

        def width(node: int) -> float:
            if feature[node] == LEAF:
                return leaf
            if node not in children:
                return MORE_WIDTH
            return rule if node else max(rule, root)

        return width

    @property
    def _root_width(self) -> float:
        """Say how wide the first question is: over a stump it reaches above both answers."""
        widest = min(self.width * 0.62, WIDEST_ROOT)
        return {"wide": widest, "narrow": 172.0}.get(self.level, 0.0)

    @property
    def _rule_width(self) -> float:
        return {"wide": 176.0, "narrow": 138.0, "tall": 76.0, "small": 68.0}[self.level]

    @property
    def _leaf_width(self) -> float:
        if self.level == "wide":
            return min((self.width - 16.0) / 2.0, WIDEST_LEAF)
        if self.level == "narrow":
            return min((self.width - 3 * FULL_GAP) / 4.0, 88.0)
        return 28.0 if self.drawn.facts.by_class is not None else 46.0

    def _lines(self, node: int) -> tuple[Line, ...]:
        words, kind = self.drawn.words, self._kind(node)
        if kind == "more":
            return words.more(node)
        if kind == "rule":
            rules = {"tall": words.tall_rule, "small": words.short_rule}
            return rules.get(self.level, words.rule)(node)
        writers = {
            "wide": words.wide_leaf, "narrow": words.narrow_leaf, "tall": words.tall_leaf,
            "small": words.small_leaf,
        }  # fmt: skip
        return writers[self.level](node)

    def _tops(self, placed: dict[int, Placed], lines: dict[int, tuple[Line, ...]]) -> list[float]:
        """Find the upper edge of each row."""
        rows = 1 + max(at.row for at in placed.values())
        if self.level == "tall":
            return [row * TALLEST_ROW for row in range(rows)]
        if self.level == "small":
            pitch = (self.height - 40.0) / max(rows - 1, 1)
            least = self.drawn.row
            return [row * min(max(pitch, least), max(least, MOST_ROW)) for row in range(rows)]
        tall = [
            max(height_of(lines[node]) for node, at in placed.items() if at.row == row)
            for row in range(rows)
        ]
        return [sum(tall[:row]) + row * GAP for row in range(rows)]

    def _box(
        self, node: int, at: Placed, lines: tuple[Line, ...], place: tuple[float, float]
    ) -> Box:
        top, width = place
        marks, kind = self.drawn.marks, self._kind(node)
        return Box(
            node=node,
            kind=kind,
            x=at.x - width / 2.0,
            y=top,
            width=width,
            height=height_of(lines),
            lines=lines,
            k=self._answer_of(node) if kind == "leaf" else None,
            is_now=self._is_now(node, kind),
            on_path=node in marks.path,
            lit=node == marks.lit,
            words="\n".join(self.drawn.words.about(node)),
            gone=node in self.drawn.gone or node in self.drawn.cut,
        )

    def _answer_of(self, node: int) -> int | None:
        """Give the colour of a leaf: its class, or its sign; none where it speaks against one."""
        if node in self.drawn.gone:
            return None
        answer, of_class = int(self.drawn.facts.answer[node]), self.drawn.of_class
        if of_class is None:
            return answer
        return of_class if answer else None

    def _is_now(self, node: int, kind: str) -> bool:
        """Say whether a node is what this round is about: one node, or all of a new tree."""
        marks = self.drawn.marks
        if marks.now is not None:
            return node == marks.now
        if self.is_small:
            return node in marks.path
        return node not in self.drawn.cut and (kind == "rule" or node == 0)

    # --- links --------------------------------------------------------------------------------

    def _link(self, upper: Box, lower: Box, k: int) -> Link:
        start, end = upper.y + upper.height, lower.y
        thin, thick = LINK[self.level]
        skips = upper.node == 0 and len(self.shown[0]) == 1
        weight = self.drawn.facts.weight
        share = float(weight[lower.node] / weight[0]) if weight[0] > 0 else 0.0
        x, inside = lower.middle, upper.width / 2.0 - 12.0
        is_straight = self.level == "wide" and abs(x - upper.middle) < inside
        middle = (start + end) / 2.0 if not self.is_small else start + 7.0
        bends = ((x, start), (x, end)) if is_straight else (
            (upper.middle, start), (upper.middle, middle), (x, middle), (x, end)
        )  # fmt: skip
        on_path = {upper.node, lower.node} <= self.drawn.marks.path
        return Link(
            points=bends,
            width=max(thin, thick * share),
            node=lower.node,
            on_path=on_path,
            is_now=on_path and self._is_now(lower.node, lower.kind) and self.is_small,
            answer=self._answer(upper, lower, k, is_straight),
            dashed=skips or lower.node in self.drawn.gone,
        )

    def _answer(self, upper: Box, lower: Box, k: int, is_straight: bool) -> Answer | None:
        """Write yes and no at the first question, where there is room."""
        if upper.node != 0 or self.is_small:
            return None
        x = lower.middle + (10.0 if k else -10.0)
        y = lower.y - (GAP / 2.0 if is_straight else 9.0)
        return Answer("no" if k else "yes", x, y, "right" if k else "left")
