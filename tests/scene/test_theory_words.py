"""The words of the demonstrations: whole, and with the digits of the figures."""

import io
import json
import re
from dataclasses import replace

import pytest

from ensemble_viz.engine import theory
from ensemble_viz.scene.theory import ShownTheory, words_of

QUICK = {"sets": 3, "places": 20, "most": 40}


def shown(name, settings=None, **run):
    one = theory.demonstration(name)
    known = {field.name for field in one.params.fields()}
    given = {key: value for key, value in QUICK.items() if key in known} | (settings or {})
    params, material = one.params.from_values(given), one.material(**run)
    return one.settings_shown(params, material), one.figures(params, material)


def read(name, known):
    return ShownTheory(name, *known).sentences


def run_of(name):
    """A run that each demonstration takes, if it takes one beside its example."""
    one = theory.demonstration(name)
    if one.takes != "run":
        return {}
    from ensemble_viz.engine.data.samples import sample
    from ensemble_viz.engine.runs import run

    data = sample("latitude") if name == "residuals" else sample("moons", n=30)
    done = run(data, one.method, {"rounds": 3})
    done.finish()
    return {"data": data, "run": done}


@pytest.mark.parametrize("name", theory.names())
def test_every_figure_has_a_meaning_and_every_meaning_a_figure(name):
    words = words_of(name)
    found = set(shown(name)[1])
    if run_of(name):
        found |= set(shown(name, **run_of(name))[1])
    assert set(words.figures) == found


@pytest.mark.parametrize("of_a_run", [False, True])
@pytest.mark.parametrize("name", theory.names())
def test_every_demonstration_has_whole_sentences(name, of_a_run):
    words = words_of(name)
    assert words.question.endswith("?")
    assert not words.headline.endswith(".")
    assert len(words.headline) <= 90
    settings, figures = shown(name, **(run_of(name) if of_a_run else {}))
    sentences = (*words.explanation, *read(name, (settings, figures)))
    assert 2 <= len(words.explanation) <= 4
    for sentence in sentences:
        named = sentence.startswith(tuple(figures.get("setups", ("α", "ν", "ρ"))))
        assert named or not sentence[0].islower(), sentence
        assert sentence.startswith(("IF ", "ALWAYS ")) or sentence.endswith((".", "?")), sentence
        assert len(sentence) <= 620, sentence
        assert not re.search(r"nan|\binf\b|None|\{|\}|  ", sentence), sentence


@pytest.mark.parametrize("name", theory.names())
def test_what_is_read_changes_with_the_figures(name):
    own = shown(name)
    other = {
        "votes": {"p": 0.4}, "vote-table": {"votes": "0 0 1"}, "committee": None,
        "reasons": {"slack": 1}, "leakage": {"sets": 2}, "bootstrap": {"n": 7},
        "variance-of-mean": {"rho": 0.5}, "bias-variance": {"sets": 2}, "out-of-bag": {"sets": 2},
        "drawn-axes": {"p": 9}, "impurity": {"left": "3 1", "right": "2 4"},
        "pessimistic-error": {"n": 14.0, "errors": 2.0}, "stumps": {"rounds": 7},
        "alpha": {"error": 0.2}, "losses": {"loss": "squared"}, "margins": {"theta": 0.3},
        "resampling": {"sets": 2, "rounds": 2}, "shrinkage": {"loss": 0.1},
    }.get(name)  # fmt: skip
    changed = shown(name, other) if other else shown(name, **run_of(name))
    assert read(name, own) != read(name, changed)


def test_the_identity_of_the_committee_can_be_added_up():
    said = read("committee", shown("committee"))[0]
    together, average, ambiguity = map(float, re.findall(r"[0-9.]+[0-9]", said)[:3])
    assert average - ambiguity == pytest.approx(together, abs=6e-5)


def test_the_reading_of_alpha_has_its_digits():
    said = " ".join(read("alpha", shown("alpha")))
    for number in ("ε = 0.3000", "= 0.4236", "= 0.9165", "0.4946 + 0.4246 = 0.9192"):
        assert number in said
    said = " ".join(read("alpha", shown("alpha", {"error": 0.7})))
    assert "Reversed, the learner has ε = 0.3000 and α = 0.4236" in said
    assert "capped" in " ".join(read("alpha", shown("alpha", {"error": 0.0})))


SLIPS = {
    "votes": ("3.752·10⁻⁸", "0.0087", "0.0264"),
    "vote-table": ("0.28", "0.43", "0.57"),
    "alpha": ("2.593", "1.286"),
    "residuals": ("−26.75", "−26.25"),
    "weight-products": ("3.8",),
    "losses": ("δ (|r| − δ/2)", "t − y"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_where_a_slide_slips_both_figures_stand_there(name):
    for figure in SLIPS[name]:
        assert figure in words_of(name).slip


def test_the_figures_of_the_slips_are_right():
    votes = shown("votes")[1]
    assert votes["as_printed"]["without_coefficient"] == pytest.approx(3.752e-8, rel=1e-4)
    assert votes["as_printed"]["with_coefficient"] == pytest.approx(0.0087, abs=5e-5)
    table = shown("vote-table", {"shares": ".9 .1; .8 .2; .3 .7", "weights": ".2 .3 .5"})[1]
    assert table["mean_shares"] == pytest.approx([0.57, 0.43])
    assert sum(shown("weight-products")[1]["unnormalised"]) == pytest.approx(3.8)
    assert sum(shown("residuals")[1]["residuals"]) == 0


@pytest.mark.parametrize("name", ["nothing-of-the-kind", "words"])
def test_a_demonstration_without_words_has_its_title_and_its_summary(monkeypatch, name):
    own = replace(theory.demonstration("votes"), name=name, title="Own", summary="It is new.")
    monkeypatch.setattr(theory, "demonstration", {name: own}.__getitem__)
    shown = ShownTheory(name, {}, {"count": 3})
    assert (shown.words.headline, shown.words.explanation) == ("Own", ("It is new.",))
    assert (shown.sentences, shown.plots, shown.formulas) == ((), (), ())
    assert [(row.name, row.value, row.meaning) for row in shown.rows] == [("count", "3", "")]


def test_questions_arise_beside_what_there_is():
    from ensemble_viz.engine.methods import methods
    from ensemble_viz.engine.runs import run
    from ensemble_viz.engine.runs.figures.metrics import NAMES
    from ensemble_viz.export.trace import TraceOptions, write_json

    own = {field.name for method in methods().values() for field in method.params.fields()}
    out = io.StringIO()
    forest = run(run_of("bootstrap")["data"], "random-forest", {"rounds": 1})
    forest.finish()
    write_json(forest, TraceOptions(), out, lambda _t: None)
    trace = json.loads(out.getvalue())
    (record,) = trace["rounds"]
    (tree,) = record["learners"]
    known = (
        own | set(NAMES) | set(trace) | set(record) | set(tree) | set(tree["nodes"][0]) | {"fold"}
    )
    for name in theory.names():
        assert words_of(name).beside, name
        assert set(words_of(name).beside) <= known, name
