"""Commands of all points, or of those that are selected: each says what it did."""

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QObject

from ensemble_viz.document.edits import Edit, points, transforms
from ensemble_viz.engine.data import LARGEST_VALUE, IntArray
from ensemble_viz.engine.data.samples import LARGEST_SEED, Option
from ensemble_viz.ui.commands.asking import Asks, Say
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.strokes import answer_here

SEED = Option("seed", "Seed", int, 0, 0, LARGEST_SEED, "Another seed deals otherwise.")
NO_SELECTION = "No point is selected: take them with a rectangle (Shift+S) or a lasso (Shift+D)."


class DataCommands(QObject):
    def __init__(self, desk: Desk, files: Asks, say: Say) -> None:
        super().__init__()
        self.desk, self.files, self.say = desk, files, say

    # --- what is selected ---------------------------------------------------------------------

    def relabel_selected(self) -> None:
        """Give the selected points the class in hand, or the value in hand."""
        data, hand = self.desk.document.data, self.desk.view.hand
        if data.classes is None and hand.value_in_hand is None:
            self.set_value()
            return
        given = hand.class_in_hand if data.classes is not None else hand.value_in_hand
        self._do(points.answer, self._selected, given)

    def set_value(self) -> None:
        """Ask for a value, and give it to the selected points, or to the pinned one."""
        rows, pinned = self._selected, self.desk.view.where.pinned.point
        if not len(rows) and pinned is not None:
            rows = np.array([pinned])
        if not len(rows):
            self.say.tell(NO_SELECTION)
            return
        now = float(self.desk.document.data.target[rows[0]])
        asked = self._asked("Set a value", _number("value", "Value", now, "What they say."))
        if asked is not None:
            self._do(points.answer, rows, asked["value"])

    def value_in_hand(self) -> None:
        """Ask for the value that new points get."""
        frame = self.desk.scene.frame
        middle = (frame.left + frame.right) / 2, (frame.bottom + frame.top) / 2
        now = answer_here(self.desk, middle)
        words = "New points and the brush give it; the wheel turns it."
        asked = self._asked("Take a value in hand", _number("value", "Value", now, words))
        if asked is not None:
            self.desk.look(value_in_hand=asked["value"])

    def weigh(self) -> None:
        """Ask for a weight, and give it to the selected points."""
        option = Option("weight", "Weight", float, 2.0, 0.0, LARGEST_VALUE, "How much each counts.")
        self._ask("Set a weight", option, edit=points.weigh, rows=self._selected)

    def keep_only(self) -> None:
        self._do(points.keep_only, self._selected)

    def to_test(self) -> None:
        self._do(points.to_test, self._selected)
        self.desk.switch_layers(test=True)

    def to_training(self) -> None:
        self._do(points.to_training, self._selected)

    # --- what is selected, or all -------------------------------------------------------------

    def split(self) -> None:
        """Make a share of the points test points."""
        share = _share(0.3, "Of each class; it is never learned from.")
        if self._ask("Split off test points", share, SEED, edit=transforms.split, rows=self._rows):
            self.desk.switch_layers(test=True)

    def flip(self) -> None:
        """Give a share of the labels another class; test points keep theirs."""
        share = _share(0.1, "They are marked, and can be turned back.")
        every = np.arange(len(self.desk.document.data))
        rows = self._selected if len(self._selected) else every
        self._ask("Flip labels", share, SEED, edit=transforms.flip, rows=rows)

    def turn_back(self) -> None:
        """Give flipped labels the class they had."""
        self._do(transforms.turn_back, self._rows)

    def snap(self) -> None:
        frame = self.desk.scene.frame
        usual = 10.0 ** np.floor(np.log10((frame.right - frame.left) / 4))
        words = "Coordinates are whole numbers of it."
        option = Option("step", "Grid step", float, float(usual), 1e-9, 1e9, words)
        if self._ask("Snap to a grid", option, edit=transforms.snap, rows=self._rows):
            self._see_all()

    def turn(self) -> None:
        words = "Counter-clockwise, around their middle."
        option = Option("degrees", "Degrees", float, 45.0, -360, 360, words)
        if self._ask("Turn", option, edit=transforms.turn, rows=self._rows):
            self._see_all()

    def mirror(self, axis: int) -> None:
        """Exchange the sides along an axis."""
        self._do(transforms.mirror, self._rows, axis)
        self._see_all()

    def thin(self) -> None:
        share = _share(0.5, "So many are kept, of each class.")
        self._ask("Thin out", share, SEED, edit=transforms.thin, rows=self._rows)

    def shuffle(self) -> None:
        """Put the points in another order, each time in a new one."""
        self._do(transforms.shuffle, self.desk.session.undo.index)

    def standardise(self) -> None:
        """Take from each coordinate its mean, and divide by its deviation."""
        self._do(transforms.standardise)
        self.desk.look(frame=None)

    def _see_all(self) -> None:
        """Show all points, where all have moved: they may be below a card, or out of sight."""
        if self._rows is None:
            self.desk.look(frame=None)

    # --- how ----------------------------------------------------------------------------------

    @property
    def _selected(self) -> IntArray:
        return np.array(self.desk.view.where.selection, dtype=np.int64)

    @property
    def _rows(self) -> IntArray | None:
        """What is selected; where nothing is, all points."""
        return self._selected if len(self._selected) else None

    def _asked(self, title: str, *options: Option) -> dict[str, Any] | None:
        return self.files.ask.numbers(title, options)

    def _ask(
        self, title: str, *options: Option, edit: Callable[..., Edit], rows: IntArray | None
    ) -> bool:
        """Ask for the numbers of an edit, and do it; False where nobody gave them."""
        asked = self._asked(title, *options)
        if asked is not None:
            self._do(edit, rows=rows, **asked)
        return asked is not None

    def _do(self, edit: Callable[..., Edit], *args: Any, **kwargs: Any) -> None:
        """Do it, and say what was done."""
        made = self.desk.apply(edit, *args, **kwargs)
        if made is not None and made.sentence:
            self.say.tell(made.sentence)


def _share(usual: float, words: str) -> Option:
    return Option("share", "Share", float, usual, 0.0, 1.0, words)


def _number(name: str, label: str, now: float, words: str) -> Option:
    return Option(name, label, float, now, -LARGEST_VALUE, LARGEST_VALUE, words)
