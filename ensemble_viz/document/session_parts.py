"""The parts of a session as they are read from a file: each checked before any is used."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from ensemble_viz.document.document import MOST_SETUPS, Document, Setup
from ensemble_viz.document.json_reading import Node
from ensemble_viz.document.look import (
    COMPANIONS,
    PANELS,
    PROJECTED,
    SCALES,
    SPEEDS,
    SURFACES,
    Layers,
    Look,
    Panels,
    Projector,
    complete,
    read_theory,
)
from ensemble_viz.document.reading import table, tidy_label
from ensemble_viz.document.where import FAR, NOTHING, Focus, Frame, Moment, Where
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import MOST_CLASSES, Dataset, FloatArray, Refusal
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.runs import LARGEST_SEED

FORMAT = "ensemble-viz-session"
VERSION = 1
LONGEST_NAME, LONGEST_TITLE, LONGEST_WORD = 10_000, 200, 80
MOST_ROUNDS = 10**6
MOST_STEPS, MOST_NODES = 1000, 10**6
ENDS = ".?"  # a sentence has one
LEAST_SPAN = 1e-12  # of the larger end: a narrower frame has no numbers inside


# --- the document -----------------------------------------------------------------------------


def read_document(root: Node) -> Document:
    """Read points and setups, which have to go together."""
    data = _read_points(root)
    setups = tuple(_read_setup(each, data) for each in root.get("setups").items(MOST_SETUPS, 1))
    title, source = root.find("title"), root.find("source")
    return Document(
        data=data,
        setups=setups,
        title=title.text(LONGEST_TITLE) if title is not None else "Untitled",
        source="" if source is None else _read_source(source, data),
    )


def _read_points(root: Node) -> Dataset:
    points, test = root.get("points"), root.find("test")
    columns = tuple(each.text(LONGEST_NAME) for each in points.get("columns").items(2, 1))
    classes = points.find("classes")
    names = None if classes is None else _read_classes(classes)
    own = None if test is None else _dataset(test, columns, names)
    return _dataset(points, columns, names, own)


def _read_classes(node: Node) -> tuple[str, ...]:
    names = tuple(each.text(LONGEST_NAME) for each in node.items(MOST_CLASSES, 1))
    if any(not name or tidy_label(name) != name for name in names):
        raise node.refusal("names without blanks around them, accents composed (NFC), are needed")
    return names


def _dataset(
    node: Node,
    columns: tuple[str, ...],
    classes: tuple[str, ...] | None,
    test: Dataset | None = None,
) -> Dataset:
    place, target = node.get("place"), node.get("target")
    weight, fold, flipped = (node.find(name) for name in ("weight", "fold", "flipped_from"))
    try:
        return Dataset(
            points=_read_places(place, len(columns)),
            target=_read_numbers(target, whole=classes is not None),
            classes=classes,
            columns=columns,
            weight=None if weight is None else _read_numbers(weight),
            fold=None if fold is None else _read_numbers(fold, whole=True),
            flipped_from=None if flipped is None else _read_numbers(flipped, whole=True),
            test=test,
        )
    except Refusal as refusal:
        raise _placed(refusal, node.file) from None


def _read_places(node: Node, axes: int) -> FloatArray:
    """Read points: as many numbers each as there are axes."""
    rows = node.list(table.MOST_ROWS)
    for k, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != axes or not _are_numbers(row):
            wanted = "1 number is" if axes == 1 else f"{axes} numbers are"
            raise Node(node.file, f"{node.path}[{k}]", row).refusal(f"{wanted} needed")
    return np.array(rows, dtype=np.float64).reshape(-1, axes)


def _read_numbers(node: Node, whole: bool = False) -> np.ndarray[Any, Any]:
    """Read a list of numbers, or of whole ones."""
    values = node.list(table.MOST_ROWS)
    if not _are_numbers(values) or (whole and not all(type(value) is int for value in values)):
        kinds = (int,) if whole else (int, float)
        k = next(k for k, one in enumerate(values) if not _are_numbers([one], kinds))
        wanted = "a whole number is needed" if whole else "a number is needed"
        raise Node(node.file, f"{node.path}[{k}]", values[k]).refusal(wanted)
    return np.array(values, dtype=np.int64 if whole else np.float64)


def _are_numbers(values: Sequence[Any], kinds: tuple[type, ...] = (int, float)) -> bool:
    """True if all are numbers that float64 and int64 have."""
    return all(type(x) in kinds and (type(x) is float or abs(x) < 2**63) for x in values)


def _read_setup(node: Node, data: Dataset) -> Setup:
    """Read a method with its settings, which must be able to learn from the points."""
    seed = node.find("seed")
    settings = node.find("settings")
    values = {} if settings is None else settings.value
    if not isinstance(values, dict):
        raise node.get("settings").refusal("names with values, in braces, are needed")
    name = node.get("method").text(LONGEST_WORD)
    try:
        method = methods.method(name)
        setup = Setup(
            name,
            method.params.from_values(values),
            0 if seed is None else seed.whole(0, LARGEST_SEED),
        )
        setup.run(data)  # it refuses what could not be learned
    except Refusal as refusal:
        raise _placed(refusal, f"{node.file}: {node.path}") from None
    return setup


def _placed(refusal: Refusal, place: str) -> Refusal:
    """Say where something was refused, unless that is said."""
    text = str(refusal)
    file = place.partition(":")[0]
    return refusal if text.startswith(f"{file}:") else Refusal(f"{place}: {text.rstrip(ENDS)}.")


def _read_source(node: Node, data: Dataset) -> str:
    """Read which sample the points are; where they are no longer those, it is none."""
    text = node.text(LONGEST_NAME)
    try:
        sample, options = parse_sample(text)
        drawn = sample.build(**options)
    except Refusal:
        return ""
    return text if same_points(drawn, data) else ""


def same_points(one: Dataset, other: Dataset) -> bool:
    """Compare points to learn from bit for bit."""
    return (one.columns, one.classes) == (other.columns, other.classes) and all(
        a.shape == b.shape and a.tobytes() == b.tobytes()
        for a, b in ((one.points, other.points), (one.target, other.target))
    )


# --- where and look ---------------------------------------------------------------------------


def read_where(node: Node | None, document: Document) -> Where:
    """Read where somebody stood; what is not there is as at the start."""
    if node is None:
        return Where()
    data = document.data
    n, tests = len(data), 0 if data.test is None else len(data.test)
    found = _read(
        node,
        {
            "setup": lambda each: each.whole(1, len(document.setups)) - 1,
            "frame": _read_frame,
            "pinned": lambda each: _read_focus(each, n),
            "selection": lambda each: tuple(
                row.whole(0, n + tests - 1) for row in each.items(table.MOST_ROWS)
            ),
            "learner": lambda each: each.whole(0, MOST_STEPS),
        },
    )
    moment = _read(
        node,
        {
            "round": lambda each: each.whole(0, MOST_ROUNDS),
            "step": lambda each: each.whole(0, MOST_STEPS),
        },
    )
    return Where(moment=Moment(**moment), **found)


def _read_frame(node: Node) -> Frame:
    left, bottom, right, top = (each.number() for each in node.items(4, 4))
    for low, high in ((left, right), (bottom, top)):
        least = LEAST_SPAN * max(abs(low), abs(high))
        if not -FAR <= low < high <= FAR or high - low <= least:
            raise node.refusal("left, bottom, right, top of a rectangle are needed")
    return Frame(left, bottom, right, top)


def _read_focus(node: Node, n: int) -> Focus:
    found = _read(
        node,
        {
            "point": lambda each: each.whole(0, n - 1),
            "place": lambda each: tuple(axis.number() for axis in each.items(2, 2)),
            "node": lambda each: each.whole(0, MOST_NODES),
        },
    )
    if len(found) > 1:
        raise node.refusal("a point, a place or a node is needed, not several")
    return Focus(**found) if found else NOTHING


def read_look(node: Node | None) -> Look:
    """Read how it looked; what is not there is as usual."""
    if node is None:
        return Look()
    flags = ("fractions", "small_steps", "ahead", "caption", "blank", "glides", "loop",
             "stacked", "by_share")  # fmt: skip
    found = _read(
        node,
        {
            **dict.fromkeys(flags, Node.flag),
            "palette": lambda each: each.one_of(tuple(PROJECTED)),
            "class_looks": _read_class_looks,
            "layers": _read_layers,
            "relative_to": lambda each: each.one_of(("uniform", "largest")),
            "curves": lambda each: each.text(LONGEST_WORD),
            "scale": lambda each: each.one_of(SCALES),
            "speed": lambda each: each.one_of(SPEEDS),
            "panels": _read_panels,
            "projector": _read_projector,
            "sorting": _read_sorting,
            "figure": lambda each: each.text(LONGEST_WORD),
            "theory": read_theory,
        },
    )
    if found.get("projector", Projector()).is_on:
        found["palette"] = PROJECTED[found.get("palette", "light")]
    return Look(**found)


def _read_class_looks(node: Node) -> tuple[tuple[int, int], ...]:
    """Read the colour and the shape of each class; two may share one of them, never both."""
    pairs = [each.items(2, 2) for each in node.items(MOST_CLASSES)]
    last = MOST_CLASSES - 1
    looks = [(colour.whole(0, last), shape.whole(0, last)) for colour, shape in pairs]
    if len(set(looks)) < len(looks):
        raise node.refusal("two classes would look alike")
    return complete(looks) if looks else ()


def _read_layers(node: Node) -> Layers:
    flags = {layer.name: Node.flag for layer in fields(Layers)}
    return Layers(**_read(node, {**flags, "surface": lambda each: each.one_of(SURFACES)}))


def _read_panels(node: Node) -> Panels:
    shown = node.find("shown")
    names = None if shown is None else shown.items(len(PANELS))
    front = node.find("front")
    return Panels(
        None if names is None else frozenset(each.one_of(PANELS) for each in names),
        "round" if front is None else front.one_of(PANELS),
    )


def _read_projector(node: Node) -> Projector:
    kinds = {
        "is_on": Node.flag,
        "companion": lambda each: each.one_of(COMPANIONS),
        "ahead": Node.flag,
        "panels": _read_panels,
    }
    return Projector(**_read(node, kinds))


def _read_sorting(node: Node) -> tuple[str, bool]:
    column, downwards = node.items(2, 2)
    return column.text(LONGEST_WORD), downwards.flag()


def _read(node: Node, kinds: "dict[str, Callable[[Node], Any]]") -> dict[str, Any]:
    """Read those parts of an object that there are."""
    found = {name: node.find(name) for name in kinds}
    return {name: kinds[name](each) for name, each in found.items() if each is not None}
