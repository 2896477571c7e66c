CREATE TABLE IF NOT EXISTS people (
    id            INTEGER PRIMARY KEY,
    roll          TEXT NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    role          TEXT NOT NULL CHECK (role IN ('student', 'committee')),
    password_hash TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS sessions (
    token_hash TEXT PRIMARY KEY,
    person_id  INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    csrf       TEXT NOT NULL,
    expires    TEXT NOT NULL
);

-- One row for each meal of each day. Dishes are separated by commas.
CREATE TABLE IF NOT EXISTS menu (
    id     INTEGER PRIMARY KEY,
    day    TEXT NOT NULL,
    meal   TEXT NOT NULL CHECK (meal IN ('Breakfast', 'Lunch', 'Snacks', 'Dinner')),
    dishes TEXT NOT NULL,
    UNIQUE (day, meal)
);

-- One rating for each person and meal. A comment waits until the committee has read it.
CREATE TABLE IF NOT EXISTS ratings (
    id         INTEGER PRIMARY KEY,
    menu_id    INTEGER NOT NULL REFERENCES menu (id) ON DELETE CASCADE,
    person_id  INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    score      INTEGER NOT NULL CHECK (score BETWEEN 1 AND 5),
    comment    TEXT NOT NULL DEFAULT '',
    state      TEXT NOT NULL DEFAULT 'none' CHECK (state IN ('none', 'waiting', 'shown', 'hidden')),
    reply      TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL,
    UNIQUE (menu_id, person_id)
);

CREATE INDEX IF NOT EXISTS ratings_by_state ON ratings (state, created_at);
