"""A small web page to try the classifier, served by the standard library."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from .logistic import sigmoid
from .text import terms_of, tokenise
from .training import Model

PAGES = Path(__file__).parent / "web"
FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/style.css": ("style.css", "text/css; charset=utf-8"),
    "/app.js": ("app.js", "text/javascript; charset=utf-8"),
}
LARGEST_MAIL = 200_000  # bytes


def explain(model: Model, subject: str, body: str) -> dict:
    """The verdict of one model, with the terms and the places that led to it."""
    terms = terms_of(subject, body)
    contributions = model.contributions(terms)
    counts = Counter(terms)
    tokens = tokenise(body)
    strongest = sorted(contributions.items(), key=lambda item: -abs(item[1]))[:14]
    return {
        "name": model.name,
        "probability": sigmoid(model.score(terms)),
        "known": len(contributions),
        "terms": [[term, round(weight, 3)] for term, weight in strongest],
        "marks": [
            [token.start, token.end, round(contributions[token.term] / counts[token.term], 3)]
            for token in tokens
            if token.term in contributions and token.term != "<caps>"
        ],
    }


def serve(port: int, models: Sequence[Model], evaluation: list[dict]) -> None:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/api/evaluation":
                self._json(evaluation)
            elif self.path in FILES:
                name, content_type = FILES[self.path]
                self._reply(HTTPStatus.OK, (PAGES / name).read_bytes(), content_type)
            else:
                self._json({"error": "Not found"}, HTTPStatus.NOT_FOUND)

        def do_POST(self) -> None:
            if self.path != "/api/classify":
                self._json({"error": "Not found"}, HTTPStatus.NOT_FOUND)
                return
            try:
                length = int(self.headers.get("Content-Length", ""))
                if not 0 <= length <= LARGEST_MAIL:
                    raise ValueError("The mail is too long.")
                mail = json.loads(self.rfile.read(length))
                subject, body = mail["subject"], mail["body"]
                if not (isinstance(subject, str) and isinstance(body, str)):
                    raise TypeError
            except (KeyError, TypeError, ValueError):
                self._json({"error": "Send JSON with a subject and a body."}, HTTPStatus.BAD_REQUEST)
                return
            self._json([explain(model, subject, body) for model in models])

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
