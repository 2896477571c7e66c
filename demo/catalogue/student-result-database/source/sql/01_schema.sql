-- 01_schema.sql: tables, keys and the rules that can be written as constraints.

CREATE SCHEMA results;
SET search_path TO results;

CREATE TABLE departments (
    code  char(2)  PRIMARY KEY CHECK (code ~ '^[A-Z]{2}$'),
    name  text     NOT NULL UNIQUE
);

CREATE TABLE students (
    roll_no         text  PRIMARY KEY CHECK (roll_no ~ '^[A-Z]{2}\d{2}-\d{3}$'),   -- for example CS24-007
    name            text  NOT NULL CHECK (length(trim(name)) > 0),
    department_code char(2)  NOT NULL REFERENCES departments,
    admission_year  int   NOT NULL CHECK (admission_year BETWEEN 2000 AND 2100),
    date_of_birth   date  NOT NULL,
    email           text  NOT NULL UNIQUE CHECK (position('@' IN email) > 1),
    -- The roll number carries the department and the year, so they may not disagree with it.
    CHECK (roll_no LIKE department_code || to_char(admission_year % 100, 'FM00') || '-%'),
    CHECK (extract(year FROM date_of_birth) <= admission_year - 15)
);

CREATE TABLE subjects (
    code            text  PRIMARY KEY,
    title           text  NOT NULL,
    department_code char(2)  NOT NULL REFERENCES departments,
    semester        int   NOT NULL CHECK (semester BETWEEN 1 AND 8),
    credits         int   NOT NULL CHECK (credits BETWEEN 1 AND 6),
    internal_max    int   NOT NULL DEFAULT 30 CHECK (internal_max >= 0),
    external_max    int   NOT NULL DEFAULT 70 CHECK (external_max >= 0),
    CHECK (internal_max + external_max > 0),
    UNIQUE (department_code, semester, title)
);

-- One sitting: the regular exam of a semester, or a supplementary one.
CREATE TABLE exams (
    id            int   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name          text  NOT NULL UNIQUE,
    held_on       date  NOT NULL,
    kind          text  NOT NULL DEFAULT 'Regular' CHECK (kind IN ('Regular', 'Supplementary')),
    is_published  boolean  NOT NULL DEFAULT false
);

-- Ten-point grades. The exclusion constraint makes overlapping bands impossible.
CREATE TABLE grade_bands (
    grade    text  PRIMARY KEY,
    points   int   NOT NULL UNIQUE CHECK (points BETWEEN 0 AND 10),
    meaning  text  NOT NULL,
    percent  numrange  NOT NULL CHECK (NOT isempty(percent)),
    EXCLUDE USING gist (percent WITH &&)
);

CREATE TABLE marks (
    roll_no       text  NOT NULL REFERENCES students,
    subject_code  text  NOT NULL REFERENCES subjects,
    exam_id       int   NOT NULL REFERENCES exams,
    internal      int   NOT NULL CHECK (internal >= 0),
    external      int   CHECK (external >= 0),          -- NULL means absent
    PRIMARY KEY (roll_no, subject_code, exam_id)
);
CREATE INDEX marks_by_subject ON marks (subject_code, exam_id);

-- Every change to marks that already existed, written by a trigger.
CREATE TABLE marks_audit (
    id            bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    changed_at    timestamptz  NOT NULL DEFAULT now(),
    changed_by    text  NOT NULL DEFAULT current_user,
    action        text  NOT NULL CHECK (action IN ('UPDATE', 'DELETE')),
    roll_no       text  NOT NULL,
    subject_code  text  NOT NULL,
    exam_id       int   NOT NULL,
    old_internal  int,
    old_external  int,
    new_internal  int,
    new_external  int
);

COMMENT ON COLUMN marks.external IS 'NULL means the student was absent';
COMMENT ON TABLE grade_bands IS 'Percent ranges are closed below and open above, for example [60,70)';
