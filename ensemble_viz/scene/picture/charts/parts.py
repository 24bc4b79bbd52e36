"""Parts of a plot as shapes: curves, columns with whiskers, dots with words; and the key below."""

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.picture.charts.plot import Chart, ChartLine, Columns, Dots, Drawn, Level
from ensemble_viz.scene.picture.labels import dots
from ensemble_viz.scene.picture.pens import Pen
from ensemble_viz.scene.picture.primitives import Bars, Item, Polylines, Rects
from ensemble_viz.scene.picture.sheet import GAP, Sheet, is_clear, small
from ensemble_viz.scene.picture.tags import Colour, Part, Plate, Sign, Stroke, Style, Tag, Word

ROW = 1.4  # of the height of letters
SAMPLE = 22.0  # a piece of a line
VEIL = 0.86
THICK = 1.9  # by what lines for the back row are wider
MOST_TEXTS = 24  # columns with a number each
OF_CLASS = 2.0  # the width of the curve of a class
FILLS = {
    "solid": ("ink2", 1.0),
    "now": ("accent", 1.0),
    "dashed": ("ink3", 0.62),
    "dotted": ("border", 1.0),
    "thin": ("hairline", 1.0),
}


def pen_of(look: str, sheet: Sheet) -> Pen:
    """Read a look: one of the pens, or a class by its number."""
    times = THICK if sheet.projected else 1.0
    if look.startswith("class "):
        return Pen(_fill(look, sheet), OF_CLASS * times * sheet.scale)
    return Pen.of(look, sheet, times=times)


def _fill(look: str, sheet: Sheet) -> Colour:
    if not look.startswith("class "):
        return sheet.colour(*FILLS[look])
    classes = sheet.palette.classes
    return sheet.colour(classes[int(look[6:]) % len(classes)].fill)


def drawn(plot: Chart, inside: Sheet) -> tuple[list[Item], list[Tag]]:
    """Draw all parts of a plot, those of now on top; and what is written beside them."""
    items: list[Item] = []
    tags: list[Tag] = []
    for part in sorted(plot.parts, key=lambda part: (isinstance(part, Dots), part.look == "now")):
        pen = pen_of(part.look, inside)
        if isinstance(part, ChartLine):
            items += _curve(part, plot, inside, pen)
        elif isinstance(part, Level):
            items.append(_level(part, plot, inside, pen))
        elif isinstance(part, Columns):
            items += _columns(part, plot, inside, pen)
            tags += _column_texts(part, plot, inside)
        else:
            items += _dots(part, plot, inside, pen)
            tags += _dot_texts(part, plot, inside, pen)
    return items, _apart(tags)


def _apart(tags: list[Tag]) -> list[Tag]:
    """Leave out words that would lie on others."""
    kept: list[Tag] = []
    for tag in tags:
        if is_clear(tag.box, (other.box for other in kept)):
            kept.append(tag)
    return kept


def places(part: ChartLine | Dots, plot: Chart, inside: Sheet) -> FloatArray:
    """Turn what a part says into places on a sheet."""
    y = np.asarray(part.y, dtype=np.float64)
    return inside.places(np.column_stack((plot.along(part.x), y)))


def _curve(part: ChartLine, plot: Chart, inside: Sheet, pen: Pen) -> list[Item]:
    if not len(part.x):
        return []
    found = places(part, plot, inside)
    if len(found) == 1:  # a line of one place is none
        return [dots(found, 2.0 * pen.width, Style(fill=pen.colour), part.name)]
    return [Polylines((found,), pen.width, pen.colour, pen.dash, key=part.name)]


def _level(part: Level, plot: Chart, inside: Sheet, pen: Pen) -> Item:
    left, top, right, bottom = inside.box
    if part.upright:
        x = float(inside.across(plot.along([part.at]))[0])
        ends = np.array(((x, bottom), (x, top)))
    else:
        y = float(inside.down(np.array(part.at)))
        ends = np.array(((left, y), (right, y)))
    return Polylines((ends,), pen.width, pen.colour, pen.dash, straight=True, key=part.name)


def _boxes(part: Columns, plot: Chart, inside: Sheet) -> FloatArray:
    """Find left, top, right, bottom of each column; lying ones have room for a name above."""
    base = np.zeros(len(part.top)) if part.base is None else np.asarray(part.base)
    x, top = np.asarray(part.x, dtype=np.float64), np.asarray(part.top, dtype=np.float64)
    half = part.wide / 2
    if plot.flat:
        slot = inside.height / max(len(plot.kinds), 1)
        name = min(inside.high(small(inside)) + 3.0, 0.55 * slot)
        high = (slot - name) * 0.8
        ends = np.sort((inside.across(base), inside.across(top)), axis=0)
        start = inside.top + np.floor(x + 0.5) * slot + name
        offset = (x - np.floor(x + 0.5) + 0.5 - half) * high
        return np.column_stack((ends[0], start + offset, ends[1], start + offset + 2 * half * high))
    ends = np.sort((inside.down(base), inside.down(top)), axis=0)
    sides = inside.across(plot.along(x - half)), inside.across(plot.along(x + half))
    return np.column_stack((sides[0], ends[0], np.maximum(sides[1], sides[0] + 1.0), ends[1]))


def _columns(part: Columns, plot: Chart, inside: Sheet, pen: Pen) -> list[Item]:
    if not len(part.x):
        return []
    boxes = _boxes(part, plot, inside)
    items: list[Item] = [Rects(boxes, _fill(part.look, inside), part.name)]
    known = [k for k, off in enumerate(part.about or ()) if off]
    if part.about is not None and known:
        off = np.array([part.about[k] or 0.0 for k in known])
        end = np.asarray(part.top, dtype=np.float64)[known]
        low, high = end - off, end + off
        if plot.flat:
            y = boxes[known][:, [1, 3]].mean(axis=1)
            ends = np.column_stack((inside.across(low), y, inside.across(high), y))
        else:
            x = boxes[known][:, [0, 2]].mean(axis=1)
            ends = np.column_stack((x, inside.down(low), x, inside.down(high)))
        items.append(Bars(ends, pen.width, inside.colour("ink"), square=False, key="whisker"))
    return items


def _column_texts(part: Columns, plot: Chart, inside: Sheet) -> list[Tag]:
    """Write numbers at the ends of columns, where they are wide enough."""
    if not part.texts or len(part.texts) > MOST_TEXTS:
        return []
    kind, found = small(inside), []
    high, ink = inside.high(kind), inside.colour("ink")
    boxes = _boxes(part, plot, inside)
    slot = inside.width / max(len(plot.kinds), 1) if plot.kinds else boxes[0, 2] - boxes[0, 0]
    about = part.about or [None] * len(part.texts)
    for text, box, top, off in zip(part.texts, boxes, part.top, about, strict=True):
        wide = inside.wide(text, kind)
        far = abs((off or 0.0) * (inside.width if plot.flat else inside.height))
        far /= abs(inside.frame.right - inside.frame.left if plot.flat
                   else inside.frame.top - inside.frame.bottom)  # fmt: skip
        if plot.flat:
            left = min(float(box[2]) + far + 2 * GAP, inside.right - wide)
            place = left, float(box[1] + box[3]) / 2 - high / 2
        elif wide <= slot + GAP:
            above = top >= 0.0
            y = float(box[1]) - far - high if above else float(box[3]) + far
            middle = min(float(box[0] + box[2]) / 2, inside.right + GAP - wide / 2)
            place = middle - wide / 2, max(y, inside.top - high / 2)
        else:
            continue
        found.append(_veiled(text, place, ink, inside))
    return found


def _dots(part: Dots, plot: Chart, inside: Sheet, pen: Pen) -> list[Item]:
    if not len(part.x):
        return []
    radius = part.radius * inside.scale * (THICK if inside.projected else 1.0)
    style = Style(fill=pen.colour, edge=inside.colour("canvas"), width=1.0)
    return [dots(places(part, plot, inside), radius, style, part.name)]


def _dot_texts(part: Dots, plot: Chart, inside: Sheet, pen: Pen) -> list[Tag]:
    """Write beside dots: at the right, or at the left where there is no room."""
    kind, found = small(inside), []
    high = inside.high(kind)
    where = places(part, plot, inside).tolist() if part.texts else []
    for text, (x, y) in zip(part.texts, where, strict=True):
        wide, gap = inside.wide(text, kind), 2 * part.radius + GAP
        left = x + gap if x + gap + wide <= inside.right else x - gap - wide
        left = min(max(left, inside.left), inside.right - wide)
        top = min(max(y - 1.2 * high, inside.top), inside.bottom - high)
        found.append(_veiled(text, (left, top), pen.colour, inside))
    return found


def _veiled(text: str, place: tuple[float, float], ink: Colour, inside: Sheet) -> Tag:
    kind = small(inside)
    wide, high = inside.wide(text, kind), inside.high(kind)
    plate = Plate(inside.colour("canvas", VEIL), radius=0.0)
    word = Word(text, kind, 1.0, high / 2, ink, 0.0)
    return Tag((place[0] - 1.0, place[1], place[0] + wide + 1.0, place[1] + high), plate, (word,),
               text)  # fmt: skip


# --- the key --------------------------------------------------------------------------------------


def key_rows(plot: Chart, sheet: Sheet) -> list[list[tuple[Drawn, float]]]:
    """Put the names of the parts into rows: each part, and where its name begins."""
    rows: list[list[tuple[Drawn, float]]] = [[]]
    kind, x = small(sheet), sheet.left
    for part in plot.parts:
        if not part.name or not plot.around.key:
            continue
        wide = sheet.px(SAMPLE) + 2 * GAP + sheet.wide(part.name, kind)
        if rows[-1] and x + wide > sheet.right:
            rows.append([])
            x = sheet.left
        rows[-1].append((part, x))
        x += wide + 5 * GAP
    return [row for row in rows if row]


def key_tags(plot: Chart, sheet: Sheet) -> list[Tag]:
    rows, kind = key_rows(plot, sheet), small(sheet)
    high = sheet.high(kind)
    top = sheet.bottom - ROW * high * len(rows)
    found = []
    for k, row in enumerate(rows):
        box = (sheet.left, top + k * ROW * high, sheet.right, top + (k + 1) * ROW * high)
        parts = [piece for part, x in row for piece in _named(part, x - sheet.left, sheet)]
        found.append(Tag(box, None, tuple(parts), "key"))
    return found


def _named(part: Drawn, x: float, sheet: Sheet) -> list[Part]:
    kind, pen = small(sheet), pen_of(part.look, sheet)
    y, long = ROW * sheet.high(kind) / 2, float(sheet.px(SAMPLE))
    text = sheet.cut(part.name, kind, sheet.width - x - long - 2 * GAP)
    word = Word(text, kind, x + long + 2 * GAP, y, sheet.colour("ink2"), 0.0)
    if isinstance(part, Dots):
        return [Sign(Style(fill=pen.colour), part.radius, x + long / 2, y), word]
    if isinstance(part, Columns):
        wide = 0.7 * sheet.high(kind)
        fill = _fill(part.look, sheet)
        return [Stroke((x + long - wide, y, x + long, y), wide, fill), word]
    return [Stroke((x, y, x + long, y), pen.width, pen.colour, pen.dash), word]
