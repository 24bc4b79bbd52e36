"""How a demonstration is laid out: in a column beside the canvas, or in two in its place."""

from dataclasses import replace

from PySide6.QtCore import QSize
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from ensemble_viz.engine.theory import Demonstration
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.charts import charts, reading
from ensemble_viz.scene.theory import ShownTheory, words_of
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.popup import Scrolling
from ensemble_viz.ui.look.style import Theme, rules_in_full
from ensemble_viz.ui.look.widgets import SectionHead, Switch, WordButton, paragraph, words
from ensemble_viz.ui.pictures.formula_picture import FormulaPicture
from ensemble_viz.ui.pictures.picture import PictureWidget
from ensemble_viz.ui.theory.form import TheoryForm
from ensemble_viz.ui.theory.list_page import FigureTable, Sentences

LEAST = 160  # pixels of height, where a page gives it what is left


class PlotsPicture(PictureWidget):
    """Shows plots: as high as they need, or as high as there is room."""

    def __init__(self, desk: Desk, fills: bool, magnified: float = 1.0) -> None:
        super().__init__("Plots of the demonstration", desk, magnified)
        self.fills = fills
        self.demonstration: ShownTheory | None = None
        if fills:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_plots(self, shown: ShownTheory | None) -> None:
        self.demonstration = shown
        self.setAccessibleDescription("" if shown is None else shown.description)
        self.renew()
        self._fit()

    @property
    def theme(self) -> Theme:
        theme = self.desk.theme  # on the projector its words are large already
        return theme if theme.palette.is_projected else super().theme

    @property
    def laid(self) -> Sheet:
        """The sheet that the plots are laid out on: of no height where they choose it."""
        sheet = self.sheet
        if not self.fills:
            return replace(sheet, box=(0.0, 0.0, sheet.width, 0.0))
        plots = () if self.demonstration is None else self.demonstration.plots
        usual = replace(sheet, scale=self.desk.theme.scale)
        return sheet if charts(plots, sheet).height <= sheet.height else usual

    def describe(self, _sheet: Sheet) -> Picture | None:
        if self.demonstration is None:
            return None
        return charts(self.demonstration.plots, self.laid)

    def sizeHint(self) -> QSize:
        return QSize(280, LEAST)

    def _fit(self) -> None:
        if not self.fills:
            high = self.shown.height if self.shown is not None else 0.0
            if round(high) != self.height():
                self.setFixedHeight(round(high))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the plots out for another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say the numbers at the nearest place."""
        if self.demonstration is None:
            return
        x, y = event.position().x(), event.position().y()
        text = reading(self.demonstration.plots, self.laid, x, y)
        if text:
            QToolTip.showText(event.globalPosition().toPoint(), text, self)
        else:
            QToolTip.hideText()


LARGER = 1.3  # what is shown in full, on a screen
ASIDE = 0.34  # of the width, for words and settings in full
OWN = {"points": "on your points", "run": "on your run"}
PROJECTED = 1.9  # the type of formulas there


class PageLayout:
    def __init__(self, desk: Desk, in_full: bool, buttons: QWidget) -> None:
        self.desk, self.in_full = desk, in_full
        self.head = SectionHead("")
        self.head.left.setWordWrap(True)
        self.head.right.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.head.row.setStretch(0, 1)
        self.head.row.setStretch(1, 0)
        self.head.row.addWidget(buttons)
        self.headline, self.question = paragraph(role="title"), paragraph(role="hint")
        self.plots = PlotsPicture(desk, in_full, LARGER if in_full else 1.0)
        self.own = Switch("")
        self.own.setObjectName("on your own")
        self.form = TheoryForm(desk)
        self.refusal = paragraph(role="refusal")
        self.formulas = FormulaPicture(desk)
        self.sentences = Sentences("theory sentences")
        self.about = Sentences("theory explanation")
        self.listed, self.figures = SectionHead("Figures"), FigureTable()
        self._make_measured()
        self.root = self._in_two() if in_full else self._in_one()

    def _make_measured(self) -> None:
        """Make the line that says how far what is measured has come."""
        self.measured = QWidget()
        self.progress = named(words(role="hint"), "theory progress", "How far it is")
        self.stop = WordButton("Stop", "word", "stop measuring")
        fill(QHBoxLayout(self.measured), (self.progress, 1), self.stop)

    def _in_one(self) -> QWidget:
        inside = QWidget()
        inside.setProperty("role", "panel")
        self.columns = [fill(
            QVBoxLayout(inside),
            self.head, self.headline, self.question, self.own, self.form, self.measured,
            self.refusal, self.plots, self.formulas, self.sentences, SectionHead("In words"),
            self.about, self.listed, self.figures, None,
        )]  # fmt: skip
        return Scrolling(inside, "theory column")

    def _in_two(self) -> QWidget:
        """Put picture and formulas at the left, settings and words beside them."""
        root, left, right = QWidget(), QWidget(), QWidget()
        root.setObjectName("theory in two")
        right.setProperty("role", "panel")
        first, second = QVBoxLayout(left), QVBoxLayout(right)
        fill(first, self.headline, self.refusal, (self.plots, 1), self.formulas)
        fill(
            second,
            self.head, self.question, self.own, self.form, self.measured, self.sentences,
            SectionHead("In words"), self.about, self.listed, self.figures, None,
        )  # fmt: skip
        self.aside = Scrolling(right, "theory aside")
        left.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.aside.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        shares = (left, round(100 * (1 - ASIDE))), (self.aside, round(100 * ASIDE))
        fill(QHBoxLayout(root), *shares, gap=0)
        self.columns = [first, second]
        return root

    def dress(self) -> None:
        theme = self.desk.theme
        px = theme.px
        side = px(28 if self.in_full else 16)
        for column in self.columns:
            column.setContentsMargins(side, px(10), side, px(14))
            column.setSpacing(px(14 if self.in_full else 9))
        if self.in_full:
            self.root.setStyleSheet(rules_in_full(theme))
            self.formulas.magnified = PROJECTED if theme.palette.is_projected else LARGER
            self.formulas.grow_again()

    def begin(self, one: Demonstration) -> None:
        """Show another demonstration: its figures are not known yet."""
        words = words_of(one.name)
        self.head.left.setText(one.title)
        self.headline.setText(words.headline)
        self.about.say(words.explanation)
        self.question.setText(words.question)
        self.form.rebuild(one.params, self.desk.theme)
        self.refusal.hide()

    def show_own(self, one: Demonstration, own: bool, round_: int) -> None:
        """Offer the open points and run, where it takes them; say how far the run is."""
        of_run = own and one.takes == "run"
        self.head.right.setText(f"after round {round_}" if of_run else "")
        self.own.setVisible(one.takes != "nothing")
        self.own.setText(OWN.get(one.takes, ""))
        self.own.setAccessibleName(f"show it {OWN.get(one.takes, '')}")
        self.own.setChecked(own)

    def show_figures(self, shown: ShownTheory, is_moving: bool) -> None:
        self.refusal.hide()
        for part in self._of_figures:
            part.show()
        self.plots.show_plots(shown)
        self.formulas.show_lines(shown.formulas, is_moving)
        self.sentences.say(shown.sentences)
        self.figures.show_rows(shown.rows)

    @property
    def _of_figures(self) -> tuple[QWidget, ...]:
        return self.formulas, self.sentences, self.listed, self.figures

    def refuse(self, sentence: str) -> None:
        self.plots.show_plots(None)
        for part in self._of_figures:
            part.hide()
        self.refusal.setText(sentence)
        self.refusal.show()
