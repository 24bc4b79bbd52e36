"""Edits: from one document to the next, none of them changing the one they were given.

    made = dealing.flip(document, share=0.1, seed=3)
    made.document, made.sentence, made.rows     # "12 labels of 120 are flipped."

Edits of points are in `points` (one or many), `brushes` (a dab), `transforms` (reckoned),
`dealing` (by chance), `classes` and `cells` (the table, the clipboard); which points lie where says
`selecting`. Edits of what learns from them are in `setups`.
"""

from ensemble_viz.document.edits.edit import Edit, replaced
from ensemble_viz.document.edits.setups import (
    able_setup,
    add_setup,
    change_seed,
    change_setting,
    choose_data,
    choose_method,
    duplicate_setup,
    remove_setup,
    reset_settings,
    swap_setups,
)

__all__ = [
    "Edit",
    "able_setup",
    "add_setup",
    "change_seed",
    "change_setting",
    "choose_data",
    "choose_method",
    "duplicate_setup",
    "remove_setup",
    "replaced",
    "reset_settings",
    "swap_setups",
]
