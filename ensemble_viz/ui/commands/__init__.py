"""What the actions do, by subject: the run, the points, the view, files. No widget is made here."""
