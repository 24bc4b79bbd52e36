"""Read the reference figures of `tests/oracle`, and put their nested trees as a trace has them."""

import json
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "oracle"
COLUMNS = ("x1", "x2")


@cache
def read(name: str) -> dict:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def points_and_answers(name: str) -> tuple[list[list[float]], list]:
    data = read("datasets")[name]
    return data["X"], data["y"]


def probes(name: str) -> list[list[float]]:
    return read("datasets")[name]["probes"]


def cases(file: str, beginning: str = "") -> dict[str, dict]:
    """The cases of a file by their id, in the file's order."""
    return {case["id"]: case for case in read(file)["cases"] if case["id"].startswith(beginning)}


def trace_nodes(
    nested: dict, columns: tuple[str, ...] = COLUMNS, *, inner_values: bool = True
) -> list[dict]:
    """Number the nodes of a nested tree from the root down, left before right.

    Inner nodes of scikit-learn's classification boosting hold the mean of the residuals, not what
    they would answer as a leaf: `inner_values=False` leaves them out.
    """
    nodes: list[dict] = []

    def add(tree: dict) -> int:
        place = len(nodes)
        is_leaf = "feature" not in tree
        figures = {name: tree[name] for name in ("n", "weight", "impurity")}
        nodes.append({"id": place, **figures, "gain": tree.get("gain")})
        nodes[place] |= {
            "value": tree["value"] if is_leaf or inner_values else None,
            "feature": None if is_leaf else columns[tree["feature"]],
            "threshold": None if is_leaf else tree["threshold"],
            "left": None if is_leaf else add(tree["left"]),
            "right": None if is_leaf else add(tree["right"]),
        }
        return place

    add(nested)
    return nodes
