"""The words, picture and formulas of C4.5's estimate."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, Columns
from ensemble_viz.scene.theory.words import Facts, Words, grouped, line, part
from ensemble_viz.scene.words import fixed, shortest

MOST_NODES = 12  # beside one another


def read(settings: Facts, figures: Facts) -> tuple[str, ...]:
    n, errors = shortest(settings["n"]), shortest(settings["errors"])
    where = f"At node {figures['node']}, " if "node" in figures else ""
    said = [
        f"{where}{errors} of {n} points are missed; C4.5 expects {fixed(figures['estimate'])}. The "
        f"exact binomial limit is {fixed(figures['binomial_limit'])}."
    ]
    if figures["subtree"] is not None:
        verdict = (
            "the subtree becomes a leaf" if figures["pruned"] else "the subtree stays as it is"
        )
        said.append(
            f"As a leaf {fixed(figures['leaf'])}, as a subtree {fixed(figures['subtree'])}: "
            f"{verdict}."
        )
    return tuple(said)


def picture(settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Set the leaf beside the leaves it would stand for; on a run every node."""
    leaf, below = figures["leaf"], figures["leaves"]
    bases = [sum(below[:k]) for k in range(len(below))]
    parts = [
        Columns("errors made", (-0.2,), (settings["errors"],), look="dotted", wide=0.36),
        Columns("expected as a leaf", (0.2,), (leaf,), look="now", wide=0.36, texts=(fixed(leaf),)),
    ]
    kinds = ["as a leaf"]
    if below:
        kinds.append("as a subtree")
        tops = [base + own for base, own in zip(bases, below, strict=True)]
        for k, (base, top) in enumerate(zip(bases, tops, strict=True)):
            parts.append(Columns("its leaves" * (k == 0), (1,), (top,), (base,),
                                 look=("solid", "dashed")[k % 2], wide=0.5,
                                 texts=(fixed(top),) * (k == len(below) - 1)))  # fmt: skip
    first = Chart("Errors that C4.5 expects", ("", "errors"), tuple(parts), kinds=tuple(kinds))
    return first, *_nodes(figures)


def _nodes(figures: Facts) -> tuple[Chart, ...]:
    """Set every node of the run's tree beside its subtree."""
    nodes = figures.get("nodes", ())[:MOST_NODES]
    if not nodes:
        return ()
    kinds = tuple(f"node {node['node']}" for node in nodes)
    leaves, subtrees = ([node[name] for node in nodes] for name in ("leaf", "subtree"))
    parts = grouped(("as a leaf", leaves, "now"), ("as a subtree", subtrees, "dashed"))
    return (Chart("Every node that asks", ("", "errors expected"), parts, kinds=kinds),)


def formulas(settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    found = [
        line(
            part(r"\sum_{k \leq e} \binom{n}{k} U^k (1-U)^{n-k} = CF",
                 text="Σ over k ≤ e of C(n, k) Uᵏ (1 − U)ⁿ⁻ᵏ = CF"),
            part(r"\quad n = %s, \; e = %s, \; CF = %s",
                 settings["n"], settings["errors"], settings["cf"],
                 text="with n = %s, e = %s, CF = %s"),
        )
    ]  # fmt: skip
    if figures["subtree"] is not None:
        sign = r"\leq" if figures["pruned"] else ">"
        found.append(line(part(f"%s {sign} %s", figures["leaf"],
                               figures["subtree"])))  # fmt: skip
    return tuple(found)


WORDS = Words(
    question="Why was this subtree cut, though it made fewer errors?",
    headline="A leaf is judged by the errors it may make, not by those it made",
    explanation=(
        "On its own training points a subtree never misses more than the leaf in its place. So "
        "C4.5 does not count errors, it estimates them: e errors among n points may have been "
        "luck, and few points leave much room for luck.",
        "It takes the largest error rate at which so few errors would still be as likely as CF, "
        "usually 25 %. A leaf of 1 point without an error is expected to make 0.75, one of 9 "
        "points 1.28.",
        "The subtree becomes a leaf where the leaf's estimate is no larger than the sum of its "
        "leaves' estimates.",
    ),
    figures={
        "estimate": "the errors that C4.5 expects of the leaf, as its program reckons",
        "rate": "the same as a share of its points",
        "binomial_limit": "the exact limit, Σ_{k ≤ e} C(n, k) Uᵏ (1 − U)ⁿ⁻ᵏ = CF, times n",
        "leaf": "the estimate of the leaf",
        "subtree": "the sum of the estimates of the leaves below",
        "leaves": "the estimate of each leaf below",
        "pruned": "whether the leaf takes the place of the subtree",
        "node": "the node of a run's tree that is looked at",
        "nodes": "the same for every node of the tree of a run that asks something",
    },
    beside=("prune",),
    notes="A note prunes where the leaf makes no more errors than the subtree, without saying on "
    "which points: on those it learned from it always makes as many or more. This program counts "
    "on the test points where there are any, and takes C4.5's estimate otherwise. Quinlan's book "
    "and his program differ a little; the program's way is taken.",
)
