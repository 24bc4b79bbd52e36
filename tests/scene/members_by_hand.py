"""Members of a vote or a stack as a person works them out: plain numpy, and sklearn's logistic."""

import numpy as np
from sklearn.linear_model import LogisticRegression

SMOOTHING = 1e-9


class Bayes:
    """Priors, means and population variances; densities multiplied."""

    def __init__(self, points, target, count):
        spread = SMOOTHING * points.var(axis=0).max()
        self.classes = [k for k in range(count) if (target == k).any()]
        self.count = count
        self.prior = {k: (target == k).mean() for k in self.classes}
        self.mean = {k: points[target == k].mean(axis=0) for k in self.classes}
        self.variance = {k: points[target == k].var(axis=0) + spread for k in self.classes}

    def product(self, k, at):
        away = (at - self.mean[k]) ** 2 / (2.0 * self.variance[k])
        density = np.exp(-away) / np.sqrt(2.0 * np.pi * self.variance[k])
        return self.prior[k] * density.prod(axis=1)

    def shares(self, at):
        found = np.zeros((len(at), self.count))
        for k in self.classes:
            found[:, k] = self.product(k, at)
        return found / found.sum(axis=1, keepdims=True)


class Nearest:
    """The k nearest, the first of equals first."""

    def __init__(self, points, target, count, k):
        self.points, self.target, self.count, self.k = points, target, count, k

    def asked(self, at):
        away = ((at[:, None, :] - self.points) ** 2).sum(axis=2)
        return np.argsort(away, axis=1, kind="stable")[:, : self.k]

    def shares(self, at):
        said = self.target[self.asked(at)]
        if not self.count:
            return said.mean(axis=1)
        return np.stack([(said == k).mean(axis=1) for k in range(self.count)], axis=1)


class Logistic:
    """Coefficients of the one minimum."""

    def __init__(self, points, target, count):
        self.count = count
        made = LogisticRegression(C=1.0, tol=1e-12, max_iter=10_000).fit(points, target)
        self.coef, self.intercept = made.coef_, made.intercept_
        if count > 2:
            self.intercept = self.intercept - self.intercept.mean()
        self.made = made

    def shares(self, at):
        return self.made.predict_proba(at)


class Plane:
    """Least squares."""

    def __init__(self, points, target):
        rows = np.column_stack((np.ones(len(points)), points))
        self.coef = np.linalg.lstsq(rows, target, rcond=None)[0]

    def shares(self, at):
        return self.coef[0] + at @ self.coef[1:]


class Ridge(Plane):
    """Least squares with a price on the slopes."""

    def __init__(self, points, target, alpha=1.0):
        middle, level = points.mean(axis=0), target.mean()
        away = points - middle
        slopes = np.linalg.solve(
            away.T @ away + alpha * np.eye(away.shape[1]), away.T @ (target - level)
        )
        self.coef = np.array([level - middle @ slopes, *slopes])


def taught(text, points, target, count):
    """Teach a member, by its text, some points."""
    kind = text.partition("(")[0]
    if kind == "knn":
        return Nearest(points, target, count, int(text.partition("=")[2].rstrip(")")))
    if kind == "naive-bayes":
        return Bayes(points, target, count)
    if kind == "logistic":
        return Logistic(points, target, count)
    return Ridge(points, target) if kind == "ridge" else Plane(points, target)


def passed_on(shares, count):
    """Keep what the next layer sees: of two classes the share of the second."""
    if not count:
        return shares[:, None]
    return shares[:, 1:] if count == 2 else shares
