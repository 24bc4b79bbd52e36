"""Short lines become long ones, and corners go that nobody would miss."""

from itertools import pairwise

import numpy as np
import pytest

from ensemble_viz.engine.surface.lines import chained, simplified


def pieces(places):
    return np.array([(*one, *other) for one, other in pairwise(places)])


def test_pieces_in_any_order_and_direction_become_one_chain():
    way = np.array([(0, 0), (1, 0), (1, 1), (2, 1), (2, 3), (5, 3)], dtype=float)
    lines = pieces(way.tolist())[[3, 0, 4, 2, 1]]
    lines[1] = lines[1][[2, 3, 0, 1]]
    (chain,) = chained(lines)
    assert chain.tolist() in (way.tolist(), way[::-1].tolist())


def test_a_ring_ends_where_it_began():
    ring = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)]
    (chain,) = chained(pieces(ring))
    assert chain[0].tolist() == chain[-1].tolist()
    assert len(chain) == 5


def test_where_three_meet_three_chains_end():
    arms = [[(0.0, 0.0), (x, y), (2 * x, 2 * y)] for x, y in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))]
    chains = chained(np.concatenate([pieces(arm) for arm in arms]))
    assert sorted(len(chain) for chain in chains) == [3, 3, 3]
    assert all([0.0, 0.0] in (chain[0].tolist(), chain[-1].tolist()) for chain in chains)


def test_pieces_without_length_are_left_out():
    assert chained(np.array([[1.0, 1.0, 1.0, 1.0]])) == []
    assert chained(np.empty((0, 4))) == []


def test_every_piece_is_in_one_chain_once():
    rng = np.random.default_rng(1)
    places = rng.integers(0, 5, (40, 2)).astype(float).tolist()
    lines = pieces(places)
    lines = lines[(lines[:, :2] != lines[:, 2:]).any(axis=1)]
    wanted = sorted(sorted([tuple(a), tuple(b)]) for a, b in lines.reshape(-1, 2, 2).tolist())
    found = []
    for chain in chained(lines):
        found += [
            sorted([tuple(a), tuple(b)])
            for a, b in zip(chain[:-1].tolist(), chain[1:].tolist(), strict=True)
        ]
    assert sorted(found) == wanted


@pytest.mark.parametrize("near", [0.05, 0.6])
def test_what_is_left_is_near_what_was_there(near):
    x = np.linspace(0.0, 6.0, 400)
    curve = np.column_stack((x, np.sin(x)))
    fewer = simplified(curve, np.array([near, near]))
    assert fewer[0].tolist() == curve[0].tolist()
    assert fewer[-1].tolist() == curve[-1].tolist()
    assert len(fewer) < len(curve) / 4
    away = np.interp(x, fewer[:, 0], fewer[:, 1]) - curve[:, 1]
    assert np.abs(away).max() <= 2.0 * near


def test_stairs_of_a_straight_line_become_straight():
    x = np.arange(100.0)
    stairs = np.column_stack((x, np.floor(x / 7.0)))
    assert len(simplified(stairs, np.array([1.0, 1.0]))) <= 3
    assert len(simplified(stairs, np.array([1.0, 0.1]))) > 20


def test_a_ring_keeps_its_corners():
    ring = np.array([(0, 0), (1, 0), (2, 0), (2, 2), (0, 2), (0, 0)], dtype=float)
    assert len(simplified(ring, np.array([0.1, 0.1]))) == 5
