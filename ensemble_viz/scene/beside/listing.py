"""What is listed of several setups beside their canvases, as rows of words."""

from collections.abc import Iterator

from ensemble_viz.scene.beside.flips import flip
from ensemble_viz.scene.beside.ghost import changes_of
from ensemble_viz.scene.beside.heading import names
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.beside.splits import said
from ensemble_viz.scene.words.names import class_name
from ensemble_viz.scene.words.numbers import counted, fixed

MOST = 12  # points that are listed
Listed = list[tuple[str, ...]]


def headline(beside: SideBySide) -> str:
    """Say how much of what is seen is answered differently."""
    found = beside.parting
    if found is None:
        return ""
    if beside.document.data.classes is None:
        return f"{100.0 * found.share:.1f} % of the range, on average"
    exact = "" if found.exact else "about "
    return f"{exact}{100.0 * found.share:.1f} % of what is seen"


def parting_words(beside: SideBySide) -> str:
    """Say in a sentence who parts where, after which rounds."""
    called = names(beside.document.setups)
    who = f"{', '.join(called[:-1])} and {called[-1]}"
    rounds = [stage.joined for stage in beside.stages]
    after = f"after round {max(rounds)}" if max(rounds) else "before any learner"
    where = headline(beside)
    return (
        f"{who}, {after}: apart on {where}. {beside.splits.sentence}"
        if where
        else (f"{who}, {after}: {beside.splits.sentence}")
    )


def first_round(beside: SideBySide) -> str:
    """Say in which round they part first."""
    t = beside.parts_in
    if t is not None:
        return f"They part in round {t}"
    if all(run.stop is not None for run in beside.clock.runs):
        return "They never part on these points"
    return "They have not parted so far"


def split_points(beside: SideBySide) -> tuple[tuple[str, ...], list[int], Listed, str]:
    """List the points they split on: a head, rows of points, what stands there, what is left."""
    found, data = beside.splits, beside.document.data
    called = "class" if data.classes else "value"
    head = ("point", called, *(str(k + 1) for k in range(len(beside))))
    rows = found.rows[:MOST].tolist()
    left, pinned = len(found.rows) - len(rows), beside.view.where.pinned.point
    if pinned is not None and pinned not in rows and pinned < len(data):
        rows.append(pinned)
    asked = list(zip(beside.stages, found.answers, strict=True))
    cells = [
        (str(row + 1), _truth(beside, row), *(said(stage, answer, row) for stage, answer in asked))
        for row in rows
    ]
    return head, rows, cells, counted(left, "more point") if left else ""


def _truth(beside: SideBySide, row: int) -> str:
    data = beside.document.data
    if data.classes is None:
        return fixed(float(data.target[row]))
    return class_name(data, int(data.target[row]))


def flips(beside: SideBySide) -> Listed:
    """Say what each setup says of the pinned point, and the shortest move to another answer."""
    called = names(beside.document.setups)
    return [
        (f"{k + 1} {called[k]}", found.says, found.words)
        for k, stage in enumerate(beside.stages)
        if (found := flip(stage)) is not None
    ]


def since_edit(beside: SideBySide) -> Iterator[tuple[str, ...]]:
    """Say how much has changed in each setup since the last edit."""
    called = names(beside.document.setups)
    for k in range(len(beside)):
        found = beside.ghost(k, beside.frame)
        if found is not None:
            yield (f"{k + 1} {called[k]}", *changes_of(found))
