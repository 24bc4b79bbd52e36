"""What was answered before the last edit: the old border, and what is answered otherwise since."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.document.document import Document
from ensemble_viz.document.where import NOTHING, Frame
from ensemble_viz.engine.data import FloatArray, Numbers
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.surface.lines import chained
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.beside.parting import Parting, parting
from ensemble_viz.scene.field import field
from ensemble_viz.scene.line_plot import StepCurve, sum_curve
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.sample_grid import NO_NOTE, Note
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.shades import score_at

NONE = "–"
SAME = 1e-9  # of the range of sums: nearer ones differ by rounding alone


@dataclass(frozen=True, slots=True, eq=False)
class Before:
    """A document as it was, with its runs."""

    document: Document
    lenses: tuple[Lens, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Where on a line the sum is another than before."""

    areas: FloatArray
    """(m, 4) as x1, y1, x2, y2: between what was and what is."""
    share: float
    """Of the line that is seen."""
    levels: tuple[int, ...] = (1,)

    def boxes(self, _level: int) -> FloatArray:
        return self.areas


@dataclass(frozen=True, slots=True, eq=False)
class Ghost:
    """One setup before the edit, beside now."""

    old: Stage
    now: Stage
    frame: Frame
    curves: tuple[FloatArray, ...]
    """The old border, or on a line the old sum, as lines from place to place."""
    changed: "Parting | Intervals | None"
    """Where now is answered otherwise."""


def comparable(one: Document, other: Document) -> bool:
    """True if one can be seen as what the other was before."""
    if len(one.setups) != len(other.setups) or not (len(one.data) and len(other.data)):
        return False
    is_other_order = one.data is other.data and set(one.setups) == set(other.setups)
    mine, yours = one.data, other.data
    same = (mine.columns, mine.classes) == (yours.columns, yours.classes)
    return same and not is_other_order and (one.source == other.source or not other.source)


def ghost(before: Before, now: Stage, k: int, frame: Frame) -> Ghost:
    """Look at what setup k was before an edit, at the same moment."""
    lens = before.lenses[k]
    layers = replace(now.look.layers, boundary=True, surface="soft")
    moment = steps.nearest(lens.run, now.where.moment)
    view = now.view.changed(moment=moment, layers=layers, hovered=NOTHING, pinned=NOTHING)
    old = Stage(before.document, lens, view)
    if now.data.dimension == 1:
        seen = Stage(now.document, now.lens, now.view.changed(layers=layers))
        both = (sum_curve(each, frame, each.joined) for each in (old, seen))
        return Ghost(old, now, frame, *_on_a_line(*both))
    curves = lens.kept(("old border", moment, frame), _border, old, frame)
    return Ghost(old, now, frame, curves, parting((old, now), frame))


def _border(old: Stage, frame: Frame) -> tuple[FloatArray, ...]:
    shown = field(old, frame)
    return () if shown is None else (*chained(shown.boundary), *shown.curves)


def _on_a_line(
    was: StepCurve | None, now: StepCurve | None
) -> tuple[tuple[FloatArray, ...], Intervals | None]:
    """Follow the old sum, and find where the new one leaves it."""
    if was is None or now is None:
        return (), None
    steps = np.repeat(was.edges, 2)[1:-1], np.repeat(was.values, 2)
    edges = np.union1d(was.edges, now.edges)
    middle = (edges[:-1] + edges[1:]) / 2.0
    old, new = was.at(middle), now.at(middle)
    apart = np.abs(new - old) > SAME * max(float(np.ptp(old)), float(np.ptp(new)))
    left, right = edges[:-1][apart], edges[1:][apart]
    low, high = np.minimum(old, new)[apart], np.maximum(old, new)[apart]
    share = float((right - left).sum() / (edges[-1] - edges[0]))
    return (np.column_stack(steps),), Intervals(np.column_stack((left, low, right, high)), share)


def changes(found: Ghost) -> Note:
    """Say how much has changed: of the area, at how many points, in how many nodes."""
    area, points, nodes = changes_of(found)
    parts = [f"{area} of what is seen"] if area != NONE else []
    parts += [f"{points} {'points' if found.now.data.classes else 'values'}"] * (points != NONE)
    parts += [f"{nodes} questions"] * (nodes != NONE)
    full, *shorter = (f"Changed: {', '.join(parts[:k])}" for k in range(len(parts), -1, -1))
    return Note(full, tuple(shorter[:-1])) if parts else NO_NOTE


def changes_of(found: Ghost) -> tuple[str, str, str]:
    """Write how much of the area, of the points and of the questions is another than before."""
    area = NONE if found.changed is None else f"{100.0 * found.changed.share:.1f} %"
    points = changed_points(found)
    nodes = changed_nodes(found.old.run, found.now.run, found.now.joined)
    n = len(found.now.data)
    return (
        area,
        NONE if points is None else f"{points} of {n}",
        NONE if nodes is None else f"{nodes[0]} of {nodes[1]}",
    )


def changed_points(found: Ghost) -> int | None:
    """Count the points of now that were answered otherwise before; None where there is none."""
    now = found.now.score
    was = score_at(found.old, found.now.data.points)
    if now is None or was is None:
        return None
    k = found.now.data.n_classes
    mine: Numbers = decide(now, k)
    return int(np.count_nonzero(mine != decide(was, k)))


def changed_nodes(old: Run, now: Run, t: int) -> tuple[int, int] | None:
    """Count the questions of trees that were not asked at their place before, and all of them.

    None where there is no tree. A question below another one that has changed has changed, too.
    """
    if not t:
        return None
    rounds = [t] if now.method.combine == "latest" else range(1, t + 1)
    pairs = [pair for each in rounds for pair in _pairs(old, now, each)]
    if not pairs:
        return None
    total = sum(int(np.count_nonzero(new.feature >= 0)) for _, new in pairs)
    return total - sum(kept_questions(was, new) for was, new in pairs), total


def _pairs(old: Run, now: Run, t: int) -> Iterator[tuple[Tree | None, Tree]]:
    """Pair the trees of a round with those at their places before."""
    was: Sequence[object] = old.round(t).learners if t <= len(old) else ()
    for k, new in enumerate(now.round(t).learners):
        if isinstance(new, Tree):
            other = was[k] if k < len(was) else None
            yield (other if isinstance(other, Tree) else None), new


def kept_questions(was: Tree | None, new: Tree) -> int:
    """Count the questions that are asked at the same place as before."""
    count, waiting = 0, [(0, 0)] if was is not None else []
    while waiting and was is not None:
        one, other = waiting.pop()
        same = new.feature[other] >= 0 and was.feature[one] == new.feature[other]
        if same and was.threshold[one] == new.threshold[other]:
            count += 1
            waiting += [(int(was.left[one]), int(new.left[other])),
                        (int(was.right[one]), int(new.right[other]))]  # fmt: skip
    return count
