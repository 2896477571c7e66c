"""Multinomial naive Bayes with Laplace smoothing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence


class NaiveBayes:
    """Scores a mail by log odds: above zero means spam.

    The weight of a term is log P(term | spam) - log P(term | ham). Because the
    model is additive, those weights also explain every single decision.
    """

    name = "Naive Bayes"

    def __init__(self, smoothing: float = 0.5, min_count: int = 2) -> None:
        self.smoothing = smoothing
        self.min_count = min_count
        self.bias = 0.0
        self.weights: dict[str, float] = {}

    def fit(self, documents: Sequence[Sequence[str]], labels: Sequence[bool]) -> NaiveBayes:
        spam_terms: Counter[str] = Counter()
        ham_terms: Counter[str] = Counter()
        for terms, is_spam in zip(documents, labels, strict=True):
            (spam_terms if is_spam else ham_terms).update(terms)

        spam_mails = sum(labels)
        ham_mails = len(labels) - spam_mails
        if not spam_mails or not ham_mails:
            raise ValueError("both spam and ham are needed for training")

        vocabulary = [term for term, n in (spam_terms + ham_terms).items() if n >= self.min_count]
        spam_total = sum(spam_terms[term] for term in vocabulary) + self.smoothing * len(vocabulary)
        ham_total = sum(ham_terms[term] for term in vocabulary) + self.smoothing * len(vocabulary)

        self.bias = math.log(spam_mails / ham_mails)
        self.weights = {
            term: math.log((spam_terms[term] + self.smoothing) / spam_total)
            - math.log((ham_terms[term] + self.smoothing) / ham_total)
            for term in vocabulary
        }
        return self

    def contributions(self, terms: Sequence[str]) -> dict[str, float]:
        """How much each known term adds to the score of this mail."""
        return {
            term: count * self.weights[term]
            for term, count in Counter(terms).items()
            if term in self.weights
        }

    def score(self, terms: Sequence[str]) -> float:
        return self.bias + sum(self.contributions(terms).values())

    def to_dict(self) -> dict:
        return {"bias": self.bias, "weights": {t: round(w, 4) for t, w in self.weights.items()}}

    @classmethod
    def from_dict(cls, data: dict) -> NaiveBayes:
        model = cls()
        model.bias = data["bias"]
        model.weights = data["weights"]
        return model
