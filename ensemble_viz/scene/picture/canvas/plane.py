"""Points in the plane: surface, learners, points, names, from the bottom to the top.

Words give way in this order: cards, the scales, the names of the axes, this round's label or
sentence, the note, random cuts, names of earlier learners, ticks.
"""

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from ensemble_viz.engine.data import FloatArray, distinct
from ensemble_viz.scene.field import TINT, Field
from ensemble_viz.scene.learners.earlier_lines import EarlierLines
from ensemble_viz.scene.learners.marks import LearnerMark, StumpLine
from ensemble_viz.scene.markers import Markers, TestMarkers
from ensemble_viz.scene.picture import labels
from ensemble_viz.scene.picture.beside.parting import flip_layer, ghost_items, parting_items
from ensemble_viz.scene.picture.canvas.axes import axes, axis_names, focus, name_tags, note
from ensemble_viz.scene.picture.canvas.line import line
from ensemble_viz.scene.picture.canvas.points import flips, marks, test_marks
from ensemble_viz.scene.picture.primitives import Bars, Item, Layer, Polylines, Raster, Rects
from ensemble_viz.scene.picture.scales import NO_POINTS, scales
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.picture.tags import Box, Tag, Tags
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.stories import part_of, story_of

OF_TREES = 0.76  # how thick a boundary with hundreds of corners is beside one of stumps
FAINT, STRONGEST = 0.26, 1.5  # of earlier learners: of ink; the strongest is so much thicker
MANY_EARLIER = 12  # lines from which they are fainter still: those of trees cover one another
HALO, STRIP, LIT = 1.5, 0.72, 0.16  # pixels; how much of a colour is left
INNER, INNER_INK = 1.0, 0.55  # splits between leaves of one class: width, of the accent
MANY, LEAST = 24, 0.45  # regions with more edges have thinner ones, down to a share
TAKEN_DASH, TAKEN = (8.0, 6.0), 0.5  # splits that are taken back; their width beside a stump's


class Known:
    """Layers that were described before: one of the same parts is the same object again."""

    def __init__(self) -> None:
        self._layers: dict[str, tuple[tuple[object, ...], Layer]] = {}

    def layer(self, level: str, make: "Make", part: object, *look: object) -> Layer:
        """Describe a level from a part of the scene, unless that was done for the same one."""
        found = self._layers.get(level)
        if found is None or found[0] != (part, *look):
            made = Layer(level, tuple(make(part, *look)))
            found = self._layers[level] = (part, *look), made
        return found[1]


Make = Callable[..., Iterable[Item]]


def plane(
    scene: Scene,
    sheet: Sheet,
    covered: tuple[Box, ...] = (),
    card: Box | None = None,
    known: Known | None = None,
) -> tuple[Layer, ...]:
    """Describe a scene whose points are in the plane.

    `covered`: where nothing is written. `card`: where that of the point looked at lies.
    """
    known = known or Known()
    words, taken = _words(scene, sheet, covered)
    return (
        *without_words(scene, sheet, known),
        axes(scene, sheet, taken),
        Layer("story", tuple(of_story(scene, sheet))),
        *words,
        focus(scene, sheet, card),
        flip_layer(scene.flip, sheet),
    )


def without_words(scene: Scene, sheet: Sheet, known: Known) -> tuple[Layer, ...]:
    """Describe what is drawn below all words."""
    layer = known.layer
    is_off, is_tree = scene.view.look.layers.surface == "off", scene.draws_trees
    dots = scene.markers if scene.view.look.layers.points else None
    return (
        layer("surface", _surface, scene.field, sheet),
        layer("earlier", _earlier, scene.earlier, sheet),
        layer("before", ghost_items, scene.ghost, sheet),
        layer("boundary", _boundary, scene.field, is_tree, sheet),
        layer("parting", parting_items, scene.parting, sheet),
        layer("learner", _learner, scene.learner_mark, is_off, sheet),
        layer("test points", _test_points, scene.test_markers, sheet),
        layer("points", _points, dots, sheet),
        layer("flipped labels", flips, dots, scene.stage.data, sheet),
    )


def _words(
    scene: Scene, sheet: Sheet, covered: tuple[Box, ...]
) -> tuple[list[Layer], tuple[Box, ...]]:
    """Write what matters most first; say what is covered then."""
    dots = sheet.places(scene.markers.place) if scene.view.look.layers.points else NO_POINTS
    scale = scales(scene, sheet, covered, points=dots)
    covered = (*covered, *scale.boxes)
    names = name_tags(sheet, axis_names(scene, sheet), scene.allowed, covered)
    taken = (*covered, *(tag.box for tag in names))
    mark, found = scene.learner_mark, []
    if mark is not None and mark.stump is not None:
        is_class, places = scene.stage.data.classes is not None, scene.markers.place
        found = labels.stump_label(mark.stump, is_class, places, sheet, taken)
    elif mark is not None and mark.sentence:
        found = labels.sentence(mark.sentence, sheet, taken)
    remarks = note(scene.note, sheet, (*taken, *_boxes_of(found)))
    taken = (*taken, *_boxes_of([*found, *remarks]))
    cuts = labels.cut_labels(scene.thrown, sheet, taken)
    taken = (*taken, *_boxes_of(cuts))
    chips: list[Tag] = []
    if scene.has_chips and scene.earlier is not None and not sheet.projected:
        chips = labels.chips(scene.earlier.chips, sheet, taken)
    everything = (*covered, *_boxes_of([*found, *remarks, *cuts, *chips]))
    tags = Layer("names", (Tags((*chips, *cuts, *found, *remarks), "names"),))
    return [scale.layer, tags], everything


def _boxes_of(tags: Iterable[Tag]) -> list[Box]:
    return [tag.box for tag in tags]


def _surface(field: Field | None, sheet: Sheet, key: str = "surface") -> Iterator[Item]:
    if field is not None and field.tints is not None:
        x, y = sheet.across(field.x), sheet.down(field.y)
        yield Raster(x, y, field.tints, sheet.box, key=key)


def _earlier(found: EarlierLines | None, sheet: Sheet) -> Iterator[Item]:
    """Describe earlier learners: faint, the fainter the more there are."""
    if found is not None and len(found.lines):
        width = sheet.measures.earlier + STRONGEST * found.strength
        faint = FAINT * min(1.0, (MANY_EARLIER / len(width)) ** 0.5)
        ink = sheet.colour("ink", faint)
        yield Bars(sheet.lines(found.lines), width, ink, key="earlier learners")


def _boundary(field: Field | None, is_tree: bool, sheet: Sheet) -> Iterator[Item]:
    if field is None:
        return
    width = sheet.measures.boundary * (OF_TREES if is_tree else 1.0)
    ink = sheet.colour("boundary")
    if len(field.boundary):
        yield Bars(sheet.lines(field.boundary), width, ink, key="boundary")
    if field.curves:
        yield Polylines(_curves(field.curves, sheet), width, ink, key="boundary")


def _test_points(markers: TestMarkers | None, sheet: Sheet) -> Iterator[Item]:
    if markers is not None and len(markers.place):
        yield test_marks(markers, sheet)


def _points(markers: Markers | None, sheet: Sheet) -> Iterator[Item]:
    if markers is not None and len(markers.row):
        yield marks(markers, sheet)


def of_story(scene: Scene, sheet: Sheet) -> Iterable[Item]:
    """Describe what the story of the method draws by itself."""
    run = scene.stage.run
    drawn: Iterable[Item] = ()
    if story_of(run).has_marks:
        drawn = part_of(run, "points").marks(scene, sheet)
    return drawn


# --- this round's learner -------------------------------------------------------------------


def _learner(mark: LearnerMark | None, is_off: bool, sheet: Sheet) -> Iterator[Item]:
    """Describe a line or regions; where no surface is, what they answer tints the plane."""
    if mark is None:
        return
    if mark.stump is not None:
        yield from _stump(mark.stump, mark.lit, is_off, sheet)
    else:
        yield from _regions(mark, is_off, sheet)
    if len(mark.taken):
        taken, width = sheet.lines(mark.taken), sheet.measures.learner
        ends = tuple(taken.reshape(-1, 2, 2))
        yield Polylines(ends, width, sheet.colour("halo"), straight=True)
        ink = sheet.colour("ink2")
        yield Polylines(ends, TAKEN * width, ink, TAKEN_DASH, straight=True, key="splits pruned")


def _stump(stump: StumpLine, lit: FloatArray, is_off: bool, sheet: Sheet) -> Iterator[Item]:
    fills = [sheet.palette.of_answer(k).fill for k in (stump.low, stump.high)]
    low, high = fills if stump.axis == 0 else reversed(fills)  # pixels count downwards
    line, (first, second) = _line_and_sides(stump, sheet)
    if is_off:
        yield Rects(np.array([first]), sheet.colour(low, TINT), "answers")
        yield Rects(np.array([second]), sheet.colour(high, TINT), "answers")
    yield from _lit(lit, sheet)
    width, strip = sheet.measures.learner, sheet.measures.strip
    for colour, before, after, key in (
        (sheet.colour(low, STRIP), (HALO, strip), (-width,), "answers"),
        (sheet.colour(high, STRIP), (-width,), (HALO, strip), "answers"),
        (sheet.colour("halo"), (HALO,), (HALO,), ""),
        (sheet.colour("accent"), (), (), "stump"),
    ):
        yield Bars(line, width, colour, before, after, square=False, key=key)


def _line_and_sides(stump: StumpLine, sheet: Sheet) -> tuple[FloatArray, tuple[Box, Box]]:
    """Find a stump's line across the sheet, and what is on either side."""
    left, top, right, bottom = sheet.box
    at = np.array(stump.threshold)
    if stump.axis == 0:
        x = float(sheet.across(at))
        return np.array([[x, top, x, bottom]]), ((left, top, x, bottom), (x, top, right, bottom))
    y = float(sheet.down(at))
    return np.array([[left, y, right, y]]), ((left, top, right, y), (left, y, right, bottom))


def _lit(boxes: FloatArray, sheet: Sheet) -> Iterator[Item]:
    """Describe the region of the node that is looked at."""
    if len(boxes):
        yield Rects(sheet.boxes(boxes), sheet.colour("accent", LIT), "region looked at")


def _regions(mark: LearnerMark, is_off: bool, sheet: Sheet) -> Iterator[Item]:
    accent, halo = sheet.colour("accent"), sheet.colour("halo")
    yield from _surface(mark.surface, sheet, "answers")
    for k in distinct(mark.answers).tolist() if is_off else ():
        fill = sheet.colour(sheet.palette.of_answer(k).fill, TINT)
        yield Rects(sheet.boxes(mark.boxes[mark.answers == k]), fill, "answers")
    yield from _lit(mark.lit, sheet)
    if len(mark.inner):
        inner = sheet.lines(mark.inner)
        yield Bars(inner, INNER, sheet.colour("accent", INNER_INK), key="splits")
    width = sheet.measures.region
    if len(mark.lines):
        thin = width * min(1.0, max(LEAST, (MANY / len(mark.lines)) ** 0.5))
        lines = sheet.lines(mark.lines)
        yield Bars(lines, thin + 2.0 * HALO, halo)
        yield Bars(lines, thin, accent, key="regions")
    if mark.curves:
        curves = _curves(mark.curves, sheet)
        yield Polylines(curves, width + 2.0 * HALO, halo)
        yield Polylines(curves, width, accent, key="learner")


def _curves(curves: Iterable[FloatArray], sheet: Sheet) -> tuple[FloatArray, ...]:
    return tuple(sheet.places(curve) for curve in curves)


def canvas(
    scene: Scene,
    sheet: Sheet,
    covered: tuple[Box, ...] = (),
    card: Box | None = None,
    known: Known | None = None,
) -> tuple[Layer, ...]:
    """Describe a scene; see `plane` for what can be given."""
    if scene.line_plot is not None:
        return line(scene, scene.line_plot, sheet, covered, card)
    return plane(scene, sheet, covered, card, known)
