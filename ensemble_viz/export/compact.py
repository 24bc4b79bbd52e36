"""SVG in few bytes: the same drawing, its paths relative and its pictures with a palette.

matplotlib writes every coordinate anew with six decimals, a line each. Here they are hundredths of
a point, as far from the one before: what is at the same place stays there, and nothing drifts.
"""

import base64
import io
import itertools
import re
from collections import Counter
from functools import cache
from zlib import crc32

import numpy as np

from ensemble_viz.engine.data import FloatArray

PARTS = 100  # of a point, to which places are rounded: a three-thousandth of a millimetre
DISC = 10  # lines of a path round a disc: where it begins, eight curves, and its end
LONGEST = 16_000  # places of a path: Qt's viewers leave out what is beyond 32 767
MANY = 200  # paths of one look, from which on it has a name
GROUP = re.compile(r'(<g id="[^"]*"[^>]*)>((?:\s*<path [^>]*/>)+)(?=\s*</g>)')
PATH = re.compile(r'(?<= d=")[^"]*')
INDENT = re.compile(r"(?<=\n) *<path ")
STYLE = re.compile(r'(?<=" )style="([^"]*)"(?=/>)')
PICTURE = re.compile(r"(data:image/png;base64,)([^\"]*)")


def compact(svg: str) -> str:
    """Write the paths and pictures of a drawing more briefly."""
    svg = GROUP.sub(_group, svg.replace("*{stroke", "svg{stroke"))  # * would win over the group
    svg = PICTURE.sub(lambda found: found[1] + _picture(found[2]), svg)
    return _with_named_looks(PATH.sub(lambda found: _path(found[0]), svg))


def chained(lines: FloatArray) -> list[FloatArray]:
    """Join straight lines, (m, 4), that end where another begins: curves through (k, 2) places."""
    ends = [((a, b), (c, d)) for a, b, c, d in lines.tolist()]
    meeting: dict[tuple[float, float], list[int]] = {}
    for k, line in enumerate(ends):
        for end in line:
            meeting.setdefault(end, []).append(k)
    left, curves = set(range(len(ends))), []
    for k, line in enumerate(ends):
        if k not in left:
            continue
        left.remove(k)
        curve = list(line)
        for _ in range(2):  # on from its one end, then from the other
            while (go := next((k for k in meeting[curve[-1]] if k in left), None)) is not None:
                left.remove(go)
                curve.append(ends[go][ends[go][0] == curve[-1]])
            curve.reverse()
        curves.append(np.array(curve))
    return curves


def batched(curves: list[FloatArray]) -> list[list[FloatArray]]:
    """Part curves into lists that are no longer than viewers take as one path."""
    number = np.cumsum([len(curve) for curve in curves]) // LONGEST
    ends = np.flatnonzero(np.diff(number)) + 1
    return [curves[a:b] for a, b in itertools.pairwise((0, *ends.tolist(), len(curves)))]


def _group(found: re.Match[str]) -> str:
    """Say once for a group what is the same for all of its paths."""
    group, paths = found.groups()
    for name in ("clip-path", "style"):
        attribute = re.compile(rf' {name}="[^"]*"')
        values = attribute.findall(paths)
        if len(values) == paths.count("<path ") and len(set(values)) == 1:
            group, paths = group + values[0], attribute.sub("", paths)
    return f"{group}>{INDENT.sub('<path ', paths)}"


def _with_named_looks(svg: str) -> str:
    """Say once what many paths look like.

    The name is made from the look: where drawings stand on one page, it means the same in all.
    """
    count = Counter(STYLE.findall(svg))
    names = {look: f"l{crc32(look.encode()):08x}" for look, n in count.items() if n >= MANY}
    rules = "".join(f".{name}{{{look}}}" for look, name in names.items())
    named = STYLE.sub(
        lambda found: f'class="{names[found[1]]}"' if found[1] in names else found[0], svg
    )
    return named.replace("</style>", f"{rules}</style>", 1)


def _path(text: str) -> str:
    """Write a path of absolute M, L, Q, C and z, a command a line, with relative places."""
    lines = text.splitlines()
    if text.count("M") == 1 and lines[-1] == "z" and lines[-2][1:] == lines[0][1:]:
        del lines[-2]  # z goes back by itself
    disc = _disc(lines) if len(lines) == DISC and lines[1].startswith("C") else None
    if disc is not None:
        return disc
    written = []
    x = y = first_x = first_y = 0
    for line in lines:
        command, *numbers = line.split()
        if command == "z":
            written.append("z")
            x, y = first_x, first_y
            continue
        places = [round(float(number) * PARTS) for number in numbers]
        steps = [place - (y if k % 2 else x) for k, place in enumerate(places)]
        x, y = places[-2:]
        if command == "M":
            first_x, first_y = x, y
        if command != "L" or all(steps):
            written.append(command.lower() + "".join(map(_number, steps)).lstrip())
        elif any(steps) or written[-1][0] == "m":  # what has no length has square ends
            written.append(("h" if steps[0] else "v") + _number(sum(steps)).lstrip())
    return "".join(written)


def _disc(lines: list[str]) -> str | None:
    """Write eight curves round a disc as two arcs; None where they go round anything else."""
    ends = np.array([line.split()[-2:] for line in lines[:-1]], dtype=float)
    radius = np.hypot(*(ends[1:] - ends[1:].mean(axis=0)).T)
    if np.ptp(radius) * PARTS > 1.0 or any(line[0] != "C" for line in lines[1:-1]):
        return None
    x, y = (round(place * PARTS) for place in ends[0].tolist())
    far_x, far_y = (round(place * PARTS) for place in ends[DISC // 2 - 1].tolist())
    arc = f"a{_number(round(radius[0] * PARTS)) * 2} 0 1 1".replace("a ", "a")
    there = _number(far_x - x) + _number(far_y - y)
    back = _number(x - far_x) + _number(y - far_y)
    return f"m{_number(x).lstrip()}{_number(y)}{arc}{there}{arc}{back}z"


@cache
def _number(parts: int) -> str:
    """Write hundredths as a number that may follow another."""
    text = f"{parts / PARTS: .2f}".rstrip("0").rstrip(".")
    return text.replace(" 0.", " .").replace("-0.", "-.")


def _picture(text: str) -> str:
    """Give a picture of few colours a palette."""
    from PIL import Image

    with Image.open(io.BytesIO(base64.b64decode(text))) as picture:
        pixels = np.asarray(picture.convert("RGB")).astype(np.int64) @ (65536, 256, 1)
    colours, numbers = np.unique(pixels, return_inverse=True)
    if len(colours) > 256:
        return text
    drawn = Image.frombytes("P", pixels.shape[::-1], numbers.astype(np.uint8).tobytes())
    drawn.putpalette([part for colour in colours.tolist() for part in colour.to_bytes(3)])
    out = io.BytesIO()
    drawn.save(out, format="png", optimize=True)
    return base64.b64encode(out.getvalue()).decode()
