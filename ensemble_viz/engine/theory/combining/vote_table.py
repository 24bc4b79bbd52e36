"""Tables of votes: counted, weighted, averaged; of classes, of shares and of values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Self

import numpy as np

from ensemble_viz.engine.data import (
    MOST_CLASSES,
    FloatArray,
    IntArray,
    Refusal,
    quantiles,
    ties,
    winner,
)
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material, of_a_run
from ensemble_viz.engine.theory.typed import numbers, table, whole_numbers

MOST_VOTERS = 1000
KINDS = ("votes", "shares", "values")


@dataclass(frozen=True)
class VoteTableParams(Params):
    """A table of votes: of one of three kinds, with weights or without."""

    votes: Annotated[
        str | None,
        Setting("votes", "The class that each voter names: whole numbers from 0 on.", r"h_i"),
    ] = "0 1 0 2 1"
    shares: Annotated[
        str | None,
        Setting(
            "shares",
            "What each voter says of each class, a row a voter: 0.9 0.1; 0.8 0.2; 0.3 0.7.",
            r"p_i",
        ),
    ] = None
    values_: Annotated[
        str | None,
        Setting("values", "The value that each voter says: 2.3 9.1 4.3 4.1 3.8.", r"y_i"),
    ] = None
    weights: Annotated[
        str | None,
        Setting(
            "weights",
            "How much each voter counts; they are divided by their sum. None: all alike.",
            r"w_i",
        ),
    ] = None
    point: Annotated[
        int,
        Setting(
            "point",
            "The point whose votes are counted, on a run.",
            "i",
            low=1,
            high=10**6,
            reach=(1, 100),
        ),
    ] = 1

    @classmethod
    def settled(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Leave the votes out where shares or values are given in their place."""
        others = any(given.get(kind) is not None for kind in KINDS[1:])
        return {"votes": None, **given} if others else given

    def changed(self, name: str, value: Any) -> Self:
        """Change one setting; a table is of one kind."""
        gone = dict.fromkeys(KINDS) if name in KINDS and value is not None else {}
        return self.from_values(self.values() | gone | {name: value})

    def check(self) -> None:
        """Refuse tables of two kinds, and what cannot be read."""
        kinds = [kind for kind in KINDS if self.values()[kind] is not None]
        if len(kinds) != 1:
            said = " and ".join(kinds) or "nothing"
            raise Refusal(f"A table is of votes, of shares or of values, and {said} is given")
        read(self)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What the voters say, and how much each of them counts."""

    weight: FloatArray
    """(voters,), of sum 1."""
    chosen: IntArray | None = None
    """(voters,): the class that each names."""
    shares: FloatArray | None = None
    """(voters, K)."""
    values: FloatArray | None = None

    @property
    def classes(self) -> int:
        """Count the classes."""
        if self.shares is not None:
            return self.shares.shape[1]
        return 0 if self.chosen is None else int(self.chosen.max()) + 1


def read(params: VoteTableParams) -> Table:
    """Read a table."""
    chosen = shares = values = None
    if params.votes is not None:
        chosen = np.array(whole_numbers(params.votes, "votes", MOST_CLASSES - 1))
    elif params.shares is not None:
        shares = np.array(table(params.shares, "shares"))
        if not 2 <= shares.shape[1] <= MOST_CLASSES or not (shares.sum(axis=1) > 0).all():
            raise Refusal(
                f"shares: a row has from 2 to {MOST_CLASSES} classes, and not all of them 0"
            )
        shares = shares / shares.sum(axis=1, keepdims=True)
        chosen = winner(ties.settle_rows(shares))
    else:
        values = np.array(numbers(params.values_ or "", "values"))
    voters = sum(len(said) for said in (chosen, values) if said is not None)
    return Table(_weights(params.weights, voters), chosen, shares, values)


def _weights(text: str | None, voters: int) -> FloatArray:
    if voters > MOST_VOTERS:
        raise Refusal(f"up to {MOST_VOTERS} voters, and there are {voters}")
    if text is None:
        return np.full(voters, 1.0 / voters)
    weight = np.array(numbers(text, "weights", low=0))
    if len(weight) != voters or not weight.any():
        raise Refusal(
            f"weights: one for each of the {voters} voters, not all of them 0; there are "
            f"{len(weight)}"
        )
    return weight / weight.sum()


def vote_table(params: VoteTableParams, _material: Material | None) -> Figures:
    """Count the votes in every way the notes know."""
    table = read(params)
    return _names() | _counted(table) | _averaged(table) | _valued(table)


def _names() -> Figures:
    return dict.fromkeys(
        (
            "counts", "plurality", "tied", "has_majority", "weighted_counts", "hard", "soft",
            "mean_shares", "confidences", "by_confidences", "mean", "median",
        )
    )  # fmt: skip


def _counted(table: Table) -> Figures:
    if table.chosen is None:
        return {}
    counts = np.bincount(table.chosen, minlength=table.classes)
    first = np.flatnonzero(counts == counts.max())
    weighed: FloatArray = np.bincount(table.chosen, table.weight, table.classes).astype(float)
    return {
        "counts": counts,
        "plurality": first[0],
        "tied": first if len(first) > 1 else [],
        "has_majority": bool(2 * counts.max() > len(table.chosen)),
        "weighted_counts": weighed,
        "hard": int(winner(ties.settle_rows(weighed))),
    }


def _averaged(table: Table) -> Figures:
    """Average the shares; and, not to be confused with it, add up what each says of its class."""
    if table.shares is None or table.chosen is None:
        return {}
    mean = table.weight @ table.shares
    own = table.shares[np.arange(len(table.chosen)), table.chosen]
    stated: FloatArray = np.bincount(
        table.chosen, own * table.weight * len(own), table.classes
    ).astype(float)
    return {
        "soft": int(winner(ties.settle_rows(mean))),
        "mean_shares": mean,
        "confidences": stated,
        "by_confidences": int(winner(ties.settle_rows(stated))),
    }


def _valued(table: Table) -> Figures:
    if table.values is None:
        return {}
    return {
        "mean": table.weight @ table.values,
        "median": quantiles.weighted_median(table.values, table.weight),
    }


def resolve(params: VoteTableParams, material: Material) -> VoteTableParams:
    """Write down what the learners of a run say of one point."""
    run, data = material.run, material.data
    if run is None or not run.method.learners_vote:
        raise Refusal("Only learners that vote can stand in a table of votes")
    if params.point > len(data):
        raise Refusal(f"point={params.point}: there are {len(data)} points")
    place = data.points[params.point - 1 : params.point]
    records = material.rounds
    weights = [record.learner_weight or 0.0 for record in records]
    said = [record.learners[0].answer(place) for record in records]
    own: dict[str, str | None] = dict.fromkeys(KINDS)
    if data.classes is None:
        own["values"] = " ".join(repr(float(value[0])) for value in said)
    elif getattr(run.params, "vote", "hard") == "soft":
        own["shares"] = "; ".join(" ".join(map(repr, row[0].tolist())) for row in said)
    else:
        own["votes"] = " ".join(str(int(decide(row, data.n_classes)[0])) for row in said)
    same = len(set(weights)) == 1 or not any(weights)
    return params.from_values(
        params.values() | own | {"weights": None if same else " ".join(map(repr, weights))}
    )


DEMONSTRATION = Demonstration(
    name="vote-table",
    title="Tables of votes",
    summary="What a team answers, by its votes, their weights, their shares or their values.",
    params=VoteTableParams,
    compute=vote_table,
    takes="run",
    method="voting",
    decided=(*KINDS, "weights"),
    resolve=resolve,
    idle=of_a_run("point"),
    place=2,
)
