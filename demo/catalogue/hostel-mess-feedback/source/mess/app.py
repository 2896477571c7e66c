"""The WSGI application: every page of the portal in one list of routes."""

import hmac
import sys
import traceback
from datetime import datetime, timedelta

from . import auth, feedback, stats, views
from .db import connect
from .menu import MEALS, meals_to_rate, parse_week, save_week, week_menu
from .web import HttpError, Request, Response, Router, redirect, static_file

route = Router()


@route("GET", "/login", role=None)
def login_page(request, db, now):
    return views.login(request)


@route("POST", "/login", role=None)
def login(request, db, now):
    roll = request.form.get("roll", "")
    token = auth.sign_in(db, roll, request.form.get("password", ""), now)
    if not token:
        return views.login(request, roll, "The roll number or password is not correct.")
    return redirect("/", auth.cookie(token))


@route("POST", "/logout")
def logout(request, db, now):
    auth.sign_out(db, request.token)
    return redirect("/login", auth.cookie(""))


@route("GET", "/")
def board(request, db, now):
    monday = parse_week(request.query.get("week", ""), now.date())
    return views.board(request, monday, week_menu(db, monday), now, stats.week_summary(db, monday))


@route("GET", "/rate")
def rate_page(request, db, now):
    return views.rate(request, meals_to_rate(db, request.person["id"], now))


@route("POST", "/rate/<meal_id>")
def save_rating(request, db, now, meal_id):
    feedback.rate(db, request.person["id"], meal_id, request.form.get("score", ""), request.form.get("comment", ""), now)
    return redirect("/rate?saved=1")


@route("GET", "/comments")
def comments(request, db, now):
    meal = request.query.get("meal", "")
    meal = meal if meal in MEALS else ""
    return views.comments(request, feedback.shown_comments(db, meal), meal)


@route("GET", "/numbers")
def numbers(request, db, now):
    monday = parse_week(request.query.get("week", ""), now.date())
    return views.numbers(
        request, monday, week_menu(db, monday), stats.week_summary(db, monday),
        stats.week_summary(db, monday - timedelta(days=7)), stats.trend(db, monday), stats.dishes(db, monday),
    )


@route("GET", "/moderate", role="committee")
def moderate(request, db, now):
    return views.moderate(request, feedback.comments_in_state(db, "waiting"), feedback.comments_in_state(db, "hidden"))


@route("POST", "/moderate/<rating_id>", role="committee")
def decide(request, db, now, rating_id):
    feedback.decide(db, rating_id, request.form.get("state", ""), request.form.get("reply", ""))
    return redirect("/moderate?saved=1")


@route("GET", "/edit-menu", role="committee")
def edit_menu(request, db, now):
    monday = parse_week(request.query.get("week", ""), now.date())
    menu = week_menu(db, monday)
    copied = request.query.get("copy") == "1"
    if copied:
        menu = {(day + timedelta(days=7), meal): row for (day, meal), row in week_menu(db, monday - timedelta(days=7)).items()}
    return views.edit_menu(request, monday, menu, copied)


@route("POST", "/edit-menu", role="committee")
def save_menu(request, db, now):
    monday = parse_week(request.form.get("week", ""), now.date())
    save_week(db, monday, request.form)
    return redirect(f"/?week={monday}")


def answer(request, db, now):
    handler, role, values = route.find(request.method, request.path)
    session = auth.find_session(db, request.token, now) if request.token else None
    if session:
        request.person, request.csrf = session, session["csrf"]
        request.waiting = feedback.count_waiting(db) if session["role"] == "committee" else 0
    if role is not None:
        if not session:
            return redirect("/login")
        if role == "committee" and session["role"] != "committee":
            raise HttpError(403, "This page is for the mess committee.")
        if request.method == "POST" and not hmac.compare_digest(request.form.get("csrf", "").encode(), request.csrf.encode()):
            raise HttpError(403, "This form has expired. Please go back, reload the page and try again.")
    result = handler(request, db, now, **values)
    return result if isinstance(result, Response) else Response(result)


def create_app(database, clock=datetime.now):
    """`clock` gives the present time. The tests put their own clock here."""

    def app(environ, start_response):
        request = None
        try:
            request = Request(environ)
            if request.method == "GET" and request.path.startswith("/static/"):
                return static_file(request.path).send(start_response)
            with connect(database) as db:
                response = answer(request, db, clock())
        except HttpError as problem:
            response = Response(views.problem(request, str(problem)), problem.status)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            response = Response(views.problem(request, "Something went wrong in the kitchen. Please try again."), 500)
        return response.send(start_response)

    return app
