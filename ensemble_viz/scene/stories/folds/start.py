"""What is said before the first round."""

from ensemble_viz.scene.learners.members import texts
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.telling import Said
from ensemble_viz.scene.words.numbers import counted


def said(stage: Stage) -> Said:
    """Say where the run begins."""
    params, (*_, blender) = stage.run.params, texts(stage.run)
    layers = [", ".join(params.layer(number)) for number in range(params.layers)]
    headline = f"{counted(len(stage.data), 'point')} and no member yet"
    if len(layers) == 1:
        learns = f"A blender, {blender}, learns from what they say of points they have not seen."
        return Said(headline, f"These learn from the points: {layers[0]}. {learns}")
    listed = "; ".join(f"layer {k}: {layer}" for k, layer in enumerate(layers, start=1))
    learns = f"Each layer, and last the blender {blender}, learns from what the one below says."
    return Said(headline, f"L{listed[1:]}. {learns}")
