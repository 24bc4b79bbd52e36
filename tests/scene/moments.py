"""Moments of small runs, as a scene shows them."""

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.where import Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import whole
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene


def scene(
    name: str, data: Dataset, t: int, step: int | None = None, view: View | None = None, **settings
) -> Scene:
    """Show a moment of a run from the beginning; without a step the round as a whole."""
    chosen = Setup(name, methods.method(name).params.from_values(settings))
    lens = Lens(chosen.run(data))
    lens.run.upto(t)
    moment = whole(lens.run, t) if step is None else Moment(t, step)
    look = (view or View()).changed(moment=moment)
    return Scene(Stage(Document(data, (chosen,), "Test"), lens, look))


def at(shown: Scene, **parts) -> Scene:
    """Look at the same run differently."""
    return Scene(Stage(shown.document, shown.stage.lens, shown.view.changed(**parts)))


def boxes_of(shown, width):
    """Find the boxes of the tree, by the number of their node, in so much room."""
    return {box.node: box for box in shown.tree.arranged(width).boxes}
