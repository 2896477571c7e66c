"""Starts the portal:  python3 run.py"""

import argparse
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from mess.app import create_app
from mess.db import connect, create_tables
from mess.seed import fill


class Server(ThreadingMixIn, WSGIServer):
    """One thread for each request, so a slow phone does not block the queue."""

    daemon_threads = True


class QuietHandler(WSGIRequestHandler):
    def log_message(self, format, *args):
        pass


def main():
    options = argparse.ArgumentParser(description="Hostel mess feedback portal")
    options.add_argument("--port", type=int, default=8000)
    options.add_argument("--database", default="mess.sqlite3")
    options.add_argument("--empty", action="store_true", help="do not add sample data to a new database")
    chosen = options.parse_args()

    is_new = not Path(chosen.database).exists()
    with connect(chosen.database) as db:
        create_tables(db)
        if is_new and not chosen.empty:
            fill(db)
            print("Sample data was added.")

    with make_server("", chosen.port, create_app(chosen.database), Server, QuietHandler) as server:
        print(f"The mess portal is open at http://localhost:{chosen.port}  (Ctrl+C to stop)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("Closed.")


if __name__ == "__main__":
    main()
