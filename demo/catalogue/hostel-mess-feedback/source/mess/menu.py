"""The menu of the week and when a meal can be rated."""

from datetime import date, datetime, time, timedelta

MEALS = {"Breakfast": time(7, 30), "Lunch": time(12, 30), "Snacks": time(17, 0), "Dinner": time(19, 30)}
RATING_DAYS = 2  # a meal can be rated on its own day and on the next


def monday_of(day):
    return day - timedelta(days=day.weekday())


def week_days(monday):
    return [monday + timedelta(days=i) for i in range(7)]


def parse_week(text, today):
    """The Monday of the week named in the address, or of this week when it makes no sense."""
    try:
        return monday_of(date.fromisoformat(text))
    except (ValueError, OverflowError):
        return monday_of(today)


def week_menu(db, monday):
    """{(day, meal): row} with the average score and the number of ratings."""
    rows = db.execute(
        """SELECT menu.*, AVG(ratings.score) AS average, COUNT(ratings.id) AS votes
           FROM menu LEFT JOIN ratings ON ratings.menu_id = menu.id
           WHERE menu.day BETWEEN ? AND ? GROUP BY menu.id""",
        (monday.isoformat(), (monday + timedelta(days=6)).isoformat()),
    )
    return {(date.fromisoformat(row["day"]), row["meal"]): row for row in rows}


def save_week(db, monday, form):
    """Stores what was typed. An emptied meal is removed only while nobody has rated it."""
    for day in week_days(monday):
        for meal in MEALS:
            dishes = ", ".join(part.strip() for part in form.get(f"{day}-{meal}", "").split(",") if part.strip())[:160]
            if dishes:
                db.execute(
                    "INSERT INTO menu (day, meal, dishes) VALUES (?, ?, ?) ON CONFLICT (day, meal) DO UPDATE SET dishes = excluded.dishes",
                    (day.isoformat(), meal, dishes),
                )
            else:
                db.execute(
                    "DELETE FROM menu WHERE day = ? AND meal = ? AND id NOT IN (SELECT menu_id FROM ratings)",
                    (day.isoformat(), meal),
                )


def is_open_for_rating(day, meal, now):
    return datetime.combine(day, MEALS[meal]) <= now < datetime.combine(day + timedelta(days=RATING_DAYS), time())


def meals_to_rate(db, person_id, now):
    """Meals this person can rate now, newest first, with the rating already given."""
    first = (now.date() - timedelta(days=RATING_DAYS - 1)).isoformat()
    rows = db.execute(
        """SELECT menu.*, ratings.score, ratings.comment, ratings.state FROM menu
           LEFT JOIN ratings ON ratings.menu_id = menu.id AND ratings.person_id = ?
           WHERE menu.day BETWEEN ? AND ?""",
        (person_id, first, now.date().isoformat()),
    ).fetchall()
    order = list(MEALS)
    served = [row for row in rows if is_open_for_rating(date.fromisoformat(row["day"]), row["meal"], now)]
    return sorted(served, key=lambda row: (row["day"], order.index(row["meal"])), reverse=True)
