-- 06_queries.sql: 20 questions an exam office asks, each with its query.
--   psql -d college -f sql/06_queries.sql

SET search_path TO results;

\echo '1. Mark sheet of one student for one semester (set-returning function)'
SELECT * FROM result_sheet('CS24-002', 4);

\echo '2. Three toppers of each department (window function in a subquery)'
SELECT department_code, dept_rank, roll_no, name, cgpa
FROM student_summary
WHERE dept_rank <= 3 AND backlogs = 0
ORDER BY department_code, dept_rank;

\echo '3. Students with backlogs, and the subjects they still have to clear (string_agg)'
SELECT r.roll_no, st.name, count(*) AS backlogs, string_agg(r.subject_code, ', ' ORDER BY r.subject_code) AS subjects
FROM subject_results r
JOIN students st USING (roll_no)
WHERE NOT r.passed
GROUP BY r.roll_no, st.name
ORDER BY backlogs DESC, r.roll_no;

\echo '4. Pass percentage and average of each department (FILTER)'
SELECT department_code, count(*) AS results,
       round(100.0 * count(*) FILTER (WHERE passed) / count(*), 1) AS pass_percent,
       round(avg(percent), 1) AS average
FROM subject_results
JOIN students USING (roll_no)
GROUP BY department_code
ORDER BY pass_percent DESC;

\echo '5. Five hardest subjects (materialized view)'
SELECT code, title, appeared, passed, pass_percent, average
FROM subject_stats
ORDER BY average
LIMIT 5;

\echo '6. Grade distribution of each department, one column per grade (pivot with FILTER)'
SELECT st.department_code,
       count(*) FILTER (WHERE grade = 'O')  AS "O",
       count(*) FILTER (WHERE grade = 'A+') AS "A+",
       count(*) FILTER (WHERE grade = 'A')  AS "A",
       count(*) FILTER (WHERE grade = 'B+') AS "B+",
       count(*) FILTER (WHERE grade = 'B')  AS "B",
       count(*) FILTER (WHERE grade IN ('C', 'P')) AS "C, P",
       count(*) FILTER (WHERE grade IN ('F', 'AB')) AS "F, AB"
FROM subject_results
JOIN students st USING (roll_no)
GROUP BY st.department_code
ORDER BY st.department_code;

\echo '7. Who improved most from semester 3 to semester 4 (self join)'
SELECT b.roll_no, st.name, a.sgpa AS sem_3, b.sgpa AS sem_4, b.sgpa - a.sgpa AS change
FROM semester_results a
JOIN semester_results b ON b.roll_no = a.roll_no AND b.semester = 4
JOIN students st ON st.roll_no = a.roll_no
WHERE a.semester = 3
ORDER BY change DESC
LIMIT 5;

\echo '8. Topper of every subject, ties included (rank)'
SELECT subject_code, title, roll_no, percent
FROM (SELECT *, rank() OVER (PARTITION BY subject_code ORDER BY percent DESC) AS place FROM subject_results) t
WHERE place = 1
ORDER BY subject_code
LIMIT 8;

\echo '9. Students above their department average (window average)'
SELECT roll_no, name, cgpa, dept_average
FROM (SELECT *, round(avg(cgpa) OVER (PARTITION BY department_code), 2) AS dept_average FROM student_summary) t
WHERE cgpa > dept_average + 1
ORDER BY cgpa - dept_average DESC
LIMIT 8;

\echo '10. Absentees (NULL as a value with a meaning)'
SELECT e.name AS exam, m.subject_code, m.roll_no
FROM marks m
JOIN exams e ON e.id = m.exam_id
WHERE m.external IS NULL
ORDER BY e.held_on, m.subject_code;

\echo '11. Did the supplementary exam help? Before and after (LATERAL)'
SELECT m.roll_no, m.subject_code, first.external AS before, m.external AS after, r.passed AS cleared
FROM marks m
JOIN exams e ON e.id = m.exam_id AND e.kind = 'Supplementary'
JOIN subject_results r ON (r.roll_no, r.subject_code) = (m.roll_no, m.subject_code)
CROSS JOIN LATERAL (
    SELECT external FROM marks x JOIN exams xe ON xe.id = x.exam_id
    WHERE (x.roll_no, x.subject_code) = (m.roll_no, m.subject_code) AND xe.held_on < e.held_on
    ORDER BY xe.held_on DESC LIMIT 1
) first
ORDER BY m.roll_no;

\echo '12. Good in the term, poor in the paper: internal 25 points above external'
SELECT roll_no, subject_code,
       round(100.0 * internal / internal_max) AS internal_percent,
       round(100.0 * external / external_max) AS external_percent
FROM subject_results
WHERE 100.0 * internal / internal_max - 100.0 * external / external_max > 25
ORDER BY roll_no;

\echo '13. Students who failed by at most 3 external marks (grace candidates)'
SELECT roll_no, subject_code, external, ceil(0.4 * external_max) AS needed
FROM subject_results
WHERE NOT passed AND external BETWEEN ceil(0.4 * external_max) - 3 AND ceil(0.4 * external_max) - 1
ORDER BY roll_no;

\echo '14. Cleared everything at the first attempt (NOT EXISTS)'
SELECT st.department_code, count(*) AS students
FROM students st
WHERE NOT EXISTS (SELECT 1 FROM subject_results r WHERE r.roll_no = st.roll_no AND (NOT r.passed OR r.attempts > 1))
GROUP BY st.department_code
ORDER BY st.department_code;

\echo '15. Result of each class, with a grand total row (ROLLUP)'
SELECT coalesce(department_code, 'All') AS department, coalesce(class, 'All classes') AS class, count(*) AS students
FROM student_summary
GROUP BY ROLLUP (department_code, class)
ORDER BY department_code NULLS LAST, students DESC;

\echo '16. Histogram of CGPA (width_bucket, drawn with repeat)'
SELECT format('%s to %s', b - 1, b) AS cgpa, count(s.roll_no) AS students, repeat('#', count(s.roll_no)::int) AS chart
FROM generate_series(1, 10) AS b
LEFT JOIN student_summary s ON width_bucket(s.cgpa, 0, 10.01, 10) = b
GROUP BY b
ORDER BY b;

\echo '17. Are Data Structures and DBMS marks related? (correlation)'
SELECT round(corr(a.percent, b.percent)::numeric, 2) AS correlation, count(*) AS students
FROM subject_results a
JOIN subject_results b ON b.roll_no = a.roll_no AND b.subject_code = 'CS401'
WHERE a.subject_code = 'CS301';

\echo '18. SGPA of the next semesters (44 credits left) needed for a CGPA of 8'
SELECT roll_no, name, cgpa, coalesce(sgpa_needed(roll_no, 8, 44)::text, 'out of reach') AS needed
FROM student_summary
WHERE department_code = 'IT'
ORDER BY cgpa DESC
LIMIT 8;

\echo '19. Everyone within half a grade point of first class (a numeric window)'
SELECT roll_no, name, cgpa, 6.75 - cgpa AS short_by
FROM student_summary
WHERE backlogs = 0 AND cgpa < 6.75 AND cgpa >= 6.25
ORDER BY short_by;

\echo '20. A whole result as one JSON document (for another program)'
SELECT jsonb_pretty(jsonb_build_object(
           'roll_no', s.roll_no, 'name', s.name, 'cgpa', s.cgpa,
           'semesters', (SELECT jsonb_object_agg(semester, sgpa) FROM semester_results r WHERE r.roll_no = s.roll_no)
       )) AS result
FROM student_summary s
WHERE s.roll_no = 'EC24-007';
