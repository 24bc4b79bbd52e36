"""What a figure is asked with: its medium, what is shown, and how these are written."""

import argparse
import re
from typing import Any

from ensemble_viz.cli.requests import add_moment, add_output, add_request, whole
from ensemble_viz.engine.data import Refusal

PALETTES = ("light", "dark", "projector", "projector-dark", "paper", "grey")
WHAT = (
    "canvas", "learner", "tree", "curves", "margins", "search", "gallery", "table", "strip", "page",
    "rounds", "point", "formulas", "parting", "scores",
)  # fmt: skip
FORMATS = ("png", "svg", "pdf", "pgf", "csv", "md", "tex")
SWITCH = {"on": True, "off": False}
AXES = {"x": 0, "x1": 0, "x2": 1, "y": 1}


def add_figure(parser: argparse.ArgumentParser) -> None:
    """Take what a figure is asked with."""
    add_request(parser)
    files = "a file that ends in .png, .svg, .pdf, .pgf, .csv, .md or .tex (-: standard output)"
    add_output(parser, required=True, what=files)
    parser.add_argument("--format", choices=FORMATS, help="what standard output is given (png)")
    parser.add_argument("--what", choices=WHAT, default="canvas", help="what is drawn (canvas)")
    add_moment(parser)
    parser.add_argument("--rounds", type=_rounds, metavar="1,2,3,10", help="those of a strip")
    parser.add_argument("--steps", action="store_true", help="a strip of the steps of the round")
    parser.add_argument("--point", type=whole, help="whose card is shown, from 1")
    _add_medium(parser)
    _add_look(parser)


def _add_medium(parser: argparse.ArgumentParser) -> None:
    """Take what a figure is made for."""
    add_print(parser)
    parser.add_argument("--type", metavar="8pt", type=_type, help="the size of words")
    parser.add_argument("--font", choices=("sans", "serif"), help="(sans)")
    parser.add_argument("--transparent", action="store_true", help="without a ground")
    parser.add_argument("--range", type=_ranges, metavar="x1=0..10,x2=…", default={},
                        help="what is seen of the axes")  # fmt: skip
    parser.add_argument(
        "--size", type=_size, metavar="1280x800", help="in pixels at 96 dpi (1280x800)"
    )
    parser.add_argument(
        "--scale", type=_scale, default=1.0, metavar="1…8", help="by what a PNG has more pixels (1)"
    )


def add_print(parser: argparse.ArgumentParser) -> None:
    """Take the style of a medium, and the size of a figure in it."""
    parser.add_argument("--style", choices=("paper", "slide", "dark", "projector", "grey"),
                        help="colours, size and type for a medium (paper)")  # fmt: skip
    parser.add_argument("--width", metavar="8.5cm", help="in cm, mm, in, pt or px")
    parser.add_argument("--height", metavar="6cm", help="else as the figure asks for")
    parser.add_argument("--dpi", type=_number, help="pixels an inch of a PNG (300)")


def _add_look(parser: argparse.ArgumentParser) -> None:
    """Take what is shown and what is not."""
    parser.add_argument("--palette", choices=PALETTES, help="colours (the style's, or light)")
    parser.add_argument("--layers", default="", metavar="misses=off,surface=hard",
                        help="what is drawn, and what not")  # fmt: skip
    parser.add_argument(
        "--relative-to", choices=("uniform", "largest"),
        help="what weights are measured by: 1/n, or the largest (uniform)",
    )  # fmt: skip
    parser.add_argument("--caption", action="store_true", help="write above it what happened")
    for part, help_ in (("key", "leave out the key"), ("labels", "leave out names"),
                        ("ticks", "leave out numbers along the axes")):  # fmt: skip
        parser.add_argument(f"--no-{part}", dest=part, action="store_false", help=help_)


def layers_of(text: str) -> dict[str, Any]:
    """Read switches, written name=on, name=off, surface=hard."""
    from ensemble_viz.document.look import SURFACES, Layers

    chosen: dict[str, Any] = {}
    for switch in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = switch.partition("=")
        if name not in Layers.__slots__:
            raise Refusal(f"--layers {name[:40]!r}: there are {', '.join(Layers.__slots__)}")
        allowed = SURFACES if name == "surface" else tuple(SWITCH)
        if value not in allowed:
            raise Refusal(f"--layers {name}={value[:40]}: one of {', '.join(allowed)}")
        chosen[name] = SWITCH[value] if value in SWITCH and name != "surface" else value
    return chosen


def _size(text: str) -> tuple[int, int]:
    sides = re.fullmatch(r"\s*([0-9]{1,5})\s*[x×]\s*([0-9]{1,5})\s*", text)
    if sides is None:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no size like 1280x800")
    return int(sides[1]), int(sides[2])


def _scale(text: str) -> float:
    if not re.fullmatch(r"\s*[0-9]{1,3}(\.[0-9]{1,6})?\s*", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no scale from 1 to 8")
    return float(text)


def _rounds(text: str) -> tuple[int, ...]:
    return tuple(whole(part) for part in text.split(","))


def _number(text: str) -> float:
    if not re.fullmatch(r"\s*[0-9]{1,5}(\.[0-9]{1,4})?\s*", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number")
    return float(text)


def _type(text: str) -> float:
    return _number(text.strip().removesuffix("pt"))


def _ranges(text: str) -> dict[int, tuple[float, float]]:
    """Read x1=0..10,x2=-1..1."""
    found: dict[int, tuple[float, float]] = {}
    for part in text.split(","):
        name, _, ends = part.strip().partition("=")
        sides = re.fullmatch(r"(-?[0-9.eE+-]+)\.\.(-?[0-9.eE+-]+)", ends)
        try:
            low, high = (float(side) for side in sides.groups()) if sides else (0.0, 0.0)
        except ValueError:
            low = high = 0.0
        if name not in AXES or AXES[name] in found or not low < high < float("inf"):
            raise argparse.ArgumentTypeError(f"{part[:40]!r}: written x1=0..10,x2=-1..1")
        found[AXES[name]] = low, high
    return found
