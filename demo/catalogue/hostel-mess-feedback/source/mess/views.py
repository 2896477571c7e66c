"""HTML of every page. Repeating parts are built here; the rest is in templates/."""

from datetime import date, datetime, timedelta

from .charts import katoris, trend_chart
from .menu import MEALS, week_days
from .web import Html, template

STATES = {"waiting": "Waiting for the committee", "shown": "Shown to everyone", "hidden": "Not shown", "none": ""}


def show_day(day):
    return f"{day:%A}, {day.day} {day:%b}"


def clock_time(moment):
    return f"{moment:%I:%M %p}".lstrip("0").lower()


def week_name(monday):
    sunday = monday + timedelta(days=6)
    return f"{monday.day} {monday:%b} to {sunday.day} {sunday:%b %Y}"


def page(request, title, content):
    person = request.person if request else None
    if not person:
        return template("layout", title=title, nav="", content=content)
    links = [("/", "Menu board"), ("/rate", "Rate a meal"), ("/comments", "Comments"), ("/numbers", "Week in numbers")]
    if person["role"] == "committee":
        links += [("/moderate", "Moderate"), ("/edit-menu", "Edit menu")]
    items = [
        Html('<a href="{}"{}>{}{}</a>').format(
            path, Html(' aria-current="page"') if request.path == path else "", label,
            Html("<b>{}</b>").format(request.waiting) if path == "/moderate" and request.waiting else "",
        )
        for path, label in links
    ]
    return template("layout", title=title, content=content, nav=template("nav", links=items, name=person["name"], roll=person["roll"], csrf=csrf(request)))


def csrf(request):
    return Html('<input type="hidden" name="csrf" value="{}">').format(request.csrf)


def problem(request, message):
    return page(request, "Sorry", template("problem", message=message))


def notice(text):
    return Html('<p class="notice" role="status">{}</p>').format(text)


def week_links(monday, path):
    return template("week_links", path=path, previous=monday - timedelta(days=7), next=monday + timedelta(days=7), name=week_name(monday))


def login(request, roll="", error=None):
    return page(None, "Sign in", template("login", roll=roll, error=Html('<p class="error" role="alert">{}</p>').format(error) if error else ""))


def board(request, monday, menu, now, summary):
    today = now.date()
    head = [Html('<th scope="col"{}>{}<small>{}</small></th>').format(Html(' class="today"') if day == today else "", f"{day:%A}", f"{day.day} {day:%b}") for day in week_days(monday)]
    rows = []
    for meal, start in MEALS.items():
        cells = []
        for day in week_days(monday):
            row = menu.get((day, meal))
            dishes = [Html("<li>{}</li>").format(dish) for dish in row["dishes"].split(", ")] if row else Html('<li class="none">not decided</li>')
            score = Html('<span class="score">{}{}</span>').format(katoris(row["average"]), f"{row['average']:.1f}") if row and row["votes"] else ""
            cells.append(Html("<td{}><ul>{}</ul>{}</td>").format(Html(' class="today"') if day == today else "", dishes, score))
        rows.append(Html('<tr><th scope="row">{}<small>{}</small></th>{}</tr>').format(meal, clock_time(start), cells))
    text = f"{summary['votes']} ratings from {summary['people']} students so far" if summary["votes"] else "No ratings in this week"
    return page(request, "Menu board", template("board", links=week_links(monday, "/"), head=head, rows=rows, summary=text))


def rate(request, meals):
    cards = []
    for row in meals:
        choices = [
            Html('<input type="radio" id="s{id}-{n}" name="score" value="{n}" required{on}><label for="s{id}-{n}" title="{n} of 5"><svg viewBox="0 0 16 14" aria-hidden="true">{bowl}</svg><span>{n} of 5</span></label>').format(
                id=row["id"], n=n, on=Html(" checked") if row["score"] == n else "", bowl=Html('<path class="steel" d="M1 4h14c0 6-3 9-7 9s-7-3-7-9z"/><path class="rim" d="M.5 4h15"/>'))
            for n in (5, 4, 3, 2, 1)  # from right to left, so that CSS can fill all bowls before the chosen one
        ]
        cards.append(template(
            "rate_card", id=row["id"], csrf=csrf(request), meal=row["meal"], day=show_day(date.fromisoformat(row["day"])), dishes=row["dishes"], choices=choices,
            comment=row["comment"] or "", button="Change rating" if row["score"] else "Send rating", state=STATES[row["state"] or "none"],
        ))
    saved = notice("Thank you. Your rating is saved.") if request.query.get("saved") else ""
    empty = "" if cards else Html('<p class="empty">No meal can be rated right now. Come back after breakfast.</p>')
    return page(request, "Rate a meal", template("rate", saved=saved, cards=cards, empty=empty))


def comment_item(row):
    return template(
        "comment", meal=row["meal"], day=show_day(date.fromisoformat(row["day"])), dishes=row["dishes"], text=row["comment"], katoris=katoris(row["score"]),
        reply=Html('<p class="reply"><strong>Mess committee</strong> {}</p>').format(row["reply"]) if row["reply"] else "",
    )


def comments(request, rows, meal):
    tabs = [
        Html('<a href="/comments{}"{}>{}</a>').format(f"?meal={name}" if name else "", Html(' aria-current="true"') if name == meal else "", name or "All meals")
        for name in ("", *MEALS)
    ]
    empty = "" if rows else Html('<p class="empty">No comments here yet.</p>')
    return page(request, "Comments", template("comments", tabs=tabs, items=[comment_item(row) for row in rows], empty=empty))


def heat(average):
    """Class name for the colour of one cell: low scores are red, high scores green."""
    return "h0" if average is None else f"h{max(1, min(5, round(average)))}"


def dish_rows(entries):
    return [Html('<li><span>{}</span>{}<b>{}</b></li>').format(dish, katoris(average), f"{average:.1f}") for dish, average, votes in entries]


def numbers(request, monday, menu, summary, before, trend, dishes):
    days = week_days(monday)
    rows = []
    for meal in MEALS:
        cells = []
        for day in days:
            row = menu.get((day, meal))
            average = row["average"] if row else None
            cells.append(Html('<td class="{}" title="{}">{}</td>').format(
                heat(average), f"{row['dishes']}, {row['votes']} ratings" if row else "", f"{average:.1f}" if average else "·"))
        rows.append(Html('<tr><th scope="row">{}</th>{}</tr>').format(meal, cells))
    change = ""
    if summary["average"] and before["average"]:
        difference = summary["average"] - before["average"]
        change = "same as last week" if abs(difference) < 0.05 else f"{abs(difference):.1f} {'better' if difference > 0 else 'worse'} than last week"
    return page(request, "Week in numbers", template(
        "numbers", links=week_links(monday, "/numbers"), average=f"{summary['average']:.1f}" if summary["average"] else "–", katoris=katoris(summary["average"]),
        change=change, votes=summary["votes"], people=summary["people"], head=[Html("<th>{}</th>").format(f"{day:%a} {day.day}") for day in days], rows=rows,
        chart=trend_chart(*trend), best=dish_rows(dishes[:5]), worst=dish_rows(dishes[::-1][:5]),
    ))


def moderate_item(request, row):
    sent = datetime.fromisoformat(row["created_at"])
    return template(
        "moderate_item", id=row["id"], csrf=csrf(request), meal=row["meal"], day=show_day(date.fromisoformat(row["day"])), dishes=row["dishes"],
        text=row["comment"], katoris=katoris(row["score"]), sent=f"{sent.day} {sent:%b}, {clock_time(sent)}",
    )


def moderate(request, waiting, hidden):
    return page(request, "Moderate", template(
        "moderate", saved=notice("Done.") if request.query.get("saved") else "", count=len(waiting),
        waiting=[moderate_item(request, row) for row in waiting] or Html('<p class="empty">Nothing is waiting. Well done.</p>'),
        hidden=[moderate_item(request, row) for row in hidden] or Html('<p class="empty">No comment is hidden.</p>'),
    ))


def edit_menu(request, monday, menu, copied):
    rows = []
    for day in week_days(monday):
        cells = []
        for meal in MEALS:
            row = menu.get((day, meal))
            cells.append(Html('<td><textarea name="{0}-{1}" rows="3" maxlength="160" aria-label="{1} on {2}">{3}</textarea></td>').format(day, meal, show_day(day), row["dishes"] if row else ""))
        rows.append(Html('<tr><th scope="row">{}<small>{}</small></th>{}</tr>').format(f"{day:%A}", f"{day.day} {day:%b}", cells))
    return page(request, "Edit menu", template(
        "edit_menu", links=week_links(monday, "/edit-menu"), monday=monday, csrf=csrf(request), rows=rows, head=[Html("<th>{}</th>").format(meal) for meal in MEALS],
        saved=notice("Last week was copied. Check it and save.") if copied else "",
    ))
