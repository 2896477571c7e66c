"""python3 -m unittest    (no packages needed)"""

import io
import re
import tempfile
import unittest
from datetime import date, datetime
from pathlib import Path
from urllib.parse import urlencode

from mess import feedback, stats
from mess.app import create_app
from mess.db import connect, create_tables
from mess.menu import is_open_for_rating, meals_to_rate, monday_of, parse_week, save_week, week_menu
from mess.seed import fill
from mess.web import Html, HttpError

SUNDAY_EVENING = datetime(2026, 11, 15, 20, 30)


class Browser:
    """Calls the WSGI application directly and keeps the cookie, like a browser would."""

    def __init__(self, app):
        self.app, self.cookie, self.page = app, "", ""

    def send(self, method, path, form=None):
        path, _, query = path.partition("?")
        body = urlencode(form or {}).encode()
        environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "HTTP_COOKIE": self.cookie,
                   "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)}
        seen = {}

        def start_response(status, headers):
            seen["status"], seen["headers"] = int(status.split()[0]), dict(headers)

        self.page = b"".join(self.app(environ, start_response)).decode("utf-8", "replace")
        self.cookie = seen["headers"].get("Set-Cookie", self.cookie).split(";")[0]
        return seen["status"]

    def get(self, path):
        return self.send("GET", path)

    def post(self, path, **form):
        token = re.search(r'name="csrf" value="(\w+)"', self.page)
        return self.send("POST", path, {"csrf": token.group(1) if token else "", **form})

    def sign_in(self, roll, password):
        return self.send("POST", "/login", {"roll": roll, "password": password})


class MessTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = str(Path(folder.name) / "test.sqlite3")
        with connect(self.path) as db:
            create_tables(db)
            fill(db, SUNDAY_EVENING)

    def browser(self, roll=None, password="khana123", now=SUNDAY_EVENING):
        browser = Browser(create_app(self.path, clock=lambda: now))
        if roll:
            self.assertEqual(browser.sign_in(roll, password), 303)
        return browser

    def meal_id(self, day, meal):
        with connect(self.path) as db:
            return db.execute("SELECT id FROM menu WHERE day = ? AND meal = ?", (day, meal)).fetchone()["id"]

    def test_weeks_start_on_monday(self):
        self.assertEqual(monday_of(date(2026, 11, 15)), date(2026, 11, 9))
        self.assertEqual(parse_week("nonsense", date(2026, 11, 15)), date(2026, 11, 9))

    def test_rating_is_open_from_the_meal_until_the_next_night(self):
        day = date(2026, 11, 14)
        self.assertFalse(is_open_for_rating(day, "Dinner", datetime(2026, 11, 14, 19, 29)))
        self.assertTrue(is_open_for_rating(day, "Dinner", datetime(2026, 11, 14, 19, 30)))
        self.assertTrue(is_open_for_rating(day, "Breakfast", datetime(2026, 11, 15, 23, 59)))
        self.assertFalse(is_open_for_rating(day, "Breakfast", datetime(2026, 11, 16, 0, 0)))

    def test_rating_twice_replaces_the_first(self):
        menu_id = self.meal_id("2026-11-15", "Lunch")
        with connect(self.path) as db:
            before = db.execute("SELECT COUNT(*) FROM ratings").fetchone()[0]
            feedback.rate(db, 3, menu_id, "2", "Too salty", SUNDAY_EVENING)
            feedback.rate(db, 3, menu_id, "4", "Too salty", SUNDAY_EVENING)
            row = db.execute("SELECT * FROM ratings WHERE person_id = 3").fetchone()
            self.assertEqual((row["score"], row["state"]), (4, "waiting"))
            self.assertEqual(db.execute("SELECT COUNT(*) FROM ratings").fetchone()[0], before + 1)

    def test_a_changed_comment_must_be_read_again(self):
        menu_id = self.meal_id("2026-11-15", "Lunch")
        with connect(self.path) as db:
            feedback.rate(db, 3, menu_id, "4", "Good", SUNDAY_EVENING)
            rating = db.execute("SELECT id FROM ratings WHERE person_id = 3").fetchone()["id"]
            feedback.decide(db, rating, "shown", "Thanks")
            feedback.rate(db, 3, menu_id, "5", "Good", SUNDAY_EVENING)
            self.assertEqual(db.execute("SELECT reply FROM ratings WHERE id = ?", (rating,)).fetchone()["reply"], "Thanks")
            feedback.rate(db, 3, menu_id, "5", "Something rude", SUNDAY_EVENING)
            row = db.execute("SELECT state, reply FROM ratings WHERE id = ?", (rating,)).fetchone()
            self.assertEqual((row["state"], row["reply"]), ("waiting", ""))

    def test_old_meals_and_odd_scores_are_refused(self):
        with connect(self.path) as db:
            for day, score in (("2026-11-10", "5"), ("2026-11-15", "6"), ("2026-11-15", "")):
                with self.assertRaises(HttpError):
                    feedback.rate(db, 3, self.meal_id(day, "Lunch"), score, "", SUNDAY_EVENING)

    def test_a_rated_meal_survives_an_emptied_menu(self):
        with connect(self.path) as db:
            save_week(db, date(2026, 11, 9), {})
            self.assertTrue(all(row["votes"] for row in week_menu(db, date(2026, 11, 9)).values()))
            save_week(db, date(2026, 11, 16), {"2026-11-16-Lunch": " Rajma ,, Rice "})
            self.assertEqual([row["dishes"] for row in week_menu(db, date(2026, 11, 16)).values()], ["Rajma, Rice"])

    def test_statistics(self):
        with connect(self.path) as db:
            names = [name for name, _, _ in stats.dishes(db, date(2026, 11, 9))]
            self.assertLess(names.index("Masala dosa"), names.index("Lauki chana dal"))
            _, lines = stats.trend(db, date(2026, 11, 9))
            self.assertTrue(all(1 <= value <= 5 for values in lines.values() for value in values))
            self.assertEqual(len(meals_to_rate(db, 3, SUNDAY_EVENING)), 8)

    def test_escaping(self):
        self.assertEqual(Html("<p>{}</p>").format("<b>"), "<p>&lt;b&gt;</p>")
        self.assertEqual(Html("<p>{}</p>").format([Html("<i>"), "&"]), "<p><i>&amp;</p>")

    def test_pages_need_a_sign_in_and_the_right_role(self):
        browser = self.browser()
        self.assertEqual(browser.get("/"), 303)
        self.assertEqual(browser.sign_in("22CS001", "wrong"), 200)
        self.assertIn("not correct", browser.page)
        student = self.browser("22cs001")
        for path in ("/", "/rate", "/comments", "/comments?meal=Lunch", "/numbers", "/?week=2020-01-01", "/numbers?week=2020-01-01"):
            self.assertEqual(student.get(path), 200, path)
        for path in ("/moderate", "/edit-menu"):
            self.assertEqual(student.get(path), 403, path)

    def test_forms_need_their_token(self):
        browser = self.browser("22CS001")
        self.assertEqual(browser.send("POST", f"/rate/{self.meal_id('2026-11-15', 'Lunch')}", {"score": "5"}), 403)

    def test_a_comment_travels_from_student_to_board(self):
        student = self.browser("22CS001")
        student.get("/rate")
        self.assertEqual(student.post(f"/rate/{self.meal_id('2026-11-15', 'Dinner')}", score="4", comment="More <kadhi> please"), 303)
        student.get("/comments")
        self.assertNotIn("kadhi&gt;", student.page)

        committee = self.browser("COM01", "mess1234")
        committee.get("/moderate")
        self.assertIn("More &lt;kadhi&gt; please", committee.page)
        with connect(self.path) as db:
            rating = db.execute("SELECT id FROM ratings WHERE comment LIKE 'More%'").fetchone()["id"]
        self.assertEqual(committee.post(f"/moderate/{rating}", state="shown", reply="Sure"), 303)
        student.get("/comments")
        self.assertIn("More &lt;kadhi&gt; please", student.page)
        self.assertNotIn("Aarav", student.page.split("</header>", 1)[1])

    def test_committee_edits_the_menu(self):
        committee = self.browser("COM01", "mess1234")
        committee.get("/edit-menu?week=2026-11-23&copy=1")
        self.assertIn("Masala dosa", committee.page)
        self.assertEqual(committee.post("/edit-menu", week="2026-11-23", **{"2026-11-23-Dinner": "Malai kofta, Naan"}), 303)
        committee.get("/?week=2026-11-23")
        self.assertIn("Malai kofta", committee.page)

    def test_files_outside_static_stay_private(self):
        browser = self.browser()
        self.assertEqual(browser.get("/static/style.css"), 200)
        self.assertEqual(browser.get("/static/../mess/db.py"), 404)


if __name__ == "__main__":
    unittest.main()
