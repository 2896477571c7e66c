"""Two answers to the question how alike two films are.

Both return a table film -> film -> similarity with positive entries only.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from .baseline import Baseline
from .data import Movie, Ratings

Similarity = dict[int, dict[int, float]]

# What the parts of a description count for.
WEIGHTS = {"genre": 1.0, "director": 0.6, "language": 0.5, "period": 0.4}


def from_ratings(ratings: Ratings, baseline: Baseline, shrink: float = 15.0) -> Similarity:
    """Item-based collaborative filtering: films are alike when the same people
    like both more, or both less, than expected.

    This is the cosine of the deviations from the baseline over the users two
    films share, times n / (n + shrink), as few common users prove little.
    """
    dot: dict[tuple[int, int], float] = defaultdict(float)
    left: dict[tuple[int, int], float] = defaultdict(float)
    right: dict[tuple[int, int], float] = defaultdict(float)
    common: Counter[tuple[int, int]] = Counter()
    for user, rated in ratings.items():
        offset = baseline.user.get(user, 0.0)
        deviations = sorted((movie, stars - baseline.expected(offset, movie)) for movie, stars in rated.items())
        for index, (a, x) in enumerate(deviations):
            for b, y in deviations[index + 1:]:
                pair = (a, b)
                dot[pair] += x * y
                left[pair] += x * x
                right[pair] += y * y
                common[pair] += 1

    similarity: Similarity = defaultdict(dict)
    for (a, b), product in dot.items():
        norm = math.sqrt(left[a, b] * right[a, b])
        if product <= 0 or norm == 0:
            continue
        value = product / norm * common[a, b] / (common[a, b] + shrink)
        similarity[a][b] = similarity[b][a] = value
    return dict(similarity)


def from_content(movies: Mapping[int, Movie]) -> Similarity:
    """Cosine of weighted TF-IDF vectors of genres, director, language and period."""
    frequency = Counter(feature for movie in movies.values() for feature in features(movie))
    vectors: dict[int, dict[tuple[str, str], float]] = {}
    for movie in movies.values():
        vector = {
            feature: WEIGHTS[feature[0]] * math.log(len(movies) / frequency[feature])
            for feature in features(movie)
        }
        length = math.sqrt(sum(x * x for x in vector.values())) or 1.0
        vectors[movie.id] = {feature: x / length for feature, x in vector.items()}

    similarity: Similarity = {movie: {} for movie in movies}
    for a, first in vectors.items():
        for b, second in vectors.items():
            if a < b:
                value = sum(x * second[feature] for feature, x in first.items() if feature in second)
                if value > 0:
                    similarity[a][b] = similarity[b][a] = value
    return similarity


def features(movie: Movie) -> Iterable[tuple[str, str]]:
    yield from (("genre", genre) for genre in movie.genres)
    yield "director", movie.director
    yield "language", movie.language
    yield "period", f"{movie.year // 10 * 10}s"
