-- Hospital Management System: schema for MySQL 8 and MariaDB 10.5 or newer (same tables as schema.sqlite.sql).
-- Money is stored in paise (integers), so sums are exact.

CREATE TABLE departments (
    id    INT AUTO_INCREMENT PRIMARY KEY,
    name  VARCHAR(60) NOT NULL UNIQUE
) ENGINE=InnoDB;

CREATE TABLE doctors (
    id             INT AUTO_INCREMENT PRIMARY KEY,
    department_id  INT NOT NULL,
    name           VARCHAR(80) NOT NULL,
    qualification  VARCHAR(80) NOT NULL,
    phone          VARCHAR(15) NOT NULL,
    room           VARCHAR(10) NOT NULL,
    fee_paise      INT NOT NULL CHECK (fee_paise >= 0),
    is_active      TINYINT NOT NULL DEFAULT 1,
    FOREIGN KEY (department_id) REFERENCES departments(id)
) ENGINE=InnoDB;

CREATE TABLE users (
    id             INT AUTO_INCREMENT PRIMARY KEY,
    name           VARCHAR(80) NOT NULL,
    email          VARCHAR(120) NOT NULL UNIQUE,
    password_hash  VARCHAR(255) NOT NULL,
    role           ENUM('admin', 'doctor', 'reception') NOT NULL,
    doctor_id      INT NULL,
    FOREIGN KEY (doctor_id) REFERENCES doctors(id)
) ENGINE=InnoDB;

CREATE TABLE patients (
    id           INT AUTO_INCREMENT PRIMARY KEY,
    uhid         VARCHAR(16) NOT NULL UNIQUE,
    name         VARCHAR(80) NOT NULL,
    gender       ENUM('Female', 'Male', 'Other') NOT NULL,
    dob          DATE NOT NULL,
    phone        VARCHAR(15) NOT NULL,
    blood_group  VARCHAR(4) NOT NULL DEFAULT '',
    address      VARCHAR(200) NOT NULL DEFAULT '',
    allergies    VARCHAR(200) NOT NULL DEFAULT '',
    created_at   DATETIME NOT NULL
) ENGINE=InnoDB;
CREATE INDEX patients_phone ON patients(phone);

CREATE TABLE appointments (
    id            INT AUTO_INCREMENT PRIMARY KEY,
    patient_id    INT NOT NULL,
    doctor_id     INT NOT NULL,
    visit_date    DATE NOT NULL,
    slot          VARCHAR(5) NOT NULL,
    reason        VARCHAR(160) NOT NULL,
    status        ENUM('Booked', 'Checked in', 'Completed', 'Cancelled') NOT NULL DEFAULT 'Booked',
    diagnosis     VARCHAR(500) NOT NULL DEFAULT '',
    prescription  VARCHAR(1000) NOT NULL DEFAULT '',
    created_at    DATETIME NOT NULL,
    -- MySQL has no partial index: the key column is NULL for cancelled visits, and NULLs never clash.
    live_slot     VARCHAR(5) GENERATED ALWAYS AS (CASE WHEN status = 'Cancelled' THEN NULL ELSE slot END),
    UNIQUE KEY one_visit_per_slot (doctor_id, visit_date, live_slot),
    FOREIGN KEY (patient_id) REFERENCES patients(id),
    FOREIGN KEY (doctor_id) REFERENCES doctors(id)
) ENGINE=InnoDB;

CREATE TABLE bills (
    id              INT AUTO_INCREMENT PRIMARY KEY,
    bill_no         VARCHAR(20) NOT NULL UNIQUE,
    patient_id      INT NOT NULL,
    appointment_id  INT NULL UNIQUE,
    discount_paise  INT NOT NULL DEFAULT 0 CHECK (discount_paise >= 0),
    created_at      DATETIME NOT NULL,
    FOREIGN KEY (patient_id) REFERENCES patients(id),
    FOREIGN KEY (appointment_id) REFERENCES appointments(id)
) ENGINE=InnoDB;

CREATE TABLE bill_items (
    id           INT AUTO_INCREMENT PRIMARY KEY,
    bill_id      INT NOT NULL,
    description  VARCHAR(120) NOT NULL,
    quantity     INT NOT NULL CHECK (quantity > 0),
    rate_paise   INT NOT NULL CHECK (rate_paise >= 0),
    FOREIGN KEY (bill_id) REFERENCES bills(id) ON DELETE CASCADE
) ENGINE=InnoDB;

CREATE TABLE payments (
    id            INT AUTO_INCREMENT PRIMARY KEY,
    bill_id       INT NOT NULL,
    amount_paise  INT NOT NULL CHECK (amount_paise > 0),
    method        ENUM('Cash', 'UPI', 'Card') NOT NULL,
    paid_at       DATETIME NOT NULL,
    FOREIGN KEY (bill_id) REFERENCES bills(id)
) ENGINE=InnoDB;

CREATE VIEW bill_totals AS
SELECT t.*, t.gross_paise - t.discount_paise AS net_paise,
       t.gross_paise - t.discount_paise - t.paid_paise AS due_paise
FROM (
    SELECT b.id, b.discount_paise,
           (SELECT COALESCE(SUM(i.quantity * i.rate_paise), 0) FROM bill_items i WHERE i.bill_id = b.id) AS gross_paise,
           (SELECT COALESCE(SUM(p.amount_paise), 0) FROM payments p WHERE p.bill_id = b.id) AS paid_paise
    FROM bills b
) t;
