"""The columns of the table of points."""

from collections.abc import Iterator

from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories.columns import vote_column
from ensemble_viz.scene.tables import Column, known, number_column, signed_sum
from ensemble_viz.scene.words.numbers import subscript


def columns(stage: Stage) -> Iterator[Column]:
    """List what this round computes at each point."""
    t = max(stage.round, 1)
    now, later = subscript(t), subscript(t + 1)
    weight = stage.record.sample_weight if stage.record else stage.weight
    yield number_column(stage, "weight", f"D{now}", f"The weight in round {t}.", weight)
    if stage.record is None:
        return
    after = stage.record.next_weight if stage.reached("weights") else None
    key, words = "next weight", f"The weight in round {t + 1}."
    yield number_column(stage, key, f"D{later}", words, after, now=stage.key == "weights")
    found = stage.reached("mistakes")
    yield vote_column(
        stage, "learner", f"h{now}", f"What learner {t} says; a ring where it is wrong.",
        None if stage.answer is None else decide(stage.answer, stage.data.n_classes),
        missed=stage.missed_by_learner if found else None,
    )  # fmt: skip
    yield from _sums_of_votes(stage)


def _sums_of_votes(stage: Stage) -> Iterator[Column]:
    """List the weighted votes; of more than two classes in a column each."""
    name, now, score = f"F{subscript(stage.joined)}", stage.key == "vote", stage.score
    if score is None or score.ndim == 1:
        wins = (stage.data.classes or ("",))[-1]
        words = f"The weighted votes so far, added up: above 0 for {wins}."
        value = known(stage, score)
        yield Column("score", name, words, "number", value, signed_sum, now=now)
        return
    for k, label in enumerate(stage.data.classes or ()):
        words = f"The sum of the weighted votes for {label} so far."
        title = f"{name} {label}"
        yield Column(f"score {k + 1}", title, words, "number", score[:, k], signed_sum, now=now)
