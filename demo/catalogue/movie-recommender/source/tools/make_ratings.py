"""Writes data/ratings.csv: invented ratings by invented viewers, from a seed.

The ratings say nothing about the real films. Every viewer gets tastes in
genres, languages and periods, partly shared with one of a few circles of
viewers. Every film gets a random appeal, and two hidden traits that no column
of movies.csv reveals: those can only be learnt from the ratings.

    python tools/make_ratings.py
"""

from __future__ import annotations

import csv
import math
import random
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"
SEED = 42
VIEWERS = 300
TRAITS = 2

# What the circles of viewers love and what they avoid.
CIRCLES = [
    ("Thriller Crime Mystery", "Romance Musical Family"),
    ("Romance Musical Family", "Crime Horror War Action"),
    ("Comedy Family Adventure", "War Crime Historical"),
    ("Drama Historical Family", "Action Sci-Fi Horror"),
    ("Action Fantasy Sci-Fi Adventure", "Drama Romance Family"),
    ("Sports War Drama Historical", "Horror Fantasy Musical"),
    ("Horror Mystery Fantasy Comedy", "Sports Historical Romance"),
]


def main() -> None:
    rng = random.Random(SEED)
    with (DATA / "movies.csv").open(newline="", encoding="utf-8") as file:
        movies = list(csv.DictReader(file))
    genres = sorted({genre for movie in movies for genre in movie["genres"].split("|")})
    languages = sorted({movie["language"] for movie in movies})

    for movie in movies:
        movie["appeal"] = rng.gauss(0, 0.3)
        movie["traits"] = [rng.gauss(0, 1) for _ in range(TRAITS)]
        movie["fame"] = math.exp(rng.gauss(0, 0.8))

    circles = [
        {
            "genres": {genre: 0.75 * ((genre in loved.split()) - (genre in avoided.split())) for genre in genres},
            "traits": [rng.gauss(0, 0.25) for _ in range(TRAITS)],
        }
        for loved, avoided in CIRCLES
    ]

    rows = []
    for viewer in range(1, VIEWERS + 1):
        circle = rng.choice(circles)
        taste = {genre: circle["genres"][genre] + rng.gauss(0, 0.3) for genre in genres}
        traits = [value + rng.gauss(0, 0.15) for value in circle["traits"]]
        mother_tongue = rng.choices(languages, [4 if language == "Hindi" else 1 for language in languages])[0]
        old_films = rng.gauss(0, 0.25)  # liking for films before 1990
        mildness = rng.gauss(3.1, 0.35)

        def opinion(movie: dict) -> float:
            kinds = movie["genres"].split("|")
            value = mildness + movie["appeal"] + sum(taste[kind] for kind in kinds) / math.sqrt(len(kinds))
            value += sum(a * b for a, b in zip(traits, movie["traits"]))
            value += 0.2 if movie["language"] == mother_tongue else 0
            return value + (old_films if int(movie["year"]) < 1990 else 0)

        def chance(movie: dict) -> float:
            """People mostly watch famous films, in their language, that they expect to like."""
            reach = 5 if movie["language"] == mother_tongue else 2 if movie["language"] == "Hindi" else 1
            return movie["fame"] * reach * math.exp(0.6 * opinion(movie))

        # Sampling without replacement by weight: the largest keys win.
        count = min(len(movies) - 20, int(rng.lognormvariate(3.3, 0.45)) + 6)
        watched = sorted(movies, key=lambda movie: -rng.random() ** (1 / chance(movie)))[:count]
        for movie in watched:
            stars = round(2 * (opinion(movie) + rng.gauss(0, 0.45))) / 2
            rows.append((viewer, int(movie["id"]), min(5.0, max(0.5, stars))))

    rows.sort()
    with (DATA / "ratings.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["user", "movie", "rating"])
        writer.writerows(rows)
    print(f"{len(rows)} ratings of {len(movies)} films by {VIEWERS} viewers")


if __name__ == "__main__":
    main()
