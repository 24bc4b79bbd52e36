"""Walks through whole runs, and a reader's pocket calculator for what is written there."""

import math
import re
from collections.abc import Iterator

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.where import START, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset
from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words import agrees, value_of

NUMBER = re.compile(r"[−+]?\d+(?:\.\d+)?(?:·10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?")
FRACTION = re.compile(r"(−?\d+)/(\d+)")
POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
CALCULATOR = {"ln": math.log, "log2": math.log2, "sqrt": math.sqrt, "exp": math.exp}
UNKNOWN = re.compile(r"[A-Za-zα-ωΑ-Ωᵢⱼₖₗ₀-₉…]")


def walk(
    data: Dataset,
    name: str,
    most: int = 3,
    small: bool = True,
    look: View | None = None,
    **settings,
) -> Iterator[Scene]:
    """Show every moment of the first rounds, from the start."""
    setup = Setup(name, methods.method(name).params.from_values(settings))
    lens, document = Lens(setup.run(data)), Document(data, (setup,), "Test")
    view = (look or View()).changed(small_steps=small)
    moment: Moment | None = START
    while moment is not None and moment.round <= most:
        yield Scene(Stage(document, lens, view.changed(moment=moment)))
        moment = steps.forward(lens.run, moment, small)


def numbers(text: str) -> list[float]:
    """Read all numbers of a sentence."""
    return [value_of(found.removeprefix("+")) for found in NUMBER.findall(text)]


def rows(scene: Scene) -> dict[str, str]:
    """Read the rows of the card."""
    card = scene.card
    assert card is not None
    return {row.label: row.value for row in (*card.rows, *card.after_votes)}


def texts(scene: Scene) -> list[str]:
    """List everything that is said at a moment."""
    said, controls, card = scene.caption, scene.controls, scene.card
    written = [said.headline, said.sentence, said.hint, controls.next, controls.next_hint]
    written += [controls.stopped, *(line.text for line in scene.formulas)]
    return written + ([card.text] if card else [])


def line(scene: Scene, start: str) -> FormulaLine:
    """Find the one formula that begins so."""
    (found,) = [one for one in scene.formulas if one.text.startswith(start)]
    return found


def results(one: FormulaLine) -> list[str]:
    """Take a formula apart at its equals signs."""
    return " ".join(part.text for part in one.parts).split(" = ")[1:]


def calculated(text: str) -> float | None:
    """Work out what is written; None where there are symbols in it."""
    for pattern, by in (
        (r"\+?(\d[\d.]*)·10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)", lambda m: f"{m[1]}e{m[2].translate(POWERS)}"),
        (r"10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)", lambda m: f"1e{m[1].translate(POWERS)}"),
        (r"e\^([−+]?[\d.]+)", lambda m: f"exp({m[1]})"),
        (r"([\d./]+) log₂ ([\d./]+)", lambda m: f"({m[1]})*log2({m[2]})"),
    ):
        text = re.sub(pattern, by, text)
    for sign, by in (
        ("½ ", "0.5*"),
        ("√", "*sqrt"),
        ("²", "**2"),
        ("^", "**"),
        ("·", "*"),
        ("−", "-"),
    ):
        text = text.replace(sign, by)
    bare = re.sub(r"\b(ln|log2|sqrt|exp)\(|\d+e-?\d+", "", text)
    if not text.strip() or UNKNOWN.search(bare):
        return None
    return float(eval(text, {"__builtins__": {}}, CALCULATOR))


def faults(one: FormulaLine) -> list[str]:
    """List what does not lead to the result of a formula when it is worked out."""
    found = results(one)
    if not found or calculated(found[-1]) is None:
        return []
    wrong = []
    for piece in found[:-1]:
        value = calculated(piece)
        if value is not None and not agrees(found[-1].strip(), value):
            wrong.append(f"{piece} is {value}, not {found[-1]}")
    return wrong


def answers(tree, points) -> list[int]:
    """Ask a tree about points, node by node, as a person does."""
    found = []
    for point in points:
        node = 0
        while tree.feature[node] >= 0:
            low = point[tree.feature[node]] <= tree.threshold[node]
            node = int(tree.left[node] if low else tree.right[node])
        found.append(node)
    return found
