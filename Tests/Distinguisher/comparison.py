# Agony
# SPDX-License-Identifier: Apache-2.0
"""Can two worlds be told apart? Classifiers on vaults they have not seen, and tests of each feature by itself."""

import math

import numpy

try:
    from sklearn.ensemble import HistGradientBoostingClassifier
except ImportError:
    HistGradientBoostingClassifier = None

FOLDS = 5


class LogisticRegression:
    """With a ridge, by Newton's method on the standardised columns that tell the most by themselves."""

    def __init__(self, ridge=3.0, most=25):
        self.ridge, self.most = ridge, most

    def fit(self, values, labels):
        zero, one = values[labels == 0], values[labels == 1]
        telling = [abs(area(zero[:, column], one[:, column]) - 0.5) for column in range(values.shape[1])]
        self.chosen = numpy.argsort(telling)[::-1][: self.most]
        values = values[:, self.chosen]
        self.centre, self.scale = values.mean(axis=0), values.std(axis=0)
        self.scale[self.scale == 0] = 1
        columns = self._columns(values)
        penalty = numpy.full(columns.shape[1], self.ridge)
        penalty[-1] = 1e-6  # not the constant
        self.weights = numpy.zeros(columns.shape[1])
        for _ in range(25):
            chance = 1 / (1 + numpy.exp(-numpy.clip(columns @ self.weights, -30, 30)))
            slope = columns.T @ (chance - labels) + penalty * self.weights
            bend = (columns.T * (chance * (1 - chance))) @ columns + numpy.diag(penalty)
            step = numpy.linalg.solve(bend, slope)
            self.weights -= step
            if numpy.abs(step).max() < 1e-8:
                break
        return self

    def score(self, values):
        return self._columns(values[:, self.chosen]) @ self.weights

    def _columns(self, values):
        scaled = numpy.clip((values - self.centre) / self.scale, -8, 8)
        return numpy.hstack([scaled, numpy.ones((len(values), 1))])


class Boosting:
    """Gradient boosting of small trees, by scikit-learn."""

    def fit(self, values, labels):
        self.model = HistGradientBoostingClassifier(
            max_iter=150, learning_rate=0.05, max_leaf_nodes=8, min_samples_leaf=10, random_state=1)
        self.model.fit(values, labels)
        return self

    def score(self, values):
        return self.model.decision_function(values)


def classifiers():
    found = {"logistic regression": LogisticRegression}
    if HistGradientBoostingClassifier:
        found["gradient boosting"] = Boosting
    return found


def ranks(values):
    """1 for the least; equal values share the mean of their ranks."""
    order = numpy.argsort(values, kind="stable")
    ordered = values[order]
    starts = numpy.flatnonzero(numpy.r_[True, ordered[1:] != ordered[:-1]])
    ends = numpy.r_[starts[1:], len(values)]
    result = numpy.empty(len(values))
    result[order] = numpy.repeat((starts + ends + 1) / 2, ends - starts)
    return result


def area(zero, one):
    """AUC: how often a vault of world 1 scores above one of world 0, ties by half."""
    together = ranks(numpy.r_[zero, one])
    return (together[len(zero):].sum() - len(one) * (len(one) + 1) / 2) / (len(zero) * len(one))


def held_out(zero, one, make):
    """Scores of every vault by a classifier that saw neither it nor its partner: rows are pairs, (world 0, world 1).

    Made comparable between folds by rank.
    """
    pairs = len(zero)
    folds = min(FOLDS, pairs)
    fold = numpy.random.default_rng(1).permutation(pairs) % folds
    scores = numpy.empty((pairs, 2))
    for number in range(folds):
        seen, new = fold != number, fold == number
        labels = numpy.r_[numpy.zeros(seen.sum()), numpy.ones(seen.sum())]
        model = make().fit(numpy.vstack([zero[seen], one[seen]]), labels)
        both = model.score(numpy.vstack([zero[new], one[new]]))
        place = ranks(both) / len(both)
        scores[new, 0], scores[new, 1] = place[: new.sum()], place[new.sum():]
    return scores


def bounds(scores, rounds=2000):
    """AUC with its 95 % interval, by drawing pairs anew."""
    chance = numpy.random.default_rng(2)
    drawn = [
        area(*scores[chance.integers(0, len(scores), len(scores))].T) for _ in range(rounds)]
    low, high = numpy.quantile(drawn, [0.025, 0.975])
    return area(*scores.T), low, high


def two_sided(z):
    return math.erfc(abs(z) / math.sqrt(2))


def rank_sum(zero, one):
    """p of the Mann-Whitney test."""
    together = numpy.r_[zero, one]
    n, m = len(zero), len(one)
    _, ties = numpy.unique(together, return_counts=True)
    total = n + m
    spread = n * m / 12 * (total + 1 - (ties**3 - ties).sum() / (total * (total - 1)))
    if spread <= 0:
        return 1.0
    return two_sided((area(zero, one) - 0.5) * n * m / math.sqrt(spread))


def signed_rank(zero, one):
    """p of the Wilcoxon test of the differences within pairs."""
    differences = one - zero
    differences = differences[differences != 0]
    if len(differences) < 10:
        # Too few for the normal curve; the signs alone, exactly.
        count, up = len(differences), int((differences > 0).sum())
        tail = sum(math.comb(count, k) for k in range(min(up, count - up) + 1)) / 2**count
        return min(1.0, 2 * tail)
    place = ranks(numpy.abs(differences))
    return two_sided(float((numpy.sign(differences) * place).sum()) / math.sqrt(float((place**2).sum())))


def holm(chances):
    """{name: p} corrected for the number of tests."""
    corrected, worst = {}, 0.0
    for index, (name, chance) in enumerate(sorted(chances.items(), key=lambda item: item[1])):
        worst = max(worst, min(1.0, chance * (len(chances) - index)))
        corrected[name] = worst
    return corrected


def compare(zero, one):
    """Everything there is to say of two lists of feature tables, the i-th of each being a pair."""
    names = sorted(zero[0])
    first = numpy.array([[table[name] for name in names] for table in zero], dtype=float)
    second = numpy.array([[table[name] for name in names] for table in one], dtype=float)
    varies = (numpy.vstack([first, second]).std(axis=0) > 0)
    chances = {}
    for column in numpy.flatnonzero(varies):
        chances[names[column], "rank sum"] = rank_sum(first[:, column], second[:, column])
        chances[names[column], "signed rank"] = signed_rank(first[:, column], second[:, column])
    areas = {}
    for name, make in classifiers().items():
        areas[name] = bounds(held_out(first[:, varies], second[:, varies], make)) if varies.any() else (0.5, 0.5, 0.5)
    alone = {names[c]: area(first[:, c], second[:, c]) for c in numpy.flatnonzero(varies)}
    return {"pairs": len(zero), "features": len(names), "varying": int(varies.sum()), "areas": areas,
            "alone": alone, "chances": holm(chances)}
