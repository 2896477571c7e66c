-- 05_seed.sql: three departments, 48 students, 30 subjects, two semesters and a supplementary exam.
-- Marks are derived from md5 hashes instead of random(), so every installation gets the same data.

SET search_path TO results;

INSERT INTO departments VALUES
    ('CS', 'Computer Engineering'),
    ('IT', 'Information Technology'),
    ('EC', 'Electronics and Telecommunication');

INSERT INTO grade_bands (grade, points, meaning, percent) VALUES
    ('O',  10, 'Outstanding',   '[90,100]'),
    ('A+', 9,  'Excellent',     '[80,90)'),
    ('A',  8,  'Very good',     '[70,80)'),
    ('B+', 7,  'Good',          '[60,70)'),
    ('B',  6,  'Above average', '[50,60)'),
    ('C',  5,  'Average',       '[45,50)'),
    ('P',  4,  'Pass',          '[40,45)'),
    ('F',  0,  'Fail',          '[0,40)');

INSERT INTO subjects (code, title, department_code, semester, credits) VALUES
    ('CS301', 'Data Structures', 'CS', 3, 4),
    ('CS302', 'Discrete Mathematics', 'CS', 3, 3),
    ('CS303', 'Object Oriented Programming', 'CS', 3, 4),
    ('CS304', 'Digital Electronics', 'CS', 3, 3),
    ('CS305', 'Computer Graphics', 'CS', 3, 3),
    ('CS401', 'Database Management Systems', 'CS', 4, 4),
    ('CS402', 'Operating Systems', 'CS', 4, 4),
    ('CS403', 'Engineering Mathematics III', 'CS', 4, 4),
    ('CS404', 'Microprocessors', 'CS', 4, 3),
    ('CS405', 'Software Engineering', 'CS', 4, 3),
    ('IT301', 'Data Structures and Files', 'IT', 3, 4),
    ('IT302', 'Discrete Structures', 'IT', 3, 3),
    ('IT303', 'Logic Design', 'IT', 3, 3),
    ('IT304', 'Java Programming', 'IT', 3, 4),
    ('IT305', 'Computer Organisation', 'IT', 3, 3),
    ('IT401', 'Database Management', 'IT', 4, 4),
    ('IT402', 'Computer Networks', 'IT', 4, 4),
    ('IT403', 'Engineering Mathematics III', 'IT', 4, 4),
    ('IT404', 'Web Technology', 'IT', 4, 3),
    ('IT405', 'Processor Architecture', 'IT', 4, 3),
    ('EC301', 'Electronic Circuits', 'EC', 3, 4),
    ('EC302', 'Network Analysis', 'EC', 3, 3),
    ('EC303', 'Digital Circuits', 'EC', 3, 4),
    ('EC304', 'Data Structures in C', 'EC', 3, 3),
    ('EC305', 'Engineering Mathematics III', 'EC', 3, 4),
    ('EC401', 'Signals and Systems', 'EC', 4, 4),
    ('EC402', 'Control Systems', 'EC', 4, 3),
    ('EC403', 'Communication Engineering', 'EC', 4, 4),
    ('EC404', 'Object Oriented Programming', 'EC', 4, 3),
    ('EC405', 'Measurements', 'EC', 4, 3);

INSERT INTO students (roll_no, name, department_code, admission_year, date_of_birth, email)
SELECT format('%s24-%s', dept, to_char(n, 'FM000')), name, dept, 2024,
       date '2005-09-01' + (n::int * 23 + ascii(dept)) % 420,
       lower(replace(name, ' ', '.')) || '@student.example.in'
FROM (
    SELECT 'CS' AS dept, n, name FROM unnest(ARRAY[
        'Aditya Kulkarni', 'Ananya Sharma', 'Arjun Reddy', 'Bhavna Patel', 'Chaitanya Joshi', 'Diya Nair',
        'Farhan Qureshi', 'Gauri Deshmukh', 'Harsh Vardhan', 'Ishita Banerjee', 'Kabir Mehta', 'Lavanya Iyer',
        'Mihir Gokhale', 'Nandini Rao', 'Om Pawar', 'Pranali Shinde']) WITH ORDINALITY AS t(name, n)
    UNION ALL
    SELECT 'IT', n, name FROM unnest(ARRAY[
        'Aisha Khan', 'Akash Yadav', 'Devika Menon', 'Gaurav Singh', 'Hemant Chavan', 'Ira Joshi',
        'Jatin Arora', 'Kiran Bhosale', 'Madhura Kale', 'Neel Shah', 'Pooja Hegde', 'Rahul Verma',
        'Riya Sen', 'Sahil Gupta', 'Tanmay Bapat', 'Urvi Desai']) WITH ORDINALITY AS t(name, n)
    UNION ALL
    SELECT 'EC', n, name FROM unnest(ARRAY[
        'Abhinav Mishra', 'Aparna Pillai', 'Bilal Sheikh', 'Chirag Jain', 'Eesha Naik', 'Ganesh Jagtap',
        'Kavya Krishnan', 'Manasi Thorat', 'Nikhil Saxena', 'Ojas Kelkar', 'Parth Trivedi', 'Rutuja More',
        'Sanika Phadke', 'Tejas Salunkhe', 'Vaishnavi Gore', 'Yusuf Pathan']) WITH ORDINALITY AS t(name, n)
) s;

INSERT INTO exams (name, held_on, kind) VALUES
    ('Winter 2025', '2025-11-24', 'Regular'),
    ('Summer 2026', '2026-05-18', 'Regular'),
    ('Supplementary 2026', '2026-07-06', 'Supplementary');

-- A number from 0 to 99 that depends only on the text.
CREATE FUNCTION pg_temp.dice(seed text) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(seed), 1, 7))::bit(28)::int % 100) $$;

-- Each student has an ability from 34 to 90, each subject a difficulty from -9 to 6.
CREATE TEMP VIEW expected AS
SELECT st.roll_no, s.code, s.semester, s.internal_max, s.external_max,
       32 + (pg_temp.dice('ability' || st.roll_no) + pg_temp.dice('effort' || st.roll_no)) / 4
          + CASE WHEN pg_temp.dice('ability' || st.roll_no) > 55 THEN 10 ELSE 2 END
          + pg_temp.dice('subject' || s.code) * 15 / 100 - 9
          + pg_temp.dice(st.roll_no || s.code) * 26 / 100 - 13 AS percent
FROM students st
JOIN subjects s USING (department_code);

INSERT INTO marks (roll_no, subject_code, exam_id, internal, external)
SELECT roll_no, code, CASE semester WHEN 3 THEN 1 ELSE 2 END,
       least(internal_max, greatest(8, round(internal_max * (percent + 12) / 100.0)::int)),
       CASE WHEN pg_temp.dice('absent' || roll_no || code) = 0 THEN NULL
            ELSE least(external_max - 1, greatest(12, round(external_max * (percent + 1) / 100.0)::int)) END
FROM expected;

SELECT publish_exam(1);
SELECT publish_exam(2);

-- Most of those who failed appear again and improve.
INSERT INTO marks (roll_no, subject_code, exam_id, internal, external)
SELECT r.roll_no, r.subject_code, 3, r.internal, least(r.external_max, coalesce(r.external, 24) + 4 + pg_temp.dice('again' || r.roll_no || r.subject_code) / 7)
FROM subject_results r
WHERE NOT r.passed AND pg_temp.dice('appears' || r.roll_no || r.subject_code) < 75;

SELECT publish_exam(3);
