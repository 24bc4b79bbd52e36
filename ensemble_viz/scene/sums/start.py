"""What is said of a sum before the first round."""

from ensemble_viz.scene.learners.starts import start_of
from ensemble_viz.scene.lowered import lowered
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.telling import Said
from ensemble_viz.scene.words.numbers import counted, fixed

LEAST = "No other start has a smaller loss."
CLASS_STARTS = {
    "prior": "That is ln(p / (1 − p)), the log-odds of p = {share}.",
    "least": LEAST,
    "zero": "Both classes are as likely: p = ½ everywhere.",
}
VALUE_STARTS = {
    "prior": "That is the mean of the values: no other number has a smaller squared error.",
    "mean": "That is the mean of the values: no other number has a smaller squared error.",
    "median": "That is the median of the values, the mean of the middle two where n is even.",
    "zero": "It begins with nothing: the first residuals are the values themselves.",
    "least": LEAST,
}


def said(stage: Stage) -> Said:
    """Say where the run begins."""
    initial = stage.run.start.initial_score
    assert initial is not None
    if len(initial) > 1:
        classes = counted(len(initial), "class", "classes")
        likely = "F is no probability: p = e^F / Σ e^F"
        if (initial == initial[0]).all():
            same = f"F₀ = {fixed(float(initial[0]))} for all, so each has p = 1/{len(initial)}"
            return Said(f"Each of {classes} has a sum F", f"{likely}. {same}.")
        scores = ", ".join(
            f"{name} {fixed(score)}"
            for name, score in zip(stage.data.classes or (), initial.tolist(), strict=True)
        )
        return Said(f"Each of {classes} has a sum F", f"{likely}. F₀: {scores}.")
    what = CLASS_STARTS if stage.data.n_classes else VALUE_STARTS
    headline = f"The sum starts at F₀ = {fixed(float(initial[0]))}"
    asked = start_of(stage.run)
    if asked == "prior" and lowered(stage.run) == "exponential":
        prior = share(stage)
        return Said(headline, f"That is ½ ln(p / (1 − p)), with p = {prior}.")
    return Said(headline, what[str(asked)].format(share=share(stage)))


def share(stage: Stage) -> str:
    """Name the share of the second class, with its number."""
    data = stage.data
    if data.n_classes != 2:
        return ""
    share = float(data.distribution[data.target == 1].sum())
    return f"{fixed(share)}, the share of {data.classes[1] if data.classes else ''}"
