"""Methods once more by plain numpy, given only points and nodes: what a person would compute."""

import numpy as np

from tests.scene.walks import answers


class Weights:
    """AdaBoost once more, given its trees: weights, errors and sums by plain numpy."""

    def __init__(self, run):
        data, params = run.data, run.params
        y = np.where(data.target == 1, 1.0, -1.0)
        D = np.ones(len(data)) if data.weight is None else data.weight.astype(float)
        self.D, self.F, self.error, self.alpha, self.Z = (
            [D / D.sum()],
            [np.zeros(len(y))],
            [0.0],
            [0.0],
            [0.0],
        )
        self.missed = [np.zeros(len(y), bool)]
        twice = 2.0 if params.alpha == "log" else 1.0
        for record in run.rounds:
            tree = record.learners[0]
            h = np.array(
                [
                    1.0 if tree.value[k][1] > tree.value[k][0] else -1.0
                    for k in answers(tree, data.points)
                ]
            )
            error = self.D[-1][h != y].sum()
            half = params.learning_rate * 0.5 * np.log((1 - error) / error)
            new = self.D[-1] * np.exp(-half * y * h)
            self.missed.append(h != y)
            self.error.append(error)
            self.alpha.append(twice * half)
            self.Z.append(new.sum())
            self.D.append(new / new.sum())
            self.F.append(self.F[-1] + twice * half * h)


class Bags:
    """Votes of all trees, and of those that never saw a point, counted one by one."""

    def __init__(self, run):
        data = run.data
        self.classes = data.n_classes
        self.y = data.target
        self.weight = data.distribution
        n, width = len(data), max(1, data.n_classes)
        everybody, unseen, unseen_count = np.zeros((n, width)), np.zeros((n, width)), np.zeros(n)
        self.all, self.unseen, self.count, self.alone = (
            [everybody],
            [unseen],
            [unseen_count],
            [None],
        )
        for record in run.rounds:
            tree = record.learners[0]
            said = tree.value[answers(tree, data.points)].reshape(n, width)
            self.alone.append(said)
            if self.classes and run.params.vote == "hard":
                said = np.eye(width)[said.argmax(axis=1)]
            out = record.in_bag == 0
            self.all.append(self.all[-1] + said)
            self.unseen.append(self.unseen[-1] + said * out[:, None])
            self.count.append(self.count[-1] + out)

    def wrong(self, votes):
        tied = votes >= votes.max(axis=1, keepdims=True) - 1e-9
        return tied.argmax(axis=1) != self.y

    def squares(self, values):
        return (self.y - values) ** 2

    def oob(self, t):
        asked = self.count[t] > 0
        if self.classes:
            rest = self.wrong(self.unseen[t])[asked]
        else:
            rest = self.squares(self.unseen[t][:, 0] / np.maximum(self.count[t], 1))[asked]
        return asked, rest, self.weight[asked] @ rest / self.weight[asked].sum()


class Gradients:
    """Sums, residuals and losses by plain numpy, given the questions of the trees."""

    def __init__(self, run):
        self.data, self.rate = run.data, run.params.learning_rate
        data = run.data
        self.width = data.n_classes if data.n_classes > 2 else 1
        self.weight = data.distribution
        self.Y = (
            np.eye(data.n_classes)[data.target]
            if self.width > 1
            else data.target[:, None].astype(float)
        )
        start = np.broadcast_to(run.start.initial_score, (len(data), self.width))
        self.F, self.leaves, self.gamma = [start.copy()], [None], [None]
        for record in run.rounds:
            drawn = np.ones(len(data)) if record.in_bag is None else record.in_bag
            counts = self.weight * drawn
            leaf = np.array([answers(tree, data.points) for tree in record.learners]).T
            step = np.zeros_like(self.F[-1])
            r, p = self.rest(len(self.F) - 1), self.p(len(self.F) - 1)
            for k in range(self.width):
                for node in np.unique(leaf[:, k]):
                    inside = leaf[:, k] == node
                    w, rk, pk = counts[inside], r[inside, k], p[inside, k]
                    bend = w.sum()
                    if data.n_classes and run.params.leaf == "line-search":
                        bend = (w * pk * (1 - pk)).sum() * (
                            self.width / (self.width - 1) if self.width > 1 else 1
                        )
                    step[inside, k] = (w * rk).sum() / bend
            self.leaves.append(leaf)
            self.gamma.append(step)
            self.F.append(self.F[-1] + self.rate * step)

    def p(self, t):
        if not self.data.n_classes:
            return self.F[t]
        power = np.exp(self.F[t])
        return power / power.sum(axis=1, keepdims=True) if self.width > 1 else power / (1 + power)

    def rest(self, t):
        return self.Y - self.p(t)

    def missed(self, t):
        said = self.F[t].argmax(axis=1) if self.width > 1 else self.F[t][:, 0] > 1e-12
        return int((said != self.data.target).sum())

    def loss(self, t):
        p = np.where(self.Y > 0, self.p(t), 1 if self.width > 1 else 1 - self.p(t))
        return -self.weight @ np.log(p).sum(axis=1)

    def squares(self, t):
        return self.weight @ self.rest(t)[:, 0] ** 2


def inside(tree, node, points):
    """Say which points come through a node."""
    below = {node}
    for k in range(len(tree)):
        if k in below and tree.feature[k] >= 0:
            below |= {int(tree.left[k]), int(tree.right[k])}
    return np.isin(answers(tree, points), list(below))


def impurity(data, which, criterion):
    """Measure how mixed some points are."""
    w = data.distribution[which] / data.distribution[which].sum()
    if not data.n_classes:
        y = data.target[which]
        return w @ (y - w @ y) ** 2
    p = np.bincount(data.target[which], w)
    p = p[p > 0]
    if criterion == "gini":
        return 1 - (p**2).sum()
    return 1 - p.max() if criterion == "error" else -(p * np.log2(p)).sum()
