-- Works on H2 and on MySQL 8.

CREATE TABLE IF NOT EXISTS books (
    id         BIGINT AUTO_INCREMENT PRIMARY KEY,
    isbn       VARCHAR(17)  NOT NULL UNIQUE,
    title      VARCHAR(160) NOT NULL,
    author     VARCHAR(120) NOT NULL,
    category   VARCHAR(40)  NOT NULL,
    published  INT          NOT NULL CHECK (published BETWEEN 1450 AND 2100),
    copies     INT          NOT NULL CHECK (copies >= 1)
);

CREATE TABLE IF NOT EXISTS members (
    id         BIGINT AUTO_INCREMENT PRIMARY KEY,
    name       VARCHAR(100) NOT NULL,
    email      VARCHAR(120) NOT NULL UNIQUE,
    phone      VARCHAR(15)  NOT NULL,
    kind       VARCHAR(10)  NOT NULL CHECK (kind IN ('STUDENT', 'FACULTY')),
    joined_on  DATE         NOT NULL
);

CREATE TABLE IF NOT EXISTS loans (
    id           BIGINT AUTO_INCREMENT PRIMARY KEY,
    book_id      BIGINT NOT NULL,
    member_id    BIGINT NOT NULL,
    issued_on    DATE   NOT NULL,
    due_on       DATE   NOT NULL,
    returned_on  DATE,
    fine         INT    NOT NULL DEFAULT 0 CHECK (fine >= 0),
    renewals     INT    NOT NULL DEFAULT 0 CHECK (renewals >= 0),
    FOREIGN KEY (book_id) REFERENCES books (id),
    FOREIGN KEY (member_id) REFERENCES members (id),
    CHECK (due_on >= issued_on)
);
