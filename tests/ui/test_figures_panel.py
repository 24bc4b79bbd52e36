"""The page of figures in the window: it says what is computing, then what came out."""

import re

import pytest
from PySide6.QtWidgets import QLabel, QToolButton

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change
from ensemble_viz.document.edits import points
from ensemble_viz.engine.runs.studies import CrossValidation, VarianceStudy
from ensemble_viz.scene.figures.page import COMPUTING, figures_page
from ensemble_viz.scene.figures.pieces import pieces, studies
from tests.ui.reading import same
from tests.ui.windows import click, is_in_front, press, rest, settle


def rows(panel):
    """Read the labels of the page: the text beside each symbol."""
    found = {}
    for section in panel.sections:
        for _, symbol, value in section.rows:
            assert not symbol.isHidden()
            found[symbol.text()] = value.text()
    return found


def computed(qtbot, panel):
    """Wait until the panel has caught up with the moment, and every figure of it is known."""
    pace = panel.desk.session.pace
    qtbot.waitUntil(lambda: not (pace.is_behind or panel.page is None or panel.page.computing))
    return rows(panel)


def test_the_page_comes_by_its_key_and_computes_while_it_is_seen(open_window, qtbot):
    window = open_window("moons:n=24", "random-forest", rounds=4)
    panel, run = window.parts.figures, window.session.run
    window.session.go_to_round(3)
    rest(window)
    qtbot.wait(40)
    assert rows(panel)["σ²"] == COMPUTING  # nobody has looked
    press(window, "F5")
    assert is_in_front(window, "figures")
    found = computed(qtbot, panel)
    assert panel.head.right.text() == "after round 3"
    assert same(found["CV"], CrossValidation(run).error(3))
    parts = VarianceStudy(run).parts(3)
    assert same(found["σ²"], parts.sigma2)
    assert same(found["ρ"], parts.rho)
    assert same(found["ρσ² + (1 − ρ)σ²/t"], parts.total)
    assert same(found["oob"], window.session.lens(0).figures(3)["oob_error"])
    press(window, "F5")
    assert is_in_front(window, "round")


def faint(panel):
    """Find the symbols of numbers that are faint."""
    rows = [row for section in panel.sections for row in section.rows]
    return {symbol.text() for _, symbol, value in rows if not value.isEnabled()}


def test_it_follows_the_rounds_and_says_that_it_is_computing(open_window, qtbot):
    window = open_window("moons:n=24", "bagging", rounds=5)
    panel = window.parts.figures
    press(window, "F5")
    texts = [label.text() for label in panel.findChildren(QLabel)]
    assert "Nothing to measure yet" in texts
    window.session.go_to_round(2)
    assert rows(panel)["ρ"] == COMPUTING
    two = computed(qtbot, panel)
    assert panel.head.right.text() == "after round 2"
    window.session.go_to_round(4)
    assert rows(panel)["ρ"] == two["ρ"]  # of before, and not as if it were of now
    assert faint(panel) >= {"ρ", "σ²", "CV"}
    assert "train" not in faint(panel)
    assert panel.head.right.text() == "after round 4 · faint: from before"
    assert f"ρ = {COMPUTING} before: {two['ρ']}" in panel.accessibleDescription()
    four = computed(qtbot, panel)
    assert not faint(panel)
    assert two["ρ"] != four["ρ"]
    window.session.go_to_round(2)
    assert rows(panel) == two  # what was known is known


def test_while_a_point_is_dragged_nothing_is_emptied_nor_looks_current(open_window, qtbot):
    window = open_window("moons:n=24", "random-forest", rounds=20)
    session, panel = window.session, window.parts.figures
    press(window, "F5")
    session.go_to_round(20)
    before, sections = computed(qtbot, panel), list(panel.sections)
    session.pace.hold()
    for k in range(1, 6):
        session.apply(points.move_to, 3, (0.1 * k, 0.4))
        panel.refresh(session.scene, Change.DATA)  # as soon as can be: hardly anything is known
        found = rows(panel)
        assert found.keys() == before.keys()
        assert panel.sections == sections
        assert COMPUTING not in found.values()
        fresh = figures_page(session.scene.stage)
        known = {line.symbol for group in fresh.groups for line in group.lines
                 if not line.is_computing}  # fmt: skip
        assert faint(panel) == found.keys() - known
    session.pace.release()
    after = computed(qtbot, panel)
    assert not faint(panel)
    assert after != before


def test_another_method_does_not_show_the_figures_of_the_last(open_window, qtbot):
    window = open_window("moons:n=24", "random-forest", rounds=4)
    panel = window.parts.figures
    press(window, "F5")
    window.session.go_to_round(4)
    assert computed(qtbot, panel)["CV"] != COMPUTING
    window.session.edit("Method", edits.choose_method, 0, "adaboost")
    window.session.go_to_round(4)
    assert rows(panel).get("CV", COMPUTING) == COMPUTING


def test_nothing_is_computed_that_nobody_sees(open_window, qtbot):
    window = open_window("moons:n=24", "bagging", rounds=5)
    window.session.go_to_round(3)
    press(window, "F5")
    press(window, "F5")
    known = studies(window.session.lens(0))
    window.session.go_to_round(4)
    qtbot.wait(60)
    assert known.variance(4) is None
    press(window, "F5")
    computed(qtbot, window.parts.figures)
    assert known.variance(4) is not None


def test_what_it_says_is_said_to_who_listens(open_window, qtbot):
    window = open_window("sine:n=16", "gradient-boosting", rounds=3, loss="huber")
    press(window, "F5")
    window.session.go_to_round(3)
    found = computed(qtbot, window.parts.figures)
    lines = window.parts.figures.accessibleDescription().split("\n")
    assert [re.search(r"(\S+) = (\S+)$", line).groups() for line in lines] == list(found.items())
    assert set(found) == {"train", "CV"}


@pytest.mark.parametrize("larger", [0, 3])
def test_a_long_symbol_leaves_the_words_their_room(open_window, qtbot, larger):
    window = open_window("moons:n=24", "bagging", rounds=5)
    for _ in range(larger):
        window.named["larger_type"].trigger()
    window.session.go_to_round(3)
    press(window, "F5")
    computed(qtbot, window.parts.figures)
    settle()
    for section in window.parts.figures.sections:
        for about, *numbers in section.rows:
            assert about.width() > section.width() / 2
            assert all(label.width() >= label.sizeHint().width() for label in numbers)


def test_a_click_on_a_number_shows_what_it_is_made_from(open_window, qtbot):
    window = open_window("moons:n=24", "bagging", rounds=4)
    panel = window.parts.figures
    press(window, "F5")
    window.session.go_to_round(3)
    computed(qtbot, panel)
    button = panel.findChild(QToolButton, "pieces of CV")
    listed = next(one.pieces["CV"] for one in panel.sections if "CV" in one.pieces)
    assert not listed.isVisible()
    settle()  # it stands where it will stand
    panel.area.ensureWidgetVisible(button)
    click(window, button)
    rest(window)
    folds = [re.fullmatch(r"fold \d: (.*): (\d+) of (\d+) missed", line)
             for line in listed.text().split("\n")]  # fmt: skip
    assert listed.isVisible()
    assert len(folds) == 5
    missed, points = (sum(int(fold[k]) for fold in folds) for k in (2, 3))
    assert points == 24
    assert rows(panel)["CV"] == f"{missed / points:.4f}"
    window.session.go_to_round(4)
    computed(qtbot, panel)
    assert listed.text() == "\n".join(pieces(window.session.scene.stage, "CV"))
    click(window, button)
    assert not listed.isVisible()
