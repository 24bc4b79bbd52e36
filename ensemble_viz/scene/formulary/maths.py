"""Formulas in LaTeX, from which their plain text is read.

The LaTeX keeps to what ziamath, matplotlib's mathtext and latex2mathml all take.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.ensembles import Above, decide
from ensemble_viz.scene.formulary.plain_text import plain
from ensemble_viz.scene.joined import squared_error
from ensemble_viz.scene.learners.members import in_focus
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.words import MINUS, agrees, clean_error, exponent_of, fixed, fraction, shown

MOST_DECIMALS = 8


@dataclass(frozen=True, slots=True)
class Maths:
    latex: str
    spoken: str = ""
    """Plain text, where it is not what the LaTeX says sign by sign."""

    @property
    def text(self) -> str:
        return self.spoken or plain(self.latex).strip()


@dataclass(frozen=True, slots=True)
class FormulaLine:
    """A formula: its general form, this round's digits, the result."""

    parts: tuple[Maths, ...]
    """Of one formula: where it is too long it may break between these."""
    now: bool = False
    """This is what the step computes."""
    to_come: bool = False
    """A later step of the round computes it: there are no digits yet."""
    side: tuple[str, ...] = ()
    """Short notes at the right: missed × 1.734."""

    @property
    def latex(self) -> str:
        return " ".join(part.latex for part in self.parts)

    @property
    def text(self) -> str:
        """Write the whole line as plain text, with its notes."""
        return ", ".join((" ".join(part.text for part in self.parts), *self.side))


def write(latex: str, *pieces: Maths, text: str = "") -> Maths:
    """Put pieces where a template has %s; its text is given where it is not read from it."""
    whole = latex % tuple(piece.latex for piece in pieces)
    if not text and not any(piece.spoken for piece in pieces):
        return Maths(whole)
    texts = tuple(piece.spoken or plain(piece.latex) for piece in pieces)
    return Maths(whole, (text or plain(latex)) % texts)


def joined(pieces: Sequence[Maths], sign: str = ", ") -> Maths:
    """Write several pieces with something between them."""
    return write(sign.join(["%s"] * len(pieces)), *pieces)


def equals(piece: Maths) -> Maths:
    return write("= %s", piece)


def named(words: str) -> Maths:
    """Set words among formulas."""
    return Maths(rf"\text{{{words}}}")


def digits(x: float, decimals: int = 4) -> Maths:
    return as_shown(fixed(x, decimals))


def as_shown(text: str) -> Maths:
    """Take a number over that was written for people."""
    mantissa, _, power = text.partition("·10")
    latex = mantissa.replace(MINUS, "{-}")  # a sign, not a difference: no room behind it
    if power:
        latex = rf"{latex} \cdot 10^{{{exponent_of(text)}}}"
    return Maths(latex)


def ratio(above: Maths, below: Maths) -> Maths:
    return write(r"\frac{%s}{%s}", above, below)


def exact(x: float) -> Maths | None:
    """Write a number as a fraction where it is one, and no whole number."""
    found = fraction(x)
    return None if found is None or found.denominator == 1 else as_ratio(found)


def as_ratio(x: Fraction) -> Maths:
    sign = "{-}" if x < 0 else ""
    above, below = abs(x.numerator), x.denominator
    return Maths(rf"{sign}\frac{{{above}}}{{{below}}}", f"{MINUS if sign else ''}{above}/{below}")


def results(x: float, fractions: bool, decimals: int = 4) -> tuple[Maths, ...]:
    """Write a result: as a fraction first, where that is asked for and it is one."""
    as_fraction = exact(x) if fractions else None
    in_decimals = equals(digits(x, decimals))
    return (in_decimals,) if as_fraction is None else (equals(as_fraction), in_decimals)


def bracketed(x: Maths) -> Maths:
    """Put a negative number in brackets, to stand behind a sign."""
    return write("(%s)", x) if x.latex.startswith("{-}") else x


def plus(x: Maths) -> Maths:
    """Add a number: its own sign is the sign of the sum."""
    if x.latex.startswith("{-}"):
        return Maths(f"- {x.latex[3:]}", x.spoken and f"{MINUS} {x.spoken[1:]}")
    return write("+ %s", x)


def enough(
    compute: Callable[..., float], inputs: tuple[float, ...], result: float, decimals: int = 4
) -> int:
    """Find how many decimals the inputs need so that their result comes out to the last digit.

    Longer forms of a number are rounded to the shorter one that stands elsewhere.
    """
    for more in range(decimals, MOST_DECIMALS):
        seen = [shown(x, more) for x in inputs]
        rounded = all(
            fixed(short, decimals) == fixed(x, decimals)
            for short, x in zip(seen, inputs, strict=True)
        )
        if rounded and agrees(fixed(result, decimals), compute(*seen)):
            return more
    return MOST_DECIMALS


def share(count: int, n: int) -> tuple[Maths, ...]:
    """Write a count as a share of all: 14/60 = 0.2333."""
    return Maths(rf"= \frac{{{count}}}{{{n}}}"), equals(digits(count / n))


def training_error(stage: Stage, t: int, reached: bool, now: bool) -> FormulaLine:
    if not stage.data.n_classes:
        return _squared(stage, t, reached, now)
    name = named("training error")
    score = stage.run.score(t)
    if not reached or score is None:
        return FormulaLine((name,), to_come=not reached)
    missed = np.asarray(decide(score, stage.data.n_classes) != stage.data.target)
    if stage.data.weight is None:
        worked = share(int(np.count_nonzero(missed)), len(missed))
    else:
        worked = _weighted(stage, stage.data.distribution[missed])
    return FormulaLine((name, *worked), now=now)


def _weighted(stage: Stage, weights: FloatArray) -> tuple[Maths, ...]:
    total = Maths(r"= \sum_{\text{missed}} D(i)")
    return total, *results(float(weights.sum()), stage.look.fractions)


def _squared(stage: Stage, t: int, reached: bool, now: bool) -> FormulaLine:
    score = f"{score_letter(stage)}_{{{t}}}(x_i)"
    mean = r"\frac{1}{n} \sum_i" if stage.data.weight is None else r"\sum_i D(i)"
    general = Maths(rf"\text{{MSE}} = {mean} (y_i - {score})^2")
    if not reached:
        return FormulaLine((general,), to_come=True)
    return FormulaLine((general, equals(digits(squared_error(stage, t)))), now=now)


def score_letter(stage: Stage) -> str:
    """Call the ensemble's answer F where it is a sum or a mean; a single tree's is h."""
    return "h" if stage.run.method.combine == "latest" else "F"


def alone(stage: Stage) -> FormulaLine:
    """The error of this tree by itself, on all points."""
    t, data = stage.round, stage.data
    kind = "error" if data.n_classes else "MSE"
    name = Maths(rf"\text{{{kind} of }} h_{{{t}}}")
    if not stage.reached("train"):
        return FormulaLine((name,), to_come=True)
    answer = stage.answer
    assert answer is not None
    if not data.n_classes:
        error = clean_error(float(data.distribution @ (data.target - answer) ** 2), stage.run)
        return FormulaLine((name, equals(digits(error))), now=stage.key == "train")
    missed = decide(answer, data.n_classes) != data.target
    if data.weight is None:
        worked = share(int(np.count_nonzero(missed)), len(data))
    else:
        worked = results(float(data.distribution[missed].sum()), stage.look.fractions)
    return FormulaLine((name, *worked), now=stage.key == "train")


MOST_INPUTS = 4  # that are written out: the table has the numbers of more


def argument(stage: Stage, worked: bool = False) -> Maths:
    """Write what a learner sees: x; or z, and ẑ where it is asked at a place."""
    if not isinstance(stage.learner, Above):
        return Maths("x")
    seen = in_focus(stage) if worked else None
    return Maths(r"\hat{z}" if seen is not None and not seen.held_out else "z")


def put_in(stage: Stage, inputs: list[Maths]) -> tuple[FormulaLine, ...]:
    """List what the others say at the place, which is put in for z."""
    seen = in_focus(stage)
    if seen is None or not isinstance(stage.learner, Above) or len(inputs) > MOST_INPUTS:
        return ()
    pieces = []
    for k, (x, value) in enumerate(zip(inputs, seen.inputs[0].tolist(), strict=True)):
        name = x
        if not seen.held_out:
            name = Maths(rf"\hat{{z}}{x.latex[1:]}", x.spoken and f"ẑ{x.spoken[1:]}")
        comma = "," if k + 1 < len(inputs) else ""
        pieces.append(write(f"%s = %s{comma}", name, digits(value)))
    point = stage.focus.point
    side = ("here",) if point is None else (f"at point {point + 1}",)
    return (FormulaLine(tuple(pieces), side=side),)
