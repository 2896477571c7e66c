"""Passwords and sessions."""

import hashlib
import hmac
import secrets
from datetime import timedelta

SESSION_DAYS = 7


def hash_password(password):
    salt = secrets.token_hex(16)
    return f"{salt}${_scrypt(password, salt)}"


def password_matches(password, stored):
    salt, expected = stored.split("$")
    return hmac.compare_digest(_scrypt(password, salt), expected)


def _scrypt(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt.encode(), n=2**13, r=8, p=1).hex()


NOBODY = hash_password(secrets.token_hex(8))


def sign_in(db, roll, password, now):
    """Returns a new session token, or None. An unknown roll number takes just as long to refuse."""
    person = db.execute("SELECT * FROM people WHERE roll = ?", (roll.upper(),)).fetchone()
    if not password_matches(password, person["password_hash"] if person else NOBODY) or not person:
        return None
    token = secrets.token_hex(32)
    db.execute("DELETE FROM sessions WHERE expires < ?", (now.isoformat(),))
    db.execute(
        "INSERT INTO sessions VALUES (?, ?, ?, ?)",
        (_fingerprint(token), person["id"], secrets.token_hex(16), (now + timedelta(days=SESSION_DAYS)).isoformat()),
    )
    return token


def sign_out(db, token):
    db.execute("DELETE FROM sessions WHERE token_hash = ?", (_fingerprint(token),))


def find_session(db, token, now):
    """The signed-in person together with the CSRF token of the session."""
    return db.execute(
        """SELECT people.id, people.roll, people.name, people.role, sessions.csrf
           FROM sessions JOIN people ON people.id = sessions.person_id
           WHERE sessions.token_hash = ? AND sessions.expires > ?""",
        (_fingerprint(token), now.isoformat()),
    ).fetchone()


def cookie(token):
    age = SESSION_DAYS * 86400 if token else 0
    return ("Set-Cookie", f"mess={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}")


def _fingerprint(token):
    return hashlib.sha256(token.encode()).hexdigest()
