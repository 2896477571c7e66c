// What the app can do with its data. Views call these, never the database.
import { classReport, DEFAULT_THRESHOLD } from './attendance.js';
import { bySession } from './csv.js';
import * as db from './db.js';

const newId = () => crypto.randomUUID();
const byRoll = (a, b) => a.roll.localeCompare(b.roll, 'en', { numeric: true });

/** A class with its students (by roll number) and sessions (newest first). */
export async function loadCourse(id) {
  const [course, students, sessions] = await Promise.all([
    db.get('classes', id), db.getByClass('students', id), db.getByClass('sessions', id),
  ]);
  if (!course) throw new Error('This class no longer exists.');
  students.sort(byRoll);
  sessions.sort((a, b) => bySession(b, a));
  const report = classReport({ students, sessions, threshold: course.threshold });
  return { ...course, students, sessions, report };
}

export async function loadCourses() {
  const classes = await db.getAll('classes');
  const courses = await Promise.all(classes.map(({ id }) => loadCourse(id)));
  return courses.sort((a, b) => a.code.localeCompare(b.code));
}

export async function saveCourse({ id = newId(), code, title, section, threshold = DEFAULT_THRESHOLD, colour = 0 }) {
  const course = { id, code: code.trim().toUpperCase(), title: title.trim(), section: section.trim(),
    threshold: Math.min(100, Math.max(1, Number(threshold) || DEFAULT_THRESHOLD)), colour };
  if (!course.code || !course.title) throw new Error('A class needs a code and a title.');
  await db.write(['classes'], ({ classes }) => classes.put(course));
  return course;
}

export async function deleteCourse(id) {
  await db.write(db.STORES, ({ classes, students, sessions }) => {
    classes.delete(id);
    db.deleteByClass(students, id);
    db.deleteByClass(sessions, id);
  });
}

/** Adds students; a roll number already in the class keeps its marks and gets the new name. */
export async function addStudents(classId, list) {
  const existing = new Map((await db.getByClass('students', classId)).map((s) => [s.roll, s.id]));
  await db.write(['students'], ({ students }) => {
    for (const { roll, name } of list) {
      students.put({ id: existing.get(roll) ?? newId(), classId, roll, name });
    }
  });
}

/** Removes a student and their marks from every session of the class. */
export async function deleteStudent({ id, classId }) {
  const affected = (await db.getByClass('sessions', classId)).filter((s) => id in s.marks);
  await db.write(['students', 'sessions'], ({ students, sessions }) => {
    students.delete(id);
    for (const session of affected) {
      delete session.marks[id];
      sessions.put(session);
    }
  });
}

export async function saveSession({ id = newId(), classId, date, hour, topic = '', marks }) {
  const clash = (await db.getByClass('sessions', classId))
    .some((s) => s.id !== id && s.date === date && s.hour === Number(hour));
  if (clash) throw new Error('Attendance for this date and hour is already marked.');
  const session = { id, classId, date, hour: Number(hour), topic: topic.trim(), marks };
  await db.write(['sessions'], ({ sessions }) => sessions.put(session));
  return session;
}

export async function deleteSession(id) {
  await db.write(['sessions'], ({ sessions }) => sessions.delete(id));
}

export async function exportBackup() {
  const [classes, students, sessions] = await Promise.all(db.STORES.map(db.getAll));
  return { app: 'campus-attendance', version: 1, savedAt: new Date().toISOString(), classes, students, sessions };
}

/** Replaces everything with the contents of a backup, or changes nothing. */
export async function restoreBackup(backup) {
  const valid = backup?.app === 'campus-attendance'
    && db.STORES.every((name) => Array.isArray(backup[name]) && backup[name].every((r) => typeof r?.id === 'string'))
    && backup.sessions.every((s) => s.marks && Object.values(s.marks).every((m) => 'PAO'.includes(m)));
  if (!valid) throw new Error('That file is not an attendance backup.');
  await db.write(db.STORES, (stores) => {
    for (const name of db.STORES) {
      stores[name].clear();
      for (const record of backup[name]) stores[name].put(record);
    }
  });
}

export async function eraseAll() {
  await db.write(db.STORES, (stores) => Object.values(stores).forEach((store) => store.clear()));
}
