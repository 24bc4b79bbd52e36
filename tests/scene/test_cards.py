"""The cards on the canvas as pictures: their words fit, their votes are as wide as their weights.

What is laid out is measured by the ruler of paper, which needs no window.
"""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.export.paper_type import PaperRuler
from ensemble_viz.scene.cards import Caption, StepChip
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.palette import PALETTES, readable_on
from ensemble_viz.scene.picture import Sheet
from ensemble_viz.scene.picture.cards import CardRoom, caption_card, point_card, tallest
from ensemble_viz.scene.picture.cards.cards import raised, raised_width, split_power, votes
from ensemble_viz.scene.picture.tags import Stroke, Word
from ensemble_viz.scene.telling import Vote
from tests.scene.moments import scene
from tests.scene.walks import walk

SHEET = Sheet((0.0, 0.0, 0.0, 0.0), PaperRuler())
ORANGE = PALETTES["light"].classes[1]


def words_of(card):
    return [part for tag in card.tags for part in tag.parts if isinstance(part, Word)]


def inside(card):
    """Every word and every block lies on the card."""
    for tag in card.tags:
        assert tag.box[0] >= 0.0
        assert tag.box[2] <= card.width + 1e-6
        assert tag.box[3] <= card.height + 1.0
        for part in tag.parts:
            if isinstance(part, Word):
                left = tag.box[0] + part.x - part.align * SHEET.wide(part.text, part.type)
                assert left >= -1.0, part.text
                assert left + SHEET.wide(part.text, part.type) <= card.width + 1.0, part.text
    return True


# --- captions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("palette", ["light", "projector"])
@pytest.mark.parametrize("width", [300, 480, 880, 1500])
def test_a_caption_fits_into_its_card_and_its_card_into_the_room(width, palette):
    sheet, room = replace(SHEET, palette=PALETTES[palette]), CardRoom(width)
    for step in range(1, 6):
        shown = scene("adaboost", sample("ten-points"), 2, step)
        card = caption_card(shown.caption, sheet, room, "Round 2 of 50")
        assert card.width <= width
        assert inside(card)
        headline = "".join(shown.caption.headline.split())
        written = "".join("".join(word.text.split()) for word in words_of(card))
        assert headline in written or shown.caption.rows or "…" in written


def test_the_step_that_is_now_is_bold_and_in_the_accent():
    chips = StepChip("First", "done"), StepChip("Second", "now"), StepChip("Third", "to come")
    card = caption_card(Caption(chips, "What happened", ""), SHEET, CardRoom(880))
    first, second, third = words_of(card)[:3]
    assert second.colour == SHEET.colour("accent")
    assert (first.colour, third.colour) == (SHEET.colour("ink2"), SHEET.colour("ink3"))
    assert second.type[1] > first.type[1] == third.type[1]
    assert first.x < second.x < third.x
    assert card.words.startswith("First · [Second] · Third\nWhat happened")


def test_where_it_stopped_a_bar_stands_at_the_left():
    stopped = Caption((), "Stopped at round 5", "", "Try depth 1.", stopped=True)
    for caption, count in ((stopped, 1), (replace(stopped, stopped=False), 0)):
        (tag,) = caption_card(caption, SHEET, CardRoom(880)).tags
        assert sum(isinstance(part, Stroke) for part in tag.parts) == count


def test_one_height_is_for_all_captions_of_a_round():
    short, long = Caption((), "A", ""), Caption((), "A", "many words " * 40)
    least = tallest((short, long), SHEET, CardRoom(880))
    heights = {caption_card(each, SHEET, CardRoom(880), "", least).height for each in (short, long)}
    assert heights == {least}


def test_on_a_canvas_too_low_the_last_words_go_first_and_the_headline_never():
    caption = Caption((), "Headline", "many words " * 30, "A hint.")
    for height in (400.0, 120.0, 90.0, 10.0):
        card = caption_card(caption, SHEET, CardRoom(880, height))
        assert words_of(card)[0].text == "Headline"
        assert card.height <= max(height, 60.0)


def test_why_a_pruned_tree_ends_is_told_to_the_last_word():
    """What was pruned, why no more was, and why it grew no more: five lines."""
    run = scene("tree", sample("moons", n=60, noise=0.35), 11, prune="error")
    assert run.caption.stopped
    card = caption_card(run.caption, SHEET, CardRoom(890, 600))
    written = " ".join(word.text for word in words_of(card))
    assert run.caption.sentence.rpartition(" ")[2] in written
    assert "…" not in written


NOISY = sample("gaussians", n=60, seed=4, noise=0.4, flip=0.15)
LONG = [
    ("adaboost", sample("blobs", n=60), {"multiclass": "samme"}),
    ("adaboost", sample("moons", n=40), {"learner": "random"}),
    ("adaboost", sample("xor", n=60), {"base": "logistic"}),
    ("extra-trees", sample("moons", n=20), {"max_features": 2}),
    ("gradient-boosting", sample("blobs", n=30), {}),
    ("xgboost", sample("moons", n=40), {"tree_method": "hist", "grow": "leaf-wise"}),
    ("xgboost", sample("blobs", n=30), {"subsample": 0.5}),
    ("tree", NOISY, {"prune": "error"}),
    ("tree", NOISY, {"prune": "cost-complexity", "ccp_alpha": 0.01, "max_depth": 3}),
    ("voting", sample("blobs", n=30, classes=4, noise=0.9), {}),
    ("stacking", sample("surface", n=24), {"layers": 2, "folds": 2}),
]


@pytest.mark.parametrize(("method", "data", "settings"), LONG)
@pytest.mark.parametrize("wall", [(1280, 800), (1920, 1080)])
def test_no_caption_is_cut_on_the_projector(wall, method, data, settings):
    """What is read from the last row ends with a full stop, not with an ellipsis."""
    wide, high = wall
    sheet = replace(SHEET, palette=PALETTES["projector"], scale=wide / 1920)
    room = CardRoom(wide - 30, high - 110)
    for shown in walk(data, method, 99, rounds=12, **settings):
        card = caption_card(shown.caption, sheet, room, "Round 99 of 100")
        inside(card)
        assert not [word.text for word in words_of(card) if word.text.endswith("…")]


def test_short_brackets_stand_in_one_line():
    text = "Leaf R₁ (6 points) has it: w = −G/(H + λ); λ = 1 shrinks it."
    for width in range(90, 300, 10):
        lines = SHEET.broken(text, SHEET.type("body"), float(width), 20)
        assert " ".join(lines) == text
        assert any("(6 points)" in line for line in lines)
        assert width < 150 or any("−G/(H + λ)" in line for line in lines)  # it is never cut


def test_lines_are_broken_between_words_and_cut_at_the_last():
    kind, text = SHEET.type("body"), "one two three four five six seven eight nine ten"
    whole = SHEET.broken(text, kind, 120.0, 20)
    assert " ".join(whole) == text
    assert all(SHEET.wide(line, kind) <= 120.0 for line in whole)
    first, last = SHEET.broken(text, kind, 120.0, 2)
    assert first == whole[0]
    assert last.endswith("…")
    assert SHEET.broken("", kind, 120.0, 4) == ()


def test_a_sign_stays_with_both_its_sides():
    lines = SHEET.broken("misses nothing (ε = 0) ever", SHEET.type("body"), 110.0, 9)
    assert any("ε = 0" in line for line in lines)


def test_a_headline_a_little_too_long_is_set_smaller_in_a_line_as_high():
    kind = SHEET.type("caption")
    words = "a headline of some words"
    room = 0.9 * SHEET.wide(words, kind)
    assert 0.85 * kind[0] <= SHEET.fitted(words, kind, room)[0] < kind[0]
    assert SHEET.fitted(words, kind, 0.5 * room) == kind


# --- points -----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["adaboost", "random-forest", "gradient-boosting", "xgboost"])
@pytest.mark.parametrize("focus", [Focus(point=7), Focus(place=(0.4, 0.2))])
def test_the_card_of_a_point_has_all_its_numbers_and_fits(method, focus):
    shown = scene(method, sample("moons", n=40), 3, 2, View.of(pinned=focus))
    card = point_card(shown.card, SHEET, 880.0)
    assert inside(card)
    written = [word.text for word in words_of(card)]
    for row in (*shown.card.rows, *shown.card.after_votes):
        assert row.value in written
    assert shown.card.title in written
    assert card.words == shown.card.text
    wider = point_card(shown.card, SHEET, 880.0, card.width + 20.0)
    assert wider.width == min(card.width + 20.0, 400.0)
    assert point_card(shown.card, SHEET, 200.0).width == 200.0


def blocks(said, width=216.0):
    tags, _high = votes(said, SHEET, (0.0, 0.0), width)
    return [tag for tag in tags if tag.plate is not None], [tag for tag in tags if not tag.plate]


def test_votes_are_as_wide_as_the_weights_of_their_learners():
    shown = scene("adaboost", sample("moons", n=40), 6, 5, View.of(pinned=Focus(point=7)))
    weights = np.array([shown.stage.run.round(t).learner_weight for t in range(1, 7)])
    drawn, numbers = blocks(shown.card.votes)
    widths = np.array([tag.box[2] - tag.box[0] for tag in drawn])
    np.testing.assert_allclose(widths / widths.sum(), weights / weights.sum())
    gaps = [b.box[0] - a.box[2] for a, b in pairwise(drawn)]
    assert widths.sum() + sum(gaps) == pytest.approx(216.0)
    assert [tag.parts[0].text for tag in numbers] == [str(t) for t in range(1, 7)]


def test_votes_that_do_not_count_or_have_not_joined_look_otherwise():
    said = Vote("", 1, 1.0), Vote("", 1, 1.0, counts=False), Vote("", 1, 1.0, joined=False)
    plates = [tag.plate for tag in blocks(said, 186.0)[0]]
    fills = [SHEET.colour(name) for name in (ORANGE.fill, "field", ORANGE.pale)]
    assert [plate.fill for plate in plates] == fills
    assert [plate.dash is not None for plate in plates] == [False, False, True]


def test_very_many_votes_are_still_a_row():
    drawn, numbers = blocks(tuple(Vote("A", k % 2, 1.0, round=k + 1) for k in range(500)))
    assert [a.box[2] for a in drawn[:-1]] == [b.box[0] for b in drawn[1:]]
    assert drawn[-1].box[2] == pytest.approx(216.0)
    assert not numbers
    assert not any(tag.parts for tag in drawn)


def test_votes_without_any_weight_are_equally_wide():
    drawn, _ = blocks((Vote("A", 0, 0.0), Vote("B", 1, 0.0)), 100.0)
    assert len({tag.box[2] - tag.box[0] for tag in drawn}) == 1


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_words_on_a_class_colour_can_be_read(palette):
    for look in palette.classes:
        light, dark = sorted((luminance(look.fill), luminance(readable_on(look.fill))))
        assert (dark + 0.05) / (light + 0.05) >= 4.5


def luminance(colour):
    parts = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255.0
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


# --- exponents --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("missed: e^+0.4516", ("missed: e", "+0.4516", "")),
        ("right: e^−0.4516 ÷ Z", ("right: e", "−0.4516", " ÷ Z")),
        ("weight before, D₇", ("weight before, D₇", "", "")),
        ("x^2", ("x^2", "", "")),
    ],
)
def test_exponents_are_found(words, parts):
    assert split_power(words) == parts


def test_a_raised_exponent_is_narrower_than_its_plain_words_and_stands_higher():
    kind = SHEET.type("text")
    assert raised_width(SHEET, "e^+0.4516", kind) < SHEET.wide("e+0.4516", kind)
    assert raised_width(SHEET, "plain", kind) == SHEET.wide("plain", kind)
    base, power = raised(SHEET, "right: e^−0.4516", kind, (0.0, 10.0), 200.0, 0)
    assert (base.y, power.y < base.y) == (10.0, True)
    assert power.x == SHEET.wide("right: e", kind)
