"""A session against a plain model: a list of documents, and a dictionary of the look."""

import random
from dataclasses import dataclass, field

import numpy as np
import pytest

from ensemble_viz.document import edits
from ensemble_viz.document.document import Document, first_setup
from ensemble_viz.document.edits import Edit, points
from ensemble_viz.document.look import SCALES, SPEEDS
from ensemble_viz.document.session_file import Saved, parse_session, session_text
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import View
from ensemble_viz.ui.session import Session

STEPS = 1000


def written(document):
    """All there is to a document, as a text: bit for bit."""
    return session_text(Saved(document))


@dataclass
class Model:
    """What a session should be: documents one after the other, the place among them, the look."""

    documents: list = field(default_factory=list)
    at: int = 0
    saved: int | None = 0
    """Which of the documents was saved last; None where it is forgotten."""
    look: dict = field(default_factory=dict)
    file: tuple | None = None

    @property
    def now(self):
        return self.documents[self.at]

    def edited(self, document):
        if self.saved is not None and self.saved > self.at:
            self.saved = None
        self.documents = [*self.documents[: self.at + 1], document]
        self.at += 1


class Both:
    """Does the same to a session and to its model."""

    def __init__(self, seed):
        document = Document(sample("ten-points"), (first_setup("tree"),), "Points")
        self.session, self.dice = Session(document), random.Random(seed)
        self.model = Model([document])

    def edit(self):
        session, data = self.session, self.session.document.data
        at = (round(self.dice.random() * 9, 3), round(self.dice.random() * 9, 3))
        row = self.dice.randrange(len(data)) if len(data) else 0
        kinds = [(points.place, np.array([at]), [self.dice.randrange(2)])]
        if len(data) > 3:
            kinds += [
                (points.move_to, row, at),
                (points.delete, [row]),
                (points.answer, [row], self.dice.randrange(2)),
                (edits.change_setting, 0, "max_depth", self.dice.randrange(1, 5)),
                (edits.change_seed, 0, self.dice.randrange(99)),
            ]
        how, *of = self.dice.choice(kinds)
        expected = how(session.document, *of)
        if isinstance(expected, Edit):
            assert session.apply(how, *of)
            expected = expected.document
        else:
            assert session.edit(how.__name__, how, *of)
        self.model.edited(expected)

    def undo(self):
        self.session.undo.undo()
        self.model.at = max(self.model.at - 1, 0)

    def redo(self):
        self.session.undo.redo()
        self.model.at = min(self.model.at + 1, len(self.model.documents) - 1)

    def jump(self):
        self.model.at = self.dice.randrange(len(self.model.documents))
        self.session.undo.go_to(self.model.at)

    def look(self):
        part = self.dice.choice(
            [
                {"scale": self.dice.choice(SCALES)},
                {"speed": self.dice.choice(SPEEDS)},
                {"fractions": self.dice.random() < 0.5},
                {"caption": self.dice.random() < 0.5},
                {"palette": self.dice.choice(("light", "dark"))},
                {"sorting": (self.dice.choice(("", "weight")), self.dice.random() < 0.5)},
            ]
        )
        self.session.look(**part)
        self.model.look |= part

    def save(self):
        now = self.session.save_state.now
        self.model.file = session_text(now), self.model.now, dict(self.model.look)
        self.session.save_state.mark(now.document)
        self.model.saved = self.model.at

    def load(self):
        if self.model.file is None:
            return
        text, document, look = self.model.file
        self.session.open(parse_session(text, "file"))
        self.model = Model([document], look=dict(look), file=self.model.file)

    def check(self):
        session, model = self.session, self.model
        assert written(session.document) == written(model.now)
        assert session.undo.can_undo == (model.at > 0)
        assert session.undo.can_redo == (model.at < len(model.documents) - 1)
        assert session.save_state.is_modified == (model.at != model.saved)
        looked = View.of(**model.look)
        assert {name: session.view.part(name) for name in model.look} == {
            name: looked.part(name) for name in model.look
        }


@pytest.mark.parametrize("seed", range(3))
def test_a_thousand_random_deeds_are_those_of_a_plain_model(qtbot, seed):
    both = Both(seed)
    both.session.undo.most = STEPS
    deeds = [both.edit] * 8 + [both.undo] * 4 + [both.redo] * 3 + [both.look] * 4
    deeds += [both.jump, both.save, both.save, both.load]
    for _ in range(STEPS):
        deed = both.dice.choice(deeds)
        deed()
        both.check()
    qtbot.waitUntil(lambda: not both.session.is_learning)
