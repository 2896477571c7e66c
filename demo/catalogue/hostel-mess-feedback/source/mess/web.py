"""The small part of a web framework that this portal needs."""

import html
import mimetypes
import re
from http import HTTPStatus
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import parse_qs

STATIC = Path(__file__).parent.parent / "static"
TEMPLATES = Path(__file__).parent / "templates"
MAX_FORM = 64 * 1024


class Html(str):
    """Text that is already safe HTML. Its format() escapes everything that is not."""

    def format(self, *args, **values):
        return Html(super().format(*map(esc, args), **{name: esc(value) for name, value in values.items()}))


def esc(value):
    if isinstance(value, Html):
        return value
    if value is None:
        return Html("")
    if isinstance(value, (list, tuple)):
        return Html("".join(map(esc, value)))
    return Html(html.escape(str(value)))


def template(file, /, **values):
    """Fills templates/<file>.html. Templates have {placeholders} only; loops stay in Python."""
    return Html((TEMPLATES / f"{file}.html").read_text(encoding="utf-8")).format(**values)


class HttpError(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Request:
    def __init__(self, environ):
        self.method = environ["REQUEST_METHOD"]
        self.path = environ.get("PATH_INFO") or "/"
        self.query = self._pairs(environ.get("QUERY_STRING", ""))
        cookie = SimpleCookie(environ.get("HTTP_COOKIE", ""))
        self.token = cookie["mess"].value if "mess" in cookie else ""
        self.form = self._read_form(environ) if self.method == "POST" else {}
        self.person = None
        self.csrf = ""

    @staticmethod
    def _pairs(text):
        return {name: values[-1].strip() for name, values in parse_qs(text, keep_blank_values=True).items()}

    def _read_form(self, environ):
        try:
            length = int(environ.get("CONTENT_LENGTH") or 0)
        except ValueError:
            length = 0
        if length > MAX_FORM:
            raise HttpError(413, "The form is too large.")
        return self._pairs(environ["wsgi.input"].read(length).decode("utf-8", "replace"))


class Response:
    def __init__(self, body="", status=200, headers=(), content_type="text/html; charset=utf-8"):
        self.body = body.encode() if isinstance(body, str) else body
        self.status = status
        self.headers = [
            ("Content-Type", content_type),
            ("Content-Length", str(len(self.body))),
            ("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'"),
            ("X-Content-Type-Options", "nosniff"),
            *headers,
        ]

    def send(self, start_response):
        start_response(f"{self.status} {HTTPStatus(self.status).phrase}", self.headers)
        return [self.body]


def redirect(location, *headers):
    return Response(status=303, headers=[("Location", location), *headers])


def static_file(path):
    file = (STATIC / path.removeprefix("/static/")).resolve()
    if not file.is_relative_to(STATIC.resolve()) or not file.is_file():
        raise HttpError(404, "There is no such file.")
    kind = "font/woff2" if file.suffix == ".woff2" else mimetypes.guess_type(file.name)[0]
    return Response(file.read_bytes(), content_type=kind or "application/octet-stream", headers=[("Cache-Control", "max-age=300")])


class Router:
    """Collects handlers with a decorator:  @router("POST", "/rate/<id>")"""

    def __init__(self):
        self.routes = []

    def __call__(self, method, path, role="student"):
        pattern = re.compile(re.sub(r"<(\w+)>", r"(?P<\1>[0-9]+)", path) + "$")

        def register(handler):
            self.routes.append((method, pattern, role, handler))
            return handler

        return register

    def find(self, method, path):
        for wanted, pattern, role, handler in self.routes:
            match = pattern.match(path)
            if wanted == method and match:
                return handler, role, {name: int(value) for name, value in match.groupdict().items()}
        raise HttpError(404, "There is no page at this address.")
