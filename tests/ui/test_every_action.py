"""Every action of the window does what it says, by its key or from the menu, and can be undone."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from PySide6.QtCore import QMimeData, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from ensemble_viz.document import edits
from ensemble_viz.document.edits import points, transforms
from ensemble_viz.document.look import Layers
from ensemble_viz.document.session_file import session_text
from ensemble_viz.document.where import START, Focus, Frame, Moment
from ensemble_viz.scene.moment.view import TOOLS
from ensemble_viz.ui.actions import ENTRIES
from ensemble_viz.ui.publish import Publisher
from tests.ui.windows import calm, choose, click, pixels, point_at, press, rest, seen, settle

EIGHT = "blobs:n=40,classes=8"
HERE = Moment(2, 4)
POINTS = "x1,x2,class\n1,2,a\n2,1,b\n3,5,a\n4,4,b\n"


def nothing(window):
    """Leave everything as it is."""


def looking(**parts):
    """Look at something before."""

    def prepare(window):
        window.session.look(**parts)

    return prepare


def edited(window):
    """Do something that can be undone."""
    window.session.apply(points.move_to, 0, (5.0, 5.5))


def undone(window):
    """Take something back that can be made again."""
    edited(window)
    press(window, "Ctrl+Z")


def pinned(window):
    """Pin the third point."""
    window.session.look(pinned=Focus(point=2))


def selected(*rows, **parts):
    """Select some points, with a tool for it."""
    return looking(selection=rows or (1, 2, 4), tool="select", **parts)


def typing(**given):
    """Have the third points selected, and some numbers ready to be typed."""

    def prepare(window):
        window.session.look(selection=(2, 3))
        window.files.ask.given = given

    return prepare


def testing(window):
    """Select two points, and see which points test."""
    window.session.look(selection=(1, 2), layers=Layers(test=True))


def flipped(window):
    """Flip two labels."""
    window.session.apply(transforms.flip, 0.2, 3, range(10))


def table_copied(_window):
    """Put a table on the clipboard."""
    QGuiApplication.clipboard().setText(POINTS)


def with_mouse(window):
    """Let the mouse be over the canvas."""
    point_at(window, window.canvas)


def the_scene(window):
    return seen(window)


def the_window(window):
    return pixels(window)


def what_is_around(window):
    """List what is around the canvas: a screen can be smaller than the window was."""
    parts = (window.parts.header, window.strip, *window.docks.by_name.values())
    return [part.isVisible() for part in parts], window.session.theme.palette.name


def the_canvas(window):
    return pixels(window.canvas)


def the_rail(window):
    return pixels(window.parts.rail)


def the_hand(window):
    return window.session.view.hand


def the_selection(window):
    return window.session.view.where.selection


def the_speed(window):
    return pixels(window.parts.run.transport.speed)


def the_round(window):
    return pixels(window.parts.run.transport.number)


def the_clipboard(_window):
    board = QGuiApplication.clipboard()
    return board.text(), board.image().size().width(), (board.mimeData() or QMimeData()).formats()


def the_dialog(window):
    return [each.isVisible() for each in window.findChildren(QDialog)]


def the_file(window):
    path = window.files.ask.path
    return path.read_bytes() if path.exists() else b""


def projecting(window):
    """Be on the projector, with all of the run to come."""
    window.named["projector"].trigger()


def in_large_type(window):
    window.named["larger_type"].trigger()


def below_the_projector(window):
    return window.strip.companion


def the_run(window):
    return pixels(window.parts.run)


def glides(window):
    """Say whether there is something between two pictures when a step is taken."""
    found = []
    for name in ("back", "forward"):
        window.named[name].trigger()
        found.append(window.canvas.picture.is_gliding)
        while window.canvas.picture.is_gliding:
            QApplication.processEvents()
    return found


def two(window):
    """Have a second setup beside the first."""
    window.named["add_setup"].trigger()


def unequal(window):
    """Have two setups beside one another, of which one takes half as many rounds."""
    two(window)
    window.session.edit("Rounds", edits.change_setting, 1, "rounds", 25)


def the_scores(window):
    """See what is known of the setups, when all of it is."""
    while window.scoring.is_running:
        QApplication.processEvents()
    known = window.scoring.validations(window.session.document)
    return [tuple(one.errors) for one in known]


def the_board(window):
    """See all setups."""
    return pixels(window.board)


def remembered(window):
    """Move a point while what was before is kept."""
    window.desk.switch_layers(before=True)
    edited(window)


def copied(window):
    """Put a session on the clipboard that stands elsewhere."""
    saved = window.session.save_state.now
    elsewhere = replace(saved, where=replace(saved.where, moment=Moment(1, 1)))
    QGuiApplication.clipboard().setText(session_text(elsewhere))


def a_demonstration(window):
    window.theory_commands.show_demonstration("votes")


def of_theory(window):
    """Say what is seen of theory, and whether the canvas is."""
    page, in_full = window.parts.theory, window.parts.theory_in_full
    name = window.session.view.look.theory.name
    return page.isVisible(), in_full.isVisible(), window.canvas.isVisible(), name


@dataclass
class Case:
    """A situation in which an action means something, and where it shows."""

    shows: Callable = the_scene
    before: Callable = nothing
    is_edit: bool = False
    points: str = "ten-points"
    method: str = "adaboost"
    settings: dict = field(default_factory=dict)
    moment: Moment = HERE


def edit(before=nothing, **rest_of_it):
    return Case(before=before, is_edit=True, **rest_of_it)


def layer(shows=the_canvas, **rest_of_it):
    return Case(shows, **rest_of_it)


CASES = {
    "open_file": edit(),
    "new": Case(),
    "save": Case(the_file),
    "save_as": Case(the_file),
    "save_points": Case(the_file),
    "history": Case(the_window),
    "copy_text": Case(the_clipboard),
    "paste_text": Case(before=copied),
    "export": Case(the_dialog),
    "export_again": Case(the_dialog),
    "copy_picture": Case(the_clipboard),
    "copy_drawing": Case(the_clipboard),
    "copy_formulas": Case(the_clipboard),
    "close": Case(QWidget.isVisible),
    "undo": Case(before=edited),
    "redo": Case(before=undone),
    "delete": edit(pinned),
    "let_go": Case(before=pinned),
    "tool_look": Case(the_rail, looking(tool="erase")),
    **{f"tool_{name}": Case(the_rail) for name in TOOLS[1:]},
    "evenly": Case(the_hand, looking(tool="spray")),
    "larger_brush": Case(the_hand, looking(tool="spray")),
    "smaller_brush": Case(the_hand, looking(tool="spray")),
    "value_in_hand": Case(the_hand, points="surface:n=30", method="gradient-boosting"),
    "copy_points": Case(the_clipboard),
    "paste_points": edit(table_copied),
    "duplicate_points": edit(selected()),
    "select_all": Case(the_selection),
    "classes": Case(the_window),
    "relabel_selected": edit(selected(class_in_hand=1)),
    "set_value": edit(typing(value=9.0), points="surface:n=30", method="gradient-boosting"),
    "weigh": edit(selected()),
    "keep_only": edit(selected(0, 1, 2, 6)),
    "split": edit(testing),
    "to_test": edit(testing),
    "to_training": edit(
        looking(selection=(31, 35), layers=Layers(test=True)), points="moons:n=30,test=20"
    ),
    "flip": edit(),
    "turn_back": edit(flipped),
    "snap": edit(typing(step=0.7)),
    "turn": edit(),
    "mirror_across": edit(),
    "mirror_up": edit(),
    "thin": edit(),
    "shuffle": edit(),
    "standardise": edit(),
    "class_1": Case(before=looking(class_in_hand=4), points=EIGHT, method="tree"),
    **{f"class_{k}": Case(points=EIGHT, method="tree") for k in range(2, 9)},
    "pin_nearest": Case(before=with_mouse),
    "next_point": Case(before=pinned),
    "previous_point": Case(before=pinned),
    "clear_points": edit(),
    **{name: Case() for name in ("forward", "back", "round_forward", "round_back")},
    "first": Case(),
    "last": Case(),
    "go_to_round": Case(the_round),
    "play": Case(),
    "slower": Case(the_speed),
    "faster": Case(the_speed),
    "repeat": Case(the_speed),
    "small_steps": Case(),
    "another_draw": edit(points="moons:n=30", method="random-forest"),
    "add_setup": edit(),
    "duplicate": edit(),
    "remove": edit(two),
    "swap": edit(two, shows=the_board),
    "next_setup": Case(before=two),
    "stacked": Case(the_board, before=two),
    "score": Case(the_scores, before=two),
    "beside": Case(the_window, before=two),
    "by_share": Case(the_board, before=unequal),
    "layer_weights": layer(),
    "layer_misses": layer(),
    "layer_learner": layer(),
    "layer_earlier": layer(),
    "layer_surface": layer(),
    "layer_boundary": layer(),
    "layer_residuals": layer(points="sine:n=30", method="gradient-boosting", moment=Moment(2, 1)),
    "layer_draws": layer(points="moons:n=30", method="random-forest", moment=Moment(2, 1)),
    "layer_points": layer(),
    "layer_parting": layer(points="moons:n=30", before=two),
    "layer_before": layer(before=remembered),
    "go_to_parting": Case(points="moons:n=30", before=two, moment=Moment(9, 4)),
    "nudge": edit(points="moons:n=30"),
    "place_by_keys": edit(points="moons:n=30"),
    "layer_test": layer(points="moons:n=30,test=20"),
    "relative_area": Case(the_canvas),
    "settings": Case(the_window),
    "round": Case(the_window),
    "points": Case(the_window),
    "figures": Case(the_window),
    "panels": Case(the_window),
    "caption": Case(the_canvas),
    "fit": Case(the_canvas, looking(frame=Frame(2.0, 2.0, 5.0, 5.0))),
    "larger_type": Case(the_window),
    "smaller_type": Case(the_window),
    "usual_type": Case(the_window, before=in_large_type),
    "dark": Case(the_window),
    "ahead": Case(the_run),
    "companion": Case(below_the_projector, before=projecting),
    "glide": Case(glides),
    "fractions": Case(),
    "projector": Case(what_is_around),
    "blank": Case(the_canvas),
    "theory": Case(of_theory),
    "theory_list": Case(of_theory, before=a_demonstration),
    "why": Case(of_theory),
    "next_demonstration": Case(of_theory, before=a_demonstration),
    "previous_demonstration": Case(of_theory, before=a_demonstration),
    "theory_in_full": Case(of_theory, before=a_demonstration),
    "export_theory": Case(the_dialog, before=a_demonstration),
    "keys": Case(the_window),
    "about": Case(the_window),
}
BY_NAME = {entry.name: entry for entry in ENTRIES}


@pytest.fixture
def stand(open_window, tmp_path):
    """Open a window in the situation of an action."""

    def prepare(case):
        window = open_window(case.points, case.method, **case.settings)
        calm(window)
        window.files.ask.path = tmp_path / "points.csv"
        if case is CASES["open_file"]:
            window.files.ask.path.write_text(POINTS)
        QGuiApplication.clipboard().clear()
        window.session.go(case.moment)
        case.before(window)
        rest(window)
        return window

    return prepare


def from_the_menu(window, name):
    """Click through the menu in the header."""
    entry = BY_NAME[name]
    menu = window.parts.header.menu_button.menu()
    menu.popup(window.mapToGlobal(window.rect().topLeft()))
    settle()
    choose(menu, entry.menu, entry.words)


def does(window, name):
    """Do an action by its key, or from the menu where it has none."""
    keys = BY_NAME[name].keys
    if keys:
        press(window, keys[0])
    else:
        from_the_menu(window, name)
    rest(window)
    for publisher in window.findChildren(Publisher):
        while publisher.is_busy:
            QApplication.processEvents()


def test_every_action_has_its_case_and_no_case_is_left_over():
    assert set(CASES) == set(BY_NAME)


@pytest.mark.parametrize("name", CASES)
def test_every_action_shows_and_is_taken_back_bit_for_bit(name, stand):
    case = CASES[name]
    window = stand(case)
    action = window.named[name]
    before, scene, was = case.shows(window), seen(window), action.isChecked()
    does(window, name)
    assert case.shows(window) != before
    if case.is_edit:
        changed = seen(window)
        press(window, "Ctrl+Z")
        rest(window)
        assert seen(window) == scene
        press(window, "Ctrl+Shift+Z")
        rest(window)
        assert seen(window) == changed
    if action.isCheckable():
        assert action.isChecked() != was
        does(window, name)
        assert action.isChecked() == was
        assert case.shows(window) == before
        assert seen(window) == scene


def test_the_menus_hold_every_action(window):
    menu = window.parts.header.menu_button.menu()
    held = [action for inside in menu.actions() for action in inside.menu().actions()]
    assert {action.objectName() for action in held if action.objectName()} == set(BY_NAME)


# --- keys, whatever has the focus ---------------------------------------------------------------


FOCUSED = {
    "canvas": lambda window: window.canvas.plot,
    "table of points": lambda window: window.parts.points.view,
    "method": lambda window: window.parts.going_in[2].choice,
    "number of a setting": lambda window: window.parts.going_in[2].rows["rounds"].field,
    "number of the round": lambda window: window.parts.run.transport.number,
    "box of a layer": lambda window: window.parts.going_in[3].rows["misses"].box,
    "switch of the steps": lambda window: window.parts.run.transport.small,
    "picture of the tree": lambda window: window.parts.this_round[0].picture,
    "next": lambda window: window.parts.run.transport.next,
    "speed": lambda window: window.parts.run.transport.speed,
    "class in the key": lambda window: window.canvas.overlays.legend.buttons[0],
    "tool": lambda window: window.parts.tools.tools["place"],
}
TYPED = ("number of a setting", "number of the round")
# what a text that is being typed needs for itself
OWN = {
    "Del",
    "Backspace",
    "Esc",
    "Right",
    "Left",
    "Shift+Right",
    "Shift+Left",
    "Home",
    "End",
    "Space",
    "Ctrl+A",
    "Ctrl+C",
    "Ctrl+V",
}


PLAYBACK = {
    "PgDown": Moment(2, 5), "PgUp": Moment(2, 3), "Right": Moment(2, 5), "Left": Moment(2, 3),
    "Home": START, "End": Moment(50, 5), "Shift+Right": Moment(3, 5), "Space": Moment(2, 5),
}  # fmt: skip


WALKED = {"Right", "Left", "Up", "Down", "Space", "Return"}  # in a picture, after Tab


def is_own(where, key):
    if where == "picture of the tree":
        return key in WALKED
    if where == "table of points":
        return key in ("Ctrl+C", "Ctrl+V")  # of its rows
    letter = key.removeprefix("Shift+")
    return where in TYPED and (key in OWN or (len(letter) == 1 and letter.isprintable()))


@pytest.fixture
def wide(open_window):
    """A window with everything in it, at the second round."""
    window = open_window(size=(1920, 1080))
    calm(window)
    window.session.go(Moment(2, 4))
    rest(window)
    return window


class Heard(QObject):
    """Writes down that an action was asked for."""

    def __init__(self, action, heard, name):
        super().__init__(action)
        self.heard, self.name = heard, name

    def hear(self):
        self.heard.append(self.name)


def listened(window):
    """Hear which actions are asked for, and do nothing."""
    heard = []
    for name, action in window.named.items():
        action.triggered.disconnect()
        action.triggered.connect(Heard(action, heard, name).hear)
    return heard


def focus(window, widget):
    """Give the keys to a widget, as Tab or a click does."""
    if not widget.hasFocus():
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus:
            click(window, widget)


@pytest.mark.parametrize("where", FOCUSED)
def test_every_key_acts_whatever_has_the_focus(where, wide):
    widget = FOCUSED[where](wide)
    for key, wanted in PLAYBACK.items():
        if is_own(where, key):
            continue
        wide.player.pause()
        wide.session.go(HERE)
        focus(wide, widget)
        press(wide, key)
        assert wide.session.view.where.moment == wanted, key
    heard = listened(wide)
    unheard = []
    for entry in ENTRIES:
        for key in entry.keys:
            focus(wide, widget)
            heard.clear()
            for action in wide.named.values():
                action.setEnabled(True)  # the window knows better, whenever something is shown
            press(wide, key)
            wanted = [] if is_own(where, key) else [entry.name]
            if heard != wanted:
                unheard.append((key, wanted, list(heard)))
    assert unheard == []


@pytest.mark.parametrize("where", TYPED)
def test_a_number_that_is_typed_keeps_its_keys_until_enter_or_escape(where, wide):
    field = FOCUSED[where](wide)
    before, here = seen(wide), wide.session.view.where.moment
    focus(wide, field)
    for key in ("Ctrl+A", *"12345", "Left", "Backspace", "Home", "Del", "End", "7", "Ctrl+Z"):
        press(wide, key)
    assert field.lineEdit().text() == "235"
    press(wide, "Ctrl+Y")
    assert field.lineEdit().text() == "2357"
    press(wide, "M")
    press(wide, "Space")
    assert seen(wide) == before
    assert not wide.player.is_playing
    value = field.value
    for key in ("Esc", "Return", "Enter"):
        focus(wide, field)
        press(wide, "Ctrl+A")
        press(wide, "4")
        press(wide, key)
        rest(wide)
        assert not field.hasFocus()
        assert field.value == (value if key == "Esc" else 4)
        wide.session.go(here)
        press(wide, "Left")
        assert wide.session.view.where.moment < here
        wide.session.go(here)
