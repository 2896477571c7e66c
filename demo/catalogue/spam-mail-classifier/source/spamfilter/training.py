"""Training, the three experiments, and the files they leave behind."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from .dataset import Mail, folds
from .logistic import LogisticRegression, sigmoid
from .metrics import Confusion, roc_auc
from .naive_bayes import NaiveBayes

Model = NaiveBayes | LogisticRegression
MODELS: tuple[type[NaiveBayes] | type[LogisticRegression], ...] = (NaiveBayes, LogisticRegression)


def train(mails: Sequence[Mail]) -> list[Model]:
    documents = [mail.terms for mail in mails]
    labels = [mail.is_spam for mail in mails]
    return [model().fit(documents, labels) for model in MODELS]


def summarise(scores: list[float], mails: Sequence[Mail]) -> dict:
    """The figures of one test, ready to be written as JSON. Scores are log odds."""
    labels = [mail.is_spam for mail in mails]
    probabilities = [sigmoid(score) for score in scores]
    confusion = Confusion.of(probabilities, labels)
    return {
        "mails": confusion.total,
        "confusion": [confusion.true_positive, confusion.false_negative, confusion.false_positive, confusion.true_negative],
        "accuracy": confusion.accuracy,
        "precision": confusion.precision,
        "recall": confusion.recall,
        "f1": confusion.f1,
        "auc": roc_auc(scores, labels),
        "scores": [[round(score, 3), int(label)] for score, label in zip(scores, labels, strict=True)],
        "mistakes": [
            {"subject": mail.subject, "label": mail.label, "probability": round(p, 3)}
            for p, mail in zip(probabilities, mails)
            if (p >= 0.5) != mail.is_spam
        ],
    }


def run_experiments(generated: Sequence[Mail], handwritten: Sequence[Mail], seed: int = 7) -> list[dict]:
    """Three questions, from easy to hard, asked of both models."""
    experiments = []

    def add(key: str, title: str, note: str, rounds: list[tuple[Sequence[Mail], Sequence[Mail]]]) -> None:
        scores: dict[str, list[float]] = {model.name: [] for model in MODELS}
        tested: list[Mail] = []
        for train_mails, test_mails in rounds:
            tested.extend(test_mails)
            for model in train(train_mails):
                scores[model.name].extend(model.score(mail.terms) for mail in test_mails)
        results = {name: summarise(values, tested) for name, values in scores.items()}
        experiments.append({"key": key, "title": title, "note": note, "models": results})

    add("generated", "Generated mails",
        "Trained on four fifths of the generated mails, tested on the rest.",
        [next(folds(generated, 5, seed))])
    add("transfer", "Generated to hand-written",
        "Trained on generated mails only, tested on hand-written mails it has never seen.",
        [(generated, handwritten)])
    add("combined", "Both together",
        "Trained on generated mails and four fifths of the hand-written ones, tested on the last fifth; five rounds.",
        [([*generated, *train_part], test_part) for train_part, test_part in folds(handwritten, 5, seed)])
    return experiments


def save_models(models: Sequence[Model], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {type(model).__name__: model.to_dict() for model in models}
    path.write_text(json.dumps(data, separators=(",", ":"), ensure_ascii=False), encoding="utf-8")


def load_models(path: Path) -> list[Model]:
    data = json.loads(path.read_text(encoding="utf-8"))
    return [model.from_dict(data[model.__name__]) for model in MODELS]
