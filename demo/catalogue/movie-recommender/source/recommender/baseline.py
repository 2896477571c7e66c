"""The part of a rating that has nothing to do with personal taste."""

from __future__ import annotations

from collections import defaultdict

from .data import Ratings, triples


class Baseline:
    """mean + how generous the user is + how liked the film is.

    Both offsets are shrunk towards zero when there are few ratings, so a film
    with a single five-star rating does not look like the best film of all.
    """

    def __init__(self, ratings: Ratings, movie_shrink: float = 8.0, user_shrink: float = 5.0) -> None:
        self._user_shrink = user_shrink
        everything = list(triples(ratings))
        self.mean = sum(stars for _, _, stars in everything) / len(everything)

        # Films and users depend on each other, so the two steps are repeated.
        self.movie: dict[int, float] = {}
        self.user: dict[int, float] = {}
        for _ in range(3):
            rests: dict[int, list[float]] = defaultdict(list)
            for user, movie, stars in everything:
                rests[movie].append(stars - self.mean - self.user.get(user, 0.0))
            self.movie = {movie: sum(rest) / (len(rest) + movie_shrink) for movie, rest in rests.items()}
            self.user = {user: self.user_offset(rated) for user, rated in ratings.items()}

    def user_offset(self, rated: dict[int, float]) -> float:
        """Works for anyone, known or new."""
        rest = sum(stars - self.mean - self.movie.get(movie, 0.0) for movie, stars in rated.items())
        return rest / (len(rated) + self._user_shrink)

    def expected(self, offset: float, movie: int) -> float:
        return self.mean + offset + self.movie.get(movie, 0.0)
