"""C4.5's pessimistic estimate: how many errors a leaf would make on points that it has not seen."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

import numpy as np

from ensemble_viz.engine.data import TIE, FloatArray, Refusal
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material, NodeLookedAt, of_a_run
from ensemble_viz.engine.theory.typed import table
from ensemble_viz.engine.trees import LEAF, Tree, pruning

MOST = 100_000
HALVINGS = 60


@dataclass(frozen=True)
class PessimisticErrorParams(Params):
    """A leaf, and the leaves of the subtree that stands in its place."""

    n: Annotated[
        float,
        Setting(
            "points",
            "How many points the leaf has.",
            "n",
            low=0.0,
            high=MOST,
            above=True,
            reach=(1, 100),
        ),
    ] = 16.0
    errors: Annotated[
        float,
        Setting("errors", "How many of them it misses.", "e", low=0.0, high=MOST, reach=(0, 50)),
    ] = 1.0
    cf: Annotated[
        float,
        Setting(
            "confidence",
            "How likely the limit is to be passed, in C4.5's reckoning: less prunes more.",
            "CF",
            low=1e-6,
            high=1.0,
        ),
    ] = pruning.CONFIDENCE
    leaves: Annotated[
        str | None,
        Setting(
            "leaves of the subtree",
            "Points and errors of each leaf below, a pair a leaf: 6 0; 9 0; 1 0. None: no subtree.",
        ),
    ] = "6 0; 9 0; 1 0"
    node: NodeLookedAt = 0

    @classmethod
    def settled(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Let a leaf that is given stand alone; or leaves make up the leaf in their place."""
        if "leaves" in given or not given.keys() & {"n", "errors"}:
            return given
        return {**given, "leaves": None}

    def changed(self, name: str, value: Any) -> Self:
        """Change one setting; another leaf has no subtree yet."""
        gone = {"leaves": None} if name in ("n", "errors") else {}
        return self.from_values(self.values() | gone | {name: value})

    def check(self) -> None:
        """Refuse more errors than points, and a subtree of other points."""
        if self.errors > self.n:
            raise Refusal(f"errors={self.errors:g}: the leaf has {self.n:g} points")
        below = pairs(self)
        if below and abs(sum(n for n, _ in below) - self.n) > 1e-9 * self.n:
            raise Refusal(f"leaves={self.leaves}: they have other points than the leaf, {self.n:g}")


def pairs(params: PessimisticErrorParams) -> list[tuple[float, float]]:
    """Read points and errors of the leaves below."""
    rows = [] if params.leaves is None else table(params.leaves, "leaves", MOST)
    for row in rows:
        if len(row) != 2 or not row[0] > 0.0 or row[1] > row[0]:
            raise Refusal(f"leaves={params.leaves}: a leaf is its points and its errors, as in 6 0")
    return [(row[0], row[1]) for row in rows]


def pessimistic_error(params: PessimisticErrorParams, material: Material | None) -> Figures:
    """Estimate the errors of the leaf, and those of the leaves it would stand for."""
    leaf = pruning.pessimistic(params.n, params.errors, params.cf)
    below = [pruning.pessimistic(n, errors, params.cf) for n, errors in pairs(params)]
    figures: Figures = {
        "estimate": leaf,
        "rate": leaf / params.n,
        "binomial_limit": params.n * upper_limit(params.n, params.errors, params.cf),
        "leaf": leaf,
        "subtree": math.fsum(below) if below else None,
        "leaves": below,
        "pruned": leaf <= math.fsum(below) * (1.0 + TIE) if below else None,
    }
    return figures if material is None else figures | _of_run(params, material)


def upper_limit(n: float, errors: float, cf: float) -> float:
    """Find the error rate at which so few errors are as rare as the confidence says.

    Σ_{k ≤ e} C(n, k) Uᵏ (1 − U)ⁿ⁻ᵏ = CF, as Quinlan's book has it; his program comes close to it.
    """
    if errors >= n:
        return 1.0
    k = np.arange(math.floor(errors) + 1)
    ways = np.array([math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) for i in k])
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        u = (low + high) / 2
        rare = np.exp(ways + k * math.log(u) + (n - k) * math.log1p(-u)).sum() < cf
        low, high = (low, u) if rare else (u, high)
    return (low + high) / 2


def resolve(params: PessimisticErrorParams, material: Material) -> PessimisticErrorParams:
    """Read a node of the tree that was trained last, and the leaves below it."""
    tree, node = material.tree(params.node)
    n, misses = _counted(tree, material)
    waiting, pairs = [node], []
    while waiting:
        k = waiting.pop()
        if tree.feature[k] == LEAF:
            pairs.append(f"{float(n[k])!r} {float(misses[k])!r}")
        else:
            waiting += [int(tree.right[k]), int(tree.left[k])]
    return replace(
        params,
        n=float(n[node]),
        errors=float(misses[node]),
        leaves=None if tree.feature[node] == LEAF else "; ".join(pairs),
    )


def _counted(tree: Tree, material: Material) -> tuple[FloatArray, FloatArray]:
    """Count the points of each node, and those it misses."""
    n, misses = pruning.points_and_misses(tree, material.data)
    return n, np.maximum(misses, 0.0)


def _of_run(params: PessimisticErrorParams, material: Material) -> Figures:
    """Estimate every node that asks something, as a leaf and as a subtree."""
    tree, node = material.tree(params.node)
    n, misses = _counted(tree, material)
    own = np.array([pruning.pessimistic(*one, params.cf) for one in zip(n, misses, strict=True)])
    below = tree.up_from_leaves(np.where(tree.is_leaf, own, 0.0))
    nodes = [
        {
            "node": k,
            "n": n[k],
            "errors": misses[k],
            "leaf": own[k],
            "subtree": below[k],
            "pruned": bool(own[k] <= below[k] * (1.0 + TIE)),
        }
        for k in np.flatnonzero(~tree.is_leaf)
    ]
    return {"node": node, "nodes": nodes}


DEMONSTRATION = Demonstration(
    name="pessimistic-error",
    title="C4.5's pessimistic estimate",
    summary="How many errors a leaf may make on new points, and when it replaces a subtree.",
    params=PessimisticErrorParams,
    compute=pessimistic_error,
    takes="run",
    method="tree",
    decided=("n", "errors", "leaves"),
    resolve=resolve,
    idle=of_a_run("node"),
    of_a_step={"node": None},
    place=4,
)
