"""Runs queries through psql, so that no database driver has to be installed.

The connection is chosen with the usual variables: PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE.
"""
import json
import os
import subprocess


class DatabaseError(Exception):
    pass


def query(sql: str, **params: object) -> list[dict]:
    """Returns the rows of a SELECT as dictionaries.

    Parameters are written :'name' in the SQL. psql quotes them itself, so they cannot change the query.
    """
    command = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"]
    for name, value in params.items():
        command += ["-v", f"{name}={value}"]
    script = f"SET search_path TO results;\nSELECT coalesce(json_agg(t), '[]') FROM (\n{sql}\n) t;\n"
    environment = {**os.environ, "PGDATABASE": os.environ.get("PGDATABASE", "college"), "PGCLIENTENCODING": "UTF8"}
    try:
        done = subprocess.run(command, input=script, env=environment, capture_output=True, encoding="utf-8", timeout=15)
    except FileNotFoundError:
        raise DatabaseError("psql was not found. Add PostgreSQL's bin folder to PATH.") from None
    except subprocess.TimeoutExpired:
        raise DatabaseError("The database did not answer within 15 seconds.") from None
    if done.returncode != 0:
        raise DatabaseError(done.stderr.strip())
    return json.loads(done.stdout)


def one(sql: str, **params: object) -> dict | None:
    rows = query(sql, **params)
    return rows[0] if rows else None
