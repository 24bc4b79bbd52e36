"""What is learned: the learner of a round, those before it, those beside it."""
