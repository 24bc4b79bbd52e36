"""SVG in few bytes: the same drawing, its paths relative and its pictures with a palette.

matplotlib writes every coordinate anew with six decimals, a line each. Here they are hundredths of
a point, as far from the one before: what is at the same place stays there, and nothing drifts.
"""

import base64
import io
import itertools
import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray

PARTS = 100  # of a point, to which places are rounded: a three-thousandth of a millimetre
DISC = 10  # lines of a path round a disc: where it begins, eight curves, and its end
LONGEST = 16_000  # places of a path: Qt's viewers leave out what is beyond 32 767
LONG = 500  # places of an area
MANY = 200  # paths of one look, from which on it has a name
GROUP = re.compile(r'(<g id="[^"]*"[^>]*)>((?:\s*<path [^>]*/>)+)(?=\s*</g>)')
PATH = re.compile(r'<path( id="[^"]*")? d="([^"]*)"(?P<fill> style="fill: #[0-9a-f]{6}"/>)?')
FINER = re.compile(r"\.\d\d")  # than tenths, of which those are written without a point
INDENT = re.compile(r"(?<=\n) *<path ")
STYLE = re.compile(r'(?<=" )style="([^"]*)"(?=/>)')
PICTURE = re.compile(r"(data:image/png;base64,)([^\"]*)")


def compact(svg: str) -> str:
    """Write the paths and pictures of a drawing more briefly."""
    svg = GROUP.sub(_group, svg.replace("*{stroke", "svg{stroke"))  # * would win over the group
    svg = PICTURE.sub(lambda found: found[1] + _picture(found[2]), svg)
    return _with_named_looks(PATH.sub(_drawn, svg))


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


def _drawn(found: re.Match[str]) -> str:
    """Write a path of absolute M, L, Q, C and z, a command a line, more briefly."""
    (name, text, rest), lines = found.groups(""), found[2].splitlines()
    if text.count("M") == 1 and lines[-1] == "z" and lines[-2][1:] == lines[0][1:]:
        del lines[-2]  # z goes back by itself
    disc = _disc(lines) if len(lines) == DISC and lines[1].startswith("C") else None
    if disc is not None:
        return f"<circle{name}{disc}{rest}"
    if rest and len(lines) > LONG and not FINER.search(text):
        return f'<path{name} transform="scale(.1)" d="{_path(lines, 10)}"{rest}'
    return f'<path{name} d="{_path(lines)}"{rest}'


def _path(lines: list[str], times: int = 1) -> str:
    """Give each place by how far it is from the one before, as so many times as much."""
    written = []
    x = y = first_x = first_y = 0
    for line in lines:
        command, *numbers = line.split()
        if command == "z":
            written.append("z")
            x, y = first_x, first_y
            continue
        places = [round(float(number) * PARTS) * times for number in numbers]
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
    """Write eight curves round a disc as one; None where they go round anything else."""
    ends = np.array([line.split()[-2:] for line in lines[:-1]], dtype=float)
    middle = ends[1:].mean(axis=0)
    radius = np.hypot(*(ends[1:] - middle).T)
    if np.ptp(radius) * PARTS > 1.0 or any(line[0] != "C" for line in lines[1:-1]):
        return None
    x, y, r = (_number(round(part * PARTS)).lstrip() for part in (*middle.tolist(), radius[0]))
    return f' cx="{x}" cy="{y}" r="{r}"'


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


INCHES = 0.0254  # metres
ROWS = 64  # that are compressed at a time
RGB, RGBA = 2, 6


def png(pixels: NDArray[np.uint8], dpi: float, texts: dict[str, str]) -> bytes:
    """Write pixels, (height, width, 4), with texts by their names; without alpha where none is."""
    opaque = bool((pixels[..., 3] == 255).all())
    rows = np.ascontiguousarray(pixels[..., :3] if opaque else pixels)
    high, wide = rows.shape[:2]
    head = struct.pack(">IIBBBBB", wide, high, 8, RGB if opaque else RGBA, 0, 0, 0)
    density = round(dpi / INCHES)
    chunks = [_chunk(b"IHDR", head), _chunk(b"pHYs", struct.pack(">IIB", density, density, 1))]
    for name, text in texts.items():
        chunks.append(_chunk(b"iTXt", name.encode() + b"\0\0\0\0\0" + text.encode()))
    chunks += [_chunk(b"IDAT", b"".join(_packed(rows))), _chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _packed(rows: NDArray[np.uint8]) -> Iterator[bytes]:
    """Compress rows, each as its difference from the one above where that is simpler."""
    packer = zlib.compressobj(9)
    flat = rows.reshape(len(rows), -1)
    for start in range(0, len(flat), ROWS):
        part = flat[start : start + ROWS]
        above = np.zeros_like(part)
        above[1:] = part[:-1]
        if start:
            above[0] = flat[start - 1]
        up = part - above
        simpler = np.count_nonzero(up, axis=1) < np.count_nonzero(np.diff(part, axis=1), axis=1)
        kind = np.where(simpler, 2, 0).astype(np.uint8)[:, None]
        yield packer.compress(np.hstack((kind, np.where(simpler[:, None], up, part))).tobytes())
    yield packer.flush()


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
