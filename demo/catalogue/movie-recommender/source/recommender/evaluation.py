"""How good are the predictions, and how good are the lists?"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from statistics import fmean

from .data import Movie, Ratings, make_new, split, triples
from .model import Recommender

LIKED = 4.0  # a held-back film counts as a hit from this many stars

# Stars for a film, given the user's known ratings.
Score = Callable[[Mapping[int, float], int], float]


def methods(model: Recommender) -> dict[str, Score]:
    mean, baseline = model.baseline.mean, model.baseline
    return {
        "Mean of all ratings": lambda rated, movie: mean,
        "User and film averages": lambda rated, movie: baseline.expected(baseline.user_offset(dict(rated)), movie),
        "Content only": lambda rated, movie: model.predict(rated, movie, weight=0).score,
        "Collaborative only": lambda rated, movie: model.predict(rated, movie, weight=1).score,
        "Hybrid": lambda rated, movie: model.predict(rated, movie).score,
    }


def errors(score: Score, train: Ratings, test: Ratings) -> dict[str, float]:
    """Root mean square error and mean absolute error, in stars."""
    gaps = [score(train[user], movie) - stars for user, movie, stars in triples(test)]
    return {"rmse": math.sqrt(fmean(gap * gap for gap in gaps)), "mae": fmean(map(abs, gaps))}


def ranking(score: Score, train: Ratings, test: Ratings, movies: Mapping[int, Movie], k: int = 10) -> dict[str, float]:
    """Quality of the k films recommended to each user.

    Two settings. `all`: the list is chosen from every film the user has not
    rated in training; a film nobody knows the user's opinion of counts as a
    miss, so the figures are a lower bound. `rated`: the films held back are put
    in order, and the upper half is checked.
    """
    precision, recall, ndcg, half = [], [], [], []
    shown: set[int] = set()
    for user, held in test.items():
        liked = {movie for movie, stars in held.items() if stars >= LIKED}
        if not liked:
            continue
        known = train[user]
        stars = {movie: score(known, movie) for movie in movies if movie not in known}
        order = sorted(stars, key=lambda movie: (-stars[movie], movie))
        top = order[:k]
        shown.update(top)
        hits = [movie in liked for movie in top]
        precision.append(sum(hits) / k)
        recall.append(sum(hits) / len(liked))
        gain = sum(1 / math.log2(place + 2) for place, hit in enumerate(hits) if hit)
        ndcg.append(gain / sum(1 / math.log2(place + 2) for place in range(min(k, len(liked)))))

        upper = [movie for movie in order if movie in held][:max(1, len(held) // 2)]
        half.append(sum(movie in liked for movie in upper) / len(upper))
    return {
        "precision": fmean(precision), "recall": fmean(recall), "ndcg": fmean(ndcg),
        "coverage": len(shown) / len(movies), "precision_rated": fmean(half),
    }


def evaluate_once(movies: Mapping[int, Movie], ratings: Ratings, seed: int) -> dict:
    """Held-back ratings of known films, and films that are nearly new."""
    train, test = split(ratings, share=0.2, seed=seed)
    known = {
        name: {**errors(score, train, test), **ranking(score, train, test, movies)}
        for name, score in methods(Recommender(movies, train)).items()
    }

    # Every sixth film becomes new, with three ratings left.
    new_train, new_test = make_new(ratings, sorted(movies)[seed % 6::6], keep=3, seed=seed)
    new = {
        name: errors(score, new_train, new_test)
        for name, score in methods(Recommender(movies, new_train)).items()
    }
    return {"known": known, "new": new}


def evaluate(movies: Mapping[int, Movie], ratings: Ratings, rounds: int = 5) -> dict:
    """The mean of several rounds, each with other ratings held back.

    The settings of the model were chosen with seed 101, which is not used here.
    """
    results = [evaluate_once(movies, ratings, seed) for seed in range(1, rounds + 1)]

    def mean_of(part: str) -> dict[str, dict[str, float]]:
        return {
            name: {figure: fmean(result[part][name][figure] for result in results) for figure in figures}
            for name, figures in results[0][part].items()
        }

    return {
        "movies": len(movies), "users": len(ratings), "ratings": sum(map(len, ratings.values())), "rounds": rounds,
        "known": mean_of("known"), "new": mean_of("new"),
    }


def as_text(result: dict) -> str:
    """Both result tables for the terminal."""
    lines = [
        f"{result['ratings']} ratings of {result['movies']} films by {result['users']} viewers, mean of {result['rounds']} rounds",
        "",
        f"{'One fifth of the ratings held back':36}{'RMSE':>7}{'MAE':>7}{'P@10':>8}{'R@10':>8}{'NDCG':>8}{'upper half':>12}{'coverage':>10}",
    ]
    for name, row in result["known"].items():
        lines.append(
            f"  {name:34}{row['rmse']:7.3f}{row['mae']:7.3f}{row['precision']:8.1%}{row['recall']:8.1%}"
            f"{row['ndcg']:8.3f}{row['precision_rated']:12.1%}{row['coverage']:10.1%}"
        )
    lines += ["", f"{'New films with three ratings each':36}{'RMSE':>7}{'MAE':>7}"]
    lines += [f"  {name:34}{row['rmse']:7.3f}{row['mae']:7.3f}" for name, row in result["new"].items()]
    return "\n".join(lines)
