"""Classes are added, renamed, merged, removed and reordered; every point keeps what is its own."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.document.document import Document, first_setup
from ensemble_viz.document.edits import Edit, classes
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import sample
from tests.document.drawn import documents, model_of, snapshot

EASY = settings(deadline=None)


def named(data: Dataset, number: int) -> str | None:
    return data.classes[number] if number >= 0 else None


def words_of(document: Document) -> list[tuple]:
    """List the points with their classes by name."""
    data = document.data
    own = ("weight", "fold", "test")
    return [
        (p["place"], named(data, p["answer"]), named(data, p["was"]), *(p[name] for name in own))
        for p in model_of(data)
    ]


def check(before: Document, made: Edit) -> None:
    old, new = before.data.classes, made.document.data.classes
    came = made.classes_from or tuple(range(len(old)))
    assert len(came) == len(new) <= 8
    assert set(came) <= set(range(-1, len(old)))
    assert made.sentence.endswith(".")
    if made.document.data.test is not None:
        assert made.document.data.test.classes == new


def document_of(*names: str) -> Document:
    target = [k % len(names) for k in range(2 * len(names))]
    places = [[k, -k] for k in range(len(target))]
    return Document(Dataset(places, target, names), (first_setup("bagging"),))


@EASY
@given(documents(classes_only=True), st.text(max_size=6))
def test_a_class_is_added_and_renamed_and_no_point_changes(before, name):
    old, there = snapshot(before.data), before.data.classes
    made = classes.add_class(before)
    assert made.document.data.classes == (*there, "ABCDE"[len(there)])
    assert words_of(made.document) == words_of(before)
    check(before, made)
    try:
        renamed = classes.rename_class(before, 0, name)
    except Refusal:
        return
    new = renamed.document.data.classes[0]
    assert [[new if w == "A" else w for w in p] for p in words_of(before)] == [
        list(p) for p in words_of(renamed.document)
    ]
    assert snapshot(before.data) == old


@EASY
@given(documents(classes_only=True), st.data())
def test_classes_are_merged(before, data):
    numbers = st.integers(0, before.data.n_classes - 1)
    k, into = data.draw(numbers), data.draw(numbers)
    made = classes.merge_classes(before, k, into)
    there, new = before.data.classes[k], before.data.classes[into]
    expected = []
    for place, answer, was, *rest in words_of(before):
        now, before_ = (new if word == there else word for word in (answer, was))
        expected.append((place, now, before_ if before_ != now else None, *rest))
    assert words_of(made.document) == (expected if k != into else words_of(before))
    assert [model_of(before.data)[row]["answer"] for row in made.rows] == [k] * len(made.rows)
    check(before, made)


@EASY
@given(documents(classes_only=True), st.data())
def test_a_class_is_removed_with_its_points(before, data):
    k = data.draw(st.integers(0, before.data.n_classes - 1))
    if before.data.n_classes == 1:
        with pytest.raises(Refusal, match="one there must be"):
            classes.remove_class(before, k)
        return
    made = classes.remove_class(before, k)
    name = before.data.classes[k]
    expected = [
        (place, answer, None if was == name else was, weight, fold, test)
        for place, answer, was, weight, fold, test in words_of(before)
        if answer != name
    ]
    learned = [p for p in expected if not p[5]]
    if learned or before.data.weight is None:
        assert words_of(made.document) == expected
    check(before, made)


@EASY
@given(documents(classes_only=True), st.data())
def test_reordering_numbers_anew_and_changes_no_name(before, data):
    order = data.draw(st.permutations(range(before.data.n_classes)))
    made = classes.reorder_classes(before, order)
    assert made.document.data.classes == tuple(before.data.classes[k] for k in order)
    assert words_of(made.document) == words_of(before)
    check(before, made)
    for wrong in ([], [0, 0], [*order, 0]):
        if sorted(wrong) != sorted(order):
            with pytest.raises(Refusal, match="each of them once"):
                classes.reorder_classes(before, wrong)


@pytest.mark.parametrize(
    ("there", "name"),
    [(("A", "B"), "C"), (("B", "A", "D"), "C"), (("0", "1"), "2"), (("a",), "b"),
     (("minus", "plus"), "class 3"), (("class 3", "x"), "class 4"), (("A", "b"), "class 3")],
)  # fmt: skip
def test_a_new_class_goes_on_as_the_others_began(there, name):
    assert classes.next_name(there) == name


def test_there_are_at_most_eight():
    document = document_of("A", "B")
    for _ in range(6):
        document = classes.add_class(document).document
    assert document.data.classes == tuple("ABCDEFGH")
    with pytest.raises(Refusal, match="8 classes"):
        classes.add_class(document)


@pytest.mark.parametrize(
    ("name", "message"),
    [("B", "a class 'B' already"), (" B ", "'B' already"), (" ", "a name"), ("a\nb", "one line")],
)
def test_a_name_that_cannot_be_is_refused(name, message):
    with pytest.raises(Refusal, match=message):
        classes.rename_class(document_of("A", "B"), 0, name)
    assert classes.rename_class(document_of("A", "B"), 1, "B").document.data.classes == ("A", "B")


def test_accents_are_composed():
    made = classes.rename_class(document_of("A", "B"), 0, "cafe\u0301 ")
    assert made.document.data.classes[0] == "caf\u00e9"


def test_values_have_no_classes():
    document = Document(sample("sine"), (first_setup("tree"),))
    with pytest.raises(Refusal, match="values, and no classes"):
        classes.add_class(document)
    with pytest.raises(Refusal, match="no class 2"):
        classes.remove_class(document_of("A", "B"), 2)


def test_what_colours_follow_is_said():
    document = document_of("A", "B", "C")
    assert classes.remove_class(document, 0).classes_from == (1, 2)
    assert classes.merge_classes(document, 1, 2).classes_from == (0, 2)
    assert classes.reorder_classes(document, (2, 0, 1)).classes_from == (2, 0, 1)
    assert classes.add_class(document).classes_from == (0, 1, 2, -1)
    assert np.array_equal(classes.add_class(document).came_from, np.arange(6))
