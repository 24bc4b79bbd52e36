"""Figures of everything: what is to be drawn, of which moments, for which medium."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from ensemble_viz.document.where import Moment
from ensemble_viz.engine.data import Refusal
from ensemble_viz.export.figure import About, about, printed, steady
from ensemble_viz.export.styles import Medium
from ensemble_viz.export.tables import points_table
from ensemble_viz.scene.margin_curves import margin_curves
from ensemble_viz.scene.picture import PARTS, Picture, part, plots
from ensemble_viz.scene.picture.chart import margin_chart, run_chart
from ensemble_viz.scene.picture.composed import Report
from ensemble_viz.scene.picture.page import page
from ensemble_viz.scene.picture.placed import placed
from ensemble_viz.scene.picture.table import Cells, table_picture
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.stage import Stage

MOST_PLOTS = 100  # of a strip


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be drawn."""

    stage: Stage
    medium: Medium
    what: str = "canvas"
    moments: tuple[Moment, ...] = ()
    """Of a strip, or of the curves of margins; empty: the stage's own."""
    by_step: bool = False
    """They are steps of one round, and are called by their names."""
    report: Report | None = None

    def __post_init__(self) -> None:
        """Refuse what there is no picture of."""
        if self.what not in KINDS:
            raise Refusal(f"{self.what[:40]!r}: there are pictures of {', '.join(KINDS)}")
        if len(self.moments) > MOST_PLOTS:
            raise Refusal(f"{len(self.moments)} moments: a strip has at most {MOST_PLOTS}")

    @property
    def scene(self) -> Scene:
        """Show the moment."""
        return Scene(self.stage)


def publish(order: Order, form: str) -> bytes:
    """Draw what was ordered, as the bytes of a file."""
    with steady():
        return printed(described(order), form, order.medium.how, words_of(order))


def described(order: Order) -> Picture:
    """Describe what was ordered as a picture."""
    drawn = KINDS[order.what](order)
    return replace(drawn, ground=0) if order.medium.transparent else drawn


def words_of(order: Order) -> About:
    """Say what a figure shows, for whoever cannot see it."""
    words, names = about(order.scene), _titles(order)
    prefix = WORDS.get(order.what, "")
    if len(names) > 1:
        prefix = f"{', '.join(names[:-1])} and {names[-1]} side by side. The last: "
        prefix = prefix if order.what == "strip" else WORDS[order.what]
    return replace(words, description=f"{prefix}{words.description}")


def _titles(order: Order) -> list[str]:
    if not order.by_step:
        return [f"Round {each.round}" if each.round else "Start" for each in order.moments]
    return [stage.step.chip for each in order.moments if (stage := order.stage.at(each)).step]


def _canvas(order: Order) -> Picture:
    return plots([order.scene], order.medium.layout)


def _learner(order: Order) -> Picture:
    """Draw this round's learner alone: what it answers tints the plane."""
    alone = order.stage.view.with_layers(surface="off", boundary=False, earlier=False)
    return plots([Scene(replace(order.stage, view=alone))], order.medium.layout)


def _strip(order: Order) -> Picture:
    scenes = [Scene(order.stage.at(moment)) for moment in order.moments]
    return plots(
        scenes or [order.scene], order.medium.layout, _titles(order) or ["Now"], order.report
    )


def _margins(order: Order) -> Picture:
    rounds = [moment.round for moment in order.moments] or [order.stage.joined]
    found = margin_curves(order.stage, rounds)
    return margin_chart(found, order.medium.layout, order.stage.palette)


def _table(order: Order) -> Picture:
    table = points_table(order.scene.table)
    layout = order.medium.layout
    cells = Cells(table.head, table.rows, table.is_number)
    return table_picture(cells, layout, order.stage.palette)


def _curves(order: Order) -> Picture:
    """Draw the errors over the rounds, or what else is chosen."""
    lens = order.stage.lens
    while lens.measure():
        pass
    return run_chart(order.scene.curves, order.medium.layout, order.stage.palette)


def _beside(order: Order) -> Picture:
    """Draw what stands beside the canvas, as high as it says where it can choose."""
    layout = order.medium.layout
    size = tuple(round(side - 2 * EDGE) for side in
                 (layout.width, layout.height or SHAPES[order.what] * layout.width))  # fmt: skip
    drawn = part(order.scene.sharpened(), order.what, (size[0], size[1]), layout.ruler)
    height = layout.height or drawn.height + 2 * EDGE
    return replace(drawn, width=layout.width, height=height, layers=placed(drawn, EDGE, EDGE))


def _page(order: Order) -> Picture:
    return page(order.scene, order.medium.layout)


SHAPES = {"tree": 0.6, "search": 0.4, "gallery": 0.5}
"""Heights by widths, where nobody asks for one."""
EDGE = 4.0  # around a picture that has no room of its own
Draw = Callable[[Order], Picture]
KINDS: dict[str, Draw] = {
    "canvas": _canvas, "learner": _learner, "margins": _margins, "table": _table,
    "strip": _strip, "page": _page, **dict.fromkeys(PARTS, _beside),
    "curves": _curves,
}  # fmt: skip
WORDS = {
    "learner": "This round's learner alone. ",
    "margins": "The share of points that have at most each margin. ",
    "tree": "This round's tree. ",
    "curves": "The curves of the run. ",
    "search": "The search for this round's split. ",
    "gallery": "The learners so far. ",
    "table": "The points with their numbers. ",
    "page": "Canvas, words and formulas. ",
}


def name_of(order: Order, form: str) -> str:
    """Call the file what it is: moons-adaboost-round-07.pdf."""
    stage, what = order.stage, order.what
    title = "".join(c if c.isalnum() else "-" for c in stage.document.title.lower()).strip("-")
    parts = [title[:40] or "points", stage.run.method.name]
    if what == "strip" and order.moments:
        rounds = dict.fromkeys(each.round for each in order.moments)
        parts += ["rounds" if len(rounds) > 1 else "round", *map(str, rounds)][:12]
    else:
        parts.append(f"round-{stage.round:0{len(str(len(stage.run)))}d}")
        parts += [] if what == "canvas" else [what]
    return f"{'-'.join(parts)}.{form}"
