"""What stands below the canvas on the projector: the step's formula, and how far the run is."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.formulas import FormulaLine
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.look.formula import Typesetter
from ensemble_viz.ui.session import Session

HEIGHT, LINE, BAR, MARGIN = 128, 3, 8, 42
FORMULA, LEAST = 40, 24  # pixels; a long formula is set smaller


class ProjectorStrip(QWidget):
    """One line of formula with its notes, and a bar as long as the run has come."""

    def __init__(self, session: Session) -> None:
        """Be hidden until the projector is on."""
        super().__init__()
        self.session = session
        self.setObjectName("projector strip")
        self.setAccessibleName("Formula and progress")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.typesetter = Typesetter()
        self.line: FormulaLine | None = None
        self.progress = 0.0
        self.hide()

    def refresh(self, scene: Scene, _change: Change) -> None:
        """Take the formula of the step."""
        lines = scene.formulas
        self.line = next((line for line in lines if line.now), lines[0] if lines else None)
        run = scene.stage.run
        rounds = run.stop.round if run.stop is not None else run.last
        self.progress = min(1.0, scene.stage.round / max(1, rounds))
        self.setAccessibleDescription(self.line.text if self.line is not None else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Be as high as a fraction needs."""
        return QSize(640, self.session.theme.px(HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the formula, its notes and the bar."""
        theme = self.session.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.colour("panel"))
        painter.fillRect(QRectF(0, 0, self.width(), LINE), theme.colour("ink"))
        bar = QRectF(0, self.height() - BAR, self.width(), BAR)
        painter.fillRect(bar, theme.colour("hairline"))
        bar.setWidth(self.width() * self.progress)
        painter.fillRect(bar, theme.colour("accent"))
        if self.line is not None:
            right = self._draw_notes(painter, self.line)
            self._draw_formula(painter, self.line, right - MARGIN)

    def _draw_notes(self, painter: QPainter, line: FormulaLine) -> float:
        """Write the notes at the right; say where they begin."""
        theme = self.session.theme
        painter.setFont(theme.font("projector sentence"))
        metrics = QFontMetricsF(painter.font())
        right = float(self.width() - MARGIN)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        for note in reversed(line.side):
            right -= metrics.horizontalAdvance(note)
            place = QRectF(right, 0, metrics.horizontalAdvance(note) + 1, self.height() - BAR)
            painter.setPen(theme.colour("accent"))
            painter.drawText(place, flags, note)
            right -= MARGIN
        return right

    def _draw_formula(self, painter: QPainter, line: FormulaLine, right: float) -> None:
        """Set the formula as large as there is room; in plain text where it cannot be set."""
        theme = self.session.theme
        room, high = right - MARGIN, self.height() - BAR - LINE
        for latex in (line.latex, line.parts[-1].latex):
            for size in range(theme.px(FORMULA), theme.px(LEAST), -4):
                formula = self.typesetter.set(latex, size)
                if formula is not None and formula.width <= room and formula.box.height() <= high:
                    middle = LINE + (high + formula.ascent - formula.descent) / 2
                    start = QPointF(MARGIN, middle)
                    self.typesetter.draw(painter, latex, size, start, theme.colour("ink"))
                    return
        painter.setFont(theme.font("projector small"))
        painter.setPen(theme.colour("ink"))
        text = painter.fontMetrics().elidedText(line.text, Qt.TextElideMode.ElideRight, int(room))
        place = QRectF(MARGIN, 0, room, self.height() - BAR)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)
