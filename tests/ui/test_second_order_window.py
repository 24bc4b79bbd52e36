"""The window goes through second-order boosting with everything open, and keeps up with it."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ensemble_viz.document.where import NOTHING, START, Focus, Moment
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.picture.beside.search import SearchRooms, across
from ensemble_viz.scene.words import agrees, value_of
from ensemble_viz.ui.panels.pictures import SearchPanel
from ensemble_viz.ui.pictures.drawings import SearchPicture, TreePicture
from tests.ui.reading import node_place

LEFT = Qt.MouseButton.LeftButton
WALKS = [
    ("sine", {"max_depth": 3, "gamma": 1.0}),
    ("surface", {"max_depth": 4, "gamma": 1.0, "subsample": 0.5}),
    ("moons", {"gamma": 6.0}),
    ("blobs", {"max_depth": 2}),
]


def open_all(window):
    for dock in window.docks.by_name.values():
        dock.show()


def only(window, kind):
    (found,) = [one for one in window.findChildren(kind) if one.isVisible()]
    return found


@pytest.mark.parametrize(("name", "settings"), WALKS)
@pytest.mark.parametrize("palette", ["light", "dark"])
def test_every_step_is_shown_in_every_panel(open_window, qtbot, name, settings, palette):
    window = open_window(name, "xgboost", size=(1920, 1080), rounds=2, **settings)
    open_all(window)
    session = window.session
    session.look(palette=palette)
    qtbot.wait(0)
    said, moment = [], START
    while moment is not None:
        session.go(moment)
        for focus in (NOTHING, Focus(point=3), Focus(place=(0.3, 0.2))):
            session.look(pinned=focus)
            qtbot.wait(0)
        tree = session.scene.stage.numbered
        for node in range(len(tree)) if tree is not None else ():
            session.look(hovered=Focus(node=node))
        session.look(hovered=NOTHING, pinned=NOTHING)
        assert not window.grab().isNull()
        said.append(session.scene.controls.next)
        moment = steps.forward(session.run, moment, small=True)
    assert len(said) == 11
    assert said[:3] == ["Compute g and h", "Search the gain", "Prune by γ"]


def test_the_tree_writes_its_sums_and_strikes_what_is_pruned(open_window):
    window = open_window("moons", "xgboost", rounds=2, gamma=6.0)
    window.session.go(Moment(2, 3))
    picture = only(window, TreePicture)
    picture.grab()
    tree = window.session.scene.stage.numbered
    for node in range(len(tree)):
        texts = [text for text in picture.shown.words() if text.startswith("G ")]
        assert any(agrees(text[2:].removeprefix("+"), tree.grad[node]) for text in texts)
    assert picture.shown.words().count("pruned by γ") == 1
    assert picture.shown.words().count("pruned") == 2


def test_a_click_on_a_pruned_box_works_out_its_price(open_window, qtbot):
    window = open_window("moons", "xgboost", size=(1920, 1080), rounds=2, gamma=6.0)
    session = window.session
    session.go(Moment(2, 3))
    picture = only(window, TreePicture)
    smaller = session.scene.stage.record.learners[0]
    grown = smaller.grown
    (cut,) = [k for k in np.flatnonzero(grown.feature >= 0) if smaller.kept[k] < 0 or
              smaller.feature[smaller.kept[k]] < 0]  # fmt: skip
    qtbot.waitUntil(lambda: node_place(picture, cut) is not None)
    QTest.mouseClick(picture, LEFT, pos=node_place(picture, cut).toPoint())
    assert session.view.where.pinned == Focus(node=int(cut))
    (price,) = [one for one in session.scene.formulas if one.text.startswith("gain")]
    assert agrees(price.text.split("= ")[1].split(" <")[0], grown.gain[cut])
    assert price.side[1] == "pruned"
    assert only(window, SearchPanel).head.left.text() == "Why this split is pruned"


def test_the_search_reads_the_sums_on_both_sides(open_window):
    window = open_window("moons", "xgboost", size=(1920, 1080), rounds=2)
    session = window.session
    session.go(Moment(1, 2))
    panel, picture = only(window, SearchPanel), only(window, SearchPicture)
    tree = session.scene.stage.tree
    left, right = int(tree.left[0]), int(tree.right[0])
    sums = [tree.grad[left], tree.hess[left], tree.grad[right], tree.hess[right]]
    assert shown(panel) == pytest.approx(sums, abs=6e-5)
    room, axis = SearchRooms(picture.plot, picture.sheet).rooms[0], picture.plot.axes[0]
    place = len(axis.cuts.threshold) // 3
    x = across(axis, room, float(axis.cuts.start[place] + axis.cuts.end[place]) / 2.0)
    spot = QPointF(x, (room[1] + room[3]) / 2)
    none = Qt.MouseButton.NoButton
    moved = QMouseEvent(QEvent.Type.MouseMove, spot, picture.mapToGlobal(spot), none, none,
                        Qt.KeyboardModifier.NoModifier)  # fmt: skip
    QApplication.sendEvent(picture, moved)
    k, read = picture.reading
    found = picture.plot.axes[k].cuts.at(read)
    expected = picture.plot.axes[k].cuts.sides[..., found].ravel()
    assert shown(panel) == pytest.approx(expected.tolist(), abs=6e-5)
    session.go(Moment(1, 1))
    assert panel.sides.isHidden()


def shown(panel):
    """Read the four sums below the curves."""
    assert panel.sides.isVisible()
    text = panel.sides.text().replace("&nbsp;", " ").replace("<sub>", "").replace("</sub>", "")
    text = text.replace("<br>", " ")
    return [value_of(one.removeprefix("+")) for one in text.split()[1::2]]
