"""Sessions in files: every bit comes back, and whatever is wrong costs one sentence."""

import json
import math
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ensemble_viz.document.document import Document, Setup, first_setup
from ensemble_viz.document.look import Layers, Look, Panels, Projector
from ensemble_viz.document.session_file import (
    Saved,
    is_session,
    parse_session,
    read_session,
    session_text,
    write_session,
)
from ensemble_viz.document.where import Focus, Frame, Moment, Where
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.methods import method, methods

PATIENCE = 2.0  # seconds that nothing takes, however it was made


def same(one: Dataset | None, other: Dataset | None) -> bool:
    """Compare points bit for bit."""
    if one is None or other is None:
        return one is other
    arrays = ("points", "target", "weight", "fold", "flipped_from")
    return (
        (one.classes, one.columns) == (other.classes, other.columns)
        and all(bits(getattr(one, name)) == bits(getattr(other, name)) for name in arrays)
        and same(one.test, other.test)
    )


def bits(array):
    return None if array is None else (str(array.dtype), array.shape, array.tobytes())


def lecture() -> Saved:
    """A session with something in every place."""
    data = replace(
        sample("moons", n=12),
        weight=np.linspace(0.5, 2.0, 12),
        fold=np.arange(12) % 3,
        flipped_from=np.where(np.arange(12) == 4, 0, -1),
        test=sample("moons", n=5, seed=4),
    )
    setups = (
        Setup("adaboost", method("adaboost").params.from_values({"rounds": 7}), 3),
        Setup("stacking", method("stacking").params(), 0),
        first_setup("random-forest"),
        first_setup("xgboost"),
    )
    where = Where(
        setup=2,
        moment=Moment(2, 3),
        frame=Frame(-1.5, -0.1, 2.5, 1e17),
        pinned=Focus(point=4),
        selection=(1, 4, 7),
        learner=1,
    )
    look = Look(
        palette="projector-dark",
        layers=Layers(misses=False, surface="hard"),
        relative_to="largest",
        fractions=True,
        small_steps=False,
        curves="Loss",
        ahead=False,
        scale=1.3,
        caption=False,
        blank=True,
        glides=False,
        speed=0.25,
        loop=True,
        panels=Panels(frozenset(("round", "points", "run")), "points"),
        projector=Projector(True, "tree", True, Panels(frozenset(("figures",)), "figures")),
        sorting=("weight", True),
        figure="α",
    )
    return Saved(Document(data, setups, "Zwei “Monde” & ×2", source=""), where, look)


def test_all_of_a_session_comes_back_bit_for_bit():
    saved = lecture()
    back = parse_session(session_text(saved), "a.ensemble")
    assert same(saved.document.data, back.document.data)
    assert back.document.setups == saved.document.setups
    assert (back.document.title, back.where, back.look) == (
        saved.document.title, saved.where, saved.look,
    )  # fmt: skip
    assert session_text(back) == session_text(saved)


@pytest.mark.parametrize("name", methods())
@pytest.mark.parametrize("points", ["ten-points", "sine", "latitude", "blobs"])
def test_every_method_comes_back_with_its_settings(name, points):
    data = sample(points)
    chosen = method(name)
    if data.task not in chosen.tasks or data.n_classes > chosen.most_classes:
        pytest.skip("it cannot learn these")
    setup = Setup(name, chosen.params(), 11)
    back = parse_session(session_text(Saved(Document(data, (setup,), source=points))), "x")
    assert back.document.setups == (setup,)
    assert back.document.source == points


AWKWARD = [-0.0, 5e-324, 1.0000000000000002, -1.5e308, 0.1 + 0.2, 1e-300, 2**53 + 1.0]


def test_awkward_numbers_are_the_same_bits():
    points = np.array([[x, -x] for x in AWKWARD])
    data = Dataset(points, np.arange(7) % 2, ("α β", "<b>x</b>"))
    back = parse_session(session_text(Saved(Document(data, (first_setup("tree"),)))), "x")
    assert same(data, back.document.data)


def test_a_session_without_points_comes_back():
    none = Dataset(np.empty((0, 2)), np.empty(0, dtype=np.int64), ("A", "B"))
    back = parse_session(session_text(Saved(Document(none, (first_setup("adaboost"),)))), "x")
    assert same(none, back.document.data)


def test_points_that_are_no_longer_a_sample_are_not_called_one():
    data = replace(sample("ten-points"), points=sample("ten-points").points + 1e-9)
    document = Document(data, (first_setup("adaboost"),), source="ten-points")
    assert parse_session(session_text(Saved(document)), "x").document.source == ""


def test_a_file_is_told_by_its_name_or_by_how_it_begins(tmp_path):
    write_session(lecture(), tmp_path / "a.ensemble")
    write_session(lecture(), tmp_path / "mailed.txt")
    (tmp_path / "points.csv").write_text("x1,x2,class\n1,2,a\n")
    assert is_session(tmp_path / "a.ensemble")
    assert is_session(tmp_path / "mailed.txt")
    assert not is_session(tmp_path / "points.csv")
    assert not is_session(tmp_path / "not there")
    assert same(read_session(tmp_path / "mailed.txt").document.data, lecture().document.data)


def test_where_and_look_need_not_be_there():
    text = json.dumps({
        "format": "ensemble-viz-session", "version": 1,
        "points": {"columns": ["x"], "place": [[1], [2.5]], "target": [0, 1e3]},
        "setups": [{"method": "tree"}], "what": "nobody knows",
    })  # fmt: skip
    saved = parse_session(text, "x")
    assert (saved.where, saved.look) == (Where(), Look())
    assert saved.document.setups == (first_setup("tree"),)
    assert saved.document.data.dimension == 1


# --- whatever is wrong ------------------------------------------------------------------------


def refusal(text: str) -> str:
    """Give the sentence by which a text is refused, after checking that it is one."""
    began = time.thread_time()
    with pytest.raises(Refusal) as refused:
        parse_session(text, "a.ensemble")
    assert time.thread_time() - began < PATIENCE
    said = str(refused.value)
    assert said.startswith("a.ensemble")
    assert said.isprintable()
    assert len(said) < 300
    return said


BASE = session_text(lecture())
WRONG = {
    "nothing": ("", "not JSON"),
    "a list": ("[]", "no session"),
    "null": ("null", "no session"),
    "a number": ("17", "no session"),
    "an empty object": ("{}", "no session"),
    "cut off": (BASE[: len(BASE) // 2], "not JSON"),
    "very deep": ("[" * 100_000, "lists inside"),
    "deep objects": ('{"format":' * 100_000, "lists inside"),
    "NaN": (BASE.replace('"step": 3', '"step": NaN'), "NaN"),
    "infinity": (BASE.replace('"step": 3', '"step": -Infinity'), "Infinity"),
    "too large": (BASE.replace('"step": 3', '"step": 1e400'), "too large"),
    "endless digits": (BASE.replace('"step": 3', f'"step": {"9" * 10**6}'), "digits"),
    "a name twice": (BASE.replace('"step": 3', '"step": 3, "step": 4'), "step stands twice"),
    "a newer version": (BASE.replace('"version": 1', '"version": 7'), "version 7 is newer"),
    "version zero": (BASE.replace('"version": 1', '"version": 0'), "version"),
    "a version of text": (BASE.replace('"version": 1', '"version": "1"'), "version"),
    "a version of a half": (BASE.replace('"version": 1', '"version": 1.5'), "version"),
    "a round of 1e9": (BASE.replace('"round": 2', '"round": 1e9'), "where.round"),
    "a round of ten to the 9": (BASE.replace('"round": 2', f'"round": {10**9}'), "where.round"),
    "no such method": (BASE.replace('"adaboost"', '"__class__"'), "setups[0]: there is no method"),
    "a seed below zero": (BASE.replace('"seed": 3', '"seed": -1'), "setups[0].seed"),
    "rounds of 10^12": (BASE.replace('"rounds": 7', f'"rounds": {10**12}'), "rounds="),
    "rounds of true": (BASE.replace('"rounds": 7', '"rounds": true'), "rounds="),
    "an unknown setting": (BASE.replace('"rounds": 7', '"lightness": 7'), "lightness"),
    "a pin beyond": (BASE.replace('"pinned": {"point": 4}', '"pinned": {"point": 12}'), "pinned"),
    "two pins": (BASE.replace('"point": 4', '"point": 4, "node": 1'), "not several"),
    "a setup beyond": (BASE.replace('"setup": 3', '"setup": 5'), "where.setup"),
    "a frame inside out": (BASE.replace("[-1.5, -0.1", "[9.5, -0.1"), "where.frame"),
    "a palette": (BASE.replace('"palette": "dark"', '"palette": "purple"'), "look.palette"),
    "half a character": (BASE.replace("Zwei", "\\ud800"), "title"),
    "two lines": (BASE.replace("Zwei", "Zwei\\n"), "title"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_costs_one_sentence_that_says_where(case):
    text, words = WRONG[case]
    assert text != BASE
    assert words in refusal(text)


def change_points(**parts):
    found = json.loads(BASE)
    found["points"] |= parts
    return json.dumps(found)


@pytest.mark.parametrize(
    "place", ["1", None, True, [], [1], [1, 2, 3], [1, "2"], [1, None], [1, 10**300], {}]
)
def test_a_point_that_is_none_is_named(place):
    rows = json.loads(BASE)["points"]["place"]
    rows[3] = place
    assert "points.place[3]" in refusal(change_points(place=rows))


@pytest.mark.parametrize("label", [2, -1, 0.5, True, "A", None, 10**9])
def test_a_class_that_is_none_is_refused(label):
    target = json.loads(BASE)["points"]["target"]
    target[5] = label
    refusal(change_points(target=target))


@pytest.mark.parametrize(
    "classes", [[], ["a", "a"], [1, 2], ["a"] * 9, ["a", ""], ["a", " b"], ["a", "x" * 10**6]]
)
def test_classes_that_cannot_be_are_refused(classes):
    refusal(change_points(classes=classes))


def test_five_setups_and_too_many_points_are_refused():
    found = json.loads(BASE)
    found["setups"].append(found["setups"][0])
    assert "5 entries" in refusal(json.dumps(found))
    many = {
        "place": [[0, 0]] * 200_001,
        "target": [0] * 200_001,
        "weight": None,
        "fold": None,
        "flipped_from": None,
    }
    assert "200001 entries" in refusal(change_points(**many))


def test_every_needed_name_is_missed_and_every_other_is_not():
    found = json.loads(BASE)
    for name in ("format", "version", "points", "setups"):
        refusal(json.dumps({key: value for key, value in found.items() if key != name}))
    for name in ("title", "source", "test", "where", "look"):
        parse_session(json.dumps({k: v for k, v in found.items() if k != name}), "x")
    for part in ("where", "look"):
        for name in found[part]:
            less = {key: value for key, value in found[part].items() if key != name}
            parse_session(json.dumps(found | {part: less}), "x")


ABUSE = (None, {}, [], "", 0, True, -1, 1e308, "x" * 10**5, "⁦\u202e", [[[[[]]]]], 10**30)


def places(value, path=()):
    """List every place in a value of JSON."""
    yield path
    inside = value.items() if isinstance(value, dict) else ()
    inside = enumerate(value) if isinstance(value, list) else inside
    for key, each in inside:
        yield from places(each, (*path, key))


def replaced(value, path, thing):
    if not path:
        return thing
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], thing)
    return copy


def survives(text: str) -> None:
    """Read a session or refuse it in one sentence, and soon; what is read can be written."""
    began = time.thread_time()
    try:
        saved = parse_session(text, "a.ensemble")
    except Refusal as refused:
        said = str(refused)
        assert said.startswith("a.ensemble")
        assert said.isprintable()
        assert len(said) < 400
    else:
        again = parse_session(session_text(saved), "a.ensemble")
        assert same(saved.document.data, again.document.data)
        assert (again.where, again.look) == (saved.where, saved.look)
    assert time.thread_time() - began < PATIENCE


def small() -> dict:
    """A session of few points, as JSON."""
    saved = lecture()
    data = replace(saved.document.data, points=saved.document.data.points[:6],
                   target=saved.document.data.target[:6], weight=None, fold=None, flipped_from=None,
                   test=None)  # fmt: skip
    document = replace(saved.document, data=data, setups=saved.document.setups[:2])
    where = replace(saved.where, setup=1, selection=(1, 4))
    return json.loads(session_text(Saved(document, where, saved.look)))


def test_every_value_replaced_in_turn_is_survived():
    found = small()
    for path in places(found):
        for thing in ABUSE:
            survives(json.dumps(replaced(found, path, thing)))


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)  # fmt: skip
PLACES = list(places(small()))


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(PLACES), values), min_size=1, max_size=4))
def test_mutations_of_a_real_file_are_survived(changes):
    found = small()
    for path, value in changes:
        try:
            found = replaced(found, path, value)
        except (KeyError, IndexError, TypeError, ValueError):
            continue  # a change before this one took the place away
    survives(json.dumps(found))


TEXT = json.dumps(small())


@settings(max_examples=200)
@given(st.data())
def test_cuts_and_slips_in_the_text_are_survived(data):
    start = data.draw(st.integers(0, len(TEXT)))
    length = data.draw(st.integers(0, 40))
    slip = data.draw(st.text(max_size=6) | st.sampled_from(('"', "}", "]", "1e999", "\\u0000")))
    survives(TEXT[:start] + slip + TEXT[start + length :])


def test_the_base_is_a_session_with_finite_numbers():
    assert math.isfinite(parse_session(BASE, "x").where.frame.top)
