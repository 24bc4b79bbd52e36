"""Why a node was split there: the scores of all cuts."""
