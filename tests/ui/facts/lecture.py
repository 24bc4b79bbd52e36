"""Somebody who lectures with a window: opens places, changes something, reads what stands there.

What is read are the texts of widgets; nothing is asked of the engine.
"""

import re
from dataclasses import dataclass, field

import numpy as np

from ensemble_viz.document import edits
from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.edits import points
from ensemble_viz.document.look import Theory
from ensemble_viz.document.session_file import Saved
from ensemble_viz.document.where import Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import parse_sample
from tests.ui.reading import cells, told, value_of
from tests.ui.windows import rest

DIGITS = "0123456789−+"
NUMBER = re.compile(r"[−+-]?\d+(?:\.\d+)?(?:·10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?")


def numbers(text):
    """Read all numbers of a text."""
    return [value_of(each) for each in NUMBER.findall(text)]


def texts(text):
    """List all numbers of a text as they are written."""
    return NUMBER.findall(text)


def entries(text):
    """Read a figure that is a table: 1: 0.3000, 3: 0.2160, …"""
    return dict(re.findall(r"([\w.−]+): ([−\d.·⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text))


@dataclass
class Page:
    """What stands on a page of theory."""

    figures: dict[str, str]
    said: str
    formulas: list[str]
    title: str
    plots: list[str]
    refusal: str

    def text(self, name):
        """Read the number of a figure."""
        return self.figures[name.replace("_", " ")]

    def texts(self, name):
        """List the numbers of a figure."""
        return texts(self.text(name))

    def value(self, name):
        return numbers(self.text(name))[0]

    def values(self, name):
        return numbers(self.text(name))


@dataclass
class Lecture:
    """A lecturer before a window."""

    window: object
    qtbot: object
    spoken: list[str] = field(default_factory=list)

    @property
    def session(self):
        return self.window.session

    @property
    def data(self):
        return self.session.document.data

    @property
    def rows(self):
        """The points as plain numbers."""
        return self.data.points.tolist()

    @property
    def target(self):
        return self.data.target.tolist()

    def open(self, sample, method="adaboost", seed=0, **settings):
        """Open a sample with a method."""
        chosen, options = parse_sample(sample)
        self._open(chosen.build(**options), method, settings, seed, sample)

    def open_points(self, points, target, method, **settings):
        """Open points of one's own with a method."""
        data = Dataset(np.array(points), np.array(target), ("A", "B"))
        self._open(data, method, settings, 0, "")

    def _open(self, data, method, settings, seed, source):
        setup = Setup(method, methods.method(method).params.from_values(settings), seed)
        self.session.open(Saved(Document(data, (setup,), source or "points", source=source)))
        self.rest()

    def rest(self):
        rest(self.window)

    def at(self, t, step=10**4):
        """Go to a step of a round."""
        self.qtbot.waitUntil(lambda: not self.session.is_learning)
        self.session.look(moment=Moment(t, step))
        self.rest()

    def change(self, **settings):
        """Change settings of the method in the form."""
        for name, value in settings.items():
            assert self.session.edit("Change", edits.change_setting, 0, name, value)
        self.rest()

    def choose(self, method):
        assert self.session.edit("Choose", edits.choose_method, 0, method)
        self.rest()

    def move(self, row, place):
        """Move a point."""
        assert self.session.apply(points.move_to, row, place)
        self.rest()

    def delete(self, *rows):
        assert self.session.apply(points.delete, list(rows))
        self.rest()

    # --- what is read -------------------------------------------------------------------------

    @property
    def formulas(self):
        """The lines of this step's formulas."""
        return told(self.window.parts.formulas.picture)

    def formula(self, start):
        """The one line that begins so."""
        (line,) = [each for each in self.formulas if each.startswith(start)]
        return line

    @property
    def caption(self):
        return " ".join(told(self.window.canvas.overlays.caption))

    @property
    def table(self):
        return cells(self.window.parts.points.view.rows)

    def column(self, title):
        """Read a column of the table of points."""
        return self.table[title]

    def figure(self, symbol):
        """Read a number of the page of figures, when it is known."""
        panel = self.window.parts.figures
        if panel.visibleRegion().isEmpty():
            self.window.named["figures"].trigger()
        self.rest()
        self.qtbot.waitUntil(lambda: bool(_known(panel, symbol)))
        return _known(panel, symbol)

    # --- theory -------------------------------------------------------------------------------

    def demo(self, name, own=False, **settings):
        """Open a demonstration with its usual settings, but for those that are named."""
        self.session.look(theory=Theory())
        self.window.theory_commands.show_demonstration(name)
        self.rest()
        if own:
            self.window.parts.theory.page.layout.own.click()
        return self.set(**settings)

    def set(self, **settings):
        """Change settings of the demonstration in its form; read the page when it is done."""
        page = self.window.parts.theory.page
        for name, value in settings.items():
            page.layout.form.rows[name].entered.emit(name, value, object())
        return self.page()

    def page(self):
        page = self.window.parts.theory.page
        self.qtbot.waitUntil(lambda: not page.computation.is_busy)
        self.rest()
        layout = page.layout
        refusal = layout.refusal.text() if not layout.refusal.isHidden() else ""
        said = [] if refusal else [label.text() for label in layout.sentences.labels]
        plots = layout.plots.shown
        return Page(
            {} if refusal else dict(layout.figures.shown), " ".join(said), told(layout.formulas),
            layout.headline.text(), [] if plots is None else plots.words(), refusal,
        )  # fmt: skip


def _known(panel, symbol):
    found = {row[1].text(): row[2] for section in panel.sections for row in section.rows}
    label = found.get(symbol)
    is_there = label is not None and label.isEnabled() and label.text()[0] in DIGITS
    return label.text() if is_there else ""
