"""Running sums of corners are what the boxes add up to, cell by cell."""

import numpy as np
import pytest

from ensemble_viz.engine.surface import boxes
from ensemble_viz.engine.surface.boxes import count_boxes, sum_of_boxes
from ensemble_viz.engine.surface.leaves import BEFORE, BEHIND, Leaves, Line


def drawn(seed, axes):
    """Some boxes between the cuts of a few axes, and the lines of all cells there."""
    rng = np.random.default_rng(seed)
    cuts = rng.integers(0, 9, axes)
    count = int(rng.integers(0, 30))
    edge = np.empty((axes, 2, count), dtype=np.int32)
    for axis, most in enumerate(cuts.tolist()):
        low, high = np.sort(rng.integers(0, most + 2, (2, count)), axis=0)
        empty = low == high
        edge[axis, 0] = np.where(empty, BEFORE, low)
        edge[axis, 1] = np.where(empty | (high > most), BEHIND, high)
    return [Line.of_cells(np.ones(most, dtype=bool)) for most in cuts.tolist()], edge


def by_hand(lines, edge, part):
    """Add up the parts, box by box."""
    total = np.zeros((*(line.count for line in reversed(lines)), part.shape[1]))
    for box, own in zip(edge.T, part, strict=True):
        inside = tuple(
            slice(low, line.count if high == BEHIND else high)
            for line, (low, high) in zip(lines, box.T.tolist(), strict=True)
        )
        total[tuple(reversed(inside))] += own
    return total


@pytest.mark.parametrize("axes", [1, 2])
@pytest.mark.parametrize("long_row", [1, 128])
@pytest.mark.parametrize("seed", range(25))
def test_boxes_add_up(monkeypatch, seed, long_row, axes):
    monkeypatch.setattr(boxes, "LONG_ROW", long_row)
    lines, edge = drawn(seed, axes)
    counted = count_boxes(lines, edge)
    assert np.array_equal(counted, by_hand(lines, edge, np.ones((edge.shape[2], 1)))[..., 0])
    rng = np.random.default_rng(seed)
    for part in (
        rng.integers(-8, 9, (edge.shape[2], 3)) / 4.0,
        rng.integers(0, 2, (edge.shape[2], 1)),
    ):
        leaves = Leaves((), edge, part.astype(float))
        assert np.array_equal(sum_of_boxes(lines, leaves), by_hand(lines, edge, part))
