-- 03_views.sql: from raw marks to results, one step per view.

SET search_path TO results;

-- Step 1: the latest attempt at each subject counts.
CREATE VIEW latest_marks AS
SELECT DISTINCT ON (m.roll_no, m.subject_code)
       m.*, e.name AS exam_name, e.held_on,
       count(*) OVER (PARTITION BY m.roll_no, m.subject_code) AS attempts
FROM marks m
JOIN exams e ON e.id = m.exam_id
WHERE e.is_published
ORDER BY m.roll_no, m.subject_code, e.held_on DESC;

-- Step 2: percentage, pass or fail, grade and points.
-- To pass: 40 percent overall and 40 percent in the external paper.
CREATE VIEW subject_results AS
SELECT l.roll_no, s.code AS subject_code, s.title, s.semester, s.credits,
       l.exam_name, l.held_on, l.attempts,
       l.internal, s.internal_max, l.external, s.external_max,
       t.total, s.internal_max + s.external_max AS total_max,
       t.percent, p.passed,
       CASE WHEN l.external IS NULL THEN 'AB' WHEN p.passed THEN g.grade ELSE 'F' END AS grade,
       CASE WHEN p.passed THEN g.points ELSE 0 END AS points
FROM latest_marks l
JOIN subjects s ON s.code = l.subject_code
CROSS JOIN LATERAL (
    SELECT l.internal + coalesce(l.external, 0) AS total,
           round((l.internal + coalesce(l.external, 0)) * 100.0 / (s.internal_max + s.external_max), 2) AS percent
) t
CROSS JOIN LATERAL (
    SELECT l.external IS NOT NULL AND t.percent >= 40 AND l.external >= 0.4 * s.external_max AS passed
) p
JOIN grade_bands g ON g.percent @> t.percent;

-- Step 3: SGPA per semester. A failed subject brings its credits with zero points.
CREATE VIEW semester_results AS
SELECT roll_no, semester,
       count(*)                                             AS subjects,
       count(*) FILTER (WHERE NOT passed)                   AS backlogs,
       sum(total)                                           AS total,
       sum(total_max)                                       AS total_max,
       coalesce(sum(credits) FILTER (WHERE passed), 0)      AS credits_earned,
       sum(credits)                                         AS credits_offered,
       round(sum(credits * points)::numeric / sum(credits), 2) AS sgpa
FROM subject_results
GROUP BY roll_no, semester;

-- Step 4: one line per student, with CGPA, class and rank in the department.
CREATE VIEW student_summary AS
SELECT st.roll_no, st.name, st.department_code, d.name AS department,
       r.cgpa, r.credits_earned, r.credits_offered, r.backlogs, r.percent,
       CASE WHEN r.backlogs > 0  THEN 'Backlog'
            WHEN r.cgpa >= 7.75  THEN 'First class with distinction'
            WHEN r.cgpa >= 6.75  THEN 'First class'
            WHEN r.cgpa >= 5.50  THEN 'Second class'
            ELSE 'Pass class' END AS class,
       -- Students with a backlog are ranked after everyone who has cleared all subjects.
       rank() OVER (PARTITION BY st.department_code ORDER BY r.backlogs > 0, r.cgpa DESC, r.percent DESC) AS dept_rank
FROM students st
JOIN departments d ON d.code = st.department_code
JOIN (
    SELECT roll_no,
           round(sum(credits * points)::numeric / sum(credits), 2)  AS cgpa,
           coalesce(sum(credits) FILTER (WHERE passed), 0)          AS credits_earned,
           sum(credits)                                             AS credits_offered,
           count(*) FILTER (WHERE NOT passed)                       AS backlogs,
           round(sum(total) * 100.0 / sum(total_max), 2)            AS percent
    FROM subject_results
    GROUP BY roll_no
) r USING (roll_no);

-- Statistics per subject, stored because they change only when a result is published.
CREATE MATERIALIZED VIEW subject_stats AS
SELECT s.code, s.title, s.department_code, s.semester,
       count(*)                                                       AS appeared,
       count(*) FILTER (WHERE r.passed)                               AS passed,
       round(100.0 * count(*) FILTER (WHERE r.passed) / count(*), 1)  AS pass_percent,
       round(avg(r.percent), 1)                                       AS average,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY r.percent)         AS median,
       round(stddev_pop(r.percent), 1)                                AS deviation,
       max(r.percent)                                                 AS highest
FROM subjects s
JOIN subject_results r ON r.subject_code = s.code
GROUP BY s.code
WITH NO DATA;
CREATE UNIQUE INDEX subject_stats_code ON subject_stats (code);
