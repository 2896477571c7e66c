"""A small web viewer for the result database:  python viewer/app.py [port]"""
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pages
from db import DatabaseError

STYLE = (Path(__file__).parent / "style.css").read_bytes()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        url = urlsplit(self.path)
        args = {name: values[0].strip() for name, values in parse_qs(url.query).items()}
        if url.path == "/style.css":
            return self.send(200, STYLE, "text/css")
        try:
            status, html = self.page(url.path, args)
        except DatabaseError as error:
            status, html = 503, pages.message("The database did not answer", str(error))
        self.send(status, html.encode(), "text/html")

    def page(self, path: str, args: dict[str, str]) -> tuple[int, str]:
        html = None
        if path == "/":
            html = pages.students(args.get("dept", ""), args.get("q", ""))
        elif path == "/subjects":
            html = pages.subjects()
        elif path == "/student":
            html = pages.student(args.get("roll", ""))
        return (200, html) if html else (404, pages.message("Not found", "There is no such page or student."))

    def send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    print(f"Result viewer on http://localhost:{port} (Ctrl+C to stop)")
    try:
        ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
    except KeyboardInterrupt:
        pass
