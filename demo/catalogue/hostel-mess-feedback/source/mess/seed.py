"""Sample data: a hostel with 46 students and six weeks of ratings up to now."""

import random
from datetime import datetime, timedelta

from .auth import hash_password
from .menu import MEALS, is_open_for_rating, monday_of

COMMITTEE = [("COM01", "Mrs. Kulkarni", "mess1234"), ("COM02", "Nitin Deshpande", "mess1234")]
FIRST = ["Aarav", "Bhavna", "Chirag", "Divya", "Eshan", "Farhan", "Gauri", "Harsh", "Ishita", "Jatin", "Kavya", "Lokesh", "Meenal", "Nikhil", "Ojas", "Priya", "Qasim", "Ritu", "Sahil", "Tanvi", "Uday", "Vaishnavi", "Yash"]
LAST = ["Patil", "Sharma", "Iyer", "Khan", "Reddy", "Das", "Joshi", "Singh", "Nair", "Gupta"]

DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]  # as SQLite counts them

# Monday to Sunday, in the order breakfast, lunch, snacks, dinner.
WEEK = [
    ["Poha, Boiled egg, Chai", "Rajma, Jeera rice, Roti, Salad", "Samosa, Chai", "Aloo gobi, Dal tadka, Roti, Kheer"],
    ["Idli, Sambar, Coconut chutney", "Chole, Bhature, Onion salad", "Bread pakora, Chai", "Lauki chana dal, Rice, Roti"],
    ["Aloo paratha, Curd, Pickle", "Kadhi pakora, Rice, Roti, Papad", "Bhel puri, Lemon tea", "Egg curry, Paneer bhurji, Roti, Rice"],
    ["Upma, Banana, Milk", "Veg pulao, Raita, Papad", "Vada pav, Chai", "Bhindi masala, Dal fry, Roti, Gulab jamun"],
    ["Masala dosa, Sambar", "Sambar rice, Beans poriyal, Curd", "Biscuits, Coffee", "Mix veg, Moong dal, Roti, Rice"],
    ["Chole kulche, Lassi", "Pav bhaji, Buttermilk", "Maggi, Chai", "Veg biryani, Chicken curry, Raita"],
    ["Puri bhaji, Jalebi", "Paneer butter masala, Naan, Pulao", "Fruit chaat, Juice", "Khichdi, Kadhi, Papad"],
]
LIKED = {"Masala dosa": 1.1, "Paneer butter masala": 1.2, "Chole": 0.7, "Pav bhaji": 0.9, "Vada pav": 0.8, "Gulab jamun": 0.6, "Veg biryani": 0.9, "Egg curry": 0.5, "Rajma": 0.6,
         "Lauki chana dal": -1.2, "Upma": -0.9, "Mix veg": -0.7, "Biscuits": -0.9, "Khichdi": -0.5, "Sambar rice": -0.4, "Poha": 0.1, "Aloo paratha": 0.6, "Bread pakora": -0.2}

# (day, meal, score, comment, state, reply)
COMMENTS = [
    ("Sunday", "Lunch", 5, "Paneer was soft and the naan was hot till the last batch. Thank you to the kitchen team.", "waiting", ""),
    ("Sunday", "Breakfast", 2, "Puri was soaked in oil today. Please drain it before serving.", "waiting", ""),
    ("Sunday", "Lunch", 3, "Good food, but the queue took 25 minutes. One more counter on Sundays would help.", "waiting", ""),
    ("Sunday", "Snacks", 1, "The fellow at the tea counter is useless.", "waiting", ""),
    ("Saturday", "Dinner", 5, "Best biryani of the month. Raita was fresh too.", "shown", ""),
    ("Saturday", "Lunch", 4, "Pav bhaji is great, can we have extra pav for hockey players after practice?", "shown", "Yes, from Monday. Tell the counter that you come from practice."),
    ("Friday", "Dinner", 2, "Mix veg had only potato and carrot, third week in a row.", "shown", "You are right. The vendor has been changed and beans and peas are back from this week."),
    ("Friday", "Breakfast", 5, "Masala dosa straight from the tawa. Worth waking up for.", "shown", ""),
    ("Thursday", "Lunch", 3, "Pulao was fine, raita was watery.", "shown", "Curd was short on Thursday. Sorry, it will not repeat."),
    ("Thursday", "Snacks", 5, "Vada pav with the dry garlic chutney is perfect.", "shown", ""),
    ("Wednesday", "Dinner", 4, "Please repeat the egg curry on another day of the week also.", "shown", "We will ask in the menu meeting on Saturday."),
    ("Tuesday", "Dinner", 1, "Nobody on our floor finished the lauki. Please replace it with any other dal.", "shown", "Lauki goes off the menu from next month."),
    ("Tuesday", "Breakfast", 4, "Idlis are soft now, the new batter is much better.", "shown", ""),
]


def fill(db, now=None):
    rng = random.Random(2026)
    now = now or datetime.now()
    people = [(roll, name, "committee", hash_password(password)) for roll, name, password in COMMITTEE]
    shared = hash_password("khana123")  # one hash for all sample students keeps the first start fast
    for i in range(46):
        people.append((f"22CS{i + 1:03}", f"{FIRST[i % len(FIRST)]} {LAST[(i * 7 + i // 23) % len(LAST)]}", "student", shared))
    db.executemany("INSERT INTO people (roll, name, role, password_hash) VALUES (?, ?, ?, ?)", people)
    students = [row["id"] for row in db.execute("SELECT id FROM people WHERE role = 'student'")]

    start = monday_of(now.date()) - timedelta(weeks=5)
    drift = {"Breakfast": 0.05, "Lunch": 0.02, "Snacks": -0.03, "Dinner": 0.1}
    for offset in range(7 * 7):  # six weeks and the next one
        day = start + timedelta(days=offset)
        for meal, dishes in zip(MEALS, WEEK[day.weekday()]):
            menu_id = db.execute("INSERT INTO menu (day, meal, dishes) VALUES (?, ?, ?)", (day.isoformat(), meal, dishes)).lastrowid
            served = datetime.combine(day, MEALS[meal])
            if served > now:
                continue
            taste = 3.2 + sum(LIKED.get(dish, 0) for dish in dishes.split(", ")) + drift[meal] * (offset // 7) + rng.uniform(-0.3, 0.3)
            for person in rng.sample(students[1:], rng.randint(9, 22)):  # the first student has rated nothing yet
                score = max(1, min(5, round(rng.gauss(taste, 0.8))))
                db.execute("INSERT INTO ratings (menu_id, person_id, score, created_at) VALUES (?, ?, ?, ?)",
                           (menu_id, person, score, (served + timedelta(minutes=rng.randint(25, 120))).isoformat(timespec="seconds")))

    for day, meal, score, comment, state, reply in COMMENTS:
        _add_comment(db, rng, DAYS.index(day), meal, score, comment, state, reply)


def _add_comment(db, rng, weekday, meal, score, comment, state, reply):
    """Puts a sample comment on one of the latest ratings of that meal on that day of the week."""
    rows = db.execute(
        """SELECT ratings.id FROM ratings JOIN menu ON menu.id = ratings.menu_id
           WHERE menu.meal = ? AND ratings.comment = '' AND CAST(strftime('%w', menu.day) AS INTEGER) = ?
           ORDER BY menu.day DESC, ratings.id LIMIT 6""",
        (meal, weekday),
    ).fetchall()
    db.execute("UPDATE ratings SET score = ?, comment = ?, state = ?, reply = ? WHERE id = ?", (score, comment, state, reply, rng.choice(rows)["id"]))
