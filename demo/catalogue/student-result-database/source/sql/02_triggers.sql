-- 02_triggers.sql: rules that need to look at other tables.

SET search_path TO results;

-- Marks must fit the subject, and a published exam is closed.
CREATE FUNCTION check_marks() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    subject  subjects%ROWTYPE;
    exam     exams%ROWTYPE;
BEGIN
    SELECT * INTO subject FROM subjects WHERE code = NEW.subject_code;
    SELECT * INTO exam FROM exams WHERE id = NEW.exam_id;

    IF NEW.internal > subject.internal_max THEN
        RAISE EXCEPTION 'Internal marks % are more than the maximum % of %', NEW.internal, subject.internal_max, subject.code
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.external > subject.external_max THEN
        RAISE EXCEPTION 'External marks % are more than the maximum % of %', NEW.external, subject.external_max, subject.code
            USING ERRCODE = 'check_violation';
    END IF;
    IF subject.department_code <> (SELECT department_code FROM students WHERE roll_no = NEW.roll_no) THEN
        RAISE EXCEPTION '% does not belong to the department of %', subject.code, NEW.roll_no
            USING ERRCODE = 'check_violation';
    END IF;
    IF exam.is_published THEN
        RAISE EXCEPTION 'The result of "%" is published; use results.revaluate() to change it', exam.name
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

-- revaluate() updates published marks, so it announces itself with a setting local to its transaction.
CREATE TRIGGER marks_check
    BEFORE INSERT OR UPDATE ON marks
    FOR EACH ROW
    WHEN (coalesce(current_setting('results.revaluation', true), '') <> 'on')
    EXECUTE FUNCTION check_marks();

CREATE FUNCTION audit_marks() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO marks_audit (action, roll_no, subject_code, exam_id, old_internal, old_external, new_internal, new_external)
    VALUES (TG_OP, OLD.roll_no, OLD.subject_code, OLD.exam_id, OLD.internal, OLD.external,
            CASE WHEN TG_OP = 'UPDATE' THEN NEW.internal END,
            CASE WHEN TG_OP = 'UPDATE' THEN NEW.external END);
    RETURN NULL;
END $$;

CREATE TRIGGER marks_audit_update
    AFTER UPDATE ON marks
    FOR EACH ROW
    WHEN (OLD.* IS DISTINCT FROM NEW.*)
    EXECUTE FUNCTION audit_marks();

CREATE TRIGGER marks_audit_delete
    AFTER DELETE ON marks
    FOR EACH ROW
    EXECUTE FUNCTION audit_marks();
