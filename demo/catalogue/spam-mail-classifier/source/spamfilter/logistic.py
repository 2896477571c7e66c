"""Logistic regression on TF-IDF features, trained by stochastic gradient descent."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence


def sigmoid(x: float) -> float:
    """1 / (1 + e^-x), written so that it cannot overflow."""
    if x >= 0:
        return 1.0 / (1.0 + math.exp(-x))
    e = math.exp(x)
    return e / (1.0 + e)


class LogisticRegression:
    """Scores a mail by log odds: above zero means spam."""

    name = "Logistic regression"

    def __init__(
        self,
        epochs: int = 12,
        rate: float = 2.0,
        penalty: float = 1e-4,
        min_documents: int = 2,
        seed: int = 1,
    ) -> None:
        self.epochs = epochs
        self.rate = rate
        self.penalty = penalty
        self.min_documents = min_documents
        self.seed = seed
        self.bias = 0.0
        self.idf: dict[str, float] = {}
        self.weights: dict[str, float] = {}
        self.losses: list[float] = []

    def fit(self, documents: Sequence[Sequence[str]], labels: Sequence[bool]) -> LogisticRegression:
        if len(set(labels)) != 2:
            raise ValueError("both spam and ham are needed for training")
        self._fit_idf(documents)
        rows = [(self._features(terms), float(label)) for terms, label in zip(documents, labels, strict=True)]

        # L2 shrinks every weight at every step. Only a few terms occur in one
        # mail, so the shrinking is kept in one shared factor instead: the true
        # weight of a term is scale * raw[term].
        raw = dict.fromkeys(self.idf, 0.0)
        scale, bias = 1.0, 0.0
        rng = random.Random(self.seed)
        self.losses = []

        for epoch in range(self.epochs):
            rng.shuffle(rows)
            rate = self.rate / (1.0 + 0.5 * epoch)
            loss = 0.0
            for features, label in rows:
                probability = sigmoid(bias + scale * sum(raw[t] * x for t, x in features.items()))
                loss -= math.log(max(1e-12, probability if label else 1.0 - probability))
                error = probability - label
                scale *= 1.0 - rate * self.penalty
                bias -= 0.1 * rate * error
                step = rate * error / scale
                for term, x in features.items():
                    raw[term] -= step * x
            self.losses.append(loss / len(rows))

        self.bias = bias
        self.weights = {term: scale * weight for term, weight in raw.items()}
        return self

    def _fit_idf(self, documents: Sequence[Sequence[str]]) -> None:
        frequency: Counter[str] = Counter()
        for terms in documents:
            frequency.update(set(terms))
        total = len(documents)
        self.idf = {
            term: math.log((1 + total) / (1 + n)) + 1.0
            for term, n in frequency.items()
            if n >= self.min_documents
        }

    def _features(self, terms: Sequence[str]) -> dict[str, float]:
        """TF-IDF values of the known terms, scaled to a vector of length one."""
        values = {
            term: (1.0 + math.log(count)) * self.idf[term]
            for term, count in Counter(terms).items()
            if term in self.idf
        }
        length = math.sqrt(sum(x * x for x in values.values()))
        return {term: x / length for term, x in values.items()} if length else {}

    def contributions(self, terms: Sequence[str]) -> dict[str, float]:
        """How much each known term adds to the score of this mail."""
        return {term: self.weights[term] * x for term, x in self._features(terms).items()}

    def score(self, terms: Sequence[str]) -> float:
        return self.bias + sum(self.contributions(terms).values())

    def to_dict(self) -> dict:
        terms = {t: [round(idf, 4), round(self.weights[t], 4)] for t, idf in self.idf.items()}
        return {"bias": self.bias, "terms": terms}

    @classmethod
    def from_dict(cls, data: dict) -> LogisticRegression:
        model = cls()
        model.bias = data["bias"]
        model.idf = {term: idf for term, (idf, _) in data["terms"].items()}
        model.weights = {term: weight for term, (_, weight) in data["terms"].items()}
        return model
