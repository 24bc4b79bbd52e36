"""The points: which sample they are, what it was drawn by, and another draw."""

from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change, Document
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import (
    LARGEST_SEED,
    SAMPLES,
    Option,
    Sample,
    TextOption,
    parse_sample,
)
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.commands.run import next_seed
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.number_field import NumberField
from ensemble_viz.ui.form.row import MANY, DiceButton, Row
from ensemble_viz.ui.form.span import span_of_option
from ensemble_viz.ui.form.thumbnail import thumbnail
from ensemble_viz.ui.look.layouts import discard, fill, named
from ensemble_viz.ui.look.widgets import ComboBox, SectionHead, words

BY_HAND = "Changed by hand, or your own."


class DataPanel(QWidget):
    """The sample with its options in a column; or the sample alone, in a line."""

    def __init__(self, desk: Desk, inline: bool = False) -> None:
        """Offer the samples, and in a column what they are drawn by."""
        super().__init__()
        self.desk = desk
        self.inline = inline
        self.drawn: Sample | None = None
        self.rows: dict[str, Row] = {}
        named(self, "data in a line" if inline else "data", "Points")
        self.choice = SampleChoice(desk)
        self.choice.is_snug = inline
        self.dice = DiceButton("draw again", desk.theme, "Draw again: the next seed")
        self.dice.clicked.connect(self._draw_again)
        self.note = words(BY_HAND, "hint", wraps=True)
        self.asked: Row | None = None
        self.whole = QHBoxLayout(self) if inline else QVBoxLayout(self)
        if inline:
            fill(self.whole, self.choice, gap=8)
            self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        else:
            fill(self.whole, SectionHead("Points"), self.choice, self.note, gap=8)
        desk.session.refused.connect(self._show_refusal)

    # --- showing ------------------------------------------------------------------------------

    def refresh(self, scene: Scene, change: Change) -> None:
        if not change & (Change.DATA | Change.TITLE | Change.SETUPS | Change.LOOK):
            return
        document = scene.stage.document
        sample, options = source_of(document)
        self.choice.show_sample(sample, document)
        if self.inline:
            return
        self.note.setVisible(sample is None)
        if sample is not self.drawn or change & Change.LOOK:
            self._rebuild(sample)
        for name, value in options.items():
            with QSignalBlocker(self.rows[name].field):
                self.rows[name].show_value(value)

    def _rebuild(self, sample: Sample | None) -> None:
        self.drawn = sample
        self.dice.setParent(self)
        self.dice.hide()
        discard(self.rows.values())
        options = sample.options if sample else ()
        self.rows = {option.name: self._row(option) for option in options}
        self.dice.dress(self.desk.theme)
        if "seed" in self.rows:
            self.rows["seed"].beside.insertWidget(0, self.dice)
            self.dice.show()

    def _row(self, option: Option | TextOption) -> Row:
        field = NumberField(option.name, span_of_option(option), MANY)
        row = Row(option.name, option.label, field, option.help)
        row.entered.connect(self._change)
        self.whole.addWidget(row)
        return row

    # --- changing -----------------------------------------------------------------------------

    def _change(self, name: str, value: Any, stroke: object) -> None:
        sample, options = source_of(self.desk.document)
        assert sample is not None
        row = self.rows[name]
        self.asked = row
        draw(self.desk, sample, options | {name: value}, f"Change {row.title}", stroke)
        self.asked = None
        shown = source_of(self.desk.document)[1][name]
        with QSignalBlocker(row.field):
            row.field.show_value(shown)

    def _draw_again(self) -> None:
        sample, options = source_of(self.desk.document)
        if sample is not None and "seed" in options:
            again = options | {"seed": next_seed(options["seed"], LARGEST_SEED)}
            draw(self.desk, sample, again, "Draw other points")

    def _show_refusal(self, sentence: str) -> None:
        if self.asked is not None:
            self.asked.refuse(sentence)


class SampleChoice(ComboBox):
    """All samples by their titles, each with its picture; or the title of a person's own points."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("sample")
        self.desk = desk
        self.names = tuple(SAMPLES)
        self.pictured = ""
        for sample in SAMPLES.values():
            self.addItem(sample.title)
            about = f"{sample.summary} ({sample.name})"
            self.setItemData(self.count() - 1, about, Qt.ItemDataRole.ToolTipRole)
        self.activated.connect(self._choose)

    def show_sample(self, sample: Sample | None, document: Document) -> None:
        index = -1 if sample is None else self.names.index(sample.name)
        if (document.title, index) != (self.placeholderText(), self.currentIndex()):
            with QSignalBlocker(self):
                self.setPlaceholderText(document.title)
                self.setCurrentIndex(index)
            self.updateGeometry()
        n = len(document.data)
        self.show_aside("1 point" if n == 1 else f"{n} points")
        self.setToolTip(f"{sample.summary} ({sample.name})" if sample else document.title)

    def showPopup(self) -> None:
        """Draw the pictures when they are first seen."""
        theme = self.desk.theme
        look = f"{theme.palette.name} {theme.scale}"
        if self.pictured != look:
            self.pictured = look
            size = QSize(theme.px(44), theme.px(30))
            self.setIconSize(size)
            for k, sample in enumerate(SAMPLES.values()):
                picture = thumbnail(sample.build(), theme, size, self.devicePixelRatioF())
                picture_icon = QIcon(picture)
                picture_icon.addPixmap(picture, QIcon.Mode.Selected)
                self.setItemIcon(k, picture_icon)
        super().showPopup()

    def _choose(self, index: int) -> None:
        sample = SAMPLES[self.names[index]]
        draw(self.desk, sample, sample.resolve(), f"Take {sample.title}")
        self.show_sample(source_of(self.desk.document)[0], self.desk.document)


def draw(
    desk: Desk, sample: Sample, options: dict[str, Any], words_: str, stroke: object = None
) -> None:
    """Draw a sample and take its points; a refusal is told as the session's own are."""
    try:
        data = sample.build(**options)
    except Refusal as refusal:
        desk.session.refused.emit(str(refusal))
        return
    desk.session.stroke(
        words_, stroke, edits.choose_data, data, sample.title, source(sample, options)
    )


def source(sample: Sample, options: dict[str, Any]) -> str:
    """Write what points are drawn by, as the command line has it."""
    given = ",".join(f"{name}={value!r}" for name, value in options.items())
    return f"{sample.name}:{given}" if given else sample.name


def source_of(document: Document) -> tuple[Sample | None, dict[str, Any]]:
    """Find the sample the points are, and its options; none where they are a person's own."""
    if not document.source:
        return None, {}
    return parse_sample(document.source)
