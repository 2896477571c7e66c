"""Opening the SQLite database."""

import sqlite3
from contextlib import contextmanager
from pathlib import Path

SCHEMA = Path(__file__).with_name("schema.sql")


@contextmanager
def connect(path):
    """A connection for one request: saved when all went well, undone when something failed."""
    db = sqlite3.connect(path, timeout=5)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA foreign_keys = ON")
    try:
        yield db
        db.commit()
    except BaseException:
        db.rollback()
        raise
    finally:
        db.close()


def create_tables(db):
    db.executescript(SCHEMA.read_text(encoding="utf-8"))
