"""The axis of the rounds: curves above, the scrubber below, the playhead through both."""

from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from ensemble_viz.document.document import Change
from ensemble_viz.scene.curves import Curves
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.lettering import width_of, write
from ensemble_viz.ui.pictures.walked import Walked
from ensemble_viz.ui.pictures.ways import CURVES
from ensemble_viz.ui.strip.curve_plot import CurvePlot
from ensemble_viz.ui.strip.drawn_curves import DrawnCurves
from ensemble_viz.ui.strip.last_curves import LastCurves
from ensemble_viz.ui.strip.round_numbers import RoundNumbers
from ensemble_viz.ui.strip.scrubbing import Scrubbing

TOP = 12  # above the plot
TRACK, LABELS = 27, 8  # from its foot to that of the widget; to the track, and beside the heights
TRACK_WIDTH, KNOB = 4.0, 8.0
ASIDE = 12  # right of the plot: half a knob, half a label
PATIENCE = 150  # milliseconds of learning before it is worth saying
RELEVANT = ~(Change.FOCUS | Change.FRAME | Change.PLAY | Change.TITLE)


class RunPlot(Walked):
    """Shows where we are in the run; a click or a drag goes elsewhere."""

    def __init__(self, desk: Desk, scrubbing: Scrubbing) -> None:
        """Show nothing yet."""
        super().__init__(CURVES)
        self.desk = desk
        self.scrubbing = scrubbing
        self.curves: Curves | None = None
        self.plot: CurvePlot | None = None
        self._last = LastCurves(desk)
        self._drawn = DrawnCurves()
        self.hovered: int | None = None
        self._learning = QElapsedTimer()
        self.setObjectName("run-plot")
        self.setAccessibleName("Curves over the rounds")
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Be at home in the run strip."""
        return QSize(self.desk.theme.px(336), self.desk.theme.px(120))

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show the curves of a scene."""
        if not change & RELEVANT:
            return
        self.curves = self._last.kept_with(scene)
        if not self.desk.is_learning:
            self._learning.invalidate()
        elif not self._learning.isValid() or change & (Change.DATA | Change.SETUPS):
            self._learning.start()
        self._lay_out()
        self._describe(self.curves)
        self.update()

    def _describe(self, curves: Curves) -> None:
        """Say in words what is painted."""
        mark = f"{curves.mark.text.capitalize()}. " if curves.mark else ""
        self.setToolTip(f"{mark}Click or drag: go to a round")
        lines = [f"{curve.name} {curve.readout}" for curve in curves.series]
        self.setAccessibleDescription("\n".join((self.progress, curves.after, *lines)))

    @property
    def is_waiting(self) -> bool:
        """Say whether rounds have been computed for so long that it is worth saying."""
        return (
            self.curves is not None
            and self.curves.last is None
            and self.desk.is_learning  # what is to come may be known, and not shown
            and self._learning.isValid()
            and self._learning.elapsed() > PATIENCE
        )

    @property
    def progress(self) -> str:
        """Say how far the run has been computed, where that is worth saying."""
        if self.curves is None or not self.is_waiting:
            return ""
        return f"Round {self.curves.computed} of {self.curves.rounds}"

    def _lay_out(self) -> None:
        """Put the plot where its labels leave it room."""
        if self.curves is None:
            return
        theme = self.desk.theme
        font = theme.font("tick")
        labels = max((width_of(text, font) for text in self.curves.y_ticks.labels), default=0.0)
        left = round(max(labels, width_of("0.25", font)) + theme.px(LABELS))
        foot = self.height() - theme.px(TRACK + LABELS)
        half_label = width_of(f"{self.curves.rounds}", font) / 2.0
        right = self.width() - max(theme.px(ASIDE), round(half_label) + 2)
        area = QRectF(left, theme.px(TOP), max(right - left, 1), max(foot - theme.px(TOP), 1))
        self._drawn.take(self.curves, area, theme, self.devicePixelRatioF())
        self.plot = CurvePlot(theme, self.curves, area)
        faded = self._last.faded
        self.plot.drawn = None if faded else self._drawn
        self.plot.faded = CurvePlot(theme, faded, area) if faded else None

    # --- painting -------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the room there is."""
        super().resizeEvent(event)
        self._lay_out()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the curves, the scrubber and the playhead."""
        if self.plot is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.plot.draw(painter)
        numbers = RoundNumbers(self.plot, self.track + self.desk.theme.px(KNOB + 2))
        numbers.draw(painter, self.hovered)
        if self.hovered is not None:
            self._draw_hovered(painter, self.plot, self.hovered)
        self._draw_track(painter, self.plot)
        self._draw_playhead(painter, self.plot)
        self.plot.draw_mark(painter)
        if self.progress:
            self._draw_progress(painter, self.plot)

    @property
    def track(self) -> float:
        """Say how far down the track of the scrubber is."""
        assert self.plot is not None
        return self.plot.area.bottom() + self.desk.theme.px(LABELS)

    def _draw_track(self, painter: QPainter, plot: CurvePlot) -> None:
        """Paint the track: where we were, what is computed, what may come."""
        theme, curves = self.desk.theme, plot.curves
        rest = "hairline" if theme.palette.is_projected else "border"
        ends = [(float(curves.rounds if curves.last is None else curves.last), rest)]
        if self.is_waiting:
            ends.append((float(curves.computed), "ink3"))
        ends.append((curves.playhead, "accent"))
        for end, role in ends:
            line = QPen(theme.colour(role), theme.px(TRACK_WIDTH))
            line.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(line)
            start = QPointF(plot.area.left(), self.track)
            painter.drawLine(start, QPointF(plot.scale.x(end), self.track))

    def _draw_playhead(self, painter: QPainter, plot: CurvePlot) -> None:
        theme = self.desk.theme
        x = plot.scale.x(plot.curves.playhead)
        painter.setPen(QPen(theme.colour("accent"), 2.0))
        painter.drawLine(QPointF(x, plot.area.top() - theme.px(4)), QPointF(x, self.track))
        painter.setPen(QPen(theme.colour("panel"), 2.0))
        painter.setBrush(theme.colour("accent"))
        radius = theme.px(KNOB) + 1.0
        painter.drawEllipse(QPointF(x, self.track), radius, radius)

    def _draw_hovered(self, painter: QPainter, plot: CurvePlot, t: int) -> None:
        """Show which round a click would go to."""
        theme, x = self.desk.theme, plot.scale.x(t)
        painter.setPen(QPen(theme.colour("ink3"), 1.0))
        painter.drawLine(QPointF(x, plot.area.top()), QPointF(x, self.track))

    def _draw_progress(self, painter: QPainter, plot: CurvePlot) -> None:
        theme = self.desk.theme
        font = theme.font("hint")
        wide = width_of(self.progress, font) + theme.px(8)
        place = QRectF(plot.area.right() - wide, plot.area.top(), wide, theme.px(18))
        painter.fillRect(place, theme.colour("panel"))
        right = Qt.AlignmentFlag.AlignRight
        write(painter, place, self.progress, font, theme.colour("ink2"), right)

    # --- the mouse ------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the round that is pressed."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.desk.pace.hold()
            self._want(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let all panels follow at once again."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.desk.pace.let_go()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse while it drags; else show where a click would go."""
        if self.plot is None:
            return
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._want(event)
        hovered = self.plot.scale.round_at(event.position().x())
        if hovered != self.hovered:
            self.hovered = hovered
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Point at no round."""
        super().leaveEvent(event)
        self.hovered = None
        self.update()

    def _want(self, event: QMouseEvent) -> None:
        if self.plot is not None:
            self.scrubbing.want(self.plot.scale.round_at(event.position().x()))
