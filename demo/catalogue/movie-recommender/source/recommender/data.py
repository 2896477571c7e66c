"""Films and ratings, and ways to hold some of them back for testing."""

from __future__ import annotations

import csv
import random
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "data"

# Ratings as user -> film -> stars.
Ratings = dict[int, dict[int, float]]


@dataclass(frozen=True)
class Movie:
    id: int
    title: str
    year: int
    language: str
    genres: tuple[str, ...]
    director: str


def load_movies(path: Path = FOLDER / "movies.csv") -> dict[int, Movie]:
    with path.open(newline="", encoding="utf-8") as file:
        movies = [
            Movie(int(row["id"]), row["title"], int(row["year"]), row["language"], tuple(row["genres"].split("|")), row["director"])
            for row in csv.DictReader(file)
        ]
    return {movie.id: movie for movie in movies}


def load_ratings(path: Path = FOLDER / "ratings.csv") -> Ratings:
    ratings: Ratings = {}
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            ratings.setdefault(int(row["user"]), {})[int(row["movie"])] = float(row["rating"])
    return ratings


def triples(ratings: Ratings) -> Iterable[tuple[int, int, float]]:
    return ((user, movie, stars) for user, rated in ratings.items() for movie, stars in rated.items())


def split(ratings: Ratings, share: float, seed: int) -> tuple[Ratings, Ratings]:
    """Hold back a share of every user's ratings."""
    rng = random.Random(seed)
    train: Ratings = {}
    test: Ratings = {}
    for user, rated in ratings.items():
        movies = sorted(rated)
        rng.shuffle(movies)
        cut = round(share * len(movies))
        test[user] = {movie: rated[movie] for movie in movies[:cut]}
        train[user] = {movie: rated[movie] for movie in movies[cut:]}
    return train, test


def make_new(ratings: Ratings, movies: Collection[int], keep: int, seed: int) -> tuple[Ratings, Ratings]:
    """Treat some films as nearly new: all but `keep` of their ratings are held back."""
    rng = random.Random(seed)
    train = {user: dict(rated) for user, rated in ratings.items()}
    test: Ratings = {user: {} for user in ratings}
    for movie in sorted(movies):
        users = sorted(user for user in ratings if movie in ratings[user])
        rng.shuffle(users)
        for user in users[keep:]:
            test[user][movie] = train[user].pop(movie)
    return train, test
