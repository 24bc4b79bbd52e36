"""What stands in the middle of the window: with the canvas on the projector, or in its place.

What stands with the canvas on the projector: the step's formula, the curves, or the tree. One
companion at a time, in type for the back row; and a bar as long as the run has come.
"""

from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.document.look import Companion, Look
from ensemble_viz.scene.figures.curves import Curves
from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture import Picture, Sheet, Typesetter, primitives
from ensemble_viz.scene.picture.beside.run import ReadoutRows, bare_run, readouts, width_of_readouts
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.board import Board
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.lettering import RULER, CutLabel, width_of, write
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.paint import QtPainter, paint_tags
from ensemble_viz.ui.pictures.drawings import TreePicture

HEIGHT, LINE, BAR, MARGIN = 128, 3, 8, 42
CURVES = 280  # pixels of height
MAGNIFIED, TREE = 1.9, 620  # the type of curves and trees, and how wide the tree's column is
FORMULA, LEAST = 40, 24  # pixels; a long formula is set smaller


class ProjectorStrip(QWidget):
    """One line of formula with its notes, or the curves; and how far the run is."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.tree = ProjectorTree(desk)
        self.curves: Curves | None = None
        named(self, "projector strip", "Formula and progress")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.typesetter = Typesetter()
        self._painter = QtPainter(keeps_words=False)
        self.line: FormulaLine | None = None
        self.owner = ""
        """Which of several setups the formula belongs to."""
        self.progress = 0.0
        self.hide()

    @property
    def companion(self) -> Companion:
        return self.desk.view.look.projector.companion

    def appear(self, is_projecting: bool) -> None:
        """Stand below the canvas, the tree beside it; or be gone."""
        self.setVisible(is_projecting)
        self.tree.setVisible(is_projecting and self.companion == "tree")

    def refresh(self, scene: Scene, _change: Change) -> None:
        self.curves = scene.curves if self.companion == "curves" else None
        lines = scene.formulas
        self.line = next((line for line in lines if line.now), lines[0] if lines else None)
        front = scene.view.where.setup
        self.owner = f"{front + 1}" if len(self.desk.document.setups) > 1 else ""
        controls = scene.controls
        rounds = controls.rounds if controls.last is None else controls.last
        self.progress = min(1.0, controls.round / max(1, rounds))
        text = self.line.text if self.line is not None else ""
        self.setAccessibleDescription(f"{self.owner}: {text}" if self.owner else text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Be as high as a fraction needs, or as curves that can be read."""
        high = CURVES if self.companion == "curves" else HEIGHT
        return QSize(640, self.desk.theme.px(high))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.desk.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.colour("panel"))
        painter.fillRect(QRectF(0, 0, self.width(), LINE), theme.colour("ink"))
        bar = QRectF(0, self.height() - BAR, self.width(), BAR)
        painter.fillRect(bar, theme.colour("hairline"))
        bar.setWidth(self.width() * self.progress)
        painter.fillRect(bar, theme.colour("accent"))
        if self.curves is not None:
            self._draw_curves(painter, theme.magnified(MAGNIFIED), self.curves)
        elif self.line is not None:
            right = self._draw_notes(painter, self.line)
            left = self._draw_owner(painter)
            self._draw_formula(painter, self.line, (left, right - MARGIN))

    def _draw_curves(self, painter: QPainter, theme: Theme, curves: Curves) -> None:
        """Paint the curves with the playhead, and their names and values at the right."""
        room = QRectF(self.rect()).adjusted(
            MARGIN, LINE + theme.px(10), -MARGIN, -BAR - theme.px(8)
        )
        box = (room.left(), room.top(), room.right(), room.bottom())
        sheet = Sheet(box, RULER, palette=theme.palette, scale=theme.scale)
        tick, names = sheet.type("tick"), width_of_readouts(curves, sheet, ())
        heights = max((sheet.wide(label, tick) for label in curves.y_ticks.labels), default=0.0)
        left, right = room.left() + heights + theme.px(8), room.right() - names - theme.px(24)
        plot = replace(sheet, box=(left, room.top(), right, room.bottom()))
        self._painter.paint(bare_run(curves, plot), painter, self.devicePixelRatioF())
        title = curves.family if self.owner else ""  # else every line has the name of its figure
        rows = ReadoutRows(sheet.line(sheet.type("strong")) + theme.px(3), title=title)
        aside = (room.right() - names, room.top(), room.right(), room.bottom())
        paint_tags(painter, readouts(curves, sheet, aside, rows).tags)

    def _draw_notes(self, painter: QPainter, line: FormulaLine) -> float:
        """Write the notes at the right; say where they begin."""
        theme, right = self.desk.theme, float(self.width() - MARGIN)
        font, colour = theme.font("projector sentence"), theme.colour("accent")
        for note in reversed(line.side):
            wide = width_of(note, font)
            right -= wide
            write(painter, QRectF(right, 0, wide + 1, self.height() - BAR), note, font, colour)
            right -= MARGIN
        return right

    def _draw_owner(self, painter: QPainter) -> float:
        """Write the number of the setup whose formula it is; say where that begins."""
        if not self.owner:
            return float(MARGIN)
        font, colour = self.desk.theme.font("projector sentence"), self.desk.theme.colour("ink")
        wide = width_of(self.owner, font)
        place = QRectF(MARGIN, 0, wide + 1, self.height() - BAR)
        write(painter, place, self.owner, font, colour)
        return MARGIN + wide + MARGIN

    def _draw_formula(
        self, painter: QPainter, line: FormulaLine, ends: tuple[float, float]
    ) -> None:
        """Set the formula as large as there is room; in plain text where it cannot be set."""
        theme, left = self.desk.theme, ends[0]
        room, high = ends[1] - left, self.height() - BAR - LINE
        ink = theme.colour("ink").rgba()
        for latex in (line.latex, line.parts[-1].latex):
            for size in range(theme.px(FORMULA), theme.px(LEAST), -4):
                formula = self.typesetter.set(latex, size)
                if formula is None or formula.width > room:
                    continue
                if formula.ascent + formula.descent <= high:
                    middle = LINE + (high + formula.ascent - formula.descent) / 2
                    self._paint_glyphs(painter, formula.glyphs(left, middle, ink, line.text))
                    return
        place = QRectF(left, 0, room, self.height() - BAR)
        write(painter, place, line.text, theme.font("projector small"), theme.colour("ink"))

    def _paint_glyphs(self, painter: QPainter, glyphs: primitives.Glyphs) -> None:
        layers = (primitives.Layer("formula", (glyphs,)),)
        drawn = Picture(self.width(), self.height(), 0, layers)
        self._painter.paint(drawn, painter, self.devicePixelRatioF())


class ProjectorTree(QWidget):
    """The tree of the round in large type, beside the canvas."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        named(self, "projector tree", "This round's tree")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = CutLabel()
        self.picture = TreePicture(desk, MAGNIFIED)
        self.box = fill(QVBoxLayout(self), self.title, self.picture, None)
        self.hide()

    def refresh(self, scene: Scene, _change: Change) -> None:
        theme = self.desk.theme
        self.setFixedWidth(theme.px(TREE))
        self.box.setContentsMargins(theme.px(24), theme.px(24), theme.px(24), 0)
        self.title.setFont(theme.font("projector small"))
        self.title.setText(scene.tree.title)
        self.picture.show_drawing(scene.tree)


class Middle(QWidget):
    """Holds the canvases, the projector's strip below them and tree beside; or theory in full."""

    def __init__(self, board: Board, strip: ProjectorStrip, theory: QWidget) -> None:
        super().__init__()
        self.board, self.strip, self.theory = board, strip, theory
        theory.hide()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        grid.addWidget(theory, 0, 0)
        grid.addWidget(board, 0, 0)
        grid.addWidget(strip.tree, 0, 1)
        grid.addWidget(strip, 1, 0, 1, 2)
        grid.setRowStretch(0, 1)
        grid.setColumnStretch(0, 1)

    def show_look(self, look: Look) -> None:
        in_full, was = look.theory_is_in_full, self.board.isHidden()
        self.strip.appear(look.projector.is_on and not in_full)
        self.board.setVisible(not in_full)
        self.theory.setVisible(in_full)
        if in_full != was:
            (
                self.theory if in_full else self.board.canvas
            ).setFocus()  # the keys stay with the playback
