"""Measuring a classifier. Spam is the positive class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Confusion:
    """The four outcomes. A false positive is a good mail lost in the spam folder."""

    true_positive: int
    false_positive: int
    false_negative: int
    true_negative: int

    @classmethod
    def of(cls, probabilities: Sequence[float], labels: Sequence[bool], threshold: float = 0.5) -> Confusion:
        pairs = [(p >= threshold, label) for p, label in zip(probabilities, labels, strict=True)]
        return cls(
            true_positive=pairs.count((True, True)),
            false_positive=pairs.count((True, False)),
            false_negative=pairs.count((False, True)),
            true_negative=pairs.count((False, False)),
        )

    @property
    def total(self) -> int:
        return self.true_positive + self.false_positive + self.false_negative + self.true_negative

    @property
    def accuracy(self) -> float:
        return _ratio(self.true_positive + self.true_negative, self.total)

    @property
    def precision(self) -> float:
        return _ratio(self.true_positive, self.true_positive + self.false_positive)

    @property
    def recall(self) -> float:
        return _ratio(self.true_positive, self.true_positive + self.false_negative)

    @property
    def f1(self) -> float:
        return _ratio(2 * self.true_positive, 2 * self.true_positive + self.false_positive + self.false_negative)

    def as_text(self) -> str:
        return (
            "                 said spam   said ham\n"
            f"  really spam    {self.true_positive:9d}  {self.false_negative:9d}\n"
            f"  really ham     {self.false_positive:9d}  {self.true_negative:9d}"
        )


def roc_auc(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """The chance that a random spam mail scores above a random good one."""
    order = sorted(range(len(scores)), key=lambda i: scores[i])
    positives = sum(labels)
    negatives = len(labels) - positives
    if not positives or not negatives:
        raise ValueError("both classes are needed")

    rank_sum, start = 0.0, 0
    while start < len(order):
        end = start
        while end < len(order) and scores[order[end]] == scores[order[start]]:
            end += 1
        average_rank = (start + 1 + end) / 2  # equal scores share their ranks
        rank_sum += average_rank * sum(labels[i] for i in order[start:end])
        start = end
    return (rank_sum - positives * (positives + 1) / 2) / (positives * negatives)


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
