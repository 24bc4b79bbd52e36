"""What can be chosen for a figure, as fields; read as what is to be drawn."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QWidget

from ensemble_viz.document.files import writing
from ensemble_viz.document.where import Moment
from ensemble_viz.engine.data import Refusal
from ensemble_viz.export.figure import FORMS
from ensemble_viz.export.publishing import KINDS, OPEN, Order, name_of, publish
from ensemble_viz.export.styles import STYLES, Medium, sized
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import whole
from ensemble_viz.scene.picture import Parts
from ensemble_viz.ui.look.layouts import named
from ensemble_viz.ui.look.widgets import CheckBox
from ensemble_viz.ui.pace import Job, Worker

WHAT = {
    "canvas": "Canvas", "learner": "This learner alone", "strip": "Strip of rounds",
    "steps": "Strip of the steps of this round", "tree": "Tree", "curves": "Curves",
    "margins": "Margins", "search": "Search", "gallery": "Gallery", "table": "Table of points",
    "formulas": "Formulas", "page": "Page: canvas, words, formulas",
    "parting": "Where setups part", "scores": "Scores of the setups",
    "theory": "Plots of the demonstration",
}  # fmt: skip
FIRST_STYLE = "slide"
PARTS = {"key": "Key", "labels": "Names", "ticks": "Numbers along the axes", "caption": "Caption"}
LINES = {
    "rounds": ("Rounds", "1, 2, 3, 10"), "width": ("Width", "as the style"),
    "height": ("Height", "as it needs"), "type": ("Type", "as the style, in points"),
    "dpi": ("Dots an inch", "as the style"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wanted:
    order: Order
    form: str

    @property
    def name(self) -> str:
        """What its file is called."""
        return name_of(self.order, self.form)


class Choices(QWidget):
    """The fields of a figure, one below the other."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("figure choices")
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        kinds = {key: words for key, words in WHAT.items() if key in (*KINDS, *OPEN, "steps")}
        self.what = self._combo("What", kinds)
        self.style_ = self._combo("Style", {name: name.capitalize() for name in STYLES})
        self.form_ = self._combo("File", {name: name.upper() for name in FORMS})
        self.letters = self._combo("Letters", {"sans": "Sans", "serif": "Serif"})
        for name, combo in (("Figure", self.what), ("Style", self.style_),
                            ("File", self.form_), ("Letters", self.letters)):  # fmt: skip
            form.addRow(name, combo)
        self.lines = {key: self._line(*words) for key, words in LINES.items()}
        for key, line in self.lines.items():
            form.addRow(LINES[key][0], line)
        self.parts = {key: self._box(words) for key, words in PARTS.items()}
        self.parts["caption"].setChecked(False)
        self.style_.setCurrentIndex(self.style_.findData(FIRST_STYLE))
        self.transparent = self._box("Transparent ground")
        self.transparent.setChecked(False)
        for box in (*self.parts.values(), self.transparent):
            form.addRow(box)
        self._enable()

    def choose(self, what: str) -> None:
        self.what.setCurrentIndex(self.what.findData(what))

    def wanted(self, stage: Stage, beside: SideBySide | None = None) -> Wanted:
        """Read the fields; what cannot be is refused."""
        what = self.what.currentData()
        by_step = what == "steps"
        medium = self._medium()
        stage = replace(stage, view=stage.view.changed(palette=medium.palette, frame=None))
        if medium.style == "grey" and stage.data.classes is not None:
            stage = replace(stage, view=stage.view.with_layers(surface="hard"))
        if beside is not None:
            look = replace(stage.look, caption=beside.view.look.caption)
            beside = beside.at(replace(beside.view.changed(frame=None), look=look))
        moments: tuple[Moment, ...] = ()
        if by_step:
            moments = tuple(Moment(stage.round, k + 1) for k in range(len(stage.steps)))
        elif what in ("strip", "margins"):
            moments = self._moments(stage)
        if what in ("strip", "steps") and not moments:
            raise Refusal("A strip needs rounds: 1, 2, 3, 10")
        order = Order(stage, medium, "strip" if by_step else what, moments, by_step, beside=beside)
        return Wanted(order, self.form_.currentData())

    def _medium(self) -> Medium:
        text = {key: line.text().strip() for key, line in self.lines.items()}
        for key, name in (("type", "type"), ("dpi", "dots an inch")):
            if text[key] and not re.fullmatch(r"[0-9]{1,4}([.,][0-9]{1,2})?", text[key]):
                raise Refusal(f"{name}: {text[key][:20]!r} is no number")
        number = {key: float(text[key].replace(",", ".")) if text[key] else None
                  for key in ("type", "dpi")}  # fmt: skip
        medium = Medium(
            self.style_.currentData(), dpi=number["dpi"], type=number["type"],
            family=self.letters.currentData(), transparent=self.transparent.isChecked(),
            parts=Parts(**{key: box.isChecked() for key, box in self.parts.items()}),
        )  # fmt: skip
        return sized(medium, text["width"] or None, text["height"] or None)

    def _moments(self, stage: Stage) -> tuple[Moment, ...]:
        text = self.lines["rounds"].text()
        if not text.strip():
            return ()
        if not re.fullmatch(r"\s*\d{1,6}(\s*[,; ]\s*\d{1,6})*\s*", text):
            raise Refusal(f"rounds: {text[:30]!r} is written 1, 2, 3, 10")
        rounds = [int(number) for number in re.findall(r"\d+", text)]
        if max(rounds) > len(stage.run):
            raise Refusal(f"round {max(rounds)}: there are {len(stage.run)} so far")
        return tuple(whole(stage.run, t) for t in rounds)

    def _combo(self, name: str, choices: dict[str, str]) -> QComboBox:
        combo = named(QComboBox(), name)
        for key, words in choices.items():
            combo.addItem(words, key)
        combo.currentIndexChanged.connect(self._change)
        return combo

    def _line(self, name: str, hint: str) -> QLineEdit:
        line = named(QLineEdit(), name)
        line.setPlaceholderText(hint)
        line.textChanged.connect(self._change)
        return line

    def _box(self, words: str) -> CheckBox:
        box = CheckBox(words)
        box.setObjectName(words)
        box.setChecked(True)
        box.toggled.connect(self._change)
        return box

    def _change(self) -> None:
        self._enable()
        self.changed.emit()

    def _enable(self) -> None:
        if hasattr(self, "lines"):
            self.lines["rounds"].setEnabled(self.what.currentData() in ("strip", "margins"))


Done = Callable[["Draft"], None]


class CancelledError(Exception):
    """Nobody wants the figure any more."""


@dataclass(eq=False)
class Draft:
    """A figure that is being drawn, for a file or for somebody to see."""

    wanted: Wanted
    done: Done
    path: Path | None = None
    data: bytes = b""
    refusal: str = ""

    def __post_init__(self) -> None:
        self.is_cancelled = Event()

    @property
    def form(self) -> str:
        return self.wanted.form

    def cancel(self) -> None:
        self.is_cancelled.set()

    def draw(self, report: Callable[[int, int], None]) -> None:
        """Draw it from a lens of its own, and write it; in the other thread."""

        def heard(done: int, count: int) -> None:
            if self.is_cancelled.is_set():
                raise CancelledError
            report(done, count)

        try:
            heard(0, 1)
            self.data = publish(replace(self.wanted.order.apart(), report=heard), self.form)
            heard(1, 1)
            if self.path is not None:
                with writing(self.path, binary=True) as out:
                    out.write(self.data)
                    heard(1, 1)
        except CancelledError:
            self.data = b""
        except Refusal as refusal:
            self.refusal = str(refusal)


class Publisher(QObject):
    """Has one figure drawn after the other."""

    progressed = Signal(int, int)
    """So many plots of so many are described."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.worker = Worker(self)
        self.worker.done.connect(self._hand_over)
        self._drafts: dict[Job, Draft] = {}

    @property
    def is_busy(self) -> bool:
        return bool(self._drafts)

    def publish(self, wanted: Wanted, done: Done, path: Path | None = None) -> Draft:
        """Draw a figure when those before it are drawn; into a file, if there is a path."""
        draft = Draft(wanted, done, path)
        job = Job(partial(draft.draw, self.progressed.emit))
        self._drafts[job] = draft
        self.worker.take(job)
        return draft

    def cancel(self, draft: Draft | None) -> None:
        if draft is not None:
            draft.cancel()

    def _hand_over(self, job: Job) -> None:
        draft = self._drafts.pop(job)
        if job.error is not None:
            raise job.error
        draft.done(draft)
