"""Paths as the macros of a PGF file have them."""

import itertools

from ensemble_viz.scene.picture import primitives

STEPS = (r"\evX", r"\evY")


def steps(places: list[list[str]]) -> str:
    """Go on from the first place, as long as it can be done by turns level and upright."""
    steps, due = list[str](), -1  # the axis of the next step, while they alternate
    for before, place in itertools.pairwise(places):
        moved = [k for k in (0, 1) if place[k] != before[k]] or [0] * (len(places) == 2)
        if due >= 0 and moved and moved != [due]:
            steps.append("; ")
            due = -1
        if len(moved) == 2:
            steps.append(rf"\evL{' '.join(place)};")
        elif moved:
            (axis,) = moved
            steps.append(("" if due == axis else STEPS[axis]) + f"{place[axis]} ")
            due = 1 - axis
    return "".join(steps) + "; " * (due >= 0)


def curved(places: list[str], verbs: list[int]) -> str:
    """Go through places, some of which are no more than the way to the next."""
    steps, control = list[str](), ""
    for at, verb in zip(places, verbs, strict=True):
        if verb != primitives.Glyphs.CURVE:
            steps.append(rf"\ev{'M' if verb == primitives.Glyphs.BEGIN else 'L'}{at};")
        elif not control:
            control = at
        else:
            steps.append(rf"\evQ{control} {at};")
            control = ""
    return "".join(steps)


def number(x: float) -> str:
    """Write hundredths of a point, briefly."""
    return f"{x:.2f}".rstrip("0").rstrip(".").replace("-0.", "-.") or "0"
