"""Numbers for the page "Week in numbers"."""

from collections import defaultdict
from datetime import timedelta

from .menu import MEALS


def trend(db, monday, weeks=6):
    """Average score of each meal for the last weeks: {meal: [value or None, ...]}, oldest first."""
    mondays = [monday - timedelta(weeks=weeks - 1 - i) for i in range(weeks)]
    lines = {meal: [] for meal in MEALS}
    for start in mondays:
        rows = dict(
            db.execute(
                """SELECT menu.meal, AVG(ratings.score) FROM ratings JOIN menu ON menu.id = ratings.menu_id
                   WHERE menu.day BETWEEN ? AND ? GROUP BY menu.meal""",
                (start.isoformat(), (start + timedelta(days=6)).isoformat()),
            ).fetchall()
        )
        for meal in MEALS:
            lines[meal].append(rows.get(meal))
    return mondays, lines


def week_summary(db, monday):
    """Average, number of ratings and number of people in one week."""
    return db.execute(
        """SELECT AVG(ratings.score) AS average, COUNT(*) AS votes, COUNT(DISTINCT ratings.person_id) AS people
           FROM ratings JOIN menu ON menu.id = ratings.menu_id WHERE menu.day BETWEEN ? AND ?""",
        (monday.isoformat(), (monday + timedelta(days=6)).isoformat()),
    ).fetchone()


def dishes(db, monday, weeks=6, least_votes=8):
    """[(dish, average, votes)], best first. A meal's score counts for every dish in it."""
    rows = db.execute(
        """SELECT menu.dishes, ratings.score FROM ratings JOIN menu ON menu.id = ratings.menu_id
           WHERE menu.day BETWEEN ? AND ?""",
        ((monday - timedelta(weeks=weeks - 1)).isoformat(), (monday + timedelta(days=6)).isoformat()),
    )
    scores = defaultdict(list)
    for row in rows:
        for dish in row["dishes"].split(", "):
            scores[dish].append(row["score"])
    table = [(dish, sum(values) / len(values), len(values)) for dish, values in scores.items() if len(values) >= least_votes]
    return sorted(table, key=lambda entry: -entry[1])
