"""Everything that can be done by a key or from a menu: one table, read by menus and the keys page.

What an action does is the method with its name in one of the commands.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from ensemble_viz.ui.look.keys import pressed_keys


@dataclass(frozen=True, slots=True)
class Entry:
    """An action, before Qt knows it."""

    name: str
    menu: str
    words: str
    keys: tuple[str, ...] = ()
    does: str = ""
    """The method, where it is not the name: it is called with the value."""
    value: Any = None
    checkable: bool = False
    separated: bool = False
    """A line above it in the menu."""


def _tool(tool: str, words: str, key: str) -> Entry:
    return Entry(f"tool_{tool}", "Points", words, (key,), "take_tool", tool)


def _class(k: int) -> Entry:
    words = f"Class {k} in hand"
    return Entry(f"class_{k}", "Points", words, (str(k),), "take_class", k - 1, separated=k == 1)


def _layer(layer: str, words: str, key: str) -> Entry:
    return Entry(f"layer_{layer}", "Layers", words, (key,), "switch_layer", layer, checkable=True)


def _panel(panel: str, menu: str, words: str, key: str) -> Entry:
    return Entry(panel, menu, words, (key,), "toggle_panel", panel, checkable=True)


def _switch(
    name: str, menu: str, words: str, *keys: str, part: str = "", separated: bool = False
) -> Entry:
    """Turn a part of the view on or off; it may be called otherwise than the action."""
    return Entry(name, menu, words, keys, "switch", part or name, True, separated)


ENTRIES = (
    Entry("new", "File", "New", ("Ctrl+N",)),
    Entry("open_file", "File", "Open…", ("Ctrl+O",)),
    Entry("save", "File", "Save", ("Ctrl+S",), separated=True),
    Entry("save_as", "File", "Save as…", ("Ctrl+Shift+S",)),
    Entry("save_points", "File", "Save the points as CSV…", ("Ctrl+D",)),
    Entry("export", "File", "Export figure…", ("Ctrl+E",), separated=True),
    Entry("export_again", "File", "Export the same of this moment", ("Ctrl+Shift+E",)),
    Entry(
        "copy_picture", "File", "Copy figure as picture", ("Ctrl+Shift+C",), "copy_figure", "png"
    ),
    Entry("copy_drawing", "File", "Copy figure as drawing", ("Ctrl+Alt+C",), "copy_figure", "svg"),
    Entry("copy_formulas", "File", "Copy formulas as LaTeX", ("Ctrl+L",)),
    Entry("close", "File", "Quit", ("Ctrl+Q",), separated=True),
    Entry("undo", "Edit", "Undo", ("Ctrl+Z",)),
    Entry("redo", "Edit", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y")),
    Entry("history", "Edit", "History", ("Ctrl+H",), "toggle_popup", "history"),
    Entry("copy_points", "Edit", "Copy points for a spreadsheet", ("Ctrl+C",), separated=True),
    Entry("paste_points", "Edit", "Paste points…", ("Ctrl+V",)),
    Entry("duplicate_points", "Edit", "Duplicate the selected points", ("Ctrl+Shift+J",)),
    Entry("select_all", "Edit", "Select all points", ("Ctrl+A",)),
    Entry("delete", "Edit", "Delete the selected or pinned points", ("Del", "Backspace")),
    Entry("copy_text", "Edit", "Copy as text", ("Ctrl+T",), separated=True),
    Entry("paste_text", "Edit", "Paste a session", ("Ctrl+I",)),
    Entry("let_go", "Edit", "Let go", ("Esc",), separated=True),
    _tool("look", "Look: click pins, drag moves the view", "Q"),
    _tool("place", "Place points", "P"),
    _tool("spray", "Spray points", "Shift+P"),
    _tool("move", "Move points", "V"),
    _tool("soft", "Move a neighbourhood", "Shift+V"),
    _tool("magnet", "Pull points together (Shift: apart)", "Shift+J"),
    _tool("jitter", "Shake points", "Shift+N"),
    _tool("relabel", "Relabel points", "C"),
    _tool("value", "Drag values up and down", "Shift+C"),
    _tool("test", "Make test points (Shift: to learn from)", "Shift+T"),
    _tool("erase", "Erase points", "X"),
    _tool("select", "Select by a rectangle", "Shift+S"),
    _tool("lasso", "Select by a lasso", "Shift+D"),
    _switch("evenly", "Points", "Spray evenly", "Shift+Y", separated=True),
    Entry("larger_brush", "Points", "Larger brush", ("]",), "scale_brush", 2),
    Entry("smaller_brush", "Points", "Smaller brush", ("[",), "scale_brush", -2),
    Entry("value_in_hand", "Points", "Value in hand…", ("=",)),
    *(_class(k) for k in range(1, 9)),
    Entry("pin_nearest", "Points", "Pin the point nearest to the mouse", ("I",), separated=True),
    Entry("place_by_keys", "Points", "Place a point for the arrows", ("Ins", "Ctrl+Return")),
    Entry("next_point", "Points", "Pin the next point", ("Ctrl+Right",), "pin_by", 1),
    Entry("previous_point", "Points", "Pin the point before", ("Ctrl+Left",), "pin_by", -1),
    Entry("nudge", "Points", "Nudge a point by a hair", ("Ctrl+M",)),
    Entry("classes", "Data", "Classes…", ("Ctrl+K",), "toggle_popup", "classes"),
    Entry("relabel_selected", "Data", "Give the selected what is in hand", ("Shift+L",)),
    Entry("set_value", "Data", "Set a value…", ("Shift+U",)),
    Entry("weigh", "Data", "Set a weight…", ("Shift+W",)),
    Entry("keep_only", "Data", "Keep only the selected", ("Shift+K",)),
    Entry("split", "Data", "Split off test points…", ("Ctrl+Shift+T",), separated=True),
    Entry("to_test", "Data", "Make the selected test points"),
    Entry("to_training", "Data", "Learn from the selected"),
    Entry("flip", "Data", "Flip labels…", ("Ctrl+Shift+F",), separated=True),
    Entry("turn_back", "Data", "Turn flipped labels back"),
    Entry("snap", "Data", "Snap to a grid…", ("Ctrl+Shift+G",), separated=True),
    Entry("turn", "Data", "Turn…"),
    Entry("mirror_across", "Data", "Mirror left and right", (), "mirror", 0),
    Entry("mirror_up", "Data", "Mirror above and below", (), "mirror", 1),
    Entry("thin", "Data", "Thin out…", separated=True),
    Entry("shuffle", "Data", "Shuffle the order"),
    Entry("standardise", "Data", "Standardise"),
    Entry("clear_points", "Data", "Clear all points", ("F12", "Ctrl+Shift+Del"), separated=True),
    Entry("forward", "Run", "Step", ("Right", "PgDown")),
    Entry("back", "Run", "Step back", ("Left", "PgUp")),
    Entry("round_forward", "Run", "A round on", ("Shift+Right",)),
    Entry("round_back", "Run", "A round back", ("Shift+Left",)),
    Entry("first", "Run", "Reset to round 0", ("Home",)),
    Entry("last", "Run", "Last round", ("End",)),
    Entry("go_to_round", "Run", "Run to round …", ("G",)),
    Entry("play", "Run", "Play or pause", ("Space",), separated=True),
    Entry("slower", "Run", "Slower", (",", "<")),
    Entry("faster", "Run", "Faster", (";", ">")),
    _switch("repeat", "Run", "Play again from the start at the end", "O", part="loop"),
    _switch("small_steps", "Run", "Small steps inside a round", "N"),
    Entry("another_draw", "Run", "Another draw (a new seed)", ("Ctrl+R",), separated=True),
    Entry("add_setup", "Beside", "Another method beside it", ("+",)),
    Entry("duplicate", "Beside", "The same once more beside it", ("J",)),
    Entry("remove", "Beside", "Take it away", ("-",)),
    Entry("swap", "Beside", "Change places with the next one", ("Z",)),
    Entry("next_setup", "Beside", "Bring the next one to the front", ("/",)),
    Entry("go_to_parting", "Beside", "Go to the first round in which they part", ("Ctrl+G",)),
    Entry("score", "Beside", "Cross-validate all, or stop", ("Shift+F10",)),
    _switch("stacked", "Beside", "Over one another", "Ctrl+B", separated=True),
    _switch("by_share", "Beside", "Rounds by their share of the run", "Ctrl+J"),
    _layer("weights", "Weights as area", "W"),
    _layer("misses", "Misses ringed", "M"),
    _layer("learner", "This learner", "L"),
    _layer("earlier", "Earlier learners", "E"),
    Entry("layer_surface", "Layers", "Surface: soft, hard, off", ("S",)),
    _layer("boundary", "Boundary", "B"),
    _layer("residuals", "Residuals", "R"),
    _layer("draws", "Bag counts", "K"),
    _layer("points", "Points", "D"),
    _layer("test", "Test points", "T"),
    _layer("parting", "Where they part", "Ctrl+P"),
    _layer("before", "Before the last edit", "Ctrl+F"),
    Entry("relative_area", "Layers", "Areas relative to the heaviest point", (), checkable=True),
    _panel("settings", "View", "Settings", "F2"),
    _panel("round", "View", "This round", "F3"),
    _panel("points", "View", "Table of points", "F4"),
    _panel("figures", "View", "Figures", "F5"),
    _panel("beside", "View", "Side by side", "F10"),
    Entry("panels", "View", "All panels", ("\\", "F6"), checkable=True),
    _switch("caption", "View", "Caption", "H"),
    Entry("fit", "View", "Fit all points", ("0",), separated=True),
    Entry("larger_type", "View", "Larger type", ("Ctrl++", "Ctrl+="), "scale_type", 1),
    Entry("smaller_type", "View", "Smaller type", ("Ctrl+-",), "scale_type", -1),
    Entry("usual_type", "View", "Type of the usual size", ("Ctrl+0",)),
    Entry("dark", "View", "Dark", ("Ctrl+Shift+D",), checkable=True),
    Entry("ahead", "View", "What is to come, faintly", ("A",), checkable=True),
    _switch("glide", "View", "Glide between steps", part="glides"),
    _switch("fractions", "View", "Exact fractions", "F"),
    Entry(
        "projector", "View", "Projector", ("F11", "Ctrl+Shift+P"), checkable=True, separated=True
    ),
    Entry("companion", "View", "Below the projector: formula, curves, tree", ("U",)),
    _switch("blank", "View", "Blank the canvas", ".", "F9"),
    _panel("theory", "Theory", "Theory beside the canvas", "F7"),
    Entry("theory_list", "Theory", "All demonstrations", ("Shift+F7",)),
    Entry("why", "Theory", "Why? The theory of this step", ("Y",), separated=True),
    Entry("next_demonstration", "Theory", "The next demonstration", ("F8",), "browse", 1),
    Entry(
        "previous_demonstration", "Theory", "The demonstration before", ("Shift+F8",), "browse", -1
    ),
    Entry(
        "theory_in_full",
        "Theory",
        "In full, in place of the canvas",
        ("Ctrl+F7",),
        checkable=True,
        separated=True,
    ),
    Entry("export_theory", "Theory", "Export the plots of the demonstration…"),
    Entry("keys", "Help", "Keys", ("F1", "?")),
    Entry("about", "Help", "About ensemble_viz"),
)


def doing(does: str) -> list[Entry]:
    """List the actions that call a method with a value."""
    return [entry for entry in ENTRIES if entry.does == does]


MENUS = ("File", "Edit", "Points", "Data", "Run", "Beside", "Layers", "View", "Theory", "Help")


class Choice(QObject):
    """Calls a command with a value: what a lambda would do, but freed with its parent."""

    def __init__(self, parent: QObject, does: Callable[[Any], None], value: Any) -> None:
        super().__init__(parent)
        self.does = does
        self.value = value

    def take(self) -> None:
        self.does(self.value)


def make_actions(owner: QObject, commands: Sequence[QObject]) -> dict[str, QAction]:
    made = {}
    for entry in ENTRIES:
        action = QAction(entry.words, owner)
        action.setObjectName(entry.name)
        action.setShortcuts([QKeySequence(key) for key in entry.keys])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setAutoRepeat(entry.name in REPEATED)
        action.setCheckable(entry.checkable)
        action.setMenuRole(ROLES.get(entry.name, QAction.MenuRole.NoRole))
        keys = f" ({' '.join(pressed_keys(entry.keys[0]))})" if entry.keys else ""
        action.setToolTip(f"{entry.words}{keys}")
        does = _command((owner, *commands), entry.does or entry.name)
        action.triggered.connect(Choice(action, does, entry.value).take if entry.does else does)
        made[entry.name] = action
    return made


def _command(commands: Sequence[QObject], name: str) -> Callable[..., None]:
    found: Callable[..., None] = next(
        getattr(one, name) for one in reversed(commands) if hasattr(type(one), name)
    )
    return found


ROLES = {"close": QAction.MenuRole.QuitRole, "about": QAction.MenuRole.AboutRole}  # of macOS
X11_DIGITS = tuple(range(10, 20))  # codes of the keys 1 … 9, 0
WINDOWS_DIGITS = tuple(range(2, 12))
MAC_DIGITS: tuple[int, ...] = (18, 19, 20, 21, 23, 22, 26, 28, 25, 29)
REPEATED = {
    "forward", "back", "round_forward", "round_back", "undo", "redo", "next_point",
    "previous_point", "larger_type", "smaller_type", "larger_brush", "smaller_brush",
}  # fmt: skip


def fill_menus(
    menu: QMenu, bar: QMenuBar, actions: Mapping[str, QAction], lists: Mapping[str, Sequence[QMenu]]
) -> None:
    """Sort the actions into menus: one below the other in a menu, side by side in a bar.

    `lists` are menus that open from the menu below the action of a name.
    """
    for title in MENUS:
        inside = QMenu(title, menu)
        for entry in ENTRIES:
            if entry.menu == title:
                if entry.separated:
                    inside.addSeparator()
                inside.addAction(actions[entry.name])
                for own in lists.get(entry.name, ()):
                    inside.addMenu(own)
        menu.addMenu(inside)
        bar.addMenu(inside)


def on_digit_row(event: QKeyEvent, platform: str = sys.platform) -> str | None:
    """Name the action of a digit by where its key is: on many keyboards it is typed with Shift."""
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
        return None
    if platform == "darwin":
        code, row = event.nativeVirtualKey(), MAC_DIGITS
    else:
        code, row = event.nativeScanCode(), WINDOWS_DIGITS if platform == "win32" else X11_DIGITS
    digit = (row.index(code) + 1) % 10 if code in row else None
    return None if digit in (None, 9) else f"class_{digit}" if digit else "fit"


def key_groups() -> list[tuple[str, list[tuple[str, tuple[str, ...]]]]]:
    """List what has a key, menu by menu, for the page of keys."""
    groups = []
    for menu in MENUS:
        rows = [(entry.words, entry.keys) for entry in ENTRIES if entry.menu == menu and entry.keys]
        if rows:
            groups.append((menu, rows))
    return groups
