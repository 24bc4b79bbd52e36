"""The cards on the canvas: what is written on them is true, fits, and answers the mouse."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from ensemble_viz.document.document import Change, Document, Setup
from ensemble_viz.document.where import NOTHING, Focus, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.cards import Caption, Card, StepChip
from ensemble_viz.scene.legend import ClassEntry, Legend
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.palette import PALETTES
from ensemble_viz.scene.shapes import area as polygon_area
from ensemble_viz.scene.shapes import outline
from ensemble_viz.scene.telling import CardRow
from ensemble_viz.ui.canvas.cards import LegendCard, PointCard
from ensemble_viz.ui.canvas.overlay_card import CaptionCard
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.icons import draw_glyph
from ensemble_viz.ui.look.lettering import width_of
from ensemble_viz.ui.look.style import dress
from ensemble_viz.ui.session import Session

LEFT = Qt.MouseButton.LeftButton


class Ground(QWidget):
    """What lies under the cards; it hears what the cards let through."""

    def __init__(self):
        super().__init__()
        self.pressed = 0
        self.turned = 0

    def mousePressEvent(self, _event):
        self.pressed += 1

    def wheelEvent(self, _event):
        self.turned += 1


class Table:
    """A session with its three cards on a ground."""

    def __init__(self, document, size):
        self.session = Session(document)
        dress(self.session.theme)
        self.ground = Ground()
        self.ground.resize(*size)
        self.caption = CaptionCard(Desk(self.session))
        self.legend = LegendCard(Desk(self.session))
        self.point = PointCard(Desk(self.session))
        self.cards = (self.caption, self.legend, self.point)
        for card in self.cards:
            card.setParent(self.ground)
            self.session.changed.connect(card.refresh)
            card.refresh(self.session.scene, Change.ALL)
            card.setVisible(card is not self.point)
        self.legend.move(500, 200)
        self.point.move(100, 300)


@pytest.fixture
def table(qtbot):
    laid = []

    def lay(name="adaboost", data="moons", size=(896, 632), **settings):
        chosen = sample(data, n=40) if isinstance(data, str) else data
        params = methods.method(name).params.from_values({"rounds": 8} | settings)
        made = Table(Document(chosen, (Setup(name, params),), "Points"), size)
        qtbot.addWidget(made.ground)
        made.ground.show()
        qtbot.waitUntil(lambda: not made.session.is_learning)
        laid.append(made)
        return made

    yield lay
    for made in laid:
        qtbot.waitUntil(lambda made=made: not made.session.is_learning)


def image_of(widget):
    return widget.grab().toImage()


def pixels(widget):
    image = image_of(widget)  # it has to live as long as its bits are read
    return np.frombuffer(image.constBits(), np.uint8).tobytes()


def lines_of(card):
    return card.accessibleDescription().split("\n")


# --- captions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data"),
    [("adaboost", "moons"), ("random-forest", "blobs"), ("gradient-boosting", "sine")],
)
def test_every_step_has_its_words_and_its_chip(table, name, data):
    made = table(name, data)
    seen, widths = set(), set()
    made.session.go(Moment(2, 1))
    count = len(made.session.scene.stage.steps)
    for step in range(1, count + 1):
        made.session.go(Moment(2, step))
        caption = made.session.scene.caption
        chips, headline = lines_of(made.caption)[:2]
        assert headline == caption.headline
        assert chips.split(" · ")[step - 1] == f"[{caption.chips[step - 1].text}]"
        seen.add(pixels(made.caption))
        widths.add(made.caption.width())
    assert len(seen) == count
    assert len(widths) == 1


@pytest.mark.parametrize("palette", ["light", "projector"])
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("adaboost", "moons"),  # the headline of its weights is set smaller, to be one line
        ("gradient-boosting", "blobs"),
        ("random-forest", "moons"),
        ("stacking", "moons"),
    ],
)
def test_the_words_have_one_size_through_all_steps_of_a_round(table, name, data, palette):
    made = table(name, data)
    made.session.look(palette=palette)
    sizes = set()
    for step in range(1, steps.last_step(made.session.run, 2) + 1):
        made.session.go(Moment(2, step))
        sizes.add(made.caption.size().toTuple())
    assert len(sizes) == 1


def test_the_step_that_is_now_is_in_the_accent(table):
    made = table()
    made.session.go(Moment(2, 3))
    image = image_of(made.caption)
    accent = made.session.theme.colour("accent").rgb()
    lit = {x for x in range(image.width()) for y in range(12, 30) if image.pixel(x, y) == accent}
    texts = [chip.text for chip in made.caption.caption.chips]
    font = made.session.theme.font("strong")
    chips = [16 + width_of(text, font) for text in texts]
    left_over = made.caption.width() - 2 * 16 - sum(chips)
    gap = max(6, min(16, left_over / (len(chips) - 1)))
    start = 16 + sum(chips[:2]) + 2 * gap
    assert start - 3 < min(lit)
    assert max(lit) < start + chips[2] + 3


def test_where_it_stopped_a_bar_stands_at_the_left(table):
    made = table()
    caption = Caption((), "Stopped at round 5.", "", "Try depth 1.", stopped=True)
    for shown, role in ((caption, "ink"), (replace(caption, stopped=False), "card")):
        made.caption.say(shown)
        middle = image_of(made.caption).pixelColor(1, made.caption.height() // 2)
        assert middle == made.session.theme.colour(role)
    assert lines_of(made.caption) == ["Stopped at round 5.", "Try depth 1."]


def test_larger_windows_and_the_projector_have_larger_words(table):
    normal, wide = table(), table(size=(1700, 900))
    for made in (normal, wide):
        made.session.go(Moment(2, 4))
    assert wide.caption.width() > normal.caption.width()
    assert wide.caption.height() > normal.caption.height()
    normal.session.look(palette="projector")
    assert normal.caption.height() > 1.5 * wide.caption.height()
    assert normal.caption.counter == "Round 2 of 8"


def test_a_narrow_canvas_has_narrow_cards(table):
    made = table(size=(480, 360))
    made.session.go(Moment(2, 4))
    made.session.look(pinned=Focus(point=3))
    assert all(card.width() <= 480 - 32 for card in made.cards)


def test_long_words_are_cut_and_no_markup_is_read(table):
    made = table()
    endless = "endless " * 700
    made.caption.say(Caption((StepChip(endless, "now"),), endless, "<b>not bold</b>"))
    assert made.caption.height() < 200
    made.caption.say(Caption((), "<b>A</b>", ""))
    marked = pixels(made.caption)
    made.caption.say(Caption((), "A", ""))
    assert pixels(made.caption) != marked


# --- the key ----------------------------------------------------------------------------------


def test_counts_are_those_of_the_points(table):
    made = table("random-forest", "blobs")
    made.session.go(Moment(3, 1))
    stage = made.session.scene.stage
    lines = lines_of(made.legend)
    for k, count in enumerate(np.bincount(stage.data.target)):
        assert f"{stage.data.classes[k]} {count}" in lines
    for times, count in enumerate(np.bincount(stage.run.round(3).in_bag)):
        noun = "point" if count == 1 else "points"
        assert f"×{times}: {count} {noun}" in lines or count == 0


def test_the_ring_counts_the_misses_of_the_stump(table):
    made = table()
    made.session.go(Moment(2, 2))
    stage = made.session.scene.stage
    answer = stage.run.round(2).learners[0].answer(stage.data.points).argmax(axis=1)
    missed = int((answer != stage.data.target).sum())
    (line,) = [line for line in lines_of(made.legend) if line.startswith("ring:")]
    assert line.endswith(f" {missed}")


def test_a_click_takes_a_class_in_hand_and_says_so(table):
    made = table("random-forest", "blobs")
    for k in (2, 1, 0):
        before = pixels(made.legend)
        QTest.mouseClick(made.legend.buttons[k], LEFT)
        assert made.session.view.hand.class_in_hand == k
        assert [button.isChecked() for button in made.legend.buttons] == [
            other == k for other in range(3)
        ]
        assert pixels(made.legend) != before
    QTest.mouseClick(made.legend.buttons[0], LEFT)
    assert made.legend.buttons[0].isChecked()


@pytest.mark.parametrize("palette", ["light", "dark", "projector"])
def test_marks_have_the_colours_of_their_classes(table, palette):
    made = table("random-forest", "blobs")
    made.session.look(palette=palette)
    for k, button in enumerate(made.legend.buttons):
        image = image_of(made.legend).copy(button.geometry())
        colours = {
            image.pixelColor(x, button.height() // 2).name().upper()
            for x in range(button.width() // 2)
        }
        assert PALETTES[palette].classes[k].fill in colours


def test_eight_classes_wrap_and_long_names_are_cut(table):
    names = ["A", "<b>B</b>", "שלום עולם", "&amp;", "word " * 1000, "f", "two\nlines", "h" * 5000]
    made = table()
    entries = tuple(ClassEntry(k, name, 1000 + k, k == 1) for k, name in enumerate(names))
    made.legend.show_legend(Legend(entries, "missed", 3, (), "", ()), 40)
    places = [button.geometry() for button in made.legend.buttons]
    assert len(places) == 8
    assert len({place.top() for place in places}) >= 3
    assert all(made.legend.rect().contains(place) for place in places)
    assert not any(
        one.intersects(other) for k, one in enumerate(places) for other in places[k + 1 :]
    )
    assert made.legend.width() <= 400
    assert "&lt;b&gt;B" in made.legend.buttons[1].toolTip()
    assert len(made.legend.buttons[7].toolTip()) < 300


@pytest.mark.parametrize("palette", ["light", "projector"])
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("adaboost", "moons"),  # rings come and go
        ("random-forest", "moons"),  # bags hold some points more often than others
        ("random-forest", "sine"),
        ("gradient-boosting", "sine"),  # lines have longer names in later rounds
        ("tree", "sine"),
        ("stacking", "moons"),
    ],
)
def test_the_key_is_as_wide_in_all_rounds_of_a_run(table, name, data, palette):
    made = table(name, data, rounds=12)
    made.session.look(palette=palette)
    widths, run = set(), made.session.run
    for t in range(len(run) + 1):
        for step in range(min(t, 1), steps.last_step(run, t) + 1):
            made.session.go(Moment(t, step))
            widths.add(made.legend.width())
    assert len(widths) == 1


def test_the_key_has_the_same_size_whatever_was_shown_before(table):
    made, fresh = table("random-forest", "sine"), table("random-forest", "sine")
    for t in range(1, 9):
        made.session.go(Moment(t, 4))
    made.session.go(Moment(1, 1))
    fresh.session.go(Moment(1, 1))
    assert made.legend.size() == fresh.legend.size()


def test_without_anything_to_say_there_is_no_key(table):
    made = table()
    made.legend.show_legend(Legend((), "", 0, (), "", ()))
    assert made.legend.isHidden()


@pytest.mark.parametrize("shape", [one.shape for one in PALETTES["light"].classes])
def test_small_marks_have_equal_areas_and_stand_in_the_middle(shape):
    (colour,) = [one for one in PALETTES["light"].classes if one.shape == shape]
    colour = replace(colour, fill="#000000", outline="#000000")
    image = QImage(120, 120, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    draw_glyph(painter, QPointF(60.0, 60.0), 30.0, colour)
    painter.end()
    bits = np.frombuffer(image.constBits(), np.uint8).reshape(120, 120, 4)[:, :, 0]
    dark = 1.0 - bits / 255.0
    corners = outline(shape)
    bare = 30.0**2 * (polygon_area(corners) if len(corners) else np.pi)
    assert bare == pytest.approx(np.pi * 900.0)
    assert bare < dark.sum() < 1.1 * bare  # the outline adds a little
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    for ends in (rows, columns):
        assert (ends[0] + ends[-1] + 1) / 2 == pytest.approx(60.0, abs=1.0)


# --- the card of a point ----------------------------------------------------------------------


def test_the_card_of_a_point_follows_its_weight(table):
    made = table()
    made.session.look(pinned=Focus(point=7))
    made.session.go(Moment(3, 4))
    record = made.session.run.round(3)
    numbers = {line.split(": ")[0]: line.split(": ")[-1] for line in lines_of(made.point)[2:]}
    assert float(numbers["weight before, D₃"]) == pytest.approx(record.sample_weight[7], abs=5e-5)
    after = next(value for label, value in numbers.items() if label.startswith("weight after"))
    assert float(after) == pytest.approx(record.next_weight[7], abs=6e-4)
    assert made.point.isVisible()


def test_copy_takes_all_numbers_and_close_lets_go(table):
    made = table()
    made.session.look(pinned=Focus(point=7))
    QTest.mouseClick(made.point.copy, LEFT)
    assert QGuiApplication.clipboard().text() == made.session.scene.card.text
    assert made.point.copy.toolTip()
    QTest.mouseClick(made.point.close_card, LEFT)
    assert made.session.view.where.pinned == NOTHING
    assert made.point.isHidden()


def test_what_is_only_hovered_lets_the_mouse_through(table):
    made = table()
    made.session.look(hovered=Focus(point=7))
    assert made.point.isVisible()
    assert made.point.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert made.point.copy.isHidden()
    made.session.look(hovered=NOTHING, pinned=Focus(point=7))
    assert not made.point.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert made.point.copy.isVisible()


def test_a_card_keeps_its_width_from_step_to_step(table):
    made = table()
    made.session.look(pinned=Focus(point=7))
    widths = []
    for t in range(1, 5):
        for step in range(1, 6):
            made.session.go(Moment(t, step))
            widths.append(made.point.width())
    assert widths == sorted(widths)
    assert len(set(widths[5:])) == 1


def test_what_is_computed_now_is_in_the_accent(table):
    made = table()
    accent = made.session.theme.colour("accent").rgb()

    def lit(now):
        rows = (CardRow("before", "0.1234"), CardRow("after", "0.2345", now=now, rule=True))
        made.point.show_card(Card("Place", None, "(1, 2)", (1.0, 2.0), rows, (), (), "text"))
        image = image_of(made.point)
        return sum(
            image.pixel(x, y) == accent for x in range(image.width()) for y in range(image.height())
        )

    assert lit(now=True) > 5  # thin type has few pixels of the full colour
    assert lit(now=False) == 0


# --- all of them ------------------------------------------------------------------------------


def test_nothing_reaches_the_canvas_through_a_card(table):
    made = table()
    made.session.look(pinned=Focus(point=7))
    for card in made.cards:
        QTest.mouseClick(card, LEFT, pos=QPoint(card.width() // 2, card.height() - 3))
    assert made.ground.pressed == 0
    spot = QRect(made.ground.rect()).bottomRight() - QPoint(2, 2)
    QTest.mouseClick(made.ground, LEFT, pos=spot)
    assert made.ground.pressed == 1


@pytest.mark.parametrize("palette", ["light", "dark", "projector"])
def test_cards_are_opaque_and_have_a_border(table, palette):
    made = table()
    made.session.look(palette=palette, pinned=Focus(point=7))
    theme = made.session.theme
    for card in made.cards:
        image = image_of(card)
        middle = card.height() // 2
        assert image.pixelColor(card.width() - 4, middle) == theme.colour("card")
        assert image.pixelColor(card.width() - 1, middle) == theme.colour("border")


def test_cards_survive_points_without_any_class_and_no_points(table):
    made = table("gradient-boosting", "sine")
    made.session.look(pinned=Focus(point=0))
    made.session.go(Moment(2, 2))
    for card in made.cards:
        image_of(card)
    empty = Dataset(points=np.empty((0, 2)), target=np.empty(0, dtype=np.int64), classes=("A",))
    bare = table("adaboost", empty)
    for card in bare.cards:
        image_of(card)
    assert bare.point.isHidden()
