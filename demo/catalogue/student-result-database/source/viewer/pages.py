"""The three pages of the viewer. Each function asks the database and returns HTML."""
from html import escape
from urllib.parse import urlencode

from db import one, query

COLLEGE = "Sahyadri Institute of Technology"
DEPARTMENTS = {"": "All", "CS": "Computer", "IT": "Information Tech", "EC": "Electronics"}
CREST = (
    '<svg class="crest" viewBox="0 0 48 56" aria-hidden="true"><path d="M3 3h42v24c0 14-9 22-21 26C12 49 3 41 3 27z"/>'
    '<path class="line" d="M9 33l9-13 6 8 4-5 11 14M24 10v5M21.5 12.5h5"/></svg>'
)


def e(value: object) -> str:
    return escape(str(value))


def layout(title: str, active: str, body: str) -> str:
    links = "".join(
        f'<a href="{href}" class="{"on" if href == active else ""}">{label}</a>'
        for href, label in (("/", "Students"), ("/subjects", "Subjects"))
    )
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{e(title)}</title><link rel="stylesheet" href="/style.css"></head>
<body><header class="top">{CREST}<div><b>{COLLEGE}</b><small>Examination section</small></div><nav>{links}</nav></header>
<main>{body}</main></body></html>"""


def message(title: str, text: str) -> str:
    return layout(title, "", f'<section class="card notice"><h1>{e(title)}</h1><pre>{e(text)}</pre><a href="/">Back to students</a></section>')


def tag(label: str, good: bool) -> str:
    return f'<span class="tag {"good" if good else "bad"}">{e(label)}</span>'


def histogram(rows: list[dict]) -> str:
    peak = max(row["students"] for row in rows) or 1
    bars = "".join(
        f'<li><span style="height:{row["students"] / peak * 76:.0f}%"><b>{row["students"] or ""}</b></span><small>{row["low"]}</small></li>'
        for row in rows
    )
    return f'<ol class="histogram" aria-label="Students per CGPA">{bars}</ol>'


def students(department: str, search: str) -> str:
    if department not in DEPARTMENTS:
        department = ""
    scope = "(:'dept' = '' OR department_code = :'dept')"
    rows = query(
        f"""SELECT roll_no, name, department_code, cgpa, percent, backlogs, class, dept_rank
            FROM student_summary
            WHERE {scope} AND (roll_no ILIKE '%' || :'term' || '%' OR name ILIKE '%' || :'term' || '%')
            ORDER BY backlogs > 0, cgpa DESC, roll_no""",
        dept=department, term=search,
    )
    totals = one(
        f"""SELECT count(*) AS students, round(avg(cgpa), 2) AS cgpa, count(*) FILTER (WHERE backlogs = 0) AS clear,
                   count(*) FILTER (WHERE class = 'First class with distinction') AS distinction
            FROM student_summary WHERE {scope}""",
        dept=department,
    )
    spread = query(
        f"""SELECT b - 1 AS low, count(s.roll_no) AS students FROM generate_series(3, 10) b
            LEFT JOIN (SELECT * FROM student_summary WHERE {scope}) s ON width_bucket(s.cgpa, 0, 10.01, 10) = b
            GROUP BY b ORDER BY b""",
        dept=department,
    )
    classes = query(
        f"""SELECT class, count(*) AS students FROM student_summary WHERE {scope} GROUP BY class
            ORDER BY min(CASE WHEN backlogs > 0 THEN 99 ELSE -cgpa END)""",
        dept=department,
    )
    tabs = "".join(
        f'<a href="/?{e(urlencode({"dept": code, "q": search}))}" class="{"on" if code == department else ""}">{label}</a>'
        for code, label in DEPARTMENTS.items()
    )
    lines = "".join(
        f"""<tr><td class="n">{row["dept_rank"]}</td><td><a href="/student?roll={e(row["roll_no"])}">{e(row["name"])}</a></td>
        <td class="code">{e(row["roll_no"])}</td><td class="bar"><i style="width:{row["cgpa"] * 10}%"></i></td><td class="n strong">{row["cgpa"]:.2f}</td>
        <td>{tag("Clear", True) if row["backlogs"] == 0 else tag(f'{row["backlogs"]} backlog' + ("s" if row["backlogs"] > 1 else ""), False)}</td></tr>"""
        for row in rows
    ) or '<tr><td colspan="6" class="none">No student matches.</td></tr>'
    class_lines = "".join(f'<li><span>{e(row["class"])}</span><b>{row["students"]}</b></li>' for row in classes)
    figures = "".join(
        f"<div><b>{value}</b><span>{label}</span></div>"
        for value, label in (
            (totals["students"], "students"), (f'{totals["cgpa"] or 0:.2f}', "average CGPA"),
            (totals["clear"], "all subjects clear"), (totals["distinction"], "with distinction"),
        )
    )
    return layout("Results", "/", f"""
<div class="heading"><div><h1>Results, second year</h1><p>Semesters 3 and 4, with the supplementary exam of July 2026</p></div>
<form action="/"><input type="hidden" name="dept" value="{e(department)}"><input name="q" value="{e(search)}" placeholder="Name or roll number" aria-label="Search"></form></div>
<section class="figures">{figures}</section>
<div class="columns"><section class="card"><nav class="tabs">{tabs}</nav>
<table><thead><tr><th class="n">Dept rank</th><th>Student</th><th>Roll number</th><th colspan="2">CGPA</th><th>Status</th></tr></thead><tbody>{lines}</tbody></table></section>
<aside><section class="card"><h2>Students by CGPA</h2>{histogram(spread)}</section>
<section class="card"><h2>By class</h2><ul class="classes">{class_lines}</ul></section></aside></div>""")


def student(roll: str) -> str | None:
    person = one("""SELECT s.*, to_char(st.date_of_birth, 'DD Mon YYYY') AS born
                    FROM student_summary s JOIN students st USING (roll_no) WHERE roll_no = :'roll'""", roll=roll)
    if person is None:
        return None
    semesters = query("SELECT * FROM semester_results WHERE roll_no = :'roll' ORDER BY semester", roll=roll)
    sheets = ""
    for sem in semesters:
        rows = query("SELECT * FROM result_sheet(:'roll', :'semester'::int)", roll=roll, semester=sem["semester"])
        lines = "".join(
            f"""<tr class="{"fail" if row["grade"] in ("F", "AB") else ""}"><td class="code">{e(row["code"])}</td><td>{e(row["title"])}</td>
            <td class="n">{row["credits"]}</td><td class="n">{e(row["internal"])}</td><td class="n">{e(row["external"])}</td><td class="n">{e(row["total"])}</td>
            <td class="grade">{e(row["grade"])}</td><td class="n">{row["points"]}</td><td class="exam">{e(row["exam"])}</td></tr>"""
            for row in rows
        )
        sheets += f"""<h2>Semester {sem["semester"]}</h2>
<table><thead><tr><th>Code</th><th>Subject</th><th class="n">Credits</th><th class="n">Internal</th><th class="n">External</th><th class="n">Total</th><th>Grade</th><th class="n">Points</th><th>Exam</th></tr></thead>
<tbody>{lines}</tbody><tfoot><tr><td colspan="2">Credits earned {sem["credits_earned"]} of {sem["credits_offered"]}</td><td colspan="4" class="n">{sem["total"]}/{sem["total_max"]}</td><td colspan="3">SGPA <b>{sem["sgpa"]:.2f}</b></td></tr></tfoot></table>"""
    return layout(f'{person["name"]}, {roll}', "", f"""
<div class="heading no-print"><a href="/?dept={e(person["department_code"])}">Back to the list</a><button onclick="print()">Print statement</button></div>
<article class="sheet"><header>{CREST}<div><h1>{COLLEGE}</h1><p>Statement of Marks, Academic Year 2025-26</p></div></header>
<dl><div><dt>Name</dt><dd>{e(person["name"])}</dd></div><div><dt>Roll number</dt><dd class="code">{e(roll)}</dd></div>
<div><dt>Department</dt><dd>{e(person["department"])}</dd></div><div><dt>Date of birth</dt><dd>{e(person["born"])}</dd></div></dl>
{sheets}
<footer><div><small>CGPA</small><b>{person["cgpa"]:.2f}</b></div><div><small>Percentage</small><b>{person["percent"]:.2f}</b></div>
<div><small>Rank in department</small><b>{person["dept_rank"]}</b></div><div class="class"><small>Result</small><b>{e(person["class"])}</b></div></footer></article>""")


def subjects() -> str:
    rows = query("""SELECT t.*, g.grades FROM subject_stats t
        JOIN (SELECT subject_code, jsonb_object_agg(grade, n) AS grades
              FROM (SELECT subject_code, grade, count(*) AS n FROM subject_results GROUP BY 1, 2) c GROUP BY 1) g ON g.subject_code = t.code
        ORDER BY t.department_code, t.code""")
    order = ["O", "A+", "A", "B+", "B", "C", "P", "F", "AB"]
    lines = ""
    for row in rows:
        stack = "".join(
            f'<i class="g{i}" style="flex:{row["grades"][grade]}" title="{grade}: {row["grades"][grade]}"></i>'
            for i, grade in enumerate(order) if grade in row["grades"]
        )
        lines += f"""<tr><td class="code">{e(row["code"])}</td><td>{e(row["title"])}</td><td class="n">{row["semester"]}</td>
<td class="n strong">{row["average"]:.1f}</td><td class="n">{row["median"]:.1f}</td><td class="n">{row["deviation"]:.1f}</td><td class="n">{row["highest"]:.0f}</td>
<td class="n {"low" if row["pass_percent"] < 90 else ""}">{row["pass_percent"]:.1f}%</td><td><div class="stack">{stack}</div></td></tr>"""
    key = "".join(f'<li><i class="g{i}"></i>{grade}</li>' for i, grade in enumerate(order))
    return layout("Subjects", "/subjects", f"""
<div class="heading"><div><h1>Subject statistics</h1><p>From the materialized view subject_stats; the latest attempt of each student counts</p></div><ul class="key">{key}</ul></div>
<section class="card"><table><thead><tr><th>Code</th><th>Subject</th><th class="n">Sem</th><th class="n">Average</th><th class="n">Median</th><th class="n">Std dev</th><th class="n">Highest</th><th class="n">Pass</th><th>Grades</th></tr></thead>
<tbody>{lines}</tbody></table></section>""")
