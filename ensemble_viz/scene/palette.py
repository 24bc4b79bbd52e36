"""Colours, and what each of them means: one meaning each, everywhere.

A class has its colour and its shape; magenta is now; ink is what stays. Light, dark and projector
palettes have the same names. The surface ramp is mixed in OKLab and is the same in every round.
"""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray

Rgb = NDArray[np.uint8]
Packed = NDArray[np.uint32]
"""Colours as one number each: 0xFFRRGGBB."""
AGAINST = -2
"""What a tree of one class among more than two says where it speaks against its class."""
SHAPES = ("disc", "triangle", "square", "diamond", "pentagon", "inverted", "cross", "star")


@dataclass(frozen=True, slots=True)
class ClassColour:
    fill: str
    outline: str
    pale: str
    shape: str


@cache
def readable_on(fill: str) -> str:
    """Choose black or white for words on a colour: what can be read better."""
    parts = [int(fill[k : k + 2], 16) / 255.0 for k in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#FFFFFF" if 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 else "#000000"


@dataclass(frozen=True, slots=True)
class Palette:
    name: str
    window: str
    panel: str
    canvas: str
    card: str
    field: str
    hairline: str
    border: str
    ink: str
    ink2: str
    ink3: str
    accent: str
    on_accent: str
    accent_tint: str
    accent_line: str
    halo: str
    boundary: str
    classes: tuple[ClassColour, ...]
    ramp: tuple[str, ...]
    """Nine colours from the first class, or below, to the second, or above."""
    class_ends: tuple[str, ...]
    """Where the surface of each class ends when nobody else has a vote."""

    @property
    def is_projected(self) -> bool:
        """Say whether it is for the back row: with thick strokes and large type."""
        return self.name.startswith("projector")

    @property
    def second(self) -> str:
        """Of what belongs to the second of several setups."""
        return self.classes[2].fill

    @property
    def third(self) -> str:
        """Of what belongs to the third of them."""
        return self.classes[5].fill

    def of_answer(self, answer: int) -> ClassColour:
        """Give the look of a class; of −1, below zero, that of the first; of AGAINST, none's."""
        if answer == AGAINST:
            return ClassColour(self.ink3, self.ink2, self.window, "disc")
        return self.classes[max(answer, 0)]


def _classes(*rows: tuple[str, str, str]) -> tuple[ClassColour, ...]:
    return tuple(ClassColour(*row, shape) for row, shape in zip(rows, SHAPES, strict=True))


LIGHT = Palette(
    name="light",
    window="#F4F5F7", panel="#FFFFFF", canvas="#FBFAF7", card="#FFFFFF", field="#FFFFFF",
    hairline="#E2E5E9", border="#C5CBD2", ink="#14181D", ink2="#46505B", ink3="#67717C",
    accent="#A3156A", on_accent="#FFFFFF", accent_tint="#FAEAF3", accent_line="#D98AB8",
    halo="#FFFFFF", boundary="#14181D",
    classes=_classes(
        ("#0069A8", "#003F66", "#DCEAF5"), ("#DB7700", "#7A4200", "#FCEBD3"),
        ("#00845F", "#004D38", "#D8EFE6"), ("#56B4E9", "#1F5F86", "#E3F3FC"),
        ("#E3C400", "#7A6A00", "#FBF5CC"), ("#8A5A33", "#4A2F19", "#EFE3D8"),
        ("#8A949E", "#4A525A", "#E9ECEF"), ("#2B3138", "#000000", "#DFE1E4"),
    ),
    ramp=("#8FBFE2", "#AACEE8", "#C5DDED", "#E0EBF2", "#FBFAF7", "#FAECDA", "#F9DEBD", "#F7D09E",
          "#F5C27F"),
    class_ends=("#8FBFE2", "#F5C27F", "#8CCDB5", "#B5DDF5", "#EFDF7A", "#C9AA8E", "#C3C9CF",
                "#9BA1A8"),
)  # fmt: skip
DARK = Palette(
    name="dark",
    window="#101317", panel="#191D22", canvas="#14171B", card="#20252B", field="#12161A",
    hairline="#2A3037", border="#434C56", ink="#EDF0F3", ink2="#B7C0CA", ink3="#8C97A3",
    accent="#FF86BF", on_accent="#2B0519", accent_tint="#3A1D2E", accent_line="#A34C7C",
    halo="#0C0F12", boundary="#F4F6F8",
    classes=_classes(
        ("#56B1EE", "#BFE2FB", "#14344B"), ("#F5A03C", "#FDDCAF", "#452F10"),
        ("#3CC7A0", "#B4EEDD", "#123C31"), ("#A9D8F8", "#E2F2FD", "#24404F"),
        ("#F4E04D", "#FCF6C6", "#423C10"), ("#C08A5A", "#EBD5C0", "#3A2A1B"),
        ("#717C88", "#C5CCD3", "#262B31"), ("#FFFFFF", "#FFFFFF", "#33383E"),
    ),
    ramp=("#14537F", "#194466", "#1B364D", "#1A2836", "#171B20", "#2E2721", "#473320", "#603F1A",
          "#7A4B0C"),
    class_ends=("#15466B", "#6A4412", "#104D3C", "#2F5A75", "#5F5713", "#533A22", "#3B434B",
                "#5A626B"),
)  # fmt: skip
PROJECTOR = Palette(
    name="projector",
    window="#FFFFFF", panel="#FFFFFF", canvas="#FFFFFF", card="#FFFFFF", field="#FFFFFF",
    hairline="#B9C0C8", border="#000000", ink="#000000", ink2="#1E242B", ink3="#3B444E",
    accent="#A8005F", on_accent="#FFFFFF", accent_tint="#FAEAF3", accent_line="#D98AB8",
    halo="#FFFFFF", boundary="#000000",
    classes=_classes(
        ("#00558C", "#002E4D", "#DCEAF5"), ("#CC6600", "#5E2F00", "#FCEBD3"),
        ("#00845F", "#004D38", "#D8EFE6"), ("#56B4E9", "#1F5F86", "#E3F3FC"),
        ("#E3C400", "#7A6A00", "#FBF5CC"), ("#8A5A33", "#4A2F19", "#EFE3D8"),
        ("#8A949E", "#4A525A", "#E9ECEF"), ("#2B3138", "#000000", "#DFE1E4"),
    ),
    ramp=("#5FA3D3", "#88BADF", "#B0D1EA", "#D7E8F5", "#FFFFFF", "#FCE9D3", "#F8D3A6", "#F3BD77",
          "#EDA63C"),
    class_ends=("#5FA3D3", "#EDA63C", "#63B99A", "#9AD2F1", "#EFDF7A", "#C9AA8E", "#C3C9CF",
                "#9BA1A8"),
)  # fmt: skip
PROJECTOR_DARK = replace(
    DARK,
    name="projector-dark",
    window="#000000", panel="#000000", canvas="#000000", card="#000000", field="#000000",
    hairline="#4A535D", border="#FFFFFF", ink="#FFFFFF", ink2="#E3E8ED", ink3="#B7C0CA",
    halo="#000000", boundary="#FFFFFF",
    ramp=("#1B6CA3", "#1B5580", "#1A3D5B", "#122131", "#000000", "#2E2010", "#5A3D14", "#845617",
          "#A96A14"),
    class_ends=("#1B6CA3", "#A96A14", "#157A5E", "#3F7DA3", "#857A17", "#755234", "#545E68",
                "#7D868E"),
)  # fmt: skip
PAPER = replace(
    LIGHT,
    name="paper",
    window="#FFFFFF", canvas="#FFFFFF", border="#8A949E",
    ramp=(*LIGHT.ramp[:4], "#FFFFFF", *LIGHT.ramp[5:]),
)  # fmt: skip
GREY = replace(
    PAPER,
    name="grey",  # told apart by lightness alone, on any printer
    hairline="#DDDDDD", border="#7A7A7A", ink="#000000", ink2="#333333", ink3="#5E5E5E",
    accent="#6E6E6E", accent_tint="#EEEEEE", accent_line="#A6A6A6", boundary="#000000",
    classes=_classes(
        ("#1A1A1A", "#000000", "#CFCFCF"), ("#ABABAB", "#3C3C3C", "#F2F2F2"),
        ("#6B6B6B", "#262626", "#DEDEDE"), ("#DADADA", "#4A4A4A", "#FAFAFA"),
        ("#424242", "#000000", "#D6D6D6"), ("#8C8C8C", "#333333", "#E8E8E8"),
        ("#C4C4C4", "#444444", "#F6F6F6"), ("#000000", "#000000", "#C8C8C8"),
    ),
    ramp=("#848484", "#919191", "#9F9F9F", "#AEAEAE", "#BDBDBD", "#CDCDCD", "#DDDDDD", "#ECECEC",
          "#FAFAFA"),
    class_ends=("#848484", "#F2F2F2", "#BBBBBB", "#D8D8D8", "#9F9F9F", "#CACACA", "#E5E5E5",
                "#767676"),
)  # fmt: skip
PALETTES = {
    palette.name: palette for palette in (LIGHT, DARK, PROJECTOR, PROJECTOR_DARK, PAPER, GREY)
}
IN_OTHER_LIGHT = {
    "light": "dark", "dark": "light", "projector": "projector-dark", "projector-dark": "projector",
}  # fmt: skip
RAMP_STEPS = 256


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def to_oklab(colours: FloatArray) -> FloatArray:
    """Turn sRGB in 0 … 1, (…, 3), into OKLab, where equal steps look equal."""
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.cbrt(linear @ _TO_CONE.T) @ _TO_LAB.T)


def from_oklab(lab: FloatArray) -> FloatArray:
    """Turn OKLab into sRGB in 0 … 1."""
    linear = (lab @ np.linalg.inv(_TO_LAB).T) ** 3 @ np.linalg.inv(_TO_CONE).T
    linear = np.clip(linear, 0.0, 1.0)
    curved = 1.055 * linear ** (1 / 2.4) - 0.055
    return np.where(linear <= 0.0031308, 12.92 * linear, curved)


def mixed(stops: tuple[str, ...], steps: int) -> Rgb:
    """Mix evenly spaced stops into a table of colours: (steps, 3)."""
    lab = to_oklab(np.array([rgb(stop) for stop in stops]) / 255.0)
    place = np.linspace(0.0, len(stops) - 1.0, steps)
    table = np.stack([np.interp(place, np.arange(len(stops)), part) for part in lab.T], axis=-1)
    return np.rint(from_oklab(table) * 255.0).astype(np.uint8)


def packed(colours: Rgb) -> Packed:
    """Write colours as one number each, as the memory of pictures has them: 0xFFRRGGBB."""
    whole = colours.astype(np.uint32)
    joined = 0xFF << 24 | whole[..., 0] << 16 | whole[..., 1] << 8 | whole[..., 2]
    return joined.astype(np.uint32)


def unpacked(colours: Packed) -> Rgb:
    return np.stack([colours >> shift & 255 for shift in (16, 8, 0)], axis=-1).astype(np.uint8)


@cache
def recoloured(palette: Palette, looks: tuple[tuple[int, int], ...]) -> Palette:
    """Give the classes other colours and shapes, by their numbers; none: they are as usual."""
    if not looks:
        return palette
    colours = [colour for colour, _ in looks]
    classes = [replace(palette.classes[k], shape=SHAPES[shape]) for k, shape in looks]
    ends = tuple(palette.class_ends[k] for k in colours)
    stops = (ends[0], palette.ramp[len(palette.ramp) // 2], ends[1])
    table = (f"#{r:02X}{g:02X}{b:02X}" for r, g, b in mixed(stops, len(palette.ramp)).tolist())
    own = palette.ramp if colours[:2] == [0, 1] else tuple(table)
    return replace(palette, classes=tuple(classes), class_ends=ends, ramp=own)


@cache
def ramp(palette: Palette) -> Rgb:
    """Give the colours of −1 … +1: (256, 3)."""
    return mixed(palette.ramp, RAMP_STEPS)


@cache
def class_ramp(palette: Palette, k: int) -> Rgb:
    """Give the colours of a class's lead, 0 … 1: (256, 3)."""
    table = mixed((palette.canvas, palette.class_ends[k]), RAMP_STEPS)
    visible = np.linspace(0.12, 1.0, RAMP_STEPS)  # even the narrowest lead shows whose it is
    return table[np.rint(visible * (RAMP_STEPS - 1)).astype(np.int64)]


_TO_CONE = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
