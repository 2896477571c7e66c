"""Command line: python -m recommender COMMAND"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from pathlib import Path

from .data import Movie, load_movies, load_ratings
from .evaluation import as_text, evaluate
from .model import Recommender

EVALUATION = Path(__file__).resolve().parent.parent / "data" / "evaluation.json"


def find(movies: dict[int, Movie], title: str) -> Movie:
    """The film with this title, or the nearest one in spelling."""
    by_title = {movie.title.lower(): movie for movie in movies.values()}
    near = difflib.get_close_matches(title.lower(), by_title, n=1, cutoff=0.5)
    if not near:
        raise ValueError(f"There is no film like “{title}”.")
    return by_title[near[0]]


def describe(movie: Movie) -> str:
    return f"{movie.title} ({movie.year}, {movie.language}, {', '.join(movie.genres)})"


def command_evaluate(args: argparse.Namespace) -> None:
    result = evaluate(load_movies(), load_ratings(), args.rounds)
    EVALUATION.write_text(json.dumps(result, indent=1), encoding="utf-8")
    print(as_text(result))


def command_similar(args: argparse.Namespace) -> None:
    movies = load_movies()
    model = Recommender(movies, load_ratings())
    movie = find(movies, args.title)
    print(f"Like {describe(movie)}:")
    for other, value in model.similar(movie.id, args.count):
        print(f"  {value:.2f}  {describe(movies[other])}")


def command_recommend(args: argparse.Namespace) -> None:
    movies, ratings = load_movies(), load_ratings()
    model = Recommender(movies, ratings)
    if args.user is not None:
        if args.user not in ratings:
            raise ValueError(f"Viewers are numbered from 1 to {max(ratings)}.")
        rated = ratings[args.user]
    else:
        rated = {find(movies, title).id: 5.0 for title in args.like or []}
    liked = sorted(rated, key=lambda movie: -rated[movie])[:5]
    print("Liked: " + ", ".join(movies[movie].title for movie in liked))
    for prediction in model.recommend(rated, args.count):
        because = ", ".join(movies[other].title for other, share in prediction.reasons if share > 0)
        print(f"  {prediction.stars:.1f}  {describe(movies[prediction.movie])}" + (f"  <- {because}" if because else ""))


def command_serve(args: argparse.Namespace) -> None:
    from .web import serve

    movies, ratings = load_movies(), load_ratings()
    serve(args.port, Recommender(movies, ratings), json.loads(EVALUATION.read_text(encoding="utf-8")))


def main() -> None:
    parser = argparse.ArgumentParser(prog="recommender", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    test = commands.add_parser("evaluate", help="compare five methods on held-back ratings")
    test.add_argument("--rounds", type=int, default=5)
    test.set_defaults(run=command_evaluate)

    similar = commands.add_parser("similar", help="films like another film")
    similar.add_argument("title")
    similar.add_argument("--count", type=int, default=8)
    similar.set_defaults(run=command_similar)

    recommend = commands.add_parser("recommend", help="films for a viewer, or for films you like")
    who = recommend.add_mutually_exclusive_group(required=True)
    who.add_argument("--user", type=int, help="number of a viewer in ratings.csv")
    who.add_argument("--like", action="append", metavar="TITLE", help="a film you like (repeat for more)")
    recommend.add_argument("--count", type=int, default=10)
    recommend.set_defaults(run=command_recommend)

    serve = commands.add_parser("serve", help="rate films in the browser")
    serve.add_argument("--port", type=int, default=8000)
    serve.set_defaults(run=command_serve)

    args = parser.parse_args()
    try:
        args.run(args)
    except FileNotFoundError as error:
        sys.exit(f"{error.filename} is missing. Run: python -m recommender evaluate")
    except ValueError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
