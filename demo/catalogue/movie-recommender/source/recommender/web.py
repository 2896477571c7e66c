"""A page to rate films and get recommendations, served by the standard library."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from .model import Prediction, Recommender

PAGES = Path(__file__).parent / "web"
FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/style.css": ("style.css", "text/css; charset=utf-8"),
    "/app.js": ("app.js", "text/javascript; charset=utf-8"),
    "/poster.js": ("poster.js", "text/javascript; charset=utf-8"),
}
LARGEST_REQUEST = 50_000  # bytes


def parse_request(body: bytes, model: Recommender) -> tuple[dict[int, float], float | None]:
    """The ratings and the blend of a request. Raises ValueError when they make no sense."""
    try:
        data = json.loads(body)
        rated = {int(movie): float(stars) for movie, stars in data["ratings"].items()}
        weight = None if data.get("weight") is None else float(data["weight"])
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError("Send JSON with ratings and a weight.") from error
    if not all(movie in model.movies and 0.5 <= stars <= 5 for movie, stars in rated.items()):
        raise ValueError("Unknown film, or stars outside 0.5 to 5.")
    if weight is not None and not 0 <= weight <= 1:
        raise ValueError("The weight must be between 0 and 1.")
    return rated, weight


def as_json(prediction: Prediction) -> dict:
    return {
        "movie": prediction.movie,
        "stars": round(prediction.stars, 2),
        "expected": round(prediction.expected, 2),
        "reasons": [[movie, round(share, 3)] for movie, share in prediction.reasons],
    }


def serve(port: int, model: Recommender, evaluation: dict) -> None:
    movies = [asdict(movie) | {"count": model.counts[movie.id]} for movie in model.movies.values()]

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            similar = re.fullmatch(r"/api/similar/(\d{1,6})", self.path)
            if self.path in FILES:
                name, content_type = FILES[self.path]
                self._reply(HTTPStatus.OK, (PAGES / name).read_bytes(), content_type)
            elif self.path == "/api/movies":
                self._json(movies)
            elif self.path == "/api/evaluation":
                self._json(evaluation)
            elif similar and int(similar.group(1)) in model.movies:
                self._json(model.similar(int(similar.group(1)), 5))
            else:
                self._json({"error": "Not found"}, HTTPStatus.NOT_FOUND)

        def do_POST(self) -> None:
            if self.path != "/api/recommend":
                self._json({"error": "Not found"}, HTTPStatus.NOT_FOUND)
                return
            try:
                length = int(self.headers.get("Content-Length", ""))
                if not 0 <= length <= LARGEST_REQUEST:
                    raise ValueError("The request is too long.")
                rated, weight = parse_request(self.rfile.read(length), model)
            except ValueError as error:
                self._json({"error": str(error)}, HTTPStatus.BAD_REQUEST)
                return
            self._json([as_json(prediction) for prediction in model.recommend(rated, len(movies), weight)])

        def _json(self, data: object, status: HTTPStatus = HTTPStatus.OK) -> None:
            self._reply(status, json.dumps(data).encode(), "application/json")

        def _reply(self, status: HTTPStatus, content: bytes, content_type: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None:
            """Keep the terminal quiet."""

    # Only this computer can reach the page.
    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        print(f"Open http://localhost:{port} (Ctrl+C stops the server)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
