"""No islands: whatever settings are drawn, trees of equal depth take about as long as the usual.

CPU time of both, in turn; what seems slow is measured again, for a busy machine is no reason.
"""

import pytest

from tests.bench.islands import MOST, ROUNDS, Island, drawn, ratio

COUNT, TRIES = 60, 4
QUICK, LONGER = 0.0, 0.3  # seconds for a pair


@pytest.mark.parametrize("n", [50, 200])
def test_no_setting_falls_into_the_water(n):
    slow = [one for one in drawn(COUNT, n, ROUNDS) if ratio(one, n, ROUNDS, QUICK) > MOST]
    for one in slow:
        ratios = [ratio(one, n, ROUNDS, LONGER) for _ in range(TRIES)]
        assert min(ratios) <= MOST, (one, ratios)


def test_an_island_would_be_seen():
    """Deeper trees stand for slow code."""
    deep = Island("bagging", {"max_depth": None}, {"max_depth": 1})
    assert ratio(deep, 1000, ROUNDS, LONGER) > MOST
