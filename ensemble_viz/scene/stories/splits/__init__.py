"""One tree, split by split."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.moment.steps import Step, changed_node
from ensemble_viz.scene.stories import Story

STORY = Story(taught=1, grows_one_tree=True, first_action="Search the splits")


def steps(run: Run, t: int) -> tuple[Step, ...]:
    node = changed_node(run, t)
    if _is_pruned(run, t):
        return (Step("prune", "Prune", f"Cut below node {node}", joined=True),)
    return (
        Step("search", "Search", "Search the splits"),
        Step("split", "Split", f"Split node {node}", joined=True),
    )


def _is_pruned(run: Run, t: int) -> bool:
    if t == 1:
        return False
    before, now = run.round(t - 1).learners[0], run.round(t).learners[0]
    return isinstance(before, Tree) and isinstance(now, Tree) and len(now) < len(before)
