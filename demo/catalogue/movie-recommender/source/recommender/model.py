"""Predicting ratings and choosing recommendations."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass

from .baseline import Baseline
from .data import Movie, Ratings
from .similarity import Similarity, from_content, from_ratings


@dataclass(frozen=True)
class Prediction:
    movie: int
    score: float  # may lie outside the scale, so that there are fewer ties
    expected: float  # the stars without personal taste
    reasons: tuple[tuple[int, float], ...]  # rated films that moved the score, strongest first

    @property
    def stars(self) -> float:
        return min(5.0, max(0.5, self.score))


class Neighbourhood:
    """Predicts how far a user deviates from the baseline on a film: the average
    of the deviations on the most similar films the user has rated."""

    def __init__(self, similarity: Similarity, neighbours: int, damping: float) -> None:
        self.similarity = similarity
        self.neighbours = neighbours
        self.damping = damping  # pulls weakly supported predictions to the baseline

    def deviation(self, movie: int, deviations: Mapping[int, float]) -> tuple[float, dict[int, float]]:
        alike = self.similarity.get(movie, {})
        near = heapq.nlargest(self.neighbours, ((alike[other], other) for other in deviations if other in alike))
        total = sum(value for value, _ in near) + self.damping
        shares = {other: value * deviations[other] / total for value, other in near}
        return sum(shares.values()), shares


class Recommender:
    """Blends collaborative filtering with the content of the films.

    The collaborative part gets the weight n / (n + trust) for a film with n
    ratings: a new film is judged by its description, a well-known one by what
    people with the same taste think of it.
    """

    def __init__(self, movies: Mapping[int, Movie], ratings: Ratings, trust: float = 10.0) -> None:
        self.movies = movies
        self.trust = trust
        self.baseline = Baseline(ratings)
        self.counts = {movie: sum(movie in rated for rated in ratings.values()) for movie in movies}
        self.collaborative = Neighbourhood(from_ratings(ratings, self.baseline), neighbours=20, damping=0.3)
        self.content = Neighbourhood(from_content(movies), neighbours=15, damping=0.5)

    def collaborative_weight(self, movie: int) -> float:
        return self.counts[movie] / (self.counts[movie] + self.trust)

    def predict(self, rated: Mapping[int, float], movie: int, weight: float | None = None) -> Prediction:
        """The stars this person would give. `weight` fixes the blend: 1 is purely
        collaborative, 0 purely content; the default follows the film's ratings.
        The film's own rating, if there is one, is not looked at."""
        others = {other: stars for other, stars in rated.items() if other != movie}
        return self._predict(movie, *self._view(others), weight)

    def recommend(self, rated: Mapping[int, float], count: int, weight: float | None = None) -> list[Prediction]:
        """The films not rated yet with the best predictions."""
        offset, deviations = self._view(rated)
        predictions = (
            self._predict(movie, offset, deviations, weight) for movie in self.movies if movie not in rated
        )
        return heapq.nlargest(count, predictions, key=lambda prediction: (prediction.score, -prediction.movie))

    def similar(self, movie: int, count: int) -> list[tuple[int, float]]:
        """Films like this one, whoever asks."""
        weight = self.collaborative_weight(movie)
        blend: dict[int, float] = {}
        for share, part in ((weight, self.collaborative), (1 - weight, self.content)):
            for other, value in part.similarity.get(movie, {}).items():
                blend[other] = blend.get(other, 0.0) + share * value
        return heapq.nlargest(count, blend.items(), key=lambda item: item[1])

    def _view(self, rated: Mapping[int, float]) -> tuple[float, dict[int, float]]:
        """How generous somebody is, and how each rating differs from what was expected."""
        offset = self.baseline.user_offset(dict(rated))
        return offset, {movie: stars - self.baseline.expected(offset, movie) for movie, stars in rated.items()}

    def _predict(self, movie: int, offset: float, deviations: dict[int, float], weight: float | None) -> Prediction:
        expected = self.baseline.expected(offset, movie)
        weight = self.collaborative_weight(movie) if weight is None else weight
        by_people, people_shares = self.collaborative.deviation(movie, deviations)
        by_content, content_shares = self.content.deviation(movie, deviations)

        shares = {
            other: weight * people_shares.get(other, 0.0) + (1 - weight) * content_shares.get(other, 0.0)
            for other in people_shares.keys() | content_shares.keys()
        }
        reasons = sorted(shares.items(), key=lambda item: (-abs(item[1]), item[0]))
        score = expected + weight * by_people + (1 - weight) * by_content
        return Prediction(movie, score, expected, tuple(reasons[:4]))
