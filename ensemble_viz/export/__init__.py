"""PUBLISH: a run as data, for homework, for papers, for anybody's own check. No Qt."""
