"""Every choice of every setting of every method, on every kind of data: each part can be shown.

What is said there is right or wrong elsewhere; here nothing may fail, nothing may be missing, and
nothing that no person can read may be written. What there is to choose is read from the settings:
a new choice, method or kind of learner is walked without a word here.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.look import Layers
from ensemble_viz.document.where import START, Focus, Moment
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.learners import kinds
from ensemble_viz.engine.methods import methods
from ensemble_viz.engine.settings import Field
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.controls import layer_lines
from ensemble_viz.scene.learners.gallery import picture
from ensemble_viz.scene.learners.members import member_text, texts
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words import subscript, value_of
from tests.datasets import DATASETS
from tests.scene.walks import numbers, walk

PARTS = [name for name, part in vars(Scene).items() if isinstance(part, cached_property)]
KINDS = ("two classes", "three classes", "values in the plane", "values on a line")
UNSPEAKABLE = re.compile(r"\b(?:nan|inf|None|True|False)\b|array\(|\bnp\.")
ROUNDS = 6
SMALL, LARGE = 240.0, 900.0  # widths of the drawing of a tree
LOOKS = (
    View(),
    View.of(pinned=Focus(point=0), fractions=True),
    View.of(pinned=Focus(place=(0.4, 0.7)), small_steps=False, layers=Layers(surface="hard")),
    View.of(pinned=Focus(node=0), palette="dark", relative_to="largest"),
)


def alternatives(field: Field) -> list[Any]:
    """Every other choice of a setting; of a number without choices a smaller or a larger one."""
    if field.setting.items is not None:
        offers = [[text] for text, _ in field.setting.items.offers()]
        found = offers or [field.setting.items.split(field.setting.items.example)]
    elif field.choices or field.kind in (bool, str):
        found = list(field.choices or (False, True)) if field.kind is not str else [*field.choices]
    else:
        low = field.setting.low or 0.0
        found = [field.kind(low + 2 if field.kind is int else low + 0.4), *field.words]
    return [value for value in [*found, *[None] * field.optional] if value != field.default]


def choices(name: str) -> list[dict[str, Any]]:
    """The defaults, then every alternative of every setting by itself."""
    fields = [field for field in methods()[name].params.fields() if field.name != "rounds"]
    return [{}, *({field.name: value} for field in fields for value in alternatives(field))]


def pairs(name: str) -> list[dict[str, Any]]:
    """Every two choices of different settings that are words or yes and no."""
    fields = [field for field in methods()[name].params.fields() if field.choices]
    fields += [field for field in methods()[name].params.fields() if field.kind is bool]
    return [
        {one.name: first, other.name: second}
        for one, other in combinations(fields, 2)
        for first in alternatives(one)
        for second in alternatives(other)
    ]


def cases(most: tuple[str, ...], of: Callable[[str], list[dict[str, Any]]]) -> list[Any]:
    """One case for each method, kind of data and choice; each has a name to be read."""
    return [
        pytest.param(name, kind, chosen, id=f"{name}-{kind}-{_written(chosen)}")
        for name in methods()
        for kind in most
        for chosen in of(name)
    ]


def _written(chosen: dict[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in chosen.items()) or "defaults"


def setup_of(name: str, chosen: dict[str, Any]) -> Setup:
    return Setup(name, methods()[name].params.from_values({"rounds": ROUNDS} | chosen))


def lens_of(name: str, kind: str, chosen: dict[str, Any]) -> Lens | None:
    """The run of a case; None where the method cannot take these points so."""
    try:
        lens = Lens(setup_of(name, chosen).run(DATASETS[kind]))
        lens.run.finish()
    except Refusal:
        return None
    return lens


def moments(lens: Lens, rounds: Iterable[int]) -> Iterator[Moment]:
    """The start, and every step of some rounds."""
    yield START
    for t in sorted(set(rounds)):
        yield from (Moment(t, 1 + k) for k in range(steps.last_step(lens.run, t)))


def scenes(
    name: str, kind: str, chosen: dict[str, Any], looks: tuple[View, ...] = LOOKS
) -> Iterator[Scene]:
    """The first round, one in the middle and the last; every moment looked at in two ways."""
    lens = lens_of(name, kind, chosen)
    if lens is None:
        return
    document, last = Document(DATASETS[kind], (setup_of(name, chosen),), "Test"), len(lens.run)
    rounds = {min(1, last), (last + 1) // 2, last} if len(looks) > 1 else {last}
    for k, moment in enumerate(moments(lens, rounds - {0})):
        others = looks[1:][k % 3 : k % 3 + 1]
        for look in (looks[0], *others):
            yield Scene(Stage(document, lens, look.changed(moment=moment)))


def strings(thing: Any) -> list[str]:
    """Everything that is written in a part of a scene."""
    found, waiting = [], [thing]
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind is str:
            found.append(one)
        elif kind in (tuple, list):
            waiting += one
        else:
            waiting += [getattr(one, name) for name in _names(kind)]
    return found


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def written(scene: Scene) -> Iterator[str]:
    """Everything that can be read at a moment."""
    for part in PARTS:
        yield from strings(getattr(scene, part))
    for line in layer_lines(scene.stage):
        yield line.words
    yield from strings(scene.tree.arranged(LARGE if scene.view.where.pinned == Focus() else SMALL))
    table, plot = scene.table, scene.search
    for column in table.columns:
        yield from column.samples()
        yield from (
            column.text(row) for row in sorted({0, table.n // 2, table.n - 1}) if 0 <= row < table.n
        )
    for k, axis in enumerate(plot.axes if plot else ()):
        yield plot.reading(k, (axis.low + axis.high) / 2)
        yield plot.sides((k, (axis.low + axis.high) / 2))


def check_shown(scene: Scene) -> None:
    """Everything is there, can be read, and is finite."""
    where = (scene.view.where.moment, scene.view.where.pinned)
    assert scene.caption.headline.strip(), where
    assert scene.controls.next.strip(), where
    assert scene.controls.next_enabled == (len(scene.stage.run) > 0), where
    assert (scene.card is None) == (scene.view.where.pinned in (Focus(), Focus(node=0))), where
    told = (scene.tree.drawn, scene.tree.card)
    assert any(one is not None for one in told) or scene.tree.sentence, where
    shown = scene.gallery.terms or scene.gallery.next
    assert shown or not scene.stage.learner_is_known, where
    bad = [text for text in written(scene) if UNSPEAKABLE.search(text)]
    assert bad == [], where
    assert not any(set(r"\{}") & set(line.text) for line in scene.formulas), where
    check_finite(scene)


def check_finite(scene: Scene) -> None:
    assert np.isfinite(scene.markers.area).all()
    if scene.field is not None:
        assert np.isfinite(scene.field.boundary).all()
        assert (np.diff(scene.field.x) > 0).all()
    plot = scene.line_plot
    for curve in () if plot is None else (plot.curve, plot.to_come, plot.learner):
        if curve is not None:
            assert np.isfinite(curve.values).all()
            assert np.isfinite(curve.edges).all()
    for curve in scene.curves.series:
        assert np.isfinite(curve.values).all()


def check_pictures(scene: Scene) -> None:
    for item in scene.gallery.fitted(9)[0]:
        drawn = picture(scene.stage, item)
        if drawn.line is not None:
            assert np.isfinite(drawn.line).all()
        else:
            assert drawn.rgb is not None
            assert drawn.rgb.shape == (80, 108, 3)


def walk_choice(name: str, kind: str, chosen: dict[str, Any]) -> None:
    """Look at all parts of a run with these settings, from the first step to the last."""
    for scene in scenes(name, kind, chosen):
        check_shown(scene)
        if scene.view.where.pinned == Focus():
            check_pictures(scene)


def test_every_choice_is_taken_by_some_points():
    for name, method in methods().items():
        for chosen in choices(name):
            assert any(lens_of(name, kind, chosen) for kind in KINDS), (name, chosen)
        for kind in KINDS:
            taken = lens_of(name, kind, {}) is not None
            assert taken == (method.tasks[-1] == "regression" or "classes" in kind)


def test_choices_are_those_of_the_settings():
    """Among them what the notes have, and every kind of learner there is."""
    assert {"loss": "huber"} in choices("gradient-boosting")
    assert {"criterion": "gain-ratio"} in choices("tree")
    members = [str(chosen["members"]) for chosen in choices("voting") if chosen.get("members")]
    assert all(any(kind in text for text in members) for kind in kinds())


@pytest.mark.parametrize(("name", "kind", "chosen"), cases(KINDS, choices))
def test_every_part_of_every_choice_can_be_shown(name, kind, chosen):
    walk_choice(name, kind, chosen)


@pytest.mark.parametrize(("name", "kind", "chosen"), cases(KINDS[::2], pairs))
def test_every_two_choices_can_be_shown_together(name, kind, chosen):
    for scene in scenes(name, kind, chosen, LOOKS[:1]):
        check_shown(scene)


# --- learners that are no trees -----------------------------------------------------------------

OTHERS = [
    ("bagging", {"base": "knn"}), ("random-patches", {"base": "naive-bayes"}),
    ("adaboost", {"base": "logistic"}), ("voting", {"members": ["knn(k=3)", "naive-bayes"]}),
    ("stacking", {"members": ["knn(k=3)", "naive-bayes"], "folds": 2}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "settings"), OTHERS)
def test_a_learner_that_is_no_tree_has_a_card_instead(name, settings):
    known = [
        scene
        for scene in walk(DATASETS["two classes"], name, 2, **settings)
        if scene.stage.learner is not None
    ]
    assert known
    for scene in known:
        assert not isinstance(scene.stage.learner, Tree)
        assert scene.tree.drawn is None
        assert scene.tree.card is not None
        assert scene.tree.sentence == ""
        assert scene.tree.height == scene.tree.card.height
        assert scene.search is None
        assert not scene.searches
        mark = scene.learner_mark
        assert mark is not None
        assert bool(mark.sentence) == (not mark.curves)


@pytest.mark.parametrize(("name", "settings"), OTHERS)
def test_its_border_parts_what_it_answers(name, settings):
    """Where its line is drawn the class changes: on either side of it the learner disagrees."""
    drawn = []
    for scene in walk(DATASETS["two classes"], name, 2, **settings):
        mark, learner = scene.learner_mark, scene.stage.learner
        if mark is None or learner is None:
            continue
        cell = (scene.frame.high - scene.frame.low) / 256
        for curve in mark.curves:
            way = np.diff(curve, axis=0) / cell
            length = np.hypot(*way.T)
            middle = (curve[:-1] + curve[1:])[length > 6] / 2
            way, length = way[length > 6], length[length > 6]
            aside = 2 * cell * np.column_stack((-way[:, 1], way[:, 0])) / length[:, None]
            said = [learner.answer(middle + side * aside).argmax(axis=1) for side in (-1, 1)]
            drawn += (said[0] != said[1]).tolist()
    assert len(drawn) > 4
    assert np.mean(drawn) > 0.8


@pytest.mark.parametrize(("name", "settings"), OTHERS)
def test_colours_on_a_grid_are_what_the_ensemble_answers_there(name, settings):
    look = View.of(layers=Layers(surface="hard"))
    *_, scene = walk(DATASETS["two classes"], name, 3, look=look, **settings)
    field, stage = scene.field, scene.stage
    assert not field.exact
    x, y = ((edge[1:] + edge[:-1]) / 2 for edge in (field.x, field.y))
    score = stage.lens.surface.grid(stage.joined, x, y)
    second = score[..., 1] > score[..., 0] if score.ndim == 3 else score > 0
    shown = (field.rgb == field.rgb[second][0]).all(axis=-1)
    assert np.mean(shown == second) > 0.995  # the outermost squares are cut by the frame


def test_where_all_learners_are_trees_every_cell_is_exact():
    settings = {"members": ["stump", "tree(max_depth=2)"]}
    *_, scene = walk(DATASETS["two classes"], "voting", 3, **settings)
    assert scene.field.exact


# --- what is drawn for each learner -------------------------------------------------------------

STARTS = {
    ("bagging", ""): "Each tree gets a bag: 21 draws with replacement. So the trees differ.",
    ("bagging", "knn"): "Each learner gets a bag: 21 draws with replacement. "
    "So the learners differ.",
    ("pasting", ""): "Each tree gets 13 of the 21 points, drawn without replacement. "
    "So the trees differ.",
    ("random-forest", ""): "Each tree gets a bag: 21 draws with replacement. "
    "An axis is drawn anew for every question. So the trees differ.",
    (
        "random-subspaces",
        "",
    ): "Each tree sees all points. One axis is drawn for each tree, for all its questions. "
    "So the trees can differ.",
    (
        "random-subspaces",
        "knn",
    ): "Each learner sees all points. One axis is drawn for each learner. "
    "So the learners can differ.",
    ("random-patches", ""): "Each tree gets a bag: 21 draws with replacement. "
    "One axis is drawn for each tree, for all its questions. So the trees differ.",
    ("extra-trees", ""): "Each tree sees all points. Each question is a random cut. "
    "So the trees differ.",
}


@pytest.mark.parametrize(("name", "base"), STARTS)
def test_the_start_says_what_will_be_drawn(name, base):
    settings = {"base": base} if base else {}
    start, first, *_ = walk(DATASETS["two classes"], name, 1, **settings)
    assert start.caption.sentence == STARTS[name, base]
    assert bool(first.stage.draws is not None) == ("sees all" not in STARTS[name, base])


@pytest.mark.parametrize(
    ("name", "settings"),
    [("pasting", {"max_samples": 1.0}), ("random-subspaces", {"max_features": 2})],
)
def test_where_nothing_is_drawn_all_trees_are_the_same_and_said_to_be(name, settings):
    shown = list(walk(DATASETS["two classes"], name, 3, **settings))
    assert shown[0].caption.sentence.endswith("Nothing is left to chance: all trees are the same.")
    first, *others = (record.learners[0] for record in shown[0].stage.run.rounds)
    assert others
    assert all((one.threshold == first.threshold).all() for one in others)
    assert not any("So far no point" in scene.caption.sentence for scene in shown)


def test_axes_samples_and_portions_are_called_what_they_are():
    def headline(name, **settings):
        return list(walk(DATASETS["two classes"], name, 1, **settings))[1].caption.headline

    assert re.fullmatch(r"Tree 1 may look along x[₁₂] only", headline("random-subspaces"))
    assert headline("pasting") == "13 of 21 points are in sample 1"
    portion = headline("pasting", disjoint=True, max_samples=0.35)
    assert portion == "7 of 21 points are in portion 1 of 3"


# --- losses -------------------------------------------------------------------------------------


def second_round(data: str, loss: str) -> dict[str, Scene]:
    """The steps of the second round of gradient boosting."""
    shown = walk(DATASETS[data], "gradient-boosting", 2, loss=loss)
    return {scene.stage.key: scene for scene in shown if scene.stage.round == 2}


@pytest.mark.parametrize(
    ("loss", "answer"),
    [
        ("squared", "answers with the mean residual of its points."),
        (
            "absolute",
            "the median of y − F₁(x) (of two in the middle the lower), the best step for |y − F|.",
        ),
        (
            "huber",
            "m, the lower median of y − F₁(x) there, plus the mean of y − F₁(x) − m, each cut off "
            "at ±δ₂.",
        ),
    ],
)
def test_residuals_of_values_are_those_of_the_loss(loss, answer):
    shown = second_round("values in the plane", loss)
    said, stage = shown["residuals"].caption, shown["residuals"].stage
    left = stage.data.target - stage.score
    if loss == "squared":
        assert stage.residual == pytest.approx(left)
        assert said.sentence.startswith("r = y − F₁(x) is minus the slope")
    elif loss == "absolute":
        above, below = (int((sign * left > 0).sum()) for sign in (1, -1))
        assert said.headline == f"r is +1 at {above} of 25 points, −1 at {below}"
        assert (stage.residual == np.where(left >= 0, 1.0, -1.0)).all()
    else:
        delta = stage.record.figures["delta"]
        far = int((np.abs(left) > delta).sum())
        assert said.headline == f"{far} of 25 residuals are cut off at ±δ₂ = ±{delta:.4f}"
        assert stage.residual == pytest.approx(np.clip(left, -delta, delta))
    assert answer in shown["train"].caption.sentence


def column(scene: Scene, title: str) -> np.ndarray:
    """Read a column of the table."""
    (found,) = [one for one in scene.table.columns if one.title == title]
    return np.array([value_of(found.text(k).removeprefix("+")) for k in range(scene.table.n)])


def test_huber_can_be_recomputed_from_the_table_and_says_where_delta_comes_from():
    steps_of, ended = [], None
    for shown in walk(DATASETS["values in the plane"], "gradient-boosting", 4, loss="huber"):
        steps_of.append((shown.stage.round, shown.stage.key, shown))
    for t, key, shown in steps_of:
        if key == "residuals":
            rest = column(shown, "y") - column(shown, f"F{subscript(t - 1)}")
            size = np.sort(np.abs(rest))
            written = {line.text.split(" ")[0]: line.text for line in shown.formulas}
            delta = value_of(written[f"δ{subscript(t)}"].rpartition(" = ")[2])
            least = next(one for one in size if (size <= one).mean() >= 0.9 - 1e-9)
            assert delta == pytest.approx(least, abs=2e-4)
            assert "0.9 quantile of |" in written[f"δ{subscript(t)}"]
            assert "the 90 % quantile of |y" in shown.caption.sentence
            assert written["L"].startswith("L = ½ u² to |u| = δ")
            assert "u = yᵢ − F" in written["L"]
        if key == "vote":
            old, new = numbers(shown.caption.headline)
            for k, said in ((t - 1, old), (t, new)):
                size = np.abs(column(shown, "y") - column(shown, f"F{subscript(k)}"))
                near = np.minimum(size, delta)
                assert said == pytest.approx((near * (size - near / 2)).mean(), abs=2e-4)
            if ended is not None and ended != old:
                assert f"it stood at {ended:.4f}; δ is new each" in shown.caption.sentence
                assert (
                    f"measured anew with δ{subscript(t)} = {delta:.4f}." in shown.caption.sentence
                )
            ended = new


@pytest.mark.parametrize("loss", ["absolute", "huber"])
def test_residual_means_one_thing_only(loss):
    for shown in walk(DATASETS["values in the plane"], "gradient-boosting", 2, loss=loss):
        said, key = shown.caption, shown.stage.key
        if key == "start":
            middle = "the mean of the middle two" in said.sentence
            assert middle == (shown.stage.score[0] not in shown.stage.data.target)
            assert "no other number has a smaller mean of |y − F|" in said.sentence
        assert "median residual" not in said.sentence
        if key == "train":
            assert said.headline.endswith("25 values of r")
            assert re.search("lower median|middle the lower", said.sentence)
        assert "residual" not in shown.legend.area_words


@pytest.mark.parametrize("loss", ["log-loss", "exponential"])
def test_residuals_of_classes_are_those_of_the_loss(loss):
    shown = second_round("two classes", loss)
    said, stage = shown["residuals"].caption, shown["residuals"].stage
    y = 2.0 * stage.data.target - 1.0
    if loss == "exponential":
        assert said.sentence.startswith("r = y e^(−y F₁(x)) is minus the slope of the loss")
        assert said.sentence.endswith("with y = +1 for B, else −1.")
        assert stage.residual == pytest.approx(y * np.exp(-y * stage.score))
        name = "mean of e^(−yF)"
    else:
        assert said.sentence.startswith("r = y − p is minus the slope")
        assert stage.residual == pytest.approx(stage.data.target - 1 / (1 + np.exp(-stage.score)))
        name = "log-loss"
    assert shown["vote"].caption.sentence.startswith(f"The {name} falls from")


# --- votes and stacks ---------------------------------------------------------------------------


def test_before_anybody_with_a_weight_has_voted_there_is_no_surface():
    settings = {"members": ["stump", "knn(k=3)"], "weights": [0, 1]}
    shown = list(walk(DATASETS["two classes"], "voting", 2, **settings))
    first = [scene for scene in shown if scene.stage.joined == 1]
    assert [scene.field.rgb for scene in first] == [None] * len(first)
    assert first[0].caption.headline == "No member with a weight has voted yet"
    assert first[0].gallery.sum is None
    assert shown[-1].field.rgb is not None


def test_a_stack_has_a_surface_once_the_blender_has_joined():
    shown = list(walk(DATASETS["three classes"], "stacking", 9, members=["stump"], folds=2))
    known = [scene.field.rgb is not None for scene in shown]
    assert known == [False] * (len(shown) - 1) + [True]
    assert shown[-1].stage.key == "vote"


def test_the_step_of_a_fold_shows_its_learner_and_hides_what_it_has_not_seen():
    settings = {"members": ["tree(max_depth=2)", "stump"], "folds": 3}
    for scene in walk(DATASETS["two classes"], "stacking", 2, **settings):
        stage, record = scene.stage, scene.stage.record
        if record is None:
            continue
        key, _, number = stage.key.partition("-")
        if key == "refit":
            assert stage.learner is record.learners[-1]
            assert not scene.markers.hollow.any()
            continue
        which = int(number) - 1
        assert stage.learner is (None if key == "hold" else record.learners[which])
        held = record.fold == int(number)
        assert set(scene.markers.row[scene.markers.hollow]) == set(np.flatnonzero(held))
        if key != "hold":
            assert scene.tree.drawn is not None
            assert scene.tree.drawn.facts.drawn[0] == record.seen[which].sum()


def test_members_are_called_as_they_were_written():
    members = ["stump", "knn(k=3)", "naive-bayes"]
    for name in ("voting", "stacking"):
        shown = list(walk(DATASETS["two classes"], name, 99, members=members))
        run = shown[-1].stage.run
        assert texts(run)[:3] == tuple(members)
        for t in range(1, len(run) + 1):
            said = " ".join(
                f"{scene.caption.headline} {scene.caption.sentence}"
                for scene in shown
                if scene.stage.round == t
            )
            assert member_text(run, t) in said
