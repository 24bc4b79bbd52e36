"""What the controls say where several runs go on together."""

from dataclasses import replace

from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.controls import Controls, controls


def controls_beside(beside: SideBySide) -> Controls:
    """Say it of the run in front; where that one has ended, of those that go on."""
    stage, clock, moment = beside.stage(beside.front), beside.clock, beside.view.where.moment
    own = controls(stage)
    runs = (clock.run,) if clock.by_share else clock.runs
    known = all(run.stop is not None for run in runs)
    made = replace(
        own,
        round=moment.round,
        rounds=max(max(run.last, len(run)) for run in runs),
        last=max(map(len, runs)) if known else None,
        computed=clock.computed,
        back_enabled=moment.round > 0,
    )
    if not own.at_end or clock.by_share:
        return made
    target = clock.forward(moment, beside.view.look.small_steps)
    if target is None and known:
        return made
    ended = f"{stage.run.method.title} has ended; the others go on."
    t = moment.round + 1
    hint = ended if target is not None else f"Round {t} is being computed."
    return replace(
        made, next=f"Round {t}", next_enabled=target is not None, next_hint=hint, at_end=False
    )
