"""Adding a demonstration is adding a file: list, command line and help know it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ensemble_viz

BIRTHDAYS = '''\
"""Birthdays: how likely two of n people share one."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material


@dataclass(frozen=True)
class BirthdaysParams(Params):
    """Settings of the birthdays."""

    n: Annotated[int, Setting("people", "How many people there are.", "n", low=1, high=365)] = 23


def birthdays(params: BirthdaysParams, _material: Material | None) -> Figures:
    """Multiply the chances that nobody has one yet."""
    return {"shared": 1.0 - np.prod(1.0 - np.arange(params.n) / 365.0)}


DEMONSTRATION = Demonstration(
    name="shared-birthdays",
    title="Birthdays",
    summary="How likely two of n people share a birthday.",
    params=BirthdaysParams,
    compute=birthdays,
)
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("dropped")
    package = root / "ensemble_viz"
    ignored = shutil.ignore_patterns("__pycache__", "ui")
    shutil.copytree(Path(ensemble_viz.__file__).parent, package, ignore=ignored)
    place = package / "engine" / "theory" / "bagging" / "shared_birthdays.py"
    place.write_text(BIRTHDAYS, encoding="utf-8")
    return root


def start(root: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "ensemble_viz", "theory", *arguments]
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONUTF8": "1", "COLUMNS": "120"}
    return subprocess.run(
        command, check=False, cwd=root, env=environment, capture_output=True, encoding="utf-8"
    )


def test_it_is_in_the_lists(copy):
    listed = {one["name"]: one for one in json.loads(start(copy, "--format", "json").stdout)}
    own = listed["shared-birthdays"]
    assert (own["chapter"], own["takes"]) == ("bagging", "nothing")
    assert [(s["name"], s["default"], s["low"], s["high"]) for s in own["settings"]] == [
        ("n", 23, 1, 365)
    ]
    text = start(copy).stdout
    assert "shared-birthdays: How likely two of n people share a birthday." in text
    assert "  n = 23  (a whole number from 1 to 365)\n      How many people there are." in text


def test_it_is_computed(copy):
    found = json.loads(start(copy, "shared-birthdays", "--format", "json").stdout)
    assert found["settings"] == {"n": 23}
    assert found["figures"]["shared"] == pytest.approx(0.5072972343239857)
    two = json.loads(start(copy, "shared-birthdays", "--set", "n=2", "--format", "json").stdout)
    assert two["figures"]["shared"] == pytest.approx(1 / 365)


def test_it_is_shown_by_its_title_until_it_has_words(copy):
    text = start(copy, "shared-birthdays").stdout
    assert text.startswith("Birthdays\n\nHow likely two of n people share a birthday.\n")
    assert "shared: 0.5072972343" in text


def test_help_and_refusals_know_it(copy):
    assert "shared-birthdays" in start(copy, "--help").stdout
    refused = start(copy, "shared-birthdais")
    assert refused.returncode == 2
    assert "did you mean shared-birthdays?" in refused.stderr
    refused = start(copy, "shared-birthdays", "--set", "n=0")
    assert refused.returncode == 2
    assert "n=0: people takes a whole number from 1 to 365" in refused.stderr
