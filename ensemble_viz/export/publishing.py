"""Figures of everything: what is to be drawn, of which moments, for which medium."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ensemble_viz.document.where import Moment
from ensemble_viz.engine.data import Refusal
from ensemble_viz.export.figure import About, about, printed, steady
from ensemble_viz.export.filling import EDGE, filling
from ensemble_viz.export.paper_type import printable
from ensemble_viz.export.styles import POINTS, Medium
from ensemble_viz.export.tables import points_table
from ensemble_viz.scene.beside.compared import names
from ensemble_viz.scene.beside.scores import all_scores
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.figures.history import margin_curves
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.palette import PALETTES, Palette
from ensemble_viz.scene.picture import Layout, Picture, Report, Sheet
from ensemble_viz.scene.picture.beside.parting import parting_figure
from ensemble_viz.scene.picture.beside.rows import Rows, table_picture
from ensemble_viz.scene.picture.beside.scores import scores_figure
from ensemble_viz.scene.picture.page import PARTS, margin_chart, page, part, plots, run_chart
from ensemble_viz.scene.scene import Scene

if TYPE_CHECKING:
    from ensemble_viz.scene.theory import ShownTheory

MOST_PLOTS = 100  # of a strip


@dataclass(frozen=True, slots=True)
class Order:
    stage: Stage
    medium: Medium
    what: str = "canvas"
    moments: tuple[Moment, ...] = ()
    """Of a strip, or of the curves of margins; empty: the stage's own."""
    by_step: bool = False
    """They are steps of one round, and are called by their names."""
    report: Report | None = None
    beside: SideBySide | None = None
    """All setups at the moment, where there are several."""

    def __post_init__(self) -> None:
        """Refuse what there is no picture of."""
        if self.what not in (*KINDS, *OPEN):
            raise Refusal(f"{self.what[:40]!r}: there are pictures of {', '.join(KINDS)}")
        if len(self.moments) > MOST_PLOTS:
            raise Refusal(f"{len(self.moments)} moments: a strip has at most {MOST_PLOTS}")

    @property
    def scene(self) -> Scene:
        return Scene(self.stage, beside=self.beside)

    @property
    def scenes(self) -> list[Scene]:
        beside = self.beside
        if beside is None or beside.is_single:
            return [self.scene]
        return [Scene(stage, beside=beside) for stage in beside.stages]

    def apart(self) -> "Order":
        """Order the same of lenses of its own: another thread may look through them."""
        if self.beside is None:
            return replace(self, stage=replace(self.stage, lens=Lens(self.stage.run)))
        lenses = [Lens(run) for run in self.beside.clock.runs]
        beside = SideBySide(self.beside.document, lenses, self.beside.view)
        stage = replace(self.stage, lens=lenses[self.stage.where.setup])
        return replace(self, stage=stage, beside=beside)


def publish(order: Order, form: str) -> bytes:
    """Draw what was ordered, as the bytes of a file."""
    with steady():
        drawn, how = described(order), order.medium.how
        grown = order.medium.layout.width / drawn.width
        how = replace(how, scale=grown * how.scale, point=grown * how.point)
        return printed(drawn, form, how, words_of(order))


def publish_theory(shown: "ShownTheory", medium: Medium, form: str) -> bytes:
    """Draw the charts of a demonstration as the bytes of a file."""
    words = About(printable(shown.title), printable(shown.description))
    with steady():
        drawn = _charted(shown, medium.layout, PALETTES[medium.palette])
        if medium.transparent:
            drawn = replace(drawn, ground=0)
        return printed(drawn, form, medium.how, words)


def described(order: Order) -> Picture:
    """Describe what was ordered as a picture; one that is narrower than its medium is enlarged."""
    drawn = (KINDS | OPEN)[order.what](order)
    return replace(drawn, ground=0) if order.medium.transparent else drawn


def words_of(order: Order) -> About:
    """Say what a figure shows, for whoever cannot see it."""
    if order.what == "theory":
        return _words_of_theory(order)
    words, names = about(order.scene), _titles(order)
    prefix = WORDS.get(order.what, "")
    if len(names) > 1:
        prefix = f"{', '.join(names[:-1])} and {names[-1]} side by side. The last: "
        prefix = prefix if order.what == "strip" else WORDS[order.what]
    return replace(words, description=f"{prefix}{words.description}")


def _words_of_theory(order: Order) -> About:
    from ensemble_viz.engine.theory import demonstration
    from ensemble_viz.scene.theory import question_of

    name = order.stage.look.theory.name
    return About(demonstration(name).title, question_of(name)) if name else About()


def _titles(order: Order) -> list[str]:
    if not order.by_step:
        return [f"Round {each.round}" if each.round else "Start" for each in order.moments]
    return [stage.step.chip for each in order.moments if (stage := order.stage.at(each)).step]


def _canvas(order: Order) -> Picture:
    scenes = order.scenes
    titles = _names(order) if len(scenes) > 1 else ()
    return plots(scenes, order.medium.layout, titles)


def _names(order: Order) -> list[str]:
    """Call the setups what tells them apart."""
    return list(names(order.stage.document.setups))


def _learner(order: Order) -> Picture:
    """Draw this round's learner alone: what it answers tints the plane."""
    alone = order.stage.view.with_layers(surface="off", boundary=False, earlier=False)
    return plots([Scene(replace(order.stage, view=alone))], order.medium.layout)


def _strip(order: Order) -> Picture:
    scenes, titles = [Scene(order.stage.at(moment)) for moment in order.moments], _titles(order)
    columns = 0
    if order.beside is not None and not order.beside.is_single and not order.by_step:
        columns = len(scenes)
        scenes, titles = _strip_of_all(order, order.beside)
    shown, called = scenes or [order.scene], titles or ["Now"]
    return plots(shown, order.medium.layout, called, order.report, columns)


def _strip_of_all(order: Order, beside: SideBySide) -> tuple[list[Scene], list[str]]:
    """Line up the moments of each setup, one setup after the other."""
    called = _names(order)
    moments = [beside.at(beside.view.changed(moment=moment)) for moment in order.moments]
    scenes = [Scene(each.stage(k), beside=each) for k in range(len(beside)) for each in moments]
    titles = [
        f"{name}, last round {len(beside.lenses[k].run)}"
        if each.waits(k)
        else f"{name}, {title[:1].lower()}{title[1:]}"
        for k, name in enumerate(called)
        for each, title in zip(moments, _titles(order), strict=True)
    ]
    return scenes, titles


def _margins(order: Order) -> Picture:
    rounds = [moment.round for moment in order.moments] or [order.stage.joined]
    found = margin_curves(order.stage, rounds)
    return margin_chart(found, order.medium.layout, order.stage.palette)


def _table(order: Order) -> Picture:
    table = points_table(order.scene.table)
    layout = order.medium.plain
    cells = Rows(table.head, table.rows, table.is_number)
    drawn, longest = table_picture(cells, layout, order.stage.palette), PAGE / order.medium.point
    if layout.height is not None or drawn.height <= longest:
        return drawn
    return table_picture(cells, replace(layout, height=longest), order.stage.palette)


def _curves(order: Order) -> Picture:
    """Draw the errors over the rounds, or what else is chosen."""
    beside = order.beside
    stages = (order.stage,) if beside is None else beside.stages  # each is learned as far
    lenses = [stage.lens for stage in stages]
    for lens in lenses:
        while lens.measure():
            pass
    return run_chart(order.scene.curves, order.medium.layout, order.stage.palette)


def _beside(order: Order) -> Picture:
    scene = order.scene.sharpened()

    def drawn(layout: Layout) -> Picture:
        height = layout.height or SHAPES[order.what] * (layout.width + 2 * EDGE) - 2 * EDGE
        return part(scene, order.what, (round(layout.width), round(height)), layout.ruler)

    # a search has fewer numbers along its axes, and still shows all
    return filling(order.medium.layout, drawn, keeps=order.what != "search")


def _scores(order: Order) -> Picture:
    """Learn and validate all setups from the beginning, and draw how well they do."""
    stage = order.stage
    found = all_scores(stage.document, stage.view, order.report)
    return filling(order.medium.layout, lambda layout: scores_figure(found, layout, stage.palette))


def _theory(order: Order) -> Picture:
    """Draw the plots of the demonstration that is open."""
    from ensemble_viz.scene.theory import shown_of

    shown = shown_of(order.stage, order.report)
    return _charted(shown, order.medium.layout, order.stage.palette)


def _charted(shown: "ShownTheory", layout: Layout, palette: Palette) -> Picture:
    from ensemble_viz.scene.picture.charts import headed

    return headed(shown.words.headline, shown.plots, layout, palette)


def _page(order: Order) -> Picture:
    return page(order.scene, order.medium.layout)


def _parting(order: Order) -> Picture:
    """Draw by itself where several setups part."""
    if order.beside is None or order.beside.is_single:
        raise Refusal("There is one setup: nothing to part from")
    layout = order.medium.layout
    box = (0.0, 0.0, layout.width, layout.height or SHAPE * layout.width)
    sheet = Sheet(box, layout.ruler, palette=order.stage.palette)
    return parting_figure(order.beside, order.stage, sheet)


SHAPE = 0.72
SHAPES = {"tree": 0.6, "search": 0.4, "gallery": 1.5, "formulas": 0.5, "point": 0.5}
"""Heights by widths, where nobody asks for one."""
PAGE = 24.0 * POINTS["cm"]  # a longer table is not set in whole, where nobody asks for a height
Draw = Callable[[Order], Picture]
KINDS: dict[str, Draw] = {
    "canvas": _canvas, "learner": _learner, "margins": _margins, "table": _table,
    "strip": _strip, "page": _page, **dict.fromkeys(PARTS, _beside),
    "curves": _curves, "parting": _parting, "scores": _scores,
}  # fmt: skip
OPEN: dict[str, Draw] = {"theory": _theory}
"""What is open beside the canvas, and has a command of its own."""
WORDS = {
    "learner": "This round's learner alone. ",
    "margins": "The share of points that have at most each margin. ",
    "tree": "This round's tree. ",
    "curves": "The curves of the run. ",
    "parting": "Where the setups answer differently. ",
    "scores": "The errors of the setups: training, test, out of bag, and on the same folds. ",
    "search": "The search for this round's split. ",
    "gallery": "The learners so far. ",
    "formulas": "The arithmetic of this step. ",
    "point": "The numbers of a point. ",
    "table": "The points with their numbers. ",
    "page": "Canvas, words and formulas. ",
}


def name_of(order: Order, form: str) -> str:
    """Call the file what it is: moons-adaboost-round-07.pdf."""
    stage, what = order.stage, order.what
    called = stage.document.source.partition(":")[0] or stage.document.title.lower()
    title = "".join(c if c.isalnum() else "-" for c in called).strip("-")
    parts = [title[:40] or "points", stage.run.method.name]
    if what == "theory":
        return f"theory-{stage.look.theory.name or 'none'}.{form}"
    if what == "strip" and order.moments:
        rounds = dict.fromkeys(each.round for each in order.moments)
        parts += ["rounds" if len(rounds) > 1 else "round", *map(str, rounds)][:12]
    else:
        parts.append(f"round-{stage.round:0{len(str(len(stage.run)))}d}")
        parts += [] if what == "canvas" else [what]
    return f"{'-'.join(parts)}.{form}"
