"""AdaBoost at a point: its weight before and after, and the votes it has got."""

from collections.abc import Iterator

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.stories.weights.weighing import weighing
from ensemble_viz.scene.table import Column, known, number_column, signed_sum, vote_column
from ensemble_viz.scene.telling import CardRow, Content, Spot, winner
from ensemble_viz.scene.words import (
    agreed,
    as_fraction,
    as_vote,
    class_name,
    fixed,
    float_of,
    number,
    shown,
    signed,
    subscript,
)


def content(spot: Spot) -> Content:
    stage = spot.stage
    rows = [] if spot.row is None else _weight_rows(spot)
    if stage.learner_is_known:
        rows.append(_says(spot))
    if spot.row is not None and stage.key == "weights":
        rows += _update_rows(spot)
    votes = spot.latest_votes(lambda t: stage.run.round(t).learner_weight or 0.0)
    earlier = votes[0].round - 1 if votes else 0
    return Content(tuple(rows), votes, _sum_rows(spot), earlier)


def _weight_rows(spot: Spot) -> list[CardRow]:
    """Give the weight of the point: before this step where the step changes it."""
    stage, t = spot.stage, max(1, spot.stage.round)
    weight = stage.weight_before if stage.weight_before is not None else stage.weight
    assert weight is not None
    after = stage.reached("weights") and stage.key != "weights"
    value = number(float(weight[spot.row]), stage.look.fractions)
    name = "weight before" if stage.key == "weights" else "weight"
    return [CardRow(f"{name}, D{subscript(t + 1 if after else t)}", value)]


def _says(spot: Spot) -> CardRow:
    """Give the class this round's learner names here, and whether it is right."""
    stage, t = spot.stage, spot.stage.round
    k = spot.says(t)
    verdict = "" if spot.row is None else ", right" if k == spot.y else ", missed"
    now = stage.key in ("train", "mistakes")
    shown_verdict = verdict if stage.reached("mistakes") else ""
    label = f"{noun(stage.run)} {t}, h{subscript(t)}, says"
    return CardRow(label, as_vote(stage.data, k) + shown_verdict, now)


def _update_rows(spot: Spot) -> list[CardRow]:
    """Multiply the weight by e^±α and divide it by Z; or only the missed by e^α, and by the sum."""
    its, t = weighing(spot.stage), spot.stage.round
    missed = bool(its.missed[spot.row])
    power = its.missed_power if missed else its.right_power
    factor = agreed(float(np.exp(power)), float(np.exp(shown(power))))
    before, after = float(its.before[spot.row]), float(its.after[spot.row])
    fractions = spot.stage.look.fractions
    recomputed = shown(before) * float_of(factor) / shown(its.total)
    exact = as_fraction(after) if fractions else None
    verdict = "missed" if missed else "right"
    grows = CardRow(f"{verdict}: e^{signed(power)}", f"× {factor}")
    if power == 0.0:
        grows = CardRow(f"{verdict}: it stays", "× 1")
    return [
        grows,
        CardRow(f"{'Z' if its.halved else 'the sum, S'}{subscript(t)}", f"÷ {fixed(its.total)}"),
        CardRow(
            f"weight after, D{subscript(t + 1)}",
            exact or agreed(after, recomputed),
            now=True,
            rule=True,
        ),
    ]


def _sum_rows(spot: Spot) -> tuple[CardRow, ...]:
    """Add the votes up, and say how clear they are."""
    stage, t = spot.stage, spot.stage.joined
    score = spot.score(t)
    if t == 0 or score is None:
        return ()
    if len(score) > 1:
        return _class_rows(spot, score)
    total, name = float(score[0]), f"F{subscript(t)}"
    alphas = sum(abs(stage.run.round(k).learner_weight or 0.0) for k in range(1, t + 1))
    rows = [CardRow(f"votes so far, {name}", signed(total), now=stage.key == "vote")]
    if alphas > 0.0:
        sign = 1.0 if spot.row is None or spot.y == 1.0 else -1.0
        recomputed = sign * shown(total) / (shown(alphas) or alphas)
        share = agreed(sign * total / alphas, recomputed, sign=True)
        rows.append(CardRow("all weights, Σα", fixed(alphas)))
        rows.append(CardRow(f"{name} ÷ Σα" if spot.row is None else f"margin, y{name} ÷ Σα", share))
    return *rows, CardRow("together they say", winner(stage.data, np.array([-total, total])))


def _class_rows(spot: Spot, score: FloatArray) -> tuple[CardRow, ...]:
    """Add the votes of each of more than two classes up, and say how clear they are."""
    stage, t = spot.stage, spot.stage.joined
    data, name = stage.data, f"F{subscript(t)}"
    now = stage.key == "vote"
    sums = [
        CardRow(f"votes for {class_name(data, k)}, {name}", fixed(float(x)), now)
        for k, x in enumerate(score.tolist())
    ]
    alphas = sum(abs(stage.run.round(k).learner_weight or 0.0) for k in range(1, t + 1))
    if alphas > 0.0 and spot.row is not None:
        own = float(score[int(spot.y)])
        best = float(np.delete(score, int(spot.y)).max())
        recomputed = (shown(own) - shown(best)) / (shown(alphas) or alphas)
        sums.append(CardRow("all weights, Σα", fixed(alphas)))
        share = agreed((own - best) / alphas, recomputed, sign=True)
        sums.append(CardRow("margin: its class less the best other, ÷ Σα", share))
    return *sums, CardRow("together they say", winner(data, score))


def columns(stage: Stage) -> Iterator[Column]:
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
