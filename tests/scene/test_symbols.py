"""Symbols: in one window none has two meanings, and all that is written there is in the table."""

import re

import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.methods import methods
from ensemble_viz.scene.moment.view import View
from tests.datasets import DATASETS
from tests.scene.moments import scene
from tests.scene.symbols import SYMBOLS, of_window
from tests.scene.test_every_method import choices
from tests.scene.walks import walk

KINDS = ("two classes", "three classes", "values in the plane", "values on a line", "weights")
MORE = {
    "tree": [
        {"prune": "error", "max_depth": 3},
        {"criterion": "entropy"},
        {"criterion": "gain-ratio"},
        {"prune": "cost-complexity"},
    ],
    "gradient-boosting": [{"init": "median"}],
    "xgboost": [{"base_score": "mean", "gamma": 1.0}],
    "extra-trees": [{"criterion": "entropy", "max_features": 2}],
}
WORDS = re.compile(r"\\(?:text|operatorname|mathrm)\{[^{}]*\}")
UNDER = re.compile(r"(?<=\])_|\\(?:sum|prod|max|min|arg)(?:\\max|\\min)?_")
STRUCTURE = re.compile(
    r"\\(?:frac|sum|prod|arg|max|min|ln|log|sqrt|cdot|quad|left|right|leq|geq|neq|in|pm|Rightarrow"
    r"|approx|propto|ldots|times|tfrac|infty|lfloor|rfloor|mid|to)(?![A-Za-z])"
)
SYMBOL = re.compile(r"\\(?:hat|bar)\{[A-Za-z]\}|\\[A-Za-z]+|[A-Za-z]")


def symbols_in(latex):
    """Read the symbols of a formula; what stands below the line has a line before it: _i."""
    latex = STRUCTURE.sub(" ", UNDER.sub(" ", WORDS.sub(" ", latex)).replace("\\\\", " "))
    latex = re.sub(r"\\[,;! |]", " ", latex)
    found = set()
    while (low := re.search(r"_(?:\{([^{}]*)\}|(\\[a-z]+|\w))", latex)) is not None:
        found |= {f"_{one}" for one in SYMBOL.findall(low[1] or low[2])}
        latex = latex[: low.start()] + " " + latex[low.end() :]
    return found | set(SYMBOL.findall(latex))


def written(name):
    """Gather the formulas of a window: with all kinds of points, settings, and a point pinned."""
    for kind in KINDS:
        for settings in (*choices(name), *MORE.get(name, [])):
            try:
                shown = list(
                    walk(DATASETS[kind], name, 3, look=View.of(pinned=Focus(1)), **settings)
                )
            except Refusal:
                continue
            for one in shown:
                yield from (line.latex for line in one.formulas)


def pruned():
    """The formulas of trees that are cut back, for both kinds of reasons."""
    data = sample("gaussians", n=60, seed=4, noise=0.4, flip=0.15)
    for prune in ("error", "cost-complexity"):
        for one in walk(data, "tree", 60, prune=prune):
            yield from (line.latex for line in one.formulas)


@pytest.mark.parametrize("name", methods())
def test_every_symbol_of_a_window_is_in_the_table_once(name):
    known = [row.symbol for row in of_window(name)]
    assert len(known) == len(set(known)), "two meanings in one window"
    lines = [*written(name), *(pruned() if name == "tree" else ())]
    used = {symbol: latex for latex in lines for symbol in symbols_in(latex)}
    unknown = {symbol: latex for symbol, latex in used.items() if symbol not in known}
    assert not unknown


@pytest.mark.parametrize("name", methods())
def test_a_setting_is_written_as_the_table_says(name):
    rows = {row.symbol: row for row in of_window(name)}
    for field in methods()[name].params.fields():
        if field.setting.symbol:
            letter = next(iter(re.split(r"[_{]", field.setting.symbol)))
            assert letter in rows, field.name
            assert field.name in rows[letter].settings, (field.name, letter)


def test_every_row_of_the_table_says_something_and_names_settings_that_there_are():
    names = {field.name for method in methods().values() for field in method.params.fields()}
    for row in SYMBOLS:
        assert row.meaning
        assert set(row.windows) <= set(methods())
        assert set(row.settings) <= names


@pytest.mark.parametrize("name", ["bagging", "random-forest", "voting", "adaboost"])
def test_symbols_of_the_page_of_figures_are_in_the_table(name):
    known = {row.text for row in of_window(name)}
    settings = {"members": "stump,tree"} if name == "voting" else {}
    shown = scene(name, DATASETS["two classes"], 2, **settings)
    shown.stage.lens.figures(2)
    for group in shown.figures.groups:
        for line in group.lines:
            letters = re.findall(r"(?<![A-Za-z])[A-Za-zα-ω]\*?(?![a-z])", line.symbol)
            words = {"CV", "oob", "train", "test", "dis"} & {line.symbol}
            assert words or set(letters) <= known | {"x"}, line.symbol
