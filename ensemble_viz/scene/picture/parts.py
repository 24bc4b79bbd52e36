"""What stands beside the canvas, by itself: for figures."""

from collections.abc import Callable

from ensemble_viz.scene.gallery import gallery as line_up
from ensemble_viz.scene.picture.curves import CurvePlot
from ensemble_viz.scene.picture.gallery import GalleryPlan, gallery
from ensemble_viz.scene.picture.learner import learner
from ensemble_viz.scene.picture.primitives import Picture
from ensemble_viz.scene.picture.run import run
from ensemble_viz.scene.picture.search import search
from ensemble_viz.scene.picture.sheet import Ruler, Sheet
from ensemble_viz.scene.picture.tree import tree
from ensemble_viz.scene.scene import Scene


def part(scene: Scene, what: str, size: tuple[int, int], ruler: Ruler) -> Picture:
    """Describe one of the parts, as wide as a size; as high as it says where it cannot choose."""
    box = (0.0, 0.0, float(size[0]), float(size[1]))
    return PARTS[what](scene, Sheet(box, ruler, palette=scene.stage.palette))


def _tree(scene: Scene, sheet: Sheet) -> Picture:
    drawing = scene.tree
    if drawing.card is not None:
        return learner(drawing.card, sheet)
    return tree(drawing, drawing.arranged(sheet.width), sheet)


def _search(scene: Scene, sheet: Sheet) -> Picture:
    return search(scene.search, sheet)


def _curves(scene: Scene, sheet: Sheet) -> Picture:
    return run(CurvePlot(scene.curves, sheet))


def _gallery(scene: Scene, sheet: Sheet) -> Picture:
    plan = GalleryPlan(line_up(scene.stage), sheet, 2, is_strip=False)
    return gallery(plan, scene.stage)


PARTS: dict[str, Callable[[Scene, Sheet], Picture]] = {
    "tree": _tree,
    "search": _search,
    "curves": _curves,
    "gallery": _gallery,
}
