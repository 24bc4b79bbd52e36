"""The learners so far as thumbnails: h₁ + h₂ + … = F, and the next one apart."""

from dataclasses import dataclass, replace
from typing import Literal

from ensemble_viz.document.where import START
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.learners.members import is_blender, is_reversed, layer_of, member_text
from ensemble_viz.scene.learners.thumbnails import Thumbnail, learner_thumbnail, sum_thumbnail
from ensemble_viz.scene.losses import start_of
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words import counted, fixed, shortest, subscript

Kind = Literal["start", "learner", "sum", "next"]
NEXT = "next "
"""Before the caption of a learner that has not joined; it stands apart, too."""
REVERSED = " ↔"
MOST = 60  # terms: no window has room for more


@dataclass(frozen=True, slots=True)
class GalleryItem:
    kind: Kind
    round: int
    """Where a click goes."""
    caption: str
    """0.9359."""
    name: str
    """h₁: said beside the caption where there is room."""
    operator: str
    """What stands before it: +, =, → or nothing."""
    is_now: bool
    """This round's learner."""
    before: str = ""
    """StepText before the caption where there is room."""

    @property
    def title(self) -> str:
        """The caption with what is said before it."""
        return f"{self.before}{self.caption}"


@dataclass(frozen=True, slots=True)
class Gallery:
    """The learners so far, from the first to the last."""

    hint: str
    """What the captions are."""
    sentence: str
    """StepText where there is none yet."""
    count: int
    """The terms of the sum: the start, where it has one, and the learners that have joined."""
    terms: tuple[GalleryItem, ...]
    """The last of them, more than are shown."""
    sum: GalleryItem | None
    next: GalleryItem | None
    """This round's learner, while it has not joined."""

    def fitted(self, places: int) -> tuple[tuple[GalleryItem, ...], int]:
        """Choose as many of the last learners as fit, and say how many are left out before them.

        The sum, and the next learner, have places of their own; the next one belongs in the last.
        """
        own = [item for item in (self.sum, self.next) if item is not None]
        room = min(max(places - len(own), 1), len(self.terms))
        shown = list(self.terms[len(self.terms) - room :])
        if shown:
            shown[0] = replace(shown[0], operator="")
        return (*shown, *own), self.count - len(shown)


def gallery(stage: Stage) -> Gallery:
    rate = "rate ν" if stage.run.method.goes_downhill else ""
    hint = _alphas(stage) if story_of(stage.run).weighs_points else rate
    if stage.round and _has_layers(stage, 1):
        hint = "L: layer"
    starts = stage.run.start.initial_score is not None and stage.run.method.goes_downhill
    count = stage.joined + starts
    first = max(0, count - MOST)
    terms = tuple(_term(stage, k, starts) for k in range(first, count))
    following = _next(stage)
    nothing = not terms and following is None
    sentence = f"No {steps.noun(stage.run)} has joined yet." if nothing else ""
    return Gallery(hint, sentence, count, terms, _sum(stage), following)


def _alphas(stage: Stage) -> str:
    """Say what stands below learners that are weighed; whether some answer the opposite."""
    last = stage.round if stage.learner is not None else stage.joined
    turned = any(is_reversed(stage, t) for t in range(max(1, last - MOST + 1), last + 1))
    return f"weight α,{REVERSED} reversed" if turned else "weight α"


def picture(stage: Stage, item: GalleryItem) -> Thumbnail:
    if item.kind == "sum":
        return sum_thumbnail(stage)
    if item.kind == "start":
        return sum_thumbnail(replace(stage, view=stage.view.changed(moment=START)))
    return learner_thumbnail(stage, item.round, _which(stage, item.round))


def _which(stage: Stage, t: int) -> int:
    """Choose the learner of a round that is drawn: of a stack's the one trained on all points."""
    if not story_of(stage.run).holds_out or (t == stage.round and not stage.is_joined):
        return stage.which
    return len(stage.run.round(t).learners) - 1


def _term(stage: Stage, k: int, starts: bool) -> GalleryItem:
    """Describe the k-th of the terms, counted from 0; the start is the first of them."""
    if starts and k == 0:
        return GalleryItem("start", 0, _start_name(stage), "F₀", "", is_now=False)
    return _learner(stage, k if starts else k + 1)


def _learner(stage: Stage, t: int) -> GalleryItem:
    caption, name = _words(stage, t)
    begins = _has_layers(stage, t) and t > 1 and layer_of(stage.run, t - 1) < layer_of(stage.run, t)
    into = "→" if is_blender(stage.run, t) or begins else ","
    operator = {"latest": "→", "blend": into}.get(stage.run.method.combine, "+")
    return GalleryItem("learner", t, caption, name, operator, is_now=t == stage.round)


def _words(stage: Stage, t: int) -> tuple[str, str]:
    story, record = story_of(stage.run), stage.run.round(t)
    name = f"{story_of(stage.run).letter}{subscript(t)}"
    if story.draws_bags:
        return (f"{steps.one_of(stage.run)} {t}", "") if t == stage.round else (f"{t}", "")
    if story.grows_one_tree:
        tree = record.learners[0]
        leaves = tree.n_leaves if isinstance(tree, Tree) else 1
        return counted(leaves, "leaf", "leaves"), ""
    if story.mixes_learners:
        kind = member_text(stage.run, t).partition("(")[0]
        return (f"L{layer_of(stage.run, t)} {kind}" if _has_layers(stage, t) else kind), name
    weight, write = record.learner_weight, shortest if stage.run.method.goes_downhill else fixed
    turned = REVERSED if is_reversed(stage, t) else ""
    return (name, "") if weight is None else (f"{write(weight)}{turned}", name)


def _has_layers(stage: Stage, t: int) -> bool:
    """Say whether the learner of round t stands in one of several layers."""
    is_stack = story_of(stage.run).holds_out
    return is_stack and stage.run.params.layers > 1 and not is_blender(stage.run, t)


def _sum(stage: Stage) -> GalleryItem | None:
    """Describe all of them together; None where there are none, or the last stands for all."""
    t, combine = stage.joined, stage.run.method.combine
    if not t or combine in ("latest", "blend") or stage.score is None:
        return None
    caption = f"all {t}" if combine == "mean" else f"F{subscript(t)}"
    return GalleryItem("sum", t, caption, "", "=", is_now=False)


def _next(stage: Stage) -> GalleryItem | None:
    """Describe this round's learner, while it has not joined."""
    if stage.is_joined or stage.learner is None:
        return None
    caption, name = _words(stage, stage.round)
    weighs = any(step.key == "alpha" for step in stage.steps)
    if weighs and not stage.reached("alpha"):
        caption, name = name, ""
    if story_of(stage.run).draws_bags:
        return GalleryItem("next", stage.round, caption, "", "", is_now=True)
    return GalleryItem("next", stage.round, caption, name, "", is_now=True, before=NEXT)


def _start_name(stage: Stage) -> str:
    init = start_of(stage.run)
    if isinstance(init, float):
        return f"p = {shortest(init)}" if stage.data.n_classes == 2 else shortest(init)
    prior = "log-odds" if stage.data.n_classes else "mean"
    return {"prior": prior, "zero": "0", "least": "least loss"}.get(init, init)
