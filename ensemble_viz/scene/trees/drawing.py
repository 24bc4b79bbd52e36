"""A tree as boxes and links, laid out, with the numbers of its nodes.

A small tree is drawn with full boxes, a deep one with small ones; of a large one only the part
around what is pinned, the rest standing in boxes that count its leaves.
"""

from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data import IntArray
from ensemble_viz.engine.trees import LEAF, Tree, pruning
from ensemble_viz.scene.joined import axes_in_words, draws_again
from ensemble_viz.scene.learners.card import LearnerCard, described, inputs_of, learner_card
from ensemble_viz.scene.learners.marks import speaks_for_a_class
from ensemble_viz.scene.learners.members import is_blender
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.trees.arranging import TALL_ROW, Drawn, NodeMarks, arrange, reserved_height
from ensemble_viz.scene.trees.boxes import Arrangement, way_to
from ensemble_viz.scene.trees.facts import (
    NodeFacts,
    facts_of,
    gone,
    leaf_left,
    node_facts,
    numbers_left,
    taken_back,
)
from ensemble_viz.scene.trees.slope_words import SlopeWords
from ensemble_viz.scene.trees.words import NodeWords, telling
from ensemble_viz.scene.words import capital, counted, kind_of, leaf_numbers


@dataclass(frozen=True, slots=True, eq=False)
class TreeDrawing:
    """A tree with everything that is written about it."""

    title: str
    """Stump 7."""
    hint: str
    """fitted to D₇."""
    sentence: str
    """Words instead of drawn; empty where there is a tree."""
    learners: tuple[str, ...]
    """The classes of the round's trees, where there is one a class."""
    which: int
    """Which of them is shown."""
    height: float
    """The height the drawing is given, the same in every round, for a plain size of type."""
    about: tuple[str, ...]
    """What is known of the node that is looked at, else of the tree; none of a stump."""
    drawn: Drawn | None
    card: LearnerCard | None = None
    """What a learner has learned that is no tree."""

    def arranged(self, width: float) -> Arrangement | None:
        return None if self.drawn is None else arrange(self.drawn, width, self.height)


def tree_drawing(stage: Stage) -> TreeDrawing:
    """Draw the tree of this round; where the learner is none, say what it is."""
    depth = _depth(stage)
    drawn, card = _drawn(stage), _card(stage)
    height = reserved_height(depth, stage.data.n_classes > 0, story_of(stage.run))
    is_known = card is not None and stage.learner is not None
    return TreeDrawing(
        title=_title(stage),
        hint=_hint(stage),
        sentence="" if drawn or is_known else _sentence(stage),
        learners=_learners(stage),
        which=stage.which,
        height=height if card is None else card.height,
        about=() if depth == 1 or card is not None else _about(stage, drawn),
        drawn=drawn,
        card=card if is_known else None,
    )


def _depth(stage: Stage) -> int | None:
    """Say how deep the round's tree may be; of members each has a limit of its own."""
    if story_of(stage.run).mixes_learners and stage.round:
        return stage.run.rules(stage.round).limits.max_depth
    return getattr(stage.run.params, "max_depth", None)


def _card(stage: Stage) -> LearnerCard | None:
    """Write what the round's learner has learned, where it is no tree, known already or not."""
    if stage.record is None or isinstance(stage.record.learners[stage.which], Tree):
        return None
    if described(stage)["kind"] == "tree":
        return None
    return learner_card(stage)


def drawn_tree(stage: Stage) -> tuple[Tree, NodeFacts] | None:
    """Find the tree that is shown, with its nodes; of a growing one the last, while it searches."""
    if stage.numbered is not None:
        return _with_facts(stage, stage.numbered)
    if stage.key != "search":
        return None
    if stage.round > 1:
        before = stage.run.round(stage.round - 1).learners[0]
        assert isinstance(before, Tree)
        return before, node_facts(stage.lens, stage.round - 1)
    return stage.lens.kept(("root", 1), _root_alone, stage)


def node_in_focus(focus: Focus, stage: Stage, tree: Tree, facts: NodeFacts) -> int | None:
    """Find the node that is looked at: itself, or the leaf of a point or a place."""
    if focus.node is not None:
        return focus.node if focus.node < len(tree) else None
    if focus.point is not None:
        return int(facts.leaf_of[focus.point])
    if focus.place is not None:
        place = np.array([focus.place[: stage.data.dimension]])
        return int((leaf_left(stage, place) if stage.tree else tree.apply(place))[0])
    return None


def _with_facts(stage: Stage, tree: Tree) -> tuple[Tree, NodeFacts]:
    record, k = stage.record, stage.which
    assert record is not None
    if tree is record.learners[k]:
        return tree, node_facts(stage.lens, stage.round, k)
    key = ("grown", stage.round, k)
    facts = stage.lens.kept(key, facts_of, stage.run, record, k, tree)
    return tree, _as_left(stage, facts) if stage.reached("prune") else facts


def _as_left(stage: Stage, facts: NodeFacts) -> NodeFacts:
    """Number the leaves as the tree has them that is left, and find the points in these."""
    assert stage.tree is not None
    left = numbers_left(stage)
    region = np.where(left == LEAF, 0, leaf_numbers(stage.tree)[left])
    return replace(facts, region=region, leaf_of=leaf_left(stage, stage.data.points))


def _root_alone(stage: Stage) -> tuple[Tree, NodeFacts]:
    record = stage.run.round(1)
    first = record.learners[0]
    assert isinstance(first, Tree)
    root = pruning.cut_below(first, 0)
    return root, facts_of(stage.run, record, 0, root)


def _drawn(stage: Stage) -> Drawn | None:
    found = drawn_tree(stage)
    if found is None:
        return None
    tree, facts = found
    of_class = stage.which if speaks_for_a_class(stage) else None
    about, marks = (stage.data, tree, facts, telling(stage)), _marks(stage, tree, facts)
    if tree.grad is None:
        return Drawn(tree, facts, NodeWords(*about), marks, of_class=of_class)
    cut = taken_back(stage)
    return Drawn(
        tree,
        facts,
        SlopeWords(*about, cut),
        marks,
        gone=frozenset(np.flatnonzero(gone(stage)).tolist()),
        cut=frozenset(np.flatnonzero(cut).tolist()),
        row=TALL_ROW,
        of_class=of_class,
        has_sums=True,
    )


def _marks(stage: Stage, tree: Tree, facts: NodeFacts) -> NodeMarks:
    """Mark what this round decides, the way to what is looked at, and where to look first."""
    now = steps.changed_node(stage.run, stage.round) if story_of(stage.run).grows_one_tree else None
    seen = node_in_focus(stage.focus, stage, tree, facts)
    pinned = node_in_focus(stage.where.pinned, stage, tree, facts)
    return NodeMarks(
        now=now,
        path=frozenset() if seen is None else frozenset(way_to(facts, seen)),
        end=seen,
        lit=stage.focus.node,
        target=pinned if pinned is not None else now or 0,
    )


# --- words ------------------------------------------------------------------------------------


def _title(stage: Stage) -> str:
    noun = capital(steps.noun(stage.run))
    if story_of(stage.run).grows_one_tree:
        return "Tree"
    if len(_learners(stage)) > 1:
        return f"{noun}s {stage.round}"
    blends = stage.round > 0 and is_blender(stage.run, stage.round)
    title = "Blender" if blends else f"{noun} {stage.round or ''}".strip()
    if stage.learner is not None and steps.noun(stage.run) in ("member", "learner"):
        return f"{title}: {kind_of(stage.learner, stage.data)}"
    return title


def _hint(stage: Stage) -> str:
    """Say what the tree is fitted to, or how large it is."""
    record = stage.record
    if record is None or _card(stage) is not None:
        return ""
    if pruned := _pruned(stage):
        return pruned
    if record.in_bag is not None:
        return _drawn_from(stage, record.in_bag)
    return _hint_of_story(stage)


def _drawn_from(stage: Stage, in_bag: IntArray) -> str:
    """Say on how many draws a tree is grown, or on how many of the points."""
    distinct = int(np.count_nonzero(in_bag))
    drawn = f"{counted(int(in_bag.sum()), 'draw')} of {counted(distinct, 'point')}"
    if axes := axes_in_words(stage):
        return f"{drawn}, {axes} alone"
    if not draws_again(stage.run):
        return f"grown on {distinct} of {counted(len(stage.data), 'point')}"
    return f"on {drawn}"


def _hint_of_story(stage: Stage) -> str:
    story = story_of(stage.run)
    if story.tree_hint is not None:
        return story.tree_hint(stage)
    found = drawn_tree(stage) if story.grows_one_tree else None
    return _leaves(found[0]) if found else ""


def _pruned(stage: Stage) -> str:
    tree = stage.tree
    count = tree.n_pruned if tree is not None and stage.reached("prune") else 0
    return f"{counted(count, 'split')} pruned by γ" if count else ""


def _sentence(stage: Stage) -> str:
    """Say why no tree is drawn yet."""
    noun = steps.noun(stage.run)
    if not len(stage.data):
        return "No points yet."
    if not stage.round:
        return f"No {noun} yet."
    if stage.learner is not None:
        kind = described(stage)["kind"]
        return f"{capital(noun)} {stage.round} is a {kind} that asks about {_below(stage)}."
    following = stage.steps[stage.where.moment.step]  # the last step has a learner
    return f"Next: {following.action}"


def _below(stage: Stage) -> str:
    """Name what a learner sees that stands upon others."""
    *names, last = inputs_of(stage, described(stage))
    return f"{', '.join(names)} and {last}" if names else last


def _learners(stage: Stage) -> tuple[str, ...]:
    if stage.record is None or not stage.record.one_a_class:
        return ()
    return stage.data.classes or ()


def _about(stage: Stage, drawn: Drawn | None) -> tuple[str, ...]:
    """Say what is known of the node that is looked at, else of the whole tree."""
    if drawn is None:
        return ("", "")
    if drawn.marks.end is not None:
        return drawn.words.about(drawn.marks.end)
    if stage.key == "search" and drawn.marks.now is not None:
        return drawn.words.about(drawn.marks.now)
    questions = counted(drawn.tree.depth, "question")
    leaves = _leaves(drawn.tree)
    if drawn.cut and stage.tree is not None:
        leaves = f"{stage.tree.n_leaves} of {leaves} left"
    return f"{leaves}, at most {questions} deep", "Point at a box to see its points."


def _leaves(tree: Tree) -> str:
    return counted(int(np.count_nonzero(tree.feature == LEAF)), "leaf", "leaves")
