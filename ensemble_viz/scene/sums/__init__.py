"""A sum that goes downhill learner by learner, told alike whatever sets the way down."""
