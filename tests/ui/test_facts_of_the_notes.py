"""Each fact of the lecture notes is seen in the window, and follows what is changed there."""

import pytest

from tests.ui.facts.lecture import Lecture
from tests.ui.facts.table import FACTS
from tests.ui.reading import same


def test_there_is_a_row_for_every_fact():
    assert [fact.name for fact in FACTS] == [f"SF{k:02d}" for k in range(1, 64)]
    assert all(fact.seen for fact in FACTS)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)
def test_a_fact_is_seen_and_recomputed_before_and_after_a_change(fact, open_window, qtbot):
    lecture = Lecture(open_window(), qtbot)
    states = []
    for pairs in fact.proof(lecture):
        assert pairs
        for text, value in pairs:
            assert same(text, float(value)), (text, float(value))
        states.append([text for text, _ in pairs])
    assert len(states) >= 2
    assert states[0] != states[-1], "what stands still is not seen"
