"""The trace with what takes many runs: only when asked for, exact, and null where there is none."""

import json

from ensemble_viz.cli import main
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.runs.studies import CrossValidation, VarianceStudy
from ensemble_viz.export.trace import TraceOptions
from tests.runs import to_json

MOONS = sample("moons", n=20, seed=3)


def rounds(name, asked=True, **settings):
    made = run(MOONS, name, settings)
    return json.loads(to_json(made, TraceOptions(studies=asked)))["rounds"]


def test_studies_are_those_of_the_engine_round_by_round():
    made = run(MOONS, "bagging", {"rounds": 3})
    folds, variance = CrossValidation(made), VarianceStudy(made)
    for t, record in enumerate(rounds("bagging", rounds=3), start=1):
        parts = variance.parts(t)
        assert record["studies"]["cross_validation_error"] == folds.error(t)
        assert record["studies"]["variance"] == {
            "sigma2": parts.sigma2,
            "rho": parts.rho,
            "trees": t,
            "shared": parts.shared,
            "divided": parts.divided,
            "total": parts.total,
        }


def test_methods_that_average_nothing_have_no_variance():
    for record in rounds("adaboost", rounds=2):
        assert record["studies"]["variance"] is None
        assert 0.0 <= record["studies"]["cross_validation_error"] <= 1.0


def test_nobody_who_does_not_ask_gets_them():
    assert all("studies" not in record for record in rounds("bagging", asked=False, rounds=2))


def test_a_table_of_points_has_no_room_for_them(capsys):
    asked = ["trace", "--sample", "ten-points", "--method", "bagging", "--studies"]
    assert main([*asked, "--format", "csv"]) == 2
    assert "--studies" in capsys.readouterr().err
