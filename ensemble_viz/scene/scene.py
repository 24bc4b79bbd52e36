"""A scene: all that can be shown of one moment, each part made when somebody asks for it."""

from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.beside.compared import controls_beside, curves_beside
from ensemble_viz.scene.beside.ghost import Ghost, changes
from ensemble_viz.scene.beside.parting import Flip, Parting, flip
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.cards import Caption, Card, caption, card, formulas, why_none
from ensemble_viz.scene.controls import Controls, controls
from ensemble_viz.scene.field import Field, field, is_sampled
from ensemble_viz.scene.figures.curves import Curves, curves
from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.frame import Room, fit, roomy_fit
from ensemble_viz.scene.free_space import CanvasLayout, free_room
from ensemble_viz.scene.joined import allowed_axes
from ensemble_viz.scene.learners.earlier_lines import EarlierLines, are_stumps, earlier_lines
from ensemble_viz.scene.learners.gallery import Gallery, gallery
from ensemble_viz.scene.learners.marks import LearnerMark, is_read, learner_mark
from ensemble_viz.scene.learners.members import asked_there
from ensemble_viz.scene.legend import Legend, legend
from ensemble_viz.scene.line import line_frame
from ensemble_viz.scene.line_plot import LinePlot, line_plot
from ensemble_viz.scene.markers import Markers, TestMarkers, markers, places, test_markers
from ensemble_viz.scene.moment.sample_grid import NO_NOTE, Note
from ensemble_viz.scene.moment.sampler import Sampler
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.table import PointsTable, table
from ensemble_viz.scene.trees.drawing import TreeDrawing, tree_drawing
from ensemble_viz.scene.trees.facts import bin_borders
from ensemble_viz.scene.trees.reasons import ThrownLine, searches, thrown_lines
from ensemble_viz.scene.trees.search import SearchPlot, search_plot

if TYPE_CHECKING:
    from ensemble_viz.scene.figures.page import FiguresPage

READ = ("field", "learner_mark", "line_plot")
"""The parts of a scene that may be read from a surface without cells."""


class SceneBeside:
    stage: Stage
    beside: SideBySide | None
    """The setups it stands among."""

    @cached_property
    def parting(self) -> Parting | None:
        """Where the setups answer differently, if that is to be seen."""
        if self.beside is None or not self.stage.look.layers.parting:
            return None
        return self.beside.parting

    @cached_property
    def ghost(self) -> Ghost | None:
        """What was answered before the last edit, if that is to be seen."""
        if self.beside is None or not self.stage.look.layers.before:
            return None
        return self.beside.ghost(self.stage.where.setup, self.beside.frame)

    @property
    def changed(self) -> str:
        """How much is answered otherwise than before the last edit, if that is to be seen."""
        return changes(self.ghost).text if self.ghost is not None else ""

    @cached_property
    def flip(self) -> Flip | None:
        """How far the pinned point is from another answer, where several setups are compared."""
        return None if self.beside is None or self.beside.is_single else flip(self.stage)


class Scene(SceneBeside):
    """The moment of a run, as pictures, words and tables."""

    def __init__(
        self, stage: Stage, canvas: CanvasLayout | None = None, beside: SideBySide | None = None
    ) -> None:
        """Set the stage; nothing is drawn yet. Cards on the canvas are kept free of points."""
        self.stage = stage
        self.canvas = canvas
        self.beside = beside
        self.document = stage.document
        self.view = stage.view

    def sharpened(self, sampler: Sampler | None = None) -> "Scene":
        """Give the scene with its surfaces as fine as they get, where they have no cells.

        Who has several scenes of a run gives them one sampler: it goes on from round to round.
        """
        lens = copy(self.stage.lens)  # what the window reads meanwhile goes on
        lens.sampler = sampler = sampler or lens.sampler.apart()
        before = sampler.finished
        beside = self.beside and self.beside.with_lens(self.stage.where.setup, lens)
        stage = replace(self.stage, lens=lens)
        scene = Scene(stage, self.canvas, beside)
        _ = [getattr(scene, part) for part in READ]  # what is looked at is read
        if sampler.is_idle and sampler.finished == before:
            self.take_over(scene, READ)
            return self
        sampler.finish()
        return Scene(stage, self.canvas, beside)

    def take_over(self, other: "Scene", parts: tuple[str, ...]) -> None:
        """Take parts of another scene as they are: nothing that they show has changed."""
        for name in parts:
            if name in vars(other):
                vars(self).setdefault(name, vars(other)[name])

    @property
    def is_line(self) -> bool:
        """Say whether the points are on a line: the canvas is a line plot then."""
        return self.stage.data.dimension == 1

    @cached_property
    def room(self) -> Room | None:
        """What lies on the canvas, where points should not be; None: some room above and below."""
        return None if self.canvas is None else free_room(self.stage, self.canvas)

    @cached_property
    def frame(self) -> Frame:
        if self.view.where.frame is not None:
            return self.view.where.frame
        if self.beside is not None:
            return self.beside.frame
        return _fitted(self.stage, self.room)

    @cached_property
    def field(self) -> Field | None:
        return None if self.is_line else field(self.stage, self.frame)

    @cached_property
    def markers(self) -> Markers:
        return markers(self.stage)

    @cached_property
    def test_markers(self) -> TestMarkers | None:
        return test_markers(self.stage)

    @cached_property
    def learner_mark(self) -> LearnerMark | None:
        return None if self.is_line else learner_mark(self.stage, self.frame)

    @cached_property
    def thrown(self) -> tuple[ThrownLine, ...]:
        """The random cuts of the node that is told of, in the plane."""
        return () if self.is_line else thrown_lines(self.stage, self.frame)

    @cached_property
    def allowed(self) -> tuple[int, ...] | None:
        """The axes that were drawn for the round's learner; None where it knows all."""
        return allowed_axes(self.stage)

    @cached_property
    def bins(self) -> tuple[FloatArray, ...]:
        """The borders of the bins along each axis; none where cuts may fall anywhere."""
        return bin_borders(self.stage)

    @cached_property
    def has_chips(self) -> bool:
        """Say whether earlier learners have names at the edges of the canvas."""
        return self.stage.look.layers.earlier and are_stumps(self.stage)

    @cached_property
    def earlier(self) -> EarlierLines | None:
        return None if self.is_line else earlier_lines(self.stage, self.frame)

    @cached_property
    def line_plot(self) -> LinePlot | None:
        return line_plot(self.stage, self.frame) if self.is_line else None

    @cached_property
    def caption(self) -> Caption:
        return caption(self.stage)

    @property
    def description(self) -> str:
        """What a screen reader says of the canvas, and what stands in the files of figures."""
        return f"{self.document.title}. {self.caption.headline}"

    @cached_property
    def legend(self) -> Legend:
        return legend(self.stage)

    @cached_property
    def card(self) -> Card | None:
        """The numbers of the point or place that is looked at."""
        return card(self.stage)

    @cached_property
    def controls(self) -> Controls:
        if self.beside is None or self.beside.is_single:
            return controls(self.stage)
        return controls_beside(self.beside)

    @cached_property
    def tree(self) -> TreeDrawing:
        return tree_drawing(self.stage)

    @cached_property
    def search(self) -> SearchPlot | None:
        return search_plot(self.stage)

    @cached_property
    def asked(self) -> FloatArray:
        """Where the neighbours are that the learner asks at the place looked at: (k, 2)."""
        found = asked_there(self.stage)
        if found is None or (found.rows < 0).any() or not self.view.look.layers.learner:
            return np.empty((0, 2))
        return np.asarray(places(self.stage.data)[found.rows])

    @property
    def draws_trees(self) -> bool:
        """True if the surface has the many corners of trees."""
        return story_of(self.stage.run).draws_trees

    @property
    def trust(self) -> Note:
        """What has changed since an edit; else how far surface and lines can be trusted."""
        field, mark = self.field, self.learner_mark
        if self.beside is not None and self.beside.is_single and self.changed:
            assert self.ghost is not None
            return changes(self.ghost)  # of several it stands above each
        if field is not None and field.note.text:
            return field.note
        return NO_NOTE if mark is None else mark.note

    @property
    def note(self) -> str:
        return self.trust.text

    @property
    def expects_note(self) -> bool:
        """Say whether there is a note; what would be read on a grid for it is not read."""
        return is_sampled(self.stage) or is_read(self.stage) or bool(self.note)

    @property
    def searches(self) -> bool:
        return searches(self.stage)

    @cached_property
    def formulas(self) -> tuple[FormulaLine, ...]:
        return formulas(self.stage)

    @property
    def no_formulas(self) -> str:
        return why_none(self.stage)

    @cached_property
    def table(self) -> PointsTable:
        return table(self.stage)

    @cached_property
    def figures(self) -> "FiguresPage":
        """All figures after the rounds that have joined; few look at them, and not at first."""
        from ensemble_viz.scene.figures.page import figures_page

        return figures_page(self.stage)

    @cached_property
    def curves(self) -> Curves:
        """What became of the errors, round by round."""
        if self.beside is None or self.beside.is_single:
            return curves(self.stage)
        return curves_beside(self.beside)

    @cached_property
    def gallery(self) -> Gallery:
        return gallery(self.stage)


def _fitted(stage: Stage, room: Room | None) -> Frame:
    """Find the part of the plane in which all points are seen."""
    if stage.data.dimension == 1:
        return line_frame(stage.run, room)
    if room is None:
        return fit(stage.data)
    return stage.lens.kept(("frame", room), roomy_fit, stage.data, room)
