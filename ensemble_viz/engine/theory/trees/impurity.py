"""How mixed a node is, and what a cut saves: Gini, entropy, the share missed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

import numpy as np

from ensemble_viz.engine.data import MOST_CLASSES, FloatArray, Refusal
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material, NodeLookedAt, of_a_run
from ensemble_viz.engine.theory.typed import numbers
from ensemble_viz.engine.trees import CLASS_CRITERIA, LEAF, criteria

MEASURES = ("gini", "entropy", "error")
STEPS = 100


@dataclass(frozen=True)
class ImpurityParams(Params):
    """Settings of the cut: how many points of each class are where."""

    parent: Annotated[
        str | None,
        Setting(
            "node",
            "How many points of each class the node has; none: what its two sides have together.",
        ),
    ] = "5 5"
    left: Annotated[
        str, Setting("left", "How many points of each class go left.")
    ] = "4 1"  # fmt: skip
    right: Annotated[
        str, Setting("right", "How many points of each class go right.")
    ] = "1 4"  # fmt: skip
    node: NodeLookedAt = 0

    @classmethod
    def settled(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Let sides that are given make up the node; a node alone is looked at uncut."""
        sides = given.keys() & {"left", "right"}
        if sides and "parent" not in given:
            return {**given, "parent": None}
        if "parent" in given and not sides and given["parent"] is not None:
            nothing = " ".join("0" for _ in str(given["parent"]).split())
            return {**given, "left": given["parent"], "right": nothing}
        return given

    def changed(self, name: str, value: Any) -> Self:
        """Change one setting; the node is what its sides have together."""
        if name in ("left", "right"):
            return self.from_values({**self.values(), "parent": None, name: value})
        return self.from_values({**self.values(), name: value})

    def check(self) -> None:
        """Refuse sides that do not make up the node."""
        sides(self)


def sides(params: ImpurityParams) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Read how many points of each class the node has, and its two sides."""
    left, right = (np.array(numbers(getattr(params, name), name, 0)) for name in ("left", "right"))
    if left.shape != right.shape or not 1 <= len(left) <= MOST_CLASSES:
        raise Refusal(f"left and right have the same classes, at most {MOST_CLASSES}")
    parent = left + right
    if params.parent is not None:
        said = np.array(numbers(params.parent, "parent", 0))
        if said.shape != parent.shape or np.abs(said - parent).max() > 1e-9 * max(1, said.max()):
            raise Refusal(f"parent={params.parent}: left and right have {_text(parent)} together")
    if not parent.any():
        raise Refusal("parent: there are no points in the node")
    return parent, left, right


def impurity(params: ImpurityParams, material: Material | None) -> Figures:
    """Measure the node and its sides, and what the cut saves."""
    parts = dict(zip(("parent", "left", "right"), sides(params), strict=True))
    parent, left, right = parts.values()
    split = np.array([left.sum(), right.sum()])
    by_name = {name: CLASS_CRITERIA[name] for name in MEASURES}
    figures: Figures = {
        name: {part: measure(one, counts) for part, counts in parts.items()}
        for name, one in by_name.items()
    }
    saved = {
        name: own["parent"] - (split @ [own["left"], own["right"]]) / parent.sum()
        for name, own in figures.items()
    }
    info = measure(by_name["entropy"], split)
    figures |= {
        "gain": saved,
        "split_info": info,
        "gain_ratio": saved["entropy"] / info if info > 0.0 else 0.0,
        "curve": {
            k / STEPS: [measure(one, np.array([STEPS - k, k])) for one in by_name.values()]
            for k in range(STEPS + 1)
        },
    }
    return figures if material is None else {"node": material.tree(params.node)[1], **figures}


def measure(criterion: criteria.ClassCriterion, counts: FloatArray) -> float:
    """Measure how mixed some points are; none are not mixed."""
    total = counts.sum()
    return float(criterion.impurity(counts / total)) if total else 0.0


def resolve(params: ImpurityParams, material: Material) -> ImpurityParams:
    """Read the counts off a node of the tree that was trained last."""
    tree, k = material.tree(params.node)
    if tree.feature[k] == LEAF:
        asking = ", ".join(map(str, np.flatnonzero(~tree.is_leaf)[:10])) or "none"
        raise Refusal(f"node={k}: it is cut at none such; nodes that are cut: {asking}")
    scale = len(material.data) if tree.weight[0] <= 1.0 + 1e-9 else 1.0
    both = [tree.value[side] * tree.weight[side] * scale for side in (tree.left[k], tree.right[k])]
    together = _text(both[0] + both[1])
    return replace(params, parent=together, left=_text(both[0]), right=_text(both[1]))


def _text(counts: FloatArray) -> str:
    return " ".join(f"{count:.12g}" for count in counts)


DEMONSTRATION = Demonstration(
    name="impurity",
    title="Impurity and gain",
    summary="How mixed a node is by three measures, and what a cut saves of it.",
    params=ImpurityParams,
    compute=impurity,
    takes="run",
    method="tree",
    decided=("parent", "left", "right"),
    resolve=resolve,
    idle=of_a_run("node"),
    of_a_step={"node": None},
    place=1,
)
