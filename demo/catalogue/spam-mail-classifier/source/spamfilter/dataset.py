"""Mails on disk, and fair ways to divide them."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .text import terms_of

SPAM, HAM = "spam", "ham"


@dataclass(frozen=True)
class Mail:
    label: str
    subject: str
    body: str

    @property
    def is_spam(self) -> bool:
        return self.label == SPAM

    @property
    def terms(self) -> list[str]:
        return terms_of(self.subject, self.body)


def load(path: Path) -> list[Mail]:
    """Read a CSV file with the columns label, subject and body."""
    with path.open(newline="", encoding="utf-8") as file:
        mails = [Mail(row["label"].strip().lower(), row["subject"], row["body"]) for row in csv.DictReader(file)]
    unknown = {mail.label for mail in mails} - {SPAM, HAM}
    if unknown:
        raise ValueError(f"{path}: the label must be spam or ham, not {', '.join(sorted(unknown))}")
    return mails


def save(mails: Iterable[Mail], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["label", "subject", "body"])
        writer.writerows((mail.label, mail.subject, mail.body) for mail in mails)


def folds(mails: Sequence[Mail], count: int, seed: int) -> Iterator[tuple[list[Mail], list[Mail]]]:
    """Yield (train, test) pairs. Each fold has the same share of spam."""
    rng = random.Random(seed)
    parts: list[list[Mail]] = [[] for _ in range(count)]
    for label in (SPAM, HAM):
        group = [mail for mail in mails if mail.label == label]
        rng.shuffle(group)
        for index, mail in enumerate(group):
            parts[index % count].append(mail)
    for held_out in range(count):
        train = [mail for index, part in enumerate(parts) if index != held_out for mail in part]
        yield train, parts[held_out]
