-- 07_tests.sql: proves that the rules hold. Everything is rolled back at the end.
--   psql -d college -f sql/07_tests.sql
\set ON_ERROR_STOP on
\set QUIET on
SET client_min_messages TO notice;
SET search_path TO results;
BEGIN;

-- Fails unless the statement is refused with a message that contains the given words.
CREATE FUNCTION pg_temp.refused(what text, statement text, words text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
    RAISE EXCEPTION 'NOT REFUSED: %', what;
EXCEPTION WHEN OTHERS THEN
    IF SQLERRM NOT LIKE '%' || words || '%' THEN
        RAISE EXCEPTION '%: unexpected message "%"', what, SQLERRM;
    END IF;
    RAISE NOTICE 'ok  %', what;
END $$;

CREATE FUNCTION pg_temp.holds(what text, condition boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF condition IS NOT TRUE THEN
        RAISE EXCEPTION 'FAILED: %', what;
    END IF;
    RAISE NOTICE 'ok  %', what;
END $$;

INSERT INTO exams (name, held_on) VALUES ('Test exam', '2026-12-01');
SELECT currval(pg_get_serial_sequence('exams', 'id')) AS test_exam \gset

\o /dev/null
SELECT pg_temp.refused('internal marks above the maximum', format('SELECT results.enter_marks(%L, %L, %s, 31, 40)', 'CS24-001', 'CS401', :test_exam), 'more than the maximum');
SELECT pg_temp.refused('external marks above the maximum', format('SELECT results.enter_marks(%L, %L, %s, 20, 71)', 'CS24-001', 'CS401', :test_exam), 'more than the maximum');
SELECT pg_temp.refused('negative marks', format('SELECT results.enter_marks(%L, %L, %s, -1, 40)', 'CS24-001', 'CS401', :test_exam), 'marks_internal_check');
SELECT pg_temp.refused('a subject of another department', format('SELECT results.enter_marks(%L, %L, %s, 20, 40)', 'CS24-001', 'IT401', :test_exam), 'does not belong');
SELECT pg_temp.refused('an unknown student', format('SELECT results.enter_marks(%L, %L, %s, 20, 40)', 'CS24-999', 'CS401', :test_exam), 'foreign key');
SELECT pg_temp.refused('changing a published exam', 'UPDATE results.marks SET external = 70 WHERE roll_no = ''CS24-001'' AND subject_code = ''CS401'' AND exam_id = 2', 'published');
SELECT pg_temp.refused('a roll number of the wrong department', 'INSERT INTO results.students VALUES (''IT24-099'', ''A'', ''CS'', 2024, ''2006-01-01'', ''a@b'')', 'students_check');
SELECT pg_temp.refused('overlapping grade bands', 'INSERT INTO results.grade_bands VALUES (''X'', 3, ''x'', ''[35,42)'')', 'exclusion constraint');
SELECT pg_temp.refused('publishing with missing marks', format('SELECT results.enter_marks(%L, %L, %s, 20, 40); SELECT results.publish_exam(%s)', 'CS24-001', 'CS401', :test_exam, :test_exam), 'marks are missing');
SELECT pg_temp.refused('revaluation of an unknown paper', 'SELECT results.revaluate(''CS24-001'', ''CS401'', 3, 50)', 'No published marks');

SELECT pg_temp.holds('every percentage from 0 to 100 has exactly one grade',
    (SELECT bool_and(n = 1) FROM (SELECT count(g.*) AS n FROM generate_series(0, 100, 0.25) p LEFT JOIN grade_bands g ON g.percent @> p GROUP BY p) t));
SELECT pg_temp.holds('SGPA agrees with a sum done by hand',
    (SELECT sgpa('CS24-002', 4) = round(sum(credits * points)::numeric / 18, 2) FROM subject_results WHERE roll_no = 'CS24-002' AND semester = 4));
SELECT pg_temp.holds('only the latest attempt counts',
    NOT EXISTS (SELECT 1 FROM subject_results GROUP BY roll_no, subject_code HAVING count(*) > 1));
SELECT pg_temp.holds('nobody passes below 40 percent in the paper',
    NOT EXISTS (SELECT 1 FROM subject_results WHERE passed AND external < 28));

SELECT external AS before FROM marks WHERE roll_no = 'CS24-002' AND subject_code = 'CS401' AND exam_id = 2 \gset
SELECT revaluate('CS24-002', 'CS401', 2, :before + 5);
SELECT pg_temp.holds('revaluation changes the result',
    (SELECT external = :before + 5 FROM subject_results WHERE roll_no = 'CS24-002' AND subject_code = 'CS401'));
SELECT pg_temp.holds('and the audit table keeps the old value',
    EXISTS (SELECT 1 FROM marks_audit WHERE roll_no = 'CS24-002' AND old_external = :before AND new_external = :before + 5));
SELECT pg_temp.refused('changing a published exam right after a revaluation', 'UPDATE results.marks SET external = 70 WHERE roll_no = ''CS24-002'' AND subject_code = ''CS401'' AND exam_id = 2', 'published');
\o

ROLLBACK;
\echo 'All tests passed.'
