"""The pages of theory: the list of demonstrations, and one of them, live while a slider moves."""
