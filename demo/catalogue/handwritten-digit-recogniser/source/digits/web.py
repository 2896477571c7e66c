"""A page to draw digits on, served by the standard library."""

from __future__ import annotations

import json
import re
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np

from .layers import ReLU, softmax
from .network import Network
from .preprocess import normalise
from .synth import DigitGenerator

PAGES = Path(__file__).parent / "web"
FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/style.css": ("style.css", "text/css; charset=utf-8"),
    "/app.js": ("app.js", "text/javascript; charset=utf-8"),
}
DRAWING = 84  # the page sends 84 by 84 bytes


def to_bytes(maps: np.ndarray) -> list:
    """Values scaled to 0..255 for the page, brightest of the whole layer first."""
    return np.round(255 * maps / max(float(maps.max()), 1e-6)).astype(int).tolist()


def recognise(network: Network, drawing: np.ndarray) -> dict | None:
    """Everything the page shows about one drawing, or None if it is empty."""
    image = normalise(drawing)
    if image is None:
        return None
    outputs = network.activations(image)
    maps = [out for layer, out in zip(network.layers, outputs) if isinstance(layer, ReLU) and out.ndim == 3]
    return {
        "image": to_bytes(image),
        "probabilities": [round(float(p), 4) for p in softmax(outputs[-1][None])[0]],
        "maps": [to_bytes(layer) for layer in maps],
    }


def serve(port: int, network: Network, evaluation: dict) -> None:
    examples = DigitGenerator(seed=None)
    lock = threading.Lock()  # layers remember their last input, so one request at a time

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            example = re.fullmatch(r"/api/example/(\d)", self.path)
            if self.path in FILES:
                name, content_type = FILES[self.path]
                self._reply(HTTPStatus.OK, (PAGES / name).read_bytes(), content_type)
            elif self.path == "/api/evaluation":
                self._json(evaluation)
            elif example:
                with lock:
                    strokes = examples.strokes(int(example.group(1)))
                self._json([np.round(points, 2).tolist() for points in strokes])
            else:
                self._json({"error": "Not found"}, HTTPStatus.NOT_FOUND)

        def do_POST(self) -> None:
            if self.path != "/api/recognise":
                self._json({"error": "Not found"}, HTTPStatus.NOT_FOUND)
                return
            if self.headers.get("Content-Length") != str(DRAWING * DRAWING):
                self._json({"error": f"Send {DRAWING} by {DRAWING} bytes."}, HTTPStatus.BAD_REQUEST)
                return
            pixels = np.frombuffer(self.rfile.read(DRAWING * DRAWING), dtype=np.uint8)
            with lock:
                result = recognise(network, pixels.reshape(DRAWING, DRAWING).astype(np.float32) / 255)
            self._json(result)

        def _json(self, data: object, status: HTTPStatus = HTTPStatus.OK) -> None:
            self._reply(status, json.dumps(data, separators=(",", ":")).encode(), "application/json")

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
