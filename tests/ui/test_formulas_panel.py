"""The panel of formulas: plain at once, typeset after a rest, with ink in every piece."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtTest import QTest

from ensemble_viz.document.document import Change, Document, Setup
from ensemble_viz.document.edits import points
from ensemble_viz.document.where import Focus, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.formulary.maths import FormulaLine, Maths
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.picture import Picture, Typesetter
from ensemble_viz.scene.picture.primitives import Layer
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.paint import QtPainter
from ensemble_viz.ui.panels.formulas import FormulasPanel
from ensemble_viz.ui.session import Session
from tests.scene.walks import walk

CASES = [
    ("adaboost", "ten-points", {"rounds": 3}),
    ("adaboost", "moons", {"rounds": 2, "learning_rate": 0.3, "alpha": "log"}),
    ("random-forest", "blobs", {"rounds": 2}),
    ("bagging", "sine", {"rounds": 2}),
    ("gradient-boosting", "sine", {"rounds": 2}),
    ("gradient-boosting", "moons", {"rounds": 2}),
    ("gradient-boosting", "blobs", {"rounds": 2}),
    ("tree", "moons", {"rounds": 2, "criterion": "entropy"}),
]


def make(qtbot, method="adaboost", name="ten-points", width=320, **settings):
    setup = Setup(method, methods.method(method).params.from_values(settings))
    session = Session(Document(sample(name), (setup,), "Test"))
    qtbot.waitUntil(lambda: not session.is_learning)
    panel = FormulasPanel(Desk(session))
    qtbot.addWidget(panel)
    panel.setFixedWidth(width)
    panel.refresh(session.scene, Change.ALL)
    panel.show()
    session.changed.connect(panel.refresh)
    return session, panel


def settled(qtbot, panel):
    qtbot.waitUntil(lambda: panel.picture.is_set and all(p.is_set for p in panel.picture.pictures))


def pixels(image):
    image = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return (
        np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).copy()
    )


def ink(setter, latex, colour=0xFF14181D, size=15):
    image = QImage(900, 200, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    glyphs = setter.known(latex, size).glyphs(10.0, 100.0, colour, latex)
    with QPainter(image) as painter:
        QtPainter().paint(Picture(900.0, 200.0, 0, (Layer("", (glyphs,)),)), painter)
    return pixels(image)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("method", "name", "settings"), CASES)
def test_every_piece_of_every_formula_has_ink(method, name, settings):
    setter = Typesetter()
    pieces = {
        part.latex
        for look in (View.of(pinned=Focus(point=2)), View.of(fractions=True))
        for scene in walk(sample(name), method, 3, look=look, **settings)
        for one in scene.formulas
        for part in one.parts
    }
    for latex in pieces:
        formula = setter.set(latex, 15)
        assert formula is not None, latex
        drawn = ink(setter, latex)[..., 3] > 100
        assert drawn.any(axis=0).sum() > 0.35 * formula.width, latex  # not fraction bars alone
        assert drawn.any(axis=1).sum() >= 5, latex


@pytest.mark.usefixtures("qapp")
def test_digits_have_ink_and_the_colour_that_was_asked_for():
    setter = Typesetter()
    setter.set("= 0.4516", 60)
    drawn = ink(setter, "= 0.4516", 0xFFA3156A, 60)
    solid = drawn[drawn[..., 3] > 250]
    assert len(solid) > 500
    assert np.abs(solid[:, :3].astype(int) - [0xA3, 0x15, 0x6A]).max() <= 2


def test_text_stands_there_at_once_and_is_typeset_after_a_rest(qtbot):
    session, panel = make(qtbot)
    session.go(Moment(1, 2))
    assert [one.text for one in panel.picture.lines] == [one.text for one in session.scene.formulas]
    assert panel.picture.accessibleDescription().splitlines()[0].endswith("0.3000")
    settled(qtbot, panel)
    assert all(picture.rows for picture in panel.picture.pictures)


def test_while_points_move_nothing_is_typeset(qtbot):
    session, panel = make(qtbot)
    session.go(Moment(1, 3))
    settled(qtbot, panel)
    tried = []
    panel.picture.setter.set = lambda latex, size: tried.append((latex, size))
    stroke = object()
    for k in range(3):
        session.apply(points.move_to, 0, (1.0 + 0.3 * k, 5.0), stroke=stroke)
        session.apply(points.answer, [k], 0)
        assert panel.picture.lines == session.scene.formulas
    assert not tried
    assert not panel.picture.is_set
    del panel.picture.setter.set
    assert panel.picture.lines == session.scene.formulas
    settled(qtbot, panel)
    assert panel.picture.lines == session.scene.formulas


def test_what_cannot_be_set_stays_plain_text(qtbot):
    _session, panel = make(qtbot)
    broken = FormulaLine((Maths(r"\frac{1}{", "one over nothing"),), now=True)
    panel.picture.show_lines((broken,), moving=False)
    qtbot.waitUntil(lambda: panel.picture.is_set)
    (picture,) = panel.picture.pictures
    assert not picture.is_set
    assert picture.plain == ("one over nothing",)
    shot = pixels(panel.picture.grab().toImage())
    assert (shot[..., :3].max(axis=2) < 90).sum() > 50


@pytest.mark.parametrize("width", [320, 416])
@pytest.mark.parametrize(("method", "name", "settings"), CASES)
def test_nothing_is_wider_than_the_panel(qtbot, width, method, name, settings):
    session, panel = make(qtbot, method, name, width, **settings)
    session.go_to_round(2)
    session.look(pinned=Focus(point=3))
    settled(qtbot, panel)
    for picture in panel.picture.pictures:
        assert all(row.right <= picture.width for row in picture.rows), picture.line.text
    bottom = panel.picture.pictures[-1]
    assert panel.picture.height() >= sum(p.height for p in panel.picture.pictures) >= bottom.height


def test_the_line_of_the_step_stands_on_the_tint(qtbot):
    session, panel = make(qtbot)
    session.go(Moment(2, 4))
    settled(qtbot, panel)
    tint = np.array(session.theme.colour("accent_tint").getRgb()[:3])
    shot = pixels(panel.picture.grab().toImage())[..., :3].astype(int)
    tinted = np.flatnonzero((np.abs(shot - tint).max(axis=2) <= 1).mean(axis=1) > 0.3)
    k = next(k for k, one in enumerate(panel.picture.lines) if one.now)
    top, end = panel.picture.bottom(k), panel.picture.bottom(k + 1)
    assert top - 1 <= tinted.min()
    assert tinted.max() <= end + 1
    assert len(tinted) > 20


def test_the_switch_writes_fractions_and_back(qtbot):
    session, panel = make(qtbot)
    session.go(Moment(2, 2))
    plain = panel.picture.lines[0].text
    QTest.mouseClick(panel.switch, Qt.MouseButton.LeftButton)
    assert session.view.look.fractions
    assert "3 · 1/14" in panel.picture.lines[0].text
    QTest.mouseClick(panel.switch, Qt.MouseButton.LeftButton)
    assert panel.picture.lines[0].text == plain
    session.look(fractions=True)
    assert panel.switch.isChecked()


def test_copying_puts_latex_on_the_clipboard_and_says_so(qtbot):
    session, panel = make(qtbot)
    session.go(Moment(1, 3))
    QTest.mouseClick(panel.copier, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text().splitlines()
    assert len(copied) == len(session.scene.formulas)
    assert r"\alpha_{1} = \frac{1}{2} \ln" in copied[1]
    assert panel.copier.text() == "Copied"
    qtbot.waitUntil(lambda: panel.copier.text() == "LaTeX")


def test_without_points_it_says_so(qtbot):
    session, panel = make(qtbot)
    session.apply(points.delete, list(range(10)))
    assert panel.nothing.isVisible()
    assert not panel.picture.isVisible()
    assert not panel.copier.isEnabled()
