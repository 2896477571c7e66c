"""Pictures as SVG, drawn on the server: katori bowls and the trend of six weeks."""

from .web import Html

COLOURS = {"Breakfast": "#d99a17", "Lunch": "#2f7d5b", "Snacks": "#c8572f", "Dinner": "#3f5fa8"}

BOWL = Html('<g transform="translate({x} 0)"><path class="steel" d="M1 4h14c0 6-3 9-7 9s-7-3-7-9z"/>{dal}<path class="rim" d="M.5 4h15"/></g>')
FULL = Html('<path class="dal" d="M2.2 5.5h11.6c-.5 4.3-2.7 6.2-5.8 6.2s-5.3-1.9-5.8-6.2z"/>')
HALF = Html('<path class="dal" d="M3 8.5h10c-.9 2.2-2.7 3.2-5 3.2s-4.1-1-5-3.2z"/>')


def katoris(score):
    """Five steel bowls, filled up to the score, to the nearest half."""
    halves = round((score or 0) * 2)
    bowls = [BOWL.format(x=i * 18, dal=FULL if halves >= 2 * i + 2 else HALF if halves == 2 * i + 1 else "") for i in range(5)]
    label = f"{score:.1f} out of 5" if score else "Not rated"
    return Html('<svg class="katoris" viewBox="0 0 88 14" role="img" aria-label="{}">{}</svg>').format(label, bowls)


def trend_chart(mondays, lines):
    """One line for each meal. The scale runs from 1 to 5."""
    width, height, left, bottom, top = 620, 250, 34, 214, 14
    step = (width - left - 96) / (len(mondays) - 1)

    def x(i):
        return left + 10 + i * step

    def y(score):
        return bottom - (score - 1) / 4 * (bottom - top)

    parts = []
    for score in range(1, 6):
        parts.append(Html('<line x1="{}" x2="{}" y1="{y}" y2="{y}"/><text x="{}" y="{}" text-anchor="end">{}</text>').format(
            left, width - 84, left - 8, y(score) + 4, score, y=y(score)))
    for i, monday in enumerate(mondays):
        parts.append(Html('<text x="{}" y="{}" text-anchor="middle">{}</text>').format(x(i), bottom + 24, f"{monday.day} {monday:%b}"))

    # Names stand at the end of each line; they are pushed apart when the lines meet.
    ends = sorted(((values[-1] or next((v for v in reversed(values) if v), 3)), meal) for meal, values in lines.items())
    label_y = {}
    lowest = bottom + 20
    for score, meal in ends:
        lowest = min(y(score) + 4, lowest - 18)
        label_y[meal] = lowest
    for meal, values in lines.items():
        points = [(x(i), y(value)) for i, value in enumerate(values) if value]
        if not points:
            continue
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        parts.append(Html('<polyline points="{}" stroke="{}"/>').format(path, COLOURS[meal]))
        parts += [Html('<circle cx="{}" cy="{}" r="4" fill="{}"/>').format(f"{px:.1f}", f"{py:.1f}", COLOURS[meal]) for px, py in points]
        parts.append(Html('<text class="name" x="{}" y="{}" fill="{}">{}</text>').format(points[-1][0] + 12, f"{label_y[meal]:.1f}", COLOURS[meal], meal))
    return Html('<svg class="trend" viewBox="0 0 {} {}" role="img" aria-label="Average score of each meal, week by week">{}</svg>').format(width, height, parts)
