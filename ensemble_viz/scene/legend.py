"""The key of the canvas: classes with their counts, rings, draws, the scale of areas."""

from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.engine.data import NOT_FLIPPED
from ensemble_viz.scene.joined import shown_draws
from ensemble_viz.scene.line_names import all_lines, line_key
from ensemble_viz.scene.losses import leaves_plain_residuals
from ensemble_viz.scene.markers import LARGEST, largest_residual, shows_residuals
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import bag_name, has_bags
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words import as_vote, class_name, shortest


@dataclass(frozen=True, slots=True)
class ClassEntry:
    """A class; a click takes it in hand."""

    k: int
    name: str
    count: int
    in_hand: bool


@dataclass(frozen=True, slots=True)
class DrawEntry:
    """How many points were drawn so many times."""

    times: int
    count: int
    words: str = ""
    """Words instead of the times: held out, trained on."""


@dataclass(frozen=True, slots=True)
class AreaSample:
    """A disc of the map scale: so much weight has this area."""

    area: float
    """As a multiple of a plain marker's area."""
    text: str
    """1/60."""


@dataclass(frozen=True, slots=True)
class Legend:
    classes: tuple[ClassEntry, ...] = ()
    ring: str = ""
    """What a ring means: missed, missed by the vote, …; empty where nothing is ringed."""
    ringed: int = 0
    draws: tuple[DrawEntry, ...] = ()
    """×0, ×1, ×2 …; empty where no bag is drawn."""
    draws_title: str = ""
    """in bag 12."""
    areas: tuple[AreaSample, ...] = ()
    """Two discs of the map scale; empty where areas are all the same, and stay so."""
    area_words: str = ""
    """area = weight."""
    flipped: int = 0
    """How many labels are flipped: each is marked with the class it had."""
    lines: tuple[tuple[str, str], ...] = ()
    """Line styles of a 1-D plot with their words: ("sum", "F₂ so far"), ("to come", "F₃ to come"),
    ("positive", "positive residual"), ("negative", "negative residual")."""


RINGS = {
    "learner": "missed", "held": "missed, held out", "vote": "missed together", "oob": "missed",
}  # fmt: skip
TRAINED = "trained on"
MOST_DRAWN = 6  # ×0 to ×5: few points are drawn more often
MULTIPLES = (2, 4, 10, 20, 50, 100, 200, 500, 1000)


def legend(stage: Stage) -> Legend:
    ringed, draws = stage.missed if stage.look.layers.misses else None, _draws(stage)
    ring = ""
    if ringed is not None:
        ring = _together(stage) if stage.missed_by == "vote" else RINGS[stage.missed_by]
    is_line = stage.data.dimension == 1 and len(stage.data) > 0
    return Legend(
        classes=_classes(stage),
        ring=ring,
        ringed=0 if ringed is None else int(np.count_nonzero(ringed)),
        draws=draws,
        draws_title=_bag_in(stage, stage.round) if draws else "",
        areas=_areas(stage),
        area_words=_area_words(stage),
        flipped=_flipped(stage),
        lines=line_key(stage) if is_line else (),
    )


def fullest(stage: Stage) -> Legend:
    """List all that the key of this run will ever hold: room is left for that in every round."""
    now, n = legend(stage), len(stage.data)
    ring = RINGS["held"] if stage.run.method.combine == "blend" else _together(stage)
    return replace(
        now,
        ring=ring if now.classes and stage.look.layers.misses else "",
        ringed=n,
        draws=_all_draws(stage),
        draws_title=_bag_in(stage, stage.run.last),
        lines=all_lines(stage) if stage.data.dimension == 1 and n else (),
    )


def _classes(stage: Stage) -> tuple[ClassEntry, ...]:
    data = stage.data
    if data.classes is None:
        return ()
    counts = np.bincount(data.target, minlength=data.n_classes)
    called = as_vote if story_of(stage.run).weighs_points else class_name
    return tuple(
        ClassEntry(k, called(data, k), int(count), k == stage.hand.class_in_hand)
        for k, count in enumerate(counts)
    )


def _flipped(stage: Stage) -> int:
    flipped = stage.data.flipped_from
    return 0 if flipped is None else int(np.count_nonzero(flipped != NOT_FLIPPED))


def _together(stage: Stage) -> str:
    """Say that all learners together miss a point: in AdaBoost their sum does."""
    if stage.run.method.combine == "latest":
        return RINGS["learner"]
    return "F misses" if story_of(stage.run).weighs_points else RINGS["vote"]


def _draws(stage: Stage) -> tuple[DrawEntry, ...]:
    """Count how many points were drawn so many times."""
    if (draws := shown_draws(stage)) is None:
        return ()
    counts = np.bincount(draws, minlength=2)
    if story_of(stage.run).draws_bags and stage.is_joined:
        out, drawn = (int(count) for count in counts)
        return DrawEntry(0, out, "never drawn"), DrawEntry(1, drawn, "drawn")
    if story_of(stage.run).holds_out:
        return _parts(int(counts[0]), int(counts[1]))
    return tuple(DrawEntry(times, int(k)) for times, k in enumerate(counts) if k or times < 2)


def _all_draws(stage: Stage) -> tuple[DrawEntry, ...]:
    """List as many draws as there mostly are, each of as many points as there can be."""
    n = len(stage.data)
    if not stage.look.layers.draws or not n:
        return ()
    if story_of(stage.run).holds_out:
        return _parts(n, n)
    most = MOST_DRAWN if bag_name(stage.run) == "bag" and story_of(stage.run).draws_bags else 2
    return tuple(DrawEntry(times, n) for times in range(most)) if has_bags(stage.run) else ()


def _parts(held_out: int, trained: int) -> tuple[DrawEntry, ...]:
    return DrawEntry(0, held_out, "held out"), DrawEntry(1, trained, TRAINED)


def _bag_in(stage: Stage, t: int) -> str:
    if not stage.look.layers.draws or story_of(stage.run).holds_out:
        return ""
    bag = bag_name(stage.run) if story_of(stage.run).draws_bags else "sample"
    return f"in {bag} {t}"


def _areas(stage: Stage) -> tuple[AreaSample, ...]:
    """Choose two discs as the scale of areas."""
    weight = stage.weight
    if shows_residuals(stage):
        return _residual_areas(stage)
    if weight is None or len(weight) < 2 or not stage.look.layers.weights:
        return ()
    n, largest, before = len(weight), float(weight.max()), stage.weight_before
    alike = largest - weight.min() <= 1e-9 * largest and before is None
    if alike and not story_of(stage.run).weighs_points:
        return ()
    multiple = max(k for k in MULTIPLES if k == MULTIPLES[0] or k <= largest * n)
    scale = 1.0 if stage.look.relative_to == "uniform" else LARGEST / (largest * n)
    return (AreaSample(scale, f"1/{n}"), AreaSample(multiple * scale, f"{multiple}/{n}"))


def _residual_areas(stage: Stage) -> tuple[AreaSample, ...]:
    """Choose two round residuals, the larger one among those that the first learner saw."""
    largest = largest_residual(stage)
    power = 10.0 ** np.floor(np.log10(largest))
    large = power * max(k for k in (1, 2, 5) if k * power <= largest)
    values = (large / 5.0, large) if np.isfinite(large) and large > 0.0 else ()
    return tuple(AreaSample(LARGEST * value / largest, shortest(value)) for value in values)


def _area_words(stage: Stage) -> str:
    if not shows_residuals(stage):
        return "area = weight"
    of = class_name(stage.data, stage.which) if stage.data.n_classes > 2 else ""
    plain = "|residual|" if leaves_plain_residuals(stage.run) else "|r|"
    what = "|g|" if story_of(stage.run).has_curvature else plain
    return f"area = {what} of {of}" if of else f"area = {what}"
