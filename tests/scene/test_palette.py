"""Colours: the ramp meets its stops, and every class has its own colour and shape."""

import numpy as np
import pytest

from ensemble_viz.scene.palette import PALETTES, class_ramp, from_oklab, ramp, rgb, to_oklab


@pytest.mark.parametrize("name", PALETTES)
def test_the_ramp_runs_through_its_stops(name):
    look, table = PALETTES[name], ramp(PALETTES[name])
    assert table.shape == (256, 3)
    assert tuple(table[0]) == rgb(look.ramp[0])
    assert tuple(table[-1]) == rgb(look.ramp[-1])
    near_middle = np.abs(table[127:129].astype(int) - rgb(look.ramp[4])).max()
    assert near_middle <= 3


@pytest.mark.parametrize("name", PALETTES)
def test_classes_differ_in_colour_and_in_shape(name):
    classes = PALETTES[name].classes
    assert len({colour.fill for colour in classes}) == len({c.shape for c in classes}) == 8


@pytest.mark.parametrize("name", PALETTES)
def test_the_lead_of_a_class_ends_in_its_colour_and_is_seen_from_the_first(name):
    for k, end in enumerate(PALETTES[name].class_ends):
        table = class_ramp(PALETTES[name], k)
        assert tuple(table[-1]) == rgb(end)
        assert tuple(table[0]) != rgb(PALETTES[name].canvas)


def test_oklab_and_back_is_the_same_colour():
    colours = np.random.default_rng(0).uniform(0, 1, (200, 3))
    assert from_oklab(to_oklab(colours)) == pytest.approx(colours, abs=1e-6)
