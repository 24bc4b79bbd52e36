"""What stands beside the canvas, by itself: for figures."""

from collections.abc import Callable
from dataclasses import replace

from ensemble_viz.engine.data import Refusal
from ensemble_viz.scene.learners.gallery import gallery as line_up
from ensemble_viz.scene.picture.beside.curves import CurvePlot
from ensemble_viz.scene.picture.beside.formulas import formulas, typeset
from ensemble_viz.scene.picture.beside.gallery import GalleryPlan, gallery
from ensemble_viz.scene.picture.beside.learner import learner
from ensemble_viz.scene.picture.beside.run import run
from ensemble_viz.scene.picture.beside.search import search
from ensemble_viz.scene.picture.beside.tree import tree
from ensemble_viz.scene.picture.cards import point_card
from ensemble_viz.scene.picture.primitives import Layer, Picture, Tags
from ensemble_viz.scene.picture.sheet import Ruler, Sheet
from ensemble_viz.scene.scene import Scene


def part(
    scene: Scene, what: str, size: tuple[int, int], ruler: Ruler, scale: float = 1.0
) -> Picture:
    """Describe one of the parts, as wide as a size; as high as it says where it cannot choose."""
    box = (0.0, 0.0, float(size[0]), float(size[1]))
    return PARTS[what](scene, Sheet(box, ruler, palette=scene.stage.palette, scale=scale))


def _tree(scene: Scene, sheet: Sheet) -> Picture:
    drawing = scene.tree
    if drawing.card is not None:
        return learner(drawing.card, sheet)
    made = drawing.arranged(sheet.width / sheet.scale)
    if made is None:
        raise Refusal(f"tree: {drawing.sentence.lower() or 'there is none'}".removesuffix("."))
    return tree(drawing, made, sheet)


def _search(scene: Scene, sheet: Sheet) -> Picture:
    if scene.search is None:
        raise Refusal("search: no split was searched for in this round")
    return search(scene.search, sheet)


def _curves(scene: Scene, sheet: Sheet) -> Picture:
    return run(CurvePlot(scene.curves, sheet))


def _gallery(scene: Scene, sheet: Sheet) -> Picture:
    plan = GalleryPlan(line_up(scene.stage), sheet, 2, is_strip=False)
    return gallery(plan, scene.stage)


def _formulas(scene: Scene, sheet: Sheet) -> Picture:
    if not scene.formulas:
        raise Refusal(f"formulas: {scene.no_formulas}")
    return formulas(typeset(scene.formulas, sheet), sheet)


def _point(scene: Scene, sheet: Sheet) -> Picture:
    """Describe the card of the point that is looked at."""
    if scene.card is None:
        raise Refusal("point: of which one? --point 7")
    card = point_card(replace(scene.card, pinned=False), sheet, sheet.width)
    layers = (Layer("point", (Tags(card.tags, "point"),)),)
    return Picture(card.width, card.height, sheet.colour("card"), layers)


PARTS: dict[str, Callable[[Scene, Sheet], Picture]] = {
    "tree": _tree,
    "search": _search,
    "curves": _curves,
    "gallery": _gallery,
    "formulas": _formulas,
    "point": _point,
}
