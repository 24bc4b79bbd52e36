"""The rounds of every method on the sets of `tests/oracle`: what they were before they were fast.

A digest stands for all a run has on record. Numbers are read to nine digits, for the last ones of
a logarithm differ from machine to machine; that kernels agree with what they replace to the last
bit is tested beside them.
"""

import hashlib
from dataclasses import fields

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.trees import Tree
from ensemble_viz.engine.trees.tree import Throws
from tests.brute import oracle

DIGESTS = oracle.read("rounds")
SETTINGS = {
    "adaboost": ({}, {"max_depth": 2, "criterion": "gini"}, {"criterion": "entropy"}),
    "gradient-boosting": (
        {},
        {"max_depth": None, "min_samples_leaf": 3},
        {"max_depth": 3, "subsample": 0.6},
        {"max_leaf_nodes": 5},
        {"max_depth": 1, "leaf": "gradient"},
    ),
    "xgboost": ({}, {"gamma": 0.5, "max_depth": 3}, {"subsample": 0.5, "tree_method": "hist"}),
    "random-forest": ({}, {"max_features": 2, "vote": "soft"}, {"min_samples_leaf": 4}),
    "bagging": ({}, {"max_samples": 0.5, "max_depth": 3}),
    "extra-trees": ({}, {"max_features": 2}, {"bootstrap": True, "vote": "soft"}),
    "pasting": ({}, {"disjoint": True, "max_samples": 0.2}),
    "random-patches": ({},),
    "random-subspaces": ({},),
    "tree": ({}, {"prune": "cost-complexity"}),
}
CLASSES = ("moons", "blobs3", "toy10")
NAMES = {
    f"{name} {method} {number}": (name, method, settings)
    for name in (*CLASSES, "curve")
    for method, choices in SETTINGS.items()
    for number, settings in enumerate(choices)
    if name in CLASSES or method != "adaboost"
}


def the_set(name: str) -> Dataset:
    points, target = oracle.points_and_answers(name)
    place = np.array(points, dtype=float)
    columns = ("x1", "x2")[: place.shape[1]]
    if name not in CLASSES:
        return Dataset(place, np.array(target, dtype=float), None, columns)
    return Dataset(place, np.array(target), tuple(str(k) for k in range(max(target) + 1)), columns)


def told(value) -> str:
    """Write an array, a tree, or what else there is in a record."""
    value = plain(value)
    if isinstance(value, dict):
        return ";".join(f"{name}={told(entry)}" for name, entry in sorted(value.items()))
    if isinstance(value, list):
        return f"({','.join(map(told, value))})"
    if isinstance(value, float):
        return f"{value:.9g}" if abs(value) > 1e-9 else "0"
    return str(value)


def plain(value):
    """Turn trees and arrays into dictionaries and lists."""
    if isinstance(value, Tree):
        named = {field.name: getattr(value, field.name) for field in fields(value)}
        drew = value.tried is not None and value.tried.max() >= 0
        value = named if drew else named | {"tried": None}
    elif isinstance(value, Throws):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    elif isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    return list(value) if isinstance(value, tuple) else value


def digest(name: str, method: str, settings) -> str:
    done = run(the_set(name), method, {"rounds": 12} | settings, seed=7)
    done.finish()
    text = [told((done.stop.rule, done.stop.round, done.stop.error))]
    for record in done.rounds:
        kept = {field.name: getattr(record, field.name) for field in fields(record)}
        apart = {"figures": dict(record.figures), "rules": None, "ends": record.ends is not None}
        text.append(told(kept | apart))
    return hashlib.sha256("\n".join(text).encode()).hexdigest()[:16]


@pytest.mark.parametrize("case", NAMES)
def test_the_rounds_are_what_they_were(case):
    assert digest(*NAMES[case]) == DIGESTS[case]


def test_every_digest_is_asked_for():
    assert set(DIGESTS) == set(NAMES)
