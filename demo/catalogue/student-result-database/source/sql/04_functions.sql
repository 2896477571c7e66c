-- 04_functions.sql: what an exam office does, as functions.

SET search_path TO results;

-- Enters or corrects the marks of an exam that is not published yet.
CREATE FUNCTION enter_marks(p_roll text, p_subject text, p_exam int, p_internal int, p_external int)
RETURNS void LANGUAGE sql AS $$
    INSERT INTO results.marks (roll_no, subject_code, exam_id, internal, external)
    VALUES (p_roll, p_subject, p_exam, p_internal, p_external)
    ON CONFLICT (roll_no, subject_code, exam_id)
    DO UPDATE SET internal = EXCLUDED.internal, external = EXCLUDED.external;
$$;

-- Publishes an exam after checking that nobody's marks are half entered.
CREATE FUNCTION publish_exam(p_exam int) RETURNS text
LANGUAGE plpgsql SET search_path = results AS $$
DECLARE
    v_name     text;
    v_kind     text;
    v_missing  int;
    v_count    int;
BEGIN
    SELECT name, kind INTO v_name, v_kind FROM exams WHERE id = p_exam FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'There is no exam %', p_exam;
    END IF;

    -- In a regular exam each student must have all subjects of the semester they appeared for.
    IF v_kind = 'Regular' THEN
        SELECT count(*) INTO v_missing
        FROM (SELECT DISTINCT m.roll_no, s.department_code, s.semester
              FROM marks m JOIN subjects s ON s.code = m.subject_code WHERE m.exam_id = p_exam) a
        JOIN subjects s USING (department_code, semester)
        WHERE NOT EXISTS (SELECT 1 FROM marks m
                          WHERE m.roll_no = a.roll_no AND m.subject_code = s.code AND m.exam_id = p_exam);
        IF v_missing > 0 THEN
            RAISE EXCEPTION 'Cannot publish "%": % marks are missing', v_name, v_missing;
        END IF;
    END IF;

    UPDATE exams SET is_published = true WHERE id = p_exam;
    REFRESH MATERIALIZED VIEW subject_stats;
    SELECT count(*) INTO v_count FROM marks WHERE exam_id = p_exam;
    RETURN format('%s published with %s results', v_name, v_count);
END $$;

-- Changes one published external mark after revaluation. The audit table keeps the old value.
CREATE FUNCTION revaluate(p_roll text, p_subject text, p_exam int, p_external int) RETURNS text
LANGUAGE plpgsql SET search_path = results AS $$
DECLARE
    v_old  int;
    v_max  int;
BEGIN
    SELECT m.external, s.external_max INTO v_old, v_max
    FROM marks m JOIN subjects s ON s.code = m.subject_code JOIN exams e ON e.id = m.exam_id
    WHERE m.roll_no = p_roll AND m.subject_code = p_subject AND m.exam_id = p_exam AND e.is_published
    FOR UPDATE OF m;

    IF NOT FOUND THEN
        RAISE EXCEPTION 'No published marks for % in %', p_roll, p_subject;
    ELSIF v_old IS NULL THEN
        RAISE EXCEPTION '% was absent in %; there is no paper to revaluate', p_roll, p_subject;
    ELSIF p_external NOT BETWEEN 0 AND v_max THEN
        RAISE EXCEPTION 'Marks must be between 0 and %', v_max;
    END IF;

    PERFORM set_config('results.revaluation', 'on', true);
    UPDATE marks SET external = p_external
    WHERE roll_no = p_roll AND subject_code = p_subject AND exam_id = p_exam;
    PERFORM set_config('results.revaluation', 'off', true);
    REFRESH MATERIALIZED VIEW subject_stats;
    RETURN format('%s, %s: %s changed to %s', p_roll, p_subject, v_old, p_external);
END $$;

-- The mark sheet of one student in one semester, ready to print.
CREATE FUNCTION result_sheet(p_roll text, p_semester int)
RETURNS TABLE (code text, title text, credits int, internal text, external text, total text, grade text, points int, exam text)
LANGUAGE sql STABLE SET search_path = results AS $$
    SELECT subject_code, title, credits,
           internal || '/' || internal_max,
           coalesce(external::text, 'AB') || '/' || external_max,
           total || '/' || total_max,
           grade, points, exam_name
    FROM subject_results
    WHERE roll_no = p_roll AND semester = p_semester
    ORDER BY subject_code;
$$;

CREATE FUNCTION sgpa(p_roll text, p_semester int) RETURNS numeric
LANGUAGE sql STABLE SET search_path = results AS $$
    SELECT sgpa FROM semester_results WHERE roll_no = p_roll AND semester = p_semester;
$$;

-- Average SGPA still needed to finish with the CGPA the student is aiming for; NULL if out of reach.
CREATE FUNCTION sgpa_needed(p_roll text, p_target numeric, p_credits_left int) RETURNS numeric
LANGUAGE sql STABLE SET search_path = results AS $$
    SELECT CASE WHEN needed <= 10 THEN greatest(needed, 0) END
    FROM (SELECT round((p_target * (credits_offered + p_credits_left) - cgpa * credits_offered) / p_credits_left, 2) AS needed
          FROM student_summary WHERE roll_no = p_roll) t;
$$;
