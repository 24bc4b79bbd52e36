"""What the chapters of theory are called."""

TITLES = {
    "combining": "Combining answers",
    "bagging": "Bagging and forests",
    "trees": "Trees",
    "boosting": "Boosting",
}


def chapter_title(chapter: str) -> str:
    """Give the title of a chapter; one that was dropped in is called by its name."""
    return TITLES.get(chapter, chapter.capitalize())
