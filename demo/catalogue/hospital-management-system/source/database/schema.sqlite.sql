-- Hospital Management System: SQLite schema.
-- Money is stored in paise (integers), so sums are exact.

CREATE TABLE departments (
    id    INTEGER PRIMARY KEY,
    name  TEXT NOT NULL UNIQUE
);

CREATE TABLE doctors (
    id             INTEGER PRIMARY KEY,
    department_id  INTEGER NOT NULL REFERENCES departments(id),
    name           TEXT NOT NULL,
    qualification  TEXT NOT NULL,
    phone          TEXT NOT NULL,
    room           TEXT NOT NULL,
    fee_paise      INTEGER NOT NULL CHECK (fee_paise >= 0),
    is_active      INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1))
);

CREATE TABLE users (
    id             INTEGER PRIMARY KEY,
    name           TEXT NOT NULL,
    email          TEXT NOT NULL UNIQUE,
    password_hash  TEXT NOT NULL,
    role           TEXT NOT NULL CHECK (role IN ('admin', 'doctor', 'reception')),
    doctor_id      INTEGER REFERENCES doctors(id),
    CHECK ((role = 'doctor') = (doctor_id IS NOT NULL))
);

CREATE TABLE patients (
    id           INTEGER PRIMARY KEY,
    uhid         TEXT NOT NULL UNIQUE,
    name         TEXT NOT NULL,
    gender       TEXT NOT NULL CHECK (gender IN ('Female', 'Male', 'Other')),
    dob          TEXT NOT NULL,
    phone        TEXT NOT NULL,
    blood_group  TEXT NOT NULL DEFAULT '',
    address      TEXT NOT NULL DEFAULT '',
    allergies    TEXT NOT NULL DEFAULT '',
    created_at   TEXT NOT NULL
);
CREATE INDEX patients_phone ON patients(phone);

CREATE TABLE appointments (
    id            INTEGER PRIMARY KEY,
    patient_id    INTEGER NOT NULL REFERENCES patients(id),
    doctor_id     INTEGER NOT NULL REFERENCES doctors(id),
    visit_date    TEXT NOT NULL,
    slot          TEXT NOT NULL,
    reason        TEXT NOT NULL,
    status        TEXT NOT NULL DEFAULT 'Booked'
                  CHECK (status IN ('Booked', 'Checked in', 'Completed', 'Cancelled')),
    diagnosis     TEXT NOT NULL DEFAULT '',
    prescription  TEXT NOT NULL DEFAULT '',
    created_at    TEXT NOT NULL
);
-- A doctor sees one patient per slot; a cancelled visit frees its slot.
CREATE UNIQUE INDEX one_visit_per_slot ON appointments(doctor_id, visit_date, slot)
    WHERE status <> 'Cancelled';
CREATE INDEX appointments_patient ON appointments(patient_id);

CREATE TABLE bills (
    id              INTEGER PRIMARY KEY,
    bill_no         TEXT NOT NULL UNIQUE,
    patient_id      INTEGER NOT NULL REFERENCES patients(id),
    appointment_id  INTEGER UNIQUE REFERENCES appointments(id),
    discount_paise  INTEGER NOT NULL DEFAULT 0 CHECK (discount_paise >= 0),
    created_at      TEXT NOT NULL
);

CREATE TABLE bill_items (
    id           INTEGER PRIMARY KEY,
    bill_id      INTEGER NOT NULL REFERENCES bills(id) ON DELETE CASCADE,
    description  TEXT NOT NULL,
    quantity     INTEGER NOT NULL CHECK (quantity > 0),
    rate_paise   INTEGER NOT NULL CHECK (rate_paise >= 0)
);

CREATE TABLE payments (
    id            INTEGER PRIMARY KEY,
    bill_id       INTEGER NOT NULL REFERENCES bills(id),
    amount_paise  INTEGER NOT NULL CHECK (amount_paise > 0),
    method        TEXT NOT NULL CHECK (method IN ('Cash', 'UPI', 'Card')),
    paid_at       TEXT NOT NULL
);

CREATE VIEW bill_totals AS
SELECT t.*, t.gross_paise - t.discount_paise AS net_paise,
       t.gross_paise - t.discount_paise - t.paid_paise AS due_paise
FROM (
    SELECT b.id, b.discount_paise,
           (SELECT COALESCE(SUM(i.quantity * i.rate_paise), 0) FROM bill_items i WHERE i.bill_id = b.id) AS gross_paise,
           (SELECT COALESCE(SUM(p.amount_paise), 0) FROM payments p WHERE p.bill_id = b.id) AS paid_paise
    FROM bills b
) t;
