"""Paints pictures as PGF, for LaTeX to set their words in the type of the paper.

    \\usepackage{pgf}  …  \\input{round-07.pgf}

Nothing of LaTeX is needed here: words are measured by a ruler, and shrink where the type of the
paper is wider. A surface of very many colours is a picture inside of the file.
"""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.export.areas import count_surfaces, inline, merged, nested
from ensemble_viz.export.compact import chained
from ensemble_viz.export.paper_type import MIDDLE, printable
from ensemble_viz.export.paths import Place, curved, inset, number, stepped
from ensemble_viz.export.tables import latex_text
from ensemble_viz.scene.picture import Ruler, primitives
from ensemble_viz.scene.shapes import outline

HEAD = r"""\begingroup
\makeatletter
\ifdefined\pgfpicture\else\PackageError{ensemble-viz}{Write \string\usepackage{pgf}}{}\fi
% places in hundredths of a point, most of them from the place before
\def\evp#1#2{\pgfqpoint{\dimexpr1bp*(#1)/100\relax}{\dimexpr1bp*(#2)/100\relax}}
\def\evs#1#2{\edef\evx{\the\numexpr\evx+#1}\edef\evy{\the\numexpr\evy+#2}}
\def\evM#1 #2;{\def\evx{#1}\def\evy{#2}\pgfpathmoveto{\evp\evx\evy}}
\def\evL#1 #2;{\evs{#1}{#2}\pgfpathlineto{\evp\evx\evy}}
% steps by turns level and upright, as far as the semicolon
\def\evX#1 {\ifx;#1\else\evs{#1}0\pgfpathlineto{\evp\evx\evy}\expandafter\evY\fi}
\def\evY#1 {\ifx;#1\else\evs0{#1}\pgfpathlineto{\evp\evx\evy}\expandafter\evX\fi}
\def\evQ#1 #2 #3 #4;{\pgfpathquadraticcurveto{\evp{\evx+#1}{\evy+#2}}{\evp{\evx+#3}{\evy+#4}}%
  \evs{#3}{#4}}
\def\evB#1 #2 #3 #4;{\pgfpathrectangle{\pgfqpoint{#1bp}{#2bp}}{\pgfqpoint{#3bp}{#4bp}}}
\def\evO#1 #2 #3;{\pgfpathcircle{\pgfqpoint{#1bp}{#2bp}}{#3bp}}
\def\evZ{\pgfpathclose}
\def\evD#1 #2;{\pgfpathmoveto{\evp{#1}{#2}}\pgfpathlineto{\evp{#1}{#2}}}
\def\evF#1 #2;{\definecolor{evcolour}{HTML}{#1}\pgfsetfillcolor{evcolour}\pgfsetfillopacity{#2}}
\def\evS#1 #2 #3;{\definecolor{evcolour}{HTML}{#1}\pgfsetstrokecolor{evcolour}%
  \pgfsetstrokeopacity{#2}\pgfsetlinewidth{#3bp}}
\def\evP#1 #2 #3;{\evS#1 #2 1;\pgfsetlinewidth{\dimexpr1bp*(#3)/100\relax}}
% place, alignment, measured width, size, whether strong, colour, words
\def\evW#1 #2 #3 #4 #5 #6 #7;#8{\pgftext[x=#1bp,y=#2bp,base,#3]{\definecolor{evcolour}{HTML}{#7}%
  \fontsize{#5bp}{#5bp}\selectfont\ifnum#6>500\relax\bfseries\fi\sbox0{\color{evcolour}#8}%
  \ifdim\wd0>#4bp\resizebox{#4bp}{!}{\usebox0}\else\usebox0\fi}}
% a mark of one of the looks below
\def\evT#1#{\csname evT#1\endcsname}"""
BEGIN = r"\begin{pgfpicture}"
FOOT = r"""\end{pgfpicture}%
\endgroup
"""
STROKE = r"\pgfusepath{stroke}"
ALIGNED = {0.0: "left", 0.5: "center", 1.0: "right"}
HUNDRED = 100.0  # parts of a point
SPARE = 1.04  # of the measured width: words of about that width need not shrink
RIM = 2.0  # pixels that the ground of words reaches beyond them
VEIL = 0.8
MOST_CORNERS = 8_000  # of all surfaces: TeX has memory for some 60 000 of a path
LONGEST = 6_000  # characters of a path that is stroked, for the same reason


def pgf(picture: primitives.Picture, point: float, ruler: Ruler, description: str = "") -> str:
    """Write a picture as a PGF file; `point`: points a pixel."""
    return _Pgf(picture, point, ruler).text(description)


class _Pgf:
    def __init__(self, picture: primitives.Picture, point: float, ruler: Ruler) -> None:
        self.point, self.ruler, self.height = point, ruler, picture.height
        self.surfaces = count_surfaces(picture)
        self.looks: dict[str, int] = {}
        self.lines = [f"{self._box((0.0, 0.0, picture.width, picture.height))}\\pgfusepath{{clip}}"]
        if picture.ground >> 24:
            self._fill([self._box((0.0, 0.0, picture.width, picture.height))], picture.ground)
        for layer in picture.layers:
            clip = layer.clip or primitives.EVERYWHERE
            if clip is not primitives.EVERYWHERE:
                self.lines += [r"\begin{pgfscope}", rf"{self._box(clip)}\pgfusepath{{clip}}"]
            for item in layer.items:
                getattr(self, f"_{type(item).__name__.lower()}")(item)
            if clip is not primitives.EVERYWHERE:
                self.lines.append(r"\end{pgfscope}")

    def text(self, description: str) -> str:
        comment = "".join(f"% {line}\n" for line in printable(description).splitlines())
        looks = [rf"\expandafter\def\csname evT{number}\endcsname{drawn}"
                 for drawn, number in self.looks.items()]  # fmt: skip
        return comment + "\n".join((HEAD, *looks, BEGIN, *self.lines, FOOT))

    # --- places ---------------------------------------------------------------------------------

    def _at(self, x: float, y: float) -> str:
        return f"{number(x * self.point)} {number((self.height - y) * self.point)}"

    def _box(self, box: primitives.Box | FloatArray) -> str:
        left, top, right, bottom = (float(side) for side in box)
        size = f"{number((right - left) * self.point)} {number((bottom - top) * self.point)}"
        return rf"\evB{self._at(left, bottom)} {size};"

    def _places(self, places: FloatArray) -> list[Place]:
        upwards = np.array((0.0, self.height)) + places * (1.0, -1.0)
        return [(x, y) for x, y in np.rint(HUNDRED * self.point * upwards).astype(int).tolist()]

    def _path(self, places: FloatArray, closed: bool = False) -> str:
        return stepped(self._places(places)) + r"\evZ" * closed

    # --- areas and lines ------------------------------------------------------------------------

    def _fill(self, paths: list[str], colour: int, opacity: float = 1.0) -> None:
        if paths and colour >> 24:
            self.lines += [rf"\evF {_colour(colour, opacity)};", *paths, r"\pgfusepath{fill}"]

    def _stroke(self, paths: list[str], how: "_Line", opacity: float = 1.0) -> None:
        if not paths or not how.colour >> 24 or not how.width:
            return
        dash = ""
        if how.dash:
            lengths = "".join(f"{{{number(each * self.point)}bp}}" for each in how.dash)
            dash = rf"\pgfsetdash{{{lengths}}}{{0bp}}"
        ends = rf"\pgfset{how.ends}cap\pgfset{how.joins}join"
        width = number(how.width * self.point)
        pen = rf"\evS {_colour(how.colour, opacity)} {width};"
        self.lines += [r"\begin{pgfscope}", f"{pen}{ends}{dash}"]
        length = 0
        for path in paths:
            if length > LONGEST:
                self.lines.append(STROKE)
                length = 0
            length += len(path)
            self.lines.append(path)
        self.lines += [STROKE, r"\end{pgfscope}"]

    def _raster(self, item: primitives.Raster) -> None:
        areas = nested(item, MOST_CORNERS / self.surfaces, self.point)
        if areas is None:
            self.lines.append(self._pixels(item))
            return
        for colour, rings in areas:
            self._fill([self._path(ring, closed=True) for ring in rings], colour)

    def _pixels(self, item: primitives.Raster) -> str:
        """Write a picture into the file itself, as PDF has it: drivers of LaTeX pass it on."""
        left, top, right, bottom = item.box
        wide, high = (right - left) * self.point, (bottom - top) * self.point
        x, y = self._at(left, bottom).split()
        placed = f"q {number(wide)} 0 0 {number(high)} {x} {y} cm"
        return rf"\pgfsys@invoke{{{placed} {inline(item)} Q}}"

    def _bars(self, item: primitives.Bars) -> None:
        if isinstance(item.width, float) and not (item.low or item.high):
            ends = "rect" if item.square else "butt"
            line = _Line(item.width, item.colour, ends=ends, joins="miter")
            lines = merged(item.lines, self.point)
            self._stroke([self._path(curve) for curve in chained(lines)], line)
            return
        rects = item.rects(1.0, snap=False)
        boxes = np.concatenate((rects[:, :2], rects[:, :2] + rects[:, 2:]), axis=1)
        self._fill([self._box(box) for box in boxes], item.colour)

    def _rects(self, item: primitives.Rects) -> None:
        self._fill([self._box(box) for box in item.boxes], item.colour)

    def _polygons(self, item: primitives.Polygons) -> None:
        self._fill([self._path(area, closed=True) for area in item.areas], item.colour)

    def _polylines(self, item: primitives.Polylines) -> None:
        joins = "miter" if item.straight else "round"
        line = _Line(item.width, item.colour, item.dash, joins=joins)
        self._stroke([self._path(curve) for curve in item.curves], line)

    def _glyphs(self, item: primitives.Glyphs) -> None:
        corners = item.corners * item.scale + (item.x, item.y)
        self._fill([curved(self._places(corners), item.verbs.tolist())], item.colour)

    # --- marks ----------------------------------------------------------------------------------

    def _marks(self, item: primitives.Marks) -> None:
        for k, which in enumerate(item.style.tolist()):
            x, y = item.place[k].tolist()
            self._mark(item.styles[which], float(item.radius[k]), x, y, float(item.opacity[k]))

    def _mark(
        self, style: primitives.Style, radius: float, x: float, y: float, opacity: float = 1.0
    ) -> None:
        """Draw a mark; where its edge is inside, its area with the edge is what counts."""
        if style.text:
            word = primitives.Word(style.text, style.type, x + radius, y - radius, style.fill)
            self._word(word)
            return
        width = min(style.width, style.widest * radius)
        if not style.inside:
            whole = [self._shape(style.shape, radius, x, y)]
            self._fill(whole, style.fill, opacity)
            self._stroke(whole, _Line(width, style.edge), opacity)
            return
        rims = (0.0, width)
        if len(outline(style.shape)):
            parts = [self._shape(style.shape, radius, x, y, rim) for rim in rims]
            look = self._look(style, opacity, width > 0.0)
        else:
            ((across, up),) = self._places(np.array([(x, y)]))
            sizes = [round(2.0 * HUNDRED * self.point * (radius - rim)) for rim in rims]
            parts = [rf"\evD{across} {up};", *map(str, sizes)]
            drawn = _dots(style, opacity, width > 0.0, self.point)
            look = self.looks.setdefault(drawn, len(self.looks))
        self.lines.append(rf"\evT{look}" + "".join(f"{{{part}}}" for part in parts))

    def _look(self, style: primitives.Style, opacity: float, has_edge: bool) -> int:
        """Number a look; a macro of it fills an outline and what is inside of it."""
        before, self.lines = self.lines, []
        self._stroke(["#1"], _Line(2.0 * style.halo_width, style.halo), opacity)
        if has_edge:
            self._fill(["#1"], style.edge, opacity)
        self._fill(["#2"], style.fill, opacity)
        drawn, self.lines = "".join(self.lines), before
        return self.looks.setdefault(f"#1#2{{{drawn}}}", len(self.looks))

    def _shape(self, shape: str, radius: float, x: float, y: float, rim: float = 0.0) -> str:
        corners = outline(shape)
        if not len(corners):
            return rf"\evO{self._at(x, y)} {number((radius - rim) * self.point)};"
        if rim:
            corners = inset(corners, rim / radius)
        return self._path(np.column_stack((x, y)) + radius * corners * (1.0, -1.0), closed=True)

    # --- words ----------------------------------------------------------------------------------

    def _tags(self, item: primitives.Tags) -> None:
        for tag in item.tags:
            if tag.plate is not None:
                self._plate(tag.box, tag.plate)
            for part in tag.parts:
                moved = primitives.shifted(part, tag.box[0], tag.box[1])
                if isinstance(moved, primitives.Word):
                    self._word(moved)
                elif isinstance(moved, primitives.Sign):
                    self._mark(moved.style, moved.radius, moved.x, moved.y)
                else:
                    ends = np.array(moved.ends).reshape(2, 2)
                    self._stroke([self._path(ends)], _Line(moved.width, moved.colour, moved.dash))

    def _plate(self, box: primitives.Box, plate: primitives.Plate) -> None:
        inset, radius = plate.width / 2.0, number(plate.radius * self.point)
        left, top, right, bottom = box
        path = self._box((left + inset, top + inset, right - inset, bottom - inset))
        round_ = rf"\pgfsetcornersarced{{\pgfqpoint{{{radius}bp}}{{{radius}bp}}}}"
        self.lines += [r"\begin{pgfscope}", round_]
        self._fill([path], plate.fill)
        self._stroke([path], _Line(plate.width, plate.edge, plate.dash, joins="miter"))
        self.lines.append(r"\end{pgfscope}")

    def _word(self, word: primitives.Word) -> None:
        """Write; what has a rim elsewhere has a ground here, of which most is seen through."""
        size, weight = word.type
        wide, high = self.ruler.width(word.text, word.type), self.ruler.height(word.type)
        if word.rim:
            left = word.x - word.align * wide
            ground = (left - RIM, word.y - high / 2, left + wide + RIM, word.y + high / 2)
            self._fill([self._box(ground)], word.rim, VEIL)
        place, align = self._at(word.x, word.y + MIDDLE * size), ALIGNED[word.align]
        room, points = number(SPARE * wide * self.point), number(size * self.point)
        colour = f"{word.colour & 0xFFFFFF:06X}"
        words = latex_text(printable(word.text))
        self.lines.append(rf"\evW{place} {align} {room} {points} {weight} {colour};{{{words}}}")


@dataclass(frozen=True, slots=True)
class _Line:
    width: float
    colour: int
    dash: tuple[float, float] | None = None
    ends: str = "butt"
    joins: str = "round"


def _colour(colour: int, opacity: float) -> str:
    return f"{colour & 0xFFFFFF:06X} {round(opacity * (colour >> 24) / 255.0, 3):g}"


def _dots(style: primitives.Style, opacity: float, has_edge: bool, point: float) -> str:
    """Define a look of discs: dots of a round pen, which TeX can hold many more of."""
    halo = f"#2+{round(2.0 * HUNDRED * point * style.halo_width)}"
    dots = [(halo, style.halo)] * bool(style.halo_width)
    dots += [("#2", style.edge)] * has_edge + [("#3", style.fill)]
    drawn = "".join(rf"\evP {_colour(colour, opacity)} {width};#1{STROKE}"
                    for width, colour in dots if colour >> 24)  # fmt: skip
    return rf"#1#2#3{{\begin{{pgfscope}}\pgfsetroundcap{drawn}\end{{pgfscope}}}}"
