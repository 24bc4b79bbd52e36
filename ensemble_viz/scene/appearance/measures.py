"""Sizes of the marks: they grow with the window, and are largest on the projector."""

from dataclasses import dataclass

from ensemble_viz.scene.appearance.palette import PALETTES

NARROW, WIDE = 1280.0, 1920.0  # between these widths of the window sizes are interpolated
ALONE, LEAST_AMONG = (720.0, 520.0), 0.6  # pixels that are enough for the usual size; a share
LEAST_PROJECTED, MOST_PROJECTED = 0.65, 2.0
PER_SCALE = (600.0, 400.0)  # pixels of a canvas that words of the usual size can lie on


@dataclass(frozen=True, slots=True)
class Measures:
    """Lengths in logical pixels."""

    growth: float = 1.0
    """By what the radii of markers are multiplied: 1 in a window 1280 wide."""
    outline: float = 1.1
    halo: float = 1.5
    ring: float = 1.6
    """The width of the ring around a miss."""
    ring_gap: float = 3.2
    boundary: float = 2.5
    earlier: float = 0.75
    """The thinnest of the earlier learners; the strongest has 1.5 more."""
    learner: float = 4.0
    strip: float = 6.0
    region: float = 3.2
    """The outline of a tree's regions."""
    sum: float = 3.2
    """The curve of the sum on a line."""
    to_come: float = 2.5
    stem: float = 2.0


WIDER = Measures(growth=8.5 / 6.0, boundary=3.0, learner=5.0, strip=8.0, region=3.8, sum=3.6)
PROJECTOR = Measures(
    growth=10.5 / 6.0,
    outline=1.8,
    halo=2.2,
    ring=2.8,
    ring_gap=5.5,
    boundary=5.0,
    earlier=1.25,
    learner=8.0,
    strip=10.0,
    region=5.5,
    sum=6.0,
    to_come=4.5,
    stem=3.5,
)


def projected(width: float) -> float:
    """Say by how much all grows on a projector of a width: on the wall it is as large on each."""
    return min(max(width / WIDE, LEAST_PROJECTED), MOST_PROJECTED)


def among(sizes: Measures, width: float, height: float) -> Measures:
    """Make marks smaller on one canvas of several."""
    share = min(width / ALONE[0], height / ALONE[1]) ** 0.5
    share = min(max(share, LEAST_AMONG), 1.0)
    return Measures(**{name: share * getattr(sizes, name) for name in Measures.__slots__})


def word_scale(scale: float, width: float, height: float) -> float:
    """Let words on a canvas grow with the type only as far as they leave points their room."""
    return min(scale, max(min(width / PER_SCALE[0], height / PER_SCALE[1]), 1.0))


def measures(width: float, palette: str) -> Measures:
    """Choose the sizes for a window of a width."""
    if PALETTES[palette].is_projected:
        share = projected(width)
        return Measures(**{name: share * getattr(PROJECTOR, name) for name in Measures.__slots__})
    share = min(max((width - NARROW) / (WIDE - NARROW), 0.0), 1.0)
    if share in (0.0, 1.0):
        return WIDER if share else Measures()
    near, far = Measures(), WIDER
    return Measures(
        **{
            name: getattr(near, name) + share * (getattr(far, name) - getattr(near, name))
            for name in Measures.__slots__
        }
    )
