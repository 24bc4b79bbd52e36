"""This round's learner on the canvas."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.field import NO_LINES, Field, Tints, faint_colours, inside
from ensemble_viz.scene.learners.tree_lines import TreePlane
from ensemble_viz.scene.moment.sample_grid import NO_NOTE, Note, Sampled, Steps
from ensemble_viz.scene.moment.sampler import Want
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.palette import AGAINST, RAMP_STEPS, packed, ramp
from ensemble_viz.scene.shades import shading, value_range
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.trees.facts import taken_back
from ensemble_viz.scene.words import MINUS, kind_of, signed, subscript


@dataclass(frozen=True, slots=True)
class StumpLine:
    """The only question of a stump: a line across the canvas with an answer on either side."""

    axis: int
    threshold: float
    low: int
    """The class answered at and below the threshold; for values −1 or +1 as a sign, and of one
    class among more its number or AGAINST."""
    high: int
    name: str
    """h₇."""
    low_text: str
    """What is written on the side below: a class name, or a value with its sign."""
    high_text: str


@dataclass(frozen=True, slots=True, eq=False)
class LearnerMark:
    """What this round's learner looks like: a line, regions or a sentence; never all of them."""

    stump: StumpLine | None
    lines: FloatArray
    """(lines, 4): the edges of a tree's regions, clipped to the frame: where its class changes;
    all edges where it answers values."""
    inner: FloatArray
    """(lines, 4): the splits of a tree of classes, to be drawn thin: they part leaves, also
    where the same class is on both sides."""
    boxes: FloatArray
    """(leaves, 4) as x1, y1, x2, y2, clipped: the regions themselves."""
    answers: IntArray
    """(leaves,): the class of each region, or 0 below and 1 above for values; of a tree for one
    class among more, that class or AGAINST."""
    lit: FloatArray
    """(boxes, 4): the region of the node that is looked at; none where none is."""
    taken: FloatArray
    """(lines, 4): splits that were taken back in this step."""
    sentence: str
    """Words instead of drawn: the learner asks nothing and answers the same everywhere."""
    curves: tuple[FloatArray, ...] = ()
    """Where the class of a learner that is no tree changes: (k, 2) places one after the other."""
    note: Note = NO_NOTE
    """On how fine a grid these were read."""
    surface: Field | None = None
    """What a learner that is no tree answers everywhere, where no other surface is shown."""


NO_ANSWERS = np.empty(0, dtype=np.int64)


def learner_mark(stage: Stage, frame: Frame) -> LearnerMark | None:
    """Draw this round's learner; None before it is trained, or where the layer is off."""
    if stage.learner is None or not stage.look.layers.learner:
        return None
    return _other(stage, frame) if stage.tree is None else _tree_mark(stage, stage.tree, frame)


def _tree_mark(stage: Stage, tree: Tree, frame: Frame) -> LearnerMark:
    """Draw a tree: as a sentence, a line or regions, by how much it asks."""
    lit = lit_box(stage, tree, frame)
    nothing = (NO_LINES, NO_LINES, NO_LINES, NO_ANSWERS, lit, taken_lines(stage, frame))
    if len(tree) == 1:
        return LearnerMark(None, *nothing, sentence(stage, tree))
    if len(tree) == 3:
        return LearnerMark(stump_line(stage, tree), *nothing, "")
    return _regions(stage, tree, frame, lit)


def _other(stage: Stage, frame: Frame) -> LearnerMark:
    """Draw a learner that is no tree: where its class changes, as far as a grid shows it.

    Where no surface lies below, what it answers is seen, too.
    """
    assert stage.learner is not None
    found = learner_sampled(stage, frame) if is_read(stage) else None
    tints = found is not None and stage.look.layers.surface == "off"
    surface = _surface(stage, found, frame) if found is not None and tints else None
    curves = () if found is None else found.curves
    is_seen = found is not None and (curves or surface)
    note = found.note(name(stage)) if found is not None and is_seen else NO_NOTE
    words = "" if curves else f"{name(stage)}: {kind_of(stage.learner, stage.data)}."
    nothing = (NO_LINES, NO_LINES, NO_LINES, NO_ANSWERS, NO_LINES, NO_LINES)
    return LearnerMark(None, *nothing, words, curves, note, surface)


def is_read(stage: Stage) -> bool:
    """Say whether this round's learner has to be asked on a grid to be shown."""
    layers = stage.look.layers
    is_other = stage.learner is not None and stage.tree is None and layers.learner
    return is_other and (stage.data.classes is not None or layers.surface == "off")


def learner_sampled(stage: Stage, frame: Frame) -> Sampled | None:
    """Read this round's learner; the one that blends all others is what they answer together."""
    t, k = stage.round, stage.which
    record = stage.record
    if stage.run.method.combine == "blend" and record is not None and record.score is not None:
        want = Want("sum", (t, None), frame, partial(shading, stage))
    else:
        want = Want("learner", (t, k), frame, partial(learner_shades, stage))
    return stage.lens.sampler.seen(want)


def learner_shades(stage: Stage, answer: FloatArray) -> tuple[Steps, Steps]:
    """Decide by class shares; shade values over their range."""
    if answer.ndim == 1:
        low, high = value_range(stage.data)
        share = np.clip((answer - low) / (high - low), 0.0, 1.0)
        step = np.rint(share * (RAMP_STEPS - 1)).astype(np.uint8)
        return np.zeros(len(answer), dtype=np.uint8), step
    winner = decide(answer, stage.data.n_classes).astype(np.uint8)
    return winner, np.zeros_like(winner)


def _surface(stage: Stage, found: Sampled, frame: Frame) -> Field:
    """Tint the plane: values by the ramp, classes as faintly as the regions of a tree."""
    x, columns = inside(found.cuts[0], frame.left, frame.right)
    y, rows = inside(found.cuts[1], frame.bottom, frame.top)
    if stage.data.classes is None:
        number, table = found.step, packed(ramp(stage.palette))
    else:
        number, table = found.winner, packed(faint_colours(stage.palette, stage.data.n_classes))
    return Field(x, y, Tints(number[rows, columns], table), NO_LINES, exact=False)


def _regions(stage: Stage, tree: Tree, frame: Frame, lit: FloatArray) -> LearnerMark:
    """Draw a tree that asks more than one question."""
    parted = TreePlane([tree])
    clipped, seen = frame.clip_boxes(parted.leaf_boxes)
    answers = answer_colours(stage, tree)[tree.is_leaf][seen]
    edges = parted.class_edges()
    lines, inner = frame.clip_lines((edges or parted.splits()).lines)[0], NO_LINES
    if story_of(stage.run).draws_bags and stage.is_joined and stage.round > 1:
        lines, inner = NO_LINES, lines  # the vote is looked at now: its learner is one of many
    elif edges is not None:
        inner = frame.clip_lines(parted.splits().lines)[0]
    taken = taken_lines(stage, frame)
    return LearnerMark(None, lines, inner, clipped, answers, lit, taken, "")


def taken_lines(stage: Stage, frame: Frame) -> FloatArray:
    """Draw the splits that this step takes back, as far as they are seen."""
    if stage.key != "prune" or stage.numbered is None or story_of(stage.run).grows_one_tree:
        return NO_LINES
    tree = stage.numbered
    gone = taken_back(stage)[~tree.is_leaf]
    return frame.clip_lines(TreePlane([tree]).splits().lines[gone])[0]


def stump_line(stage: Stage, tree: Tree) -> StumpLine:
    low, high = int(tree.left[0]), int(tree.right[0])
    texts = answer_texts(stage, tree)
    numbers = answer_colours(stage, tree, signs=True)
    return StumpLine(
        axis=int(tree.feature[0]),
        threshold=float(tree.threshold[0]),
        low=int(numbers[low]),
        high=int(numbers[high]),
        name=name(stage),
        low_text=texts[low],
        high_text=texts[high],
    )


def name(stage: Stage) -> str:
    """Call the round's learner h₇, with its class where there is one a class."""
    if stage.run.method.combine == "latest":
        return "tree"
    of = ""
    if stage.record is not None and stage.record.one_a_class and stage.data.classes is not None:
        of = f" of {stage.data.classes[stage.which]}"
    return f"{story_of(stage.run).letter}{subscript(stage.round)}{of}"


def sentence(stage: Stage, tree: Tree) -> str:
    """Say what a learner answers that asks nothing."""
    (answer,) = answer_texts(stage, tree)
    who = "The tree" if stage.run.method.combine == "latest" else name(stage)
    if not stage.values_are_known:
        return f"{who} asks nothing."
    return f"{who} asks nothing: it answers {answer} everywhere."


def answer_texts(stage: Stage, tree: Tree) -> list[str]:
    """Write what the leaves answer: a class, or a value with its sign, or the sign alone."""
    value = tree.leaf_value
    if value.ndim == 2 and stage.data.classes is not None:
        return [stage.data.classes[k] for k in answer_numbers(value)]
    if not stage.values_are_known:
        return ["+" if x > 0.0 else MINUS for x in value.tolist()]
    return [signed(x) for x in value.tolist()]


def answer_colours(stage: Stage, tree: Tree, signs: bool = False) -> IntArray:
    """Give what the leaves answer, as its colour: of one class among more, for or against it."""
    value = tree.leaf_value
    numbers = answer_numbers(value)
    if speaks_for_a_class(stage):
        return np.where(numbers > 0, stage.which, AGAINST)
    if signs and value.ndim == 1:
        return np.sign(value).astype(np.int64)
    return numbers


def speaks_for_a_class(stage: Stage) -> bool:
    """Say whether the round has a tree for each of more than two classes."""
    return stage.record is not None and stage.record.one_a_class and stage.data.n_classes > 2


def answer_numbers(value: FloatArray) -> IntArray:
    """Give the class that is answered, or 0 below and 1 above zero for values."""
    return np.asarray(decide(value, 1 if value.ndim == 1 else value.shape[1]), dtype=np.int64)


def lit_box(stage: Stage, tree: Tree, frame: Frame) -> FloatArray:
    """Find the part of the plane that the node looked at decides on."""
    node, numbered = stage.focus.node, stage.numbered or tree
    if node is None or node >= len(numbered):
        return NO_LINES
    return frame.clip_boxes(numbered.rectangles()[node].T.reshape(1, 4))[0]
