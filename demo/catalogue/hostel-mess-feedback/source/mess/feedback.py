"""Ratings, comments and their moderation."""

from datetime import date

from .menu import is_open_for_rating
from .web import HttpError

COMMENT_LENGTH = 300

COMMENT_ROWS = """SELECT ratings.*, menu.day, menu.meal, menu.dishes, people.name, people.roll FROM ratings
    JOIN menu ON menu.id = ratings.menu_id JOIN people ON people.id = ratings.person_id """


def rate(db, person_id, menu_id, score, comment, now):
    """Saves one rating. Rating the same meal again replaces the first one."""
    meal = db.execute("SELECT * FROM menu WHERE id = ?", (menu_id,)).fetchone()
    if not meal:
        raise HttpError(404, "That meal is not on the menu.")
    if not is_open_for_rating(date.fromisoformat(meal["day"]), meal["meal"], now):
        raise HttpError(422, "This meal cannot be rated now. Ratings are open on the day of the meal and on the next day.")
    if score not in ("1", "2", "3", "4", "5"):
        raise HttpError(422, "Please choose between one and five katoris.")
    comment = comment[:COMMENT_LENGTH]
    # A changed comment has to be read again; an unchanged one keeps its place and reply.
    db.execute(
        """INSERT INTO ratings (menu_id, person_id, score, comment, state, created_at) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (menu_id, person_id) DO UPDATE SET score = excluded.score,
               state = CASE WHEN comment = excluded.comment THEN state ELSE excluded.state END,
               reply = CASE WHEN comment = excluded.comment THEN reply ELSE '' END,
               comment = excluded.comment""",
        (menu_id, person_id, int(score), comment, "waiting" if comment else "none", now.isoformat(timespec="seconds")),
    )


def shown_comments(db, meal=""):
    where, values = ("AND menu.meal = ?", [meal]) if meal else ("", [])
    return db.execute(f"{COMMENT_ROWS} WHERE ratings.state = 'shown' {where} ORDER BY ratings.created_at DESC LIMIT 60", values).fetchall()


def comments_in_state(db, state):
    return db.execute(f"{COMMENT_ROWS} WHERE ratings.state = ? ORDER BY ratings.created_at DESC LIMIT 60", (state,)).fetchall()


def count_waiting(db):
    return db.execute("SELECT COUNT(*) FROM ratings WHERE state = 'waiting'").fetchone()[0]


def decide(db, rating_id, state, reply):
    if state not in ("shown", "hidden"):
        raise HttpError(422, "A comment can be shown or hidden.")
    changed = db.execute(
        "UPDATE ratings SET state = ?, reply = ? WHERE id = ? AND state <> 'none'",
        (state, reply[:COMMENT_LENGTH] if state == "shown" else "", rating_id),
    )
    if changed.rowcount == 0:
        raise HttpError(404, "That comment does not exist any more.")
